/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "decodersteps.h"

/* The largest event with a layout, and a word, in bytes; the number of words that are compared at
 * once. */
enum { LAYOUT_BYTES = 512, WORD = 16, WORDS = 4 };
_Static_assert((int)WORD <= (int)DECODER_SLACK, "words end within the slack");

/* Layouts that are made in any case, and events that each further one must have read before. */
enum { LAYOUT_FREE = 256, LAYOUT_FITS = 16 };

/* The most bytes of a number that is read at once. */
enum { NUMBER_BYTES = 8 };

/* A number that is stored in a cell. */
struct layoutnumber {
	uint32_t at, cell; /* offset in the event; index of the cell */
	uint64_t mask;     /* of its 7-bit groups, in the eight bytes from there on */
};

/* A number below a limit. From the limit on, either the event needs the general path, or the value
 * is unproven and counted. */
struct layoutlimit {
	uint32_t at;
	bool counted;
	size_t column;        /* its index in the coverage */
	uint64_t mask, limit; /* the mask as above; the limit's 7-bit groups are in bytes, too */
};

/* The start and the end of a row, which are read together: their bytes, masks, or values. */
typedef uint64_t layoutpair __attribute__((vector_size(16)));

/* The times of the row, if the caller reads nothing else of it. A mask is 0 if there is none. */
struct layouttimes {
	struct rowspans *to; /* NULL if no row is wanted */
	uint32_t startat, stopat, classat;
	layoutpair masks, none; /* of start and end; the values if there is none, else 0 */
	uint64_t classmask;
	int64_t noclass;        /* the same for the class */
	struct layoutlimit *limits;
	size_t limitcount;
};

/* A cell with a number that the general path checks from a limit on. */
struct layoutcheck {
	uint32_t cell, wantedcol; /* as in a step */
	uint64_t limit;
};

/* A value that needs more than to be stored in a cell: a step with its place. */
struct layoutvalue {
	struct decoderstep step;
	bool bytes;    /* it is bytes, not a number */
	uint32_t at;   /* offset in the event */
	uint64_t mask; /* of a number as above; the length of bytes */
};

/* Bytes of an event, or a mask of them. */
typedef uint64_t layoutbytes __attribute__((vector_size(WORD)));

/* A part of an event: the bytes under the mask have to be as expected. */
struct layoutword {
	layoutbytes mask, expected;
	size_t at; /* offset in the event */
};

struct eventlayout {
	size_t n; /* length of the event, in bytes */
	struct layoutword *words;
	size_t wordcount;
	bool plain;  /* layoutrest() has nothing to do */
	bool passes; /* eventlayoutspans() can read it */
	struct layouttimes times;
	struct repdecoded fit;
	size_t cells;          /* number of cells of the row */
	uint64_t there, taken; /* as in a decoder */
	uint64_t cleared;      /* messages whose fields are read by the general path */
	struct layoutnumber *bytes, *numbers; /* numbers of one byte, and longer ones */
	struct layoutcheck *checks;
	struct layoutvalue *values;
	uint32_t *nulls;
	size_t bytecount, numbercount, checkcount, valuecount, nullcount;
};

/* An event whose layout is being made. */
struct laying {
	struct eventlayout t; /* without its arrays */
	const unsigned char *event;
	size_t read; /* the number of cells that the caller reads */
	struct layoutnumber bytes[DECODER_STEPS], numbers[DECODER_STEPS];
	struct layoutcheck checks[DECODER_STEPS];
	struct layoutvalue values[DECODER_STEPS];
	unsigned char mask[LAYOUT_BYTES];
	/* The last value: whether it is bytes, its offset, and its length. */
	bool isbytes;
	size_t at, n;
};

static void
layoutfree(struct eventlayout *t)
{
	if (!t)
		return;
	free(t->words);
	free(t->bytes);
	free(t->numbers);
	free(t->checks);
	free(t->values);
	free(t->nulls);
	free(t->times.limits);
	free(t);
}

