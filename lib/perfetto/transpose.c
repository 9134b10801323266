/* SPDX-License-Identifier: MIT */
#include <stdbool.h>

#include "base/map.h"
#include "base/proto.h"
#include "typed.h"
#include "transpose.h"

/* Limits: a packet beyond them is written without columns. */
enum {
	SHAPES = 1 << 12, /* shapes of a trace */
	SLOTS = 1 << 13,  /* slots of the hash table of shapes */
	FIELDS = 1 << 16, /* fields in all of them */
	LONGEST = 96,     /* fields of a shape */
	COLUMNS = 120,
	COLUMN_SLOTS = 256,
	DEFINED = 1 << 16 /* bytes of the definitions in a block */
};

/* The columns of a block are chains of chunks, so that each can grow. */
enum { CHUNK = 1 << 11, CHUNKS = 700, NO_CHUNK = CHUNKS };

/* The messages with known fields. All others are bytes. */
enum message { MESSAGE_PACKET, MESSAGE_EVENT, MESSAGE_FLOW, MESSAGE_TYPED, MESSAGE_ARG, MESSAGES };

/* Field numbers in Perfetto's messages, as lib/perfetto writes them. If they were wrong, traces
 * would only take more bytes. */
enum { PACKET_EVENT = 11 };
enum { EVENT_ARG = 4, EVENT_FLOW = 6, EVENT_TYPE = 9 };
enum { FLOW_ID = 8, FLOW_DIRECTION = 13 };
enum { ARG_NAME = 1, ARG_MEMBER = 11, ARG_ELEMENT = 12 };
enum { TYPED_GRID = 7, TYPED_CORRELATION = 9, TYPED_OPERATION = 12, TYPED_SEQUENCE = 13 };

/* Field numbers below this one are looked up in tables. */
enum { FIELDS_LISTED = 16 };

/* The message in each field of a message. MESSAGE_PACKET, which is in no other message, stands for
 * bytes. */
static const unsigned char innermessages[MESSAGES][FIELDS_LISTED] = {
	[MESSAGE_PACKET] = { [PACKET_EVENT] = MESSAGE_EVENT },
	[MESSAGE_EVENT] = { [EVENT_ARG] = MESSAGE_ARG, [EVENT_FLOW] = MESSAGE_FLOW },
	[MESSAGE_ARG] = { [ARG_MEMBER] = MESSAGE_ARG, [ARG_ELEMENT] = MESSAGE_ARG },
};

/* The number of kinds of fields. */
enum { SHAPE_KINDS = SHAPE_THOUSANDTHS + 1 };

/* Varints with few values, and those that mostly grow; SHAPE_END stands for all others. */
static const unsigned char varintkinds[MESSAGES][FIELDS_LISTED] = {
	[MESSAGE_EVENT] = { [EVENT_TYPE] = SHAPE_LITERAL },
	[MESSAGE_FLOW] = { [FLOW_DIRECTION] = SHAPE_LITERAL, [FLOW_ID] = SHAPE_DIFFERENCE },
	[MESSAGE_ARG] = { [ARG_NAME] = SHAPE_LITERAL },
	[MESSAGE_TYPED] = { [TYPED_GRID] = SHAPE_DIFFERENCE,
		[TYPED_CORRELATION] = SHAPE_DIFFERENCE,
		[TYPED_OPERATION] = SHAPE_DIFFERENCE,
		[TYPED_SEQUENCE] = SHAPE_DIFFERENCE },
};

/* Numbers at least this large have no difference, so that readers can compute in doubles. */
#define EXACT (UINT64_C(1) << 52)

/* A field of a shape: its tag, kind, and literal value or column. */
struct shapefield {
	uint32_t tag;
	unsigned kind : 4, operand : 28;
};
enum { MOST_LITERAL = (1 << 28) - 1 };

/* A value of the packet that is being read. */
struct shapevalue {
	struct span bytes;
	unsigned column;
	bool difference;
	uint64_t before; /* the last value of the column, if this is a difference */
};

struct transposecolumn {
	uint64_t key;        /* of its message, field and kind */
	uint64_t last;       /* the last value, in a column with differences */
	unsigned first, end; /* chunks of this block, or NO_CHUNK */
	size_t n;            /* bytes in this block */
};

struct transpose {
	/* Shape i has the fields from starts[i - 1] to starts[i]; slots has their numbers by
	 * hash. */
	struct shapefield fields[FIELDS];
	uint32_t starts[SHAPES];
	uint16_t slots[SLOTS];
	unsigned shapes;
	struct transposecolumn columns[COLUMNS];
	unsigned char columnslots[COLUMN_SLOTS]; /* by hash of the key: the column, 0 for none */
	/* The columns of listed fields that were found before, by kind; 0 for none. */
	unsigned char listed[MESSAGES][FIELDS_LISTED][SHAPE_KINDS];
	unsigned columncount;
	/* The packet that is being read. */
	struct shapefield shape[LONGEST];
	struct shapevalue values[LONGEST];
	char numbers[LONGEST][PROTO_VARINT_BYTES];
	unsigned shapelength, valuecount;
	/* The block that is being filled. */
	size_t plain;
	unsigned chunks;
	unsigned next[CHUNKS];
	char bytes[CHUNKS][CHUNK];
};

