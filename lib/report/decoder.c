/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "decodersteps.h"

/* The deepest nesting of messages. */
enum { DEPTH = 6 };

/* A decoder that is being learned. */
struct learning {
	struct repcursor *cursor;
	struct repdecoder *t;
	const struct repwanted *wanted; /* NULL if the row is not wanted */
	bool *filled;                   /* by wanted column: a step sets its cell */
	bool files;                     /* the event may be a call that opens a file */
	uint64_t opened;                /* bit set of messages */
	unsigned depth;
};

static void
decoderfree(struct repdecoder *t)
{
	if (!t)
		return;
	free(t->steps);
	free(t->nulls);
	free(t);
}

void
decodersfree(struct repdecoders *t)
{
	if (t->learned == 0)
		return;
	for (size_t i = 0; i < DECODER_TYPES; i++)
		for (size_t j = 0; j < DECODER_EACH; j++)
			decoderfree(t->list[i][j]);
	eventlayoutsfree(&t->layouts);
	free(t->late);
	*t = (struct repdecoders){ .count = 0 };
}

/* Returns the list of decoders for an event's type, which is in the second byte: the first one
 * is the tag. */
static struct repdecoder **
sametype(struct repdecoders *t, struct span event)
{
	return t->list[event.n > 1 ? (unsigned char)event.p[1] % DECODER_TYPES : 0];
}

/* Adds a step; returns false if there are too many. */
static bool
decoderadd(struct learning *l, struct decoderstep step)
{
	if (l->t->count == DECODER_STEPS)
		return false;
	l->t->steps[l->t->count++] = step;
	return true;
}

/* Adds a step that expects a tag; returns false if the tag has more than two bytes. */
static bool
addtagged(struct learning *l, const unsigned char *tag, struct decoderstep step)
{
	unsigned char mask[2] = { 0xFF, tag[0] < 0x80 ? 0 : 0xFF }, bytes[2] = { tag[0], 0 };

	step.bytes = 1;
	if (mask[1] != 0) {
		if (tag[1] >= 0x80)
			return false;
		bytes[1] = tag[1];
		step.bytes = 2;
	}
	memcpy(&step.tag, bytes, sizeof(step.tag));
	memcpy(&step.mask, mask, sizeof(step.mask));
	return decoderadd(l, step);
}

/* Returns true if a column reads a field of a message. */
static bool
takes(const struct repcol *col, enum repmessage m, uint32_t field)
{
	for (size_t i = 0; col && i < col->count; i++)
		if (col->sources[i].message == m && col->sources[i].field == field)
			return true;
	return false;
}

/* Returns true if a column is exactly the bytes of a field. */
static bool
istext(const struct repcol *col)
{
	return col && col->count == 1 && col->sources[0].kind == V_TEXT &&
	    col->sources[0].trust == TRUST_PROVEN;
}

/* Adds a step that stores the last value in a cell, or merges it with the step that reads the
 * value. Returns false if the column already has a step: then the field is repeated, and only
 * its last value counts. */
static bool
addcell(struct learning *l, uint32_t number, struct decoderstep step)
{
	const struct repwantedcol *s = &l->wanted->cols[number];
	struct decoderstep *last = &l->t->steps[l->t->count - 1];

	if (l->filled[number])
		return false;
	l->filled[number] = true;
	step.what = istext(s->col) ? DECODE_TEXT : DECODE_ALSO;
	step.cell = (uint32_t)s->cell;
	step.wantedcol = number;
	step.v = s->limit;
	if (last->what != DECODE_TAKE)
		return decoderadd(l, step);
	step.what = DECODE_CELL;
	step.bytes = last->bytes;
	step.tag = last->tag;
	step.mask = last->mask;
	*last = step;
	return true;
}

/* Adds the steps that use the value of a field. */
static bool
usevalue(struct learning *l, enum repmessage m, uint32_t field, uint64_t v)
{
	const struct repwanted *w = l->wanted;
	struct decoderstep step = { .message = (unsigned char)m, .field = (unsigned char)field };
	bool slot = false, good = true;

	for (uint32_t i = 0; w && i < w->count && good; i++) {
		if (!takes(w->cols[i].col, m, field))
			continue;
		if (i >= w->quick)
			slot = true;
		else
			good = addcell(l, i, step);
	}
	step.what = DECODE_SLOT;
	good = good && (!slot || decoderadd(l, step));
	if (m == M_CALL && field == REP_CALL_CLASS) {
		step.what = DECODE_SAME;
		step.v = v;
		good = good && decoderadd(l, step);
	}
	step.what = DECODE_CLOSED;
	return good && (!l->files || m != M_CALL || field != REP_CALL_NAME || decoderadd(l, step));
}

