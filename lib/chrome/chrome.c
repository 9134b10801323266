/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/err.h"
#include "base/json.h"
#include "chrome.h"
#include "draw/countertrack.h"
#include "draw/tracklabel.h"
#include "io/out.h"
#include "stream/record.h"

/* The longest string of Chrome's JavaScript engine. Viewers read a whole file into one string. */
#define CHARACTERS_MAX UINT64_C(536870887)

/* A formatter of another thread with this many bytes writes them without a copy. */
enum { MUCH = 1 << 16 };

/* Returns the end of the trace. */
static const char *
tail(const struct chrome *c)
{
	return c->object ? "\n]}\n" : "\n]\n";
}

/* Begins an object of the trace. begin starts with a comma, which the first object omits. */
static inline void
beginobject(struct chromeformatter *f, const char *begin)
{
	if (f->any)
		bufstr(&f->out, begin);
	else
		bufstr(&f->out, begin + strlen(",\n"));
	f->any = true;
}

/* The most bytes that putmicros writes. */
enum { MICROS_ROOM = INT_ROOM + 2 };

/* Moves the last three of n digits at p behind a point. digits has the last eight, the last one in
 * the highest byte. Returns the end. */
static inline char *
putpoint(char *p, size_t n, uint64_t digits)
{
	uint32_t fraction = (uint32_t)(digits >> 40) << 8 | '.';

	memcpy(p + n - 3, &fraction, sizeof(fraction));
	return p + n + 1;
}

/* Writes ns below MEM_EIGHT as microseconds to p, which has MICROS_ROOM bytes. Returns the
 * end. */
static inline char *
putfewmicros(char *p, uint64_t ns)
{
	static const uint64_t zeros = 0x3030303030303030, point = UINT64_C(1) << 32;
	uint64_t digits, text;
	unsigned leading;

	memputeight(p, ns);
	memcpy(&digits, p, sizeof(digits));
	/* at least one digit before the point */
	leading = (unsigned)__builtin_ctzll((digits ^ zeros) | point) / 8;
	text = digits >> leading * 8;
	memcpy(p, &text, sizeof(text));
	return putpoint(p, 8 - leading, digits);
}

/* Writes the time of an item in microseconds to p, which has MICROS_ROOM bytes. Returns the end. */
static inline char *
itemtime(struct chromeformatter *f, char *p, uint64_t ns)
{
	uint64_t digits;

	if (ns < MEM_EIGHT)
		return putfewmicros(p, ns);
	p = memputsimilar(&f->times, p, ns) - 8;
	memcpy(&digits, p, sizeof(digits));
	return putpoint(p, 8, digits);
}

/* Writes ns as microseconds to p, which has MICROS_ROOM bytes. Returns the end. */
static inline char *
putmicros(char *p, int64_t ns)
{
	uint64_t v = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;
	char *end;

	if (ns < 0)
		*p++ = '-';
	if (v < MEM_EIGHT)
		return putfewmicros(p, v);
	end = memputuint(p, v);
	memmove(end - 2, end - 3, 3);
	end[-3] = '.';
	return end + 1;
}

void
chromeputmicros(struct buf *out, int64_t ns)
{
	out->n = (size_t)(putmicros(bufroom(out, MICROS_ROOM), ns) - out->p);
}

/* Begins a metadata object, up to the value of its first argument. */
static void
beginmeta(struct chrome *c, const char *name, int64_t pid, int64_t tid, const char *arg)
{
	c->complete = c->formatter.out.n;
	beginobject(&c->formatter, ",\n{\"ph\":\"M\"");
	bufprintf(&c->formatter.out,
	    ",\"cat\":\"__metadata\",\"name\":\"%s\",\"pid\":%lld,\"tid\":%lld,\"args\":{\"%s\":",
	    name, (long long)pid, (long long)tid, arg);
}

/* Returns a tid for records of a group that have no thread. It is never 0 and never the pid,
 * which would make it the main thread. */
static int64_t
anytid(const struct trackgroup *g)
{
	return g->pid == 1 ? 2 : 1;
}

/* Stores the label that was written last. */
static void
keepwritten(struct buf *told, struct span label)
{
	told->n = 0;
	bufspan(told, label);
}

