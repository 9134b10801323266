/* SPDX-License-Identifier: MIT */
/* report/cursor.h: rows of events, with blocks in any order; unknown things are counted. */
#include "base/err.h"
#include "made.h"
#include "opened.h"
#include "tap.h"

/* Appends a row as a line: table, number of the row, values. */
static void
putrow(struct buf *out, const struct repcursor *c, size_t count)
{
	bufprintf(out, "%s %llu:", c->rep->schema.tables[c->table].def->name,
	    (unsigned long long)c->number);
	for (size_t i = 0; i < count; i++) {
		const struct cell *cell = &c->row.cells[i];

		bufchar(out, ' ');
		if (cell->type == CELL_NULL)
			bufchar(out, '-');
		else if (cell->type == CELL_INT)
			bufprintf(out, "%lld", (long long)cell->number);
		else
			bufspan(out, rowtext(&c->row, cell));
	}
	bufchar(out, '\n');
}

/* Wants all columns of all tables. */
static void
wantall(struct repcursor *c)
{
	for (size_t i = 0; i < c->rep->schema.count; i++)
		if (c->rep->schema.tables[i].exists)
			repcursorwant(c, i);
}

/* Reads all blocks in order. If counts is not NULL, it gets those before each block. */
static void
readall(struct repcursor *c, struct buf *out, struct repcounts *counts)
{
	for (size_t i = 0; i < c->rep->file.count; i++) {
		if (counts)
			counts[i] = c->counts;
		repcursorload(c, i, NULL);
		while (repcursornext(c))
			putrow(out, c, c->wanted[c->table].count);
	}
	bufchar(out, '\0');
}

static void
openmade(struct opened *o, struct made *m, bool proven)
{
	openreport(o, madefile(m), proven);
}

static void
closemade(struct opened *o)
{
	closereport(o);
	childremove(o->path);
}

static void
is(const char *text, const char *expected, const char *what)
{
	if (!ok(strcmp(text, expected) == 0, "%s", what))
		fprintf(stderr, "--- expected\n%s--- is\n%s", expected, text);
}

/* Checks the lists of skipped, unproven and broken parts. */
static void
told(const struct opened *o, const char *left, const char *unproven, const char *broken)
{
	struct buf out = { 0 };

	repcoverageleftout(&o->tally, &o->rep.schema, &out);
	bufchar(&out, '\0');
	is(out.p, left, "what is not imported");
	out.n = 0;
	repcoverageunproven(&o->tally, &o->rep.schema, &out);
	bufchar(&out, '\0');
	is(out.p, unproven, "what is not proven");
	out.n = 0;
	repcoveragebroken(&o->tally, &o->rep.schema, &out);
	bufchar(&out, '\0');
	is(out.p, broken, "what is broken");
	free(out.p);
}

/* Appends a message of numbers: pairs of field and value, up to field 0. */
static void
putnumbers(struct buf *out, unsigned field, const uint64_t (*v)[2])
{
	size_t open = protoopen(out, field);

	for (; (*v)[0] != 0; v++)
		protouint(out, (unsigned)(*v)[0], (*v)[1]);
	protoclose(out, open);
}

/* Appends a frame of a call chain. */
static void
putframe(struct buf *out, unsigned field, uint64_t symbol)
{
	putnumbers(
	    out, field, (const uint64_t[][2]){ { 1, symbol }, { 2, 1 }, { 9, 4 }, { 0, 0 } });
}

/* Adds a copy and a kernel, with nested messages. */
static void
activities(struct made *m)
{
	static const uint64_t copy[][2] = { { 1, 4096 }, { 2, 1 }, { 4, 0 }, { 5, 2 }, { 0, 0 } };
	struct madeevent e = madebegin(m, 80, 107);

	putnumbers(&m->events, 102, copy);
	for (unsigned i = 1; i <= 6; i++)
		protouint(&m->events, i, 100 + i);
	protouint(&m->events, 8, 7 << 24);
	madeend(m, e);
}