/* Learns a field that is no message; returns false if it is unknown. */
static bool
learnfield(
    struct learning *l, enum repmessage m, const struct wirefield *f, const unsigned char *tag)
{
	const struct repschema *s = &l->cursor->rep->schema;
	bool known = f->number < 64 && s->known[m] >> f->number & 1,
	     number = known && s->numbers[m] >> f->number & 1,
	     bytes = known && s->bytes[m] >> f->number & 1;
	struct decoderstep step = { .what = DECODE_TAKE };
	size_t at = l->t->count;

	if (f->type == WIRE_BYTES && known && !number)
		step.what = DECODE_BYTES;
	else if (f->type != WIRE_VARINT || !known || bytes)
		return false;
	if (!addtagged(l, tag, step) || !usevalue(l, m, f->number, f->v))
		return false;
	if (l->t->count == at + 1 && l->t->steps[at].what == DECODE_TAKE)
		l->t->steps[at].what = DECODE_PASS;
	return true;
}

/* Learns a message; one that the cursor did not parse is skipped as bytes. Returns false if it
 * contains something that a decoder cannot read. */
static bool /* NOLINTNEXTLINE(misc-no-recursion): not deeper than DEPTH */
learnmessage(struct learning *l, enum repmessage m, struct span bytes, const unsigned char *tag)
{
	struct decoderstep step = { .what = DECODE_OPEN, .message = (unsigned char)m };
	uint32_t open = (uint32_t)l->t->count;
	struct wire w = wireopen(bytes);
	struct wirefield f;

	if (l->opened >> m & 1 || l->depth == DEPTH)
		return false;
	l->opened |= UINT64_C(1) << m;
	if (!(l->t->taken >> m & 1))
		step.what = DECODE_BYTES;
	if (!addtagged(l, tag, step))
		return false;
	if (step.what == DECODE_BYTES)
		return true;
	l->depth++;
	for (tag = w.p; wirenext(&w, &f); tag = w.p) {
		bool deep = m < M_EVENT_MESSAGES && f.number < 128 && f.type == WIRE_BYTES;
		unsigned inside = deep ? l->cursor->rep->schema.submessage[m][f.number] : 0;

		if (inside ? !learnmessage(l, (enum repmessage)inside, f.bytes, tag)
		           : !learnfield(l, m, &f, tag))
			return false;
	}
	l->depth--;
	return !w.bad && decoderadd(l, (struct decoderstep){ .what = DECODE_CLOSE, .open = open });
}

/* Learns an event: its type and its payload. */
static bool
learnevent(struct learning *l, enum repmessage payload)
{
	struct wire w = wireopen(l->cursor->event);
	bool typed = false;
	struct wirefield f;

	for (const unsigned char *tag = w.p; wirenext(&w, &f); tag = w.p) {
		if (f.number == REP_EVENT_TYPE && f.type == WIRE_VARINT && !typed) {
			typed = true;
			if (!addtagged(l, tag, (struct decoderstep){ .what = DECODE_TAKE }) ||
			    !decoderadd(l, (struct decoderstep){ .what = DECODE_SAME, .v = f.v }))
				return false;
		} else if (f.number != repmessagedefs[payload].field || f.type != WIRE_BYTES ||
		    !learnmessage(l, payload, f.bytes, tag)) {
			return false;
		}
	}
	return !w.bad && typed && l->opened &&
	    decoderadd(l, (struct decoderstep){ .what = DECODE_END });
}

/* Lists the cells of quick columns that no step sets. */
static void
learnnulls(struct learning *l)
{
	const struct repwanted *w = l->wanted;

	for (uint32_t i = 0; w && i < w->quick; i++)
		if (!l->filled[i])
			l->t->nulls[l->t->nullcount++] = (uint32_t)w->cols[i].cell;
}

