/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "io/out.h"
#include "mergedheader.h"
#include "merger.h"
#include "program/progress.h"
#include "stream/record.h"

/* Steps of renumbering. Original pids have at most 24 bits. */
enum { PID_STEP = 100000000, GPU_STEP = 1000 };

/* Block sizes for reading a few and many inputs. */
enum { FEW_INPUTS = 16, LARGE_BLOCK = 64 << 10, SMALL_BLOCK = 64 << 10 };

/* A replacement of some bytes of a line. */
struct patch {
	struct span old;
	size_t start, end; /* offsets of the new bytes in m->scratch */
};

/* The replacements in a line, in order of their places. */
struct patches {
	struct patch all[8];
	size_t count;
};

/* Starts a patch of some bytes. The bytes appended to m->scratch until patchend replace them.
 * Patches must be made in order of their places in the line. */
static struct patch *
patch(struct merger *m, struct patches *p, struct span old)
{
	size_t i = p->count++;

	for (; i > 0 && p->all[i - 1].old.p > old.p; i--)
		p->all[i] = p->all[i - 1];
	p->all[i] = (struct patch){ old, m->scratch.n, m->scratch.n };
	return &p->all[i];
}

static void
patchint(struct merger *m, struct patches *p, struct span old, int64_t v)
{
	struct patch *one = patch(m, p, old);

	bufint(&m->scratch, v);
	one->end = m->scratch.n;
}

/* Writes a line with its patches applied. */
static void
patched(struct merger *m, struct span line, const struct patches *p)
{
	const char *from = line.p;

	for (size_t i = 0; i < p->count; i++) {
		const struct patch *one = &p->all[i];

		bufmem(&m->out, from, (size_t)(one->old.p - from));
		bufmem(&m->out, m->scratch.p + one->start, one->end - one->start);
		from = one->old.p + one->old.n;
	}
	bufmem(&m->out, from, (size_t)(line.p + line.n - from));
	bufchar(&m->out, '\n');
}

/* Returns a time of an input on the common clock, ns. Ends the program if it does not fit into 64
 * bits. */
static int64_t
mergermoved(const struct mergeinput *b, int64_t ts)
{
	int64_t v;

	if (!clockshiftapply(&b->shift, ts, &v))
		evdie(&b->feed.ev, "ts %lld is out of range on the common clock", (long long)ts);
	return v;
}

/* Returns the map key of a process of an input, or of the input's records without pid. */
static struct mapkey
personkey(const struct merger *m, const struct mergeinput *b, bool none, int64_t pid)
{
	return (struct mapkey){ (uint64_t)pid, (uint64_t)(b - m->inputs) << 1 | none };
}

/* Returns the index of a process of an input. A new one gets its number in the output. */
static struct inputprocess *
person(struct merger *m, const struct mergeinput *b, bool none, int64_t pid)
{
	bool fresh;
	uint32_t *number = mapput(&m->processids, personkey(m, b, none, pid), &fresh);
	struct inputprocess *p;

	if (!fresh)
		return &m->processes[*number];
	*number = (uint32_t)m->processcount;
	GROW(m->processes, m->processroom, m->processcount + 1);
	p = &m->processes[m->processcount++];
	*p = (struct inputprocess){ 0 };
	if (none && !m->absent) { /* the first input's records without pid stay without one */
		m->absent = p->absent = true;
		return p;
	}
	p->number = idallocate(&m->pids, none, pid);
	m->renumbered += !none && p->number != pid;
	return p;
}

/* Sets the owner of the current record, and whether a record of that process must be written
 * first. */