/* Writes the name of a group, unless that is written already. */
static void
namegroup(struct chrome *c, struct trackgroup *g)
{
	if (spansame(bufall(&g->writtenlabel), bufall(&g->label)))
		return;
	beginmeta(c, "process_name", g->pid, anytid(g), "name");
	jsonstring(&c->formatter.out, g->label.p, g->label.n);
	bufstr(&c->formatter.out, "}}");
	keepwritten(&g->writtenlabel, bufall(&g->label));
}

/* Writes the name of a track and the real tid of its thread, unless the name is written
 * already. */
static void
nametrack(struct chrome *c, struct track *t)
{
	const struct layout *l = &c->draw.layout;

	c->label.n = 0;
	tracklabelflat(l, t, &c->label);
	if (spansame(bufall(&t->writtenlabel), bufall(&c->label)))
		return;
	beginmeta(c, "thread_name", l->groups[t->group].pid, t->tid, "name");
	jsonstring(&c->formatter.out, c->label.p, c->label.n);
	if (t->hastid)
		bufprintf(&c->formatter.out, ",\"tid\":%lld", (long long)t->id);
	bufstr(&c->formatter.out, "}}");
	keepwritten(&t->writtenlabel, bufall(&c->label));
}

static void
putorder(struct chrome *c, const char *name, int64_t pid, int64_t tid, int order)
{
	beginmeta(c, name, pid, tid, "sort_index");
	bufint(&c->formatter.out, order);
	bufstr(&c->formatter.out, "}}");
}

/* Returns the text between the name and the time of an item on a track, from the cache if it is
 * there. */
static inline const struct chromeplace *
placeof(struct chromeformatter *f, uint32_t track)
{
	const struct layout *l = &f->chrome->draw.layout;
	size_t had = f->placesroom;
	struct chromeplace *place;
	struct buf text = { 0 };

	if (track < had && f->places[track].n > 0)
		return &f->places[track];
	if (track >= had) {
		GROW(f->places, f->placesroom, track + (size_t)1);
		memset(f->places + had, 0, (f->placesroom - had) * sizeof(*f->places));
	}
	place = &f->places[track];
	bufprintf(&text, ",\"pid\":%lld,\"tid\":%lld,\"ts\":",
	    (long long)l->groups[l->tracks[track].group].pid, (long long)l->tracks[track].tid);
	memcpy(place->text, text.p, text.n);
	place->n = (unsigned)text.n;
	free(text.p);
	return place;
}

/* Returns the number of an item's group. */
static uint32_t
groupof(const struct layout *l, const struct item *item)
{
	return item->shape == SHAPE_COUNTER ? l->counters[item->counter].group
	                                    : l->tracks[item->track].group;
}

/* Returns true if an item is the first of its group or track, whose name is not written. That of a
 * group is written before those of its tracks. */
static bool
chromeopens(const struct draw *d, const struct queueditem *item)
{
	const struct layout *l = &d->layout;

	return item->shape != SHAPE_COUNTER
	    ? l->tracks[item->track].writtenlabel.n == 0
	    : l->groups[l->counters[item->counter].group].writtenlabel.n == 0;
}

/* Writes the names of an item's group and track before their first item. A label may change
 * until the end of the stream; then putorders() writes it again. */
static void
nameplace(struct chrome *c, const struct item *item)
{
	struct layout *l = &c->draw.layout;
	uint32_t group = groupof(l, item);

	if (l->groups[group].writtenlabel.n == 0)
		namegroup(c, &l->groups[group]);
	if (item->shape != SHAPE_COUNTER && l->tracks[item->track].writtenlabel.n == 0)
		nametrack(c, &l->tracks[item->track]);
}

/* Writes text of an item. Text that is not plain is made valid UTF-8 and JSON. */
static inline void
chromeputtext(struct chromeformatter *f, struct span text)
{
	if (f->plain)
		bufspan(&f->out, text);
	else
		jsonclean(&f->out, text);
}

/* Writes an argument. */
static void
chromeputarg(struct itemformatter *item, struct span name, struct span value)
{
	struct chromeformatter *f = item->own;
	struct buf *out = &f->out;

	char *p = bufroom(out, name.n + value.n + strlen(",\"\":"));

	if (p[-1] != '{')
		*p++ = ',';
	*p++ = '"';
	p = memputtext(p, name);
	p = memputliteral(p, "\":");
	if (f->plain)
		p = memputtext(p, value);
	out->n = (size_t)(p - out->p);
	if (!f->plain)
		jsonclean(out, value);
}

