/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/proto.h"
#include "conversion.h"
#include "encode.h"
#include "mkreport.h"
#include "report/session.h"
#include "tablereader.h"

/* Fields that are not in the table of messages: those of outer messages, and secrets. */
enum { STRING = 1 };
enum { TARGET_MACHINE = 1, MACHINE_VM = 1, MACHINE_DEVICES = 2 };
enum { HEADER_MACHINE = 1, HEADER_OPTIONS = 2, HEADER_OFFSETS = 16, HEADER_START = 17 };
enum { HEADER_STOP = 18, HEADER_LATER = 19 };
enum { HEADER_NAME = 1, HEADER_PROPERTIES = 2, HEADER_VM = 3 };
enum { PROPERTY = 1, PROPERTY_NUMBER = 1, PROPERTY_VALUE = 2, NICS = 910 };
enum { OFFSET = 1, OFFSET_FROM = 1, OFFSET_TO = 2, OFFSET_TEXT = 5 };
enum { OPTIONS_PROCESS = 26, OPTION_COMMAND = 10, OPTION_ARGUMENT = 11, OPTION_FOLDER = 12 };
enum { OPTION_VARIABLE = 30 };
enum { UI_PRODUCTS = 3, UI_COMMAND = 25 };

/* The id of the machine if the export has none. */
#define FIRST_VM (UINT64_C(1) << 48)

/* The largest gap in the ids of strings. */
enum { GAP_MAX = 1 << 24 };

/* Reads the version of nsys from the export, and makes the schema of that version. */
static void
product(struct conversion *m)
{
	const char *table =
	    exporthastable(m->db, "EXPORT_META_DATA") ? "EXPORT_META_DATA" : "META_DATA_EXPORT";
	struct buf sql = { 0 };
	uint32_t version;
	sqlite3_stmt *st;

	if (!exporthastable(m->db, table))
		die("%s: it does not record which nsys made it", m->path);
	bufprintf(&sql, "SELECT value FROM %s WHERE name = 'EXPORT_PRODUCT_VERSION'", table);
	st = exportprepare(m->db, sql.p);
	if (exportstep(m->db, st))
		bufspan(&m->product, exporttext(st, 0));
	repversion(bufall(&m->product), &version);
	if (version == 0)
		die("%s: not a version of nsys: %.*s", m->path, (int)m->product.n,
		    m->product.p ? m->product.p : "");
	bufstr(&m->product, "-0v0");
	bufchar(&m->product, '\0');
	sqlite3_finalize(st);
	free(sql.p);
	repschemamake(&m->schema, version, false);
}

/* Appends the options of the capture: command line, working directory and environment. */
static void
options(const struct conversion *m, struct buf *out)
{
	size_t process = protoopen(out, OPTIONS_PROCESS);

	conversioncaptured(m, out, OPTION_COMMAND, "PROCESS_0:COMMAND");
	conversioncaptured(m, out, OPTION_ARGUMENT, "PROCESS_0:ARGUMENT");
	conversioncaptured(m, out, OPTION_FOLDER, "PROCESS_0:WORKING_DIR");
	conversionvariables(m, out, OPTION_VARIABLE, "PROCESS_0:ENVIRONMENT_VARIABLE");
	protoclose(out, process);
}

/* Appends the rows of a table that is not made of events, each as a message in a field.
 * Returns the number of rows. */
static uint64_t
putlist(const struct conversion *m, struct buf *out, const char *table, enum repmessage message)
{
	size_t number = reptablefind(&m->schema, table);
	uint64_t count = 0;
	struct tablereader rows;

	if (number == REP_NONE || !exporthastable(m->db, table))
		return 0;
	tablereaderopen(&rows, m->db, &m->schema.tables[number], "ORDER BY rowid");
	while (tablereadernext(&rows)) {
		size_t open = protoopen(out, repmessagedefs[message].field);

		encode(out, &m->schema, rows.table, &rows.row, message);
		protoclose(out, open);
		count++;
	}
	tablereaderclose(&rows);
	return count;
}

/* Appends the strings. A string's id is its index in a report, so missing ids become empty
 * strings. Returns the number of strings. */
static uint64_t
putstrings(struct conversion *m, struct buf *out)
{
	sqlite3_stmt *st = exportprepare(m->db, "SELECT id, value FROM StringIds ORDER BY id");
	uint64_t count = 0;

	for (; exportstep(m->db, st); count++) {
		struct span s = exporttext(st, 1);
		int64_t id = sqlite3_column_int64(st, 0);

		if (id < (int64_t)count || id - (int64_t)count > GAP_MAX)
			die("%s: no string with the number %lld", m->path, (long long)count);
		for (; (int64_t)count < id; count++)
			protobytes(out, STRING, spanof(""));
		protobytes(out, STRING, s);
		/* Only environments contain NULs. */
		if (m->environment < 0 && memchr(s.p, '\0', s.n))
			m->environment = (int64_t)count;
	}
	sqlite3_finalize(st);
	return count;
}