void
eventlayoutsfree(struct eventlayouts *t)
{
	for (size_t i = 0; i < LAYOUT_SETS; i++)
		for (size_t j = 0; j < LAYOUT_WAYS; j++)
			layoutfree(t->list[i][j]);
	*t = (struct eventlayouts){ .made = 0 };
}

/* Returns the number of the set of layouts for an event, by its type, which is in the second byte,
 * and its length. An empty event has a second byte in the slack. */
static inline size_t
samelength(struct span event)
{
	return (event.n + 16 * (size_t)(unsigned char)event.p[1]) % LAYOUT_SETS;
}

/* Returns the mask of the 7-bit groups of a number in the eight bytes at its offset. */
static uint64_t
groups(size_t n)
{
	return ~WIRE_ENDS >> 8 * (NUMBER_BYTES - n);
}

/* Notes the value of a step that expects a tag: the tag, and lengths, have to be the same; of
 * numbers only the continuation bits. Returns the offset after the value. */
static size_t
laytagged(struct laying *l, const struct decoderstep *s, size_t at)
{
	struct wire w = { l->event + at + s->bytes, l->event + l->t.n, false };
	uint64_t v = 0;
	size_t n;

	memset(l->mask + at, 0xFF, s->bytes);
	at += s->bytes;
	wirevarint(&w, &v);
	n = (size_t)(w.p - l->event) - at;
	l->isbytes = s->what == DECODE_BYTES;
	memset(l->mask + at, s->what == DECODE_OPEN || l->isbytes ? 0xFF : 0x80, n);
	if (n == 10)
		l->mask[at + 9] |= 0xFE; /* the last byte has one bit of the 64 */
	l->at = l->isbytes ? at + n : at;
	l->n = l->isbytes ? (size_t)v : n;
	return l->isbytes ? at + n + (size_t)v : at + n;
}

/* Returns true if the general path has to check the last value, a number, since it may reach the
 * limit. A 0 that is just below the limit has to be the same. */
static bool
laychecks(struct laying *l, const struct decoderstep *s)
{
	if (s->v == 1 && l->n == 1 && l->event[l->at] == 0) {
		l->mask[l->at] = 0xFF;
		return false;
	}
	return s->v < UINT64_MAX && (l->n > NUMBER_BYTES || s->v >> 7 * l->n == 0);
}

/* Notes that the last value, a number, is stored in a cell, unless the caller does not read it and
 * it is not checked. Returns false if no layout can read it. */
static bool
laycell(struct laying *l, const struct decoderstep *s)
{
	struct eventlayout *t = &l->t;
	bool checked = laychecks(l, s);
	struct layoutnumber number = { (uint32_t)l->at, s->cell, 0 };

	if (s->cell >= l->read && !checked)
		return true;
	if (l->n > NUMBER_BYTES)
		return false;
	number.mask = groups(l->n);
	if (l->n == 1)
		l->bytes[t->bytecount++] = number;
	else
		l->numbers[t->numbercount++] = number;
	if (checked)
		l->checks[t->checkcount++] =
		    (struct layoutcheck){ s->cell, s->wantedcol, s->v };
	return true;
}

/* Notes what a step does with the last value. Returns false if no layout can do so. */
static bool
layvalue(struct laying *l, const struct decoderstep *s)
{
	bool readable = l->isbytes || l->n <= NUMBER_BYTES;

	switch ((enum stepkind)s->what) {
	case DECODE_PASS:
	case DECODE_TAKE:
	case DECODE_BYTES:
	case DECODE_OPEN:
	case DECODE_CLOSE: /* messages have the same lengths */
	case DECODE_END:
		return true;
	case DECODE_SAME:
		memset(l->mask + l->at, 0xFF, l->n);
		return true;
	case DECODE_CELL:
	case DECODE_ALSO:
		if (!l->isbytes)
			return laycell(l, s);
		break;
	case DECODE_TEXT:
		if (s->cell >= l->read)
			return true;
		break;
	default:
		break;
	}
	l->values[l->t.valuecount++] = (struct layoutvalue){ *s, l->isbytes, (uint32_t)l->at,
		!readable || l->isbytes ? l->n : groups(l->n) };
	return readable;
}

