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

/* Steps between alternative ids. Pids have 24 bits in a profile. */
enum { PID_STEP = 100000000, GPU_STEP = 1000 };

/* bytes read at once from each input */
enum { BLOCK = 64 << 10 };

/* A replacement of some bytes of a line. */
struct patch {
	struct span old;
	size_t start, end; /* the new bytes, in m->scratch */
};

/* The replacements in a line, in order of their places. */
struct patches {
	struct patch all[8];
	size_t count;
};

/* Adds a replacement for old. The caller appends the new bytes to m->scratch, and sets end. */
static struct patch *
addpatch(struct merger *m, struct patches *p, struct span old)
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
	struct patch *one = addpatch(m, p, old);

	bufint(&m->scratch, v);
	one->end = m->scratch.n;
}

/* Writes a line with its replacements. */
static void
putpatches(struct merger *m, struct span line, const struct patches *p)
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

/* Maps a time of an input to the common clock. Ends the program on overflow. */
static int64_t
commontime(const struct mergeinput *in, int64_t ts)
{
	int64_t v;

	if (!clockshiftapply(&in->shift, ts, &v))
		evdie(&in->reader.ev, "ts %lld is out of range on the common clock", (long long)ts);
	return v;
}

/* The key in processids of a process of an input, or of its pidless records. */
static struct mapkey
processkey(const struct merger *m, const struct mergeinput *in, bool pidless, int64_t pid)
{
	return (struct mapkey){ (uint64_t)pid, (uint64_t)(in - m->inputs) << 1 | pidless };
}

/* Finds or adds a process of an input, or the input's pidless records. A new one gets its pid. */
static struct mergedprocess *
findprocess(struct merger *m, const struct mergeinput *in, bool pidless, int64_t pid)
{
	bool fresh;
	uint32_t *number = mapput(&m->processids, processkey(m, in, pidless, pid), &fresh);
	struct mergedprocess *p;

	if (!fresh)
		return &m->processes[*number];
	*number = (uint32_t)m->processcount;
	GROW(m->processes, m->processroom, m->processcount + 1);
	p = &m->processes[m->processcount++];
	*p = (struct mergedprocess){ 0 };
	if (pidless && !m->pidlesstaken) { /* the first input with pidless records keeps them so */
		m->pidlesstaken = p->pidless = true;
		return p;
	}
	p->number = idallocate(&m->pids, pidless, pid);
	m->renumbered += !pidless && p->number != pid;
	return p;
}

/* Determines the owner of the current record, and whether its process record was already
 * written. */
static void
findowner(struct merger *m, struct mergeinput *in)
{
	const struct event *ev = &in->reader.ev;
	bool pidless = !evhas(ev, KEY_PID);
	int64_t pid = pidless ? 0 : ev->number[KEY_PID];
	uint32_t *number;

	in->hasowner = !pidless || (!evhas(ev, KEY_GPU) && ev->type != TYPE_META);
	in->isprocess = ev->type == TYPE_META && !pidless && evhas(ev, KEY_NAME) &&
	    spanis(ev->value[KEY_NAME], "\"process\"");
	if (!in->hasowner || (in->introduced && in->pid == pid && in->pidless == pidless))
		return;
	in->pid = pid;
	in->pidless = pidless;
	number = mapget(&m->processids, processkey(m, in, pidless, pid));
	in->introduced = number && m->processes[*number].introduced;
	if (number)
		in->process = *number;
}

