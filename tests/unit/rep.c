/* SPDX-License-Identifier: MIT */
/* report/session.h, infotable.h and rep.h: the session, the info tables, and GPU metrics. */
#include "base/err.h"
#include "made.h"
#include "report/cursor.h"
#include "report/infotable.h"
#include "tap.h"

/* An open report. */
struct opened {
	char *path;
	struct rep rep;
	struct repcoverage tally;
};

static void
openmade(struct opened *o, struct made *m)
{
	o->path = madefile(m);
	repopen(&o->rep, o->path, false);
	repcoverageopen(&o->tally, &o->rep.schema);
}

static void
closemade(struct opened *o)
{
	repcoveragefree(&o->tally);
	repclose(&o->rep);
	childremove(o->path);
}

/* Appends a row as a line. */
static void
putcells(struct buf *out, const struct row *row, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct cell *cell = &row->cells[i];

		if (i > 0)
			bufchar(out, ' ');
		if (cell->type == CELL_NULL)
			bufchar(out, '-');
		else if (cell->type == CELL_INT)
			bufprintf(out, "%lld", (long long)cell->number);
		else
			bufspan(out, rowtext(row, cell));
	}
	bufchar(out, '\n');
}

struct listing {
	struct buf out;
	size_t count;
};

static void
each(void *arg, const struct row *row)
{
	struct listing *l = arg;

	putcells(&l->out, row, l->count);
}

/* Checks the rows of a table. */
static void
listed(struct opened *o, const char *table, const char *expected)
{
	size_t form = reptablefind(&o->rep.schema, table);
	struct listing l = { .count = 0 };

	if (form != REP_NONE) {
		l.count = o->rep.schema.tables[form].count;
		repinfotable(&o->rep, form, &o->tally, each, &l);
	}
	bufchar(&l.out, '\0');
	if (!ok(form != REP_NONE && strcmp(l.out.p, expected) == 0, "%s", table))
		fprintf(stderr, "--- expected\n%s--- is\n%s", expected, l.out.p);
	free(l.out.p);
}

/* Appends an offset between two clocks, as in reports until 2025. */
static void
putoffset(struct buf *out, uint64_t from, uint64_t to, const char *ns)
{
	size_t open = protoopen(out, 1);

	protouint(out, 1, from);
	protouint(out, 2, to);
	protobytes(out, 5, spanof(ns));
	protoclose(out, open);
}

/* Appends a pair of times of two clocks, as in later reports. */
static void
putedge(struct buf *out, const char *from, const char *to, uint64_t at, uint64_t other)
{
	size_t edge = protoopen(out, 1), pair, times;

	protobytes(out, 1, spanof(from));
	protobytes(out, 2, spanof(to));
	protouint(out, 4, 1); /* no bytes, and no pair */
	pair = protoopen(out, 3);
	times = protoopen(out, 1);
	protouint(out, 1, at);
	protouint(out, 2, other);
	protoclose(out, times);
	protoclose(out, pair);
	protoclose(out, edge);
}

static void
putclock(struct buf *out, const char *id, uint64_t kind)
{
	size_t open = protoopen(out, 1);

	protobytes(out, 1, spanof(id));
	protouint(out, 2, kind);
	protoclose(out, open);
}

/* The machine in the header. */
static void
putmachine(struct buf *out)
{
	static const struct {
		uint64_t number;
		const char *value;
	} properties[] = { { 1, "8" }, { 610, "HOME=/secret" }, { 605, "Linux" }, { 619, "host" } };
	size_t machine = protoopen(out, 1), all;

	protobytes(out, 1, spanof("Local (CLI)"));
	all = protoopen(out, 2);
	for (size_t i = 0; i < sizeof(properties) / sizeof(*properties); i++) {
		size_t open = protoopen(out, 1);

		protouint(out, 1, properties[i].number);
		protobytes(out, 2, spanof(properties[i].value));
		protoclose(out, open);
	}
	protoclose(out, all);
	protouint(out, 3, 77);
	protoclose(out, machine);
}

