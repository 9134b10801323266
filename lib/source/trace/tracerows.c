/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "tracerows.h"
#include "tracetext.h"

/* The columns. Those of one dimension follow each other. */
#define COLUMN_NAMES(C) \
	C(START, "start") \
	C(END, "end") \
	C(CLASS, "class") \
	C(NAME, "name") \
	C(CATEGORY, "category") \
	C(THREAD, "globalTid") \
	C(PROCESS, "globalPid") \
	C(DEVICE, "deviceId") \
	C(CONTEXT, "contextId") \
	C(STREAM, "streamId") \
	C(CORR, "correlationId") \
	C(GRID_X, "gridX") \
	C(GRID_Y, "gridY") \
	C(GRID_Z, "gridZ") \
	C(BLOCK_X, "blockX") \
	C(BLOCK_Y, "blockY") \
	C(BLOCK_Z, "blockZ") \
	C(REGISTERS, "registersPerThread") \
	C(SHARED, "sharedMemory") \
	C(BYTES, "bytes") \
	C(COPY, "copyKind") \
	C(SRC, "srcKind") \
	C(DST, "dstKind") \
	C(KIND, "memKind") \
	C(SYNC, "syncKind") \
	C(EVENT, "eventId") \
	C(VALUE, "value") \
	C(RESERVED, "reserved") \
	C(ADDRESS, "address") \
	C(SERIES, "series") \
	C(REST, "args")

enum tracecolumn {
#define C(id, name) COLUMN_##id,
	COLUMN_NAMES(C)
#undef C
	COLUMNS
};

static const char *const columnnames[] = {
#define C(id, name) name,
	COLUMN_NAMES(C)
#undef C
};

#define BIT(id) (UINT64_C(1) << COLUMN_##id)
#define DIM(id) (BIT(id##_X) | BIT(id##_Y) | BIT(id##_Z))
#define TIMES (BIT(START) | BIT(END) | BIT(NAME) | BIT(REST))
#define WORK (BIT(PROCESS) | BIT(DEVICE) | BIT(CONTEXT) | BIT(STREAM) | BIT(CORR))

static const struct {
	const char *name;
	uint64_t columns; /* a bit for each */
} tables[] = {
	[TABLE_RANGES] = { "TRACE_RANGES", TIMES | BIT(CLASS) | BIT(THREAD) | BIT(CATEGORY) },
	[TABLE_PYTHON] = { "TRACE_PYTHON", TIMES | BIT(THREAD) | BIT(CATEGORY) },
	[TABLE_MARKS] = { "TRACE_MARKS",
	    BIT(START) | BIT(CLASS) | BIT(NAME) | BIT(REST) | BIT(THREAD) | BIT(CATEGORY) },
	[TABLE_CALLS] = { "TRACE_CALLS", TIMES | BIT(THREAD) | BIT(CORR) },
	[TABLE_SYNC] = { "TRACE_SYNC", TIMES | WORK | BIT(SYNC) | BIT(EVENT) },
	[TABLE_KERNELS] = { "TRACE_KERNELS",
	    TIMES | WORK | DIM(GRID) | DIM(BLOCK) | BIT(REGISTERS) | BIT(SHARED) },
	[TABLE_MEMCPY] = { "TRACE_MEMCPY",
	    TIMES | WORK | BIT(BYTES) | BIT(COPY) | BIT(SRC) | BIT(DST) },
	[TABLE_MEMSET] = { "TRACE_MEMSET", TIMES | WORK | BIT(BYTES) | BIT(KIND) },
	[TABLE_OVERHEAD] = { "TRACE_OVERHEAD", TIMES | BIT(THREAD) },
	[TABLE_MEMORY] = { "TRACE_MEMORY",
	    BIT(START) | BIT(CLASS) | BIT(THREAD) | BIT(DEVICE) | BIT(VALUE) | BIT(BYTES) |
	        BIT(RESERVED) | BIT(ADDRESS) | BIT(REST) },
	[TABLE_COUNTERS] = { "TRACE_COUNTERS",
	    BIT(START) | BIT(NAME) | BIT(THREAD) | BIT(VALUE) | BIT(SERIES) },
};

