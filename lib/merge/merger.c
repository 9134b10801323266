/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "head.h"
#include "io/out.h"
#include "merger.h"
#include "program/progress.h"
#include "stream/record.h"

/* What is added to numbers of processes, which have 24 bits, and of GPUs. */
enum { PID_STEP = 100000000, GPU_STEP = 1000 };

/* Few inputs are read in large blocks, many in small ones. */
enum { FEW = 16, LARGE_BLOCK = 64 << 10, SMALL_BLOCK = 64 << 10 };

/* What is put in place of some bytes of a line. */
struct patch {
	struct span old;
	size_t start, end; /* of what stands for it, in m->scratch */
};

/* The places of a line that get other bytes. */
struct patches {
	struct patch all[8];
	size_t count;
};

/* Begins a patch of some bytes, in order of their places; what is then put into m->scratch up to
 * patchend stands for them. */
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

/* Writes a line, with other bytes where it is patched. */
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

/* A time of an input on the common clock; ends the program where it does not fit. */
static int64_t
mergermoved(const struct incoming *b, int64_t ts)
{
	int64_t v;

	if (!shifttime(&b->shift, ts, &v))
		evdie(&b->feed.ev, "ts %lld is out of range on the common clock", (long long)ts);
	return v;
}

/* The key of a process of an input, or of what has none there. */
static struct mapkey
personkey(const struct merger *m, const struct incoming *b, bool none, int64_t pid)
{
	return (struct mapkey){ (uint64_t)pid, (uint64_t)(b - m->inputs) << 1 | none };
}

/* The process that an input calls by a pid, or what has none; it gets its number now. */
static struct person *
person(struct merger *m, const struct incoming *b, bool none, int64_t pid)
{
	bool fresh;
	uint32_t *number = mapput(&m->people, personkey(m, b, none, pid), &fresh);
	struct person *p;

	if (!fresh)
		return &m->persons[*number];
	*number = (uint32_t)m->personcount;
	GROW(m->persons, m->personroom, m->personcount + 1);
	p = &m->persons[m->personcount++];
	*p = (struct person){ 0 };
	if (none && !m->absent) { /* the first of those without a process stay so */
		m->absent = p->absent = true;
		return p;
	}
	p->number = numbernew(&m->pids, none, pid);
	m->renumbered += !none && p->number != pid;
	return p;
}

/* Looks whose the record at hand is, and whether a record of that process must come first. */
static void
meet(struct merger *m, struct incoming *b)
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
	number = mapget(&m->people, personkey(m, b, none, pid));
	b->known = number && m->persons[*number].told;
	if (number)
		b->person = *number;
}

/* The number of a GPU that an input calls by a number; one that has the uuid is the same in all. */
static int64_t
gpu(struct merger *m, const struct incoming *b, int64_t own, struct span uuid)
{
	/* Those of one host have one number; but of what was merged nobody knows the host. */
	uint64_t whose =
	    b->facts.merged.n > 0 ? (uint64_t)(b - m->inputs) << 1 | 1 : (uint64_t)b->hosts[0] << 1;
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
			m->uuidnumbers[*number] = numbernew(&m->gpus, false, own);
	}
	return m->uuidnumbers[*number];
}

/* Writes which host and rank a process had, behind other members of its "args"; pid where it was
 * renumbered. */
static void
where(struct merger *m, struct incoming *b, const struct person *p, int64_t pid, struct span args,
    struct buf *to)
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
	if (host.n > 2) { /* of what was merged before: a number or a name */
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
	if (rank.n > 0 || (b->tag->ranked && b->facts.merged.n == 0)) {
		recordmember(to, "rank");
		if (rank.n > 0)
			bufspan(to, rank);
		else
			bufint(to, b->tag->rank);
	}
}

