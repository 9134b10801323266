// SPDX-License-Identifier: MIT
// The tree of tracks in the page, and rows: the slices of a track at one depth, which do not
// overlap. Prefix sums and a tree of maxima find the slices of a pixel in logarithmic time.
'use strict';

// The number of slices in a block of the next level.
const BLOCK = 16;

// Levels deeper than this are not drawn, as in Perfetto: nst-perfetto puts deeper slices on another
// lane.
const LEVELS = 512;

class Row {
	// order: the slices, in order of their start.
	constructor(trace, order) {
		this.trace = trace;
		this.order = order;
		this.count = order.length;
		this.sum = new Float64Array(this.count + 1); // of durations before, ns
		for (let i = 0; i < this.count; i++)
			this.sum[i + 1] = this.sum[i] + trace.duration[order[i]];
		this.longest = [];                           // of each block, level by level
		this.found = null;                           // matches before each slice
		this.search = 0;                             // the search of these matches
		for (let below = null; (below?.length ?? this.count) > 1;) {
			below = this.blocks(below);
			this.longest.push(below);
		}
	}

	// The place of the longest slice in each block of the level below.
	blocks(below) {
		const size = below?.length ?? this.count;
		const level = new Uint32Array(Math.ceil(size / BLOCK));
		for (let block = 0; block < level.length; block++) {
			const end = Math.min(size, (block + 1) * BLOCK);
			let best = below ? below[block * BLOCK] : block * BLOCK;
			for (let i = block * BLOCK + 1; i < end; i++)
				best = this.longer(best, below ? below[i] : i);
			level[block] = best;
		}
		return level;
	}

	longer(a, b) {
		const { duration } = this.trace;
		return duration[this.order[b]] > duration[this.order[a]] ? b : a;
	}

	start(i) {
		return this.trace.start[this.order[i]];
	}

	end(i) {
		const slice = this.order[i];
		return this.trace.start[slice] + this.trace.duration[slice];
	}

	// The first slice at low or behind that starts at a time or later: near ones are found
	// soonest.
	from(time, low = 0) {
		let step = 1, high = low;
		while (high < this.count && this.start(high) < time) {
			low = high + 1;
			high += step;
			step *= 2;
		}
		high = Math.min(high, this.count);
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.start(middle) < time)
				low = middle + 1;
			else
				high = middle;
		}
		return low;
	}

	// The first slice that ends behind a time, or starts there or later.
	at(time) {
		const i = this.from(time);
		return i > 0 && this.end(i - 1) > time ? i - 1 : i;
	}

	// The place of the longest of the slices from one place to before another.
	longestin(from, until) {
		let best = from;
		for (let level = -1; from < until; level++) {
			const here = this.longest[level];
			const get = (i) => (here ? here[i] : i);
			while (from < until && from % BLOCK !== 0)
				best = this.longer(best, get(from++));
			while (from < until && until % BLOCK !== 0)
				best = this.longer(best, get(--until));
			from /= BLOCK;
			until /= BLOCK;
		}
		return best;
	}

	// Returns the number of slices between two places that match a search.
	matches(search, from, until) {
		if (this.search !== search.number) {
			this.search = search.number;
			this.found = new Uint32Array(this.count + 1);
			for (let i = 0; i < this.count; i++)
				this.found[i + 1] = this.found[i] + search.is(this.order[i]);
		}
		return this.found[until] - this.found[from];
	}
}

// The rows of a lane, made when they are first asked for.
function rowsof(trace, lane) {
	if (lane.rows)
		return lane.rows;
	const levels = Math.min(lane.levels, LEVELS), { depth, start } = trace;
	const counts = new Uint32Array(levels), slices = lane.slices.subarray(0, lane.count);
	for (const slice of slices)
		if (depth[slice] < levels)
			counts[depth[slice]]++;
	const orders = Array.from(counts, (count) => new Uint32Array(count));
	const sorted = new Array(levels).fill(true);
	counts.fill(0);
	for (const slice of slices) {
		const level = depth[slice];
		if (level >= levels)
			continue;
		const i = counts[level]++;
		orders[level][i] = slice;
		if (i > 0 && start[orders[level][i - 1]] > start[slice])
			sorted[level] = false;
	}
	lane.rows = orders.map((order, level) => new Row(trace,
	    sorted[level] ? order : order.sort((a, b) => start[a] - start[b])));
	return lane.rows;
}

// A track of the page: a group of tracks, the lanes of one name, or a counter.
class Track {
	constructor(name, rank) {
		this.name = name;
		this.rank = rank;
		this.about = '';
		this.unit = '';
		this.scale = '';
		this.parent = null;
		this.tracks = [];
		this.named = new Map();   // tracks with lanes, by name
		this.lanes = [];
		this.counter = null;
		this.open = true;
		this.process = false;     // the group of a process
		this.levels = 0;
	}

	get group() {
		return this.lanes.length === 0 && !this.counter;
	}

	// Names from the outermost group to this one.
	path() {
		const names = [];
		for (let track = this; track?.parent; track = track.parent)
			names.unshift(track.name);
		return names.join(' / ');
	}
}

// Blanks that make viewers sort names by number are for these.
function plainname(name) {
	return plaintext(name).trim().replace(/ {2,}/g, ' ');
}

class Tree {
	constructor(trace) {
		this.trace = trace;
		this.root = new Track('', 0);
		this.groups = new Map();  // by uuid
		this.trackof = [];        // by number of the lane
		for (const lane of trace.lanes)
			if (lane.count > 0 || lane.times.length > 0)
				this.place(lane);
		this.sort(this.root);
		this.joinstates();
		this.fold();
		this.foldidle();
	}