static void
meet(struct merger *m, struct mergeinput *b)
{
	const struct event *ev = &b->feed.ev;
	bool none = !evhas(ev, KEY_PID);
	int64_t pid = none ? 0 : ev->number[KEY_PID];
	uint32_t *number;

	b->owned = !none || (!evhas(ev, KEY_GPU) && ev->type != TYPE_META);
	b->names = ev->type == TYPE_META && !none && evhas(ev, KEY_NAME) &&
	    spanis(ev->value[KEY_NAME], "\"process\"");
	if (!b->owned || (b->known && b->pid == pid && b->none == none))
		return;
	b->pid = pid;
	b->none = none;
	number = mapget(&m->processids, personkey(m, b, none, pid));
	b->known = number && m->processes[*number].told;
	if (number)
		b->process = *number;
}

/* Returns the output number of an input's GPU. GPUs with the same uuid have the same number. */
static int64_t
gpu(struct merger *m, const struct mergeinput *b, int64_t own, struct span uuid)
{
	/* Inputs of one host share GPU numbers. The hosts of a merged stream's GPUs are unknown: it
	 * has its own key. */
	uint64_t whose =
	    b->header.merged.n > 0 ? (uint64_t)(b - m->inputs) << 1 | 1
	                           : (uint64_t)b->hosts[0] << 1;
	bool fresh;
	uint32_t *number = mapput(&m->devices, (struct mapkey){ (uint64_t)own, whose }, &fresh);

	if (fresh) {
		size_t before = m->uuids.used;
		struct buf none = { 0 };

		if (uuid.n == 0) /* a name that no uuid has */
			bufprintf(&none, "%llu %lld", (unsigned long long)whose, (long long)own);
		*number = stringintern(&m->uuids, uuid.n > 0 ? uuid : bufall(&none));
		free(none.p);
		GROW(m->uuidnumbers, m->uuidroom, m->uuids.used);
		if (m->uuids.used > before)
			m->uuidnumbers[*number] = idallocate(&m->gpus, false, own);
	}
	return m->uuidnumbers[*number];
}

/* Appends the host and rank of a process to its "args", and its original pid if it was
 * renumbered. */
static void
where(struct merger *m, struct mergeinput *b, const struct inputprocess *p, int64_t pid,
    struct span args, struct buf *to)
{
	struct span own = jsonmember(args, "pid", &m->stack),
	            host = jsonmember(args, "host", &m->stack),
	            rank = jsonmember(args, "rank", &m->stack);
	uint32_t number = b->hosts[0];

	if (own.n > 0 || p->number != pid) {
		recordmember(to, "pid");
		if (own.n > 0)
			bufspan(to, own);
		else
			bufint(to, pid);
	}
	if (host.n > 2) { /* of a stream merged before: its host's number or name */
		size_t k = 0, i = 1;

		for (; i < host.n - 1 && host.p[i] >= '0' && host.p[i] <= '9' && k < b->hostcount;
		     i++)
			k = k * 10 + (size_t)(host.p[i] - '0');
		if (i == host.n - 1 && k < b->hostcount) {
			number = b->hosts[k];
			host.n = 0;
		}
	}
	recordmember(to, "host");
	if (host.n > 0) {
		bufspan(to, host);
	} else {
		struct span name = stringat(&m->hostnames, m->shown[number]);

		jsonstring(to, name.p, name.n);
	}
	if (rank.n > 0 || (b->label->ranked && b->header.merged.n == 0)) {
		recordmember(to, "rank");
		if (rank.n > 0)
			bufspan(to, rank);
		else
			bufint(to, b->label->rank);
	}
}

/* Writes the "args" of a process record: the input's members, and the host and rank. */
static void
processargs(struct merger *m, struct mergeinput *b, const struct inputprocess *p, int64_t pid,
    struct span args, struct buf *to)
{
	static const char *const ours[] = { "pid", "host", "rank" };
	struct buf scratch = { 0 };
	struct span key, value;
	struct json j;

