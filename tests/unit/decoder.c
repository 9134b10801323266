/* SPDX-License-Identifier: MIT */
/* report/decoder.h, report/eventlayout.h: a cursor with decoders and layouts reads the same rows,
 * or the same times of rows, counts and errors from one block as a cursor without any reads from
 * blocks of one event each. */
#include "base/err.h"
#include "made.h"
#include "opened.h"
#include "tap.h"

enum { STRINGS = 40, EVENTS = 60, CASES = 300 };

/* A field of a message to write: a number, a text, or a message of numbers in its first
 * fields. */
struct part {
	unsigned field;
	enum { NUMBER, STRING, CLASS, TEXT, FRAME, NUMBERS } kind;
};

/* A kind of event. Its fields end with field 0; after another field 0, those of message
 * .message follow. */
struct kind {
	uint64_t type;
	unsigned payload, message;
	struct part parts[20], inner[30];
};

static const struct kind kinds[] = {
	{ 79, 107, 101,
	    { { 1, NUMBER }, { 2, NUMBER }, { 3, NUMBER }, { 4, NUMBER }, { 5, NUMBER },
	        { 6, NUMBER }, { 7, NUMBER }, { 8, NUMBER }, { 9, NUMBER } },
	    { { 1, STRING }, { 2, STRING }, { 3, STRING }, { 10, NUMBER }, { 11, NUMBER },
	        { 12, NUMBER }, { 13, NUMBER }, { 14, NUMBER }, { 15, NUMBER }, { 16, NUMBER },
	        { 17, NUMBER }, { 18, NUMBER }, { 19, NUMBER }, { 20, NUMBER }, { 21, NUMBER },
	        { 22, NUMBER }, { 23, NUMBER }, { 24, NUMBER }, { 28, NUMBER }, { 31, NUMBER },
	        { 34, NUMBER } } },
	{ 80, 107, 102,
	    { { 1, NUMBER }, { 2, NUMBER }, { 3, NUMBER }, { 4, NUMBER }, { 5, NUMBER },
	        { 6, NUMBER }, { 8, NUMBER } },
	    { { 1, NUMBER }, { 2, NUMBER }, { 4, NUMBER }, { 5, NUMBER }, { 6, NUMBER } } },
	{ 106, 107, 105,
	    { { 1, NUMBER }, { 2, NUMBER }, { 3, NUMBER }, { 4, NUMBER }, { 5, NUMBER },
	        { 6, NUMBER }, { 8, NUMBER } },
	    { { 1, NUMBER }, { 2, NUMBER }, { 4, NUMBER } } },
	{ 48, 108, 0,
	    { { 1, NUMBER }, { 2, NUMBER }, { 3, NUMBER }, { 6, CLASS }, { 7, STRING },
	        { 8, NUMBER }, { 13, NUMBER }, { 15, FRAME } },
	    { { 0 } } },
	{ 48, 108, 40,
	    { { 1, NUMBER }, { 2, NUMBER }, { 6, CLASS }, { 7, STRING }, { 8, NUMBER },
	        { 13, NUMBER } },
	    { { 1, NUMBER }, { 2, NUMBER }, { 3, NUMBER }, { 6, TEXT } } },
	{ 59, 102, 0,
	    { { 1, NUMBER }, { 2, NUMBER }, { 6, NUMBER }, { 7, TEXT }, { 9, NUMBER },
	        { 10, NUMBER }, { 13, NUMBER }, { 14, NUMBER } },
	    { { 0 } } },
	{ 60, 102, 8,
	    { { 1, NUMBER }, { 2, NUMBER }, { 4, NUMBER }, { 9, NUMBER }, { 12, STRING },
	        { 14, NUMBER } },
	    { { 7, STRING } } },
	{ 41, 106, 0,
	    { { 1, NUMBER }, { 3, NUMBER }, { 4, NUMBER }, { 5, NUMBER }, { 6, NUMBER },
	        { 7, NUMBER } },
	    { { 0 } } },
	{ 31, 104, 5, { { 1, NUMBER }, { 3, NUMBER }, { 4, FRAME }, { 6, NUMBER }, { 11, NUMBER } },
	    { { 1, NUMBER }, { 2, NUMBER } } },
	{ 49, 110, 1, { { 2, NUMBER }, { 3, NUMBER }, { 4, TEXT }, { 5, NUMBER } },
	    { { 1, NUMBER }, { 2, NUMBER }, { 3, NUMBER } } },
	{ 27, 113, 0, { { 1, NUMBER }, { 2, NUMBER }, { 5, TEXT }, { 6, TEXT }, { 13, STRING } },
	    { { 0 } } },
};

