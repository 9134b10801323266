// SPDX-License-Identifier: MIT
// What a page is to a test, in any browser: a driver extends it with what its protocol does.

// How long anything may take on a slow machine, ms.
export const PATIENCE = 120000;

export const pause = () => new Promise((go) => setTimeout(go, 20));

// Waits until something is true, here and not in a page.
export async function wait(done) {
	for (const since = Date.now(); Date.now() - since < PATIENCE; await pause())
		if (done())
			return true;
	return false;
}

// Bits of modifiers of keys, as in the DevTools protocol.
export const CTRL = 2, SHIFT = 8;

// A driver has: goto, ask, size, media, scripts, key, type, move, press, drag, wheel, touch, shoot,
// print, close; may have: accessible; GONE: what asking a page says that makes room for another;
// FILES: whether requests for files are told.
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
	async until(expression) {
		const gone = ({ message }) => {
			if (!this.constructor.GONE.test(message))
				throw new Error(message);
		};
		for (const since = Date.now(); Date.now() - since < PATIENCE;) {
			if (await this.ask(expression).catch(gone))
				return true;
			await pause();
		}
		return false;
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