/* Writes the "args" of the record of a process: those it has, and where the process was. */
static void
processargs(struct merger *m, struct incoming *b, const struct person *p, int64_t pid,
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

/* Gives the process of the record at hand its number, and writes its record unless this is one. */
static void
introduce(struct merger *m, struct incoming *b)
{
	static const char machine[] = "{\"name\":\"machine\"}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
	struct person *p = person(m, b, b->none, b->pid);
	struct span args = { NULL, 0 };

	p->told = b->known = true;
	b->person = (uint32_t)(p - m->persons);
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

/* The types of which some member of "args" has to be patched. */
#define PATCHED \
	(EVTYPE(TYPE_BLOCK) | EVTYPE(TYPE_GPU_MEMORY) | EVTYPE(TYPE_GPU_POOL) | EVTYPE(TYPE_SLI))

/* Members of "args" that hold what is renumbered or moved. */
static void
patchargs(struct merger *m, struct incoming *b, struct patches *patches)
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

/* Gives the GPU of a record its number in the output. */
static void
patchgpu(struct merger *m, struct incoming *b, struct patches *patches)
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

/* Patches the record of a process. */
static void
patchprocess(struct merger *m, struct incoming *b, const struct person *p, struct patches *patches)
{
	struct event *ev = &b->feed.ev;
	struct span args = evhas(ev, KEY_ARGS) ? ev->value[KEY_ARGS] : (struct span){ NULL, 0 };
	struct patch *one;

	if (args.n == 0) { /* behind the last member */
		const char *brace = memrchr(ev->line.p, '}', ev->line.n);

		args = (struct span){ brace, 0 };
	}
	one = patch(m, patches, args);
	if (args.n == 0)
		bufstr(&m->scratch, ",\"args\":");
	processargs(m, b, p, b->pid, args, &m->scratch);
	one->end = m->scratch.n;
}

/* Says of what has no process which input it is of: the line gets a pid. */
static void
patchpid(struct merger *m, struct incoming *b, const struct person *p, struct patches *patches)
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

/* Patches whose a record is. */
static void
patchowner(struct merger *m, struct incoming *b, const struct person *p, struct patches *patches)
{
	if (!p->absent && (b->none || p->number != b->pid))
		patchpid(m, b, p, patches);
	if (b->names)
		patchprocess(m, b, p, patches);
}

/* Whether at most the time and the process of a record are other than they were. */
static inline bool
simple(const struct incoming *b)
{
	const struct event *ev = &b->feed.ev;

	return b->owned && !b->none && ev->type != TYPE_META && !evhas(ev, KEY_GPU) &&
	    (ev->type == TYPE_OTHER || !(EVTYPE(ev->type) & PATCHED)) &&
	    b->length == evnumber(ev, KEY_DUR) && ev->value[KEY_TS].p < ev->value[KEY_PID].p;
}

/* Writes such a record. */
static inline void
putsimple(struct merger *m, const struct incoming *b)
{
	const struct event *ev = &b->feed.ev;
	int64_t pid = m->persons[b->person].number;
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

/* Writes a record with what is patched of it. */
static void
putpatched(struct merger *m, struct incoming *b)
{
	struct event *ev = &b->feed.ev;
	struct patches patches;

	patches.count = 0;
	m->scratch.n = 0;
	if (b->owned)
		patchowner(m, b, &m->persons[b->person], &patches);
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

/* Whether the record at hand of an input is in the window, as are all that name something. */
static bool
kept(struct merger *m, const struct incoming *b)
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

/* Writes the record at hand of an input, if it is kept. What it is the first to name gets its
 * number in any case, so that a window changes no number. */
static void
mergerput(struct merger *m, struct incoming *b)
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

/* Puts the window onto the clock; start is that of the earliest record, ns. */
static void
mergerplace(struct merger *m, int64_t start)
{
	m->from = momentresolve(m->window.from, start, 0, INT64_MIN);
	m->to = momentresolve(m->window.to, start, 0, INT64_MAX);
	timespanadd(&m->timespan, start, start);
}

/* Reads the next record of an input; false at its end. */
static bool
next(struct merger *m, struct incoming *b)
{
	const struct event *ev = &b->feed.ev;

	if (!intakenext(&b->feed, 0, m->partial)) {
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

/* How long an event is for the order of those that start together: a record that names something
 * comes first, since an event needs it; open ranges last for ever. */
static int64_t
rank(const struct incoming *b)
{
	if (b->feed.ev.type == TYPE_META || (b->owned && !b->known))
		return INT64_MAX;
	return evisopen(&b->feed.ev) ? INT64_MAX - 1 : b->length;
}

/* Whether the record at hand of one input comes before that of another. */
static inline bool
mergerbefore(const struct turn *a, const struct turn *b)
{
	if (a->at != b->at)
		return a->at < b->at;
	if (rank(a->input) != rank(b->input))
		return rank(a->input) > rank(b->input);
	return a->input < b->input;
}

/* Puts the input at a place of the heap where it belongs below. */
static void
sift(struct merger *m, size_t i)
{
	struct turn turn = { m->heap[i].input->at, m->heap[i].input };

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
mergeropen(struct merger *m, char *const *paths, const struct tag *labels, size_t count,
    const struct intakeasks *asks)
{
	m->pids.step = PID_STEP;
	m->gpus.step = GPU_STEP;
	m->inputs = xzalloc(count, sizeof(*m->inputs));
	m->heap = xreallocarray(NULL, count, sizeof(*m->heap));
	m->count = count;
	/* All of them first: profiles are read side by side. */
	for (size_t i = 0; i < count; i++) {
		m->inputs[i].tag = &labels[i];
		intakeopen(
		    &m->inputs[i].feed, paths[i], asks, count <= FEW ? LARGE_BLOCK : SMALL_BLOCK);
	}
	for (size_t i = 0; i < count; i++) {
		struct incoming *b = &m->inputs[i];

		if (next(m, b))
			m->heap[m->heapcount++].input = b;
		originread(&b->facts, bufall(&b->feed.header), &m->stack);
		if (b->facts.linked)
			die("%s: it is linked, so that its events are not in order: merge first, "
			    "then link",
			    b->feed.path);
	}
	if (!m->failed)
		headhosts(m);
	return !m->failed;
}

/* What shows how far the inputs are read. */
struct shown {
	struct progress progress;
	struct progressfiles files;
	char name[32];
	uint64_t records;
};

/* Begins to show it, unless standard output is a terminal, too. What is read from pipes has no
 * length. */
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
		headed = headed || m->inputs[i].facts.header;
	for (size_t i = 0; i < m->heapcount; i++) { /* now that they have shifts */
		struct incoming *b = m->heap[i].input;

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
		headwrite(m, m->latest);
	mergershow(m, &shown);
	while (m->heapcount > 0) {
		struct incoming *b = m->heap[0].input;

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
		intakeclose(&m->inputs[i].feed);
		free(m->inputs[i].hosts);
	}
	free(m->inputs);
	free(m->heap);
	stringtablefree(&m->hosts);
	stringtablefree(&m->hostnames);
	stringtablefree(&m->uuids);
	free(m->uuidnumbers);
	free(m->shown);
	numberingfree(&m->pids);
	numberingfree(&m->gpus);
	mapfree(&m->people);
	mapfree(&m->devices);
	free(m->persons);
	free(m->scratch.p);
	free(m->stack.p);
}
