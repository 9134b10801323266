/* SPDX-License-Identifier: MIT */
/*
 * nst-dump on exports as nobody would write them. The input is a recipe: one byte that chooses the
 * command line, one that says how the file is laid out, and then tables, each with a byte for its
 * name, one for its shape, one for its rows and some for each value. Where it ends all further
 * bytes are 0.
 */
#include <math.h>
#include <sqlite3.h>

#include "base/json.h"
#include "dump/tables/schema.h"
#include "export.h"
#include "fuzz.h"

static fuzzmain program;
#define main program
#include "../../bin/nst-dump.c"

/* At most so many tables, and rows of each; MANY rows, which make runs, take their values from the
 * first ones. All long texts together have so many bytes. */
enum { TABLES = 8, ROWS = 16, MANY = 400, COLUMNS = 64, LONG = 1 << 20 };

/* How a table is mutated. */
enum {
	ODD_TYPES = 1,
	FEWER = 2,
	MORE = 4,
	WITHOUT_ROWID = 8,
	INDEXED = 16,
	SHADOWED = 32,
	VIEW = 64,
	REPEATED = 128
};

struct recipe {
	const unsigned char *p;
	size_t n;
	size_t room; /* bytes of long texts that may still be made */
};

/* Tables that hold no events, and their columns. The first is in every export. */
static const struct {
	const char *name, *columns;
} others[] = {
	{ "StringIds", "id value" },
	{ "NVTX_PAYLOAD_SCHEMA_ENTRIES",
	    "domainId schemaId idx type flags arrayOrUnionDetail offset name" },
	{ "NVTX_PAYLOAD_ENUM_ENTRIES", "domainId schemaId value name" },
	{ "PROCESSES", "globalPid pid name" },
	{ "ThreadNames", "nameId priority globalTid" },
	{ "META_DATA_EXPORT", "name value" },
	{ "EXPORT_META_DATA", "name value" },
	{ "TARGET_INFO_SESSION_START_TIME", "utcEpochNs utcTime localTime" },
	{ "TARGET_INFO_GPU",
	    "id name uuid busLocation chipName cuDevice totalMemory memoryBandwidth "
	    "clockRate smCount computeMajor computeMinor" },
	{ "TARGET_INFO_CUDA_DEVICE", "gpuId cudaId pid uuid numMultiprocessors" },
	{ "TARGET_INFO_CUDA_CONTEXT_INFO", "contextId nullStreamId processId deviceId" },
	{ "TARGET_INFO_CUDA_NULL_STREAM", "streamId processId contextId" },
	{ "TARGET_INFO_CUDA_STREAM", "streamId processId contextId priority flag" },
	{ "TARGET_INFO_GPU_METRICS", "typeId sourceId typeName metricId metricName" },
	{ "TARGET_INFO_SOC_METRICS", "typeId sourceId typeName metricId metricName" },
	{ "TARGET_INFO_PERF_METRIC", "id name displayName unit" },
	{ "TARGET_INFO_COMPONENT", "componentId name instance" },
	{ "TARGET_INFO_NETWORK_METRICS", "metricsListId metricsIdx name unit" },
	{ "TARGET_INFO_NIC_INFO", "GUID globalId nicId name" },
	{ "NIC_ID_MAP", "nicId globalId" },
	{ "ENUM_CUDA_MEMCPY_OPER", "id name label" },
	{ "ENUM_SAMPLING_THREAD_STATE", "id name label" },
	{ "ENUM_CUPTI_STREAM_TYPE", "id name label" },
	{ "OSRT_CALLCHAINS", "id symbol module kernelMode stackDepth" },
	{ "CUDA_CALLCHAINS", "id symbol module unresolved stackDepth" },
	{ "SAMPLING_CALLCHAINS", "id symbol module unresolved stackDepth" },
	{ "SYSCALL_CALLCHAINS", "id symbol module unresolved stackDepth" },
	{ "OSRT_FILE_ACCESS_DESCRIPTORS", "fileAccessId filePath processId" },
	{ "MPI_RANKS", "globalTid rank" },
	{ "UCP_WORKERS", "globalTid workerUid" },
	{ "GENERIC_EVENT_SOURCES", "sourceId nameId" },
	{ "GENERIC_EVENT_TYPES", "typeId sourceId nameId etwProviderNameId" },
	{ "GENERIC_EVENT_TYPE_FIELDS", "typeId fieldIdx fieldNameId" },
	{ "GENERIC_EVENT_DATA", "genericEventId fieldIdx intVal uintVal floatVal doubleVal" },
	{ "ETW_PROVIDERS", "providerId providerNameId" },
	{ "ETW_TASKS", "providerId taskId taskNameId" },
	{ "PMU_EVENT_REQUESTS", "id event_name" },
	{ "PMU_EVENT_COUNTERS", "id idx value" },
	{ "UNCORE_PMU_EVENT_VALUES", "id type rawId value" },
	{ "BANDWIDTH_USAGE_VALUES", "id idx value" },
	{ "ProcessStreams", "globalPid contentId" },
	{ "ANALYSIS_FILE", "id contentId" },
	{ "SOMETHING_ELSE", "start end text" },
};