/* Members of "args" that are columns, where the table has them. */
static const struct argname {
	const char *name;
	size_t n;
	enum tracecolumn column;
} argnames[] = {
#define A(name, column) { name, sizeof(name) - 1, COLUMN_##column }
	A("correlation", CORR),
	A("corr", CORR),
	A("device", DEVICE),
	A("Device Id", DEVICE),
	A("context", CONTEXT),
	A("stream", STREAM),
	A("grid", GRID_X),
	A("block", BLOCK_X),
	A("registers per thread", REGISTERS),
	A("registers", REGISTERS),
	A("shared memory", SHARED),
	A("bytes", BYTES),
	A("Bytes", BYTES),
	A("kind", COPY),
	A("kind", KIND),
	A("src_kind", SRC),
	A("dst_kind", DST),
	A("domain", CATEGORY),
	A("cuda_sync_kind", SYNC),
	A("wait_on_cuda_event_id", EVENT),
	A("event", EVENT),
	A("Total Allocated", VALUE),
	A("Total Reserved", RESERVED),
	A("Addr", ADDRESS),
#undef A
};

/* Keys that nst-dump itself writes into "args" for a column. */
static const struct {
	const char *name;
	enum tracecolumn column;
} ownkeys[] = {
	{ "shared", COLUMN_SHARED },
	{ "src_kind", COLUMN_SRC },
	{ "dst_kind", COLUMN_DST },
	{ "unit", COLUMN_RESERVED },
	{ "reserved", COLUMN_RESERVED },
	{ "address", COLUMN_ADDRESS },
	{ "grid", COLUMN_GRID_X },
	{ "block", COLUMN_BLOCK_X },
	{ "registers", COLUMN_REGISTERS },
	{ "bytes", COLUMN_BYTES },
	{ "event", COLUMN_EVENT },
};

/* The copies: what Kineto and nst call them, with the code of ENUM_CUDA_MEMCPY_OPER. */
struct tracelabel {
	const char *label;
	int64_t code;
};

static const struct tracelabel copies[] = {
	{ "HtoD", 1 },
	{ "DtoH", 2 },
	{ "HtoA", 3 },
	{ "AtoH", 4 },
	{ "AtoA", 5 },
	{ "AtoD", 6 },
	{ "DtoA", 7 },
	{ "DtoD", 8 },
	{ "HtoH", 9 },
	{ "PtoP", 10 },
	{ "Unified Host-to-Device", 11 },
	{ "Unified Device-to-Host", 12 },
	{ "Unified Device-to-Device", 13 },
	{ "Host-to-Array", 3 },
	{ "Array-to-Host", 4 },
	{ "Array-to-Array", 5 },
	{ "Array-to-Device", 6 },
	{ "Device-to-Array", 7 },
	{ "Host-to-Device", 1 },
	{ "Device-to-Host", 2 },
	{ "Device-to-Device", 8 },
	{ "Host-to-Host", 9 },
	{ "Peer-to-Peer", 10 },
	{ NULL, 0 },
};

/* The kinds of memory, with the code of ENUM_CUDA_MEM_KIND. */
static const struct tracelabel kinds[] = {
	{ "Pageable", 0 },
	{ "Pinned", 1 },
	{ "Device", 2 },
	{ "Array", 3 },
	{ "Managed", 4 },
	{ "Device Static", 5 },
	{ "Managed Static", 6 },
	{ "Unknown", 7 },
	{ NULL, 0 },
};

/* The waits, with the code of "cuda-sync" (lib/dump/tables/labels.c). */
static const struct tracelabel syncs[] = {
	{ "Stream Wait Event", 0 },
	{ "Stream Sync", 1 },
	{ "Event Sync", 2 },
	{ "Context Sync", 3 },
	{ "Stream wait event", 0 },
	{ "Stream synchronize", 1 },
	{ "Event synchronize", 2 },
	{ "Context synchronize", 3 },
	{ NULL, 0 },
};

