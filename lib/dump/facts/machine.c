/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "machine.h"
#include "stream/record.h"

/* A column of the table of GPUs and the key it gets in "args". */
static const struct {
	const char *key, *column;
} columns[] = {
	{ "name", "name" },
	{ "uuid", "uuid" },
	{ "bus", "busLocation" },
	{ "chip", "chipName" },
	{ "gpu", "id" },
	{ "ordinal", "cuDevice" },
	{ "memory", "totalMemory" },
	{ "bandwidth", "memoryBandwidth" },
	{ "clock", "clockRate" },
	{ "sms", "smCount" },
};

/* Writes the first row of a query as "args": its columns that are not NULL. False when there is no
 * row, or no query. */
static bool
putfacts(const struct machine *m, sqlite3_stmt *st, const char *table, struct buf *out)
{
	bool found = st && profilestep(m->profile, st, table), any = false;

	for (int i = 0; found && i < sqlite3_column_count(st); i++) {
		int type = sqlite3_column_type(st, i);

		if (type != SQLITE_INTEGER && type != SQLITE_TEXT)
			continue;
		if (!any)
			recordopen(out, KEY_ARGS);
		any = true;
		recordmember(out, sqlite3_column_name(st, i));
		if (type == SQLITE_INTEGER) {
			bufint(out, sqlite3_column_int64(st, i));
		} else {
			struct span text = profiletext(m->profile, st, i);

			jsonstring(out, text.p, text.n);
		}
	}
	if (any)
		recordclose(out);
	sqlite3_finalize(st);
	return found;
}

/* Writes what is known of the GPU whose column has the number. */
static bool
machineputgpu(const struct machine *m, const char *column, int64_t number, struct buf *out)
{
	struct stringtable have = profilecolumns(m->profile, "TARGET_INFO_GPU");
	struct buf sql = { 0 };
	bool found;

	bufstr(&sql, "SELECT ");
	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		if (nameshas(&have, columns[i].column))
			bufprintf(&sql, "[%s] AS [%s],", columns[i].column, columns[i].key);
	bufprintf(&sql, "NULL FROM [TARGET_INFO_GPU] NOT INDEXED WHERE [%s] = %lld", column,
	    (long long)number);
	found = putfacts(m, profileoptional(m->profile, "TARGET_INFO_GPU", sql.p),
	    "TARGET_INFO_GPU", out);
	stringtablefree(&have);
	free(sql.p);
	return found;
}

/* A query over the map from a process's CUDA ordinals to GPUs; NULL where there is none. */
static sqlite3_stmt *
mapquery(const struct machine *m, const char *what, int64_t pid, int64_t device)
{
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	bufprintf(&sql,
	    "SELECT %s FROM [TARGET_INFO_CUDA_DEVICE] NOT INDEXED "
	    "WHERE [pid] = %lld AND [cudaId] = %lld",
	    what, (long long)pid, (long long)device);
	st = profileoptional(m->profile, "TARGET_INFO_CUDA_DEVICE", sql.p);
	free(sql.p);
	return st;
}

bool
machinegpu(const struct machine *m, int64_t gpu, struct buf *out)
{
	return machineputgpu(m, "id", gpu, out);
}

/* The order of TARGET_INFO_GPU is not that of the ordinals. An export may have the map and no list
 * of GPUs, and an older map has no uuid. */
bool
machinedevice(const struct machine *m, int64_t pid, int64_t device, struct buf *out)
{
	static const char *const facts[] = { "[uuid], [gpuId] AS [gpu]", "[gpuId] AS [gpu]" };
	sqlite3_stmt *st = mapquery(m, "[gpuId]", pid, device);
	bool mapped = st && profilestep(m->profile, st, "TARGET_INFO_CUDA_DEVICE") &&
	         sqlite3_column_type(st, 0) != SQLITE_NULL,
	     found = machineputgpu(m, mapped ? "id" : "cuDevice",
	         mapped ? sqlite3_column_int64(st, 0) : device, out);

	sqlite3_finalize(st);
	for (size_t i = 0; i < 2 && !found; i++)
		found = putfacts(m, mapquery(m, facts[i], pid, device), "TARGET_INFO_CUDA_DEVICE",
		    out);
	return found;
}

/* The entry of a stream, made when there is none. */
static struct streamfacts *
streamof(struct machine *m, int64_t pid, int64_t context, int64_t stream)
{
	int64_t key[] = { pid, context, stream };
	size_t before = m->streams.used;
	uint32_t i = stringintern(&m->streams, (struct span){ (const char *)key, sizeof(key) });

	GROW(m->facts, m->room, m->streams.used);
	if (m->streams.used > before)
		m->facts[i] = (struct streamfacts){ 0 };
	return &m->facts[i];
}

/* Steps to the next row whose first three columns name a stream: its entry; NULL behind the last
 * row. */
static struct streamfacts *
nextstream(struct machine *m, sqlite3_stmt *st, const char *table)
{
	while (st && profilestep(m->profile, st, table))
		if (sqlite3_column_type(st, 0) == SQLITE_INTEGER &&
		    sqlite3_column_type(st, 1) == SQLITE_INTEGER &&
		    sqlite3_column_type(st, 2) == SQLITE_INTEGER)
			return streamof(m, sqlite3_column_int64(st, 0), sqlite3_column_int64(st, 1),
			    sqlite3_column_int64(st, 2));
	return NULL;
}

/* Takes the default streams of contexts out of a table. */
static void
learnnull(struct machine *m, const char *table, const char *column)
{
	struct streamfacts *facts;
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	bufprintf(&sql, "SELECT [processId], [contextId], [%s] FROM [%s] NOT INDEXED", column,
	    table);
	st = profileoptional(m->profile, table, sql.p);
	while ((facts = nextstream(m, st, table)))
		facts->null = true;
	sqlite3_finalize(st);
	free(sql.p);
}

/* Takes all that the profile says of CUDA streams: there can be as many as kernels, too many to
 * look each of them up in tables without an index. */
static void
learnstreams(struct machine *m)
{
	struct streamfacts *facts;
	sqlite3_stmt *st;

	learnnull(m, "TARGET_INFO_CUDA_CONTEXT_INFO", "nullStreamId");
	learnnull(m, "TARGET_INFO_CUDA_NULL_STREAM", "streamId");
	/* the priority is a signed 32-bit number stored without its sign */
	st = profileoptional(m->profile, "TARGET_INFO_CUDA_STREAM",
	    "SELECT [processId], [contextId], [streamId], ([priority] + 2147483648) % 4294967296 "
	    "- 2147483648, [flag] FROM [TARGET_INFO_CUDA_STREAM] NOT INDEXED");
	while ((facts = nextstream(m, st, "TARGET_INFO_CUDA_STREAM"))) {
		if (!facts->listed) {
			facts->priority = sqlite3_column_int64(st, 3);
			facts->flag = sqlite3_column_int64(st, 4);
		}
		facts->listed = true;
	}
	sqlite3_finalize(st);
	m->learned = true;
}

struct streamfacts
machinestream(struct machine *m, int64_t pid, int64_t context, int64_t stream)
{
	if (!m->learned)
		learnstreams(m);
	return *streamof(m, pid, context, stream);
}

void
machineclose(struct machine *m)
{
	stringtablefree(&m->streams);
	free(m->facts);
}
