// SPDX-License-Identifier: MIT
// Sums of the time that the timeline shows: states of each GPU, and work by name. A slice counts
// with its part inside.
'use strict';

// The types of events that are work of a GPU.
const WORK = ['kernel', 'memcpy', 'memset', 'graph'];

// The most names that are shown.
const NAMES = 10;

// Adds the time of a slice, ns, to an entry of a map: its time and count, and a slice of it.
function addtime(sums, key, time, slice) {
	const sum = sums.get(key) ?? { time: 0, count: 0, slice };
	sum.time += time;
	sum.count++;
	sums.set(key, sum);
}

// Returns the sums from one time to another: of work by name, and by track of states by name. Names
// are numbers of texts.
function stretchsums(trace, trackof, from, to) {
	const work = WORK.map((type) => trace.texts.indexOf(type));
	const state = trace.texts.indexOf('gpu-state');
	const names = new Map(), states = new Map();
	for (let i = 0; i < trace.count; i++) {
		const begin = Math.max(trace.start[i], from);
		const end = Math.min(trace.start[i] + trace.duration[i], to);
		if (end <= begin)
			continue;
		if (work.includes(trace.category[i])) {
			addtime(names, trace.name[i], end - begin, i);
		} else if (trace.category[i] === state) {
			const track = trackof[trace.lane[i]];
			states.set(track, states.get(track) ?? new Map());
			addtime(states.get(track), trace.name[i], end - begin, i);
		}
	}
	return { names, states };
}

// Returns the entries of a map of sums, the longest time first.
function bytime(sums) {
	return [...sums].sort(([, a], [, b]) => b.time - a.time);
}

// Returns elements that show the sums of the visible time.
function showsums(timeline) {
	const { trace, from, to } = timeline, span = to - from;
	const heading = make('h3', {}, `In view: ${timetext(Math.round(span))}`);
	if (timeline.merged)
		return [heading, make('p', {},
		    'Sums of what is in view need a page without merged slices: ' +
		    'nst-page --budget 0.')];
	const { names, states } = stretchsums(trace, timeline.tree.trackof, from, to);
	const text = (number) => plaintext(trace.texts[number]);
	const list = make('dl', {});
	const gpu = (track) => track.path().split(' / ')[0];
	for (const [track, sums] of [...states].sort(([a], [b]) =>
		gpu(a).localeCompare(gpu(b), 'en', { numeric: true })))
		list.append(make('dt', {}, gpu(track)),
		    make('dd', {}, bytime(sums).map(([name, { time }]) =>
			`${text(name)} ${(time / span * 100).toFixed(1)} %`).join(', ')));
	const rows = bytime(names);
	const table = make('table', {}, make('caption', {}, rows.length > NAMES ?
	    `work of GPUs in view, the first ${NAMES} of ${counttext(rows.length, 'name')}` :
	    'work of GPUs in view'),
	make('thead', {}, make('tr', {}, ...['name', 'count', 'total'].map((name) =>
	    make('th', { scope: 'col', 'data-type': name === 'name' ? 'text' : 'number' },
		name)))),
	make('tbody', {}, ...rows.slice(0, NAMES).map(([name, { time, count, slice }]) =>
	    make('tr', {}, make('td', { class: 'name marked' },
		makeswatch(timeline.picture.colour(slice)), text(name)),
		make('td', { 'data-value': count }, `${count}`),
		make('td', { 'data-value': time }, timetext(Math.round(time)))))));
	return [heading, ...states.size > 0 ? [list] : [], rows.length > 0 ? table :
	    make('p', {}, 'No work of GPUs is in view. Select a slice to see its details.')];
}
