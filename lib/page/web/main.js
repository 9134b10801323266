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

async function addtimeline(section, element, settings) {
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
			return;
		}
		note.remove();
		if (settings.merged)
			section.append(make('p', { class: 'note' }, mergedtext(settings.merged)));
		linktables(document, new Timeline(section, trace, settings.merged ?? null,
		    settings.views ?? {}));
		section.dataset.load = Math.round(performance.now() - since);
	} catch (error) {
		note.textContent = `The timeline can't be drawn: ${whatfailed(error)}.`;
	} finally {
		section.dataset.ready = 'true';
	}
}

// Describes the events that were merged to keep the page small.
function mergedtext({ limit, slices, of }) {
	return `To keep this page small, neighbours of less than ${timetext(limit)} on a track ` +
	    `are drawn as one slice: ${slices.toLocaleString('en')} are drawn of ` +
	    `${of.toLocaleString('en')}. Tables are exact.`;
}

function main() {
	const trace = document.getElementById('trace'), settings = readsettings();
	const section = document.getElementById('timeline'), open = document.getElementById('open');
	setkinds(settings.kinds ?? []);
	addtables(document);
	if (!trace)
		return;
	if (open)
		new Handover(open, trace, settings.perfetto, document.title);
	if (section)
		addtimeline(section, trace, settings);
}

main();