/* Returns the output number of a GPU. Equal UUIDs get equal numbers in all inputs. */
static int64_t
mergergpu(struct merger *m, const struct mergeinput *in, int64_t own, struct span uuid)
{
	/* Inputs of one host share their GPU numbers. A merged input has several hosts, and does
	 * not say which GPU is whose. */
	uint64_t whose = in->header.merged.n > 0 ? (uint64_t)(in - m->inputs) << 1 | 1
	                                        : (uint64_t)in->hosts[0] << 1;
	bool fresh;
	uint32_t *number = mapput(&m->gpuids, (struct mapkey){ (uint64_t)own, whose }, &fresh);

	if (fresh) {
		size_t before = m->gpuuids.used;
		struct buf pidless = { 0 };

		if (uuid.n == 0) /* no UUID looks like this */
			bufprintf(&pidless, "%llu %lld", (unsigned long long)whose, (long long)own);
		*number = stringintern(&m->gpuuids, uuid.n > 0 ? uuid : bufall(&pidless));
		free(pidless.p);
		GROW(m->gpunumbers, m->gpunumbersroom, m->gpuuids.used);
		if (m->gpuuids.used > before)
			m->gpunumbers[*number] = idallocate(&m->gpus, false, own);
	}
	return m->gpunumbers[*number];
}

/* Writes pid, host and rank to the end of "args" of a process record; pid only if it changed. */
static void
putlocation(struct merger *m, struct mergeinput *in, const struct mergedprocess *p, int64_t pid,
    struct span args, struct buf *to)
{
	struct span own = jsonmember(args, "pid", &m->stack),
	            host = jsonmember(args, "host", &m->stack),
	            rank = jsonmember(args, "rank", &m->stack);
	uint32_t number = in->hosts[0];

	if (own.n > 0 || p->number != pid) {
		recordmember(to, "pid");
		if (own.n > 0)
			bufspan(to, own);
		else
			bufint(to, pid);
	}
	if (host.n > 2) { /* the input was merged before: an index in its hosts, or a name */
		size_t k = 0, i = 1;

		for (; i < host.n - 1 && host.p[i] >= '0' && host.p[i] <= '9' && k < in->hostcount;
		     i++)
			k = k * 10 + (size_t)(host.p[i] - '0');
		if (i == host.n - 1 && k < in->hostcount) {
			number = in->hosts[k];
			host.n = 0;
		}
	}
	recordmember(to, "host");
	if (host.n > 0) {
		bufspan(to, host);
	} else {
		struct span name = stringat(&m->hostnames, m->hostlabels[number]);

		jsonstring(to, name.p, name.n);
	}
	if (rank.n > 0 || (in->label->hasrank && in->header.merged.n == 0)) {
		recordmember(to, "rank");
		if (rank.n > 0)
			bufspan(to, rank);
		else
			bufint(to, in->label->rank);
		if (rank.n == 0 && in->label->numbered && !m->numbered) {
			inputlabelswarn(m->inputs[0].label, m->count);
			m->numbered = true;
		}
	}
}

/* Writes "args" of a process record: the members that it has, then pid, host and rank. */
static void
putprocessargs(struct merger *m, struct mergeinput *in, const struct mergedprocess *p, int64_t pid,
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
	putlocation(m, in, p, pid, args, to);
	bufchar(to, '}');
	free(scratch.p);
}

/* Introduces the owner of the current record: writes its process record, unless the current record
 * is one. */
static void
putprocess(struct merger *m, struct mergeinput *in)
{
	static const char machine[] = "{\"name\":\"machine\"}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
	struct mergedprocess *p = findprocess(m, in, in->pidless, in->pid);
	struct span args = { NULL, 0 };

	p->introduced = in->introduced = true;
	in->process = (uint32_t)(p - m->processes);
	if (p->pidless || in->isprocess)
		return;
	if (in->pidless)
		args = (struct span){ machine, strlen(machine) };
	recordbegin(&m->out, in->ts);
	recordtext(&m->out, KEY_TYPE, spanof(evtypename(TYPE_META)));
	recordtext(&m->out, KEY_NAME, spanof("process"));
	recordint(&m->out, KEY_PID, p->number);
	recordkey(&m->out, KEY_ARGS);
	putprocessargs(m, in, p, in->pidless ? p->number : in->pid, args, &m->out);
	recordend(&m->out);
	m->records++;
}

