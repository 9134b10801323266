// SPDX-License-Identifier: MIT
// usage: speedscope.cjs FOLDER FILE...
// Imports each file as speedscope does that is dropped onto it, and prints the stacks that have a
// weight of their own, with it.  FOLDER is that of node_modules.
//
// The package has only what a page loads.  That begins in an object that answers to all that it asks
// of a page; what imports is a function within, found by its one use.
const { readFileSync, readdirSync } = require('fs');
const { basename, join } = require('path');
const vm = require('vm');

const [folder, ...files] = process.argv.slice(2);
const release = join(folder, 'node_modules/speedscope/dist/release');
const head = '"use strict";(()=>{';

function program() {
	const name = readdirSync(release).find(n => /^speedscope-.*\.js$/.test(n));
	const text = readFileSync(join(release, name), 'utf8');
	const use = /loadFileFromBase64:\((\w+),(\w+)\)=>\{this\.loadProfile\(\(\)=>(\w+)\(\1,\2\)\)/;
	const found = use.exec(text);
	if (!found || !text.startsWith(head))
		throw new Error(name + ': no importer found');
	return head + 'globalThis.load = (n, b) => ' + found[3] + '(n, b);' + text.slice(head.length);
}

// An object that has everything, and can be called.
function page() {
	return new Proxy(function () {}, {
		get: (target, key) =>
			key === Symbol.toPrimitive ? () => '' : key === 'then' ? undefined : page(),
		set: () => true,
		apply: page,
		construct: page
	});
}

function begin() {
	const window = {
		console: { log() {}, warn() {}, error() {} },
		TextDecoder, TextEncoder, Promise, URL, atob, performance,
		setTimeout: () => 0, clearTimeout() {}, requestAnimationFrame() {}, addEventListener() {},
		matchMedia: page, getComputedStyle: page, HTMLElement: function () {},
		document: page(), history: page(), localStorage: page(),
		navigator: { userAgent: '', platform: '' }, location: { hash: '', href: 'file:///' }
	};
	window.window = window.self = window;
	vm.createContext(window);
	try {
		vm.runInContext(program(), window);
	} catch (error) {
		if (!window.load) // it need not get as far as to draw
			throw error;
	}
	return window.load;
}

function print(node, above) {
	const stack = node.isRoot() ? above : [...above, node.frame.name];
	if (node.getSelfWeight() > 0)
		console.log(stack.join(';') + ' ' + node.getSelfWeight());
	for (const child of node.children)
		print(child, stack);
}

async function main() {
	const load = begin();
	for (const file of files) {
		const group = await load(basename(file), readFileSync(file).toString('base64'));
		if (!group)
			throw new Error(file + ': not imported');
		for (const profile of group.profiles)
			print(profile.getGroupedCalltreeRoot(), []);
	}
}

main().catch(error => {
	console.error(String(error));
	process.exitCode = 1;
});