	bufchar(to, '{');
	if (args.n > 0 && args.p[0] == '{') {
		jsonopen(&j, args.p, &m->stack);
		while (jsonnext(&j, &key, &value) > 0) {
			struct span name = jsontext(key, &scratch);

			if (spanis(name, ours[0]) || spanis(name, ours[1]) || spanis(name, ours[2]))
				continue;
			if (to->p[to->n - 1] != '{')
				bufchar(to, ',');
			bufchar(to, '"');
			bufspan(to, key);
			bufstr(to, "\":");
			bufspan(to, value);
		}
	}
	where(m, b, p, pid, args, to);
	bufchar(to, '}');
	free(scratch.p);
}

/* Numbers the owner of the current record. Writes a process record first, unless this is one. */
static void
introduce(struct merger *m, struct mergeinput *b)
{
	static const char machine[] = "{\"name\":\"machine\"}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
	struct inputprocess *p = person(m, b, b->none, b->pid);
	struct span args = { NULL, 0 };

	p->told = b->known = true;
	b->process = (uint32_t)(p - m->processes);
	if (p->absent || b->names)
		return;
	if (b->none)
		args = (struct span){ machine, strlen(machine) };
	recordbegin(&m->out, b->at);
	recordtext(&m->out, KEY_TYPE, spanof(evtypename(TYPE_META)));
	recordtext(&m->out, KEY_NAME, spanof("process"));
	recordint(&m->out, KEY_PID, p->number);
	recordkey(&m->out, KEY_ARGS);
	processargs(m, b, p, b->none ? p->number : b->pid, args, &m->out);
	recordend(&m->out);
	m->records++;
}

/* Types with members of "args" that are patched. */
#define PATCHED \
	(EVTYPE(TYPE_BLOCK) | EVTYPE(TYPE_GPU_MEMORY) | EVTYPE(TYPE_GPU_POOL) | EVTYPE(TYPE_SLI))

/* Members of "args" that are renumbered or shifted. */
static void
patchargs(struct merger *m, struct mergeinput *b, struct patches *patches)
{
	static const struct {
		enum event_type type;
		const char *name;
		enum { A_TIME, A_PID, A_GPU } what;
	} rows[] = {
		{ TYPE_BLOCK, "phase_start", A_TIME },
		{ TYPE_BLOCK, "phase_end", A_TIME },
		{ TYPE_GPU_MEMORY, "imported_pid", A_PID },
		{ TYPE_GPU_POOL, "imported_pid", A_PID },
		{ TYPE_SLI, "src_gpu", A_GPU },
		{ TYPE_SLI, "dst_gpu", A_GPU },
	};
	struct event *ev = &b->feed.ev;
	int64_t v;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct span value;

		if (ev->type != rows[i].type)
			continue;
		value = evarg(ev, rows[i].name);
		if (value.n == 0 || !jsonint(value, &v))
			continue;
		if (rows[i].what == A_TIME)
			v = mergermoved(b, v);
		else if (rows[i].what == A_PID)
			v = person(m, b, false, v)->number;
		else
			v = gpu(m, b, v, (struct span){ NULL, 0 });
		patchint(m, patches, value, v);
	}
}

/* Patches the GPU number of a record. */
static void
patchgpu(struct merger *m, struct mergeinput *b, struct patches *patches)
{
	struct event *ev = &b->feed.ev;
	struct span uuid = { NULL, 0 }, inside = { NULL, 0 };
	int64_t own = evnumber(ev, KEY_GPU), number;

	if (ev->type == TYPE_META) {
		uuid = evarg(ev, "uuid");
		inside = evarg(ev, "gpu");
		if (!evhas(ev, KEY_GPU) && !jsonint(inside, &own))
			return;
	}
	number = gpu(m, b, own, uuid);
	if (number == own)
		return;
	if (evhas(ev, KEY_GPU))
		patchint(m, patches, ev->value[KEY_GPU], number);
	if (inside.n > 0)
		patchint(m, patches, inside, number);
}