static void
values(void)
{
	static const char *const columns[] = { "start", "end", "correlationId", "bytes", "nothing",
		"copyKind", "srcKind", "dstKind", "deviceId" };
	struct buf out = { 0 };
	struct made m = { 0 };
	struct opened o;

	activities(&m);
	activities(&m);
	openmade(&o, &m, false);
	repcursorcolumns(&o.cursor, reptablefind(&o.rep.schema, "CUPTI_ACTIVITY_KIND_MEMCPY"),
	    columns, sizeof(columns) / sizeof(*columns));
	readall(&o.cursor, &out, NULL);
	is(out.p,
	    "CUPTI_ACTIVITY_KIND_MEMCPY 1: 101 102 103 4096 - 1 0 2 104\n"
	    "CUPTI_ACTIVITY_KIND_MEMCPY 2: 101 102 103 4096 - 1 0 2 104\n",
	    "some columns, in the order asked for");
	told(&o, "", "", "");
	ok(o.tally.events == 2 && o.tally.rows[o.cursor.table] == 2, "rows are counted");
	closemade(&o);
	madefree(&m);
	free(out.p);
}

/* Fills a report of several blocks; the numbers of rows continue from block to block. */
static void
fill(struct made *m)
{
	static const char *const strings[] = { "open", "read", "main", "lib.so", "HOME=/x" };
	struct madeevent e;

	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++)
		madestring(m, strings[i]);
	for (unsigned i = 0; i < 60; i++) {
		if (i % 7 == 6)
			madeblock(m);
		madecall(m, 48, 0, 1000 + i, 1);
		madecall(m, 48, 27, 2000 + i, i % 3 == 0 ? 0 : 1);
		if (i % 2 == 0) {
			e = madebegin(m, 48, 108); /* a call with its call chain */
			putframe(&m->events, 15, 2);
			putframe(&m->events, 15, 1);
			protouint(&m->events, 1, 3000 + i);
			protouint(&m->events, 2, 3001);
			for (unsigned j = 6; j < 9; j++)
				protouint(&m->events, j, (const unsigned[]){ 27, 1, 0 }[j - 6]);
			protouint(&m->events, 13, 9);
			madeend(m, e);
		}
		if (i % 5 == 0) {
			e = madebegin(m, 31, 104); /* a sample of two frames */
			protouint(&m->events, 1, 4000 + i);
			putframe(&m->events, 4, 2);
			putnumbers(&m->events, 5,
			    (const uint64_t[][2]){ { 1, 1 }, { 2, 5000 + i }, { 0, 0 } });
			putframe(&m->events, 4, 3);
			madeend(m, e);
		}
		activities(m);
		e = madebegin(m, 27, 113); /* a process, every third with a name */
		protouint(&m->events, 2, i << 24);
		if (i % 3 == 0)
			protobytes(&m->events, 6, spanof("python"));
		protouint(&m->events, 13, 4);
		madeend(m, e);
	}
}

/* Checks some of the lines that are read. */
static void
lines(const char *all)
{
	static const char *const some[] = {
		"CUPTI_ACTIVITY_KIND_RUNTIME 60: 1059 1064 0 117440521 1059 1 0 -\n",
		"OSRT_API 1: 2000 2005 27 117440521 0 0 - 0 0\n",
		"OSRT_API 2: 3000 3001 27 9 1 0 - 1 0\n",
		"OSRT_API 90: 2059 2064 27 117440521 1 0 - 0 0\n",
		"OSRT_CALLCHAINS 0: 1 2 1 - - - - - 4 0\n",
		"OSRT_CALLCHAINS 0: 1 1 1 - - - - - 4 1\n",
		"OSRT_CALLCHAINS 0: 30 1 1 - - - - - 4 1\n",
		"COMPOSITE_EVENTS 12: 12 4055 - - - 5055\n",
		"SAMPLING_CALLCHAINS 0: 12 3 1 - - - - - 4 1\n",
		"PROCESSES 20: 956301312 57 python\n",
		"OSRT_FILE_ACCESS_EVENTS 20: 19 7 2057 2062 1 0 0 \n",
	};

	for (size_t i = 0; i < sizeof(some) / sizeof(*some); i++)
		ok(strstr(all, some[i]) != NULL, "a row: %s", some[i]);
}

