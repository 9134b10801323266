// SPDX-License-Identifier: MIT
// Colours: strong ones for kinds of GPU work, whose shades tell names apart, calm ones for names of
// all other slices, and those of the states of GPUs. They are variables of the style sheet, and
// have a number here: names, states, DIM, MERGED, then the shades of each kind.
'use strict';

// The number of colours for names: --c0 and so on in the style sheet.
const COLOURS = 10;

// The states of GPUs, and those without work that have the colour of idle time.
const STATES = ['compute', 'communication', 'copy', 'idle', 'both'];
const RESTS = ['before', 'after'];

// The colours of slices that do not match a search, and of merged slices without a name.
const DIM = COLOURS + STATES.length, MERGED = DIM + 1, KINDS = MERGED + 1;

// How much of the colour of its kind a shade has; the rest is paper.
const SHADES = [1, 0.84, 0.7];

// The kinds of work: all events of some types, and events of named types if a pattern matches their
// name.
let kinds = [];

// Takes the kinds from the settings of the page.
function setkinds(given) {
	kinds = given.map(({ name, types, named, pattern }) => ({ name, types, named,
		variable: `--${name.replaceAll(' ', '-')}`,
		pattern: pattern ? new RegExp(pattern, 'i') : null }));
}

const encoder = new TextEncoder();

// Returns the hash of a text: FNV-1a of its UTF-8.
function texthash(text) {
	let hash = 0x811c9dc5;
	for (const byte of encoder.encode(text))
		hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
	return hash;
}

// Returns the number of the colour of a name, which all versions of a call share.
function namecolour(name) {
	return texthash(callname(name)) % COLOURS;
}

// Returns the index of the kind of an event, or -1.
function kindof(type, name) {
	return kinds.findIndex((kind) => kind.types.includes(type) ||
	    (kind.named.includes(type) && kind.pattern.test(name)));
}

// Returns the number of the colour of an event by its type and name.
function colourof(type, name) {
	const kind = kindof(type, name);
	return kind < 0 ? namecolour(name) :
	    KINDS + kind * SHADES.length + texthash(name) % SHADES.length;
}

// Returns the variable of the style sheet that a colour comes from, and how much of it there is.
function colourparts(colour) {
	if (colour < COLOURS)
		return [`--c${colour}`, 1];
	if (colour < DIM)
		return [`--${STATES[colour - COLOURS]}`, 1];
	if (colour < KINDS)
		return [colour === DIM ? '--dim' : '--merged', 1];
	const shade = colour - KINDS;
	return [kinds[Math.floor(shade / SHADES.length)].variable, SHADES[shade % SHADES.length]];
}

// Makes a mark in the colour of an event.
function makeswatch(colour) {
	const [variable, share] = colourparts(colour);
	const swatch = make('span', { class: 'swatch', 'aria-hidden': 'true' });
	swatch.style.background = `var(${variable})`;
	swatch.style.opacity = share;
	return swatch;
}

// The parts of a colour from 0 to 255.
function channels(hex) {
	return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

// Returns a colour of which one share is ink, and the rest paper.
function mixcolours(ink, paper, share) {
	const behind = channels(paper);
	return `#${channels(ink).map((c, i) => Math.round(c * share + behind[i] * (1 - share))
	    .toString(16).padStart(2, '0')).join('')}`;
}

// The luminance of a colour, from 0 to 1, by the formula of WCAG.
function luminance(hex) {
	const [r, g, b] = channels(hex).map((byte) => {
		const c = byte / 255;
		return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// Reads the colours of the style sheet, which depend on the colour scheme.
function readcolours(element) {
	const style = getComputedStyle(element);
	const get = (name) => style.getPropertyValue(name).trim();
	const fills = [];
	for (let colour = 0; colour < KINDS + kinds.length * SHADES.length; colour++) {
		const [variable, share] = colourparts(colour);
		fills.push(mixcolours(get(variable), get('--paper'), share));
	}
	return {
		fills,
		inks: fills.map((fill) => (luminance(fill) > 0.179 ? '#000' : '#fff')),
		paper: get('--paper'), ink: get('--ink'), faint: get('--faint'),
		rule: get('--rule'), band: get('--band'), focus: get('--focus'),
	};
}

// Makes the legend of the kinds that a trace has; null if it has none.
function makelegend(trace) {
	const found = new Set(), seen = new Set();
	for (let i = 0; i < trace.count; i++) {
		const key = trace.category[i] * trace.texts.length + trace.name[i];
		if (seen.has(key))
			continue;
		seen.add(key);
		found.add(kindof(trace.texts[trace.category[i]], trace.texts[trace.name[i]]));
	}
	const items = kinds.filter((_, i) => found.has(i)).map(({ name, variable }) => {
		const item = make('li', {}, name);
		item.style.setProperty('--state', `var(${variable})`);
		return item;
	});
	return items.length === 0 ? null : make('ul', { class: 'legend',
		'aria-label': 'Colours of GPU work; all else has calm colours by name' }, ...items);
}
