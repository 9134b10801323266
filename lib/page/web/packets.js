// SPDX-License-Identifier: MIT
// Makes the packets of a trace from their columns: lib/perfetto/transpose.h describes the form.
'use strict';

const SHAPE_END = 0, SHAPE_MESSAGE = 1, SHAPE_LITERAL = 2, SHAPE_VARINT = 3, SHAPE_DIFFERENCE = 4,
    SHAPE_BYTES = 5, SHAPE_FIXED = 6, SHAPE_THOUSANDTHS = 7;
const COLUMN_SHAPES = 0, COLUMN_DEFINITIONS = 1, COLUMN_PACKETS = 2;
const TAG_PACKET = 10;

function varintbytes(value) {
	const bytes = [];
	for (; value >= 128; value = Math.floor(value / 128))
		bytes.push(value % 128 + 128);
	bytes.push(value);
	return bytes;
}

class Packets {
	constructor(bytes) {
		this.bytes = bytes;
		this.at = [];       // of each column, the place of its next byte
		this.ends = [];     // and its end
		this.last = [];     // and its last value, if it has differences
		this.shapes = [[{ kind: SHAPE_BYTES, tag: [], column: COLUMN_PACKETS }]];
		this.out = null;    // the packets of the block
		this.size = 0;      // and the place behind the last of them
		this.view = null;
	}

	// Returns the whole trace.
	all() {
		const blocks = [];
		for (let from = 0; from < this.bytes.length;) {
			this.ends[COLUMN_SHAPES] = this.bytes.length;
			from = this.block(from);
			blocks.push(this.out);
		}
		return blocks.length === 1 ? blocks[0] : joinbytes(blocks);
	}

	damage() {
		return new Damage('a column of it ends early');
	}

	// Reads the next number of a column.
	number(column) {
		const bytes = this.bytes, end = this.ends[column];
		let at = this.at[column], value = 0;
		for (let scale = 1; at < end && scale < 2 ** 70; scale *= 128) {
			const byte = bytes[at++];
			value += byte % 128 * scale;
			if (byte < 128) {
				this.at[column] = at;
				return value;
			}
		}
		throw this.damage();
	}

	// Reads the block at a place; returns its end.
	block(from) {
		this.at[0] = from;
		const size = this.number(0), count = this.number(0), lengths = [];
		if (size > 1024 * (this.bytes.length + 1024) || count > this.bytes.length)
			throw this.damage();
		for (let i = 0; i < count; i++)
			lengths.push(this.number(0));
		let end = this.at[0];
		if (count === 0) {
			this.out = this.bytes.slice(end, end + size);
			if (this.out.length < size)
				throw this.damage();
			return end + size;
		}
		for (const [i, length] of lengths.entries()) {
			this.at[i] = end;
			end += length;
			this.ends[i] = end;
		}
		if (end > this.bytes.length)
			throw this.damage();
		this.out = new Uint8Array(size);
		this.view = new DataView(this.out.buffer);
		for (this.size = 0; this.size < size;)
			this.packet();
		if (this.size > size)
			throw this.damage();
		return end;
	}

	// Reads the definition of a shape: of each field its kind, its tag as bytes, and its
	// column, or its literal value, also as bytes.
	define() {
		const shape = [], next = () => this.number(COLUMN_DEFINITIONS);
		for (let depth = 1; depth > 0;) {
			const field = { kind: next(), tag: [], column: 0 };
			if (field.kind === SHAPE_END) {
				depth--;
			} else {
				field.tag = varintbytes(next());
				if (field.kind === SHAPE_MESSAGE) {
					depth++;
				} else if (field.kind === SHAPE_LITERAL) {
					field.tag.push(...varintbytes(next()));
				} else {
					field.column = next();
					if (field.column >= this.ends.length)
						throw this.damage();
				}
			}
			shape.push(field);
		}
		this.shapes.push(shape);
	}

	// Copies bytes of a column.
	copy(column, length) {
		const at = this.at[column], end = at + length;
		if (end > this.ends[column] || this.size + length > this.out.length)
			throw this.damage();
		if (length > 32)
			this.out.set(this.bytes.subarray(at, end), this.size);
		else
			for (let i = 0; i < length; i++)
				this.out[this.size + i] = this.bytes[at + i];
		this.at[column] = end;
		this.size += length;
	}

	// Copies a varint.
	copyvarint(column) {
		const { bytes, out } = this, end = this.ends[column];
		let at = this.at[column], byte = 128;
		while (byte > 127) {
			if (at >= end)
				throw this.damage();
			byte = bytes[at++];
			out[this.size++] = byte;
		}
		this.at[column] = at;
	}

	// Copies a length and the bytes behind it.
	copybytes(column) {
		const from = this.at[column], length = this.number(column);
		const whole = this.at[column] - from + length;
		this.at[column] = from;
		this.copy(column, whole);
	}

	write(value) {
		const out = this.out;
		for (; value >= 128; value = Math.floor(value / 128))
			out[this.size++] = value % 128 + 128;
		out[this.size++] = value;
	}

	// Ends a message that began behind a place: its length, one byte at first, goes before it.
	close(start) {
		const length = this.size - start, more = varintbytes(length);
		if (more.length > 1)
			this.out.copyWithin(start + more.length - 1, start, this.size);
		for (const [i, byte] of more.entries())
			this.out[start - 1 + i] = byte;
		this.size += more.length - 1;
	}

	packet() {
		const number = this.number(COLUMN_SHAPES), out = this.out;
		if (number === this.shapes.length)
			this.define();
		const shape = this.shapes[number], open = [];
		if (!shape)
			throw this.damage();
		out[this.size++] = TAG_PACKET;
		if (number === 0) {
			this.copybytes(COLUMN_PACKETS);
			return;
		}
		open.push(++this.size);
		for (const { kind, tag, column } of shape) {
			for (let i = 0; i < tag.length; i++)
				out[this.size++] = tag[i];
			switch (kind) {
			case SHAPE_END: this.close(open.pop()); break;
			case SHAPE_MESSAGE: open.push(++this.size); break;
			case SHAPE_LITERAL: break;
			case SHAPE_VARINT: this.copyvarint(column); break;
			case SHAPE_DIFFERENCE: {
				const d = this.number(column);
				this.last[column] = (this.last[column] ?? 0) +
				    (d % 2 ? -(d + 1) / 2 : d / 2);
				this.write(this.last[column]);
				break;
			}
			case SHAPE_BYTES: this.copybytes(column); break;
			case SHAPE_FIXED: this.copy(column, 8); break;
			case SHAPE_THOUSANDTHS: {
				const value = this.number(column) / 1000;
				if (this.size + 8 > out.length)
					throw this.damage();
				this.view.setFloat64(this.size, value, true);
				this.size += 8;
				break;
			}
			default: throw this.damage();
			}
		}
	}
}
