// SPDX-License-Identifier: MIT
// The timeline: the visible time and tracks, and the handlers of keys, wheel, pointer, touch and
// search. For tests, its section has the visible part in data- attributes.
'use strict';

const KEYS = [
	['W / S, + / −, Ctrl + wheel', 'zoom in and out'],
	['A / D, ← / →, Shift + wheel, drag', 'move in time'],
	['drag on the axis', 'show the time from there to here'],
	['↑ / ↓', 'select in the row above or below; without a selection scroll'],
	['0', 'show all'],
	['G', 'show the work of GPUs'],
	['Enter, click', 'select what is under the pointer or in the middle'],
	['P', 'pin the row of the selection, or unpin it'],
	[', / .', 'select the slice before or behind in the row'],
	['L', 'go to the launch, or to what was launched'],
	['F, double click', 'zoom to the selection'],
	['/', 'search, a name in quotes; Enter goes to the next, Shift + Enter back'],
	['Escape', 'forget the selection or the search'],
];

// With more names than this, only those near the visible part have elements.
const FEWLABELS = 1000;

// The shortest time that is shown, ns.
const SHORTEST = 20;

// The time in the stream that is 0 in the trace, ns: a trace that was shifted says so.
function zeroof(trace) {
	const clock = trace.numbers.get('clock') ?? -1;
	const slice = trace.category.subarray(0, trace.count).indexOf(clock);
	const zero = slice < 0 ? ['', '0'] : trace.args(slice).find(([name]) => name === 'zero_ns');
	return zero ? Number(zero[1]) : null;
}

class Timeline {
	// The part of the page's address that timelines have read or written last. Where it is not
	// that of the page, a link was followed whose view is not shown yet.
	static hash = '';

	// merged: the numbers of slices that are drawn and that were there before some were merged;
	// null if none were. views: from where to where the span and the work of GPUs reach, ns;
	// the second may be undefined. key: begins the addresses of its views.
	constructor(section, trace, merged, views, key = 'time') {
		this.section = section;
		this.trace = trace;
		this.merged = merged;
		this.address = key;
		this.other = null;       // a timeline of another run, which shows the same time
		this.tree = new Tree(trace);
		this.least = trace.begins;
		this.most = Math.max(trace.ends, trace.begins + SHORTEST);
		this.origin = views.span?.[0] ?? this.least; // the time that the axis calls 0
		this.home = this.homeof(views.span);
		this.work = views.gpu;
		this.zero = merged ? null : zeroof(trace);
		this.selected = -1;
		this.hovered = -1;
		this.pointers = new Map();
		this.chosen = null;      // from where to where on the axis, pixels
		this.search = null;
		this.found = new Uint32Array(0);
		this.place = -1;         // index in the matches
		this.pending = false;
		this.pins = [];          // tracks that stay on top
		this.pinned = 0;         // their height, pixels
		this.cells = null;       // rows of tables: see linkrows
		this.ranks = null;       // see linkranks
		this.high = new Map();   // the highest value of counters of one scale
		this.build();
		this.picture = new Picture(this.canvas, trace, !!merged);
		this.types = this.worktypes();
		this.listen();
		this.layout();
		this.restore();
		this.theme();
	}

	build() {
		const { section } = this;
		this.input = make('input', { type: 'search', name: 'search',
			placeholder: 'Search by name', spellcheck: 'false',
			'aria-label': 'Search the timeline by name' });
		this.count = make('output', { class: 'count' });
		const say = (label, text, act) => makebutton(label, { title: text,
			'aria-label': text }, act);
		const keys = make('dl', {});
		for (const [key, what] of KEYS)
			keys.append(make('dt', {}, key), make('dd', {}, what));
		this.bar = make('div', { class: 'bar' }, this.input,
		    say('‹', 'Found before', () => this.step(-1)),
		    say('›', 'Found next', () => this.step(1)), this.count,
		    make('span', { class: 'gap' }),
		    say('−', 'Zoom out', () => this.zoom(2)),
		    say('+', 'Zoom in', () => this.zoom(1 / 2)),
		    ...this.work ? [say('GPU work', 'Show the work of GPUs',
			() => this.showwork())] : [],
		    say('All', 'Show all', () => this.all()),
		    make('details', { class: 'keys' }, make('summary', {}, 'Keys'), keys));
		this.canvas = make('canvas', {});
		this.names = make('div', { class: 'names' });
		this.corner = make('div', { class: 'corner' });
		this.stick = make('div', { class: 'stick' }, this.corner, this.canvas);
		this.size = make('div', { class: 'size' }, this.names, this.stick);
		this.paper = make('canvas', { class: 'paper' });
		this.view = make('div', { class: 'view', tabindex: '0', role: 'region',
			'aria-label': 'Timeline. Keys: W and S zoom, A and D move, Enter selects' },
		    this.size, this.paper);
		this.tip = make('div', { class: 'tip', hidden: '' });
		this.about = make('div', { class: 'about' });
		this.said = make('p', { class: 'said', 'aria-live': 'polite' });
		this.overview = new Overview(this);
		section.append(this.bar, this.overview.canvas, this.view, this.about,
		    makelegend(this.trace) ?? '', ...this.idlenote(), this.tip, this.said);
		section.hidden = false;
	}

	// Says how many processes and threads are closed because they call no GPU.
	idlenote() {
		const { processes, threads } = this.tree.idle, all = processes + threads;
		const what = [[processes, 'process', 'processes'], [threads, 'thread', 'threads']]
		    .filter(([number]) => number > 0).map((each) => counttext(...each));
		return all === 0 ? [] : [make('p', { class: 'note' },
		    `${what.join(' and ')} without CUDA calls ` +
		    `${all === 1 ? 'is' : 'are'} closed; a click on a name opens it.`)];
	}