/* Types with members in "args" that need a patch. */
#define PATCHED_TYPES \
	(EVTYPE(TYPE_BLOCK) | EVTYPE(TYPE_GPU_MEMORY) | EVTYPE(TYPE_GPU_POOL) | EVTYPE(TYPE_SLI))

/* Patches the members of "args" that hold times, pids or GPUs. */
static void
patchargs(struct merger *m, struct mergeinput *in, struct patches *patches)
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
	struct event *ev = &in->reader.ev;
	int64_t v;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct span value;

		if (ev->type != rows[i].type)
			continue;
		value = evarg(ev, rows[i].name);
		if (value.n == 0 || !jsonint(value, &v))
			continue;
		if (rows[i].what == A_TIME)
			v = commontime(in, v);
		else if (rows[i].what == A_PID)
			v = findprocess(m, in, false, v)->number;
		else
			v = mergergpu(m, in, v, (struct span){ NULL, 0 });
		patchint(m, patches, value, v);
	}
}

/* Patches the number of the GPU in a record. */
static void
patchgpu(struct merger *m, struct mergeinput *in, struct patches *patches)
{
	struct event *ev = &in->reader.ev;
	struct span uuid = { NULL, 0 }, inside = { NULL, 0 };
	int64_t own = evnumber(ev, KEY_GPU), number;

	if (ev->type == TYPE_META) {
		uuid = evarg(ev, "uuid");
		inside = evarg(ev, "gpu");
		if (!evhas(ev, KEY_GPU) && !jsonint(inside, &own))
			return;
	}
	number = mergergpu(m, in, own, uuid);
	if (number == own)
		return;
	if (evhas(ev, KEY_GPU))
		patchint(m, patches, ev->value[KEY_GPU], number);
	if (inside.n > 0)
		patchint(m, patches, inside, number);
}

/* Patches a process record. */
static void
patchprocess(
    struct merger *m, struct mergeinput *in, const struct mergedprocess *p, struct patches *patches)
{
	struct event *ev = &in->reader.ev;
	struct span args = evhas(ev, KEY_ARGS) ? ev->value[KEY_ARGS] : (struct span){ NULL, 0 };
	struct patch *one;

	if (args.n == 0) { /* append "args" after the last member */
		const char *brace = memrchr(ev->line.p, '}', ev->line.n);

		args = (struct span){ brace, 0 };
	}
	one = addpatch(m, patches, args);
	if (args.n == 0)
		bufstr(&m->scratch, ",\"args\":");
	putprocessargs(m, in, p, in->pid, args, &m->scratch);
	one->end = m->scratch.n;
}

/* Patches the pid of a record. A pidless record gets a pid, which tells the inputs apart. */
static void
patchpid(
    struct merger *m, struct mergeinput *in, const struct mergedprocess *p, struct patches *patches)
{
	struct event *ev = &in->reader.ev;
	struct patch *one;

	if (!in->pidless) {
		patchint(m, patches, ev->value[KEY_PID], p->number);
		return;
	}
	one = addpatch(m, patches, (struct span){ memrchr(ev->line.p, '}', ev->line.n), 0 });
	recordint(&m->scratch, KEY_PID, p->number);
	one->end = m->scratch.n;
}

/* Patches the owner of a record. */
static void
patchowner(
    struct merger *m, struct mergeinput *in, const struct mergedprocess *p, struct patches *patches)
{
	if (!p->pidless && (in->pidless || p->number != in->pid))
		patchpid(m, in, p, patches);
	if (in->isprocess)
		patchprocess(m, in, p, patches);
}

/* Returns true if only the ts and the pid of a record can change, in this order in the line. */
static inline bool
issimple(const struct mergeinput *in)
{
	const struct event *ev = &in->reader.ev;

	return in->hasowner && !in->pidless && ev->type != TYPE_META && !evhas(ev, KEY_GPU) &&
	    (ev->type == TYPE_OTHER || !(EVTYPE(ev->type) & PATCHED_TYPES)) &&
	    in->dur == evnumber(ev, KEY_DUR) && ev->value[KEY_TS].p < ev->value[KEY_PID].p;
}