/* Appends the devices, contexts and streams. */
static void
puttarget(const struct conversion *m, struct buf *out)
{
	static const char vm[] = "SELECT vmId FROM TARGET_INFO_GPU";
	bool said = exporthascolumn(m->db, "TARGET_INFO_GPU", "vmId");
	size_t machine = protoopen(out, TARGET_MACHINE), devices;

	protouint(out, MACHINE_VM,
	    said ? (uint64_t)exportint(m->db, "TARGET_INFO_GPU", vm, FIRST_VM) : FIRST_VM);
	devices = protoopen(out, MACHINE_DEVICES);
	putlist(m, out, "TARGET_INFO_GPU", M_GPU);
	putlist(m, out, "TARGET_INFO_CUDA_GPU", M_OLD_GPU);
	putlist(m, out, "TARGET_INFO_CUDA_DEVICE", M_DEVICE);
	protoclose(out, devices);
	protoclose(out, machine);
	putlist(m, out, "TARGET_INFO_NVTX_CUDA_STREAM", M_NVTX_STREAM);
	putlist(m, out, "TARGET_INFO_CUDA_NULL_STREAM", M_CONTEXT);
	putlist(m, out, "TARGET_INFO_CUDA_CONTEXT_INFO", M_CONTEXT);
	putlist(m, out, "TARGET_INFO_CUDA_STREAM", M_STREAM);
}

/* Appends the offset between two clocks. */
static void
putoffset(struct buf *out, uint64_t from, uint64_t to, uint64_t ns)
{
	size_t open = protoopen(out, OFFSET);
	struct buf number = { 0 };

	bufuint(&number, ns);
	protouint(out, OFFSET_FROM, from);
	protouint(out, OFFSET_TO, to);
	protobytes(out, OFFSET_TEXT, bufall(&number));
	protoclose(out, open);
	free(number.p);
}

/* Appends the times of the session, and the offsets from its clock to UTC and to local time. */
static void
puttimes(const struct conversion *m, struct buf *out)
{
	static const char start[] = "SELECT startTime FROM ANALYSIS_DETAILS",
	                  stop[] = "SELECT stopTime FROM ANALYSIS_DETAILS",
	                  utc[] = "SELECT utcEpochNs FROM TARGET_INFO_SESSION_START_TIME",
	                  zone[] = "SELECT (strftime('%s', localTime) - strftime('%s', utcTime)) "
	                           "* 1000000000 FROM TARGET_INFO_SESSION_START_TIME";
	uint64_t from = (uint64_t)exportint(m->db, "ANALYSIS_DETAILS", start, 0);
	uint64_t to = (uint64_t)exportint(m->db, "ANALYSIS_DETAILS", stop, (int64_t)from);
	int64_t date = exportint(m->db, "TARGET_INFO_SESSION_START_TIME", utc, INT64_MIN);
	size_t open;

	if (date != INT64_MIN) {
		int64_t ahead = exportint(m->db, "TARGET_INFO_SESSION_START_TIME", zone, 0);

		open = protoopen(out, HEADER_OFFSETS);
		putoffset(out, 1, 3, 0);
		putoffset(out, 3, 9, from - (uint64_t)date);
		putoffset(out, 9, 10, 0 - (uint64_t)ahead);
		protoclose(out, open);
	}
	protouint(out, HEADER_START, from);
	protouint(out, HEADER_STOP, to);
	protouint(out, HEADER_LATER, to);
}

/* Appends a property of the system. That of the network cards contains the rows of a table. */
static void
putproperty(const struct conversion *m, struct buf *out, uint64_t number, struct span value)
{
	size_t open;

	protouint(out, PROPERTY_NUMBER, number);
	if (number != NICS) {
		protobytes(out, PROPERTY_VALUE, value);
		return;
	}
	open = protoopen(out, PROPERTY_VALUE);
	putlist(m, out, "TARGET_INFO_NIC_INFO", M_NIC);
	protoclose(out, open);
}

/* Appends the header: the machine with its properties, the options, and the times. */
static void
putheader(const struct conversion *m, struct buf *out, struct span options)
{
	static const char environment[] =
	    "SELECT nameEnum, value FROM TARGET_INFO_SYSTEM_ENV ORDER BY rowid";
	size_t machine = protoopen(out, HEADER_MACHINE), properties;
	sqlite3_stmt *st;

	protobytes(out, HEADER_NAME, spanof("Local (CLI)"));
	properties = protoopen(out, HEADER_PROPERTIES);
	if (exporthastable(m->db, "TARGET_INFO_SYSTEM_ENV")) {
		st = exportprepare(m->db, environment);
		while (exportstep(m->db, st)) {
			size_t open = protoopen(out, PROPERTY);

			putproperty(
			    m, out, (uint64_t)sqlite3_column_int64(st, 0), exporttext(st, 1));
			protoclose(out, open);
		}
		sqlite3_finalize(st);
	}
	protoclose(out, properties);
	protouint(out, HEADER_VM, FIRST_VM);
	protoclose(out, machine);
	protobytes(out, HEADER_OPTIONS, options);
	puttimes(m, out);
}