/* The most members of "args" of one event. */
enum { ARGS_MOST = 1024 };

struct tracerows {
	struct rows rows;
	const struct tracefile *file;
	enum tracetable table;
	uint64_t has;        /* the columns that are wanted */
	int cells[COLUMNS];  /* their indices in a row */
	uint32_t width;      /* the number of cells of a row */
	struct argname args[sizeof(argnames) / sizeof(*argnames)]; /* those of the table */
	size_t argcount;
	struct tracewindow window;
	struct tracetext text;
	struct buf rest, scratch;
	struct restmember {
		size_t at, key, n; /* of the member and its key in rest; bytes of the key */
	} *members;
	size_t membercount, memberroom;
	/* The current row. */
	struct row *row;
	const struct traceentry *entry;
	struct traceevent event;
	bool unlaunched; /* nst-chrome wrote "corr", which it does if it knows no call */
};

enum tracetable
tracetablenamed(const char *name)
{
	int i = 0;

	while (i < TABLE_NONE && strcmp(tables[i].name, name) != 0)
		i++;
	return (enum tracetable)i;
}

const char *
tracetablename(enum tracetable table)
{
	return tables[table].name;
}

struct stringtable
tracecolumns(enum tracetable table)
{
	struct stringtable columns = { 0 };

	for (int i = 0; i < COLUMNS; i++)
		if (tables[table].columns >> i & 1)
			stringintern(&columns, spanof(columnnames[i]));
	return columns;
}

/* Sets a cell, if the column is wanted. */
static inline void
tracesetint(struct tracerows *r, enum tracecolumn column, int64_t v)
{
	if (r->cells[column] >= 0)
		r->row->cells[r->cells[column]] = (struct cell){ .type = CELL_INT, .number = v };
}

static inline void
tracesettext(struct tracerows *r, enum tracecolumn column, struct span text)
{
	if (r->cells[column] >= 0)
		rowput(r->row, &r->row->cells[r->cells[column]], CELL_TEXT, text);
}

/* Sets a cell to the decoded text of a JSON string. */
static void
tracesetstring(struct tracerows *r, enum tracecolumn column, struct span value)
{
	if (jsonisstring(value))
		tracesettext(r, column, jsontext(value, &r->scratch));
}

/* Returns the code of a label at the beginning of a text, -1 if there is none; sets *rest to what
 * follows it. Of labels that begin alike, the longest counts. */
static int64_t
tracecodeof(const struct tracelabel *list, struct span text, struct span *rest)
{
	int64_t code = -1;
	size_t longest = 0;

	for (; list->label; list++) {
		size_t n = strlen(list->label);

		if (n > longest && text.n >= n && memcmp(text.p, list->label, n) == 0) {
			code = list->code;
			longest = n;
		}
	}
	*rest = (struct span){ text.p + longest, text.n - longest };
	return code;
}

/* Returns a text without a prefix, or an empty one if it has another. */
static struct span
tracebehind(struct span text, const char *prefix)
{
	size_t n = strlen(prefix);

	if (text.n < n || memcmp(text.p, prefix, n) != 0)
		return (struct span){ "", 0 };
	return (struct span){ text.p + n, text.n - n };
}

/* Reads the name of a copy: "Memcpy HtoD (Pinned -> Device)". */
static void
tracecopyname(struct tracerows *r, struct span name)
{
	struct span rest;
	int64_t code = tracecodeof(copies, tracebehind(name, "Memcpy "), &rest);

	if (code < 0 || (rest.n > 0 && *rest.p != ' '))
		return;
	tracesetint(r, COLUMN_COPY, code);
	code = tracecodeof(kinds, tracebehind(rest, " ("), &rest);
	if (code < 0)
		return;
	tracesetint(r, COLUMN_SRC, code);
	code = tracecodeof(kinds, tracebehind(rest, " -> "), &rest);
	if (code >= 0)
		tracesetint(r, COLUMN_DST, code);
}