struct transpose *
transposenew(void)
{
	struct transpose *t = xzalloc(1, sizeof(*t));

	t->shapes = 1;
	t->columncount = COLUMN_FIRST;
	for (unsigned i = 0; i < COLUMNS; i++)
		t->columns[i].first = NO_CHUNK;
	return t;
}

/* Reads a varint; returns the byte behind it, or NULL if it does not end in time. */
static inline const char *
transposevarint(const char *p, const char *end, uint64_t *v)
{
	if (p < end && (unsigned char)*p < 0x80) {
		*v = (unsigned char)*p;
		return p + 1;
	}
	*v = 0;
	for (unsigned shift = 0; p < end && shift < 64; shift += 7) {
		unsigned char byte = (unsigned char)*p++;

		*v |= (uint64_t)(byte & 0x7F) << shift;
		if (byte < 0x80)
			return p;
	}
	return NULL;
}

/* Appends bytes to a column of the block. The caller has checked that there are chunks. */
static void
columnput(struct transpose *t, unsigned column, const char *p, size_t n)
{
	struct transposecolumn *c = &t->columns[column];

	while (n > 0) {
		size_t used = c->n % CHUNK, most = CHUNK - used;

		if (used == 0) {
			unsigned chunk = t->chunks++;

			if (c->first == NO_CHUNK)
				c->first = chunk;
			else
				t->next[c->end] = chunk;
			c->end = chunk;
		}
		if (most > n)
			most = n;
		memcpy(t->bytes[c->end] + used, p, most);
		c->n += most;
		p += most;
		n -= most;
	}
}

static void
columnputnumber(struct transpose *t, unsigned column, uint64_t v)
{
	char text[PROTO_VARINT_BYTES];

	columnput(t, column, text, (size_t)(protospell(text, v) - text));
}

/* Writes the block and begins the next. */
static void
blockend(struct transpose *t, transpose_put put, void *arg)
{
	char head[PROTO_VARINT_BYTES * (COLUMNS + 2)], *p;
	size_t n;

	if (t->plain == 0)
		return;
	p = protospell(protospell(head, t->plain), t->columncount);
	for (unsigned i = 0; i < t->columncount; i++)
		p = protospell(p, t->columns[i].n);
	put((struct span){ head, (size_t)(p - head) }, arg);
	for (unsigned i = 0; i < t->columncount; i++) {
		struct transposecolumn *c = &t->columns[i];

		for (unsigned chunk = c->first; c->n > 0; chunk = t->next[chunk]) {
			n = c->n < CHUNK ? c->n : CHUNK;
			put((struct span){ t->bytes[chunk], n }, arg);
			c->n -= n;
		}
		c->first = NO_CHUNK;
	}
	t->plain = 0;
	t->chunks = 0;
}

/* Finds the column of a field's values of a kind, and adds it if it is new. */
static unsigned
columnfind(struct transpose *t, enum message message, unsigned field, enum shape_kind kind)
{
	uint64_t key = (uint64_t)field << 8 | (unsigned)message << 4 | kind;
	size_t i = (size_t)(mapspread(key) >> 32) % COLUMN_SLOTS;

	while (t->columnslots[i] && t->columns[t->columnslots[i]].key != key)
		i = (i + 1) % COLUMN_SLOTS;
	if (!t->columnslots[i]) {
		if (t->columncount == COLUMNS)
			return 0;
		t->columnslots[i] = (unsigned char)t->columncount;
		t->columns[t->columncount++].key = key;
	}
	return t->columnslots[i];
}

/* Returns the column of a field's values of a kind, or 0 if there are too many columns. */
static inline unsigned
columnof(struct transpose *t, enum message message, unsigned field, enum shape_kind kind)
{
	unsigned char *listed;

	if (field >= FIELDS_LISTED)
		return columnfind(t, message, field, kind);
	listed = &t->listed[message][field][kind];
	if (*listed == 0)
		*listed = (unsigned char)columnfind(t, message, field, kind);
	return *listed;
}

/* Adds a field to the packet's shape; false if it has too many. */
static bool
shapeadd(struct transpose *t, uint64_t tag, enum shape_kind kind, uint64_t operand)
{
	if (t->shapelength == LONGEST || operand > MOST_LITERAL)
		return false;
	t->shape[t->shapelength++] = (struct shapefield){ (uint32_t)tag, kind, (unsigned)operand };
	return true;
}