/* Adds to the skipped parts: columns of a table that have values and are no field of a
 * message. */
static void
skipcolumns(struct conversion *m, const char *table)
{
	size_t number = reptablefind(&m->schema, table);
	const struct reptable *t = &m->schema.tables[number];
	sqlite3_stmt *st = exportprepare(m->db, "SELECT name FROM pragma_table_info(?1)");

	sqlite3_bind_text(st, 1, table, -1, SQLITE_STATIC);
	while (exportstep(m->db, st)) {
		struct buf sql = { 0 }, name = { 0 };
		size_t col;

		bufspan(&name, exporttext(st, 0));
		bufchar(&name, '\0');
		col = repcolfind(t, name.p);
		bufprintf(&sql, "SELECT count([%s]) FROM [%s]", name.p, table);
		if (col == REP_NONE || t->cols[col].sources[0].kind == V_NONE)
			conversionskip(m, table, name.p, exportint(m->db, table, sql.p, 0));
		free(sql.p);
		free(name.p);
	}
	sqlite3_finalize(st);
}

/* Adds to the skipped parts: tables and columns that a report does not have. Enumerations and
 * data about the export itself do not count, since each import makes them again. */
static void
skiptables(struct conversion *m)
{
	static const char tables[] =
	    "SELECT name FROM sqlite_schema WHERE type = 'table' AND "
	    "name NOT GLOB 'ENUM_*' AND name NOT IN ('UnwindMethodType', 'META_DATA_EXPORT', "
	    "'EXPORT_META_DATA', 'META_DATA_CAPTURE') ORDER BY rowid";
	sqlite3_stmt *st = exportprepare(m->db, tables);

	while (exportstep(m->db, st)) {
		struct buf name = { 0 }, sql = { 0 };

		bufspan(&name, exporttext(st, 0));
		bufchar(&name, '\0');
		bufprintf(&sql, "SELECT count(*) FROM [%s]", name.p);
		if (reptablefind(&m->schema, name.p) != REP_NONE)
			skipcolumns(m, name.p);
		else
			conversionskip(m, name.p, NULL, exportint(m->db, name.p, sql.p, 0));
		free(name.p);
		free(sql.p);
	}
	sqlite3_finalize(st);
}

/* Appends the data for nsys-ui: the version, and the command line. */
static void
putui(const struct conversion *m, struct buf *out)
{
	static const unsigned products[UI_PRODUCTS] = { 6, 7, 21 };

	for (size_t i = 0; i < UI_PRODUCTS; i++)
		protobytes(out, products[i], spanof(m->product.p));
	conversioncaptured(m, out, UI_COMMAND, "PROCESS_0:ARGUMENT");
}

static sqlite3 *
openexport(const char *path)
{
	sqlite3 *db;

	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
	    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL) != SQLITE_OK ||
	    sqlite3_exec(db, "SELECT 1 FROM StringIds", NULL, NULL, NULL) != SQLITE_OK)
		die("%s: %s", path, db ? sqlite3_errmsg(db) : "out of memory");
	return db;
}

void
mkreport(const char *export, const char *path, int fd, struct buf *skipped)
{
	struct conversion m = {
		.path = export, .db = openexport(export), .skipped = skipped, .environment = -1
	};
	struct buf bufs[7] = { { 0 } }, *setup = &bufs[0], *header = &bufs[1], *sources = &bufs[2],
	           *strings = &bufs[3], *threads = &bufs[4], *target = &bufs[5], *ui = &bufs[6];
	struct reportparts parts = { 0 };

	product(&m);
	reportwriteropen(&m.reportwriter, path, fd);
	parts.stringcount = putstrings(&m, strings);
	putlist(&m, strings, "ProcessStreams", M_STREAMED);
	conversionevents(&m);
	conversionmetrics(&m, sources);
	parts.threadcount = putlist(&m, threads, "ThreadNames", M_THREAD);
	puttarget(&m, target);
	options(&m, setup);
	putheader(&m, header, bufall(setup));
	putui(&m, ui);
	parts.product = m.product.p;
	parts.options = bufall(setup);
	parts.header = bufall(header);
	parts.sources = bufall(sources);
	parts.strings = bufall(strings);
	parts.threads = bufall(threads);
	parts.target = bufall(target);
	parts.ui = bufall(ui);
	reportwriterclose(&m.reportwriter, &parts);
	skiptables(&m);
	conversionskip(&m, "rows of no known kind of event", NULL, m.unmatched);
	for (size_t i = 0; i < sizeof(bufs) / sizeof(*bufs); i++)
		free(bufs[i].p);
	repschemafree(&m.schema);
	sqlite3_close(m.db);
	free(m.product.p);
	free(m.event.p);
}