/* Reads the name of an event, and the kinds in the names of copies, fills and waits. */
static void
tracename(struct tracerows *r)
{
	struct span text, rest;
	int64_t code;

	if (!jsonisstring(r->event.value[FIELD_NAME]))
		return;
	text = jsontext(r->event.value[FIELD_NAME], &r->scratch);
	tracesettext(r, COLUMN_NAME, text);
	if (r->table == TABLE_MEMCPY)
		tracecopyname(r, text);
	if (r->table == TABLE_MEMSET) {
		code = tracecodeof(kinds, tracebehind(text, "Memset ("), &rest);
		if (code >= 0)
			tracesetint(r, COLUMN_KIND, code);
	}
	if (r->table == TABLE_SYNC) {
		code = tracecodeof(syncs, text, &rest);
		if (code >= 0 && rest.n == 0)
			tracesetint(r, COLUMN_SYNC, code);
	}
}

/* Returns true if a byte separates numbers of a dimension: in an array, or in a text of nst-chrome
 * such as "50 × 4 × 1". */
static bool
traceseparates(char c, bool array)
{
	if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
		return true;
	return array ? c == ',' : (unsigned char)c >= 0x80;
}

/* Sets three cells to the numbers of a dimension. Returns false if they are not three. */
static bool
tracedimension(struct tracerows *r, enum tracecolumn first, struct span value)
{
	const char *p = value.p + 1, *end = p + value.n - 2;
	bool array = *value.p == '[';
	int64_t v[3] = { 0 };
	int count = 0;

	if (!array && *value.p != '"')
		return false;
	while (p < end) {
		const char *start = p;

		if (traceseparates(*p, array)) {
			p++;
			continue;
		}
		while (p < end && *p >= '0' && *p <= '9')
			p++;
		if (p == start || count == 3 ||
		    !jsonint((struct span){ start, (size_t)(p - start) }, &v[count++]))
			return false;
	}
	if (count != 3)
		return false;
	for (int i = 0; i < 3; i++)
		tracesetint(r, first + (unsigned)i, v[i]);
	return true;
}

/* Sets a cell to the code of a label. Returns false if the value is no such label. */
static bool
tracesetlabel(struct tracerows *r, enum tracecolumn column, struct span value)
{
	const struct tracelabel *list = column == COLUMN_COPY ? copies
	    : column == COLUMN_SYNC                           ? syncs
	                                                      : kinds;
	struct span rest;
	int64_t code;

	if (!jsonisstring(value))
		return false;
	code = tracecodeof(list, (struct span){ value.p + 1, value.n - 2 }, &rest);
	if (code < 0 || rest.n > 0)
		return false;
	tracesetint(r, column, code);
	return true;
}

/* Sets the column of a member of "args". Returns false if the value does not fit: then it is
 * written with the rest. */
static bool
tracesetarg(struct tracerows *r, enum tracecolumn column, struct span value)
{
	int64_t v;

	if (column == COLUMN_GRID_X || column == COLUMN_BLOCK_X)
		return tracedimension(r, column, value);
	if (column == COLUMN_COPY || column == COLUMN_SYNC || column == COLUMN_KIND ||
	    column == COLUMN_SRC || column == COLUMN_DST)
		return tracesetlabel(r, column, value);
	if (column == COLUMN_CATEGORY && jsonisstring(value)) {
		tracesetstring(r, column, value);
		return true;
	}
	if (!jsonint(value, &v) || column == COLUMN_CATEGORY)
		return false;
	if (v >= 0 || column == COLUMN_BYTES || column == COLUMN_VALUE)
		tracesetint(r, column, v);
	return true;
}

/* Returns the index of a member of "args" in r->args; r->argcount if it is among the rest. */
static size_t
traceargindex(const struct tracerows *r, struct span key)
{
	size_t i = 0;

	while (i < r->argcount &&
	    (r->args[i].n != key.n || *r->args[i].name != *key.p ||
	        memcmp(r->args[i].name, key.p, key.n) != 0))
		i++;
	return i;
}