static void
patchprocess(struct merger *m, struct mergeinput *b, const struct inputprocess *p,
    struct patches *patches)
{
	struct event *ev = &b->feed.ev;
	struct span args = evhas(ev, KEY_ARGS) ? ev->value[KEY_ARGS] : (struct span){ NULL, 0 };
	struct patch *one;

	if (args.n == 0) { /* append after the last member */
		const char *brace = memrchr(ev->line.p, '}', ev->line.n);

		args = (struct span){ brace, 0 };
	}
	one = patch(m, patches, args);
	if (args.n == 0)
		bufstr(&m->scratch, ",\"args\":");
	processargs(m, b, p, b->pid, args, &m->scratch);
	one->end = m->scratch.n;
}

/* Adds a pid to a record without one: it tells the inputs apart. */
static void
patchpid(struct merger *m, struct mergeinput *b, const struct inputprocess *p,
    struct patches *patches)
{
	struct event *ev = &b->feed.ev;
	struct patch *one;

	if (!b->none) {
		patchint(m, patches, ev->value[KEY_PID], p->number);
		return;
	}
	one = patch(m, patches, (struct span){ memrchr(ev->line.p, '}', ev->line.n), 0 });
	recordint(&m->scratch, KEY_PID, p->number);
	one->end = m->scratch.n;
}

/* Patches the pid of a record. */
static void
patchowner(struct merger *m, struct mergeinput *b, const struct inputprocess *p,
    struct patches *patches)
{
	if (!p->absent && (b->none || p->number != b->pid))
		patchpid(m, b, p, patches);
	if (b->names)
		patchprocess(m, b, p, patches);
}

/* Returns true if at most the time and the pid of a record change: the fast case. */
static inline bool
simple(const struct mergeinput *b)
{
	const struct event *ev = &b->feed.ev;

	return b->owned && !b->none && ev->type != TYPE_META && !evhas(ev, KEY_GPU) &&
	    (ev->type == TYPE_OTHER || !(EVTYPE(ev->type) & PATCHED)) &&
	    b->length == evnumber(ev, KEY_DUR) && ev->value[KEY_TS].p < ev->value[KEY_PID].p;
}

/* Writes a record of the fast case. */
static inline void
putsimple(struct merger *m, const struct mergeinput *b)
{
	const struct event *ev = &b->feed.ev;
	int64_t pid = m->processes[b->process].number;
	const char *from = ev->line.p;

	if (b->at != ev->number[KEY_TS]) {
		bufmem(&m->out, from, (size_t)(ev->value[KEY_TS].p - from));
		bufint(&m->out, b->at);
		from = ev->value[KEY_TS].p + ev->value[KEY_TS].n;
	}
	if (pid != b->pid) {
		bufmem(&m->out, from, (size_t)(ev->value[KEY_PID].p - from));
		bufint(&m->out, pid);
		from = ev->value[KEY_PID].p + ev->value[KEY_PID].n;
	}
	bufmem(&m->out, from, (size_t)(ev->line.p + ev->line.n - from));
	bufchar(&m->out, '\n');
}

/* Writes a record with all its patches. */
static void
putpatched(struct merger *m, struct mergeinput *b)
{
	struct event *ev = &b->feed.ev;
	struct patches patches;

	patches.count = 0;
	m->scratch.n = 0;
	if (b->owned)
		patchowner(m, b, &m->processes[b->process], &patches);
	if (evhas(ev, KEY_GPU) || ev->type == TYPE_META)
		patchgpu(m, b, &patches);
	if (ev->type != TYPE_OTHER && (EVTYPE(ev->type) & PATCHED))
		patchargs(m, b, &patches);
	if (b->at != ev->number[KEY_TS])
		patchint(m, &patches, ev->value[KEY_TS], b->at);
	if (evhas(ev, KEY_DUR) && b->length != ev->number[KEY_DUR])
		patchint(m, &patches, ev->value[KEY_DUR], b->length);
	patched(m, ev->line, &patches);
}

/* Returns true if the current record is to be written: it is in the window, or it names
 * something. */
