// SPDX-License-Identifier: MIT
// Drives Chromium through its DevTools protocol, over the pipe that --remote-debugging-pipe gives:
// messages are JSON, each with a zero byte behind it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { Driver, Page, wait } from './page.mjs';

export class Browser extends Driver {
	constructor(program = 'chromium') {
		super();
		this.child = spawn(program, ['--headless', '--no-sandbox', '--disable-gpu',
			'--no-first-run', '--disable-extensions', '--disable-dev-shm-usage',
			'--hide-scrollbars', '--remote-debugging-pipe',
			`--user-data-dir=${this.home}`, 'about:blank'],
		{ stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
			env: { ...process.env, HOME: this.home } });
		this.gone = new Promise((done) => this.child.on('exit', done));
		this.gone.then(() => this.lost());
		let rest = '';
		this.child.stdio[4].setEncoding('utf8').on('data', (chunk) => {
			const parts = (rest + chunk).split('\0');
			rest = parts.pop();
			for (const part of parts)
				this.hear(JSON.parse(part));
		});
	}

	hear(message) {
		const { id, sessionId, error, result } = message;
		if (id)
			this.answer(id, error?.message, result);
		else
			this.pages.get(sessionId)?.hear(message);
	}

	send(method, params = {}, sessionId = undefined) {
		return this.request(method, (id) => this.child.stdio[3].write(
		    `${JSON.stringify({ id, method, params, sessionId })}\0`));
	}

	// A new page, which tells all it does: errors, messages, requests.
	async page() {
		const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
		const page = await this.attach(targetId);
		for (const domain of ['Page', 'Runtime', 'Network', 'Log', 'Audits',
			'Performance'])
			await page.send(`${domain}.enable`);
		return page;
	}

	// The page that another has opened, at an address of the web; null if it opens none.
	async opened(opener) {
		const target = await wait(async () =>
		    (await this.send('Target.getTargets')).targetInfos.find((info) =>
			info.openerId === opener.target && info.url.startsWith('http')));
		return target && this.attach(target.targetId);
	}

	async attach(targetId) {
		const { sessionId } = await this.send('Target.attachToTarget',
		    { targetId, flatten: true });
		const page = new ChromiumPage(this, sessionId, targetId);
		this.pages.set(sessionId, page);
		return page;
	}

	downloads(folder) {
		return this.send('Browser.setDownloadBehavior',
		    { behavior: 'allow', downloadPath: folder });
	}

	async close() {
		await this.send('Browser.close').catch(() => {});
		await this.ended();
	}
}

class ChromiumPage extends Page {
	static GONE = /navigated|context/;
	static FILES = true;

	// The CPU time of the page's main thread so far, ms: other programs take none of it.
	async cpu() {
		const { metrics } = await this.send('Performance.getMetrics');
		return metrics.find(({ name }) => name === 'ThreadTime').value * 1000;
	}

	constructor(browser, session, target) {
		super();
		Object.assign(this, { browser, session, target });
	}

	send(method, params) {
		return this.browser.send(method, params, this.session);
	}

	hear({ method, params }) {
		switch (method) {
		case 'Network.requestWillBeSent':
			this.requests.push(params.request.url);
			break;
		case 'Runtime.exceptionThrown':
			this.complaints.push(params.exceptionDetails.exception?.description ??
			    params.exceptionDetails.text);
			break;
		case 'Runtime.consoleAPICalled':
			this.complaints.push(params.args.map((arg) => arg.value).join(' '));
			break;
		case 'Log.entryAdded':
			this.complaints.push(params.entry.text);
			break;
		case 'Audits.issueAdded':
			this.complaints.push(JSON.stringify(params.issue));
			break;
		}
	}

	async goto(url) {
		const { errorText } = await this.send('Page.navigate', { url });
		if (errorText)
			throw new Error(`${url}: ${errorText}`);
	}

	// The value of an expression in the page; promises are waited for.
	async ask(expression) {
		const { result, exceptionDetails } = await this.send('Runtime.evaluate',
		    { expression, awaitPromise: true, returnByValue: true, userGesture: true });
		if (exceptionDetails)
			throw new Error(exceptionDetails.exception?.description ??
			    exceptionDetails.text);
		return result.value;
	}

	// A small screen is one to touch.
	async size(width, height, touch = false) {
		await this.send('Emulation.setDeviceMetricsOverride',
		    { width, height, deviceScaleFactor: 1, mobile: touch });
		await this.send('Emulation.setTouchEmulationEnabled', { enabled: touch });
	}

	media(features, media = '') {
		const list = Object.entries(features).map(([name, value]) => ({ name, value }));
		return this.send('Emulation.setEmulatedMedia', { media, features: list });
	}

	scripts(on) {
		return this.send('Emulation.setScriptExecutionDisabled', { value: !on });
	}

	// What tells of the page to those who can not see it: roles and names.
	async accessible() {
		const { nodes } = await this.send('Accessibility.getFullAXTree');
		return nodes.filter(({ ignored }) => !ignored).map(({ role, name }) =>
		    ({ role: role?.value, name: name?.value?.trim() ?? '' }));
	}

	async key(key, modifiers = 0) {
		const text = key.length === 1 ? key : key === 'Enter' ? '\r' : undefined;
		const code = { Enter: 13, Escape: 27, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39,
			ArrowDown: 40, Tab: 9 }[key] ?? key.toUpperCase().charCodeAt(0);
		await this.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, modifiers,
			windowsVirtualKeyCode: code });
		await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key, modifiers,
			windowsVirtualKeyCode: code });
		await this.settle();
	}

	async type(text) {
		await this.send('Input.insertText', { text });
		await this.settle();
	}

	mouse(type, x, y, more = {}) {
		return this.send('Input.dispatchMouseEvent', { type, x, y, ...more });
	}

	move(x, y) {
		return this.mouse('mouseMoved', x, y);
	}

	// Presses the button of the mouse, and does not wait: a page that opens another is not
	// drawn.
	async press(x, y) {
		await this.mouse('mouseMoved', x, y);
		await this.mouse('mousePressed', x, y, { button: 'left', clickCount: 1 });
		await this.mouse('mouseReleased', x, y, { button: 'left', clickCount: 1 });
	}

	async drag(x, y, tox, toy) {
		const held = { button: 'left', buttons: 1 };
		await this.mouse('mousePressed', x, y, { ...held, clickCount: 1 });
		for (let i = 1; i <= 4; i++)
			await this.mouse('mouseMoved', x + (tox - x) * i / 4, y + (toy - y) * i / 4,
			    held);
		await this.mouse('mouseReleased', tox, toy, { button: 'left', clickCount: 1 });
		await this.settle();
	}

	async wheel(x, y, deltaX, deltaY, modifiers = 0) {
		await this.mouse('mouseWheel', x, y, { deltaX, deltaY, modifiers });
		await this.settle();
	}

	async touch(type, ...points) {
		await this.send('Input.dispatchTouchEvent', { type,
			touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
		await this.settle();
	}

	async shoot(file, whole = false) {
		const { data } = await this.send('Page.captureScreenshot',
		    { format: 'png', captureBeyondViewport: whole });
		fs.writeFileSync(file, Buffer.from(data, 'base64'));
	}

	async print() {
		const { data } = await this.send('Page.printToPDF', { printBackground: true });
		return Buffer.from(data, 'base64');
	}

	close() {
		return this.send('Page.close');
	}
}