/* Offsets are differences of unsigned times, and may be negative. */
static void
oldclocks(void)
{
	struct made m = { .product = "2024.6.2.225-1v0" };
	struct opened o;
	size_t open;

	putmachine(&m.header);
	open = protoopen(&m.header, 16);
	putoffset(&m.header, 1, 3, "5");
	/* 1_000_005 - 5 - x = 1_700_000_000_000_000_000 */
	putoffset(&m.header, 3, 9, "-1699999999999000000");
	putoffset(&m.header, 9, 10, "18446736873709551616"); /* -7200 s */
	protoclose(&m.header, open);
	protouint(&m.header, 17, 1000005);
	protouint(&m.header, 18, 3000005);
	openmade(&o, &m);
	listed(&o, "TARGET_INFO_SESSION_START_TIME",
	    "1700000000000000000 2023-11-14T22:13:20 2023-11-15T00:13:20\n");
	listed(&o, "ANALYSIS_DETAILS", "77 - 1000005 -\n");
	listed(&o, "TARGET_INFO_SYSTEM_ENV",
	    "77 Local (CLI) CpuCores 1 8\n77 Local (CLI) OsDescription 605 Linux\n");
	ok(o.tally.properties == 2, "the others are counted");
	ok(strcmp(o.rep.session.product.p, "2024.6.2.225") == 0 && o.rep.session.version == 20240602,
	    "the version: %s", o.rep.session.product.p);
	closemade(&o);
	madefree(&m);
}

static void
newclocks(void)
{
	struct made m = { .product = "2026.1.1.204-261136917214v0" };
	struct opened o;
	size_t open;

	protouint(&m.header, 17, 500);
	protouint(&m.header, 18, 900);
	open = protoopen(&m.clocks, 1);
	putclock(&m.clocks, "session", 2);
	putclock(&m.clocks, "utc", 11);
	putclock(&m.clocks, "local", 12);
	protoclose(&m.clocks, open);
	open = protoopen(&m.clocks, 2);
	putedge(&m.clocks, "session", "local", 1, 1);
	putedge(&m.clocks, "utc", "session", 1700000000000000000, 400);
	putedge(&m.clocks, "local", "utc", 1700003600000000000, 1700000000000000000);
	protoclose(&m.clocks, open);
	openmade(&o, &m);
	listed(&o, "TARGET_INFO_SESSION_START_TIME",
	    "1700000000000000100 2023-11-14T22:13:20 2023-11-14T23:13:20 500\n");
	listed(&o, "ANALYSIS_DETAILS", "281474976710656 - 500 -\n");
	closemade(&o);
	madefree(&m);
}

/* A session without any data. */
static void
noclocks(void)
{
	struct made m = { .product = "2024.6.2" };
	struct opened o;

	openmade(&o, &m);
	listed(&o, "TARGET_INFO_SESSION_START_TIME", "");
	listed(&o, "ANALYSIS_DETAILS", "");
	listed(&o, "StringIds", "");
	closemade(&o);
	protouint(&m.header, 17, 1);
	protouint(&m.header, 18, 3);
	openmade(&o, &m);
	listed(&o, "TARGET_INFO_SESSION_START_TIME", "");
	listed(&o, "ANALYSIS_DETAILS", "281474976710656 - 1 -\n");
	closemade(&o);
	madefree(&m);
}

static void
openreport(const void *path)
{
	struct rep r;

	errinit("rep");
	repopen(&r, path, false);
	repclose(&r);
}

/* Without a version, the content of a report is unknown. */
static void
versions(void)
{
	static const struct {
		const char *product;
		uint32_t version; /* 0: none */
	} table[] = {
		{ "2021.2.1.58-642947b", 20210201 },
		{ "2021.2.1", 20210201 },
		{ "2022.4", 0 },
		{ "", 0 },
		{ "version 2022.4.1", 0 },
		{ "1999.1.1", 0 },
		{ "20225.1.1", 0 },
		{ "2022.100.1", 0 },
		{ "2022..1.1", 20220001 },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		struct made m = { .product = table[i].product };
		char *path = madefile(&m);
		struct child c = childrun(openreport, path, NULL);
		bool good = c.status == DONE;

		if (table[i].version > 0 && good) {
			struct rep r;

			repopen(&r, path, false);
			good = r.session.version == table[i].version;
			repclose(&r);
		} else {
			good = table[i].version == 0 && c.status == FAILED &&
			    strstr(c.err.p, "no version of nsys");
		}
		ok(good, "version '%s': %s", table[i].product, c.err.p);
		childfree(&c);
		childremove(path);
		madefree(&m);
	}
}

