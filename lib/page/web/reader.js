// SPDX-License-Identifier: MIT
// Reads a trace as nst-perfetto --plain writes it: slices and instants as columns of numbers, the
// tracks that they are on, counters, and, when asked for, the args of one slice. The numbers of
// fields are those of lib/perfetto; tests/nst-perfetto/trace.proto names them.
'use strict';

const TRACE_PACKET = 1;
const PACKET_CLOCKS = 6, PACKET_TIMESTAMP = 8, PACKET_SEQUENCE = 10, PACKET_EVENT = 11,
    PACKET_INTERNED = 12, PACKET_DEFAULTS = 59, PACKET_DESCRIPTOR = 60, PACKET_EXTENSION = 72;
const EVENT_CATEGORY_NUMBER = 3, EVENT_ARG = 4, EVENT_FLOW = 6, EVENT_TYPE = 9,
    EVENT_NAME_NUMBER = 10, EVENT_TRACK = 11, EVENT_CATEGORY = 22, EVENT_NAME = 23,
    EVENT_INT = 30, EVENT_DOUBLE = 44, EVENT_STACK = 56;
const TYPE_BEGIN = 1, TYPE_END = 2, TYPE_INSTANT = 3, TYPE_COUNTER = 4;
const CLOCK_ID = 1, CLOCK_TIME = 2, CLOCK_OWN = 64;
const FLOW_ID = 8, FLOW_DIRECTION = 13, FLOW_OUT = 2;

// The kinds of interned strings and messages, by their field.
const INTERNED = { 1: 'categories', 2: 'names', 3: 'argnames', 5: 'functions', 6: 'frames',
	7: 'stacks', 17: 'paths', 19: 'mappings', 29: 'values' };

// Bits of the shape of a slice.
const SHAPE_INSTANT = 1, SHAPE_OPEN = 2, SHAPE_LAUNCHES = 4, SHAPE_LAUNCHED = 8;

const COLUMNS = ['start', 'duration', 'name', 'category', 'lane', 'depth', 'flow', 'from', 'at',
	'shape'];

// A full column grows by half.
function longer(column, least) {
	const room = Math.max(least, column.length + (column.length >> 1), 1024);
	const copy = new column.constructor(room);
	copy.set(column);
	return copy;
}

// A track of the trace that has slices or a counter. Slices on it nest.
class Lane {
	constructor(uuid, number) {
		this.uuid = uuid;
		this.number = number;
		this.open = [];         // slices, the outermost first
		this.slices = new Uint32Array(16);
		this.count = 0;
		this.levels = 0;        // the deepest nesting of slices
		this.instants = 0;      // those at the time of the last, ns
		this.last = NaN;
		this.times = [];        // of a counter, ns
		this.values = [];
	}

	// Adds a slice and returns its depth. Instants of one time are below each other, as in
	// Perfetto, so that all are seen.
	add(slice, time, instant) {
		if (this.count === this.slices.length)
			this.slices = longer(this.slices, 0);
		this.slices[this.count++] = slice;
		this.instants = instant && this.last === time ? this.instants + 1 : 0;
		this.last = instant ? time : NaN;
		const depth = this.open.length + this.instants;
		this.levels = Math.max(this.levels, depth + 1);
		return depth;
	}
}

class Sequence {
	constructor() {
		this.time = 0;
		this.track = 0;
		for (const table of Object.values(INTERNED))
			this[table] = [];
	}
}

class Trace {
	constructor(bytes) {
		this.wire = new Wire(bytes);
		this.bytes = bytes;
		this.count = 0;
		this.start = new Float64Array(1024);     // ns
		this.duration = new Float64Array(1024);  // ns
		this.name = new Uint32Array(1024);       // in texts
		this.category = new Uint32Array(1024);   // in texts
		this.lane = new Uint32Array(1024);
		this.depth = new Uint32Array(1024);
		this.flow = new Uint32Array(1024);       // number of the arrow; 0 for none
		this.from = new Uint32Array(1024);       // sequence, in order of appearance
		this.at = new Uint32Array(1024);         // where the event's length is, bytes
		this.shape = new Uint8Array(1024);
		this.texts = [''];
		this.numbers = new Map([['', 0]]);       // of texts
		this.arrows = new Map();                 // their numbers by their ids
		this.launches = [0];                     // by arrow, the slice it leaves plus one
		this.lanes = [];
		this.laneof = new Map();                 // by uuid
		this.sequences = [];
		this.sequenceof = new Map();             // index in sequences by id
		this.descriptors = new Map();            // by uuid
		this.fields = new Map();                 // of typed args: name by number
		this.begins = Infinity;
		this.ends = -Infinity;
		this.values = 0;                         // of counters
		this.packet = { time: 0, sequence: 0, event: 0, interned: 0 };
	}

