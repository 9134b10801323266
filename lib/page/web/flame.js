// SPDX-License-Identifier: MIT
// The flame graph: an input finds its boxes, arrows move from box to box, and a click or Enter
// shows the slices of a name in the timeline. Without the script it is a picture all the same.
'use strict';

// Returns the name of a box of a flame graph.
function boxname(box) {
	return /^(.*): /s.exec(box.querySelector('title').textContent)[1];
}

class Flame {
	constructor(svg) {
		this.svg = svg;
		this.whole = svg.viewBox.baseVal.width;
		this.boxes = Array.from(svg.querySelectorAll('g'), (g) => {
			const number = (key) => Number(g.querySelector('rect').getAttribute(key));
			const name = boxname(g);
			return { g, y: number('y'), width: number('width'), name,
				lower: name.toLowerCase() };
		});
		this.words = [];
		this.count = make('output', { class: 'count' });
		svg.before(make('div', { class: 'bar' }, makefilter('Find ranges and kernels',
		    'flame graph', (words) => this.find(words)), this.count));
		this.addkeys();
	}

	// Boxes are in depth-first order: the parent is the last one above.
	addkeys() {
		const open = [];
		this.svg.setAttribute('role', 'tree');
		for (const box of this.boxes) {
			while (open.length && open[open.length - 1].y >= box.y)
				open.pop();
			box.parent = open[open.length - 1];
			open.push(box);
			box.g.setAttribute('role', 'treeitem');
			box.g.setAttribute('aria-level', open.length);
			box.g.setAttribute('tabindex', '-1');
			box.g.addEventListener('focus', () => this.enter(box));
			box.g.addEventListener('blur', () => this.find(this.words));
			box.g.addEventListener('keydown', (event) => this.key(event, box));
		}
		this.boxes[0]?.g.setAttribute('tabindex', '0');
	}

	// Of a found box inside another one, the time counts once.
	find(words) {
		const found = new Set(this.boxes.filter(({ lower }) =>
			words.every((word) => lower.includes(word))));
		const outermost = new Set(found);
		for (const box of found)
			for (let { parent } = box; parent; parent = parent.parent)
				if (found.has(parent)) {
					outermost.delete(box);
					break;
				}
		this.words = words;
		for (const box of this.boxes)
			box.g.classList.toggle('other', !found.has(box));
		this.count.textContent = words.length ?
		    `${counttext(found.size, 'box', 'boxes')}, ${this.share(outermost)}` : '';
	}

	share(boxes) {
		let sum = 0;
		for (const { width } of boxes)
			sum += width;
		return `${(sum / this.whole * 100).toFixed(1)} % of GPU time`;
	}

	// One box is in the tab order, the last that had the focus.
	enter(box) {
		for (const { g } of this.boxes)
			g.setAttribute('tabindex', g === box.g ? '0' : '-1');
		this.count.textContent =
		    `${box.g.querySelector('title').textContent}, ${this.share([box])}`;
	}

	// Returns the box that an arrow leads to.
	next(key, box) {
		const row = this.boxes.filter(({ y }) => y === box.y);
		switch (key) {
		case 'ArrowUp': return box.parent;
		case 'ArrowDown': return this.boxes.find(({ parent }) => parent === box);
		case 'ArrowLeft': return row[row.indexOf(box) - 1];
		case 'ArrowRight': return row[row.indexOf(box) + 1];
		default: return undefined;
		}
	}

	key(event, box) {
		if (event.ctrlKey || event.altKey || event.metaKey ||
		    !/^(Arrow(Up|Down|Left|Right)|Enter)$/.test(event.key))
			return;
		event.preventDefault();
		if (event.key === 'Enter')
			box.g.dispatchEvent(new MouseEvent('click'));
		else
			this.next(event.key, box)?.g.focus();
	}

	// Shows the slices of a name in a timeline, where it draws any.
	link(timeline, drawn) {
		for (const { g, name } of this.boxes)
			if (drawn.has(name)) {
				g.classList.add('find');
				g.addEventListener('click', () => timeline.gotoname(name));
			}
	}

	// Gives boxes the colours of their slices. types: those of GPU work by name.
	colour({ fills, inks }, types) {
		for (const { g, name } of this.boxes) {
			const work = g.classList.contains('work');
			const colour = colourof(work ? types.get(name) ?? 'kernel' : '', name);
			const label = g.querySelector('text');
			g.querySelector('rect').style.fill = fills[colour];
			if (label)
				label.style.fill = inks[colour];
		}
	}
}

const flames = [];

function addflames(root) {
	for (const svg of root.querySelectorAll('svg.flame'))
		flames.push(new Flame(svg));
}
