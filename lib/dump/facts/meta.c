/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "capture.h"
#include "meta.h"
#include "stream/filtered.h"
#include "stream/record.h"

/* The hash table of recent identities has 1 << RECENT_BITS slots. */
enum { RECENT_BITS = 11 };

void
metaopen(struct meta *m, struct strings *s, const struct meta *another)
{
	*m = (struct meta){
		.source = s->source, .strings = s, .machine.source = s->source
	};
	m->naming = another ? another->naming : &m->own;
	if (!another)
		namingopen(&m->own, s);
	m->recent = xzalloc((size_t)1 << RECENT_BITS, sizeof(*m->recent));
}

void
metaclose(struct meta *m)
{
	namingclose(&m->own);
	machineclose(&m->machine);
	mapfree(&m->pids);
	stringtablefree(&m->seen);
	free(m->recent);
	free(m->marks);
}

/* Writes a fact of the export as a key of the header. */
static void
putversion(const struct meta *m, struct buf *out, const char *key, const char *name)
{
	struct namedfact f =
	    captureexport(m->source, name, &(struct factcolumn){ "value", FACT_ANY, FACT_GIVEN });

	if (f.cell.type == CELL_TEXT) {
		recordmember(out, key);
		jsonstring(out, f.text.p, f.text.n);
	}
	free(f.text.p);
}

/* Writes a hash that stands for the machine, the same in all its profiles, and its name if asked
 * for. */
static void
puthost(const struct meta *m, struct buf *out, bool hosts)
{
	struct buf hash = { 0 }, name = { 0 };

	capturehost(m->source, &hash, &name);
	if (hash.n > 0) {
		recordmember(out, "host");
		jsonstring(out, hash.p, hash.n);
	}
	if (hosts && name.n > 0) {
		recordmember(out, "hostname");
		jsonstring(out, name.p, name.n);
	}
	free(hash.p);
	free(name.p);
}

/* Writes the program that was profiled, and the first word of its arguments. */
static void
putcommand(const struct meta *m, struct buf *out)
{
	struct buf program = { 0 }, argument = { 0 };

	capturecommand(m->source, &program, &argument);
	if (program.n > 0) {
		recordmember(out, "program");
		jsonstring(out, program.p, program.n);
	}
	if (argument.n > 0) {
		recordmember(out, "argument");
		jsonstring(out, argument.p, argument.n);
	}
	free(program.p);
	free(argument.p);
}

/* Begins a meta record. */
static void
metabegin(struct buf *out, int64_t ts, const char *what)
{
	recordbegin(out, ts);
	recordtext(out, KEY_TYPE, spanof(evtypename(TYPE_META)));
	recordtext(out, KEY_NAME, spanof(what));
}

/* Writes the facts about the capture of a trace as a meta record. */
static bool
putcapture(void *arg, const struct row *row)
{
	struct buf *out = arg;
	struct span members = facttext(row, &row->cells[0]);

	recordopen(out, KEY_ARGS);
	if (members.n > 0) /* each is behind a comma */
		bufmem(out, members.p + 1, members.n - 1);
	recordclose(out);
	recordend(out);
	return false;
}

static void
needcapture(struct meta *m, struct buf *out, int64_t ts)
{
	static const struct factcolumn json = { "json", FACT_TEXT, FACT_GIVEN };
	size_t at = out->n, begun;

	metabegin(out, ts, "capture");
	begun = out->n;
	sourcefacts(m->source,
	    &(struct factquery){ .table = "NST_CAPTURE", .columns = &json, .count = 1 }, putcapture,
	    out);
	if (out->n == begun)
		out->n = at;
	else
		m->records++;
}

/* Writes which names kernels have, unless they are the short ones. Those of traces are whole. */
static void
metanames(const struct meta *m, struct buf *out, const struct wanted *wanted)
{
	const char *names = m->source->trace ? "demangled" : wanted->style;

	if (strcmp(names, "short") == 0)
		return;
	recordmember(out, "names");
	bufprintf(out, "\"%s\"", names);
}

/* Writes which types were asked for, if a usual type is not among them. */
static void
metafiltered(struct buf *out, uint64_t types)
{
	uint64_t usual = schematypes() & schemausual();

	if ((types & usual) == usual)
		return;
	recordkey(out, KEY_FILTERED);
	filteredobject((struct filtered){ FILTEREDBY(TYPE), filteredwithout(types) }, out);
}