/* Clears the cells of a column that a member of "args" has set. */
static void
traceargclear(struct tracerows *r, enum tracecolumn column)
{
	unsigned n = column == COLUMN_GRID_X || column == COLUMN_BLOCK_X ? 3 : 1;

	for (unsigned i = 0; i < n; i++)
		if (r->cells[column + i] >= 0)
			r->row->cells[r->cells[column + i]] = (struct cell){ .type = CELL_NULL };
}

/* Returns true if nst-dump writes that key itself. */
static bool
traceownkey(const struct tracerows *r, struct span key)
{
	uint64_t has = tables[r->table].columns;

	if (key.n > 9)
		return false;
	for (size_t i = 0; i < sizeof(ownkeys) / sizeof(*ownkeys); i++)
		if ((has >> ownkeys[i].column & 1) && spanis(key, ownkeys[i].name))
			return true;
	return false;
}

/* Removes a member of the rest that has the same key: the last one counts. */
static void
tracerestunique(struct tracerows *r, struct span key)
{
	for (size_t i = 0; i < r->membercount; i++) {
		struct restmember *m = &r->members[i];
		size_t end = i + 1 < r->membercount ? m[1].at : r->rest.n, n = end - m->at;

		if (m->n != key.n || memcmp(r->rest.p + m->key, key.p, key.n) != 0)
			continue;
		memmove(r->rest.p + m->at, r->rest.p + end, r->rest.n - end);
		r->rest.n -= n;
		r->membercount--;
		for (; i < r->membercount; i++) {
			r->members[i] = r->members[i + 1];
			r->members[i].at -= n;
			r->members[i].key -= n;
		}
		return;
	}
}

/* Ends the program: a value is not JSON. */
static void __attribute__((noreturn))
tracerowsbad(const struct tracerows *r, const char *why)
{
	die("%s: byte %llu: %s", r->file->name, (unsigned long long)r->entry->at, why);
}

/* Adds a member to the rest. A key that nst-dump writes itself gets an underscore. */
static void
tracerestadd(struct tracerows *r, struct span key, struct span value)
{
	size_t at;

	tracerestunique(r, key);
	if (r->membercount == ARGS_MOST)
		tracerowsbad(r, "an event with more than 1,024 args");
	at = r->rest.n;
	bufstr(&r->rest, ",\"");
	GROW(r->members, r->memberroom, r->membercount + 1);
	r->members[r->membercount++] = (struct restmember){ at, r->rest.n, key.n };
	jsonclean(&r->rest, key);
	bufstr(&r->rest, traceownkey(r, key) ? "_\":" : "\":");
	if (!tracejsoncopy(&r->text.json, &r->rest, value))
		tracerowsbad(r, "a value in args is not JSON");
}

/* Sets the column of a member of "args" with an index in r->args. seen has a bit for each index
 * and set one for each column of a member before: of several members with one key the last one
 * counts, and of several keys for one column the first one. Returns false if the member must be
 * written with the rest. */
static bool
tracetakearg(struct tracerows *r, size_t i, struct span value, uint64_t *seen, uint64_t *set)
{
	enum tracecolumn column = r->args[i].column;
	uint64_t bit = UINT64_C(1) << i, columnbit = UINT64_C(1) << column;

	if (*seen & bit) {
		tracerestunique(r, spanof(r->args[i].name));
		traceargclear(r, column);
	} else if (*set & columnbit) {
		return false;
	}
	*seen |= bit;
	*set |= columnbit;
	return tracesetarg(r, column, value);
}

/* Reads "args". */
static void
traceargs(struct tracerows *r)
{
	const struct tracemembers *args = &r->text.args;
	uint64_t seen = 0, set = 0;

	r->rest.n = r->membercount = 0;
	r->unlaunched = false;
	for (size_t i = 0; i < args->count; i++) {
		struct span key = args->p[i].key, value = args->p[i].value;
		size_t k = traceargindex(r, key);

		r->unlaunched = r->unlaunched || spanis(key, "corr");
		if (k == r->argcount || !tracetakearg(r, k, value, &seen, &set))
			tracerestadd(r, key, value);
	}
	if (r->rest.n > 0)
		tracesettext(r, COLUMN_REST, bufall(&r->rest));
}