enum { OTHERS = sizeof(others) / sizeof(*others) };

/* Columns that are asked for in the preparations and expressions of the table of tables. */
static const struct {
	const char *table, *columns;
} more[] = {
	{ "GENERIC_EVENTS", "genericEventId" },
	{ "GPU_CONTEXT_SWITCH_EVENTS", "tag" },
	{ "FECS_EVENTS", "tag" },
	{ "PMU_EVENTS", "counter_id end" },
	{ "UNCORE_PMU_EVENTS", "counterId end" },
	{ "BANDWIDTH_USAGE_EVENTS", "valuesId end" },
	{ "OSRT_FILE_ACCESS_EVENTS", "threadId" },
	{ "CUPTI_ACTIVITY_KIND_CUDA_EVENT", "timestamp" },
	{ "CUPTI_ACTIVITY_KIND_OPENACC_DATA", "cuDeviceId cuContextId cuStreamId" },
	{ "ETW_EVENTS", "processId threadId" },
};

static const char *const types[] = {
	"INTEGER",
	"TEXT",
	"REAL",
	"BLOB",
	"",
	"NUMERIC",
	"INTEGER NOT NULL DEFAULT 5",
	"TEXT COLLATE NOCASE",
	"INTEGER PRIMARY KEY",
	"INTEGER UNIQUE",
	"ANY",
	"AS (7) VIRTUAL",
	"INTEGER GENERATED ALWAYS AS (rowid * 10) STORED",
	"VARCHAR(3) CHECK (1)",
	"BOOLEAN",
	"INTEGER HIDDEN",
};

static const int64_t numbers[] = {
	0,
	1,
	-1,
	2,
	33,
	34,
	39,
	59,
	60,
	75,
	76,
	67,
	255,
	65535,
	INT32_MAX,
	INT32_MIN,
	UINT32_MAX - 1,
	UINT32_MAX,
	INT64_C(1) << 32,
	(INT64_C(1) << 53) + 1,
	INT64_MAX,
	INT64_MAX - 1,
	INT64_MIN,
	INT64_MIN + 1,
	INT64_C(1) << 48 | INT64_C(5) << 24,
	INT64_C(2) << 48 | INT64_C(5) << 24 | 6,
	0xFFFFFF,
	16777216,
	16777217,
};

static const double reals[] = { 0.0, -0.0, 1.5, -1e308, 1e-310, 9e307, 9.3e18, 4294967295.0,
	INFINITY };

static const char *const texts[] = {
	"",
	"kernel",
	"5",
	"-1",
	"1e3",
	"EXPORT_SCHEMA_VERSION",
	"EXPORT_PRODUCT_VERSION",
	"EXPORT_CONFIG_TIME_SHIFT",
	"SM Active [%]",
	"\xE5\xB0\xBA \xF0\x9F\x9A\x80",
	"\xFF\xC0\xAF\xED\xA0\x80",
	"\"\\\n\r\t\x1B[2J\x7F",
	"{\"a\":[1,\"\\ud83d\\ude80\",null]}",
	"{\"a\":",
	"[1,2]\n",
	"\"\\ud800\"",
	"start",
	"x'00'",
	"%s%n",
	"]; DROP TABLE StringIds",
};

