// SPDX-License-Identifier: MIT
// The overview above the timeline: the first row of each group over the whole trace, with a frame
// around what the timeline shows. A press or drag moves the frame there.
'use strict';

// The height of the overview, pixels, and the most groups that have a row in it.
const OVERVIEW = 36, OVERROWS = 8;

class Overview {
	constructor(timeline) {
		this.timeline = timeline;
		this.canvas = make('canvas', { class: 'overview', role: 'img',
			'aria-label': 'Overview: all of the trace, a frame around what is shown' });
		this.rows = document.createElement('canvas'); // without the frame
		this.picture = new Picture(this.rows, timeline.trace, !!timeline.merged);
		this.drawn = null;                            // the colours and search of the rows
		this.lanes = timeline.tree.root.tracks.slice(0, OVERROWS)
		    .flatMap((track) => timeline.tree.within(track, 1));
		const move = (event) => this.move(event);
		this.canvas.addEventListener('pointerdown', (event) => {
			this.canvas.setPointerCapture(event.pointerId);
			this.canvas.addEventListener('pointermove', move);
			this.move(event);
		});
		for (const end of ['pointerup', 'pointercancel'])
			this.canvas.addEventListener(end, () =>
				this.canvas.removeEventListener('pointermove', move));
		this.canvas.addEventListener('dblclick', () => timeline.all());
	}

	// Shows as much time as before, around the place of the pointer.
	move(event) {
		const box = this.canvas.getBoundingClientRect(), { from, to } = this.timeline;
		const middle = this.picture.time((event.clientX - box.left) / box.width *
		    this.picture.width);
		this.timeline.show(middle - (to - from) / 2, middle + (to - from) / 2);
	}

	// Draws the rows, if they look different from before.
	drawrows(width, ratio) {
		const { picture, timeline } = this, { colours, search } = timeline.picture;
		const { least, most } = timeline;
		const look = [width, ratio, colours, search, least, most];
		if (this.drawn?.every((value, i) => value === look[i]))
			return;
		this.drawn = look;
		picture.resize(width, OVERVIEW, ratio);
		picture.from = least;
		picture.to = most;
		picture.colours = colours;
		picture.search = search;
		picture.begin();
		picture.preview(this.lanes, 0, OVERVIEW);
		this.canvas.width = this.rows.width;
		this.canvas.height = this.rows.height;
	}

	draw(width, ratio) {
		const { canvas, picture, timeline } = this;
		this.drawrows(width, ratio);
		const context = canvas.getContext('2d', { alpha: false });
		context.setTransform(1, 0, 0, 1, 0, 0);
		context.globalAlpha = 1;
		context.drawImage(this.rows, 0, 0);
		context.scale(ratio, ratio);
		const left = picture.x(timeline.from), right = picture.x(timeline.to);
		context.fillStyle = picture.colours.paper;
		context.globalAlpha = 0.7;
		context.fillRect(0, 0, left, OVERVIEW);
		context.fillRect(right, 0, width - right, OVERVIEW);
		context.globalAlpha = 1;
		context.strokeStyle = picture.colours.focus;
		context.lineWidth = 2;
		context.strokeRect(left + 1, 1, Math.max(right - left - 2, 1), OVERVIEW - 2);
	}
}
