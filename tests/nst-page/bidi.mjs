// SPDX-License-Identifier: MIT
// Drives Firefox through WebDriver BiDi, over a WebSocket on the loopback interface. What BiDi does
// not have is asked of the browser itself, in the scope of its own windows.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { CTRL, Driver, Page, PATIENCE, SHIFT, pause, wait } from './page.mjs';
import { Socket } from './websocket.mjs';

// What a new profile is told, so that it is quiet: nothing of the network but pages of the test, no
// question, no page of its own. Whatever pages can see is left as it is for users.
const PREFS = {
	'app.normandy.enabled': false,
	'app.update.disabledForTesting': true,
	'browser.aboutwelcome.enabled': false,
	'browser.newtabpage.enabled': false,
	'browser.region.network.url': '',
	'browser.safebrowsing.malware.enabled': false,
	'browser.safebrowsing.phishing.enabled': false,
	'browser.shell.checkDefaultBrowser': false,
	'browser.startup.homepage_override.mstone': 'ignore',
	'browser.startup.page': 0,
	'datareporting.healthreport.uploadEnabled': false,
	'datareporting.policy.dataSubmissionEnabled': false,
	'extensions.systemAddon.update.enabled': false,
	'extensions.update.enabled': false,
	'network.captive-portal-service.enabled': false,
	'network.connectivity-service.enabled': false,
	'remote.prefs.recommended': false,
	'services.settings.server': 'data:,',
	'termsofuse.bypassNotification': true,
	'toolkit.telemetry.enabled': false,
	// Whatever still wants to go out ends here; loopback needs no proxy.
	'network.proxy.type': 1,
	'network.proxy.http': '127.0.0.1',
	'network.proxy.http_port': 9,
	'network.proxy.ssl': '127.0.0.1',
	'network.proxy.ssl_port': 9,
};

export class Browser extends Driver {
	constructor(program = process.env.FIREFOX ?? 'firefox-esr') {
		super();
		const prefs = Object.entries(PREFS).map((pref) =>
		    `user_pref(${JSON.stringify(pref).slice(1, -1)});\n`);
		fs.writeFileSync(path.join(this.home, 'user.js'), prefs.join(''));
		this.child = spawn(program, ['--headless', '--no-remote', '--profile', this.home,
			'--remote-debugging-port', '0', '--remote-allow-system-access',
			'about:blank'],
		{ stdio: 'ignore', env: { ...process.env, HOME: this.home,
			MOZ_CRASHREPORTER_DISABLE: '1', MOZ_DISABLE_AUTO_SAFE_MODE: '1' } });
		this.gone = new Promise((done) => this.child.on('exit', done));
		this.gone.then(() => this.lost());
		// Firefox does not notice that whom it serves is gone.
		process.on('exit', () => this.child.kill('SIGKILL'));
		for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'])
			process.on(signal, () => process.exit(1));
		this.ready = this.connect();
	}

	// Firefox writes its port into its profile once it listens.
	async connect() {
		const file = path.join(this.home, 'WebDriverBiDiServer.json');
		for (const since = Date.now(); ; await pause()) {
			try {
				this.port = JSON.parse(fs.readFileSync(file)).ws_port;
				break;
			} catch (error) {
				if (this.away || Date.now() - since > PATIENCE)
					throw new Error('the browser does not start',
					    { cause: error });
			}
		}
		this.socket = await Socket.open(`http://127.0.0.1:${this.port}/session`,
		    (text) => this.hear(JSON.parse(text)), () => this.lost());
		await this.call('session.new', { capabilities: {} });
		await this.call('session.subscribe', { events: ['log.entryAdded', 'script.message',
			'network.beforeRequestSent'] });
		const { contexts } = await this.call('browsingContext.getTree',
		    { 'moz:scope': 'chrome' });
		this.own = contexts[0].context;
		// The log has no violations of a policy.
		await this.call('script.addPreloadScript', { functionDeclaration: `(tell) =>
		    addEventListener('securitypolicyviolation', (event) => tell([
			event.effectiveDirective, event.blockedURI].join(' ')))`,
		arguments: [{ type: 'channel', value: { channel: 'violation' } }] });
	}

	hear({ id, type, method, params, message, result }) {
		if (type === 'event') {
			const context = params.context ?? params.source?.context;
			this.pages.get(context)?.hear(method, params);
			return;
		}
		this.answer(id, type === 'error' ? message : undefined, result);
	}

	async send(method, params = {}) {
		await this.ready;
		return this.call(method, params);
	}

	call(method, params) {
		return this.request(method,
		    (id) => this.socket.send(JSON.stringify({ id, method, params })));
	}

	// The value of an expression, which goes through JSON: BiDi takes long lists to pieces.
	async evaluate(context, expression) {
		const { result, exceptionDetails } = await this.send('script.evaluate', {
			expression: `(async () => JSON.stringify(await (${expression}\n)))()`,
			target: { context }, awaitPromise: true, userActivation: true });
		if (exceptionDetails)
			throw new Error(exceptionDetails.text);
		return result.type === 'string' ? JSON.parse(result.value) : undefined;
	}

	// A new page, in a window of its own: what is behind others is not drawn.
	async page() {
		const { context } = await this.send('browsingContext.create', { type: 'window' });
		return this.attach(context);
	}

	attach(context) {
		const page = new FirefoxPage(this, context);
		this.pages.set(context, page);
		return page;
	}