/* Returns a random number of a random length. */
static uint64_t
anynumber(void)
{
	uint64_t bits = taprandom(4) > 0 ? taprandom(40) : taprandom(65);
	uint64_t v = taprandom(UINT64_MAX) << 20 ^ taprandom(UINT64_MAX);

	return bits == 64 ? v : v & ((UINT64_C(1) << bits) - 1);
}

static void
putvalue(struct buf *out, const struct part *p)
{
	static const uint64_t classes[] = { 0, 0, 1, 27, 27, 3, 102, 103, 28, 200 };
	static const char *const texts[] = { "", "x", "aten::mm", "a longer text of a range" };
	size_t open;

	switch (p->kind) {
	case STRING:
		protouint(out, p->field, taprandom(STRINGS + 1));
		break;
	case CLASS:
		protouint(out, p->field, classes[taprandom(sizeof(classes) / sizeof(*classes))]);
		break;
	case TEXT:
		protobytes(out, p->field, spanof(texts[taprandom(sizeof(texts) / sizeof(*texts))]));
		break;
	case FRAME:
		if (taprandom(4) > 0)
			break;
		open = protoopen(out, p->field);
		protouint(out, 1, taprandom(STRINGS));
		protouint(out, 2, taprandom(STRINGS));
		protoclose(out, open);
		break;
	default:
		protouint(out, p->field, anynumber());
	}
}

/* Writes fields. With oddity, some are missing, repeated, unknown, or of another type. */
static void
putparts(struct buf *out, const struct part *p, uint64_t oddity)
{
	for (; p->field != 0; p++) {
		switch (taprandom(oddity)) {
		case 0:
			continue;
		case 1:
			putvalue(out, p);
			break;
		case 2:
			protouint(out, taprandom(2) ? 61 : 900, 1);
			break;
		case 3:
			if (p->kind == FRAME)
				break;
			protobytes(out, p->field, spanof("text"));
			continue;
		default:
			break;
		}
		putvalue(out, p);
	}
}

/* Writes an event. With damaged, some have wrong bytes. */
static void
putevent(struct made *m, uint64_t oddity, bool damaged)
{
	const struct kind *k = &kinds[taprandom(sizeof(kinds) / sizeof(*kinds))];
	struct madeevent e = madebegin(m, k->type, k->payload);
	bool before = taprandom(2);
	size_t open, at;

	for (int i = 0; i < 2; i++)
		if (i == before) {
			putparts(&m->events, k->parts, oddity);
		} else if (k->message) {
			open = protoopen(&m->events, k->message);
			putparts(&m->events, k->inner, oddity);
			protoclose(&m->events, open);
		}
	madeend(m, e);
	if (!damaged || taprandom(20) > 0)
		return;
	/* after the tag and the length of the entry */
	at = e.event + taprandom(m->events.n - e.event);
	m->events.p[at] = (char)taprandom(256);
}

/* Two reports with the same events. */
struct pair {
	char *together, *apart; /* paths: all events in one block, and each in its own block */
	bool proven;
	bool times; /* only the times of rows are read */
};

static void
putrow(struct buf *out, const struct repcursor *c)
{
	bufprintf(out, "%s %llu.%llu:", c->rep->schema.tables[c->table].def->name,
	    (unsigned long long)c->number, (unsigned long long)c->nth);
	for (size_t i = 0; i < c->wanted[c->table].read; i++) {
		const struct cell *cell = &c->row.cells[i];

		if (cell->type == CELL_NULL)
			bufstr(out, " -");
		else if (cell->type == CELL_INT)
			bufprintf(out, " %lld", (long long)cell->number);
		else
			bufprintf(out, " '%.*s'", (int)cell->as.text.n, rowtext(&c->row, cell).p);
	}
	bufchar(out, '\n');
}