/* Reads the blocks in another order, each with the counts before it. */
static void
anyorder(const struct opened *o, const char *all, const struct repcounts *counts)
{
	const struct rep *r = &o->rep;
	size_t blocks = r->file.count;
	struct buf *parts = xreallocarray(NULL, blocks, sizeof(*parts)), whole = { 0 };
	struct repcoverage tallies[2];
	struct repcursor cursors[2];

	for (int i = 0; i < 2; i++) {
		repcoverageopen(&tallies[i], &r->schema);
		repcursoropen(&cursors[i], r, &tallies[i]);
		wantall(&cursors[i]);
	}
	memset(parts, 0, blocks * sizeof(*parts));
	for (size_t i = blocks; i-- > 0;) {
		struct repcursor *c = &cursors[i % 2];

		repcursorload(c, i, &counts[i]);
		while (repcursornext(c))
			putrow(&parts[i], c, c->wanted[c->table].count);
	}
	for (size_t i = 0; i < blocks; i++) {
		bufspan(&whole, bufall(&parts[i]));
		free(parts[i].p);
	}
	bufchar(&whole, '\0');
	is(whole.p, all, "blocks read backwards by two readers give the same rows");
	repcoverageadd(&tallies[0], &tallies[1], &r->schema);
	ok(memcmp(tallies[0].rows, o->tally.rows, sizeof(o->tally.rows)) == 0 &&
	        memcmp(tallies[0].kinds, o->tally.kinds, sizeof(o->tally.kinds)) == 0 &&
	        tallies[0].events == o->tally.events,
	    "and what they counted is the same, together");
	ok(repcoveragehidden(&tallies[0], 4) && !repcoveragehidden(&tallies[0], 3),
	    "and so are the secrets");
	for (int i = 0; i < 2; i++) {
		repcursorclose(&cursors[i]);
		repcoveragefree(&tallies[i]);
	}
	free(parts);
	free(whole.p);
}

/* If only some tables are wanted, their rows have the same numbers. */
static void
wanted(const struct rep *r, const char *all, const char *table)
{
	struct buf out = { 0 }, expected = { 0 }, prefix = { 0 };
	struct repcoverage tally;
	struct repcursor c;

	repcoverageopen(&tally, &r->schema);
	repcursoropen(&c, r, &tally);
	repcursorwant(&c, reptablefind(&r->schema, table));
	readall(&c, &out, NULL);
	bufprintf(&prefix, "%s ", table);
	for (const char *line = all, *end; *line; line = end) {
		end = strchr(line, '\n') + 1;
		if (strncmp(line, prefix.p, strlen(prefix.p)) == 0)
			bufmem(&expected, line, (size_t)(end - line));
	}
	bufchar(&expected, '\0');
	ok(expected.n > 100, "%s has rows", table);
	is(out.p, expected.p, "alone they are the same");
	repcursorclose(&c);
	repcoveragefree(&tally);
	free(out.p);
	free(expected.p);
	free(prefix.p);
}

/* Reading a row again by the offset of its event gives the same row, except for frames. */
static void
again(const struct opened *o)
{
	struct buf first = { 0 }, second = { 0 };
	struct repcursor cursors[2], *c = &cursors[0], *other = &cursors[1];
	struct repcoverage tallies[2];

	for (int i = 0; i < 2; i++) {
		repcoverageopen(&tallies[i], &o->rep.schema);
		repcursoropen(&cursors[i], &o->rep, &tallies[i]);
		wantall(&cursors[i]);
	}
	for (size_t i = 0; i < o->rep.file.count; i++) {
		struct span message;

		repcursorload(c, i, NULL);
		message = (struct span){ c->base, c->entries.end - (const unsigned char *)c->base };
		while (repcursornext(c)) {
			if (o->rep.schema.tables[c->table].def->keyed)
				continue;
			putrow(&first, c, c->wanted[c->table].count);
			repcursorloadunpacked(other, i, message, NULL);
			other->counts.rows[c->table] = c->number - 1;
			other->counts.chains = c->chain - 1;
			if (repcursorat(other, c->at, c->table, c->nth))
				putrow(&second, other, other->wanted[other->table].count);
		}
	}
	bufchar(&first, '\0');
	bufchar(&second, '\0');
	ok(first.n > 100, "rows to be read once more");
	is(second.p, first.p, "a row is found by where its event begins");
	for (int i = 0; i < 2; i++) {
		repcursorclose(&cursors[i]);
		repcoveragefree(&tallies[i]);
	}
	free(first.p);
	free(second.p);
}