	// Returns the group with a uuid. A thread makes no group: its tracks have its name.
	group(uuid, depth = 0) {
		const known = this.groups.get(uuid);
		if (known)
			return known;
		const d = this.trace.descriptors.get(uuid);
		if (!d || uuid === 0 || depth > 64)
			return this.root;
		const parent = this.group(d.parent, depth + 1);
		if (d.kind === 'thread')
			return parent;
		const name = d.kind === 'process' ? `${d.name} ${d.pid}` : d.name;
		const track = new Track(plainname(name), d.rank);
		track.about = plaintext(d.about);
		track.process = d.kind === 'process';
		track.parent = parent;
		parent.tracks.push(track);
		this.groups.set(uuid, track);
		return track;
	}

	place(lane) {
		const d = this.trace.descriptors.get(lane.uuid);
		const parent = d ? this.group(d.parent) : this.root;
		const name = d ? plainname(d.name) : `track ${lane.number + 1}`;
		const counts = lane.times.length > 0;
		let track = counts ? null : parent.named.get(name);
		if (!track) {
			track = new Track(name, d?.rank ?? 0);
			track.about = plaintext(d?.about ?? '');
			track.parent = parent;
			parent.tracks.push(track);
		}
		if (counts) {
			track.counter = lane;
			track.unit = d?.unit ?? '';
			track.scale = d?.scale ?? '';
		} else {
			parent.named.set(name, track);
			track.lanes.push(lane);
			track.levels += Math.min(lane.levels, LEVELS);
		}
		this.trackof[lane.number] = track;
	}

	sort(track) {
		track.tracks.sort((a, b) => a.rank - b.rank);
		track.lanes.sort((a, b) => a.number - b.number);
		for (const inner of track.tracks)
			this.sort(inner);
	}

	// Gives the states of each GPU one lane. nst-state writes the time before the first work
	// at the end of the stream, so the trace has it on a second lane.
	joinstates() {
		const { trace } = this, state = trace.texts.indexOf('gpu-state');
		this.visit((track) => {
			const [first, ...others] = track.lanes;
			if (others.length === 0 || track.lanes.some(({ slices }) =>
				trace.category[slices[0]] !== state))
				return;
			const kept = others.filter((lane) => !this.joinlane(first, lane));
			track.lanes = [first, ...kept];
			track.levels = track.lanes.reduce((sum, { levels }) => sum + levels, 0);
		});
	}

	// Moves the slices of a lane to another, unless some of both overlap.
	joinlane(into, lane) {
		const { trace } = this, [row] = rowsof(trace, into);
		const slices = lane.slices.subarray(0, lane.count);
		const overlaps = (slice) => {
			const start = trace.start[slice], at = row.at(start);
			return at < row.count && row.start(at) < start + trace.duration[slice];
		};
		if (into.levels !== 1 || lane.levels !== 1 || slices.some(overlaps))
			return false;
		for (const slice of slices) {
			into.add(slice, trace.start[slice], false);
			trace.lane[slice] = into.number;
		}
		into.rows = null;
		return true;
	}

	// Closes groups inside of others, and then these, where there are too many rows to see.
	fold() {
		const many = 60;
		let rows = 0;
		this.visit((track) => { rows += track.group ? 1 : track.levels; });
		if (rows > many)
			this.visit((track, depth) => { track.open = !track.group || depth === 0; });
		if (this.root.tracks.length > many / 2)
			this.visit((track) => { track.open = !track.group; });
	}

	// Closes the processes that call no GPU, and the threads that do not in processes of which
	// others do, if any do at all; notes their numbers.
	foldidle() {
		const { category, texts } = this.trace;
		const call = texts.indexOf('cuda-api'), overhead = texts.indexOf('overhead');
		const some = (track, is) => this.within(track, Infinity).some(({ slices, count }) =>
			slices.subarray(0, count).some((slice) => is(category[slice])));
		const calls = (track) => some(track, (type) => type === call);
		this.idle = { processes: 0, threads: 0 };
		if (call < 0)
			return;
		for (const group of this.root.tracks) {
			const threads = group.tracks.filter((track) => track.group);
			if (group.process && !calls(group)) {
				this.idle.processes++;
				group.open = false;
			}
			if (!threads.some(calls))
				continue;
			const idle = threads.filter((track) => !calls(track) &&
				some(track, (type) => type !== overhead));
			this.idle.threads += idle.length;
			for (const track of idle)
				track.open = false;
		}
	}

	// Returns the process of a lane, also of one of a GPU; null if it has none.
	processof(lane) {
		const { descriptors } = this.trace;
		let d = descriptors.get(lane.uuid);
		const [, pid] = /^process (-?\d+)/.exec(d?.about ?? '') ?? [];
		for (let depth = 0; d && d.kind !== 'process' && depth < 64; depth++)
			d = descriptors.get(d.parent);
		return pid ? Number(pid) : d?.pid ?? null;
	}

	// Some lanes in a group: the first of them.
	within(track, most, lanes = []) {
		for (const inner of track.tracks) {
			if (lanes.length >= most)
				break;
			lanes.push(...inner.lanes.slice(0, most - lanes.length));
			this.within(inner, most, lanes);
		}
		return lanes;
	}

	visit(act, track = this.root, depth = 0) {
		for (const inner of track.tracks) {
			act(inner, depth);
			this.visit(act, inner, depth + 1);
		}
	}

	// The tracks that are shown, from top to bottom.
	shown(track = this.root, depth = 0, list = []) {
		for (const inner of track.tracks) {
			list.push({ track: inner, depth });
			if (inner.open)
				this.shown(inner, depth + 1, list);
		}
		return list;
	}
}
