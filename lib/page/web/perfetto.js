// SPDX-License-Identifier: MIT
// Hands the trace to Perfetto's page, as its documentation tells: that is opened and asked until
// it answers, then it gets the trace. A page from a disk has no origin, which Perfetto refuses:
// there the trace is saved.
'use strict';

const ASK = 100, PATIENCE = 60000; // ms

// Saves bytes as a file.
function save(bytes, name) {
	const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
	const link = make('a', { href: url, download: name });
	document.body.append(link);
	link.click();
	link.remove();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
}

class Handover {
	// trace: the element with the trace; address: of Perfetto's page.
	constructor(place, trace, address, title) {
		this.trace = trace;
		this.title = title;
		this.name = trace.dataset.name || 'trace.pftrace';
		this.said = make('span', { class: 'note', role: 'status' });
		this.address = null;
		try {
			const url = new URL(address);
			if (/^https?:$/.test(url.protocol))
				this.address = url;
		} catch {
			// said when it is asked for
		}
		place.append(makebutton('Open in Perfetto', {}, () => this.open()), ' ',
		    makebutton('Save the trace', {}, () => this.save()), ' ', this.said);
		place.hidden = false;
	}

	say(text) {
		this.said.textContent = text;
	}

	// Returns the bytes of the trace; null, with a message, if they can't be unpacked.
	async bytes() {
		try {
			return await unpack(this.trace);
		} catch (error) {
			this.say(`There is nothing to hand over: ${whatfailed(error)}.`);
			return null;
		}
	}

	async save() {
		const bytes = await this.bytes();
		if (!bytes)
			return false;
		save(bytes, this.name);
		this.say(`Saved as ${this.name}.`);
		return true;
	}

	async open() {
		if (!this.address) {
			this.say('The address of Perfetto in this page is none of the web.');
			return;
		}
		if (location.protocol === 'file:' || origin === 'null') {
			if (await this.save())
				this.say('Perfetto takes nothing from a page on a disk: the ' +
				    `trace was saved as ${this.name}; drop it on ${
					this.address.href}`);
			return;
		}
		// First of all: browsers open windows only for a click.
		const page = window.open(this.address.href);
		if (!page) {
			this.say('The browser opened no window: allow it, or save the trace and ' +
			    `drop it on ${this.address.href}`);
			return;
		}
		const bytes = await this.bytes();
		if (bytes && await this.answers(page)) {
			page.postMessage({ perfetto: { buffer: bytes.buffer, title: this.title,
				fileName: this.name } }, this.address.origin, [bytes.buffer]);
			this.say('Perfetto has the trace.');
		}
	}

	// Sends PING until the page answers that it is ready. A PING holds no data, so any page may
	// get it; the answer must come from Perfetto's window and origin.
	answers(page) {
		this.say(`Waiting for ${this.address.origin} …`);
		return new Promise((done) => {
			const since = performance.now();
			const end = (ready) => {
				clearInterval(timer);
				removeEventListener('message', hear);
				done(ready);
			};
			const hear = (event) => {
				if (event.source === page && event.origin === this.address.origin &&
				    event.data === 'PONG')
					end(true);
			};
			addEventListener('message', hear);
			const timer = setInterval(() => {
				if (page.closed || performance.now() - since > PATIENCE) {
					this.say(page.closed ?
					    'The window of Perfetto was closed.' :
					    `${this.address.origin} does not answer: save ` +
					    'the trace and drop it there.');
					end(false);
					return;
				}
				page.postMessage('PING', '*');
			}, ASK);
		});
	}
}