static void
order(void)
{
	static const char *const tables[] = { "SAMPLING_CALLCHAINS", "OSRT_CALLCHAINS", "OSRT_API",
		"COMPOSITE_EVENTS", "OSRT_FILE_ACCESS_DESCRIPTORS", "PROCESSES" };
	struct repcounts counts[20];
	struct buf out = { 0 };
	struct made m = { 0 };
	struct opened o;

	fill(&m);
	m.product = "2026.1.1.204-1v0";
	openmade(&o, &m, false);
	ok(o.rep.file.count == 9, "nine blocks");
	wantall(&o.cursor);
	readall(&o.cursor, &out, counts);
	lines(out.p);
	repcheckcounts(&o.rep, &o.tally);
	told(&o, "processes without a name 40", "", "");
	anyorder(&o, out.p, counts);
	again(&o);
	for (size_t i = 0; i < sizeof(tables) / sizeof(*tables); i++)
		wanted(&o.rep, out.p, tables[i]);
	closemade(&o);
	madefree(&m);
	free(out.p);
}

/* Unknown events, classes and fields, and fields of a wrong type. */
static void
strangers(void)
{
	static const uint64_t nothing[][2] = { { 1, 10 }, { 2, 20 }, { 0, 0 } };
	struct buf out = { 0 };
	struct made m = { 0 };
	struct madeevent e;
	struct opened o;

	madestring(&m, "a");
	madecall(&m, 48, 55, 1, 0);
	madecall(&m, 48, 55, 2, 0);
	madecall(&m, 99, 0, 3, 0);
	madecall(&m, 48, 200, 4, 0);
	madecall(&m, 48, 86, 5, 0); /* known, and not imported */
	e = madebegin(&m, 77, 119); /* an unknown payload */
	madeend(&m, e);
	e = madebegin(&m, 41, 106);
	protouint(&m.events, 1, 50);
	protouint(&m.events, 3, 0);
	protouint(&m.events, 4, 1);
	protouint(&m.events, 61, 1); /* no known field */
	protouint(&m.events, 900, 1);
	madeend(&m, e);
	e = madebegin(&m, 41, 106); /* lacks a NOT NULL value */
	protobytes(&m.events, 1, spanof("text"));
	protouint(&m.events, 3, 3);
	madeend(&m, e);
	e = madebegin(&m, 48, 108); /* a name that is no string */
	putnumbers(&m.events, 37, nothing);
	for (unsigned i = 1; i < 14; i++)
		protouint(&m.events, i, i == 6 ? 0 : i == 7 ? 1 : i);
	madeend(&m, e);
	openmade(&o, &m, false);
	wantall(&o.cursor);
	readall(&o.cursor, &out, NULL);
	is(out.p, "SCHED_EVENTS 1: 50 0 1 - - -\n", "rows");
	told(&o,
	    "NVDEC calls 1, unknown events 48/108 class 55 2, unknown events 48/108 class 200 1, "
	    "unknown events 77/119 1, unknown events 99/108 class 0 1, "
	    "unknown field 9 of call 1, unknown field 11 of call 1, "
	    "unknown field 61 of scheduling 1, unknown field 900 of scheduling 1",
	    "",
	    "CUPTI_ACTIVITY_KIND_RUNTIME 1 without nameId, SCHED_EVENTS 1 without isSchedIn, "
	    "field 7 of call 1, field 1 of scheduling 1");
	closemade(&o);
	madefree(&m);
	free(out.p);
}