/* Wants the times of most tables, checks their other columns, and wants nothing of one table. */
static void
wanttimes(struct repcursor *c)
{
	const struct repschema *s = &c->rep->schema;

	for (size_t i = 0; i < s->count; i++) {
		const struct reptable *f = &s->tables[i];
		const char *names[100] = { "start", "end",
			repcolfind(f, "eventClass") == REP_NONE ? "eventType" : "eventClass" };
		size_t count = 3;

		if (!f->exists || f->def->keyed || f->def->from != FROM_EVENTS ||
		    strcmp(f->def->name, "SCHED_EVENTS") == 0)
			continue;
		for (size_t j = 0; j < f->count; j++)
			if (strcmp(f->cols[j].name, names[0]) != 0 &&
			    strcmp(f->cols[j].name, names[1]) != 0 &&
			    strcmp(f->cols[j].name, names[2]) != 0)
				names[count++] = f->cols[j].name;
		repcursorcolumns(c, i, names, count);
		repcursorreads(c, i, 3);
	}
}

/* Wants all columns of most tables, some columns of one table, and no columns of another. Of two
 * tables it reads only the first columns. */
static void
want(struct repcursor *c)
{
	static const char *const some[] = { "end", "", "start", "nameId", "start", "globalTid" };
	const struct repschema *s = &c->rep->schema;

	for (size_t i = 0; i < s->count; i++)
		if (s->tables[i].exists && strcmp(s->tables[i].def->name, "SCHED_EVENTS") != 0)
			repcursorwant(c, i);
	repcursorcolumns(
	    c, reptablefind(s, "CUPTI_ACTIVITY_KIND_RUNTIME"), some, sizeof(some) / sizeof(*some));
	repcursorreads(c, reptablefind(s, "CUPTI_ACTIVITY_KIND_MEMCPY"), 2);
	repcursorreads(c, reptablefind(s, "OSRT_API"), 3);
}

/* Writes the rows of a list, and empties it. */
static void
putspans(struct buf *out, struct rowspans *spans)
{
	for (size_t i = 0; i < spans->count; i++) {
		const struct rowspan *row = &spans->list[i];

		bufprintf(out, "%lld", (long long)row->start);
		if (row->stop == ROW_NOSTOP)
			bufstr(out, " -");
		else
			bufprintf(out, " %lld", (long long)row->stop);
		if (row->class == ROW_NOCLASS)
			bufstr(out, " -\n");
		else
			bufprintf(out, " %lld\n", (long long)row->class);
	}
	spans->count = 0;
}

/* Writes the times of the row that was read. */
static void
puttimes(struct buf *out, const struct repcursor *c)
{
	const struct cell *cells = c->row.cells;

	for (int i = 0; i < 3; i++)
		if (cells[i].type == CELL_NULL)
			bufstr(out, i > 0 ? " -" : "-");
		else
			bufprintf(out, i > 0 ? " %lld" : "%lld", (long long)cells[i].number);
	bufchar(out, '\n');
}

/* Reads the times of all rows. With fresh, each row is read apart. */
static void
readtimes(struct opened *o, bool fresh, struct buf tables[REP_TABLES])
{
	struct repcursor *c = &o->cursor;
	struct rowspans *spans = xzalloc(REP_TABLES, sizeof(*spans));
	size_t full;

	for (size_t i = 0; i < REP_TABLES; i++)
		if (!fresh && c->wanted[i].any)
			repcursorspans(c, i, &spans[i]);
	for (size_t i = 0; i < o->rep.file.count; i++) {
		if (fresh)
			decodersfree(&c->decoders);
		repcursorload(c, i, NULL);
		do {
			if (!fresh && !c->parts && !c->due)
				while ((full = eventlayoutspans(c)) != REP_NONE)
					putspans(&tables[full], &spans[full]);
			if (!repcursorcareful(c))
				break;
			putspans(&tables[c->table], &spans[c->table]);
			puttimes(&tables[c->table], c);
		} while (true);
	}
	for (size_t i = 0; i < REP_TABLES; i++)
		putspans(&tables[i], &spans[i]);
	free(spans);
}