/* Writes a record of which only ts and pid can change. */
static inline void
putsimple(struct merger *m, const struct mergeinput *in)
{
	const struct event *ev = &in->reader.ev;
	int64_t pid = m->processes[in->process].number;
	const char *from = ev->line.p;

	if (in->ts != ev->number[KEY_TS]) {
		bufmem(&m->out, from, (size_t)(ev->value[KEY_TS].p - from));
		bufint(&m->out, in->ts);
		from = ev->value[KEY_TS].p + ev->value[KEY_TS].n;
	}
	if (pid != in->pid) {
		bufmem(&m->out, from, (size_t)(ev->value[KEY_PID].p - from));
		bufint(&m->out, pid);
		from = ev->value[KEY_PID].p + ev->value[KEY_PID].n;
	}
	bufmem(&m->out, from, (size_t)(ev->line.p + ev->line.n - from));
	bufchar(&m->out, '\n');
}

/* Writes a record with all its patches. */
static void
putpatched(struct merger *m, struct mergeinput *in)
{
	struct event *ev = &in->reader.ev;
	struct patches patches;

	patches.count = 0;
	m->scratch.n = 0;
	if (in->hasowner)
		patchowner(m, in, &m->processes[in->process], &patches);
	if (evhas(ev, KEY_GPU) || ev->type == TYPE_META)
		patchgpu(m, in, &patches);
	if (ev->type != TYPE_OTHER && (EVTYPE(ev->type) & PATCHED_TYPES))
		patchargs(m, in, &patches);
	if (in->ts != ev->number[KEY_TS])
		patchint(m, &patches, ev->value[KEY_TS], in->ts);
	if (evhas(ev, KEY_DUR) && in->dur != ev->number[KEY_DUR])
		patchint(m, &patches, ev->value[KEY_DUR], in->dur);
	putpatches(m, ev->line, &patches);
}

/* Returns true if the current record is in the window. Meta records always are. */
static bool
inwindow(struct merger *m, const struct mergeinput *in)
{
	const struct event *ev = &in->reader.ev;
	int64_t end = addsat(in->ts, in->dur);

	if (ev->type == TYPE_META)
		return true;
	timespanadd(&m->timespan, in->ts, end);
	if (!evoverlaps(in->ts, evisopen(ev) ? INT64_MAX : end, m->from, m->to))
		return false;
	m->touched = true;
	return true;
}

/* Writes the current record, if it is in the window. Ids are allocated for the others, too, so that
 * a window does not change the ids in the output. */
static void
putrecord(struct merger *m, struct mergeinput *in)
{
	size_t before = m->out.n;

	if (issimple(in))
		putsimple(m, in);
	else
		putpatched(m, in);
	if (!windowasked(&m->window) || inwindow(m, in))
		m->records++;
	else
		m->out.n = before;
	m->latest = in->ts;
	if (addsat(in->ts, in->dur) > in->last)
		in->last = addsat(in->ts, in->dur);
	outcheck(&m->out);
}

/* Resolves --from and --to; start is the time of the earliest record, ns. */
static void
resolvewindow(struct merger *m, int64_t start)
{
	m->from = momentresolve(m->window.from, start, 0, INT64_MIN);
	m->to = momentresolve(m->window.to, start, 0, INT64_MAX);
	timespanadd(&m->timespan, start, start);
}

