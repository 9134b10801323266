// SPDX-License-Identifier: MIT
// Draws rows, counters and the axis. The number of rectangles is bounded by pixels: slices narrower
// than a pixel share it. It has the colour of the longest, and is darker the more they cover.
'use strict';

const AXIS = 24, LEVEL = 18, GROUP = 22, COUNTER = 34, GAP = 4;

class Picture {
	// merged: the trace may have slices that were made from several.
	constructor(canvas, trace, merged) {
		this.canvas = canvas;
		this.trace = trace;
		this.context = canvas.getContext('2d', { alpha: false });
		this.width = this.height = 0;   // CSS pixels
		this.from = this.to = 0;        // ns
		this.search = null;
		this.merged = new Set(!merged ? [] : [...trace.texts.keys()].filter((i) =>
		    /^\d+ (slices|instants|events)$/.test(trace.texts[i]))); // names
		this.known = new Map();         // colours by category, then by name
		this.states = trace.numbers.get('gpu-state') ?? -1;
		this.colours = null;
		this.steps = 0;                 // rectangles in the last frame
	}

	resize(width, height, ratio) {
		this.width = width;
		this.height = height;
		this.canvas.width = Math.max(1, Math.round(width * ratio));
		this.canvas.height = Math.max(1, Math.round(height * ratio));
		this.ratio = ratio;
	}

	x(time) {
		return (time - this.from) / (this.to - this.from) * this.width;
	}

	time(x) {
		return this.from + x / this.width * (this.to - this.from);
	}

	// Returns the number of a slice's colour.
	colour(slice) {
		const name = this.trace.name[slice];
		if (this.search && !this.search.is(slice))
			return DIM;
		const category = this.trace.category[slice];
		let known = this.known.get(category);
		if (!known) {
			known = new Uint8Array(this.trace.texts.length).fill(255);
			this.known.set(category, known);
		}
		if (known[name] === 255)
			known[name] = this.firstcolour(category, name);
		return known[name];
	}

	// Returns the colour of a category and name.
	firstcolour(category, name) {
		const text = this.trace.texts[name];
		if (this.merged.has(name))
			return MERGED;
		if (category !== this.states)
			return colourof(this.trace.texts[category], plaintext(text));
		const state = STATES.indexOf(RESTS.includes(text) ? 'idle' : text);
		return COLOURS + (state < 0 ? STATES.length - 1 : state);
	}

	begin() {
		const { context, colours } = this;
		this.steps = 0;
		context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
		context.globalAlpha = 1;
		context.fillStyle = colours.paper;
		context.fillRect(0, 0, this.width, this.height);
		context.font = '11px system-ui, sans-serif';
		context.textBaseline = 'middle';
	}

	fill(colour, alpha, x, y, width, height) {
		const { context } = this;
		if (this.fillcolour !== colour)
			context.fillStyle = this.colours.fills[colour];
		if (this.fillalpha !== alpha)
			context.globalAlpha = alpha;
		this.fillcolour = colour;
		this.fillalpha = alpha;
		context.fillRect(x, y, width, height);
		this.steps++;
	}

	// Draws a row at y.
	row(row, y, height) {
		const perpixel = (this.to - this.from) / this.width, labels = [];
		this.fillcolour = this.fillalpha = -1;
		for (let i = row.at(this.from); i < row.count && row.start(i) < this.to;) {
			const slice = row.order[i], x = this.x(row.start(i));
			const width = this.trace.duration[slice] / perpixel;
			if (width >= 1) {
				this.wide(slice, x, y, width, height, labels);
				i++;
			} else {
				i = this.narrow(row, i, x, y, height, perpixel);
			}
		}
		this.labels(labels, y, height);
	}

	wide(slice, x, y, width, height, labels) {
		const left = Math.max(x, -1), right = Math.min(x + width, this.width + 1);
		const colour = this.colour(slice);
		const gap = right - left > 3 && height > 8 ? 1 : 0;
		this.fill(colour, 1, left, y, right - left - gap, height);
		if (right - left > 28 && height > 12)
			labels.push([slice, Math.max(left, 0), Math.min(right, this.width),
				colour]);
	}

	// Draws the slices that begin in the pixel of slice i and are narrower than it; returns
	// what follows them.
	narrow(row, i, x, y, height, perpixel) {
		const pixel = Math.floor(Math.max(x, 0));
		let until = Math.max(row.from(this.time(pixel + 1), i + 1), i + 1);
		let top = row.longestin(i, until);
		if (top > i && this.trace.duration[row.order[top]] >= perpixel) {
			until = top;
			top = row.longestin(i, until);
		}
		const share = Math.min(1, (row.sum[until] - row.sum[i]) / perpixel);
		let colour = this.colour(row.order[top]), alpha = 0.4 + Math.round(share * 6) / 10;
		if (this.search && colour === DIM && row.matches(this.search, i, until) > 0) {
			colour = this.matching(row, i, until);
			alpha = 1;
		}
		const alone = until - i === 1 && this.trace.shape[row.order[i]] & SHAPE_INSTANT;
		if (alone)
			this.fill(colour, 1, x - 1, y, 2, height);
		else
			this.fill(colour, alpha, pixel, y, 1, height);
		return until;
	}