/* Writes the times of the rows of a report by table. */
static void
puttables(struct opened *o, bool fresh)
{
	struct buf tables[REP_TABLES] = { { 0 } };

	wanttimes(&o->cursor);
	readtimes(o, fresh, tables);
	for (size_t i = 0; i < REP_TABLES; i++) {
		printf("table %zu\n", i);
		if (tables[i].n > 0)
			fwrite(tables[i].p, 1, tables[i].n, stdout);
		free(tables[i].p);
	}
}

/* Writes the rows of a report. */
static void
putrows(struct opened *o, bool fresh)
{
	struct buf out = { 0 };

	want(&o->cursor);
	for (size_t i = 0; i < o->rep.file.count; i++) {
		if (fresh)
			decodersfree(&o->cursor.decoders);
		repcursorload(&o->cursor, i, NULL);
		while (repcursornext(&o->cursor)) {
			out.n = 0;
			putrow(&out, &o->cursor);
			fwrite(out.p, 1, out.n, stdout);
		}
	}
	free(out.p);
}

/* Writes the rows of a report, its lists and its secret strings. With fresh, each block has a
 * cursor without decoders. */
static void
readreport(char *path, const struct pair *p, bool fresh)
{
	struct buf out = { 0 };
	struct opened o;

	openreport(&o, path, p->proven);
	if (p->times)
		puttables(&o, fresh);
	else
		putrows(&o, fresh);
	repcoverageleftout(&o.tally, &o.rep.schema, &out);
	repcoverageunproven(&o.tally, &o.rep.schema, &out);
	repcoveragebroken(&o.tally, &o.rep.schema, &out);
	bufprintf(&out, "\n%llu events\n", (unsigned long long)o.tally.events);
	for (size_t i = 0; i < o.rep.schema.count; i++)
		bufprintf(&out, "%llu %llu\n", (unsigned long long)o.cursor.counts.rows[i],
		    (unsigned long long)o.tally.rows[i]);
	for (unsigned i = 0; i < STRINGS; i++)
		if (repcoveragehidden(&o.tally, i))
			bufprintf(&out, "secret %u\n", i);
	fwrite(out.p, 1, out.n, stdout);
	closereport(&o);
	free(out.p);
}

static void
readtogether(const void *arg)
{
	const struct pair *p = arg;

	readreport(p->together, p, false);
}

static void
readapart(const void *arg)
{
	const struct pair *p = arg;

	readreport(p->apart, p, true);
}

/* A way to write random events. */
struct events {
	void (*put)(struct made *m, uint64_t oddity, bool damaged);
	uint64_t oddity;
	bool damaged;
};

/* Makes two reports of events. */
static struct pair
makepair(const struct events *e)
{
	struct made together = { 0 }, apart = { 0 };
	struct pair p;

	for (unsigned i = 0; i < STRINGS; i++) {
		const char *text = i == 3 ? "open" : i == 7 ? "open64" : "other";

		madestring(&together, text);
		madestring(&apart, text);
	}
	together.product = apart.product = taprandom(2) ? "2026.2.1.210-1v0" : "2024.6.2.225-1v0";
	for (unsigned i = 0; i < EVENTS; i++) {
		size_t at = together.events.n;

		e->put(&together, e->oddity, e->damaged);
		bufmem(&apart.events, together.events.p + at, together.events.n - at);
		apart.eventcount++;
		madeblock(&apart);
	}
	p = (struct pair){ madefile(&together), madefile(&apart), taprandom(2), taprandom(2) };
	madefree(&together);
	madefree(&apart);
	return p;
}