/* Returns true if a decoder may be learned from the current event. Its kind must give one row
 * per event, and it must be of no other kind. Samples and processes need the general path: a
 * process without a name is no row, and its environment is secret. Events at the end of a
 * block have too little slack. */
static bool
learnable(const struct repcursor *c, size_t kind)
{
	enum repmessage payload = repeventdefs[kind].payload;

	return c->entries.end - c->entries.p >= DECODER_SLACK && c->noted == UINT64_C(1) << kind &&
	    repeventdefs[kind].rowper == PER_EVENT && payload != M_SAMPLE && payload != M_PROCESS &&
	    !c->parts;
}

/* Returns true if a call of the same class may open a file, which depends on its name. */
static bool
maybefile(const struct repcursor *c)
{
	uint64_t kinds = repcallevents(&c->rep->schema, c->fields[M_CALL].v[REP_CALL_CLASS]);

	for (; kinds; kinds &= kinds - 1)
		if (repeventdefs[__builtin_ctzll(kinds)].rowper == PER_OPEN)
			return true;
	return false;
}

/* Adds a decoder at the front of its list. The last one is freed if the list is full. */
static void
decoderkeep(struct repcursor *c, struct repdecoder *t)
{
	struct repdecoder **list = sametype(&c->decoders, c->event);

	decoderfree(list[DECODER_EACH - 1]);
	memmove(list + 1, list, (DECODER_EACH - 1) * sizeof(*list));
	list[0] = t;
}

void
decoderlearn(struct repcursor *c)
{
	const struct repschema *s = &c->rep->schema;
	size_t kind = c->noted ? (size_t)__builtin_ctzll(c->noted) : 0;
	const struct repevent *match = &s->events[kind];
	struct learning l = { .cursor = c };

	if (!learnable(c, kind) || c->decoders.learned == DECODER_MAX)
		return;
	c->decoders.learned++;
	l.t = xzalloc(1, sizeof(*l.t));
	l.t->fit = (struct repdecoded){ .kind = kind,
		.table = match->skipped ? REP_NONE : match->table,
		.wanted = !match->skipped && c->wanted[match->table].any };
	l.t->there = c->there;
	l.t->taken = c->taken;
	l.t->steps = xreallocarray(NULL, DECODER_STEPS, sizeof(*l.t->steps));
	if (l.t->fit.wanted) {
		l.wanted = &c->wanted[match->table];
		l.t->fit.slow = l.wanted->quick < l.wanted->count;
		l.filled = xzalloc(l.wanted->count, sizeof(*l.filled));
		l.t->nulls = xreallocarray(NULL, l.wanted->count, sizeof(*l.t->nulls));
	}
	l.files = repeventdefs[kind].payload == M_CALL && maybefile(c);
	if (learnevent(&l, repeventdefs[kind].payload)) {
		learnnulls(&l);
		l.t->steps = xreallocarray(l.t->steps, l.t->count, sizeof(*l.t->steps));
		decoderkeep(c, l.t);
	} else {
		decoderfree(l.t);
	}
	free(l.filled);
}

/* Reads a number whose length differs from the last one of this step. Returns NULL if it is
 * cut off or has more than 64 bits. */
static const unsigned char *__attribute__((noinline))
newlength(struct decoderstep *s, const unsigned char *p, const unsigned char *end, uint64_t *v)
{
	struct wire w = { p, end, false };

	if (!wirevarint(&w, v))
		return NULL;
	s->length = (uint32_t)(w.p - p);
	s->ends = s->length > 8 ? 0 : WIRE_ENDS >> (64 - 8 * s->length);
	return w.p;
}

/* Skips a number with the same length as the last one, and sets *bits to its bytes. Returns
 * NULL if its length differs. */
static inline const unsigned char *
skipnumber(const struct decoderstep *s, const unsigned char *p, uint64_t *bits)
{
	memcpy(bits, p, sizeof(*bits));
	*bits = le64toh(*bits);
	if ((*bits & s->ends) != s->ends >> 8 || !s->ends)
		return NULL;
	return p + s->length;
}

/* Skips the expected tag. Returns NULL if it is another one, or the event has ended. */
static inline const unsigned char *
skiptag(const struct decoderstep *s, const unsigned char *p, const unsigned char *end)
{
	uint16_t tag;

	memcpy(&tag, p, sizeof(tag));
	return p >= end || (tag & s->mask) != s->tag ? NULL : p + s->bytes;
}