void
metaheader(struct meta *m, struct buf *out, int64_t ts, const struct wanted *wanted)
{
	int64_t clock;

	recordbegin(out, ts);
	recordtext(out, KEY_TYPE, spanof(evtypename(TYPE_HEADER)));
	recordmemberint(out, "format", 1);
	putversion(m, out, "schema", "EXPORT_SCHEMA_VERSION");
	putversion(m, out, "product", "EXPORT_PRODUCT_VERSION");
	if (capturestart(m->source, "utcEpochNs", &clock))
		recordmemberint(out, "utc", clock);
	if (capturestart(m->source, "systemClockNs", &clock))
		recordmemberint(out, "clock", clock);
	if (capturestart(m->source, "sessionStartCntVctNs", &clock))
		recordmemberint(out, "counter", clock);
	puthost(m, out, wanted->hosts);
	if (wanted->command)
		putcommand(m, out);
	metanames(m, out, wanted);
	metafiltered(out, wanted->types);
	if (wanted->from != INT64_MIN)
		recordint(out, KEY_FROM, wanted->from);
	if (wanted->to != INT64_MAX)
		recordint(out, KEY_TO, wanted->to);
	recordend(out);
	if (m->source->trace)
		needcapture(m, out, ts);
}

static void
putname(struct buf *out, struct span name)
{
	recordmember(out, "name");
	bufchar(out, '"');
	bufspan(out, name);
	bufchar(out, '"');
}

/* Writes a name as "args", and ends the record. */
static void
endnamed(struct buf *out, struct span name)
{
	recordopen(out, KEY_ARGS);
	putname(out, name);
	recordclose(out);
	recordend(out);
}

static void
needprocess(struct meta *m, struct buf *out, uint64_t process, int64_t ts)
{
	struct span name = namingprocess(m->naming, process),
	            rank = namingrank(m->naming, process);

	if (!name.p && !rank.p)
		return;
	metabegin(out, ts, "process");
	recordint(out, KEY_PID, packedpid(m->source, process));
	recordopen(out, KEY_ARGS);
	if (name.p)
		putname(out, name);
	if (rank.p) {
		recordmember(out, "rank");
		bufspan(out, rank);
	}
	recordclose(out);
	recordend(out);
}

static void
needthread(struct meta *m, struct buf *out, uint64_t thread, int64_t ts)
{
	struct span name = namingthread(m->naming, thread);

	if (!name.p)
		return;
	metabegin(out, ts, "thread");
	recordint(out, KEY_PID, packedpid(m->source, thread));
	recordint(out, KEY_TID, packedtid(m->source, thread));
	endnamed(out, name);
}

static void
needdevice(struct meta *m, struct buf *out, const struct identity *id, int64_t ts)
{
	size_t at = out->n;

	metabegin(out, ts, "device");
	recordint(out, KEY_PID, packedpid(m->source, id->process));
	recordint(out, KEY_DEVICE, id->device);
	if (machinedevice(&m->machine, packedpid(m->source, id->process), id->device, out))
		recordend(out);
	else
		out->n = at;
}

/* Writes the record of a GPU that an event identifies by its number in the profile. */
static void
needgpu(struct meta *m, struct buf *out, const struct identity *id, int64_t ts)
{
	size_t at = out->n;

	metabegin(out, ts, "device");
	recordint(out, KEY_GPU, id->gpu);
	if (machinegpu(&m->machine, id->gpu, out))
		recordend(out);
	else
		out->n = at;
}

static void
needstream(struct meta *m, struct buf *out, const struct identity *id, int64_t ts)
{
	struct streamfacts facts =
	    machinestream(&m->machine, packedpid(m->source, id->process), id->context, id->stream);
	uint32_t flag;

	if (!facts.listed && !facts.null)
		return;
	metabegin(out, ts, "stream");
	recordint(out, KEY_PID, packedpid(m->source, id->process));
	recordint(out, KEY_DEVICE, id->device);
	recordint(out, KEY_CONTEXT, id->context);
	recordint(out, KEY_STREAM, id->stream);
	recordopen(out, KEY_ARGS);
	recordmember(out, "default");
	bufstr(out, facts.null ? "true" : "false");
	if (facts.listed) {
		flag = stringlabel(m->strings, "ENUM_CUPTI_STREAM_TYPE", facts.flag);
		recordmemberint(out, "priority", facts.priority);
		recordmember(out, "flag");
		bufchar(out, '"');
		bufspan(out, stringat(&m->strings->text, flag));
		bufchar(out, '"');
	}
	recordclose(out);
	recordend(out);
}

static void
needdomain(struct meta *m, struct buf *out, const struct identity *id, int64_t ts)
{
	struct span name = namingdomain(m->naming, id->process, id->domain);

	if (!name.p)
		return;
	metabegin(out, ts, "domain");
	recordint(out, KEY_PID, packedpid(m->source, id->process));
	recordtext(out, KEY_DOMAIN, name);
	recordopen(out, KEY_ARGS);
	recordmemberint(out, "id", id->domain);
	recordclose(out);
	recordend(out);
}

/* A part of an identity: its role, and the ids that identify it. */
struct part {
	enum role role;
	unsigned unused; /* 0: parts are compared as bytes */
	uint64_t a, b, c, d;
};