/* Appends a message of numbers, from field 1 on. */
static void
putnumbers(struct buf *out, unsigned field, const uint64_t *v, size_t count)
{
	size_t open = protoopen(out, field);

	for (size_t i = 0; i < count; i++)
		protouint(out, (unsigned)i + 1, v[i]);
	protoclose(out, open);
}

static void
lists(void)
{
	static const uint64_t thread[] = { 5, 1, 20, 99 }, captured[] = { 7, 0, 2 };
	static const uint64_t stream[] = { 14, 1, 2, 3, 4, 5, 6 };
	static const uint64_t context[] = { 7, 1, 2, 3, 4, 5 };
	struct made m = { .product = "2023.3.3.42" };
	struct opened o;
	size_t machine, devices, gpu;

	madestring(&m, "stdout.log");
	madestring(&m, "worker");
	madestring(&m, "what it printed");
	putnumbers(&m.strings, 2, captured, 3);
	putnumbers(&m.threads, 1, thread, 4);
	m.threadcount = 1;
	machine = protoopen(&m.target, 1);
	protouint(&m.target, 1, 4242);
	devices = protoopen(&m.target, 2);
	gpu = protoopen(&m.target, 7);
	protouint(&m.target, 1, 0);
	protobytes(&m.target, 2, spanof("a GPU"));
	protoclose(&m.target, gpu);
	protoclose(&m.target, devices);
	protoclose(&m.target, machine);
	putnumbers(&m.target, 14, context, 6);
	putnumbers(&m.target, 15, stream, 7);
	openmade(&o, &m);
	rephidecaptured(&o.rep, &o.tally);
	listed(&o, "StringIds", "0 stdout.log\n1 worker\n2 what it printed\n");
	listed(&o, "ThreadNames", "1 20 99\n");
	listed(&o, "ProcessStreams", "7 0 2\n");
	ok(repcoveragehidden(&o.tally, 2) && !repcoveragehidden(&o.tally, 0),
	    "what was captured is a secret, what its file is called is none");
	listed(&o, "TARGET_INFO_CUDA_STREAM", "14 1 2 3 4 5 6\n");
	listed(&o, "TARGET_INFO_CUDA_NULL_STREAM", "7 1 2 3 4 5\n");
	ok(reptablefind(&o.rep.schema, "TARGET_INFO_GPU") != REP_NONE &&
	        o.rep.schema.tables[reptablefind(&o.rep.schema, "TARGET_INFO_GPU")].count > 30,
	    "a GPU has many columns");
	closemade(&o);
	madefree(&m);
}

/* Numbers instead of texts, texts instead of numbers, and missing strings. */
static void
wrongtypes(void)
{
	static const uint64_t thread[] = { 0, 20, 0, 99 }, gpu[] = { 0, 7, 8 };
	struct made m = { .product = "2023.3.3.42" };
	struct buf out = { 0 };
	struct opened o;
	size_t machine, devices;

	putnumbers(&m.threads, 1, thread, 4);
	m.threadcount = 1;
	machine = protoopen(&m.target, 1);
	devices = protoopen(&m.target, 2);
	putnumbers(&m.target, 7, gpu, 3);
	protoclose(&m.target, devices);
	protoclose(&m.target, machine);
	machine = protoopen(&m.target, 15);
	protobytes(&m.target, 1, spanof("text"));
	protoclose(&m.target, machine);
	openmade(&o, &m);
	listed(&o, "ThreadNames", "");
	listed(&o, "TARGET_INFO_CUDA_STREAM", "");
	listed(&o, "TARGET_INFO_GPU",
	    "0 0 - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -\n");
	repcoveragebroken(&o.tally, &o.rep.schema, &out);
	bufchar(&out, '\0');
	ok(strcmp(out.p, "ThreadNames 1 without nameId, TARGET_INFO_CUDA_STREAM 1 without flag, "
	                 "field 2 of thread 1, field 2 of GPU 1, field 3 of GPU 1, "
	                 "field 1 of CUDA stream 1") == 0,
	    "what is broken: %s", out.p);
	closemade(&o);
	madefree(&m);
	free(out.p);
}

/* Appends a counter of a type of generic events. */
static void
putcounter(struct buf *out, uint64_t name, uint64_t at, uint64_t n)
{
	static uint64_t v[3];

	v[0] = name;
	v[1] = at;
	v[2] = n;
	putnumbers(out, 3, v, 3);
}