	// The colour of the first slice of some that matches.
	matching(row, from, until) {
		while (until - from > 1) {
			const middle = (from + until) >> 1;
			if (row.matches(this.search, from, middle) > 0)
				until = middle;
			else
				from = middle;
		}
		return this.colour(row.order[from]);
	}

	labels(labels, y, height) {
		const { context, trace, colours } = this;
		context.globalAlpha = 1;
		for (const [slice, left, right, colour] of labels) {
			const most = Math.floor((right - left - 8) / 6.2);
			let text = trace.label(slice);
			if (text.length > most)
				text = most > 2 ? `${text.slice(0, most - 1)}…` : '';
			context.fillStyle = colours.inks[colour];
			context.fillText(text, left + 3, y + height / 2 + 0.5, right - left - 5);
		}
	}

	// Draws the values of a counter: the highest of each pixel, scaled by the highest of all.
	// Counters are sampled: there are few values for each pixel.
	counter(lane, colour, y, height, most) {
		const { times, values } = lane;
		if (most <= 0)
			return;
		let i = lower(times, this.from), last = i > 0 ? values[i - 1] : 0;
		this.fillcolour = this.fillalpha = -1;
		for (let pixel = 0; pixel < this.width && (i > 0 || i < times.length); pixel++) {
			const until = this.time(pixel + 1);
			let high = last, seen = 0;
			for (; i < times.length && times[i] < until; i++, seen++)
				high = Math.max(seen ? high : values[i], values[i]);
			if (i > 0)
				last = values[i - 1];
			const tall = Math.max(0, high) / most * (height - 2);
			if (tall > 0)
				this.fill(colour, 0.75, pixel, y + height - tall, 1, tall);
		}
		this.context.globalAlpha = 1;
	}

	// A group that is closed: some of its tracks in small.
	preview(lanes, y, height) {
		const rows = [];
		for (const lane of lanes)
			rows.push(rowsof(this.trace, lane)[0]);
		const each = Math.max(2, Math.floor(height / Math.max(1, rows.length)));
		for (const [i, row] of rows.entries())
			if (row && (i + 1) * each <= height + 1)
				this.row(row, y + i * each, each > 3 ? each - 1 : each);
		this.context.globalAlpha = 1;
	}

	axis(begins) {
		const { context, colours, width } = this;
		const step = axisstep((this.to - this.from) / Math.max(1, width / 110));
		context.globalAlpha = 1;
		context.fillStyle = colours.band;
		context.fillRect(0, 0, width, AXIS);
		const most = Math.max(Math.abs(this.from - begins), Math.abs(this.to - begins));
		const first = Math.ceil((this.from - begins) / step);
		for (let mark = first; mark <= (this.to - begins) / step; mark++) {
			const x = Math.round(this.x(begins + mark * step));
			context.fillStyle = colours.rule;
			context.fillRect(x, 0, 1, this.height);
			context.fillStyle = colours.faint;
			const text = axistext(mark * step, step, most);
			if (x + 4 + context.measureText(text).width <= this.width)
				context.fillText(text, x + 4, AXIS / 2);
		}
	}

	// Shades the time between two places that is being chosen.
	shade(x, other) {
		const { context, colours } = this;
		context.globalAlpha = 0.25;
		context.fillStyle = colours.focus;
		context.fillRect(Math.min(x, other), 0, Math.abs(other - x), this.height);
		context.globalAlpha = 1;
	}

	outline(x, y, width, height, thick, colour) {
		const { context } = this;
		const left = Math.max(-4, x), right = Math.min(this.width + 4, x + width);
		context.strokeStyle = colour;
		context.lineWidth = thick;
		context.strokeRect(left - 1, y - 1, Math.max(3, right - left) + 1, height + 2);
	}

	arrow(fromx, fromy, tox, toy) {
		const { context, colours } = this;
		const bend = Math.max(30, Math.abs(tox - fromx) / 3);
		const near = (x) => Math.min(1e5, Math.max(-1e5, x));
		context.strokeStyle = colours.focus;
		context.fillStyle = colours.focus;
		context.lineWidth = 1.5;
		context.beginPath();
		context.moveTo(near(fromx), fromy);
		context.bezierCurveTo(near(fromx + bend), fromy, near(tox - bend), toy,
		    near(tox - 5), toy);
		context.stroke();
		context.beginPath();
		context.moveTo(near(tox), toy);
		context.lineTo(near(tox - 7), toy - 4);
		context.lineTo(near(tox - 7), toy + 4);
		context.fill();
	}
}

// Returns the index of the first number >= least in a sorted list, from low on.
function lower(numbers, least, low = 0) {
	let high = numbers.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (numbers[middle] < least)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}
