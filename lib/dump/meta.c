/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "err.h"
#include "json.h"
#include "meta.h"

/* What a name in meta.others belongs to; kept in the tid bits of the packed process. */
enum { TAG_PROCESS, TAG_DOMAIN, TAG_CATEGORY };

/* So many bits of the hash of whom an event belongs to are looked at. */
enum { RECENT_BITS = 11 };

/* NVTX event types that name things. */
enum { NVTX_CATEGORY = 33, NVTX_THREAD = 39, NVTX_DOMAIN = 75 };

/* A column of a table about the machine and the key it gets in "args". */
struct fact {
	const char *key, *column;
};

static const struct fact gpucolumns[] = {
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

static struct mapkey
otherkey(uint64_t process, int tag, int64_t domain, int64_t category)
{
	return (struct mapkey){ process | (unsigned)tag,
		((uint64_t)domain << 32 | (uint64_t)domain >> 32) ^ (uint64_t)category };
}

/* Keeps a name, unless the key already has one. */
static void
learn(struct meta *m, struct map *map, struct mapkey key, struct span text)
{
	struct buf escaped = { 0 };
	uint32_t *id;
	bool fresh;

	if (!text.p)
		return;
	id = mapput(map, key, &fresh);
	if (fresh) {
		jsonescape(&escaped, text.p, text.n);
		*id = nameput(&m->text, bufall(&escaped));
		free(escaped.p);
	}
}

/* A query over a table that may be missing or lack columns: NULL then. The caller finalizes it. */
static sqlite3_stmt *
optional(const struct profile *p, const char *table, const char *sql)
{
	return profilehas(p, table) ? profiletry(p, sql) : NULL;
}

/* Learns the names of a table of (packed id, name). */
static void
names(struct meta *m, struct map *map, const char *table, const char *sql)
{
	sqlite3_stmt *st = optional(m->profile, table, sql);

	while (st && profilestep(m->profile, st, table))
		learn(m, map, (struct mapkey){ (uint64_t)sqlite3_column_int64(st, 0), 0 },
		    profiletext(m->profile, st, 1));
	sqlite3_finalize(st);
}

void
metaopen(struct meta *m, struct profile *p)
{
	*m = (struct meta){ .profile = p };
	m->recent = xzalloc((size_t)1 << RECENT_BITS, sizeof(*m->recent));
	names(m, &m->others, "PROCESSES",
	    "SELECT [globalPid], [name] FROM [PROCESSES] WHERE [globalPid] IS NOT NULL");
	names(m, &m->threads, "ThreadNames",
	    "SELECT [globalTid], (SELECT [value] FROM [StringIds] WHERE [id] = [nameId]) FROM "
	    "[ThreadNames] WHERE [globalTid] IS NOT NULL");
}

void
metaclose(struct meta *m)
{
	namesfree(&m->text);
	namesfree(&m->seen);
	mapfree(&m->threads);
	mapfree(&m->others);
	mapfree(&m->pids);
	namesfree(&m->streams);
	free(m->streamfacts);
	free(m->marks);
	free(m->recent);
}

/* The name in a row: its own text, or that of a string. */
static struct span
nameof(struct meta *m, const struct plan *plan, const struct row *row, struct buf *scratch)
{
	for (size_t i = 0; i < plan->count; i++) {
		const struct op *op = &plan->ops[i];
		const struct cell *cell = op->column < 0 ? NULL : &row->cells[op->column];

		if (op->kind == K_TEXT && cell->type == CELL_TEXT)
			return rowtext(row, cell);
		if (op->kind == K_STRING && cell->type == CELL_INT) {
			profileraw(m->profile, cell->number, scratch);
			return bufall(scratch);
		}
	}
	return (struct span){ NULL, 0 };
}

/* A number of a row; 0 where it is missing. */
static int64_t
number(const struct plan *plan, const struct row *row, enum role role)
{
	int column = plan->roles[role].column;

	return column < 0 ? 0 : row->cells[column].number;
}

void
metaname(struct meta *m, const struct plan *plan, const struct row *row, int64_t class)
{
	uint64_t thread = (uint64_t)number(plan, row, ROLE_THREAD),
	         process = packedprocess(thread);
	int64_t domain = number(plan, row, ROLE_DOMAIN),
	        category = number(plan, row, ROLE_CATEGORY);
	struct buf scratch = { 0 };
	struct span name = nameof(m, plan, row, &scratch);

	switch (class) {
	case NVTX_CATEGORY:
		learn(m, &m->others, otherkey(process, TAG_CATEGORY, domain, category), name);
		break;
	case NVTX_THREAD:
		learn(m, &m->threads, (struct mapkey){ thread, 0 }, name);
		break;
	case NVTX_DOMAIN:
		learn(m, &m->others, otherkey(process, TAG_DOMAIN, domain, 0), name);
		break;
	}
	free(scratch.p);
}

/* A query that stands at the value of a fact of the export's metadata, whose table was renamed;
 * NULL when there is none. The caller finalizes it. */
static sqlite3_stmt *
exported(struct meta *m, const char *name)
{
	static const char *const tables[] = { "META_DATA_EXPORT", "EXPORT_META_DATA" };

	for (size_t i = 0; i < sizeof(tables) / sizeof(*tables); i++) {
		struct buf sql = { 0 };
		sqlite3_stmt *st;

		bufprintf(&sql, "SELECT [value] FROM [%s] WHERE [name] = '%s' AND [value] NOT NULL",
		    tables[i], name);
		st = optional(m->profile, tables[i], sql.p);
		free(sql.p);
		if (st && profilestep(m->profile, st, tables[i]))
			return st;
		sqlite3_finalize(st);
	}
	return NULL;
}

/* Writes a fact from the export's metadata as a key of the header. */
static void
version(struct meta *m, struct buf *out, const char *key, const char *name)
{
	sqlite3_stmt *st = exported(m, name);

	if (st && sqlite3_column_type(st, 0) == SQLITE_TEXT) {
		struct span text = profiletext(m->profile, st, 0);

		bufprintf(out, ",\"%s\":", key);
		jsonstring(out, text.p, text.n);
	}
	sqlite3_finalize(st);
}

/* The one integer that a query gives; false when there is none. */
static bool
integer(struct meta *m, const char *table, const char *sql, int64_t *v)
{
	sqlite3_stmt *st = optional(m->profile, table, sql);
	bool found =
	    st && profilestep(m->profile, st, table) && sqlite3_column_type(st, 0) != SQLITE_NULL;

	if (found)
		*v = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return found;
}

void
metaheader(struct meta *m, struct buf *out, int64_t ts)
{
	/* nsys export can move all times, which the start of the session does not follow */
	sqlite3_stmt *shift = exported(m, "EXPORT_CONFIG_TIME_SHIFT");
	int64_t utc;

	bufprintf(out, "{\"ts\":%lld,\"type\":\"stream\",\"format\":1", (long long)ts);
	version(m, out, "schema", "EXPORT_SCHEMA_VERSION");
	version(m, out, "product", "EXPORT_PRODUCT_VERSION");
	if (integer(m, "TARGET_INFO_SESSION_START_TIME",
	        "SELECT [utcEpochNs] FROM [TARGET_INFO_SESSION_START_TIME]", &utc) &&
	    !__builtin_sub_overflow(utc, shift ? sqlite3_column_int64(shift, 0) : 0, &utc))
		bufprintf(out, ",\"utc\":%lld", (long long)utc);
	sqlite3_finalize(shift);
	bufstr(out, "}\n");
}

/* Begins a meta record up to its pid. */
static void
begin(struct buf *out, int64_t ts, const char *what, uint64_t process)
{
	bufprintf(out, "{\"ts\":%lld,\"type\":\"meta\",\"name\":\"%s\",\"pid\":%lld", (long long)ts,
	    what, (long long)packedpid(process));
}

static void
named(struct meta *m, struct buf *out, uint32_t name)
{
	bufstr(out, ",\"args\":{\"name\":\"");
	bufspan(out, nameget(&m->text, name));
	bufstr(out, "\"}}\n");
}

/* Writes the columns of a row that are not NULL as "args". */
static void
facts(const struct meta *m, struct buf *out, sqlite3_stmt *st)
{
	bool any = false;

	for (int i = 0; i < sqlite3_column_count(st); i++) {
		int type = sqlite3_column_type(st, i);
		struct span text;

		if (type != SQLITE_INTEGER && type != SQLITE_TEXT)
			continue;
		bufprintf(out, "%s\"%s\":", any ? "," : ",\"args\":{", sqlite3_column_name(st, i));
		any = true;
		if (type == SQLITE_INTEGER) {
			bufint(out, sqlite3_column_int64(st, i));
			continue;
		}
		text = profiletext(m->profile, st, i);
		jsonstring(out, text.p, text.n);
	}
	bufstr(out, any ? "}}\n" : "}\n");
}

/* Writes what is known of a GPU of the profile, where the column has the number; false when it is
 * not listed. */
static bool
gpufacts(struct meta *m, struct buf *out, const char *column, int64_t number)
{
	struct names columns = profilecolumns(m->profile, "TARGET_INFO_GPU");
	struct buf sql = { 0 };
	sqlite3_stmt *st;
	bool found;

	bufstr(&sql, "SELECT ");
	for (size_t i = 0; i < sizeof(gpucolumns) / sizeof(*gpucolumns); i++)
		if (nameshas(&columns, gpucolumns[i].column))
			bufprintf(&sql, "[%s] AS [%s],", gpucolumns[i].column, gpucolumns[i].key);
	bufprintf(&sql, "NULL FROM [TARGET_INFO_GPU] WHERE [%s] = %lld", column, (long long)number);
	st = optional(m->profile, "TARGET_INFO_GPU", sql.p);
	found = st && profilestep(m->profile, st, "TARGET_INFO_GPU");
	if (found)
		facts(m, out, st);
	sqlite3_finalize(st);
	namesfree(&columns);
	free(sql.p);
	return found;
}

/* Writes what the map from a process's CUDA ordinals to GPUs says, for an export without a list of
 * GPUs; false when it says nothing. */
static bool
mapfacts(struct meta *m, struct buf *out, const struct identity *id)
{
	static const char *const columns[] = { "[uuid],", "" };
	bool found = false;

	for (size_t i = 0; i < 2 && !found; i++) { /* older ones have no uuid */
		struct buf sql = { 0 };
		sqlite3_stmt *st;

		bufprintf(&sql,
		    "SELECT %s [gpuId] AS [gpu] FROM [TARGET_INFO_CUDA_DEVICE] WHERE [pid] = "
		    "%lld AND [cudaId] = %lld",
		    columns[i], (long long)packedpid(id->process), (long long)id->device);
		st = optional(m->profile, "TARGET_INFO_CUDA_DEVICE", sql.p);
		found = st && profilestep(m->profile, st, "TARGET_INFO_CUDA_DEVICE");
		if (found)
			facts(m, out, st);
		sqlite3_finalize(st);
		free(sql.p);
	}
	return found;
}

/* The order of TARGET_INFO_GPU is not that of the ordinals. */
static void
needdevice(struct meta *m, struct buf *out, const struct identity *id, int64_t ts)
{
	struct buf sql = { 0 };
	size_t at = out->n;
	int64_t gpu;
	bool found;

	begin(out, ts, "device", id->process);
	bufprintf(out, ",\"device\":%lld", (long long)id->device);
	bufprintf(&sql,
	    "SELECT [gpuId] FROM [TARGET_INFO_CUDA_DEVICE] WHERE [pid] = %lld AND [cudaId] = %lld",
	    (long long)packedpid(id->process), (long long)id->device);
	if (integer(m, "TARGET_INFO_CUDA_DEVICE", sql.p, &gpu))
		found = gpufacts(m, out, "id", gpu) || mapfacts(m, out, id);
	else
		found = gpufacts(m, out, "cuDevice", id->device) || mapfacts(m, out, id);
	if (!found)
		out->n = at;
	free(sql.p);
}

/* A GPU that an event names by its number in the profile, whichever process uses it. */
static void
needgpu(struct meta *m, struct buf *out, const struct identity *id, int64_t ts)
{
	size_t at = out->n;

	bufprintf(out, "{\"ts\":%lld,\"type\":\"meta\",\"name\":\"device\",\"gpu\":%lld",
	    (long long)ts, (long long)id->gpu);
	if (!gpufacts(m, out, "id", id->gpu))
		out->n = at;
}

/* The entry of a stream, made when there is none. */
static struct streamfacts *
streamof(struct meta *m, int64_t pid, int64_t context, int64_t stream)
{
	int64_t key[] = { pid, context, stream };
	size_t before = m->streams.used;
	uint32_t i = nameput(&m->streams, (struct span){ (const char *)key, sizeof(key) });

	GROW(m->streamfacts, m->streamcap, m->streams.used);
	if (m->streams.used > before)
		m->streamfacts[i] = (struct streamfacts){ 0 };
	return &m->streamfacts[i];
}

/* Steps to the next row whose first three columns name a stream: its entry; NULL behind the last
 * row. */
static struct streamfacts *
nextstream(struct meta *m, sqlite3_stmt *st, const char *table)
{
	while (st && profilestep(m->profile, st, table))
		if (sqlite3_column_type(st, 0) == SQLITE_INTEGER &&
		    sqlite3_column_type(st, 1) == SQLITE_INTEGER &&
		    sqlite3_column_type(st, 2) == SQLITE_INTEGER)
			return streamof(m, sqlite3_column_int64(st, 0), sqlite3_column_int64(st, 1),
			    sqlite3_column_int64(st, 2));
	return NULL;
}

/* Takes all that the profile says of CUDA streams: there can be as many as kernels, too many to
 * look each of them up in tables without an index. */
static void
learnstreams(struct meta *m)
{
	static const char *const nulls[][2] = { { "TARGET_INFO_CUDA_CONTEXT_INFO", "nullStreamId" },
		{ "TARGET_INFO_CUDA_NULL_STREAM", "streamId" } };
	struct streamfacts *facts;
	sqlite3_stmt *st;

	m->streamsknown = true;
	for (size_t i = 0; i < 2; i++) {
		struct buf sql = { 0 };

		bufprintf(&sql, "SELECT [processId], [contextId], [%s] FROM [%s]", nulls[i][1],
		    nulls[i][0]);
		st = optional(m->profile, nulls[i][0], sql.p);
		while ((facts = nextstream(m, st, nulls[i][0])))
			facts->null = true;
		sqlite3_finalize(st);
		free(sql.p);
	}
	/* the priority is a signed 32-bit number stored without its sign */
	st = optional(m->profile, "TARGET_INFO_CUDA_STREAM",
	    "SELECT [processId], [contextId], [streamId], ([priority] + 2147483648) % 4294967296 "
	    "- 2147483648, [flag] FROM [TARGET_INFO_CUDA_STREAM]");
	while ((facts = nextstream(m, st, "TARGET_INFO_CUDA_STREAM"))) {
		if (!facts->listed) {
			facts->priority = sqlite3_column_int64(st, 3);
			facts->flag = sqlite3_column_int64(st, 4);
		}
		facts->listed = true;
	}
	sqlite3_finalize(st);
}

static void
needstream(struct meta *m, struct buf *out, const struct identity *id, int64_t ts)
{
	struct streamfacts facts;

	if (!m->streamsknown)
		learnstreams(m);
	facts = *streamof(m, packedpid(id->process), id->context, id->stream);
	if (!facts.listed && !facts.null)
		return;
	begin(out, ts, "stream", id->process);
	bufprintf(out, ",\"device\":%lld,\"context\":%lld,\"stream\":%lld,\"args\":{\"default\":%s",
	    (long long)id->device, (long long)id->context, (long long)id->stream,
	    facts.null ? "true" : "false");
	if (facts.listed) {
		bufprintf(out, ",\"priority\":%lld,\"flag\":\"", (long long)facts.priority);
		bufspan(out,
		    nameget(&m->profile->text,
		        profilelabel(m->profile, "ENUM_CUPTI_STREAM_TYPE", facts.flag)));
		bufchar(out, '"');
	}
	bufstr(out, "}}\n");
}

/* Two processes of one profile may have the same pid on different machines; the stream cannot tell
 * them apart, so say it. */
static void
checkpid(struct meta *m, uint64_t process)
{
	bool fresh;
	uint32_t *upper =
	    mapput(&m->pids, (struct mapkey){ (uint64_t)packedpid(process), 0 }, &fresh);

	if (fresh)
		*upper = (uint32_t)(process >> 48);
	/* 0 is nobody: machines, and the profiler itself. */
	else if (*upper != process >> 48 && packedpid(process) != 0)
		warn("%s: two machines have a process %lld: their events are mixed",
		    m->profile->path, (long long)packedpid(process));
}

static void
needprocess(struct meta *m, struct buf *out, uint64_t process, int64_t ts)
{
	uint32_t *name = mapget(&m->others, otherkey(process, TAG_PROCESS, 0, 0));

	if (name) {
		begin(out, ts, "process", process);
		named(m, out, *name);
	}
}

static void
needthread(struct meta *m, struct buf *out, uint64_t thread, int64_t ts)
{
	uint32_t *name = mapget(&m->threads, (struct mapkey){ thread, 0 });

	if (name) {
		begin(out, ts, "thread", thread);
		bufprintf(out, ",\"tid\":%lld", (long long)packedtid(thread));
		named(m, out, *name);
	}
}

static void
needdomain(struct meta *m, struct buf *out, const struct identity *id, int64_t ts)
{
	uint32_t *name = mapget(&m->others, otherkey(id->process, TAG_DOMAIN, id->domain, 0));

	if (name) {
		begin(out, ts, "domain", id->process);
		bufstr(out, ",\"domain\":\"");
		bufspan(out, nameget(&m->text, *name));
		bufprintf(out, "\",\"args\":{\"id\":%lld}}\n", (long long)id->domain);
	}
}

/* A part of an identity. */
struct part {
	uint64_t what, a, b, c, d;
};

/* Whether a part of an identity is looked at for the first time; its number. */
static bool
fresh(struct meta *m, const struct part *part, uint32_t *number)
{
	size_t before = m->seen.used;

	*number = nameput(&m->seen, (struct span){ (const char *)part, sizeof(*part) });
	if (m->seen.used > before && part->what == 'p' && !m->adopted)
		checkpid(m, part->a);
	return m->seen.used > before;
}

/* Writes what there is to say about a part of an identity, the first time. */
static void
need(
    struct meta *m, struct buf *out, const struct identity *id, const struct part *part, int64_t ts)
{
	size_t at = out->n;
	uint32_t number;

	if (!fresh(m, part, &number))
		return;
	switch (part->what) {
	case 'p':
		needprocess(m, out, id->process, ts);
		break;
	case 't':
		needthread(m, out, id->thread, ts);
		break;
	case 'd':
		needdevice(m, out, id, ts);
		break;
	case 'g':
		needgpu(m, out, id, ts);
		break;
	case 's':
		needstream(m, out, id, ts);
		break;
	case 'n':
		needdomain(m, out, id, ts);
		break;
	}
	m->records += out->n > at;
	if (m->adopted) {
		GROW(m->marks, m->markcap, m->markcount + 1);
		m->marks[m->markcount++] = (struct mark){ at, out->n - at, number };
	}
}

void
metaadopt(struct meta *m, struct meta *other, struct buf *made, struct buf *out)
{
	size_t done = 0;
	uint32_t number;

	for (size_t i = 0; i < other->markcount; i++) {
		const struct mark *mark = &other->marks[i];
		struct part part;

		memcpy(&part, nameget(&other->seen, mark->part).p, sizeof(part));
		bufmem(out, made->p + done, mark->at - done);
		done = mark->at;
		if (!fresh(m, &part, &number))
			done += mark->n;
		else
			m->records += mark->n > 0;
	}
	bufmem(out, made->p + done, made->n - done);
	made->n = 0;
	other->markcount = 0;
}

/* Whether all of an identity was looked at a short while ago; remembers it otherwise. */
static bool
recent(struct meta *m, const struct identity *id)
{
	uint64_t h = mapspread(id->thread ^ id->process ^ (uint64_t)id->stream << 32 ^
	    (uint64_t)id->domain << 16 ^ (uint64_t)id->device ^ (uint64_t)id->gpu << 8);
	struct identity *slot = &m->recent[h >> (64 - RECENT_BITS)];

	if (slot->thread == id->thread && slot->process == id->process &&
	    slot->device == id->device && slot->gpu == id->gpu && slot->context == id->context &&
	    slot->stream == id->stream && slot->domain == id->domain &&
	    memcmp(&slot->has, &id->has, sizeof(id->has)) == 0)
		return true;
	*slot = *id;
	return false;
}

void
metaneed(struct meta *m, struct buf *out, const struct identity *id, int64_t ts)
{
	if (recent(m, id))
		return;
	if (id->has.process)
		need(m, out, id, &(struct part){ 'p', id->process, 0, 0, 0 }, ts);
	if (id->has.thread)
		need(m, out, id, &(struct part){ 't', id->thread, 0, 0, 0 }, ts);
	if (id->has.device)
		need(
		    m, out, id, &(struct part){ 'd', id->process, (uint64_t)id->device, 0, 0 }, ts);
	if (id->has.gpu)
		need(m, out, id, &(struct part){ 'g', (uint64_t)id->gpu, 0, 0, 0 }, ts);
	if (id->has.stream)
		need(m, out, id,
		    &(struct part){ 's', id->process, (uint64_t)id->device, (uint64_t)id->context,
		        (uint64_t)id->stream },
		    ts);
	if (id->has.domain)
		need(
		    m, out, id, &(struct part){ 'n', id->process, (uint64_t)id->domain, 0, 0 }, ts);
}

/* A name from meta.others, or what stands for it. */
static struct span
other(struct meta *m, struct mapkey key, const char *prefix, int64_t number)
{
	bool fresh;
	uint32_t *name = mapget(&m->others, key);
	struct buf text = { 0 };

	if (!name) {
		bufprintf(&text, "%s%lld", prefix, (long long)number);
		name = mapput(&m->others, key, &fresh);
		*name = nameput(&m->text, bufall(&text));
		free(text.p);
	}
	return nameget(&m->text, *name);
}

struct span
metadomain(struct meta *m, uint64_t process, int64_t domain)
{
	return other(m, otherkey(process, TAG_DOMAIN, domain, 0), "domain#", domain);
}

struct span
metacategory(struct meta *m, uint64_t process, int64_t domain, int64_t category)
{
	return other(m, otherkey(process, TAG_CATEGORY, domain, category), "", category);
}