	listen() {
		const { view, canvas, input } = this;
		view.addEventListener('scroll', () => {
			this.hover(-1); // the pointer is over another slice now
			this.draw();
		});
		view.addEventListener('keydown', (event) => this.key(event));
		view.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
		canvas.addEventListener('pointerdown', (event) => this.press(event));
		canvas.addEventListener('pointermove', (event) => this.move(event));
		canvas.addEventListener('pointerup', (event) => this.release(event));
		canvas.addEventListener('pointercancel', (event) => this.leave(event));
		canvas.addEventListener('pointerleave', () => this.hover(-1));
		canvas.addEventListener('dblclick', () => this.focus(this.selected));
		// Two fingers zoom this, not the page.
		canvas.addEventListener('touchstart', (event) => {
			if (event.touches.length > 1)
				event.preventDefault();
		}, { passive: false });
		input.addEventListener('input', () => this.find(input.value));
		input.addEventListener('keydown', (event) => this.searchkey(event));
		document.addEventListener('keydown', (event) => {
			const writing = event.target.closest?.('input, textarea, select');
			if (event.key === '/' && !writing) {
				event.preventDefault();
				input.focus();
				input.select();
			}
		});
		new ResizeObserver(() => this.draw()).observe(view);
		matchMedia('(prefers-color-scheme: dark)').addEventListener('change',
		    () => this.theme());
		addEventListener('beforeprint', () => this.print('light'));
		addEventListener('afterprint', () => this.print(''));
		addEventListener('hashchange', () => {
			this.restore();
			this.draw();
			// On the way back and forward, the browser scrolls.
			if (location.hash.startsWith(`#${this.address}=`) && !history.state?.view)
				this.section.scrollIntoView();
		});
	}

	// Paper is white, whatever the screen is.
	print(theme) {
		document.documentElement.dataset.theme = theme;
		this.readcolours();
		this.frame();
		if (theme)
			this.drawpaper();
	}

	// Draws names and rows in one picture, which paper scales as it needs to.
	drawpaper() {
		const { paper, picture, view } = this, { colours, width, height, ratio } = picture;
		const left = this.canvas.offsetLeft, context = paper.getContext('2d');
		paper.width = Math.round((left + width) * ratio);
		paper.height = Math.round(height * ratio);
		context.scale(ratio, ratio);
		context.fillStyle = colours.band;
		context.fillRect(0, 0, left + width, height);
		context.fillStyle = colours.ink;
		context.textBaseline = 'middle';
		for (const { track, depth, y } of this.shown) {
			const x = 8 + depth * 11, top = this.screen(y) + GROUP / 2;
			context.font = `${track.group ? '600 ' : ''}12px system-ui, sans-serif`;
			if (top > AXIS + (track.y < AXIS + this.pinned ? 0 : this.pinned))
				context.fillText(track.name, x, top, left - x - 4);
		}
		context.drawImage(this.canvas, left, 0, width, height);
	}

	theme() {
		this.readcolours();
		this.draw();
	}

	readcolours() {
		this.picture.colours = readcolours(this.section);
		for (const flame of flames)
			flame.colour(this.picture.colours, this.types);
	}

	// Where each track that is shown has its rows: the pinned ones are first, and stay on top.
	layout() {
		let y = AXIS;
		const pins = this.pins.map((track) => ({ track, depth: 0, pinned: true }));
		this.shown = [...pins,
			...this.tree.shown().filter(({ track }) => !this.pins.includes(track))];
		for (const row of this.shown) {
			const { track } = row;
			row.y = y;
			row.height = track.group ? GROUP : track.counter ? COUNTER :
			    Math.max(1, track.levels) * LEVEL + GAP;
			track.y = y;
			y += row.height;
			if (row.pinned)
				this.pinned = y - AXIS;
		}
		this.pinned = pins.length > 0 ? this.pinned : 0;
		this.corner.style.height = `${AXIS + this.pinned}px`;
		this.corner.replaceChildren(...this.shown.slice(0, pins.length)
		    .map((row) => this.label(row)));
		this.height = y;
		this.size.style.height = `${y}px`;
		this.labelled = '';
		this.labels();
		this.draw();
	}

	// Returns where a place from the top of all rows is on the canvas, and the other way round.
	screen(y) {
		return y < AXIS + this.pinned ? y : y - this.view.scrollTop;
	}

	unscreen(y) {
		return y < AXIS + this.pinned ? y : y + this.view.scrollTop;
	}

	// Pins a track to the top, or unpins it.
	pin(track) {
		const height = Math.max(1, track.levels) * LEVEL + GAP;
		if (this.pins.includes(track)) {
			this.pins = this.pins.filter((other) => other !== track);
		} else if (this.pinned + height > this.view.clientHeight / 2) {
			this.said.textContent = 'There is no room for more pinned rows';
			return;
		} else {
			this.pins.push(track);
		}
		this.layout();
		this.said.textContent = this.pins.includes(track) ? `${track.name} is pinned` :
		    `${track.name} is no longer pinned`;
	}

	// The name of a track among pinned ones, which are not below their group.
	pinname(track) {
		const [group, ...rest] = track.path().split(' / ');
		return rest.length > 0 ? `${group.split(' · ')[0]} / ${track.name}` : track.name;
	}

	pinselected() {
		if (this.selected >= 0)
			this.pin(this.tree.trackof[this.trace.lane[this.selected]]);
	}