	// Reads at most this number of bytes; returns false at the end of the trace.
	read(most) {
		const wire = this.wire, end = this.bytes.length;
		const until = Math.min(end, wire.at + most);
		while (wire.at < until) {
			wire.next(end);
			if (wire.field === TRACE_PACKET && wire.type === WIRE_BYTES)
				this.readpacket(wire.end);
			else
				wire.skip();
		}
		if (wire.at < end)
			return true;
		this.finish();
		return false;
	}

	text(string) {
		let number = this.numbers.get(string);
		if (number === undefined) {
			number = this.texts.length;
			this.texts.push(string);
			this.numbers.set(string, number);
		}
		return number;
	}

	// A packet has interned data after the event that first uses it, so the event is read last.
	readpacket(end) {
		const wire = this.wire, packet = this.packet;
		packet.time = packet.sequence = packet.event = packet.interned = 0;
		let defaults = 0, clocks = 0;
		while (wire.next(end)) {
			switch (wire.field) {
			case PACKET_TIMESTAMP: packet.time = Number(wire.signed()); continue;
			case PACKET_SEQUENCE: packet.sequence = wire.varint(); continue;
			case PACKET_EVENT: packet.event = wire.place(); break;
			case PACKET_INTERNED: packet.interned = wire.place(); break;
			case PACKET_DEFAULTS: defaults = wire.place(); break;
			case PACKET_CLOCKS: clocks = wire.place(); break;
			case PACKET_DESCRIPTOR: this.readdescriptor(wire.message()); continue;
			case PACKET_EXTENSION: this.readextension(wire.message(), 0); continue;
			}
			wire.skip();
		}
		if (packet.sequence && (packet.event || packet.interned || defaults || clocks))
			this.readsequence(packet, defaults, clocks);
		wire.at = end;
	}

	readsequence(packet, defaults, clocks) {
		let index = this.sequenceof.get(packet.sequence);
		if (index === undefined) {
			index = this.sequences.length;
			this.sequences.push(new Sequence());
			this.sequenceof.set(packet.sequence, index);
		}
		const sequence = this.sequences[index];
		if (defaults)
			this.readdefaults(sequence, this.wire.enter(defaults));
		if (clocks)
			this.readclocks(sequence, this.wire.enter(clocks));
		else
			sequence.time += packet.time;
		if (packet.interned)
			this.readinterned(sequence, this.wire.enter(packet.interned));
		if (packet.event)
			this.readevent(sequence, index, packet.event);
	}

	// The track of a sequence's events.
	readdefaults(sequence, end) {
		const wire = this.wire;
		while (wire.next(end)) {
			if (wire.field === EVENT_TRACK && wire.type === WIRE_BYTES)
				continue; // the defaults of events: read their fields as ours
			if (wire.field === EVENT_TRACK)
				sequence.track = wire.varint();
			else
				wire.skip();
		}
	}

	// Reads the time at which a sequence's clock starts, by the trace's clock. The snapshot may
	// also have UTC.
	readclocks(sequence, end) {
		const wire = this.wire;
		while (wire.next(end)) {
			if (wire.type !== WIRE_BYTES) {
				wire.skip();
				continue;
			}
			let clock = 0, time = 0;
			for (const inner = wire.end; wire.next(inner);) {
				if (wire.field === CLOCK_ID)
					clock = wire.varint();
				else if (wire.field === CLOCK_TIME)
					time = Number(wire.signed());
				else
					wire.skip();
			}
			if (clock === CLOCK_OWN)
				sequence.time = time;
		}
	}