/* Splits the event and the mask into words, and leaves out those in which all bytes may differ, as
 * in texts. Appends empty words until their number is a multiple of WORDS. */
static void
laywords(const struct laying *l, struct eventlayout *t)
{
	t->words = xreallocarray(NULL, t->n / WORD + 1 + WORDS, sizeof(*t->words));
	for (size_t at = 0; at < t->n; at += WORD) {
		struct layoutword *word = &t->words[t->wordcount];

		memcpy(&word->mask, l->mask + at, WORD);
		memcpy(&word->expected, l->event + at, WORD);
		word->expected &= word->mask;
		word->at = at;
		t->wordcount += (word->mask[0] | word->mask[1]) != 0;
	}
	while (t->wordcount % WORDS != 0)
		t->words[t->wordcount++] = (struct layoutword){ .at = 0 };
}

/* Returns the number that is stored in a cell, or NULL. */
static const struct layoutnumber *
laynumber(const struct laying *l, uint32_t cell)
{
	for (size_t i = 0; i < l->t.bytecount; i++)
		if (l->bytes[i].cell == cell)
			return &l->bytes[i];
	for (size_t i = 0; i < l->t.numbercount; i++)
		if (l->numbers[i].cell == cell)
			return &l->numbers[i];
	return NULL;
}

/* Returns true if a value from a limit on is only counted as unproven: the caller does not read
 * it. */
static bool
laycounted(const struct repwantedcol *s, size_t read)
{
	return s->cell >= read && !s->needed && s->col->count == 1 &&
	    s->col->sources[0].kind == V_INT;
}

/* Returns the 7-bit groups of a number below 2^56 as bytes. Such numbers have the same order. */
static uint64_t
spreadgroups(uint64_t v)
{
	uint64_t bytes = 0;

	for (int i = 0; i < NUMBER_BYTES; i++)
		bytes |= (v >> 7 * i & 0x7F) << 8 * i;
	return bytes;
}

/* Notes the limits of numbers: those that need the general path come first. */
static void
laylimits(const struct laying *l, const struct repwanted *w, struct layouttimes *times)
{
	times->limits = xreallocarray(NULL, l->t.checkcount, sizeof(*times->limits));
	for (int counted = 0; counted < 2; counted++)
		for (size_t i = 0; i < l->t.checkcount; i++) {
			const struct layoutcheck *check = &l->checks[i];
			const struct layoutnumber *number = laynumber(l, check->cell);
			const struct repwantedcol *s = &w->cols[check->wantedcol];

			if (laycounted(s, l->read) != (counted > 0))
				continue;
			times->limits[times->limitcount++] = (struct layoutlimit){ number->at,
				counted > 0, s->col->index, number->mask,
				spreadgroups(check->limit) };
		}
}

/* Notes where the times of the row are, if nothing else of it has to be read. */
static void
laytimes(const struct laying *l, const struct repwanted *w, struct eventlayout *t)
{
	const struct layoutnumber *start = laynumber(l, 0), *stop = laynumber(l, 1),
	                          *class = laynumber(l, 2);
	struct layouttimes *times = &t->times;

	t->passes = t->plain &&
	    (!w || (w->spans && start && (!class || class->mask == groups(1))));
	if (!t->passes || !w)
		return;
	*times = (struct layouttimes){ .to = w->spans,
		.startat = start->at,
		.stopat = stop ? stop->at : start->at,
		.masks = { start->mask, stop ? stop->mask : 0 },
		.none = { 0, stop ? 0 : (uint64_t)ROW_NOSTOP },
		.noclass = class ? 0 : ROW_NOCLASS };
	if (class) {
		times->classat = class->at;
		times->classmask = class->mask;
	}
	laylimits(l, w, times);
}

/* Returns a copy of an array. */
static void *
laycopy(const void *array, size_t count, size_t size)
{
	void *copy = xreallocarray(NULL, count, size);

	return count > 0 ? memcpy(copy, array, count * size) : copy;
}