	// Adds the names of tracks: all, or of many those near the visible part.
	labels() {
		const { view } = this, shown = this.shown.slice(this.pins.length);
		const all = shown.length <= FEWLABELS;
		const near = ({ y, height }) => y + height > view.scrollTop - view.clientHeight &&
		    y < view.scrollTop + 2 * view.clientHeight;
		const rows = all ? shown : shown.filter(near);
		const labelled = `${rows[0]?.y} ${rows.length}`;
		if (labelled !== this.labelled)
			this.names.replaceChildren(...rows.map((row) => this.label(row)));
		this.labelled = labelled;
	}

	// The name of a track; that of a group opens and closes it.
	label({ track, depth, y, height }) {
		const attributes = {
			title: track.name + (track.about && `\n${track.about}`),
		};
		let label;
		if (track.group) {
			label = makebutton(track.name, { ...attributes, class: 'group',
				'aria-expanded': String(track.open) }, () => this.toggle(track));
		} else {
			const pinned = this.pins.includes(track);
			const name = pinned ? this.pinname(track) : track.name;
			label = make('div', attributes, name, makebutton('', { class: 'pin',
				'aria-label': `${pinned ? 'Unpin' : 'Pin'} ${name}`, tabindex: '-1',
				title: pinned ? 'Unpin this row' : 'Keep this row on top' },
			() => this.pin(track)));
		}
		label.track = track;
		label.style.top = `${y}px`;
		label.style.height = `${height}px`;
		label.style.setProperty('--depth', depth);
		return label;
	}

	toggle(track) {
		track.open = !track.open;
		this.layout();
		for (const label of this.names.children)
			if (label.track === track)
				label.focus();
	}

	// Draws with the next frame.
	draw() {
		if (this.pending)
			return;
		this.pending = true;
		requestAnimationFrame(() => {
			this.pending = false;
			this.frame();
		});
	}

	frame() {
		const { picture, view, canvas } = this, since = performance.now();
		const height = Math.min(view.clientHeight, this.height);
		const width = this.stick.clientWidth - canvas.offsetLeft;
		const ratio = Math.min(devicePixelRatio || 1, 2);
		if (width <= 0 || height <= 0)
			return;
		this.labels();
		this.stick.style.height = `${height}px`;
		canvas.style.width = `${width}px`;
		canvas.style.height = `${height}px`;
		if (picture.width !== width || picture.height !== height || picture.ratio !== ratio)
			picture.resize(width, height, ratio);
		picture.search = this.search;
		picture.begin();
		this.bands(height);
		picture.axis(this.origin);
		this.rows(height);
		this.marks();
		if (this.chosen)
			picture.shade(...this.chosen);
		this.overview.draw(width, ratio);
		this.tell(performance.now() - since);
	}

	// Returns the visible part of a row.
	inside(y, height) {
		const top = this.screen(y);
		return top + height > AXIS && top < this.picture.height;
	}

	// Draws the grounds of rows; the pinned ones are over the others.
	bands() {
		const { context, colours, width } = this.picture;
		for (const { track, y, height } of [...this.shown].reverse()) {
			const top = this.screen(y);
			if (!this.inside(y, height))
				continue;
			context.fillStyle = track.group ? colours.band : colours.paper;
			context.fillRect(0, top, width, height);
			context.fillStyle = colours.rule;
			context.fillRect(0, top + height - 1, width, 1);
		}
	}

	// Draws the rows, below the axis: the pinned ones, and the others below these.
	rows(height) {
		const { picture } = this, { context } = picture;
		const clip = (from, to, draw) => {
			context.save();
			context.beginPath();
			context.rect(0, from, picture.width, to - from);
			context.clip();
			draw();
			context.restore();
		};
		const edge = AXIS + this.pinned, pins = this.pins.length;
		clip(AXIS, edge, () => this.tracks(this.shown.slice(0, pins)));
		clip(edge, height, () => this.tracks(this.shown.slice(pins)));
		clip(AXIS, height, () => {
			this.links();
			this.outlines();
		});
	}

	tracks(rows) {
		const { picture } = this;
		for (const { track, y, height: tall } of rows) {
			if (!this.inside(y, tall))
				continue;
			const top = this.screen(y);
			if (track.group && !track.open)
				picture.preview(this.tree.within(track, 8), top + 3, tall - 6);
			else if (track.counter)
				picture.counter(track.counter, namecolour(track.name), top, tall,
				    this.highest(track));
			else
				this.lanes(track, top);
		}
	}

	lanes(track, top) {
		let y = top + GAP / 2;
		for (const lane of track.lanes)
			for (const row of rowsof(this.trace, lane)) {
				if (y + LEVEL > AXIS && y < this.picture.height)
					this.picture.row(row, y, LEVEL - 1);
				y += LEVEL;
			}
	}

	// The highest value of a counter, or of those that share its scale; percents go to 100.
	highest(track) {
		const key = track.scale ? `${track.scale} in ${track.parent.path()}` : track;
		if (!this.high.size)
			this.tree.visit((other) => {
				if (!other.counter)
					return;
				const shared = other.scale ?
				    `${other.scale} in ${other.parent.path()}` : other;
				let most = this.high.get(shared) ?? (other.unit === '%' ? 100 : 0);
				for (const value of other.counter.values)
					most = Math.max(most, value);
				this.high.set(shared, most);
			});
		return this.high.get(key);
	}