	readinterned(sequence, end) {
		const wire = this.wire;
		while (wire.next(end)) {
			const table = INTERNED[wire.field];
			if (!table || wire.type !== WIRE_BYTES) {
				wire.skip();
				continue;
			}
			this.readentry(table, sequence[table], wire.end);
		}
	}

	// A string or a message with a number: frames and mappings refer to others by number.
	readentry(kind, table, end) {
		const wire = this.wire;
		let number = 0, value = kind === 'frames' ? [0, 0] : kind === 'stacks' ? [] : 0;
		while (wire.next(end)) {
			if (wire.field === 1)
				number = wire.varint();
			else if (wire.type === WIRE_BYTES)
				value = kind === 'names' || kind === 'categories' ?
				    this.text(wire.text()) : wire.text();
			else if (kind === 'frames' && (wire.field === 2 || wire.field === 3))
				value[wire.field - 2] = wire.varint();
			else if (kind === 'stacks' && wire.field === 2)
				value.push(wire.varint());
			else if (kind === 'mappings' && wire.field === 7)
				value = wire.varint();
			else
				wire.skip();
		}
		// nst-perfetto numbers from 1 on: a number far beyond the table is damage.
		if (number > table.length + 1e6)
			throw new Damage(`a name has the number ${number}`);
		table[number] = value;
	}

	readevent(sequence, index, sized) {
		const wire = this.wire, end = wire.enter(sized);
		let type = 0, track = sequence.track, name = 0, category = 0, flow = 0, value = 0;
		while (wire.next(end)) {
			switch (wire.field) {
			case EVENT_TYPE: type = wire.varint(); continue;
			case EVENT_TRACK: track = wire.varint(); continue;
			case EVENT_NAME_NUMBER: name = sequence.names[wire.varint()] ?? 0; continue;
			case EVENT_NAME: name = this.text(wire.text()); continue;
			case EVENT_CATEGORY_NUMBER:
				category = sequence.categories[wire.varint()] ?? 0;
				continue;
			case EVENT_CATEGORY: category = this.text(wire.text()); continue;
			case EVENT_FLOW: flow = this.readflow(wire.message()); continue;
			case EVENT_INT: value = Number(wire.signed()); continue;
			case EVENT_DOUBLE: value = wire.double(); continue;
			}
			wire.skip();
		}
		const time = sequence.time;
		if (!Number.isSafeInteger(time))
			throw new Unable('a browser has no numbers for times of 104 days and more');
		if (type === TYPE_COUNTER)
			this.addvalue(this.track(track), time, value);
		else if (type === TYPE_END)
			this.close(track, time);
		else if (type === TYPE_BEGIN || type === TYPE_INSTANT)
			this.addslice(this.track(track), time, type, name, category, flow, index,
			    sized);
	}

	// The arrow of an event: twice its number, and one more if it leaves the event.
	readflow(end) {
		const wire = this.wire;
		let id = 0, leaves = false;
		while (wire.next(end)) {
			if (wire.field === FLOW_ID)
				id = wire.varint();
			else if (wire.field === FLOW_DIRECTION)
				leaves = wire.varint() === FLOW_OUT;
			else
				wire.skip();
		}
		let number = this.arrows.get(id);
		if (number === undefined) {
			number = this.launches.length;
			this.arrows.set(id, number);
			this.launches.push(0);
		}
		return number * 2 + leaves;
	}

	track(uuid) {
		let lane = this.laneof.get(uuid);
		if (!lane) {
			lane = new Lane(uuid, this.lanes.length);
			this.lanes.push(lane);
			this.laneof.set(uuid, lane);
		}
		return lane;
	}

	see(time) {
		if (time < this.begins)
			this.begins = time;
		if (time > this.ends)
			this.ends = time;
	}

	addvalue(lane, time, value) {
		lane.times.push(time);
		lane.values.push(value);
		this.values++;
		this.see(time);
	}