/* Reads the next record of an input. Returns false at its end. */
static bool
nextrecord(struct merger *m, struct mergeinput *in)
{
	const struct event *ev = &in->reader.ev;

	if (!inputstreamnext(&in->reader, 0, m->partial)) {
		m->failed = m->failed || in->reader.failed;
		return false;
	}
	in->ts = commontime(in, ev->number[KEY_TS]);
	in->dur = evnumber(ev, KEY_DUR);
	if (in->shift.drift != 0 && in->dur > 0)
		in->dur = commontime(in, evend(ev)) - in->ts;
	findowner(m, in);
	return true;
}

/* The duration by which records with the same ts are sorted, the longest first. Meta records and
 * records that need a process record go first, then open ranges. */
static int64_t
orderdur(const struct mergeinput *in)
{
	if (in->reader.ev.type == TYPE_META || (in->hasowner && !in->introduced))
		return INT64_MAX;
	return evisopen(&in->reader.ev) ? INT64_MAX - 1 : in->dur;
}

/* Returns true if the current record of one input precedes that of another. */
static inline bool
mergerbefore(const struct heapentry *a, const struct heapentry *b)
{
	if (a->ts != b->ts)
		return a->ts < b->ts;
	if (orderdur(a->input) != orderdur(b->input))
		return orderdur(a->input) > orderdur(b->input);
	return a->input < b->input;
}

/* Restores the heap property from index i downwards. */
static void
siftdown(struct merger *m, size_t i)
{
	struct heapentry heapentry = { m->heap[i].input->ts, m->heap[i].input };

	for (size_t child; (child = 2 * i + 1) < m->heapcount; i = child) {
		if (child + 1 < m->heapcount && mergerbefore(&m->heap[child + 1], &m->heap[child]))
			child++;
		if (!mergerbefore(&m->heap[child], &heapentry))
			break;
		m->heap[i] = m->heap[child];
	}
	m->heap[i] = heapentry;
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
	/* Open all inputs before reading any, so that several nst-dump processes run at once. */
	for (size_t i = 0; i < count; i++) {
		m->inputs[i].label = &labels[i];
		inputstreamopen(&m->inputs[i].reader, paths[i], options, BLOCK);
	}
	for (size_t i = 0; i < count; i++) {
		struct mergeinput *in = &m->inputs[i];

		if (nextrecord(m, in))
			m->heap[m->heapcount++].input = in;
		headerinforead(&in->header, bufall(&in->reader.header), &m->stack);
		if (in->header.linked)
			die("%s: it is linked, so its events are not in order: merge first, then "
			    "link",
			    in->reader.path);
	}
	if (!m->failed)
		mergedheaderhosts(m);
	return !m->failed;
}

/* Progress over all inputs, for the terminal. */
struct shown {
	struct progress progress;
	struct progressfiles files;
	char name[32];
	uint64_t records;
};

/* Starts to show progress, unless standard output is a terminal, too. Pipes have no length and do
 * not count. */
static void
startprogress(const struct merger *m, struct shown *s)
{
	*s = (struct shown){ .progress.next = UINT64_MAX };
	if (isatty(STDOUT_FILENO))
		return;
	s->files.fds = xzalloc(m->count, sizeof(*s->files.fds));
	for (; s->files.count < m->count; s->files.count++)
		s->files.fds[s->files.count] = m->inputs[s->files.count].reader.lines.in.fd;
	snprintf(s->name, sizeof(s->name), "%zu inputs", m->count);
	progressstartinput(&s->progress, m->count == 1 ? m->inputs[0].reader.path : s->name,
	    progressfilesfraction, &s->files);
}

static void
endprogress(struct shown *s)
{
	progressend(&s->progress);
	free(s->files.fds);
}

/* Writes the end record of all inputs together. */
static void
putfinal(struct merger *m)
{
	struct streamend end = { .latest = m->latest };
	struct skipped skipped = { .room = 0 };
	struct buf object = { 0 };

	for (size_t i = 0; i < m->count; i++) {
		end.partial |= m->inputs[i].reader.truncated;
		skippedmerge(&skipped, &m->inputs[i].reader.skipped);
	}
	skippedobject(&skipped, &object);
	end.skipped = (struct span){ object.p, object.n };
	recordfinal(&m->out, &end, m->records);
	skippedfree(&skipped);
	free(object.p);
}