	// Where a slice is drawn, or the group that it is hidden in; from the top of all rows.
	box(slice) {
		const lane = this.trace.lanes[this.trace.lane[slice]];
		let track = this.tree.trackof[lane.number], closed = null;
		for (let outer = track.parent; outer; outer = outer.parent)
			if (!outer.open)
				closed = outer;
		if (closed && !this.pins.includes(track))
			return { y: closed.y + 3, height: GROUP - 6 };
		let y = track.y + GAP / 2;
		for (const other of track.lanes) {
			if (other === lane)
				break;
			y += Math.min(other.levels, LEVELS) * LEVEL;
		}
		return { y: y + Math.min(this.trace.depth[slice], LEVELS - 1) * LEVEL,
			height: LEVEL - 1 };
	}

	outlines() {
		const { picture, trace } = this;
		for (const [slice, thick] of [[this.hovered, 1], [this.selected, 2]]) {
			if (slice < 0)
				continue;
			const { y, height } = this.box(slice);
			picture.outline(picture.x(trace.start[slice]), this.screen(y),
			    picture.x(trace.start[slice] + trace.duration[slice]) -
			    picture.x(trace.start[slice]), height, thick,
			    thick > 1 ? picture.colours.focus : picture.colours.ink);
		}
	}

	// Draws arrows to the selected slice from its launching call, or from it to its launches.
	links() {
		if (this.selected < 0)
			return;
		const launch = this.launch(this.selected);
		if (launch >= 0)
			this.link(launch, this.selected);
		for (const slice of this.launched(this.selected).slice(0, 50))
			this.link(this.selected, slice);
	}

	link(launch, slice) {
		const { picture, trace } = this;
		const out = this.box(launch), into = this.box(slice);
		picture.arrow(picture.x(trace.start[launch] + trace.duration[launch]),
		    this.screen(out.y) + out.height / 2, picture.x(trace.start[slice]),
		    this.screen(into.y) + into.height / 2);
	}

	// Marks on the axis where something was found.
	marks() {
		const { picture, trace, found } = this, { context, colours } = picture;
		context.fillStyle = colours.focus;
		let last = -1;
		for (let i = this.firstfound(this.from); i < found.length; ) {
			const x = Math.floor(picture.x(trace.start[found[i]]));
			if (x > picture.width)
				break;
			if (x > last)
				context.fillRect(x, AXIS - 5, 2, 5);
			last = x;
			i = this.firstfound(picture.time(x + 1), i + 1);
		}
	}

