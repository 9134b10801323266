// SPDX-License-Identifier: MIT
// What a browser and a page are to a test, in any browser: a driver extends them with what its
// protocol does.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// How long anything may take on a slow machine, ms.
export const PATIENCE = 120000;

export const pause = () => new Promise((go) => setTimeout(go, 20));

// Waits until something, which may be promised, is true: its value, or null if it never is.
export async function wait(something) {
	for (const since = Date.now(); Date.now() - since < PATIENCE; await pause()) {
		const value = await something();
		if (value)
			return value;
	}
	return null;
}

// Bits of modifiers of keys, as in the DevTools protocol.
export const CTRL = 2, SHIFT = 8;

// A browser with a folder of its own, and what it was asked and has not answered.
export class Driver {
	constructor() {
		this.home = fs.mkdtempSync(path.join(os.tmpdir(), 'nst-browser.'));
		this.next = 1;
		this.waiting = new Map();
		this.pages = new Map();
	}

	// Asks by a message, which write sends with a number; its answer has the same number.
	request(method, write) {
		const id = this.next++;
		return new Promise((done, fail) => {
			if (this.away)
				throw new Error('the browser is gone');
			const timer = setTimeout(() => fail(new Error(`${method}: no answer`)),
			    PATIENCE);
			this.waiting.set(id, { method, done, fail, timer });
			write(id);
		});
	}

	// Takes an answer: what went wrong, if anything, and else the result.
	answer(id, error, result) {
		const call = this.waiting.get(id);
		this.waiting.delete(id);
		clearTimeout(call?.timer);
		if (error !== undefined)
			call?.fail(new Error(`${call.method}: ${error}`));
		else
			call?.done(result);
	}

	// What was asked gets no answer any more.
	lost() {
		this.away = true;
		for (const { fail } of this.waiting.values())
			fail(new Error('the browser is gone'));
		this.waiting.clear();
	}

	// Closes all pages that are still there.
	async tidy() {
		for (const page of this.pages.values())
			await page.close().catch(() => {});
		this.pages.clear();
	}

	// Waits for its end, and takes its folder away.
	async ended() {
		await this.gone;
		fs.rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
	}
}

// The page of a driver has: goto, ask, size, media, scripts, key, type, move, press, drag, wheel,
// touch, shoot, print, close; may have: accessible, cpu; GONE: what asking a page says that makes
// room for another; FILES: whether requests for files are told.
export class Page {
	constructor() {
		this.complaints = [];
		this.requests = [];
	}

	async open(url) {
		await this.goto(url);
		if (!await this.until("document.readyState === 'complete'"))
			throw new Error(`${url}: is not loaded`);
	}

	// Follows a link. The page may go before it has answered, so it clicks after its answer.
	follow(link) {
		const element = `document.querySelector(${JSON.stringify(link)})`;
		return this.ask(`void setTimeout(() => ${element}.click())`);
	}

	// Waits until an expression is true. A page that makes room for another has no answer.
	until(expression) {
		const gone = ({ message }) => {
			if (!this.constructor.GONE.test(message))
				throw new Error(message);
		};
		return wait(() => this.ask(expression).catch(gone));
	}

	// Waits until what was done is drawn.
	settle() {
		return this.ask('new Promise((go) => requestAnimationFrame(() => ' +
		    'requestAnimationFrame(() => setTimeout(() => go(true)))))');
	}

	async click(x, y) {
		await this.press(x, y);
		await this.settle();
	}
}