/* Adds a random event, or a copy of an earlier one of the block in which a number differs: most of
 * its bits do not change the length. */
static void
putcopy(struct made *m, uint64_t oddity, bool damaged)
{
	struct wire w = wireopen(bufall(&m->events));
	uint64_t nth = m->eventcount == 0 ? 0 : taprandom(m->eventcount);
	struct wirefield f = { .number = 0 };
	size_t at;

	if (m->eventcount < 8) {
		putevent(m, oddity, damaged);
		return;
	}
	for (uint64_t i = 0; i <= nth; i++)
		wirenext(&w, &f);
	if (f.bytes.n < 6) { /* a wrong length of an entry before it */
		putevent(m, oddity, damaged);
		return;
	}
	at = (size_t)(f.bytes.p - m->events.p);
	bufroom(&m->events, f.bytes.n + 16);
	protobytes(&m->events, 1, (struct span){ m->events.p + at, f.bytes.n });
	m->eventcount++;
	at = m->events.n - 1 - taprandom(f.bytes.n - 5);
	if (damaged)
		m->events.p[at] ^= (char)(1 << taprandom(8));
	else if (m->events.p[at - 1] < 0 && m->events.p[at] > 1)
		m->events.p[at - 1] ^= (char)(1 << taprandom(7)); /* not the last byte of it */
}

/* Adds a kernel whose fields are in reverse order, and its names, which are not always
 * strings, times times. */
static void
putbackwards(struct made *m, uint64_t times, bool damaged)
{
	struct madeevent e = madebegin(m, 79, 107);
	size_t open;

	(void)damaged;
	for (unsigned i = 1; i < 10; i++)
		protouint(&m->events, i, i);
	open = protoopen(&m->events, 101);
	for (unsigned i = 24; i >= 10; i--)
		protouint(&m->events, i, anynumber());
	for (unsigned i = 3; i > 0; i--)
		for (uint64_t n = 0; n < times; n++)
			protouint(&m->events, i, taprandom(STRINGS + 9));
	protoclose(&m->events, open);
	madeend(m, e);
}

/* Adds a call of the OS, which may open a file. */
static void
putopen(struct made *m, uint64_t oddity, bool damaged)
{
	(void)oddity;
	(void)damaged;
	madecall(m, 48, 27, 1000 + taprandom(1000), taprandom(10));
}

/* Adds a mapped file, which the cursor does not parse; its tag may have three bytes, or be
 * missing. */
static void
putmapped(struct made *m, uint64_t oddity, bool damaged)
{
	size_t open = protoopen(&m->events, 1);

	(void)damaged;
	m->eventcount++;
	protouint(&m->events, 1, 28);
	if (taprandom(oddity) == 0)
		bufmem(&m->events, "\xEA\x86\x00\x02\x08\x05", 6);
	else if (taprandom(oddity) == 0)
		protobytes(&m->events, 109, spanof("\x08\x05"));
	protoclose(&m->events, open);
}

/* Adds a process with or without a name, and with an environment. */
static void
putprocess(struct made *m, uint64_t oddity, bool damaged)
{
	struct madeevent e = madebegin(m, 27, 113);

	(void)damaged;
	protouint(&m->events, 2, anynumber());
	if (taprandom(oddity) == 0)
		protobytes(&m->events, 6, spanof(taprandom(2) ? "" : "name"));
	protouint(&m->events, 13, taprandom(STRINGS));
	madeend(m, e);
}

/* Random events: regular, odd, or damaged ones. Returns the number of cases that ended well. */
static unsigned
cases(const struct events *events, const char *what)
{
	unsigned same = 0, good = 0;

	for (unsigned i = 0; i < CASES; i++) {
		struct pair p = makepair(events);
		struct child a = childrun(readtogether, &p, NULL),
		             b = childrun(readapart, &p, NULL);

		if (a.status == b.status && a.out.n == b.out.n &&
		    memcmp(a.out.p, b.out.p, a.out.n) == 0)
			same++;
		else
			fprintf(stderr, "--- apart: %d\n%s%s--- together: %d\n%s%s", b.status,
			    b.out.p, b.err.p, a.status, a.out.p, a.err.p);
		good += a.status == 0;
		childfree(&a);
		childfree(&b);
		childremove(p.together);
		childremove(p.apart);
	}
	ok(same == CASES, "%s: %u of %u reports give the same", what, same, CASES);
	return good;
}