/* The longest time between the end of all ranks that have begun and the start of another, ns. */
#define APART_MAX (INT64_C(60) * 1000000000)

static int
byfirst(const void *a, const void *b)
{
	const struct mergeinput *const *x = a, *const *y = b;

	return ((*x)->first > (*y)->first) - ((*x)->first < (*y)->first);
}

/* Warns of the first input that begins long after all others before it have ended. */
static void
warnapart(const struct merger *m)
{
	const struct mergeinput **sorted = xreallocarray(NULL, m->count + 1, sizeof(*sorted));
	const struct mergeinput *last = NULL;
	size_t n = 0;

	for (size_t i = 0; i < m->count; i++)
		if (m->inputs[i].reader.hasrecords)
			sorted[n++] = &m->inputs[i];
	qsort(sorted, n, sizeof(*sorted), byfirst);
	for (size_t i = 0; i < n; i++) {
		int64_t gap = last ? subsat(sorted[i]->first, last->last) : 0;

		if (gap > APART_MAX) {
			warn("%s begins %lld s after the end of %s: they are probably not ranks of "
			     "one run",
			    sorted[i]->label->name, (long long)(gap / 1000000000),
			    last->label->name);
			break;
		}
		if (!last || sorted[i]->last > last->last)
			last = sorted[i];
	}
	free(sorted);
}

enum status
mergerrun(struct merger *m)
{
	bool headed = false;
	struct shown shown;

	outsetpending(&m->out, NULL, NULL);
	for (size_t i = 0; i < m->count; i++)
		headed = headed || m->inputs[i].header.present;
	for (size_t i = 0; i < m->heapcount; i++) { /* read before the shifts were known */
		struct mergeinput *in = m->heap[i].input;

		m->heap[i].ts = in->ts = commontime(in, in->reader.ev.number[KEY_TS]);
		in->dur = evnumber(&in->reader.ev, KEY_DUR);
		if (in->dur > 0)
			in->dur = commontime(in, evend(&in->reader.ev)) - in->ts;
		in->first = in->last = in->ts;
	}
	for (size_t i = m->heapcount / 2; i-- > 0;)
		siftdown(m, i);
	m->latest = m->heapcount > 0 ? m->heap[0].ts : 0;
	resolvewindow(m, m->latest);
	if (headed)
		mergedheaderwrite(m, m->latest);
	startprogress(m, &shown);
	while (m->heapcount > 0) {
		struct mergeinput *in = m->heap[0].input;

		progressupdate(&shown.progress, ++shown.records);
		if (in->hasowner && !in->introduced) {
			putprocess(m, in);
			if (!in->isprocess) {
				siftdown(m, 0);
				continue;
			}
		}
		putrecord(m, in);
		if (!nextrecord(m, in))
			m->heap[0] = m->heap[--m->heapcount];
		if (m->heapcount > 0)
			siftdown(m, 0);
	}
	endprogress(&shown);
	warnapart(m);
	if (headed && !m->failed)
		putfinal(m);
	return m->failed ? FAILED : DONE;
}

void
mergerfree(struct merger *m)
{
	for (size_t i = 0; i < m->count; i++) {
		inputstreamclose(&m->inputs[i].reader);
		free(m->inputs[i].hosts);
	}
	free(m->inputs);
	free(m->heap);
	stringtablefree(&m->hostids);
	stringtablefree(&m->hostnames);
	stringtablefree(&m->gpuuids);
	free(m->gpunumbers);
	free(m->hostlabels);
	idallocatorfree(&m->pids);
	idallocatorfree(&m->gpus);
	mapfree(&m->processids);
	mapfree(&m->gpuids);
	free(m->processes);
	free(m->scratch.p);
	free(m->stack.p);
}