/* Adds a source with this name and a type of two counters, of 8 bytes and of 1 byte. */
static void
putsource(struct made *m, const char *name)
{
	uint64_t string = madestring(m, name), one = madestring(m, "SMs Active"),
	         two = madestring(m, "DRAM"), title = madestring(m, "a GPU");
	size_t open = protoopen(&m->sources, 13);

	protouint(&m->sources, 1, (uint64_t)3 << 32);
	protouint(&m->sources, 3, string);
	protoclose(&m->sources, open);
	open = protoopen(&m->sources, 14);
	protouint(&m->sources, 1, (uint64_t)3 << 32 | 1);
	protouint(&m->sources, 2, title);
	putcounter(&m->sources, one, 0, 8);
	putcounter(&m->sources, two, 8, 1);
	protoclose(&m->sources, open);
}

/* Adds a generic event with n bytes. */
static void
putgeneric(struct made *m, uint64_t type, size_t n)
{
	size_t open = protoopen(&m->events, 2);

	protouint(&m->events, 1, type);
	protouint(&m->events, 2, 1234);
	protobytes(&m->events, 3, (struct span){ "\1\2\0\0\0\0\0\0\x2A", n });
	protoclose(&m->events, open);
	m->genericcount++;
}

static void
metrics(void)
{
	static const uint64_t type = (uint64_t)3 << 32 | 1;
	struct made m = { .product = "2024.6.2" };
	struct buf out = { 0 };
	struct repcursor c;
	struct opened o;
	size_t form;

	putsource(&m, "GpuMetrics");
	putgeneric(&m, type, 9);
	putgeneric(&m, type, 8);     /* too few bytes */
	putgeneric(&m, type + 1, 9); /* a type without counters */
	openmade(&o, &m);
	listed(&o, "TARGET_INFO_GPU_METRICS",
	    "12884901889 3 a GPU 0 SMs Active\n12884901889 3 a GPU 1 DRAM\n");
	repcursoropen(&c, &o.rep, &o.tally);
	form = reptablefind(&o.rep.schema, "GPU_METRICS");
	repcursorwant(&c, form);
	repcursorload(&c, 0, NULL);
	while (repcursornext(&c))
		putcells(&out, &c.row, o.rep.schema.tables[form].count);
	bufchar(&out, '\0');
	ok(strcmp(out.p, "1234 12884901889 0 513\n1234 12884901889 1 42\n") == 0, "metrics: %s",
	    out.p);
	repcheckcounts(&o.rep, &o.tally);
	out.n = 0;
	repcoverageleftout(&o.tally, &o.rep.schema, &out);
	ok(spanis(bufall(&out), "generic events 2"), "what fits no layout is counted");
	repcursorclose(&c);
	closemade(&o);
	madefree(&m);
	free(out.p);
}

/* Sources with other names are no GPU metrics. */
static void
others(void)
{
	struct made m = { .product = "2024.6.2" };
	struct opened o;

	putsource(&m, "FTrace");
	openmade(&o, &m);
	ok(o.rep.layoutcount == 0, "counters of another source are not taken");
	listed(&o, "TARGET_INFO_GPU_METRICS", "");
	closemade(&o);
	madefree(&m);
}

/* Counters at impossible places. */
static void
liars(void)
{
	static const uint64_t wrong[][2] = { { 0, 0 }, { 0, 9 }, { (uint64_t)1 << 40, 8 },
		{ UINT64_MAX - 3, 8 } };

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		struct made m = { .product = "2024.6.2" };
		struct child c;
		size_t open;
		char *path;

		putsource(&m, "GpuMetrics");
		open = protoopen(&m.sources, 14);
		protouint(&m.sources, 1, (uint64_t)3 << 32 | 2);
		putcounter(&m.sources, 0, wrong[i][0], wrong[i][1]);
		protoclose(&m.sources, open);
		path = madefile(&m);
		c = childrun(openreport, path, NULL);
		ok(c.status == FAILED && strstr(c.err.p, "counters that no GPU has"), "%s",
		    c.err.p);
		childfree(&c);
		childremove(path);
		madefree(&m);
	}
}

int
main(void)
{
	errinit("rep");
	oldclocks();
	newclocks();
	noclocks();
	versions();
	lists();
	wrongtypes();
	metrics();
	others();
	liars();
	return tapend();
}
