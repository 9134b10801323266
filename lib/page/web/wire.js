// SPDX-License-Identifier: MIT
// Protobuf messages, field by field. Each read is bounded by the message that it is in.
'use strict';

class Damage extends Error {}

// The error of a valid trace that has more than this page can read.
class Unable extends Error {}

const utf8 = new TextDecoder();

// The wire types of values.
const WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5;

class Wire {
	constructor(bytes) {
		this.bytes = bytes;
		this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		this.at = 0;
		// Of the field that was read last: its number, how it is written and, if it is
		// bytes, the places of their length and of their end.
		this.field = 0;
		this.type = 0;
		this.sized = 0;
		this.end = 0;
	}

	// Reads a varint, as far as a number is exact.
	varint() {
		const bytes = this.bytes;
		let byte = bytes[this.at++];
		if (byte < 128)
			return byte;
		let value = byte & 127, scale = 128;
		for (let i = 1; i < 10; i++) {
			byte = bytes[this.at++];
			value += (byte & 127) * scale;
			if (byte < 128)
				return value;
			scale *= 128;
		}
		throw new Damage(`a number has no end at byte ${this.at}`);
	}

	// Reads a varint that may be negative: exact, or a BigInt where no number is.
	signed() {
		const start = this.at;
		const value = this.varint();
		if (value <= Number.MAX_SAFE_INTEGER)
			return value;
		let exact = 0n;
		for (let i = start; i < this.at; i++)
			exact |= BigInt(this.bytes[i] & 127) << BigInt(7 * (i - start));
		exact = BigInt.asIntN(64, exact);
		const number = Number(exact);
		return Number.isSafeInteger(number) ? number : exact;
	}

	double() {
		this.at += 8;
		return this.view.getFloat64(this.at - 8, true);
	}

	// Moves to the next field of a message that ends at limit; false at its end.
	next(limit) {
		if (this.at >= limit) {
			if (this.at > limit)
				throw new Damage(`a message ends in a field at byte ${limit}`);
			return false;
		}
		const tag = this.varint();
		this.field = Math.floor(tag / 8);
		this.type = tag % 8;
		if (this.type === WIRE_BYTES) {
			this.sized = this.at;
			const length = this.varint();
			this.end = this.at + length;
			if (this.end > limit)
				throw new Damage(`a message ends in a field at byte ${limit}`);
		}
		return true;
	}

	// Enters a message, whose length is next; returns its end.
	enter(sized) {
		this.at = sized;
		const length = this.varint();
		return this.at + length;
	}

	// Moves over the value of the field.
	skip() {
		switch (this.type) {
		case WIRE_VARINT: this.varint(); break;
		case WIRE_FIXED64: this.at += 8; break;
		case WIRE_BYTES: this.at = this.end; break;
		case WIRE_FIXED32: this.at += 4; break;
		default: throw new Damage(`a field of unknown kind at byte ${this.at}`);
		}
	}

	// The end of the field, a message.
	message() {
		if (this.type !== WIRE_BYTES)
			throw new Damage(`no message at byte ${this.at}`);
		return this.end;
	}

	// The place of the length of the field, a message.
	place() {
		this.message();
		return this.sized;
	}

	text() {
		const end = this.message(), { at, bytes } = this;
		this.at = end;
		return utf8.decode(bytes.subarray(at, end));
	}
}