/* Adds a field whose value is in a column. */
static bool
valueadd(struct transpose *t, enum message message, uint64_t tag, enum shape_kind kind,
    struct span bytes)
{
	unsigned column = columnof(t, message, (unsigned)(tag >> 3), kind);

	if (column == 0 || !shapeadd(t, tag, kind, column))
		return false;
	t->values[t->valuecount++] = (struct shapevalue){ .bytes = bytes, .column = column };
	return true;
}

/* Adds a varint as a difference; false if that does not make it shorter, or there are too many
 * fields. */
static bool
differenceadd(struct transpose *t, enum message message, uint64_t tag, uint64_t v, size_t length)
{
	unsigned column = columnof(t, message, (unsigned)(tag >> 3), SHAPE_DIFFERENCE);
	struct transposecolumn *c = &t->columns[column];
	char *number = t->numbers[t->valuecount];
	uint64_t zigzag;
	size_t n;

	if (column == 0 || t->shapelength == LONGEST || v >= EXACT)
		return false;
	zigzag = v >= c->last ? (v - c->last) * 2 : (c->last - v) * 2 - 1;
	n = (size_t)(protospell(number, zigzag) - number);
	if (n > length || !shapeadd(t, tag, SHAPE_DIFFERENCE, column))
		return false;
	t->values[t->valuecount++] =
	    (struct shapevalue){ { number, n }, column, true, c->last };
	c->last = v;
	return true;
}

/* Returns the kind of a field that is a varint; SHAPE_END for most. */
static inline enum shape_kind
varintkind(enum message message, unsigned field)
{
	if (field < FIELDS_LISTED)
		return (enum shape_kind)varintkinds[message][field];
	return message == MESSAGE_EVENT && field == TYPED_FIELD + TYPED_CORRELATION
	    ? SHAPE_DIFFERENCE
	    : SHAPE_END;
}

static bool
varintadd(struct transpose *t, enum message message, uint64_t tag, uint64_t v, struct span bytes)
{
	enum shape_kind kind = varintkind(message, (unsigned)(tag >> 3));

	if (kind == SHAPE_LITERAL && v <= MOST_LITERAL)
		return shapeadd(t, tag, SHAPE_LITERAL, v);
	if (kind == SHAPE_DIFFERENCE && differenceadd(t, message, tag, v, bytes.n))
		return true;
	return valueadd(t, message, tag, SHAPE_VARINT, bytes);
}

/* Returns true if a double is a number of thousandths; the same division gives it back. */
static bool
thousandths(struct span fixed, uint64_t *v)
{
	uint64_t bits, again;
	double d, back;

	memcpy(&bits, fixed.p, sizeof(bits));
	memcpy(&d, &bits, sizeof(d));
	if (!(d >= 0 && d < 1e12))
		return false;
	*v = (uint64_t)(d * 1000 + 0.5);
	back = (double)*v / 1000;
	memcpy(&again, &back, sizeof(again));
	return again == bits;
}

static bool
fixedadd(struct transpose *t, enum message message, uint64_t tag, struct span bytes)
{
	char *number = t->numbers[t->valuecount];
	uint64_t v;

	if (t->shapelength < LONGEST && thousandths(bytes, &v))
		return valueadd(t, message, tag, SHAPE_THOUSANDTHS,
		    (struct span){ number, (size_t)(protospell(number, v) - number) });
	return valueadd(t, message, tag, SHAPE_FIXED, bytes);
}

/* The message in a field, or MESSAGE_PACKET if it is bytes. */
static inline enum message
innermessage(enum message outer, unsigned field)
{
	if (field < FIELDS_LISTED)
		return (enum message)innermessages[outer][field];
	return outer == MESSAGE_EVENT && field == TYPED_FIELD ? MESSAGE_TYPED : MESSAGE_PACKET;
}

/* Reads the fields of a message into the shape and the values; false if they can't be. */
static bool /* NOLINTNEXTLINE(misc-no-recursion): each level takes one of LONGEST fields */
readfields(struct transpose *t, enum message message, struct span bytes)
{
	const char *p = bytes.p, *end = p + bytes.n, *value;
	enum message inner;
	uint64_t tag, v;
	bool good;

	while (p < end) {
		p = transposevarint(p, end, &tag);
		if (!p || tag > UINT32_MAX)
			return false;
		value = p;
		if ((tag & 7) == PROTO_FIXED64) {
			if (end - p < 8)
				return false;
			p += 8;
			good = fixedadd(t, message, tag, (struct span){ value, 8 });
		} else {
			p = transposevarint(p, end, &v);
			inner = innermessage(message, (unsigned)(tag >> 3));
			if (!p || ((tag & 7) == PROTO_BYTES && v > (uint64_t)(end - p)))
				return false;
			if ((tag & 7) == PROTO_VARINT) {
				good = varintadd(t, message, tag, v,
				    (struct span){ value, (size_t)(p - value) });
			} else if ((tag & 7) != PROTO_BYTES) {
				return false;
			} else if (inner == MESSAGE_PACKET) {
				p += v;
				good = valueadd(t, message, tag, SHAPE_BYTES,
				    (struct span){ value, (size_t)(p - value) });
			} else {
				good = shapeadd(t, tag, SHAPE_MESSAGE, 0) &&
				    readfields(t, inner, (struct span){ p, (size_t)v });
				p += v;
			}
		}
		if (!good)
			return false;
	}
	return shapeadd(t, 0, SHAPE_END, 0);
}