/* Sets a cell to a number with or without a fraction. */
static void
tracesetnumber(struct tracerows *r, enum tracecolumn column, struct span value)
{
	int64_t v;

	if (r->cells[column] < 0 || value.n == 0)
		return;
	if (jsonint(value, &v)) {
		tracesetint(r, column, v);
	} else if (*value.p == '-' || (*value.p >= '0' && *value.p <= '9')) {
		r->scratch.n = 0;
		bufspan(&r->scratch, value);
		bufchar(&r->scratch, '\0');
		r->row->cells[r->cells[column]] = (struct cell){
			.type = CELL_REAL, .as.real = strtod(r->scratch.p, NULL)
		};
	}
}

/* Reads the series of a counter that the entry is of. */
static void
tracecounterrow(struct tracerows *r)
{
	struct span args = r->event.value[FIELD_ARGS], key, value, name = { "", 0 };
	const char *p = args.p + 1;
	struct span found = { NULL, 0 };
	int64_t count = 0;

	for (; tracejsonmember(&r->text.json, &p, &key, &value) > 0; count++)
		if (count == r->entry->end) {
			name = key;
			found = value;
		}
	tracesetnumber(r, COLUMN_VALUE, found);
	r->rest.n = 0;
	if (jsonisstring(r->event.value[FIELD_NAME]))
		jsonutf8(&r->rest, r->event.value[FIELD_NAME]);
	if (count > 1) {
		bufchar(&r->rest, ' ');
		bufspan(&r->rest, name);
	} else {
		tracesettext(r, COLUMN_SERIES, name);
	}
	tracesettext(r, COLUMN_NAME, bufall(&r->rest));
}

/* Sets the process of an event on a GPU: the one whose call has its correlation id. */
static void
tracesetlauncher(struct tracerows *r)
{
	const struct tracefile *t = r->file;
	int corr = r->cells[COLUMN_CORR];
	const struct tracelauncher *call;
	const uint32_t *found;
	int64_t key;

	if (t->callers == CALLERS_NONE)
		return;
	if (t->callers != CALLERS_SEVERAL) {
		tracesetint(r, COLUMN_PROCESS, (int64_t)tracepacked(t->caller, 0));
		return;
	}
	if (corr < 0 || r->row->cells[corr].type != CELL_INT)
		return;
	if (r->event.value[FIELD_BIND].n == 0 || !jsonint(r->event.value[FIELD_BIND], &key))
		key = r->row->cells[corr].number;
	if (r->unlaunched)
		return;
	found = mapget(&t->launchers, (struct mapkey){ (uint64_t)key, 0 });
	call = found ? &t->calls[*found] : NULL;
	if (!call || call->ambiguous)
		return;
	tracesetint(r, COLUMN_PROCESS, (int64_t)tracepacked(call->process, 0));
	tracesetint(r, COLUMN_CORR, call->corr);
}

/* Reads for whom the event is. Events of no process have a negative pid. */
static void
traceidentity(struct tracerows *r)
{
	const struct tracethread *thread = &r->file->threads[r->entry->thread];
	const struct traceprocess *group = &r->file->processes[thread->process];
	int64_t corr;

	if (group->device >= 0)
		tracesetint(r, COLUMN_DEVICE, group->device);
	if (thread->stream >= 0)
		tracesetint(r, COLUMN_STREAM, thread->stream);
	if (r->event.value[FIELD_BIND].n > 0 && jsonint(r->event.value[FIELD_BIND], &corr))
		tracesetint(r, COLUMN_CORR, corr);
	if (group->pid >= 0 && !thread->drawn) {
		const struct tracethread *same = &r->file->threads[thread->same];

		tracesetint(r, COLUMN_THREAD, (int64_t)tracepacked(same->process, thread->same));
	}
}