	addslice(lane, time, type, name, category, flow, index, sized) {
		const slice = this.count++;
		if (slice === this.start.length)
			for (const column of COLUMNS)
				this[column] = longer(this[column], 0);
		this.start[slice] = time;
		this.name[slice] = name;
		this.category[slice] = category;
		this.lane[slice] = lane.number;
		this.flow[slice] = flow >> 1;
		this.from[slice] = index;
		this.at[slice] = sized;
		if (flow)
			this.shape[slice] |= flow & 1 ? SHAPE_LAUNCHES : SHAPE_LAUNCHED;
		if (flow & 1)
			this.launches[flow >> 1] = slice + 1;
		this.depth[slice] = lane.add(slice, time, type === TYPE_INSTANT);
		if (type === TYPE_INSTANT)
			this.shape[slice] |= SHAPE_INSTANT;
		else
			lane.open.push(slice);
		this.see(time);
	}

	// Ends the innermost slice of a track; the end of none is one of an empty track.
	close(uuid, time) {
		const slice = this.laneof.get(uuid)?.open.pop();
		if (slice === undefined)
			return;
		this.duration[slice] = Math.max(0, time - this.start[slice]);
		this.see(time);
	}

	// A slice without an end lasts until the end of the trace.
	finish() {
		if (this.count === 0 && this.values === 0)
			this.begins = this.ends = 0;
		for (const lane of this.lanes) {
			for (const slice of lane.open) {
				this.duration[slice] = this.ends - this.start[slice];
				this.shape[slice] |= SHAPE_OPEN;
			}
			lane.open = [];
		}
	}

	readdescriptor(end) {
		const wire = this.wire;
		const d = { uuid: 0, parent: 0, name: '', rank: 0, about: '', kind: 'track',
			pid: 0, unit: '', scale: '' };
		while (wire.next(end)) {
			switch (wire.field) {
			case 1: d.uuid = wire.varint(); continue;
			case 2: d.name = wire.text(); continue;
			case 3:
				d.kind = 'process';
				this.readinner(d, wire.message(), { 1: 'pid', 6: 'name' });
				continue;
			case 4:
				d.kind = 'thread';
				this.readinner(d, wire.message(), { 5: 'name' });
				continue;
			case 5: d.parent = wire.varint(); continue;
			case 8:
				d.kind = 'counter';
				this.readinner(d, wire.message(),
				    { 3: 'bytes', 6: 'unit', 7: 'scale' });
				continue;
			case 12: d.rank = Number(wire.signed()); continue;
			case 14: d.about = wire.text(); continue;
			}
			wire.skip();
		}
		this.descriptors.set(d.uuid, d);
	}

	// Reads some fields of a message into the descriptor that it is in.
	readinner(d, end, wanted) {
		const wire = this.wire;
		while (wire.next(end)) {
			const key = wanted[wire.field];
			if (!key)
				wire.skip();
			else if (wire.type === WIRE_BYTES)
				d[key] = wire.text();
			else if (key === 'pid')
				d.pid = Number(wire.signed());
			else if (key === 'bytes')
				d.unit = wire.varint() === 3 ? 'bytes' : '';
			else
				wire.skip();
		}
	}

	// The fields with which the trace extends events: sets of files with messages with fields
	// (2), and with extensions (6), which are fields, too.
	readextension(end, level) {
		const wire = this.wire, inner = [1, 1, 4];
		while (wire.next(end)) {
			if (wire.type !== WIRE_BYTES)
				wire.skip();
			else if (level < inner.length && wire.field === inner[level])
				this.readextension(wire.end, level + 1);
			else if (level === inner.length && (wire.field === 2 || wire.field === 6))
				this.readfield(wire.end);
			else
				wire.skip();
		}
	}

	readfield(end) {
		const wire = this.wire;
		let name = '', number = 0, type = 0;
		while (wire.next(end)) {
			if (wire.field === 1)
				name = wire.text();
			else if (wire.field === 3)
				number = wire.varint();
			else if (wire.field === 5)
				type = wire.varint();
			else
				wire.skip();
		}
		name = name.replace(/^debug\./, '');
		this.fields.set(number, { name, message: type === 11 });
	}

	// The name of a slice, to be shown.
	label(slice) {
		return plaintext(this.texts[this.name[slice]]);
	}

