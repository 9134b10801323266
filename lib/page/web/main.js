// SPDX-License-Identifier: MIT
// Starts the page: tables first, then the timeline, which takes longer.
'use strict';

function readsettings() {
	try {
		return JSON.parse(document.getElementById('settings').textContent);
	} catch {
		return {};
	}
}

// Makes the timeline of a trace in a section; null, with a note, if there is none. settings: of the
// trace; key: begins the addresses of its views.
async function addtimeline(section, element, settings, key) {
	const note = make('p', { class: 'note', role: 'status' }, 'Reading the trace …');
	const since = performance.now();
	section.append(note);
	section.hidden = false;
	try {
		const bytes = await unpack(element);
		const trace = await readtrace(bytes, (share) => {
			note.textContent = `Reading the trace … ${Math.round(share * 100)} %`;
		});
		if (trace.count === 0 && trace.values === 0) {
			note.textContent = 'The trace is empty: there is nothing to draw.';
			return null;
		}
		note.remove();
		if (settings.merged)
			section.append(make('p', { class: 'note' }, mergedtext(settings.merged)));
		const timeline = new Timeline(section, trace, settings.merged ?? null,
		    settings.views ?? {}, key);
		section.dataset.load = Math.round(performance.now() - since);
		return timeline;
	} catch (error) {
		note.textContent = `The timeline can't be drawn: ${whatfailed(error)}.`;
		return null;
	}
}

// Makes the timeline of the page.
async function addone(section, element, settings) {
	const timeline = await addtimeline(section, element, settings, 'time');
	if (timeline) {
		linktables(document, timeline);
		linkranks(document, timeline, settings.ranks ?? []);
	}
	section.dataset.ready = 'true';
}

// Makes the timelines of two runs, below each other, and then the details of both.
async function addpair(section, sides) {
	const place = make('div', { class: 'bar' }), timelines = [];
	const details = make('div', { class: 'both' });
	section.hidden = false;
	section.append(place, details);
	for (const [i, which] of ['old', 'new'].entries()) {
		const heading = make('h3', {}, `${i ? 'New' : 'Old'}: ${plaintext(sides[i].name)}`);
		const own = make('section', { class: 'side', id: `timeline-${which}` }, heading);
		details.before(own);
		const timeline = await addtimeline(own,
		    document.getElementById(`trace-${which}`), sides[i], which);
		timeline?.bar.prepend(heading);
		details.append(make('div', {},
		    ...own.querySelectorAll('.about, .legend, p.note')));
		timelines.push(timeline);
	}
	if (timelines.every((timeline) => timeline))
		new Pair(...timelines, sides, place);
	linktables(document, ...timelines.filter((timeline) => timeline));
	section.dataset.ready = 'true';
}

// Describes the slices that were merged to keep the page small. A limit of null means all.
function mergedtext({ limit, slices, of }) {
	const which = limit === null ? 'all slices of a track are drawn as one slice, or one on ' +
	    'each side of a range that was never closed' :
	    `neighbours of less than ${timetext(limit)} on a track are drawn as one slice`;
	return `To keep this page small, ${which}: ${slices.toLocaleString('en')} are drawn of ` +
	    `${of.toLocaleString('en')}. Tables are exact.`;
}

// Adds the buttons that hand a trace over.
function addhandover(place, trace, settings, title) {
	if (place && trace)
		new Handover(place, trace, settings.perfetto, title);
}

function main() {
	const settings = readsettings(), section = document.getElementById('timeline');
	const get = (id) => document.getElementById(id);
	setkinds(settings.kinds ?? []);
	addtables(document);
	addflames(document);
	addhandover(get('open'), get('trace'), settings, document.title);
	for (const [i, which] of ['old', 'new'].entries())
		addhandover(get(`open-${which}`), get(`trace-${which}`), settings,
		    settings.sides?.[i].name);
	if (section && get('trace'))
		addone(section, get('trace'), settings);
	else if (section && settings.sides)
		addpair(section, settings.sides);
}

main();
