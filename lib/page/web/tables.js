// SPDX-License-Identifier: MIT
// Tables: headers sort, an input filters, names have their colour. Without the script they are
// tables all the same.
'use strict';

// Tables with more rows than this have a filter, and with more than that show the first alone until
// all are asked for.
const FEW = 10, FIRST = 20;

// Names of more characters may need more lines than a row should have.
const LONG = 60;

// Wraps the text of a long name, so that the style sheet can limit its lines.
function shortenname(cell) {
	const name = cell.textContent;
	if (name.length > LONG)
		cell.replaceChildren(make('span', { class: 'long', title: name },
		    ...cell.childNodes));
}

// Marks a cell with the colour of an event.
function mark(cell, colour) {
	cell.classList.add('marked');
	cell.prepend(makeswatch(colour));
}

// Returns the sort key of a cell: its number, or its text.
function cellkey(cell, numeric) {
	const text = cell?.textContent.trim() ?? '';
	if (!numeric)
		return text;
	const given = cell?.dataset.value;
	const value = given === undefined || given === '' ? parseFloat(text) : Number(given);
	return Number.isNaN(value) ? null : value;
}

// Compares two keys; cells without a number are last in both directions.
function comparekeys(a, b, way) {
	if (a === null || b === null)
		return (a === null) - (b === null);
	return way * (typeof a === 'string' ? a.localeCompare(b, 'en', { numeric: true }) :
	    a - b);
}

// Sorts by a column; again, the other way.
function sorttable(table, header, column) {
	const body = table.tBodies[0], numeric = header.dataset.type !== 'text';
	const before = header.getAttribute('aria-sort');
	// Numbers are first wanted from the largest, names from A.
	const ascending = before ? before === 'descending' : !numeric;
	for (const other of table.tHead.rows[0].cells)
		other.removeAttribute('aria-sort');
	header.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
	const rows = Array.from(body.rows, (row) => [cellkey(row.cells[column], numeric), row]);
	rows.sort(([a], [b]) => comparekeys(a, b, ascending ? 1 : -1));
	body.append(...rows.map(([, row]) => row));
}

function addsorting(table, rows) {
	for (const [column, header] of [...(table.tHead?.rows[0]?.cells ?? [])].entries()) {
		const button = make('button', { type: 'button' }, ...header.childNodes);
		button.addEventListener('click', () => {
			sorttable(table, header, column);
			rows?.show();
		});
		header.append(button);
	}
}

// Shows the rows that have all words; without any, the first ones, or all if they are asked for.
class Rows {
	constructor(table) {
		this.table = table;
		this.all = false;
		this.words = [];
		this.texts = new Map(Array.from(table.tBodies[0].rows,
		    (row) => [row, row.textContent.toLowerCase()]));
		this.more = make('div', { class: 'bar more' },
		    `The first ${FIRST} of ${counttext(this.texts.size, 'row')}.`,
		    makebutton('Show all', {}, () => { this.all = true; this.show(); }));
		this.count = make('output', { class: 'count' });
		table.before(make('div', { class: 'bar' }, this.input(), this.count));
		table.after(this.more);
		this.show();
	}

	input() {
		const what = this.table.caption?.textContent.trim() || 'the table';
		return makefilter('Filter rows', what, (words) => {
			this.words = words;
			this.show();
		});
	}

	show() {
		const rows = [...this.table.tBodies[0].rows], { words } = this;
		let left = 0;
		for (const row of rows) {
			const text = this.texts.get(row);
			const wanted = words.every((word) => text.includes(word));
			row.hidden = !wanted || (!words.length && !this.all && left >= FIRST);
			left += wanted;
		}
		this.more.hidden = this.all || words.length > 0 || rows.length <= FIRST;
		this.count.textContent = words.length ?
		    `${left} of ${counttext(rows.length, 'row')}` : '';
	}
}

