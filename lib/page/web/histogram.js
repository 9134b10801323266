// SPDX-License-Identifier: MIT
// How long slices of one name take: their number in each bin of a logarithmic axis, whose bins are
// those of nst-sum --hist.
'use strict';

// The begins of bins from 100 ns on, for each power of ten, and below that, ns.
const DECADE = [100, 125, 160, 200, 250, 315, 400, 500, 630, 800];
const SHORT = [0, 1, 2, 5, 10, 20, 50];

// Returns the power of ten by which the edges of a decade are multiplied for a duration, ns.
function decadeof(duration) {
	let power = 1;
	while (duration >= 1000 * power)
		power *= 10;
	return power;
}

// Returns the last edge that is not above a duration, ns.
function binbegin(duration) {
	const power = decadeof(duration);
	const edges = duration < DECADE[0] ? SHORT : DECADE.map((edge) => edge * power);
	return edges.filter((edge) => edge <= duration).pop() ?? 0;
}

// Returns the next edge, ns.
function binend(begin) {
	const power = decadeof(begin);
	return [...SHORT, ...DECADE].map((edge) => edge * (begin < DECADE[0] ? 1 : power))
	    .concat(1000 * power).find((edge) => edge > begin);
}

// Returns [from, to, count] of each bin from the shortest duration to the longest.
function durationbins(durations) {
	const counts = new Map();
	let least = Infinity, most = 0;
	for (const duration of durations) {
		const begin = binbegin(duration);
		counts.set(begin, (counts.get(begin) ?? 0) + 1);
		least = Math.min(least, begin);
		most = Math.max(most, begin);
	}
	const bins = [];
	for (let begin = least; begin <= most; begin = binend(begin))
		bins.push([begin, binend(begin), counts.get(begin) ?? 0]);
	return bins;
}

// Returns elements that show the durations of all slices with the name and type of one, if there
// are several.
function showdurations(trace, slice) {
	const { name, category } = trace, durations = [];
	for (let i = 0; i < trace.count; i++)
		if (name[i] === name[slice] && category[i] === category[slice])
			durations.push(trace.duration[i]);
	if (durations.length < 2)
		return [];
	const bins = durationbins(durations), most = Math.max(...bins.map(([, , count]) => count));
	const here = binbegin(trace.duration[slice]);
	const rows = bins.map(([from, to, count]) => make('tr', from === here ?
	    { class: 'here' } : {},
	make('td', {}, `from ${timetext(from)}`), make('td', {}, `${count}`),
	make('td', {}, make('meter', { min: 0, max: most, value: count,
		'aria-label': `${count} from ${timetext(from)} to ${timetext(to)}` }))));
	return [make('table', { class: 'durations' },
	    make('caption', {}, `durations of ${counttext(durations.length, 'slice')} of this ` +
		'name; the row of this one is bold'), make('tbody', {}, ...rows))];
}