	// Returns the index of the first match, from low on, that starts at a time or later.
	firstfound(time, low = 0) {
		const { found, trace } = this;
		let high = found.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (trace.start[found[middle]] < time)
				low = middle + 1;
			else
				high = middle;
		}
		return low;
	}

	tell(took) {
		const { dataset } = this.section, { trace } = this;
		const name = (slice) => (slice < 0 ? '' : trace.label(slice));
		dataset.from = this.from;
		dataset.to = this.to;
		dataset.scroll = this.view.scrollTop;
		dataset.tracks = this.shown.length;
		dataset.slices = trace.count;
		dataset.selected = name(this.selected);
		dataset.slice = this.selected;
		dataset.hovered = name(this.hovered);
		dataset.found = this.search ? this.found.length : '';
		dataset.place = this.place;
		dataset.drawn = this.picture.steps;
		dataset.frame = took.toFixed(1);
	}

	// Shows a time, as far as the trace goes and no less than makes sense. led: the other
	// timeline asked for it.
	show(from, to, led = false) {
		this.led = led;
		this.restored = false;
		const span = Math.min(Math.max(to - from, SHORTEST), this.most - this.least);
		const middle = (from + to) / 2;
		this.from = Math.min(Math.max(middle - span / 2, this.least), this.most - span);
		this.to = this.from + span;
		this.picture.from = this.from;
		this.picture.to = this.to;
		this.draw();
		this.settle();
		if (this.other && !led) {
			const by = this.other.origin - this.origin;
			this.other.show(this.from + by, this.to + by, true);
		}
	}

	all() {
		this.show(this.least, this.most);
	}

	// Returns the time that a page opens on: the span, unless nearly all is in it. Records of
	// the profiler may be far away from it.
	homeof(span = [this.least, this.most]) {
		return span[1] > span[0] ? span : [this.least, this.most];
	}

	// Shows the work of GPUs, with a margin.
	showwork() {
		if (!this.work)
			return;
		const [from, to] = this.work, margin = (to - from) / 50;
		this.show(from - margin, to + margin);
	}

	// Multiplies the visible time by a factor; the time at x stays at x.
	zoom(factor, x = this.picture.width / 2) {
		const time = this.picture.time(x), share = x / Math.max(1, this.picture.width);
		let span = (this.to - this.from) * factor;
		span = Math.min(Math.max(span, SHORTEST), this.most - this.least);
		this.show(time - span * share, time + span * (1 - share));
	}

	// Moves by a share of the visible time.
	pan(share) {
		const by = (this.to - this.from) * share;
		this.show(this.from + by, this.to + by);
	}

	// When the view no longer changes: sums it, unless a slice is selected, and writes it into
	// the address.
	settle() {
		clearTimeout(this.settling);
		this.settling = setTimeout(() => {
			if (this.selected < 0)
				this.about.replaceChildren(...showsums(this));
			this.remember();
		}, 300);
	}

	// Writes the visible time into the address, which users copy. It is a new entry of the
	// history, so that the browser goes back to the view before. A page from a disk may not.
	remember() {
		if (this.led || location.hash !== Timeline.hash)
			return; // the other timeline writes it, or a link has
		const slice = this.selected < 0 ? '' : `&slice=${this.selected}`;
		const home = this.from === this.home[0] && this.to === this.home[1];
		const begin = `#${this.address}=`;
		const hash = home && !slice ? '' : begin +
		    `${Math.round(this.from)}-${Math.round(this.to)}${slice}`;
		if (hash === location.hash || (!hash && !location.hash.startsWith(begin)))
			return;
		try {
			history[this.restored ? 'replaceState' : 'pushState']({ view: true }, '',
			    hash || location.pathname + location.search);
			Timeline.hash = hash;
		} catch {
			// no address then
		}
	}

	// Shows what the address tells: a view, or nothing, which is the view that the page opens
	// on.
	restore() {
		Timeline.hash = location.hash;
		const [, key, from, to, slice] =
		    /^#(\w+)=(-?\d+)-(-?\d+)(?:&slice=(\d+))?$/.exec(location.hash) ?? [];
		if (key === this.address) {
			const number = slice === undefined ? -1 : Number(slice);
			this.show(Number(from), Number(to));
			this.selectagain(number < this.trace.count ? number : -1);
		} else if (this.from === undefined || location.hash === '') {
			this.show(...this.home);
			this.selectagain(-1);
		}
		this.restored = true;
	}

	selectagain(slice) {
		if (slice === this.selected)
			return;
		this.select(slice);
		if (slice >= 0)
			this.scrollto(slice);
	}

	// Chromium and Safari tell pixels, Firefox lines or, where the system is set so, pages.
	wheel(event) {
		const size = [1, 16, 400][event.deltaMode];
		const across = event.shiftKey && !event.deltaX ? event.deltaY : event.deltaX;
		if (event.ctrlKey || event.metaKey) {
			event.preventDefault();
			this.zoom(Math.exp(Math.min(1, Math.max(-1, event.deltaY * size / 300))),
			    this.across(event));
		} else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
			event.preventDefault();
			this.pan(across * size / Math.max(1, this.picture.width));
		}
	}

	// Where an event is on the canvas.
	across(event) {
		return event.clientX - this.canvas.getBoundingClientRect().left;
	}

	press(event) {
		this.pointers.set(event.pointerId, event);
		this.moved = this.pointers.size > 1;
		const box = this.canvas.getBoundingClientRect();
		this.chosen = event.clientY - box.top < AXIS && !this.moved ?
		    [this.across(event), this.across(event)] : null;
		if (event.pointerType === 'mouse')
			this.view.focus({ preventScroll: true });
	}

	move(event) {
		const before = this.pointers.get(event.pointerId);
		if (!before) {
			this.hover(this.hit(event), event);
			return;
		}
		const x = event.clientX - before.clientX, y = event.clientY - before.clientY;
		if (!this.moved && Math.hypot(x, y) < 4)
			return;
		if (!this.moved)
			this.canvas.setPointerCapture(event.pointerId);
		this.moved = true;
		this.hover(-1);
		if (this.chosen) {
			this.chosen[1] = this.across(event);
			this.draw();
		} else if (this.pointers.size === 2) {
			this.pinch(event);
		} else {
			this.pan(-x / this.picture.width);
			if (event.pointerType === 'mouse')
				this.view.scrollTop -= y;
		}
		this.pointers.set(event.pointerId, event);
	}

	// Two fingers hold the times that are under them.
	pinch(event) {
		const { picture } = this;
		const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
		const before = this.across(this.pointers.get(event.pointerId));
		const fixed = this.across(other), now = this.across(event);
		if (Math.abs(now - fixed) < 8 || Math.abs(before - fixed) < 8)
			return;
		this.zoom(Math.abs((before - fixed) / (now - fixed)), fixed);
	}

	release(event) {
		const pressed = this.pointers.delete(event.pointerId), { chosen } = this;
		this.chosen = null;
		if (pressed && this.moved && chosen) {
			const [from, to] = chosen.map((x) => this.picture.time(x));
			this.show(Math.min(from, to), Math.max(from, to));
		} else if (pressed && !this.moved) {
			this.select(this.hit(event));
			this.hover(-1);
		}
	}

	leave(event) {
		this.pointers.delete(event.pointerId);
		this.chosen = null;
		this.hover(-1);
	}

	// The slice at a place on the canvas, or near it; -1 for none.
	hit(event) {
		const box = this.canvas.getBoundingClientRect();
		const x = event.clientX - box.left, y = event.clientY - box.top;
		return y < AXIS ? -1 : this.slicein(this.rowat(this.unscreen(y)), x);
	}

	// Describes the value of a counter at a place on the canvas; null if there is none.
	value(event) {
		const box = this.canvas.getBoundingClientRect();
		const y = this.unscreen(event.clientY - box.top);
		const under = this.shown.find((row) => y >= row.y && y < row.y + row.height);
		const track = under?.track;
		if (!track?.counter || event.clientY - box.top < AXIS)
			return null;
		const { times, values } = track.counter;
		const time = this.picture.time(event.clientX - box.left);
		const at = lower(times, time) - 1;
		return at < 0 ? null : [track.name,
			`${values[at].toLocaleString('en')} ${track.unit}`,
			`since ${timetext(times[at] - this.origin)}`];
	}

	// The row at a height from the top of all rows.
	rowat(y) {
		for (const { track, y: top, height } of this.shown) {
			if (y < top || y >= top + height || track.group || track.counter)
				continue;
			return this.rowsin(track)[Math.floor((y - top - GAP / 2) / LEVEL)] ?? null;
		}
		return null;
	}

	rowsin(track) {
		return track.lanes.flatMap((lane) => rowsof(this.trace, lane));
	}

	// The slice of a row at x, else the longest nearby.
	slicein(row, x, near = 3) {
		if (!row)
			return -1;
		const { picture } = this, time = picture.time(x);
		const at = row.at(time);
		if (at < row.count && row.start(at) <= time && row.end(at) > time &&
		    picture.x(row.end(at)) - picture.x(row.start(at)) >= 1)
			return row.order[at];
		const from = row.at(picture.time(x - near));
		const until = row.from(picture.time(x + near));
		return from < until ? row.order[row.longestin(from, until)] : -1;
	}

	hover(slice, event) {
		if (slice !== this.hovered) {
			this.hovered = slice;
			this.draw();
		}
		const lines = slice >= 0 ? this.lines(slice) : event ? this.value(event) : null;
		this.tip.hidden = !lines;
		if (lines)
			this.showtip(lines, event);
	}

	showtip(lines, event) {
		const [first, ...others] = lines;
		this.tip.replaceChildren(make('div', { class: 'name' }, first),
		    ...others.map((line) => make('div', {}, line)));
		const box = this.section.getBoundingClientRect();
		const x = event.clientX - box.left + 14, y = event.clientY - box.top + 16;
		this.tip.style.left =
		    `${Math.max(0, Math.min(x, box.width - this.tip.offsetWidth - 4))}px`;
		this.tip.style.top = `${y}px`;
	}

	// Describes a slice in two or three lines.
	lines(slice) {
		const { trace } = this, launch = this.launch(slice);
		const lines = [trace.label(slice), this.duration(slice),
			`at ${timetext(trace.start[slice] - this.origin)}`];
		if (launch >= 0)
			lines.push(`launched by ${trace.label(launch)} ` +
			    `${this.lateness(launch, slice)}`);
		return lines;
	}

	duration(slice) {
		const shape = this.trace.shape[slice], time = timetext(this.trace.duration[slice]);
		return shape & SHAPE_INSTANT ? 'an instant' :
		    shape & SHAPE_OPEN ? `${time} or more: it did not end` : time;
	}

	lateness(launch, slice) {
		const late = this.trace.start[slice] - this.trace.start[launch];
		return late < 0 ? `${timetext(-late)} later` : `${timetext(late)} before`;
	}

	// The call that launched a slice; -1 for none.
	launch(slice) {
		const { trace } = this;
		return trace.shape[slice] & SHAPE_LAUNCHED ?
		    trace.launches[trace.flow[slice]] - 1 : -1;
	}

	// Returns the slices that a call launched.
	launched(slice) {
		const { trace } = this, list = [];
		if (!(trace.shape[slice] & SHAPE_LAUNCHES))
			return list;
		if (this.launching === slice)
			return this.launchlist;
		const flow = trace.flow[slice];
		for (let i = 0; i < trace.count; i++)
			if (trace.flow[i] === flow && trace.shape[i] & SHAPE_LAUNCHED)
				list.push(i);
		this.launching = slice;
		this.launchlist = list;
		return list;
	}

	// The ranges that a thread was in when a call began, the outermost first.
	ranges(call) {
		const { trace } = this, time = trace.start[call], ranges = [];
		const lane = trace.lanes[trace.lane[call]];
		const siblings = this.tree.trackof[lane.number].parent.tracks;
		for (const track of siblings)
			for (const row of this.rowsin(track)) {
				const slice = row.order[row.at(time)];
				if (slice !== undefined && slice !== call &&
				    trace.start[slice] <= time &&
				    trace.start[slice] + trace.duration[slice] > time &&
				    /^nvtx/.test(trace.texts[trace.category[slice]]))
					ranges.push(slice);
			}
		return ranges.sort((a, b) => trace.start[a] - trace.start[b] ||
		    trace.duration[b] - trace.duration[a]);
	}

	select(slice) {
		this.selected = slice;
		this.led = this.restored = false;
		markrows(this);
		this.describe();
		this.draw();
		this.settle();
	}

	// Describes the selected slice.
	describe() {
		const { trace, selected } = this;
		if (selected < 0) {
			this.about.replaceChildren();
			this.said.textContent = '';
			return;
		}
		const track = this.tree.trackof[trace.lane[selected]];
		this.said.textContent =
		    `Selected: ${this.lines(selected).join(', ')}, on ${track.path()}`;
		const list = make('dl', {});
		const row = (name, ...values) =>
		    list.append(make('dt', {}, name), make('dd', {}, ...values));
		row('Duration', this.duration(selected));
		const start = trace.start[selected], since = timetext(start - this.origin);
		row('Start', this.zero === null ? since :
		    `${since} (ts ${start + this.zero} in the stream)`);
		row('Track', track.path() + (track.about ? ` (${track.about})` : ''));
		this.describelinks(row);
		const rows = rowsofslice(this, selected);
		if (rows.length > 0)
			row('In tables', ...rows.map((tr) => makebutton(captionof(tr),
			    { class: 'go' }, () => showrow(tr))));
		for (const [name, value] of trace.args(selected))
			row(plaintext(name), plaintext(value));
		const stack = trace.stack(selected);
		if (stack.length > 0)
			row('Call stack', make('ol', {}, ...stack.map(([symbol, module]) =>
			    make('li', {}, plaintext(symbol || '?'),
			    module && ` (${plaintext(module)})`))));
		this.about.replaceChildren(make('h3', {}, trace.label(selected)), list,
		    ...this.merged ? [] : showdurations(trace, selected));
	}

	describelinks(row) {
		const { trace, selected } = this, launch = this.launch(selected);
		const go = (slice, text) => makebutton(text ?? trace.label(slice), { class: 'go' },
		    () => this.go(slice));
		if (launch >= 0)
			row('Launched by', go(launch), ` ${this.lateness(launch, selected)}`);
		const launched = this.launched(selected);
		if (launched.length > 0) {
			const more = launched.length - 20;
			row('Launches', ...launched.slice(0, 20).map((slice) => go(slice)),
			    more > 0 ? ` and ${more} more` : '');
		}
		const ranges = this.ranges(launch >= 0 ? launch : selected);
		if (ranges.length > 0)
			row(launch >= 0 ? 'Ranges of the launch' : 'Ranges',
			    ...ranges.map((slice) => go(slice)));
	}

	// Selects a slice and shows it where it is.
	go(slice) {
		this.hover(-1); // its tip would stay where the pointer was
		this.select(slice);
		this.reveal(slice);
	}

	// Opens the groups that a slice is in, and scrolls there.
	scrollto(slice) {
		const { trace, view } = this;
		const track = this.tree.trackof[trace.lane[slice]];
		let closed = false;
		if (this.pins.includes(track))
			return;
		for (let outer = track.parent; outer; outer = outer.parent) {
			closed ||= !outer.open;
			outer.open = true;
		}
		if (closed)
			this.layout();
		const { y } = this.box(slice);
		if (y - view.scrollTop < AXIS + this.pinned + LEVEL ||
		    y - view.scrollTop > view.clientHeight - 2 * LEVEL)
			view.scrollTop = y - view.clientHeight / 2;
	}

	// Shows a slice where it is.
	reveal(slice) {
		const { start, duration } = this.trace;
		this.scrollto(slice);
		let span = this.to - this.from;
		const end = start[slice] + duration[slice];
		const width = duration[slice] / span * this.picture.width;
		if (width < 3 && duration[slice] > 0)
			span = Math.min(span, duration[slice] * this.picture.width / 12);
		else if (width > this.picture.width)
			span = duration[slice] * 1.2;
		if (start[slice] < this.from || end > this.to || span !== this.to - this.from) {
			const middle = start[slice] + duration[slice] / 2;
			this.show(middle - span / 2, middle + span / 2);
		}
	}

	// Zooms to a slice.
	focus(slice) {
		if (slice < 0)
			return;
		const { start, duration } = this.trace;
		const room = Math.max(duration[slice] / 8, SHORTEST);
		this.show(start[slice] - room, start[slice] + duration[slice] + room);
		this.reveal(slice);
	}

	// Returns the row of the selected slice, and its place in the row.
	current() {
		const { trace, selected } = this;
		const lane = trace.lanes[trace.lane[selected]];
		const row = rowsof(trace, lane)[trace.depth[selected]];
		return row ? { row, at: row.order.indexOf(selected) } : null;
	}

	// Selects another slice of the row.
	beside(by) {
		const here = this.selected >= 0 && this.current();
		if (here && here.at + by >= 0 && here.at + by < here.row.count)
			this.go(here.row.order[here.at + by]);
	}

	// The slice of a row at a time, else the nearest one in the visible time; -1 for none.
	nearest(row, time) {
		const { from, to } = this, at = row.at(time);
		if (at < row.count && row.start(at) <= time)
			return row.order[at];
		const before = at > 0 && row.end(at - 1) >= from ?
		    time - row.end(at - 1) : Infinity;
		const behind = at < row.count && row.start(at) <= to ?
		    row.start(at) - time : Infinity;
		return before === Infinity && behind === Infinity ? -1 :
		    row.order[before < behind ? at - 1 : at];
	}

	// Selects in the next row above or below that has a slice in the visible time.
	updown(by) {
		if (this.selected < 0) {
			this.view.scrollTop += by * 3 * LEVEL;
			return;
		}
		const { trace, selected } = this, lane = trace.lanes[trace.lane[selected]];
		const middle = trace.start[selected] + trace.duration[selected] / 2;
		const time = Math.min(Math.max(middle, this.from), this.to);
		const levels = this.shown.flatMap(({ track }) => track.lanes.flatMap((each) =>
		    Array.from({ length: Math.min(each.levels, LEVELS) }, (_, i) => [each, i])));
		const here = levels.findIndex(([each, level]) =>
		    each === lane && level === trace.depth[selected]);
		for (let i = here + by; here >= 0 && i >= 0 && i < levels.length; i += by) {
			const row = rowsof(trace, levels[i][0])[levels[i][1]];
			const slice = this.nearest(row, time);
			if (slice >= 0) {
				this.go(slice);
				return;
			}
		}
		this.said.textContent = `No row ${by < 0 ? 'above' : 'below'} has a slice in ` +
		    'the visible time';
	}

	// Selects the slice under the pointer, or in the middle.
	enter() {
		if (this.hovered >= 0) {
			this.select(this.hovered);
			return;
		}
		const { picture } = this;
		const middle = picture.width / 2;
		for (let y = AXIS; y < picture.height; y += LEVEL / 2) {
			const slice = this.slicein(this.rowat(this.unscreen(y)), middle, middle);
			if (slice >= 0) {
				this.select(slice);
				return;
			}
		}
		this.said.textContent = 'Nothing is shown that could be selected';
	}

	golaunch() {
		if (this.selected < 0)
			return;
		const other = this.launch(this.selected) >= 0 ? this.launch(this.selected) :
		    this.launched(this.selected)[0];
		if (other !== undefined)
			this.go(other);
	}

	key(event) {
		const acts = {
			w: () => this.zoom(1 / 1.5), s: () => this.zoom(1.5),
			'+': () => this.zoom(1 / 1.5), '=': () => this.zoom(1 / 1.5),
			'-': () => this.zoom(1.5),
			a: () => this.pan(-0.15), d: () => this.pan(0.15),
			arrowleft: () => this.pan(-0.15), arrowright: () => this.pan(0.15),
			arrowup: () => this.updown(-1), arrowdown: () => this.updown(1),
			0: () => this.all(), g: () => this.showwork(), enter: () => this.enter(),
			',': () => this.beside(-1), '.': () => this.beside(1),
			p: () => this.pinselected(),
			l: () => this.golaunch(), f: () => this.focus(this.selected),
			escape: () => this.forget(),
		};
		const act = acts[event.key.toLowerCase()];
		if (!act || event.ctrlKey || event.metaKey || event.altKey)
			return;
		if (event.key === 'Enter' && event.target.closest('button'))
			return;
		event.preventDefault();
		act();
	}

	// Forgets the selection, else the search.
	forget() {
		if (this.selected >= 0) {
			this.select(-1);
			return;
		}
		this.input.value = '';
		this.find('');
	}

	searchkey(event) {
		if (event.key === 'Enter') {
			event.preventDefault();
			this.step(event.shiftKey ? -1 : 1);
		} else if (event.key === 'Escape') {
			event.preventDefault();
			this.input.value = '';
			this.find('');
			this.view.focus();
		}
	}

	// The names of all slices, and those that tables have for them.
	drawnnames() {
		const { trace } = this, used = new Set(trace.name.subarray(0, trace.count));
		const names = Array.from(used, (name) => plaintext(trace.texts[name]));
		return new Set([...names, ...names.map(groupname)]);
	}

	// Returns the types of the GPU work that is drawn, by name.
	worktypes() {
		const { trace } = this, types = new Map();
		const work = WORK.map((type) => trace.texts.indexOf(type));
		for (let i = 0; i < trace.count; i++)
			if (work.includes(trace.category[i]))
				types.set(trace.name[i], trace.texts[trace.category[i]]);
		return new Map(Array.from(types, ([name, type]) =>
		    [plaintext(trace.texts[name]), type]));
	}

	// Finds the slices of a name, and shows the first of them that begins in sight or later;
	// in both of two timelines, of which one leads.
	gotoname(name) {
		const text = `"${name}"`, both = [this, this.other].filter((each) => each);
		for (const each of both) {
			each.input.value = text;
			each.find(text);
		}
		const lead = both.find(({ found }) => found.length > 0) ?? this;
		lead.gotofound();
		for (const each of both)
			if (each !== lead && each.found.length > 0)
				each.scrollto(each.found[Math.min(each.firstfound(each.from),
				    each.found.length - 1)]);
	}

	gotofound() {
		this.section.scrollIntoView();
		this.view.focus({ preventScroll: true });
		this.step(1);
	}

	// Finds slices by a part of their name, of any case, or by a whole name in quotes, or the
	// name that tables have for it.
	find(text) {
		const { trace } = this, wanted = text.trim().toLowerCase();
		const [, whole] = /^"(.+)"$/s.exec(text) ?? [];
		const matches = (name) => (whole === undefined ?
		    name.toLowerCase().includes(wanted) :
		    name === whole || groupname(name) === whole);
		if (wanted) {
			const names = Uint8Array.from(trace.texts,
			    (name) => matches(plaintext(name)));
			this.look((slice) => names[trace.name[slice]]);
		} else {
			this.look(null);
		}
	}

	// Shows all slices for which a function returns 1, and goes to the first of them as
	// gotoname does. what: a text that says which they are.
	gotoslices(what, is) {
		const some = new Uint8Array(this.trace.count);
		for (let i = 0; i < some.length; i++)
			some[i] = is(i);
		this.input.value = '';
		this.look((slice) => some[slice], what);
		this.gotofound();
	}

	// Finds the slices for which a function returns 1; null ends the search.
	look(is, what = '') {
		this.place = -1;
		this.search = null;
		this.sought = what;
		this.found = new Uint32Array(0);
		this.count.textContent = '';
		if (is) {
			this.search = { number: this.searches = (this.searches ?? 0) + 1, is };
			this.collect();
			this.tellfound();
		}
		this.draw();
	}

	// Those that match, in order of their start.
	collect() {
		const { trace } = this, { is } = this.search;
		let count = 0;
		for (let i = 0; i < trace.count; i++)
			count += is(i);
		this.found = new Uint32Array(count);
		let sorted = true;
		for (let i = 0, n = 0; i < trace.count; i++)
			if (is(i)) {
				sorted &&= n === 0 ||
				    trace.start[this.found[n - 1]] <= trace.start[i];
				this.found[n++] = i;
			}
		if (!sorted)
			this.found.sort((a, b) => trace.start[a] - trace.start[b] || a - b);
	}

	// A merged slice loses the names of its parts, so a search cannot find them.
	tellfound() {
		const number = this.found.length, all = number.toLocaleString('en');
		const where = this.merged ? ` among ${this.merged.slices.toLocaleString('en')} ` +
		    `slices drawn of ${this.merged.of.toLocaleString('en')}` : '';
		const what = this.sought && `${this.sought}: `;
		this.count.textContent = what + (number === 0 ? `nothing found${where}` :
		    this.place < 0 ? `${all} found${where}` :
		    `${(this.place + 1).toLocaleString('en')} of ${all}${where}`);
	}

	// Goes to another of those found; the first one is the next that is in sight.
	step(by) {
		const number = this.found.length;
		if (number === 0)
			return;
		if (this.place < 0) {
			const first = this.firstfound(this.from);
			this.place = ((by > 0 ? first : first - 1) + number) % number;
		} else {
			this.place = (this.place + by + number) % number;
		}
		this.go(this.found[this.place]);
		this.tellfound();
	}
}