static const char *const files[] = { "PRAGMA encoding = 'UTF-16le'", "PRAGMA page_size = 512",
	"PRAGMA auto_vacuum = 1", "PRAGMA page_size = 65536" };

/* The command lines; the profile comes behind. */
static const char *const lines[][5] = {
	{ NULL },
	{ "--stacks", NULL },
	{ "-j3", NULL },
	{ "--type=gpu,cpu,generic,etw,block,counter,nvtx,graphics", NULL },
	{ "--from=10ns", "--to=100", NULL },
	{ "--names=mangled", "--from=-5", NULL },
	{ "-j2", "--stacks", "--to=1us", NULL },
	{ "--type=nvtx,kernel,sample", "--stacks", "--progress", NULL },
};

static unsigned
next(struct recipe *r)
{
	if (r->n == 0)
		return 0;
	r->n--;
	return *r->p++;
}

/* One of the entries of an array. */
#define ONE(array, r) ((array)[next(r) % (sizeof(array) / sizeof(*(array)))])

/* A deep or long text. */
static void
huge(struct recipe *r, struct buf *text)
{
	static const char *const units[] = { "a", "[", "{\"a\":", "\xC3\xA9", "\"", "\\u0000", "\n",
		"0" };
	const char *unit = ONE(units, r);
	size_t count = (size_t)next(r) * next(r) + 1;

	count = count < r->room / 8 ? count : 0;
	r->room -= count * strlen(unit);
	for (size_t i = 0; i < count; i++)
		bufstr(text, unit);
	/* Closed, and so JSON, when it is an array. */
	for (size_t i = 0; i < count && (*unit == '[' || *unit == '{'); i++)
		bufchar(text, *unit == '[' ? ']' : '}');
}

/* A blob: a payload with a head, or any bytes. */
static void
blob(struct recipe *r, struct buf *bytes)
{
	unsigned n = next(r), domain = next(r), layout = next(r);

	if (n & 1) {
		unsigned char head[32] = { (unsigned char)domain, [8] = (unsigned char)layout,
			[11] = layout ? 1 : 0, [16] = (unsigned char)(n >> 1) };

		bufmem(bytes, (const char *)head, sizeof(head));
	}
	for (unsigned i = 0; i < n >> 1; i++)
		bufchar(bytes, (char)next(r));
}

/* What the column of that name would hold in an export, or an id. */
static int64_t
usual(const char *column, int64_t row, unsigned byte)
{
	static const int64_t events[] = { 59, 60, 34, 33, 39, 75, 70, 71, 65, 8, 7, 0 };

	if (strcmp(column, "start") == 0 || strcmp(column, "timestamp") == 0 ||
	    strcmp(column, "startedAt") == 0)
		return 1 + row * 10 + (byte & 7);
	if (strcmp(column, "end") == 0 || strcmp(column, "endedAt") == 0)
		return 1 + row * 10 + byte;
	if (strcmp(column, "eventType") == 0 || strcmp(column, "tag") == 0)
		return events[byte % (sizeof(events) / sizeof(*events))];
	if (strcmp(column, "globalTid") == 0 || strcmp(column, "endGlobalTid") == 0 ||
	    strcmp(column, "globalPid") == 0)
		return INT64_C(1) << 48 | INT64_C(5) << 24 | (column[6] == 'P' ? 0 : byte & 3);
	if (strcmp(column, "schemaId") == 0)
		return (byte & 3) ? 16777216 + (byte & 3) : byte & 3;
	if (strcmp(column, "id") == 0 || strcmp(column, "idx") == 0)
		return row;
	return byte & 31;
}

static bool
among(const char *column, const char *const *list)
{
	while (*list && strcmp(*list, column) != 0)
		list++;
	return *list != NULL;
}

/* Binds what the column would hold. */
static void
bindusual(sqlite3_stmt *st, int at, const char *column, int64_t row, unsigned byte)
{
	static const char *const strings[] = { "text", "name", "label", "unit", "displayName",
		"metricName", "filePath", "uuid", "jsonText", "cachePath", "data", NULL };
	static const char *const payloads[] = { "uint64Value", "int64Value", "doubleValue",
		"uint32Value", "int32Value", "floatValue", "jsonTextId", "binaryData",
		"callchainId", NULL };

	if (among(column, strings) || (byte >= 64 && strcmp(column, "value") == 0))
		sqlite3_bind_text(
		    st, at, texts[byte % (sizeof(texts) / sizeof(*texts))], -1, SQLITE_STATIC);
	else if (byte < 96 && among(column, payloads))
		sqlite3_bind_null(st, at); /* else the first one hides the others */
	else
		sqlite3_bind_int64(st, at, usual(column, row, byte));
}