/* Returns the layout, with its arrays. */
static struct eventlayout *
layend(const struct laying *l, const struct repdecoder *decoder, const struct repwanted *w)
{
	struct eventlayout *t = laycopy(&l->t, 1, sizeof(*t));

	laywords(l, t);
	t->bytes = laycopy(l->bytes, t->bytecount, sizeof(*t->bytes));
	t->numbers = laycopy(l->numbers, t->numbercount, sizeof(*t->numbers));
	t->checks = laycopy(l->checks, t->checkcount, sizeof(*t->checks));
	t->values = laycopy(l->values, t->valuecount, sizeof(*t->values));
	t->nulls = xreallocarray(NULL, decoder->nullcount, sizeof(*t->nulls));
	for (size_t i = 0; i < decoder->nullcount; i++)
		if (decoder->nulls[i] < l->read)
			t->nulls[t->nullcount++] = decoder->nulls[i];
	t->plain = !t->fit.slow && t->valuecount == 0;
	laytimes(l, w, t);
	return t;
}

/* Returns true if a layout of an event is likely to be of use. */
static bool
layworthy(struct eventlayouts *all, struct span event, size_t set)
{
	bool again = all->missed[set] == event.n;

	all->missed[set] = (uint32_t)event.n;
	return again && event.n <= LAYOUT_BYTES &&
	    all->made <= LAYOUT_FREE + all->fits / LAYOUT_FITS;
}

void
eventlayoutlearn(struct repcursor *c, const struct repdecoder *decoder, struct span event)
{
	struct eventlayouts *all = &c->decoders.layouts;
	size_t number = samelength(event), at = 0;
	struct eventlayout **set = all->list[number];
	const struct repwanted *w = decoder->fit.wanted ? &c->wanted[decoder->fit.table] : NULL;
	struct laying l;

	if (!layworthy(all, event, number))
		return;
	all->made++;
	l.t = (struct eventlayout){ .fit = decoder->fit,
		.there = decoder->there,
		.taken = decoder->taken,
		.cleared = decoder->fit.slow ? decoder->taken : 0,
		.n = event.n,
		.cells = w ? w->count : 0 };
	l.event = (const unsigned char *)event.p;
	l.read = w ? w->read : 0;
	memset(l.mask, 0, sizeof(l.mask));
	for (size_t i = 0; i < decoder->count; i++) {
		const struct decoderstep *s = &decoder->steps[i];

		if (s->what <= DECODE_OPEN)
			at = laytagged(&l, s, at);
		if (!layvalue(&l, s))
			return;
	}
	layoutfree(set[LAYOUT_WAYS - 1]);
	memmove(set + 1, set, (LAYOUT_WAYS - 1) * sizeof(*set));
	set[0] = layend(&l, decoder, w);
}

void
cursorlate(struct repcursor *c, size_t table, uint32_t number, uint64_t v)
{
	const struct repwantedcol *s = &c->wanted[table].cols[number];
	struct repdecoders *t = &c->decoders;
	size_t i;

	if (s->limit == UINT64_MAX)
		return;
	c->fields[s->message].v[s->field] = v;
	c->fields[s->message].have |= UINT64_C(1) << s->field;
	GROW(t->late, t->room, t->count + 1);
	for (i = t->count++; i > 0 && t->late[i - 1] > s; i--)
		t->late[i] = t->late[i - 1];
	t->late[i] = s;
}

/* Returns the bits of a word of an event that are not as expected. */
static inline layoutbytes
differs(const struct layoutword *word, const char *event)
{
	layoutbytes bytes;

	memcpy(&bytes, event + word->at, WORD);
	return (bytes & word->mask) ^ word->expected;
}

/* Returns true if an event of the same length has a layout. */
static inline bool
layoutfits(const struct eventlayout *t, const char *event)
{
	const struct layoutword *word = t->words, *end = word + t->wordcount;
	layoutbytes differ = { 0 };

	for (; word < end; word += WORDS)
		differ |= differs(&word[0], event) | differs(&word[1], event) |
		    differs(&word[2], event) | differs(&word[3], event);
	return (differ[0] | differ[1]) == 0;
}