/* Writes the arguments of an item on a track, and ends its object. */
static void
chromeputargs(struct itemformatter *f, const struct item *item)
{
	struct chromeformatter *own = f->own;

	if (item->args.n > 2) {
		const char *inside = jsonspace(item->args.p + 1);

		chromeputtext(own,
		    (struct span){ inside, (size_t)(item->args.p + item->args.n - 1 - inside) });
	}
	itemargs(f, item, item->flow != 0, chromeputarg);
	bufstr(&own->out, "}}");
}

/* The most bytes that putflowcolor writes. */
enum { FLOWCOLOR_ROOM = 128 };

/* Writes the flow and the color of an item to p: its own color, else that of its kind of work.
 * Returns the end. */
static inline char *
flowcolor(struct chromeformatter *f, char *p, const struct item *item)
{
	const char *color = item->color;

	if (!color && item->shape == SHAPE_SLICE &&
	    colorkindcolors(&f->colorkinder, item->ev->type))
		color = colorkindcolor(&f->colorkinder, item->ev);
	if (item->flow) {
		p = memputuint(memputliteral(p, ",\"bind_id\":"), item->flow);
		if (item->flowsource)
			p = memputliteral(p, ",\"flow_out\":true");
		else
			p = memputliteral(p, ",\"flow_in\":true");
	}
	if (color) {
		p = memputliteral(p, ",\"cname\":\"");
		p = memputtext(p, spanof(color));
		*p++ = '"';
	}
	return p;
}

static void
putflowcolor(struct chromeformatter *f, const struct item *item)
{
	struct buf *out = &f->out;

	out->n = (size_t)(flowcolor(f, bufroom(out, FLOWCOLOR_ROOM), item) - out->p);
}

/* Writes the value of a counter. Viewers draw each argument of a counter as a series, so a counter
 * has only one, with its unit as the key. */
static void
chromeputcounter(struct chromeformatter *f, const struct item *item)
{
	const struct layout *l = &f->chrome->draw.layout;
	const struct countertrack *counter = &l->counters[item->counter];
	const struct trackgroup *g = &l->groups[counter->group];
	struct span label = countertracklabel(l, counter), unit = countertrackunit(l, counter);
	struct buf *out = &f->out;

	beginobject(f, ",\n{\"ph\":\"C\",\"cat\":\"");
	chromeputtext(f, item->category);
	bufstr(out, "\",\"name\":");
	jsonstring(out, label.p, label.n);
	bufstr(out, ",\"pid\":");
	bufint(out, g->pid);
	bufstr(out, ",\"tid\":");
	bufint(out, anytid(g));
	bufstr(out, ",\"ts\":");
	chromeputmicros(out, item->ts);
	putflowcolor(f, item);
	if (unit.n == 0)
		unit = spanof("value");
	bufstr(out, ",\"args\":{");
	jsonstring(out, unit.p, unit.n);
	bufchar(out, ':');
	jsonclean(out, item->ev->value[KEY_VALUE]);
	bufstr(out, "}}");
}

/* Returns by how much the number of UTF-16 units exceeds the number of bytes, for 8 bytes of
 * UTF-8. It is negative for continuation bytes, which have no unit. A sequence of four bytes
 * has two units. */
static int
extrachars(uint64_t w)
{
	static const uint64_t high = 0x8080808080808080, ones = 0x0101010101010101;
	uint64_t inner = w & ~(w << 1) & high, four = w & w << 1 & w << 2 & w << 3 & high;

	return (int)((four >> 7) * ones >> 56) - (int)((inner >> 7) * ones >> 56);
}

/* Returns true if 64 bytes are ASCII. */
static inline bool
isascii64(const char *p)
{
#ifdef __SSE2__
	const __m128i *at = (const __m128i *)(const void *)p;
	__m128i a = _mm_or_si128(_mm_loadu_si128(at), _mm_loadu_si128(at + 1));
	__m128i b = _mm_or_si128(_mm_loadu_si128(at + 2), _mm_loadu_si128(at + 3));

	return !_mm_movemask_epi8(_mm_or_si128(a, b));
#else
	uint64_t w[8];

	memcpy(w, p, sizeof(w));
	return !((w[0] | w[1] | w[2] | w[3] | w[4] | w[5] | w[6] | w[7]) & 0x8080808080808080);
#endif
}

/* Returns the length of the output in UTF-16 units, as JavaScript counts it. Most text is
 * ASCII. */