/* Skips a number; returns NULL if it is malformed. end is that of the block: this may read a
 * few bytes past the event, which later steps notice. */
static inline const unsigned char *
decoderpass(struct decoderstep *s, const unsigned char *p, const unsigned char *end)
{
	const unsigned char *next;
	uint64_t bits;

	next = skipnumber(s, p, &bits);
	return next ? next : newlength(s, p, end, &bits);
}

/* Like decoderpass, but sets *v to the number. */
static inline const unsigned char *
decodertake(struct decoderstep *s, const unsigned char *p, const unsigned char *end, uint64_t *v)
{
	const unsigned char *next;
	uint64_t bits;

	if (*p < 0x80) {
		*v = *p;
		return p + 1;
	}
	next = skipnumber(s, p, &bits);
	if (!next)
		return newlength(s, p, end, v);
	*v = wirebits(bits & (s->ends - (s->ends >> 7)));
	return next;
}

/* Reads an event with a decoder; returns false if it does not fit. */
static bool
decoderfits(struct repcursor *c, struct repdecoder *t, struct span event)
{
	const unsigned char *p = (const unsigned char *)event.p, *end = p + event.n,
	                    *all = c->entries.end;
	struct cell *cells = c->row.cells;
	uint64_t v = 0;

	for (struct decoderstep *s = t->steps;; s++) {
		if (s->what <= DECODE_OPEN && !(p = skiptag(s, p, end)))
			return false;
		switch ((enum stepkind)s->what) {
		case DECODE_PASS:
			if (!(p = decoderpass(s, p, all)))
				return false;
			break;
		case DECODE_TAKE:
			if (!(p = decodertake(s, p, all, &v)))
				return false;
			break;
		case DECODE_CELL:
			if (!(p = decodertake(s, p, all, &v)))
				return false;
			/* fallthrough */
		case DECODE_ALSO:
			cells[s->cell].type = CELL_INT;
			cells[s->cell].number = (int64_t)v;
			if (v >= s->v)
				cursorlate(c, t->fit.table, s->wantedcol, v);
			break;
		case DECODE_BYTES:
		case DECODE_OPEN:
			if (!(p = decodertake(s, p, all, &v)) || p > end || v > (size_t)(end - p))
				return false;
			if (s->what == DECODE_OPEN) {
				c->fields[s->message].have = 0;
				s->v = (uint64_t)((const char *)p - c->base) + v;
				break;
			}
			p += v;
			v = repcursorpack(c, (struct span){ (const char *)p - v, (size_t)v });
			break;
		case DECODE_TEXT:
			rowput(&c->row, &cells[s->cell], CELL_TEXT, repcursorunpack(c, v));
			break;
		case DECODE_SLOT:
			c->fields[s->message].v[s->field] = v;
			c->fields[s->message].have |= UINT64_C(1) << s->field;
			break;
		case DECODE_SAME:
			if (v != s->v)
				return false;
			break;
		case DECODE_CLOSED:
			if (repopensfile(c->rep, v))
				return false;
			break;
		case DECODE_CLOSE:
			if ((uint64_t)((const char *)p - c->base) != t->steps[s->open].v)
				return false;
			break;
		case DECODE_END:
			return p == end;
		}
	}
}

const struct repdecoded *
decoderread(struct repcursor *c, struct span event)
{
	struct repdecoder **list = sametype(&c->decoders, event);

	for (size_t i = 0; i < DECODER_EACH && list[i]; i++) {
		struct repdecoder *t = list[i];

		rowstart(&c->row, t->fit.wanted ? c->wanted[t->fit.table].count : 0);
		c->decoders.count = 0;
		if (!decoderfits(c, t, event))
			continue;
		if (i > 0) {
			list[i] = list[i - 1];
			list[i - 1] = t;
		}
		for (size_t j = 0; j < t->nullcount; j++) {
			c->row.cells[t->nulls[j]].type = CELL_NULL;
			c->row.cells[t->nulls[j]].number = 0;
		}
		c->there = t->there;
		c->taken = t->taken;
		eventlayoutlearn(c, t, event);
		return &t->fit;
	}
	return NULL;
}