/* Warns if processes of two machines have the same pid: the stream cannot tell them apart. */
static void
checkpid(struct meta *m, uint64_t process)
{
	bool fresh;
	uint32_t *upper =
	    mapput(&m->pids, (struct mapkey){ (uint64_t)packedpid(m->source, process), 0 }, &fresh);

	if (fresh)
		*upper = (uint32_t)(process >> 48);
	/* pid 0 is no process: a machine, or the profiler itself. */
	else if (*upper != process >> 48 && packedpid(m->source, process) != 0)
		warn("%s: two machines have a process %lld: their events are mixed",
		    m->source->path, (long long)packedpid(m->source, process));
}

/* Returns true if a part has had no meta record; sets its number. */
static bool
fresh(struct meta *m, const struct part *part, uint32_t *number)
{
	size_t before = m->seen.used;

	*number = stringintern(&m->seen, (struct span){ (const char *)part, sizeof(*part) });
	if (m->seen.used > before && part->role == ROLE_PROCESS && !m->adopted)
		checkpid(m, part->a);
	return m->seen.used > before;
}

/* Writes the meta record of a part, the first time. */
static void
need(
    struct meta *m, struct buf *out, const struct identity *id, const struct part *part, int64_t ts)
{
	size_t at = out->n;
	uint32_t number;

	if (!fresh(m, part, &number))
		return;
	if (part->role == ROLE_PROCESS)
		needprocess(m, out, id->process, ts);
	else if (part->role == ROLE_THREAD)
		needthread(m, out, id->thread, ts);
	else if (part->role == ROLE_DEVICE)
		needdevice(m, out, id, ts);
	else if (part->role == ROLE_GPU)
		needgpu(m, out, id, ts);
	else if (part->role == ROLE_STREAM)
		needstream(m, out, id, ts);
	else
		needdomain(m, out, id, ts);
	m->records += out->n > at;
	if (m->adopted) {
		GROW(m->marks, m->markroom, m->markcount + 1);
		m->marks[m->markcount++] = (struct mark){ at, out->n - at, number };
	}
}

/* Returns true if the hash table has an identity, else puts it there. */
static bool
recent(struct meta *m, const struct identity *id)
{
	uint64_t h = mapspread(id->thread ^ id->process ^ (uint64_t)id->stream << 32 ^
	    (uint64_t)id->domain << 16 ^ (uint64_t)id->device ^ (uint64_t)id->gpu << 8);
	struct identity *slot = &m->recent[h >> (64 - RECENT_BITS)];

	if (slot->has == id->has && slot->thread == id->thread && slot->process == id->process &&
	    slot->device == id->device && slot->gpu == id->gpu && slot->context == id->context &&
	    slot->stream == id->stream && slot->domain == id->domain)
		return true;
	*slot = *id;
	return false;
}

/* Writes the meta records of all parts of an identity. */
static void
needall(struct meta *m, struct buf *out, const struct identity *id, int64_t ts)
{
	const struct part parts[] = {
		{ ROLE_PROCESS, 0, id->process, 0, 0, 0 },
		{ ROLE_THREAD, 0, id->thread, 0, 0, 0 },
		{ ROLE_DEVICE, 0, id->process, (uint64_t)id->device, 0, 0 },
		{ ROLE_GPU, 0, (uint64_t)id->gpu, 0, 0, 0 },
		{ ROLE_STREAM, 0, id->process, (uint64_t)id->device, (uint64_t)id->context,
		    (uint64_t)id->stream },
		{ ROLE_DOMAIN, 0, id->process, (uint64_t)id->domain, 0, 0 },
	};

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (id->has & WHO(parts[i].role))
			need(m, out, id, &parts[i], ts);
}

void
metaneed(struct meta *m, struct buf *out, const struct identity *id, int64_t ts)
{
	if (!recent(m, id))
		needall(m, out, id, ts);
}

/* Returns true if a meta record that a worker made has to be written, and counts it. */
static bool
adopts(struct meta *m, const struct meta *other, const struct mark *mark)
{
	struct part part;
	uint32_t number;

	memcpy(&part, stringat(&other->seen, mark->part).p, sizeof(part));
	if (!fresh(m, &part, &number))
		return false;
	m->records += mark->n > 0;
	return true;
}

void
metaadopt(struct meta *m, struct meta *other, struct buf *made, struct buf *out)
{
	size_t done = 0;

	for (size_t i = 0; i < other->markcount; i++) {
		const struct mark *mark = &other->marks[i];

		bufmem(out, made->p + done, mark->at - done);
		done = mark->at;
		if (!adopts(m, other, mark))
			done += mark->n;
	}
	bufmem(out, made->p + done, made->n - done);
	made->n = 0;
	other->markcount = 0;
}

void
metaadoptbatch(struct meta *m, struct meta *other, struct batch *made)
{
	for (size_t i = 0; i < other->markcount; i++) {
		const struct mark *mark = &other->marks[i];

		if (!adopts(m, other, mark) && mark->n > 0)
			batchremove(made, mark->at);
	}
	other->markcount = 0;
}