/* Returns the 7-bit groups of a number. */
static inline uint64_t
groupsat(const char *p, uint64_t mask)
{
	uint64_t bits;

	memcpy(&bits, p, sizeof(bits));
	return le64toh(bits) & mask;
}

/* Reads a number. */
static inline uint64_t
numberat(const char *p, uint64_t mask)
{
	return wirebits(groupsat(p, mask));
}

/* Does the step of a value; returns false if the event does not fit. */
static bool
layoutstep(struct repcursor *c, size_t table, const struct layoutvalue *value, const char *event)
{
	const struct decoderstep *s = &value->step;
	struct span bytes = { event + value->at, (size_t)value->mask };
	uint64_t v = value->bytes ? repcursorpack(c, bytes)
	                          : numberat(bytes.p, value->mask);

	switch ((enum stepkind)s->what) {
	case DECODE_TEXT:
		rowput(&c->row, &c->row.cells[s->cell], CELL_TEXT, bytes);
		break;
	case DECODE_CLOSED:
		return !repopensfile(c->rep, v);
	case DECODE_SLOT:
		c->fields[s->message].v[s->field] = v;
		c->fields[s->message].have |= UINT64_C(1) << s->field;
		break;
	default: /* bytes that the general path checks */
		c->row.cells[s->cell].type = CELL_INT;
		c->row.cells[s->cell].number = (int64_t)v;
		if (v >= s->v)
			cursorlate(c, table, s->wantedcol, v);
		break;
	}
	return true;
}

/* Does the steps of an event that need more than to store a number in a cell; returns false if it
 * does not fit. */
static bool __attribute__((noinline))
layoutrest(struct repcursor *c, const struct eventlayout *t, const char *event)
{
	rowstart(&c->row, t->cells);
	c->there = t->there;
	c->taken = t->taken;
	for (uint64_t m = t->cleared; m; m &= m - 1)
		c->fields[__builtin_ctzll(m)].have = 0;
	for (size_t i = 0; i < t->valuecount; i++)
		if (!layoutstep(c, t->fit.table, &t->values[i], event))
			return false;
	return true;
}

/* Reads an event that has a layout; returns false if it does not fit. */
static inline __attribute__((always_inline)) bool
layouttake(struct repcursor *c, const struct eventlayout *t, const char *event)
{
	const struct layoutnumber *byte = t->bytes, *number = t->numbers;
	struct cell *cells;

	GROW(c->row.cells, c->row.room, t->cells);
	cells = c->row.cells;
	c->decoders.count = 0;
	for (const struct layoutnumber *end = byte + t->bytecount; byte < end; byte++) {
		cells[byte->cell].type = CELL_INT;
		cells[byte->cell].number = (unsigned char)event[byte->at];
	}
	for (const struct layoutnumber *end = number + t->numbercount; number < end; number++) {
		cells[number->cell].type = CELL_INT;
		cells[number->cell].number =
		    (int64_t)numberat(event + number->at, number->mask);
	}
	for (size_t i = 0; i < t->nullcount; i++) {
		cells[t->nulls[i]].type = CELL_NULL;
		cells[t->nulls[i]].number = 0;
	}
	if (!t->plain && !layoutrest(c, t, event))
		return false;
	for (size_t i = 0; i < t->checkcount; i++) {
		const struct layoutcheck *check = &t->checks[i];
		uint64_t v = (uint64_t)cells[check->cell].number;

		if (v < check->limit)
			continue;
		c->there = t->there;
		c->taken = t->taken;
		cursorlate(c, t->fit.table, check->wantedcol, v);
	}
	return true;
}

/* Reads an event by its layout; returns NULL if it has none. */
static inline __attribute__((always_inline)) const struct repdecoded *
layoutread(struct repcursor *c, struct span event)
{
	struct eventlayout **set = c->decoders.layouts.list[samelength(event)];

	for (size_t i = 0; i < LAYOUT_WAYS && set[i]; i++) {
		struct eventlayout *t = set[i];

		if (t->n != event.n || !layoutfits(t, event.p) || !layouttake(c, t, event.p))
			continue;
		if (i > 0) {
			set[i] = set[i - 1];
			set[i - 1] = t;
		}
		c->decoders.layouts.fits++;
		return &t->fit;
	}
	return NULL;
}

