// SPDX-License-Identifier: MIT
// Makes elements, and writes times and numbers as text. Text of a profile becomes the text of a
// node or of the canvas, never markup.
'use strict';

// Makes an element with attributes and children; strings among these become text.
function make(tag, attributes, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes ?? {}))
		element.setAttribute(name, value);
	element.append(...children);
	return element;
}

function makebutton(label, attributes, act) {
	const button = make('button', { type: 'button', ...attributes }, label);
	button.addEventListener('click', act);
	return button;
}

// Makes an input for words of something, which Escape empties. Calls act with these words in lower
// case when they change.
function makefilter(label, what, act) {
	const input = make('input', { type: 'search', name: 'filter', class: 'filter',
		placeholder: label, 'aria-label': `${label}: ${what}`, spellcheck: 'false' });
	input.addEventListener('input', () =>
		act(input.value.toLowerCase().split(/\s+/).filter(Boolean)));
	input.addEventListener('keydown', (event) => {
		if (event.key === 'Escape' && input.value) {
			event.preventDefault();
			input.value = '';
			input.dispatchEvent(new Event('input'));
		}
	});
	return input;
}

// A time in nanoseconds, all digits of it, in a unit that fits.
function timetext(ns) {
	const size = Math.abs(ns);
	const [unit, places] = size < 1e3 ? ['ns', 0] : size < 1e6 ? ['us', 3] :
	    size < 1e9 ? ['ms', 6] : ['s', 9];
	return `${decimal(ns, places)} ${unit}`;
}

// A whole number divided by 10^places, without zeros at its end.
function decimal(number, places) {
	const digits = BigInt(Math.round(Math.abs(number))).toString().padStart(places + 1, '0');
	const whole = digits.slice(0, digits.length - places);
	const rest = digits.slice(digits.length - places).replace(/0+$/, '');
	return (number < 0 ? '-' : '') + whole + (rest && `.${rest}`);
}

// The distance of the marks of an axis, ns: 1, 2 or 5 times a power of ten, at least the given one.
function axisstep(least) {
	const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
	const step = [1, 2, 5, 10].find((n) => n * power >= least);
	return (step ?? 10) * power;
}

// A time at a mark of an axis whose marks have this distance: all have one unit.
function axistext(ns, step, most) {
	const [unit, places] = most < 1e3 ? ['ns', 0] : most < 1e6 ? ['us', 3] :
	    most < 1e9 ? ['ms', 6] : ['s', 9];
	const shown = Math.max(0, places - Math.floor(Math.log10(step)));
	return `${(ns / 10 ** places).toFixed(Math.min(shown, places))} ${unit}`;
}

function counttext(number, one, many = `${one}s`) {
	return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

// Invisible characters: controls, soft hyphens, blanks without width, marks that turn the
// direction or join, separators of lines, tags. The same are in lib/base/printable.c.
const UNSEEN = new RegExp(`[${['\\u0000-\\u001f', '\\\\', '\\u007f-\\u009f', '\\u00ad', '\\u061c',
	'\\u180e', '\\u200b-\\u200f', '\\u2028-\\u202e', '\\u2060-\\u206f', '\\ufeff',
	'\\ufff9-\\ufffb', '\\u{e0000}-\\u{e007f}'].join('')}]`, 'gu');
const ESCAPES = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

// Returns a text as tables show it, with codes for invisible characters.
function plaintext(text) {
	return text.replace(UNSEEN, (c) =>
	    ESCAPES[c] ?? `\\u${c.codePointAt(0).toString(16).padStart(4, '0')}`);
}

// Returns true if letters end in a word for an iteration: "step", "TrainStep", "timestep".
function isiteration(letters) {
	const [, before, word] =
	    /^(.*?)(step|iteration|iter|batch|epoch|frame)$/i.exec(letters) ?? [];
	return word !== undefined && (/^$|(time|sub|mini|micro)$/i.test(before) ||
	    (/[a-z]$/.test(before) && /^[A-Z]/.test(word)));
}

// Returns the name of a call without its version: "cudaMalloc" for "cudaMalloc_v3020".
function callname(name) {
	return name.replace(/_v\d{4,}$/, '');
}

// Returns the name that tables have for the range or the call of a slice: without the numbers of
// iterations and the version of a call. The rules are those of lib/gpu/groupname.c. Names may be
// long: the pattern takes linear time, and begins at what separates a word from a number.
function groupname(name) {
	const before = (text, end) => /[A-Za-z]*$/.exec(text.slice(Math.max(0, end - 32), end))[0];
	return callname(name).replace(/(^|[^ _:#=-])(?:[ _:#=-]+\d+(?![A-Za-z0-9]))+/g,
	    (all, last, at, text) => (isiteration(before(text, at + last.length)) ? last : all));
}