/* Many kinds of anomalies: all are counted, and errors stay apart from them. */
static void
crowd(void)
{
	struct buf out = { 0 };
	struct made m = { 0 };
	struct madeevent e;
	struct opened o;

	for (unsigned i = 0; i < 200; i++) {
		e = madebegin(&m, 1000 + i % 150, 119);
		madeend(&m, e);
	}
	e = madebegin(&m, 41, 106);
	protouint(&m.events, 1, 50);
	protouint(&m.events, 3, 0);
	protouint(&m.events, 4, 1);
	protobytes(&m.events, 5, spanof("text"));
	madeend(&m, e);
	openmade(&o, &m, false);
	wantall(&o.cursor);
	readall(&o.cursor, &out, NULL);
	out.n = 0;
	repcoverageleftout(&o.tally, &o.rep.schema, &out);
	bufchar(&out, '\0');
	ok(strstr(out.p, "unknown events 1000/119 2, unknown events 1001/119 2") == out.p,
	    "kinds have counts");
	ok(strstr(out.p, "other unknown things 87") != NULL, "too many kinds have one together");
	out.n = 0;
	repcoveragebroken(&o.tally, &o.rep.schema, &out);
	bufchar(&out, '\0');
	is(out.p, "field 5 of scheduling 1", "what is broken is told all the same");
	closemade(&o);
	madefree(&m);
	free(out.p);
}

/* Gathers the coverage of some events. */
static void
gather(struct repcoverage *t, const struct repschema *s, unsigned first, unsigned last)
{
	static const enum repanomalykind kinds[] = { ANOMALY_FIELD, ANOMALY_EVENT, ANOMALY_TYPE };

	repcoverageopen(t, s);
	for (unsigned i = first; i < last; i++) {
		struct repanomaly stray = {
			.what = kinds[i % 3],
			.type = i % 3 == 1 ? i * 7919 % 300 : 0,
			.class = UINT64_MAX,
			.payload = i * 31 % 20,
			.message = i % 3 == 1 ? M_NONE : M_CALL,
			.count = 1,
		};

		repcoverageanomaly(t, &stray);
	}
}

/* The joined coverage does not depend on which reader read which events, or on the order of
 * joining. */
static void
readers(void)
{
	enum { ALL = 700 };
	static const unsigned cuts[] = { 0, 1, 100, 350, ALL };
	char *first = NULL;
	struct made m = { 0 };
	struct opened o;

	openmade(&o, &m, false);
	for (size_t i = 0; i < 2 * sizeof(cuts) / sizeof(*cuts); i++) {
		unsigned cut = cuts[i / 2];
		struct repcoverage a, b, all;
		struct buf out = { 0 };

		gather(&a, &o.rep.schema, 0, cut);
		gather(&b, &o.rep.schema, cut, ALL);
		repcoveragerow(&a, 0, &o.rep.schema.tables[0].cols[1]);
		repcoveragerow(&b, 0, &o.rep.schema.tables[0].cols[3]);
		repcoverageopen(&all, &o.rep.schema);
		repcoverageadd(&all, i % 2 ? &b : &a, &o.rep.schema);
		repcoverageadd(&all, i % 2 ? &a : &b, &o.rep.schema);
		repcoverageleftout(&all, &o.rep.schema, &out);
		bufchar(&out, '\n');
		repcoveragebroken(&all, &o.rep.schema, &out);
		bufchar(&out, '\0');
		if (first)
			is(out.p, first, "the same by other readers");
		else
			first = xstrdup(out.p);
		repcoveragefree(&a);
		repcoveragefree(&b);
		repcoveragefree(&all);
		free(out.p);
	}
	free(first);
	closemade(&o);
	madefree(&m);
}

/* Likely values, with and without --proven. */
static void
trust(void)
{
	struct made m = { 0 };

	madecall(&m, 48, 28, 1, madestring(&m, "cudnnCreate"));
	for (int proven = 0; proven < 2; proven++) {
		struct buf out = { 0 };
		struct opened o;

		openmade(&o, &m, proven);
		wantall(&o.cursor);
		readall(&o.cursor, &out, NULL);
		ok((out.n > 1) == !proven, "cuDNN: %s", out.p);
		told(&o, proven ? "cuDNN calls (unproven) 1" : "", proven ? "" : "cuDNN calls 1",
		    "");
		closemade(&o);
		free(out.p);
	}
	madefree(&m);
}