bool
eventlayoutnext(struct repcursor *c)
{
	for (;;) {
		struct span event = cursorentry(c);
		const struct repdecoded *fit = event.p ? layoutread(c, event) : NULL;

		if (!fit)
			return false;
		cursoradvance(c, event, fit);
		if (!fit->wanted)
			continue;
		if (cursorrow(c, fit))
			return true;
		c->begun = true;
		return false;
	}
}

/* Returns the layout of an event, or NULL. */
static inline __attribute__((always_inline)) const struct eventlayout *
layoutof(struct repcursor *c, struct span event)
{
	struct eventlayout **set = c->decoders.layouts.list[samelength(event)];

	for (size_t i = 0; i < LAYOUT_WAYS && set[i]; i++) {
		struct eventlayout *t = set[i];

		if (t->n != event.n || !layoutfits(t, event.p))
			continue;
		if (i > 0) {
			set[i] = set[i - 1];
			set[i - 1] = t;
		}
		return t;
	}
	return NULL;
}

_Static_assert(offsetof(struct rowspan, start) == 0 &&
        offsetof(struct rowspan, stop) == sizeof(uint64_t),
    "start and end are neighbours");

/* Reads the start and the end of a row, as numberat and wirebits read one number. */
static inline __attribute__((always_inline)) void
pairat(const struct layouttimes *times, const char *event, struct rowspan *span)
{
	static const layoutpair pairs = { UINT64_C(0x3F803F803F803F80),
		UINT64_C(0x3F803F803F803F80) };
	static const layoutpair fours = { UINT64_C(0x0FFFC0000FFFC000),
		UINT64_C(0x0FFFC0000FFFC000) };
	static const layoutpair low = { UINT32_MAX, UINT32_MAX };
	uint64_t start, stop;
	layoutpair bits, more;

	memcpy(&start, event + times->startat, sizeof(start));
	memcpy(&stop, event + times->stopat, sizeof(stop));
	bits = (layoutpair){ le64toh(start), le64toh(stop) } & times->masks;
	bits -= bits >> 1 & pairs;
	more = bits >> 2 & fours;
	bits -= more + more + more;
	bits = (bits & low) | bits >> 32 << 28 | times->none;
	memcpy(span, &bits, sizeof(bits));
}

/* Reads the times of a row. Returns false if the event needs the general path. */
static inline __attribute__((always_inline)) bool
layoutspan(
    struct repcursor *c, const struct layouttimes *times, const char *event, struct rowspan *span)
{
	for (size_t i = 0; i < times->limitcount; i++) {
		const struct layoutlimit *l = &times->limits[i];

		if (groupsat(event + l->at, l->mask) < l->limit)
			continue;
		if (!l->counted)
			return false;
		c->coverage->unproven[l->column]++;
	}
	pairat(times, event, span);
	span->class = (int64_t)((unsigned char)event[times->classat] & times->classmask) |
	    times->noclass;
	return true;
}

size_t
eventlayoutspans(struct repcursor *c)
{
	struct repcoverage *tally = c->coverage;
	size_t full = REP_NONE, events = 0;

	for (;; events++) {
		struct span event = cursorentry(c);
		const struct eventlayout *t = event.p ? layoutof(c, event) : NULL;
		struct rowspans *to;

		if (!t || !t->passes)
			break;
		to = t->times.to;
		if (to && to->count == ROW_SPANS) {
			full = t->fit.table;
			break;
		}
		if (to) {
			if (!layoutspan(c, &t->times, event.p, &to->list[to->count]))
				break;
			to->count++;
			tally->rows[t->fit.table]++;
		}
		if (t->fit.table != REP_NONE)
			c->counts.rows[t->fit.table]++;
		tally->kinds[t->fit.kind]++;
		c->entries.p = (const unsigned char *)event.p + event.n;
	}
	tally->events += events;
	c->decoders.layouts.fits += events;
	return full;
}