static uint64_t
characters(const struct buf *out)
{
	const char *p = out->p, *end = p + out->n;
	uint64_t n = out->n, w[8];

	for (; end - p >= 64; p += 64) {
		if (isascii64(p))
			continue;
		memcpy(w, p, sizeof(w));
		for (size_t i = 0; i < 8; i++)
			n += (uint64_t)extrachars(w[i]);
	}
	for (; p < end; p++)
		n += (uint64_t)extrachars((unsigned char)*p);
	return n;
}

/* Counts a part of the output, and warns once if it becomes too long for viewers. */
static void
chromecount(struct chrome *c, const struct buf *out)
{
	c->characters += characters(out);
	if (c->warned || c->characters <= CHARACTERS_MAX)
		return;
	warn("more than %llu characters: chrome://tracing and DevTools show nothing of a plain "
	     "file so long; compress it (gzip, NAME.json.gz) for chrome://tracing, write it with "
	     "nst-perfetto for Perfetto, or cut it (nst-filter --from --to)",
	    (unsigned long long)CHARACTERS_MAX);
	c->warned = true;
}

/* Writes the members that all items on tracks begin with: phase, category and name. Returns the
 * end, where there is room for the members up to the arguments. */
static inline char *
putlead(struct chromeformatter *f, const struct item *item)
{
	enum { LEAD_ROOM = 64, REST_ROOM = sizeof(struct chromeplace) + MICROS_ROOM +
		MICROS_ROOM + FLOWCOLOR_ROOM + LEAD_ROOM };

	struct buf *out = &f->out;
	char *p;

	if (item->shape == SHAPE_SLICE)
		beginobject(f, ",\n{\"ph\":\"X\",\"cat\":\"");
	else
		beginobject(f, ",\n{\"ph\":\"i\",\"cat\":\"");
	if (f->plain) {
		p = bufroom(out, item->category.n + item->name.n + LEAD_ROOM + REST_ROOM);
		p = memputliteral(memputtext(p, item->category), "\",\"name\":\"");
		return memputliteral(memputtext(p, item->name), "\"");
	}
	jsonclean(out, item->category);
	bufstr(out, "\",\"name\":\"");
	jsonclean(out, item->name);
	bufchar(out, '"');
	return bufroom(out, REST_ROOM);
}

/* Writes a slice or an instant. */
static inline void
puttracked(struct itemformatter *formatter, const struct item *item)
{
	struct chromeformatter *f = formatter->own;
	const struct chromeplace *place = placeof(f, item->track);
	char *p = putlead(f, item);

	memcpy(p, place->text, sizeof(place->text));
	p += place->n;
	p = item->ts < 0 ? putmicros(p, item->ts) : itemtime(f, p, (uint64_t)item->ts);
	if (item->shape == SHAPE_SLICE)
		p = putmicros(memputliteral(p, ",\"dur\":"), item->dur);
	else
		p = memputliteral(p, ",\"s\":\"t\"");
	p = memputliteral(flowcolor(f, p, item), ",\"args\":{");
	f->out.n = (size_t)(p - f->out.p);
	chromeputargs(formatter, item);
}

/* Writes the output. */
static void
chromewrite(struct chrome *c)
{
	chromecount(c, &c->formatter.out);
	outwrite(&c->formatter.out);
	c->complete = 0;
}

/* Writes the output if it is a block. It ends with a complete object. */
static inline void
chromecheck(struct chrome *c)
{
	c->complete = c->formatter.out.n;
	if (c->formatter.out.n >= OUT_BLOCK)
		chromewrite(c);
}

static void
chromeput(struct itemformatter *formatter, const struct item *item)
{
	struct chromeformatter *f = formatter->own;
	bool instage = f == &f->chrome->formatter; /* this is the stage's thread */

	f->plain = itemplain(item);
	if (instage) {
		nameplace(f->chrome, item);
		f->chrome->complete = f->out.n;
	}
	if (item->shape == SHAPE_COUNTER)
		chromeputcounter(f, item);
	else
		puttracked(formatter, item);
	if (instage)
		chromecheck(f->chrome);
}

/* Makes the formatter of another thread. */
static void
chromeformatterbegin(struct itemformatter *formatter)
{
	struct chromeformatter *f = xzalloc(1, sizeof(*f));

	f->chrome = formatter->draw->arg;
	f->any = true; /* chromeopens leaves the first object to the stage's thread */
	formatter->own = f;
}