/* A peer copy has columns that no pair has shown. */
static void
unprovencolumns(void)
{
	static const char *const columns[] = { "bytes", "srcDeviceId", "dstDeviceId" };
	static const uint64_t copy[][2] = { { 1, 64 }, { 2, 10 }, { 3, 2 }, { 4, 2 }, { 6, 0 },
		{ 8, 1 }, { 0, 0 } };
	struct made m = { 0 };
	struct madeevent e = madebegin(&m, 80, 107);

	for (unsigned i = 1; i <= 6; i++)
		protouint(&m.events, i, i);
	putnumbers(&m.events, 102, copy);
	madeend(&m, e);
	for (int proven = 0; proven < 2; proven++) {
		struct buf out = { 0 };
		struct opened o;

		openmade(&o, &m, proven);
		repcursorcolumns(&o.cursor,
		    reptablefind(&o.rep.schema, "CUPTI_ACTIVITY_KIND_MEMCPY"), columns, 3);
		readall(&o.cursor, &out, NULL);
		is(out.p,
		    proven ? "CUPTI_ACTIVITY_KIND_MEMCPY 1: 64 - -\n"
		           : "CUPTI_ACTIVITY_KIND_MEMCPY 1: 64 0 1\n",
		    "columns that are not proven");
		closemade(&o);
		free(out.p);
	}
	madefree(&m);
}

/* Reads all events of a report. */
static void
readevents(const void *arg)
{
	struct repcoverage tally;
	struct repcursor c;
	struct buf out = { 0 };
	struct rep r;

	errinit("cursor");
	repopen(&r, arg, false);
	repcoverageopen(&tally, &r.schema);
	repcursoropen(&c, &r, &tally);
	wantall(&c);
	readall(&c, &out, NULL);
	repcheckcounts(&r, &tally);
	fputs(out.p, stdout);
}

/* Checks that reading a report ends with this message. */
static void
fails(struct made *m, const char *message)
{
	char *path = madefile(m);
	struct child c = childrun(readevents, path, NULL);

	ok(c.status == FAILED && strstr(c.err.p, message), "%d %s", c.status, c.err.p);
	childfree(&c);
	childremove(path);
	madefree(m);
}

static void
malformed(void)
{
	struct made m = { 0 };
	struct madeevent e;

	bufmem(&m.events, "\x0A\x7F", 2);
	fails(&m, "an event longer than its block");
	protouint(&m.events, 1, 5);
	fails(&m, "a block of something else than events");
	protobytes(&m.events, 3, spanof(""));
	fails(&m, "a block of something else than events");
	protobytes(&m.events, 1, (struct span){ "\x08", 1 });
	fails(&m, "an event that is cut");
	protobytes(&m.events, 2, (struct span){ "\x08", 1 });
	fails(&m, "a generic event that is cut");
	e = madebegin(&m, 41, 106);
	bufmem(&m.events, "\x08", 1);
	madeend(&m, e);
	fails(&m, "an event that is cut");
	madecall(&m, 48, 0, 1, madestring(&m, "a"));
	m.eventcount = 2;
	fails(&m, "1 events where its header says 2");
	madecall(&m, 48, 0, 1, madestring(&m, "a"));
	m.genericcount = 1;
	fails(&m, "0 generic events where its header says 1");
	madestring(&m, "a");
	m.stringcount = 2;
	fails(&m, "1 strings where its header says 2");
	m.threadcount = 1;
	fails(&m, "0 thread names where its header says 1");
	protobytes(&m.strings, 2, spanof(""));
	madestring(&m, "a");
	fails(&m, "a string behind the strings");
}

int
main(void)
{
	errinit("cursor");
	values();
	order();
	strangers();
	crowd();
	readers();
	trust();
	unprovencolumns();
	malformed();
	return tapend();
}