	// The args of a slice: pairs of a name, with those of the objects around it, and a text.
	args(slice) {
		const wire = this.wire, sequence = this.sequences[this.from[slice]], args = [];
		const end = wire.enter(this.at[slice]);
		while (wire.next(end)) {
			if (wire.field === EVENT_ARG && wire.type === WIRE_BYTES)
				this.readarg(sequence, wire.end, '', args, 0);
			else if (this.fields.get(wire.field)?.message && wire.type === WIRE_BYTES)
				this.readtyped(wire.end, args);
			else if (wire.field > EVENT_STACK && this.fields.has(wire.field))
				args.push([this.fields.get(wire.field).name, this.readnumber()]);
			else
				wire.skip();
		}
		return args;
	}

	// The value of an arg of a slice if it is a number, else null; faster than args.
	number(slice, name) {
		const wire = this.wire, { argnames } = this.sequences[this.from[slice]];
		const end = wire.enter(this.at[slice]);
		while (wire.next(end)) {
			if (wire.field !== EVENT_ARG || wire.type !== WIRE_BYTES) {
				wire.skip();
				continue;
			}
			const last = wire.end;
			for (let own = false; wire.next(last);) {
				if (wire.field === 1 && wire.type === WIRE_VARINT)
					own = argnames[wire.varint()] === name;
				else if (wire.field === 10)
					own = wire.text() === name;
				else if (own && wire.field >= 3 && wire.field <= 5)
					return Number(this.readnumber());
				else
					wire.skip();
			}
		}
		return null;
	}

	readtyped(end, args) {
		const wire = this.wire;
		while (wire.next(end)) {
			const field = this.fields.get(wire.field);
			if (field && wire.type !== WIRE_BYTES)
				args.push([field.name, this.readnumber()]);
			else
				wire.skip();
		}
	}

	readnumber() {
		const wire = this.wire;
		return String(wire.type === WIRE_FIXED64 ? wire.double() : wire.signed());
	}

	// Reads an argument. Those that are deeper than nst-perfetto writes any are left out.
	readarg(sequence, end, outer, args, depth) {
		const wire = this.wire;
		let name = '', value = null;
		const members = [];
		while (wire.next(end)) {
			switch (wire.field) {
			case 1: name = sequence.argnames[wire.varint()] ?? '?'; continue;
			case 10: name = wire.text(); continue;
			case 2: value = wire.varint() ? 'true' : 'false'; continue;
			case 3: case 4: case 5: value = this.readnumber(); continue;
			case 6: value = wire.text(); continue;
			case 17: value = sequence.values[wire.varint()] ?? '?'; continue;
			case 11: case 12:
				members.push([wire.at, wire.message(), wire.field === 12]);
				break;
			}
			wire.skip();
		}
		const whole = outer + name;
		if (value !== null || members.length === 0)
			args.push([whole, value ?? 'null']);
		for (const [i, [at, last, element]] of members.entries()) {
			if (depth > 64)
				break;
			wire.at = at;
			this.readarg(sequence, last, element ? `${whole}[${i}]` : `${whole}.`, args,
			    depth + 1);
		}
		wire.at = end;
	}

	// The call stack of a slice, the leaf first; each a function and its module.
	stack(slice) {
		const wire = this.wire, sequence = this.sequences[this.from[slice]];
		const end = wire.enter(this.at[slice]);
		let frames = [];
		while (wire.next(end)) {
			if (wire.field === EVENT_STACK)
				frames = sequence.stacks[wire.varint()] ?? [];
			else
				wire.skip();
		}
		return frames.map((number) => {
			const [symbol, module] = sequence.frames[number] ?? [0, 0];
			return [sequence.functions[symbol] ?? '',
				sequence.paths[sequence.mappings[module] ?? 0] ?? ''];
		}).reverse();
	}
}

// Reads a trace in small pieces, between which the page can answer; tell is given the share that
// was read, from 0 to 1.
async function readtrace(bytes, tell) {
	const trace = new Trace(bytes);
	const piece = 1 << 20;
	for (let more = true, since = performance.now(); more;) {
		more = trace.read(piece);
		if (performance.now() - since > 30) {
			tell(trace.wire.at / Math.max(1, bytes.length));
			await new Promise((go) => setTimeout(go));
			since = performance.now();
		}
	}
	return trace;
}