/* Binds one value. */
static void
value(struct recipe *r, sqlite3_stmt *st, int at, const char *column, int64_t row)
{
	unsigned byte = next(r);
	struct buf text = { 0 };
	const char *literal;

	if (byte < 128) {
		bindusual(st, at, column, row, byte);
	} else if (byte < 160) {
		sqlite3_bind_int64(st, at, ONE(numbers, r));
	} else if (byte < 176) {
		sqlite3_bind_null(st, at);
	} else if (byte < 208) {
		literal = ONE(texts, r);
		sqlite3_bind_text(st, at, literal, -1, SQLITE_STATIC);
	} else if (byte < 224) {
		huge(r, &text);
		sqlite3_bind_text(st, at, text.p, (int)text.n, SQLITE_TRANSIENT);
	} else if (byte < 240) {
		blob(r, &text);
		sqlite3_bind_blob(st, at, text.n > 0 ? text.p : "", (int)text.n, SQLITE_TRANSIENT);
	} else {
		sqlite3_bind_double(st, at, ONE(reals, r));
	}
	free(text.p);
}

static void
add(struct stringtable *columns, const char *name)
{
	stringintern(columns, spanof(name));
}

/* Adds names that are parted by spaces. */
static void
addlist(struct stringtable *columns, const char *list)
{
	while (*list) {
		stringintern(columns, (struct span){ list, strcspn(list, " ") });
		list += strcspn(list, " ");
		list += strspn(list, " ");
	}
}

/* The columns of a table that holds events, those of all its shapes. */
static void
columnsof(const char *table, struct stringtable *columns)
{
	for (const struct mapping *s = schema; s->table; s++)
		for (const struct field *f = s->fields;
		     strcmp(s->table, table) == 0 && f->kind != K_END_OF_ROW; f++) {
			if (f->column && f->column[0] != '(' && strncmp(f->column, "nst_", 4) != 0)
				add(columns, f->column);
			if (f->by)
				add(columns, f->by);
		}
	for (size_t i = 0; i < sizeof(more) / sizeof(*more); i++)
		if (strcmp(more[i].table, table) == 0)
			addlist(columns, more[i].columns);
}

/* The name of a table, and its columns. */
static const char *
choose(unsigned byte, struct stringtable *columns)
{
	const struct mapping *s = schema;

	if (byte < OTHERS) {
		addlist(columns, others[byte].columns);
		return others[byte].name;
	}
	for (byte -= OTHERS; byte > 0 && s[1].table; byte--)
		s++;
	columnsof(s->table, columns);
	return s->table;
}

/* Writes the definition of a table. */
static void
define(struct recipe *r, const char *table, unsigned shape, struct stringtable *columns,
    struct buf *sql)
{
	unsigned seed = shape & (ODD_TYPES | FEWER | WITHOUT_ROWID) ? next(r) : 0;
	struct stringtable kept = { 0 };

	bufprintf(sql, "CREATE TABLE [%s](", table);
	for (uint32_t i = 0; i < columns->used; i++) {
		struct span name = stringat(columns, i);
		unsigned dice = (seed + 1) * (i + 1) * 0x9E3779B1u >> 20;

		if ((shape & FEWER) && columns->used > 1 && dice % 5 == 0)
			continue;
		bufprintf(sql, "%s[%.*s] %s", kept.used > 0 ? "," : "", (int)name.n, name.p,
		    shape & ODD_TYPES ? types[dice % (sizeof(types) / sizeof(*types))] : "");
		stringintern(&kept, name);
	}
	if (shape & MORE)
		bufprintf(sql, ",[nst_time],[nst_row] TEXT,[%s]", next(r) & 1 ? "rowid" : "a ] b");
	if ((shape & WITHOUT_ROWID) && kept.used > 0)
		bufprintf(sql, ",PRIMARY KEY([%.*s])) WITHOUT ROWID",
		    (int)stringat(&kept, seed % kept.used).n, stringat(&kept, seed % kept.used).p);
	else
		bufchar(sql, ')');
	stringtablefree(columns);
	*columns = kept;
}

