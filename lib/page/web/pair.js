// SPDX-License-Identifier: MIT
// Two timelines of two runs that show the same time: their axes are aligned by the beginning of the
// runs or of their first steps.
'use strict';

class Pair {
	// old, now: timelines. sides: for each, where its span begins and, unless it has no steps,
	// its first step, ns. place: where the choice of the alignment is put.
	constructor(old, now, sides, place) {
		this.timelines = [old, now];
		this.sides = sides;
		this.limits = this.timelines.map(({ least, most }) => [least, most]);
		this.homes = this.timelines.map(({ home }) => home);
		old.other = now;
		now.other = old;
		const steps = sides.every(({ step }) => step !== undefined);
		if (steps)
			place.append(this.choice());
		this.align(steps ? 'step' : 'begin');
		for (const timeline of this.timelines)
			timeline.restore();
	}

	choice() {
		const select = make('select', { name: 'align' },
		    make('option', { value: 'step' }, 'first step'),
		    make('option', { value: 'begin' }, 'beginning of the run'));
		select.addEventListener('change', () => this.align(select.value));
		return make('label', { class: 'align' }, 'Aligned by ', select);
	}

	// Sets the zero of both axes, and shows both homes.
	align(by) {
		const origins = this.sides.map((side) => side[by]);
		const span = (ranges) => [
			Math.min(...ranges.map(([from], i) => from - origins[i])),
			Math.max(...ranges.map(([, to], i) => to - origins[i]))];
		const limits = span(this.limits), home = span(this.homes);
		for (const [i, timeline] of this.timelines.entries()) {
			timeline.origin = origins[i];
			[timeline.least, timeline.most] = limits.map((time) => time + origins[i]);
			timeline.home = home.map((time) => time + origins[i]);
		}
		this.timelines[0].show(...this.timelines[0].home);
	}
}