/* Fills the current row. */
static void
tracefill(struct tracerows *r)
{
	for (uint32_t i = 0; i < r->width; i++)
		r->row->cells[i] = (struct cell){ .type = CELL_NULL };
	tracesetint(r, COLUMN_START, r->entry->ts);
	if (r->entry->end != TRACE_OPEN)
		tracesetint(r, COLUMN_END, r->entry->end);
	tracesetint(r, COLUMN_CLASS, r->entry->class);
	traceidentity(r);
	if (r->table == TABLE_COUNTERS) {
		tracecounterrow(r);
		return;
	}
	tracename(r);
	/* Ranges that nst-chrome wrote have their domain in args, which traceargs reads. */
	if (!spanis(r->event.value[FIELD_CAT], "\"nvtx\""))
		tracesetstring(r, COLUMN_CATEGORY, r->event.value[FIELD_CAT]);
	traceargs(r);
	if (r->cells[COLUMN_PROCESS] >= 0)
		tracesetlauncher(r);
}

/* Sets the times of an entry. */
static void
tracetimes(const struct traceentry *e, uint64_t place, struct rowtimes *times)
{
	*times = (struct rowtimes){ .place = place, .next = place + 1 };
	times->cells[ROW_START] = (struct cell){ .type = CELL_INT, .number = e->ts };
	if (e->end != TRACE_OPEN)
		times->cells[ROW_STOP] = (struct cell){ .type = CELL_INT, .number = e->end };
	times->cells[ROW_CLASS] = (struct cell){ .type = CELL_INT, .number = e->class };
}

static bool
tracerowspass(struct rows *rows, void (*each)(void *arg, const struct rowtimes *times), void *arg)
{
	struct tracerows *r = (struct tracerows *)rows;
	const struct traceentry *e;
	struct rowtimes times;

	for (uint64_t i = 0; (e = traceindexat(&r->file->index, r->table, &r->window, i)); i++) {
		tracetimes(e, i, &times);
		each(arg, &times);
	}
	return true;
}

static bool
tracerowsat(struct rows *rows, uint64_t place, struct rowtimes *times)
{
	struct tracerows *r = (struct tracerows *)rows;
	const struct traceentry *e =
	    traceindexat(&r->file->index, r->table, &r->window, place);

	if (e)
		tracetimes(e, place, times);
	return e;
}

static void
tracerowstake(struct rows *rows, uint64_t place, struct row *row)
{
	struct tracerows *r = (struct tracerows *)rows;

	r->entry = traceindexat(&r->file->index, r->table, &r->window, place);
	if (!r->entry)
		die("%s: the file changed while it was read", r->file->name);
	tracetextread(r->file, &r->text, r->entry, &r->event);
	rowstart(row, r->width);
	r->row = row;
	tracefill(r);
}

static void
tracerowsclose(struct rows *rows)
{
	struct tracerows *r = (struct tracerows *)rows;

	tracetextfree(&r->text);
	free(r->window.p);
	free(r->rest.p);
	free(r->scratch.p);
	free(r->members);
	free(r);
}

struct rows *
tracerowsopen(const struct tracefile *t, const struct rowsof *of)
{
	struct tracerows *r = xzalloc(1, sizeof(*r));

	r->rows = (struct rows){ .close = tracerowsclose,
		.pass = tracerowspass,
		.at = tracerowsat,
		.take = tracerowstake };
	r->file = t;
	r->table = tracetablenamed(of->table);
	r->width = of->columns->used;
	for (size_t i = 0; i < sizeof(argnames) / sizeof(*argnames); i++)
		if (tables[r->table].columns >> argnames[i].column & 1)
			r->args[r->argcount++] = argnames[i];
	for (int i = 0; i < COLUMNS; i++) {
		r->cells[i] = -1;
		for (uint32_t k = 0; k < of->columns->used; k++)
			if (spanis(stringat(of->columns, k), columnnames[i]))
				r->cells[i] = (int)k;
	}
	return &r->rows;
}