static bool
kept(struct merger *m, const struct mergeinput *b)
{
	const struct event *ev = &b->feed.ev;
	int64_t end = addsat(b->at, b->length);

	if (ev->type == TYPE_META)
		return true;
	timespanadd(&m->timespan, b->at, end);
	if (!evoverlaps(b->at, evisopen(ev) ? INT64_MAX : end, m->from, m->to))
		return false;
	m->touched = true;
	return true;
}

/* Writes the current record of an input if it is in the window. Numbers are assigned in any case,
 * so they do not depend on the window. */
static void
mergerput(struct merger *m, struct mergeinput *b)
{
	size_t before = m->out.n;

	if (simple(b))
		putsimple(m, b);
	else
		putpatched(m, b);
	if (!windowasked(&m->window) || kept(m, b))
		m->records++;
	else
		m->out.n = before;
	m->latest = b->at;
	outcheck(&m->out);
}

/* Converts the window to the common clock. start is the time of the earliest record, ns. */
static void
mergerplace(struct merger *m, int64_t start)
{
	m->from = momentresolve(m->window.from, start, 0, INT64_MIN);
	m->to = momentresolve(m->window.to, start, 0, INT64_MAX);
	timespanadd(&m->timespan, start, start);
}

/* Reads the next record of an input. Returns false at its end. */
static bool
next(struct merger *m, struct mergeinput *b)
{
	const struct event *ev = &b->feed.ev;

	if (!inputstreamnext(&b->feed, 0, m->partial)) {
		m->failed = m->failed || b->feed.failed;
		return false;
	}
	b->at = mergermoved(b, ev->number[KEY_TS]);
	b->length = evnumber(ev, KEY_DUR);
	if (b->shift.drift != 0 && b->length > 0)
		b->length = mergermoved(b, evend(ev)) - b->at;
	meet(m, b);
	return true;
}

/* Returns the duration that sorts records with the same start: records that name something are
 * first, since events refer to them; an open range is longer than any event. */
static int64_t
rank(const struct mergeinput *b)
{
	if (b->feed.ev.type == TYPE_META || (b->owned && !b->known))
		return INT64_MAX;
	return evisopen(&b->feed.ev) ? INT64_MAX - 1 : b->length;
}

/* Returns true if the current record of one input precedes that of another. */
static inline bool
mergerbefore(const struct heapentry *a, const struct heapentry *b)
{
	if (a->at != b->at)
		return a->at < b->at;
	if (rank(a->input) != rank(b->input))
		return rank(a->input) > rank(b->input);
	return a->input < b->input;
}

/* Sifts a heap entry down. */
static void
sift(struct merger *m, size_t i)
{
	struct heapentry turn = { m->heap[i].input->at, m->heap[i].input };

	for (size_t child; (child = 2 * i + 1) < m->heapcount; i = child) {
		if (child + 1 < m->heapcount && mergerbefore(&m->heap[child + 1], &m->heap[child]))
			child++;
		if (!mergerbefore(&m->heap[child], &turn))
			break;
		m->heap[i] = m->heap[child];
	}
	m->heap[i] = turn;
}

bool
mergeropen(struct merger *m, char *const *paths, const struct inputlabel *labels, size_t count,
    const struct dumpoptions *options)
{
	m->pids.step = PID_STEP;
	m->gpus.step = GPU_STEP;
	m->inputs = xzalloc(count, sizeof(*m->inputs));
	m->heap = xreallocarray(NULL, count, sizeof(*m->heap));
	m->count = count;
	/* opens all before reading any, so that the nst-dumps run in parallel */
	for (size_t i = 0; i < count; i++) {
		m->inputs[i].label = &labels[i];
		inputstreamopen(
		    &m->inputs[i].feed, paths[i], options,
		    count <= FEW_INPUTS ? LARGE_BLOCK : SMALL_BLOCK);
	}
	for (size_t i = 0; i < count; i++) {
		struct mergeinput *b = &m->inputs[i];

		if (next(m, b))
			m->heap[m->heapcount++].input = b;
		headerinforead(&b->header, bufall(&b->feed.header), &m->stack);
		if (b->header.linked)
			die("%s: it is linked, so that its events are not in order: merge first, "
			    "then link",
			    b->feed.path);
	}
	if (!m->failed)
		mergedheaderhosts(m);
	return !m->failed;
}