/* Fills a table. */
static void
rows(struct recipe *r, sqlite3 *db, const char *table, const struct stringtable *columns,
    unsigned count)
{
	struct recipe first = *r;
	struct buf sql = { 0 };
	sqlite3_stmt *st = NULL;

	bufprintf(&sql, "INSERT INTO [%s](", table);
	for (uint32_t i = 0; i < columns->used; i++)
		bufprintf(&sql, "%s[%.*s]", i > 0 ? "," : "", (int)stringat(columns, i).n,
		    stringat(columns, i).p);
	bufstr(&sql, ") VALUES (?");
	for (uint32_t i = 1; i < columns->used; i++)
		bufstr(&sql, ",?");
	bufstr(&sql, ")");
	bufchar(&sql, '\0');
	sqlite3_prepare_v2(db, sql.p, -1, &st, NULL); /* not all that is defined can be filled */
	for (unsigned row = 0; st && row < count; row++) {
		if (row > 0 && row % ROWS == 0) {
			first.room = r->room;
			*r = first;
		}
		for (uint32_t i = 0; i < columns->used; i++) {
			struct span name = stringat(columns, i);
			char text[COLUMNS] = "";

			memcpy(text, name.p, name.n < sizeof(text) ? name.n : sizeof(text) - 1);
			value(r, st, (int)i + 1, text, row);
		}
		sqlite3_step(st);
		sqlite3_reset(st);
	}
	sqlite3_finalize(st);
	free(sql.p);
}

static void
table(struct recipe *r, sqlite3 *db, unsigned byte)
{
	unsigned shape = next(r), count = next(r) % ROWS;
	struct stringtable columns = { 0 };
	struct buf sql = { 0 };
	const char *name = choose(byte, &columns);

	if (shape & VIEW)
		bufprintf(&sql,
		    "CREATE VIEW [%s] AS SELECT *, 1 AS start, 2 AS end FROM sqlite_schema", name);
	else
		define(r, name, shape, &columns, &sql);
	bufchar(&sql, '\0');
	sqlite3_exec(db, sql.p, NULL, NULL, NULL);
	rows(r, db, name, &columns, shape & REPEATED ? MANY : count);
	sql.n = 0;
	bufprintf(&sql, "CREATE INDEX [i%s] ON [%s]([%.*s])", name, name,
	    columns.used > 0 ? (int)stringat(&columns, 0).n : 0,
	    columns.used > 0 ? stringat(&columns, 0).p : "");
	if (shape & INDEXED)
		sqlite3_exec(db, sql.p, NULL, NULL, NULL);
	sql.n = 0;
	bufprintf(&sql, "CREATE TRIGGER [t%s] AFTER INSERT ON [%s] BEGIN DELETE FROM [%s]; END",
	    name, name, name);
	if (shape & SHADOWED)
		sqlite3_exec(db, sql.p, NULL, NULL, NULL);
	stringtablefree(&columns);
	free(sql.p);
}

/* Makes the export. */
static struct span
make(struct recipe *r)
{
	sqlite3 *db = NULL;
	unsigned layout = next(r);
	struct span bytes;

	if (sqlite3_open(":memory:", &db) != SQLITE_OK)
		fuzzfail("out of memory");
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		if (layout >> i & 1)
			sqlite3_exec(db, files[i], NULL, NULL, NULL);
	for (int i = 0; i < TABLES && r->n > 0; i++)
		table(r, db, next(r));
	sqlite3_exec(db,
	    "CREATE TABLE IF NOT EXISTS StringIds (id INTEGER PRIMARY KEY, value TEXT)", NULL, NULL,
	    NULL);
	bytes = exportbytes(db);
	sqlite3_close(db);
	return bytes;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct recipe recipe = { data, size, LONG };
	const char *const *line = ONE(lines, &recipe);
	struct span bytes = make(&recipe);

	exportdump(program, line, bytes);
	sqlite3_free((void *)(uintptr_t)bytes.p);
	return 0;
}