	// The page that another has opened, at an address of the web; null if it opens none.
	async opened(opener) {
		const found = await wait(async () =>
		    (await this.send('browsingContext.getTree')).contexts.find((info) =>
			info.originalOpener === opener.context && info.url.startsWith('http')));
		return found && this.attach(found.context);
	}

	downloads(folder) {
		return this.send('browser.setDownloadBehavior',
		    { downloadBehavior: { type: 'allowed', destinationFolder: folder } });
	}

	async close() {
		await this.send('browser.close').catch(() => this.child.kill());
		await this.ended();
	}
}

// Keys as WebDriver writes them.
const KEYS = { Tab: '\ue004', Enter: '\ue007', Shift: '\ue008', Control: '\ue009',
	Escape: '\ue00c', ArrowLeft: '\ue012', ArrowUp: '\ue013', ArrowRight: '\ue014',
	ArrowDown: '\ue015' };

class FirefoxPage extends Page {
	static GONE = /no such (frame|window)|navigat|destroyed|discarded|AbortError/i;
	static FILES = false;

	constructor(browser, context) {
		super();
		Object.assign(this, { browser, context });
		this.held = 0; // fingers
	}

	send(method, params) {
		return this.browser.send(method, { context: this.context, ...params });
	}

	hear(method, params) {
		if (method === 'network.beforeRequestSent')
			this.requests.push(params.request.url);
		else if (method === 'log.entryAdded')
			this.complaints.push(params.text);
		else if (params.channel === 'violation')
			this.complaints.push(`violation: ${params.data.value}`);
	}

	goto(url) {
		return this.send('browsingContext.navigate', { url, wait: 'none' });
	}

	ask(expression) {
		return this.browser.evaluate(this.context, expression);
	}

	// Sets a property of the page's context in the browser.
	async set(name, value) {
		await this.browser.evaluate(this.browser.own, `void (ChromeUtils.importESModule(
		    'chrome://remote/content/shared/NavigableManager.sys.mjs').NavigableManager
		    .getBrowsingContextById(${JSON.stringify(this.context)})[${
			JSON.stringify(name)}] = ${JSON.stringify(value)})`);
	}

	async size(width, height, touch = false) {
		await this.send('browsingContext.setViewport', { viewport: { width, height } });
		if (touch)
			await this.set('touchEventsOverride', 'enabled');
	}

	async media(features, media = '') {
		await this.set('prefersColorSchemeOverride',
		    features['prefers-color-scheme'] ?? 'none');
		await this.set('mediumOverride', media);
	}

	scripts(on) {
		return this.set('allowJavascript', on);
	}

	act(...sources) {
		return this.send('input.performActions', { actions: sources });
	}

	keys(...actions) {
		return this.act({ type: 'key', id: 'keys',
			actions: actions.map(([type, value]) => ({ type, value })) });
	}

	// Does something while keys are held.
	async holding(modifiers, act) {
		const held = [[CTRL, KEYS.Control], [SHIFT, KEYS.Shift]]
		    .filter(([bit]) => modifiers & bit).map(([, key]) => key);
		if (held.length > 0)
			await this.keys(...held.map((key) => ['keyDown', key]));
		await act();
		if (held.length > 0)
			await this.keys(...held.map((key) => ['keyUp', key]));
	}

	async key(key, modifiers = 0) {
		const value = KEYS[key] ?? key;
		await this.holding(modifiers,
		    () => this.keys(['keyDown', value], ['keyUp', value]));
		await this.settle();
	}

	async type(text) {
		await this.keys(...[...text].flatMap((c) => [['keyDown', c], ['keyUp', c]]));
		await this.settle();
	}

	mouse(...actions) {
		return this.act({ type: 'pointer', id: 'mouse',
			parameters: { pointerType: 'mouse' }, actions });
	}

	move(x, y) {
		return this.mouse({ type: 'pointerMove', x, y });
	}

	// Presses the button of the mouse, and does not wait: a page that opens another is not
	// drawn.
	press(x, y) {
		return this.mouse({ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 },
		    { type: 'pointerUp', button: 0 });
	}

	async drag(x, y, tox, toy) {
		await this.mouse({ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 },
		    ...[1, 2, 3, 4].map((i) => ({ type: 'pointerMove', x: x + (tox - x) * i / 4,
			y: y + (toy - y) * i / 4 })), { type: 'pointerUp', button: 0 });
		await this.settle();
	}

	async wheel(x, y, deltaX, deltaY, modifiers = 0) {
		await this.holding(modifiers, () => this.act({ type: 'wheel', id: 'wheel',
			actions: [{ type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX,
				deltaY }] }));
		await this.settle();
	}

	async touch(type, ...points) {
		const finger = (id, ...actions) => ({ type: 'pointer', id: `finger ${id}`,
			parameters: { pointerType: 'touch' }, actions });
		const down = type === 'touchStart' ? [{ type: 'pointerDown', button: 0 }] : [];
		if (type === 'touchEnd')
			await this.act(...Array.from({ length: this.held }, (_, id) =>
			    finger(id, { type: 'pointerUp', button: 0 })));
		else
			await this.act(...points.map(([x, y], id) =>
			    finger(id, { type: 'pointerMove', x, y }, ...down)));
		this.held = points.length;
		await this.settle();
	}

	async shoot(file, whole = false) {
		const { data } = await this.send('browsingContext.captureScreenshot',
		    { origin: whole ? 'document' : 'viewport' });
		fs.writeFileSync(file, Buffer.from(data, 'base64'));
	}

	async print() {
		const { data } = await this.send('browsingContext.print', { background: true });
		return Buffer.from(data, 'base64');
	}

	close() {
		return this.send('browsingContext.close');
	}
}
