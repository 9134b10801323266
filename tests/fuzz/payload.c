/* SPDX-License-Identifier: MIT */
/* NVTX payloads: the first byte says how many entries of schemas follow, eight bytes each, and the
 * second how many constants, four bytes each; the rest is a blob. */
#include <stdlib.h>

#include "base/json.h"
#include "dump/write/payload.h"
#include "fuzz.h"
#include "source/sqlite/sqlitefacts.h"

/* Those of OWN are the schemas and enumerations of the program. */
enum { OWN = 1 << 24, HEAD = 32 };

static const struct sourceops ops = { .facts = sqlitefactsread };
static struct sqlite profile = { .source = { .ops = &ops, .path = "payload" } };

static sqlite3_stmt *
prepared(const char *sql)
{
	sqlite3_stmt *st;

	if (sqlite3_prepare_v2(profile.db, sql, -1, &st, NULL) != SQLITE_OK)
		fuzzfail("%s", sqlite3_errmsg(profile.db));
	return st;
}

static void
run(const char *sql)
{
	if (sqlite3_exec(profile.db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fuzzfail("%s", sqlite3_errmsg(profile.db));
}

/* Number of a schema or a type: one of the first few, or one of the program's own. */
static int64_t
own(unsigned char byte)
{
	return byte & 0x80 ? OWN + (byte & 0x7F) : byte;
}

/* Takes n bytes from the front of the input; zeros where it ends. */
static const unsigned char *
take(struct span *input, unsigned char *bytes, size_t n)
{
	size_t have = n < input->n ? n : input->n;

	memset(bytes, 0, n);
	if (have > 0)
		memcpy(bytes, input->p, have);
	input->p += have;
	input->n -= have;
	return bytes;
}

/* An entry: schema, index, type, flags, count, offset, what is NULL or huge, name. */
static void
entry(sqlite3_stmt *st, const unsigned char *p)
{
	sqlite3_bind_int64(st, 1, own(p[0]));
	sqlite3_bind_int64(st, 2, p[1]);
	sqlite3_bind_int64(st, 3, own(p[2]));
	sqlite3_bind_int64(st, 4, p[3]);
	sqlite3_bind_int64(st, 5, p[6] & 1 ? INT64_MAX - p[4] : p[6] & 2 ? -(int64_t)p[4] : p[4]);
	if (p[6] & 4)
		sqlite3_bind_null(st, 6);
	else
		sqlite3_bind_int64(st, 6,
		    p[6] & 8        ? INT64_MIN + p[5]
		        : p[6] & 16 ? INT64_MAX - p[5]
		                    : p[5]);
	sqlite3_bind_text(st, 7, (const char *)p + 7, p[7] ? 1 : 0, SQLITE_TRANSIENT);
	sqlite3_step(st);
	sqlite3_reset(st);
}

static void
constant(sqlite3_stmt *st, const unsigned char *p)
{
	sqlite3_bind_int64(st, 1, own(p[0]));
	sqlite3_bind_int64(st, 2, (int64_t)((uint64_t)(signed char)p[1] << (p[2] & 63)));
	sqlite3_bind_text(st, 3, (const char *)p + 3, 1, SQLITE_TRANSIENT);
	sqlite3_step(st);
	sqlite3_reset(st);
}

/* A blob whose head is right, unless its first byte is odd: then it is what the input says. */
static void
blob(struct span input, struct buf *bytes)
{
	if (input.n > 0 && !(input.p[0] & 1)) {
		unsigned char head[HEAD] = {
			[8] = input.n > 1 ? (unsigned char)(input.p[1] & 0x7F) : 0, [11] = 1
		};
		uint64_t n = input.n;

		memcpy(head + 16, &n, sizeof(n));
		bufmem(bytes, (const char *)head, sizeof(head));
	}
	bufspan(bytes, input);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static sqlite3_stmt *entries, *constants;
	struct span input = { (const char *)data, size };
	unsigned char bytes[8], counts[2];
	struct buf payload = { 0 }, out = { 0 }, again = { 0 };
	struct payloads *all;

	if (!profile.db) {
		if (sqlite3_open(":memory:", &profile.db) != SQLITE_OK)
			fuzzfail("out of memory");
		run("CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId, schemaId, idx, type, flags, arrayOrUnionDetail, offset, name);"
		    "CREATE TABLE NVTX_PAYLOAD_ENUM_ENTRIES(domainId, schemaId, value, name)");
		stringintern(&profile.source.tables, spanof("NVTX_PAYLOAD_SCHEMA_ENTRIES"));
		stringintern(&profile.source.tables, spanof("NVTX_PAYLOAD_ENUM_ENTRIES"));
		entries = prepared(
		    "INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId, schemaId, idx, type, flags, arrayOrUnionDetail, offset, name) VALUES (0, ?, ?, ?, ?, ?, ?, ?)");
		constants = prepared("INSERT INTO NVTX_PAYLOAD_ENUM_ENTRIES VALUES (0, ?, ?, ?)");
	}
	run("BEGIN");
	take(&input, counts, sizeof(counts));
	for (unsigned i = 0; i < counts[0] && input.n > 0; i++)
		entry(entries, take(&input, bytes, 8));
	for (unsigned i = 0; i < counts[1] && input.n > 0; i++)
		constant(constants, take(&input, bytes, 4));
	blob(input, &payload);
	all = payloadsopen(&profile.source);
	bufchar(&out, ' ');
	payloadput(all, bufall(&payload), &out);
	payloadput(all, bufall(&payload), &again);
	fuzzhold(spansame((struct span){ out.p + 1, out.n - 1 }, bufall(&again)));
	memset(bufroom(&out, 1 + JSON_SLACK), 0, 1 + JSON_SLACK);
	fuzzjson(bufall(&out));
	payloadsfree(all);
	run("ROLLBACK");
	free(payload.p);
	free(out.p);
	free(again.p);
	return 0;
}