// Returns a function that tells the type of the event in a cell: of its table, or of its row.
function typesof(table) {
	const headings = [...table.tHead?.rows[0]?.cells ?? []];
	const column = headings.findIndex(({ dataset }) => dataset.column === 'type');
	return ({ parentNode }) => table.dataset.type ?? parentNode.cells[column]?.textContent;
}

function addtables(root) {
	for (const table of root.querySelectorAll('table.data')) {
		if (!table.tBodies[0])
			continue;
		const many = table.tBodies[0].rows.length > FEW;
		addsorting(table, many ? new Rows(table) : null);
		const types = typesof(table);
		for (const cell of table.querySelectorAll('td.name'))
			if (cell.textContent) {
				shortenname(cell);
				mark(cell, colourof(types(cell), cell.textContent));
			}
	}
}

// Makes names in tables buttons that show the slices of this name, where any are drawn in a
// timeline, and the boxes of a flame graph, too.
function linktables(root, timeline, ...others) {
	if (!timeline)
		return;
	linksteps(root);
	for (const each of [timeline, ...others])
		linkrows(root, each);
	const drawn = new Set([timeline, ...others].flatMap((each) => [...each.drawnnames()]));
	for (const flame of flames)
		flame.link(timeline, drawn);
	for (const cell of root.querySelectorAll('table.data td.name')) {
		const name = cell.textContent, swatch = cell.querySelector('.swatch');
		if (!drawn.has(name))
			continue;
		const button = make('button', { type: 'button', class: 'find',
			title: 'Show it in the timeline' },
		...[...cell.childNodes].filter((node) => node !== swatch));
		button.addEventListener('click', () => timeline.gotoname(name));
		cell.append(button);
	}
}

// Gives a timeline the rows of tables by name, each with the type of its events, if it has one.
function linkrows(root, timeline) {
	timeline.cells = new Map();
	for (const table of root.querySelectorAll('table.data')) {
		const types = typesof(table);
		for (const cell of table.querySelectorAll('td.name')) {
			const name = cell.textContent, rows = timeline.cells.get(name) ?? [];
			rows.push({ row: cell.parentNode, type: types(cell) });
			timeline.cells.set(name, rows);
		}
	}
}

// Returns the rows of tables that a slice is in.
function rowsofslice({ cells, ranks, trace }, slice) {
	const type = slice < 0 ? '' : trace.texts[trace.category[slice]];
	const name = slice < 0 ? '' : trace.label(slice);
	const rows = [...new Set([name, groupname(name)])].flatMap(
	    (each) => cells?.get(each) ?? []);
	const named = rows.filter((each) => each.type === undefined || each.type === type)
	    .map(({ row }) => row);
	return slice < 0 ? [] : [...named, ...ranks?.rowsof(slice) ?? []];
}

// Marks the rows of the selected slice.
function markrows(timeline) {
	for (const row of document.querySelectorAll('table.data tr.here'))
		row.classList.remove('here');
	for (const row of rowsofslice(timeline, timeline.selected))
		row.classList.add('here');
}

function captionof(row) {
	return row.closest('table').caption?.textContent || 'table';
}

// Scrolls to a row, and shows it first if the filter or the limit of rows hides it.
function showrow(row) {
	row.hidden = false;
	row.scrollIntoView({ block: 'center' });
}

// Makes the numbers of steps in tables links to the steps in the timeline, as the columns of the
// chart are.
function linksteps(root) {
	const places = new Map();
	for (const link of root.querySelectorAll('svg.steps a')) {
		const [, step] = /^step (-?\d+),/.exec(link.querySelector('title').textContent);
		places.set(step, places.get(step) ?? link.getAttribute('href'));
	}
	for (const table of root.querySelectorAll('#steps table.data'))
		for (const [column, { dataset }] of [...table.tHead.rows[0].cells].entries()) {
			if (!/^slowest$|(^|_)step$/.test(dataset.column))
				continue;
			for (const { cells: { [column]: cell } } of table.tBodies[0].rows) {
				const href = places.get(cell.textContent);
				if (href)
					cell.replaceChildren(make('a', { href },
					    ...cell.childNodes));
			}
		}
}
