// SPDX-License-Identifier: MIT
// The client of a WebSocket that sends and takes texts (RFC 6455): Node before 22 has none.
import crypto from 'node:crypto';
import http from 'node:http';

export class Socket {
	// hear: is given each text; gone: is called at the end.
	constructor(stream, hear, gone) {
		Object.assign(this, { stream, hear });
		this.rest = Buffer.alloc(0);
		this.chunks = [];
		this.size = 0;    // of rest and chunks
		this.wanted = 2;  // how much of it makes a step, bytes
		this.parts = [];  // of a text
		stream.on('data', (chunk) => this.take(chunk)).on('close', gone).on('error', gone);
	}

	static open(url, hear, gone) {
		const key = crypto.randomBytes(16).toString('base64');
		return new Promise((done, fail) => {
			http.get(url, { headers: { connection: 'Upgrade', upgrade: 'websocket',
				'sec-websocket-key': key, 'sec-websocket-version': 13 } },
			({ statusCode }) => fail(new Error(`${url}: status ${statusCode}`)))
				.on('error', fail)
				.on('upgrade', (_, stream) => done(new Socket(stream, hear, gone)));
		});
	}

	// Sends one frame; those of a client are masked.
	send(text) {
		const data = Buffer.from(text), { length } = data, mask = crypto.randomBytes(4);
		const head = Buffer.alloc(length < 126 ? 2 : length < 1 << 16 ? 4 : 10);
		head[0] = 0x81;
		head[1] = 0x80 | { 2: length, 4: 126, 10: 127 }[head.length];
		if (head.length === 4)
			head.writeUInt16BE(length, 2);
		else if (head.length === 10)
			head.writeBigUInt64BE(BigInt(length), 2);
		this.stream.write(Buffer.concat([head, mask,
			data.map((byte, i) => byte ^ mask[i & 3])]));
	}

	// Takes what has come, and then the frames that are whole.
	take(chunk) {
		this.chunks.push(chunk);
		this.size += chunk.length;
		if (this.size < this.wanted)
			return;
		let rest = Buffer.concat([this.rest, ...this.chunks]);
		while (rest.length >= (this.wanted = framesize(rest))) {
			const frame = rest.subarray(0, this.wanted);
			rest = rest.subarray(frame.length);
			this.frame(frame);
		}
		this.rest = rest;
		this.chunks = [];
		this.size = rest.length;
	}

	// A text may come in several frames; others than of texts are let go.
	frame(bytes) {
		if ((bytes[0] & 15) > 1)
			return;
		this.parts.push(bytes.subarray(headsize(bytes)));
		if (!(bytes[0] & 128))
			return;
		const text = Buffer.concat(this.parts).toString();
		this.parts = [];
		this.hear(text);
	}
}

// How long the head of a frame is, of which there are two bytes; those of a server have no mask.
function headsize(bytes) {
	return { 126: 4, 127: 10 }[bytes[1]] ?? 2;
}

// How long a frame is as far as can be told from its first bytes.
function framesize(bytes) {
	const head = bytes.length < 2 ? 2 : headsize(bytes);
	if (bytes.length < head)
		return head;
	return head + (head === 2 ? bytes[1] : head === 4 ? bytes.readUInt16BE(2) :
	    Number(bytes.readBigUInt64BE(2)));
}