/* Forgets the packet that was being read. */
static void
packetforget(struct transpose *t)
{
	while (t->valuecount > 0) {
		const struct shapevalue *v = &t->values[--t->valuecount];

		if (v->difference)
			t->columns[v->column].last = v->before;
	}
	t->shapelength = 0;
}

/* Writes the definition of the packet's shape. */
static void
shapedefine(struct transpose *t)
{
	for (unsigned i = 0; i < t->shapelength; i++) {
		const struct shapefield *f = &t->shape[i];

		columnputnumber(t, COLUMN_DEFINITIONS, f->kind);
		if (f->kind != SHAPE_END)
			columnputnumber(t, COLUMN_DEFINITIONS, f->tag);
		if (f->kind > SHAPE_MESSAGE)
			columnputnumber(t, COLUMN_DEFINITIONS, f->operand);
	}
}

static bool
shapesame(const struct transpose *t, unsigned number)
{
	return t->starts[number] - t->starts[number - 1] == t->shapelength &&
	    memcmp(t->fields + t->starts[number - 1], t->shape,
	        t->shapelength * sizeof(*t->shape)) == 0;
}

/* Returns the number of the packet's shape, which is defined if it is new; 0 if there are too
 * many. */
static unsigned
shapeof(struct transpose *t)
{
	uint64_t hash = stringhash(
	    (struct span){ (const char *)t->shape, t->shapelength * sizeof(*t->shape) });
	size_t i = (size_t)(hash >> 32) % SLOTS;
	unsigned end = t->starts[t->shapes - 1];

	for (; t->slots[i]; i = (i + 1) % SLOTS)
		if (shapesame(t, t->slots[i]))
			return t->slots[i];
	if (t->shapes == SHAPES || end + t->shapelength > FIELDS ||
	    t->columns[COLUMN_DEFINITIONS].n > DEFINED)
		return 0;
	shapedefine(t);
	memcpy(t->fields + end, t->shape, t->shapelength * sizeof(*t->shape));
	t->starts[t->shapes] = end + t->shapelength;
	t->slots[i] = (uint16_t)t->shapes;
	return t->shapes++;
}

/* Writes a packet: body is its fields, whole also its tag and length. */
static void
packetput(struct transpose *t, struct span whole, struct span body)
{
	unsigned shape = 0;

	if (readfields(t, MESSAGE_PACKET, body))
		shape = shapeof(t);
	if (shape == 0)
		packetforget(t);
	columnputnumber(t, COLUMN_SHAPES, shape);
	for (unsigned i = 0; i < t->valuecount; i++)
		columnput(t, t->values[i].column, t->values[i].bytes.p, t->values[i].bytes.n);
	if (shape == 0)
		columnput(t, COLUMN_PACKETS, whole.p + 1, whole.n - 1);
	t->valuecount = t->shapelength = 0;
	t->plain += whole.n;
}

/* The most chunks that a packet of a length can begin. */
static size_t
chunksof(size_t bytes)
{
	return bytes / CHUNK + LONGEST + 4;
}

/* Writes a packet that is too long for columns as a separate block. */
static void
putlong(struct transpose *t, struct span whole, transpose_put put, void *arg)
{
	char head[PROTO_VARINT_BYTES * 2];

	blockend(t, put, arg);
	put((struct span){ head, (size_t)(protospell(protospell(head, whole.n), 0) - head) }, arg);
	put(whole, arg);
}

void
transpose(struct transpose *t, struct span packets, transpose_put put, void *arg)
{
	const char *p = packets.p, *end = p + packets.n, *body;
	struct span whole;
	uint64_t n;

	for (; p < end; p = whole.p + whole.n) {
		whole = (struct span){ p, (size_t)(end - p) };
		body = transposevarint(p + 1, end, &n);
		if (body)
			whole.n = (size_t)(body - p) + (size_t)n;
		if (!body || chunksof(whole.n) > CHUNKS) {
			putlong(t, whole, put, arg);
			continue;
		}
		if (t->chunks + chunksof(whole.n) > CHUNKS)
			blockend(t, put, arg);
		packetput(t, whole, (struct span){ body, (size_t)n });
	}
	blockend(t, put, arg);
}