/* The progress display. */
struct shown {
	struct progress progress;
	struct progressfiles files;
	char name[32];
	uint64_t records;
};

/* Starts the display, unless standard output is a terminal. Pipes have no known length and do not
 * count. */
static void
mergershow(const struct merger *m, struct shown *s)
{
	*s = (struct shown){ .progress.next = UINT64_MAX };
	if (isatty(STDOUT_FILENO))
		return;
	s->files.fds = xzalloc(m->count, sizeof(*s->files.fds));
	for (; s->files.count < m->count; s->files.count++)
		s->files.fds[s->files.count] = m->inputs[s->files.count].feed.lines.in.fd;
	snprintf(s->name, sizeof(s->name), "%zu inputs", m->count);
	progressstartinput(&s->progress, m->count == 1 ? m->inputs[0].feed.path : s->name,
	    progressfilesfraction, &s->files);
}

static void
unshow(struct shown *s)
{
	progressend(&s->progress);
	free(s->files.fds);
}

enum status
mergerrun(struct merger *m)
{
	bool headed = false, cut = false;
	struct shown shown;

	outsetpending(&m->out, NULL, NULL);
	for (size_t i = 0; i < m->count; i++)
		headed = headed || m->inputs[i].header.header;
	for (size_t i = 0; i < m->heapcount; i++) { /* the shifts are set now */
		struct mergeinput *b = m->heap[i].input;

		m->heap[i].at = b->at = mergermoved(b, b->feed.ev.number[KEY_TS]);
		b->length = evnumber(&b->feed.ev, KEY_DUR);
		if (b->length > 0)
			b->length = mergermoved(b, evend(&b->feed.ev)) - b->at;
	}
	for (size_t i = m->heapcount / 2; i-- > 0;)
		sift(m, i);
	m->latest = m->heapcount > 0 ? m->heap[0].at : 0;
	mergerplace(m, m->latest);
	if (headed)
		mergedheaderwrite(m, m->latest);
	mergershow(m, &shown);
	while (m->heapcount > 0) {
		struct mergeinput *b = m->heap[0].input;

		progressupdate(&shown.progress, ++shown.records);
		if (b->owned && !b->known) {
			introduce(m, b);
			if (!b->names) {
				sift(m, 0);
				continue;
			}
		}
		mergerput(m, b);
		if (!next(m, b))
			m->heap[0] = m->heap[--m->heapcount];
		if (m->heapcount > 0)
			sift(m, 0);
	}
	unshow(&shown);
	for (size_t i = 0; i < m->count; i++)
		cut = cut || m->inputs[i].feed.cut;
	if (headed && !m->failed)
		recordfinal(&m->out, m->latest, m->records, cut);
	return m->failed ? FAILED : DONE;
}

void
mergerfree(struct merger *m)
{
	for (size_t i = 0; i < m->count; i++) {
		inputstreamclose(&m->inputs[i].feed);
		free(m->inputs[i].hosts);
	}
	free(m->inputs);
	free(m->heap);
	stringtablefree(&m->hosts);
	stringtablefree(&m->hostnames);
	stringtablefree(&m->uuids);
	free(m->uuidnumbers);
	free(m->shown);
	idallocatorfree(&m->pids);
	idallocatorfree(&m->gpus);
	mapfree(&m->processids);
	mapfree(&m->devices);
	free(m->processes);
	free(m->scratch.p);
	free(m->stack.p);
}