static void
chromeformatterdeliver(struct itemformatter *formatter)
{
	struct chromeformatter *f = formatter->own;
	struct chrome *c = f->chrome;

	if (f->out.n < MUCH) {
		bufspan(&c->formatter.out, bufall(&f->out));
		f->out.n = 0;
		chromecheck(c);
		return;
	}
	chromewrite(c);
	chromecount(c, &f->out);
	outwrite(&f->out);
}

static void
chromeformatterend(struct itemformatter *formatter)
{
	struct chromeformatter *f = formatter->own;

	colorkinderfree(&f->colorkinder);
	free(f->places);
	free(f->out.p);
	free(f);
}

static const struct itemdelivery chromedelivery = {
	.opens = chromeopens,
	.begin = chromeformatterbegin,
	.deliver = chromeformatterdeliver,
	.end = chromeformatterend,
};

static void
chromeheader(struct stage *stage, struct event *ev)
{
	drawheader(&((struct chrome *)stage)->draw, ev);
}

static void
chromeevent(struct stage *stage, struct event *ev)
{
	drawevent(&((struct chrome *)stage)->draw, ev);
}

/* Ends the trace after the last complete object. If the buffer has no room for the end, the
 * array stays open, which viewers accept. If there is no object, there is no trace. */
static void
chromecut(struct buf *out, void *arg)
{
	struct chrome *c = arg;
	const char *end = tail(c);

	itemqueuecut(&c->draw);
	out->n = c->complete;
	if (c->complete == 0 && c->characters == 0)
		return;
	if (out->cap - out->n >= strlen(end))
		bufstr(out, end);
}

static void
chromebegin(struct stage *stage)
{
	struct chrome *c = (struct chrome *)stage;

	c->draw.put = chromeput;
	c->draw.arg = c;
	c->draw.floatmicros = true;
	c->draw.formatter.own = &c->formatter;
	c->formatter.chrome = c;
	itemqueueallow(&c->draw, &chromedelivery, FORMATTERS);
	outsetpending(&c->formatter.out, chromecut, c);
	bufstr(&c->formatter.out,
	    c->object ? "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" : "[\n");
}

/* Writes the order of groups and tracks, and the labels that have changed. */
static void
putorders(struct chrome *c)
{
	struct layout *l = &c->draw.layout;

	for (size_t i = 0; i < l->groupkeys.used; i++) {
		struct trackgroup *g = &l->groups[i];

		if (g->writtenlabel.n == 0)
			continue; /* nothing is drawn in it */
		namegroup(c, g);
		putorder(c, "process_sort_index", g->pid, anytid(g), g->order);
	}
	for (size_t i = 0; i < l->count; i++) {
		struct track *t = &l->tracks[i];

		if (t->writtenlabel.n == 0)
			continue;
		nametrack(c, t);
		putorder(c, "thread_sort_index", l->groups[t->group].pid, t->tid, t->order);
	}
}

static void
chromefinish(struct stage *stage)
{
	struct chrome *c = (struct chrome *)stage;

	drawfinish(&c->draw);
	putorders(c);
	if (!c->formatter.any) { /* Perfetto does not recognize an empty array as a trace */
		beginmeta(c, "process_name", 1, 2, "name");
		bufstr(&c->formatter.out, "\"no events\"}}");
		c->empty = true;
	}
	bufstr(&c->formatter.out, tail(c));
	chromecount(c, &c->formatter.out);
}

/* Ends the trace after a read error: a trace without events is not written at all. */
static void
chromestop(struct stage *stage)
{
	struct chrome *c = (struct chrome *)stage;

	drawfinish(&c->draw);
	putorders(c);
	if (c->formatter.any)
		bufstr(&c->formatter.out, tail(c));
	else
		c->formatter.out.n = 0;
}

void
chromeinit(struct chrome *c)
{
	*c = (struct chrome){
		.stage = {
			.want = DRAW_KEYS,
			.valuesonly = true,
			.begin = chromebegin,
			.header = chromeheader,
			.event = chromeevent,
			.finish = chromefinish,
			.stop = chromestop,
		},
	};
}

void
chromefree(struct chrome *c)
{
	drawfree(&c->draw);
	colorkinderfree(&c->formatter.colorkinder);
	free(c->formatter.places);
	free(c->label.p);
}
