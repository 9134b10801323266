// SPDX-License-Identifier: MIT
// Rows of the tables of ranks, and the slices of a rank: its work, its calls, and those of them
// that are a part of a collective, whose args have a wait.
'use strict';

// The types of events that are parts of collectives.
const PARTS = ['kernel', 'mpi'];

class Ranks {
	// given: [pid, rank] of each process whose rank is known.
	constructor(timeline, given) {
		const { trace, tree } = timeline;
		this.trace = trace;
		this.rankof = new Map(given);
		// By number of the lane.
		this.pids = trace.lanes.map((lane) => tree.processof(lane));
		this.parts = new Set(PARTS.map((type) => trace.texts.indexOf(type)));
		this.rows = [];
	}

	// Notes the rows of a table that are of a rank or a process. Their cells that tell which
	// become buttons.
	addtable(table, act) {
		const column = (name) => [...table.tHead.rows[0].cells].findIndex(({ dataset }) =>
			dataset.column === name);
		const [rank, pid, last] = ['rank', 'pid', 'last'].map(column);
		const { type, events } = table.dataset;
		if (rank < 0 && pid < 0)
			return;
		if (events) {
			this.addevents(table, events.split(' '), act);
			return;
		}
		for (const tr of table.tBodies[0].rows) {
			const number = (i) => (tr.cells[i]?.textContent ?
				Number(tr.cells[i].dataset.value) : null);
			const row = { tr, type, rank: number(rank), pid: number(pid),
				// Without a type, this is the number of collectives.
				last: type ? number(last) : null, part: !type || last >= 0 };
			this.addrow(row, tr.cells[row.rank === null ? pid : rank], act);
		}
	}

	// The same for a table with a row for each rank, and two columns for each type of events.
	addevents(table, types, act) {
		const headings = table.tHead.rows[0].cells;
		for (const tr of table.tBodies[0].rows) {
			const [{ dataset: { value } }] = tr.cells;
			for (const [i, type] of value === undefined ? [] : types.entries())
				this.addrow({ tr, type, rank: Number(value), pid: null, last: null,
					part: false, what: headings[1 + 2 * i].textContent },
				tr.cells[1 + 2 * i], act);
		}
	}

	// Notes a row, and makes a cell of it a button, if its slices may be drawn.
	addrow(row, cell, act) {
		if (!cell?.textContent || !this.drawn(row))
			return;
		this.rows.push(row);
		cell.replaceChildren(makebutton(cell.textContent, { class: 'find',
			title: 'Show its slices in the timeline' }, () => act(row)));
	}

	// Returns true if a process is that of a row, or has its rank.
	owns(row, pid) {
		return row.pid === null ? row.rank === (this.rankof.get(pid) ?? null) :
		    row.pid === pid;
	}

	// Returns true if the slices of a row may be drawn.
	drawn(row) {
		const { trace } = this, type = trace.texts.indexOf(row.type ?? '');
		const fits = (slice) => (row.type ? trace.category[slice] === type :
		    this.parts.has(trace.category[slice]));
		return trace.lanes.some(({ number, slices, count }) =>
			this.owns(row, this.pids[number]) &&
			slices.subarray(0, count).some(fits));
	}

	// Returns true if a slice is one of a row.
	has(row, slice) {
		const { trace } = this, category = trace.category[slice];
		if (!this.owns(row, this.pids[trace.lane[slice]]) ||
		    (row.type && trace.texts[category] !== row.type))
			return false;
		return !row.part || (this.parts.has(category) &&
		    trace.number(slice, 'wait_us') !== null &&
		    (row.last === null || trace.number(slice, 'last') === row.last));
	}

	// Returns a text that says which slices those of a row are.
	words({ tr, type, rank, pid, last, what }) {
		const who = rank === null ? `process ${pid}` : `rank ${rank}`;
		const [caption] = type && last === null ? captionof(tr).split(' by ') :
		    ['collectives'];
		return `${what ?? caption} of ${who}${last === null ? '' : `, rank ${last} last`}`;
	}

	// Returns the rows of tables that a slice is in.
	rowsof(slice) {
		return this.rows.filter((row) => this.has(row, slice)).map(({ tr }) => tr);
	}
}

// Links the tables of ranks and the timeline. ranks: [pid, rank] of processes.
function linkranks(root, timeline, ranks) {
	timeline.ranks = new Ranks(timeline, ranks);
	for (const table of root.querySelectorAll('#ranks table.data'))
		timeline.ranks.addtable(table, (row) => timeline.gotoslices(
		    timeline.ranks.words(row), (slice) => timeline.ranks.has(row, slice)));
}