/* Adds a call whose fields are in shuffled order. */
static void
putshuffled(struct made *m, unsigned i)
{
	static const unsigned fields[] = { 1, 2, 3, 7, 8, 13, 6 };
	struct madeevent e = madebegin(m, 48, 108);
	unsigned order[7];

	memcpy(order, fields, sizeof(order));
	for (unsigned at = 6, n = 2; at > 0; i /= n, n++, at--) {
		unsigned other = at - i % n % (at + 1), field = order[at];

		order[at] = order[other];
		order[other] = field;
	}
	for (unsigned at = 0; at < 7; at++)
		protouint(&m->events, order[at], order[at] == 6 || order[at] == 7 ? 0 : 5);
	madeend(m, e);
}

/* Reads a report of calls. Returns the numbers of decoders that were learned and kept. */
static void
learned(struct made *m, uint64_t events, size_t *all, size_t *kept)
{
	char *path = madefile(m);
	struct opened o;

	*kept = 0;
	openreport(&o, path, false);
	want(&o.cursor);
	repcursorload(&o.cursor, 0, NULL);
	while (repcursornext(&o.cursor))
		;
	ok(o.tally.events == events, "all events are read");
	for (size_t i = 0; i < DECODER_TYPES; i++)
		for (size_t j = 0; j < DECODER_EACH; j++)
			*kept += o.cursor.decoders.list[i][j] != NULL;
	*all = o.cursor.decoders.learned;
	closereport(&o);
	childremove(path);
}

/* Events with the same fields need one decoder; learning stops if the order of fields is
 * random. */
static void
learns(void)
{
	size_t all, kept;
	struct made m = { 0 };

	madestring(&m, "a");
	for (unsigned i = 0; i < 100; i++)
		madecall(&m, 48, 0, 1000 + i, 0);
	learned(&m, 100, &all, &kept);
	ok(all == 1 && kept == 1, "events that are alike are learned once: %zu", all);
	madefree(&m);
	madestring(&m, "a");
	for (unsigned i = 0; i < 20000; i++)
		putshuffled(&m, (unsigned)taprandom(UINT32_MAX));
	learned(&m, 20000, &all, &kept);
	ok(all == DECODER_MAX && kept == DECODER_EACH,
	    "those in any order until that is enough: %zu, of which %zu are kept", all, kept);
	madefree(&m);
}

int
main(void)
{
	static const struct events alike = { putevent, UINT64_C(1) << 40, false },
	                           odd = { putevent, 60, false },
	                           backwards = { putbackwards, 1, false },
	                           doubled = { putbackwards, 2, false },
	                           opens = { putopen, 1, false },
	                           mapped = { putmapped, 2, false },
	                           copies = { putcopy, UINT64_C(1) << 40, false },
	                           spoiled = { putcopy, 200, true },
	                           processes = { putprocess, 2, false },
	                           damaged = { putevent, 200, true };

	errinit("template");
	learns();
	ok(cases(&alike, "events that are alike") == CASES, "all are read");
	ok(cases(&odd, "events with odd fields") == CASES, "all are read");
	ok(cases(&backwards, "fields that come backwards") == CASES, "all are read");
	ok(cases(&doubled, "fields that come twice") == CASES, "all are read");
	ok(cases(&opens, "calls that open files") == CASES, "all are read");
	ok(cases(&mapped, "tags of three bytes") == CASES, "all are read");
	ok(cases(&processes, "processes without a name") == CASES, "all are read");
	ok(cases(&copies, "copies of events with other numbers") > CASES / 2, "most are read");
	cases(&spoiled, "copies of events with a wrong bit");
	ok(cases(&damaged, "damaged events") < CASES, "some are refused");
	return tapend();
}
