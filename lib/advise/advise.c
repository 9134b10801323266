/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "advise.h"
#include "base/err.h"
#include "base/json.h"
#include "judge.h"
#include "stream/filtered.h"

/* Returns the id of a text, or NO_RANGE if there are too many. */
static uint32_t
adviseintern(struct advise *a, struct span text)
{
	if (a->names.used >= ADVISE_NAMES && !stringisinterned(&a->names, text))
		return NO_RANGE;
	return stringintern(&a->names, text);
}

/* Notes whether a range of that name reads a value. */
static void
adviseitem(struct advise *a, uint32_t name)
{
	static const char *const items[] = { "aten::item", "aten::_local_scalar_dense",
		"aten::is_nonzero", "aten::nonzero" };

	GROW(a->items, a->itemroom, (size_t)name + 1);
	a->items[name] = false;
	for (size_t i = 0; i < sizeof(items) / sizeof(*items); i++)
		if (spanis(stringat(&a->names, name), items[i]))
			a->items[name] = true;
}

/* Returns the id of the group name of a range, whose name is a JSON string. If there is one,
 * a->items has it, too. */
static uint32_t
adviserange(struct advise *a, struct span quoted)
{
	struct span stem;
	uint32_t name;

	if (!jsonisstring(quoted))
		return NO_RANGE;
	stem = groupnamestem(&a->namer, jsontext(quoted, &a->scratch));
	if (textmemoget(&a->ranges, stem, &name))
		return name;
	name = adviseintern(a, groupnametext(&a->namer, stem));
	if (name != NO_RANGE)
		adviseitem(a, name);
	return textmemoput(&a->ranges, stem, name);
}

/* Returns the GPU of an event, which is added if it is new. */
static struct gpulosses *
advisegpu(struct advise *a, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), device = evnumber(ev, KEY_DEVICE);
	uint32_t *at, *sms;
	bool fresh;

	if (a->lastgpu.known && a->lastgpu.pid == pid && a->lastgpu.device == device)
		return &a->gpus[a->lastgpu.gpu];
	at = mapput(&a->gpunumbers,
	    (struct mapkey){ (uint64_t)identitygpu(&a->ids, pid, device), 0 }, &fresh);
	if (fresh) {
		GROW(a->gpus, a->gpuroom, a->gpucount + 1);
		gpulossesinit(&a->gpus[a->gpucount], pid, device, evhas(ev, KEY_PID));
		*at = (uint32_t)a->gpucount++;
	}
	sms = mapget(&a->sms, (struct mapkey){ (uint64_t)pid, (uint64_t)device });
	if (sms)
		a->gpus[*at].sms = *sms;
	a->lastgpu = (struct lastgpu){ true, pid, device, *at };
	return &a->gpus[*at];
}

static void
advisemeta(struct advise *a, const struct event *ev)
{
	int64_t sms;
	bool fresh;

	a->lastgpu.known = false;
	identitylearn(&a->ids, ev);
	if (evhas(ev, KEY_DEVICE) && jsonint(evarg(ev, "sms"), &sms) && sms > 0 && sms < INT32_MAX)
		*mapput(&a->sms,
		    (struct mapkey){ (uint64_t)evnumber(ev, KEY_PID),
		        (uint64_t)ev->number[KEY_DEVICE] },
		    &fresh) = (uint32_t)sms;
}

/* Returns the last string of an array that ends in one and has no escapes; else an empty span. */
static struct span
quicklast(struct span array)
{
	struct span none = { NULL, 0 };
	const char *end = array.p + array.n - 1, *from;

	if (array.n < 4 || end[-1] != '"' || memchr(array.p, '\\', array.n))
		return none;
	from = memrchr(array.p, '"', array.n - 2);
	return from ? (struct span){ from, (size_t)(end - from) } : none;
}

/* Returns the innermost of the ranges around a launch, or NO_RANGE. */
static uint32_t
advisenvtx(struct advise *a, const struct event *ev)
{
	struct span last, item;
	struct json j;

	if (!evhas(ev, KEY_NVTX) || ev->value[KEY_NVTX].p[0] != '[')
		return NO_RANGE;
	last = quicklast(ev->value[KEY_NVTX]);
	if (last.n > 0)
		return adviserange(a, last);
	jsonopen(&j, ev->value[KEY_NVTX].p, ev->stack);
	while (jsonitem(&j, &item) > 0)
		last = item;
	return adviserange(a, last);
}

static void
advisework(struct advise *a, const struct event *ev)
{
	struct gpuwork work = { .ev = ev };

	a->works++;
	a->workclassifier.classified = false;
	work.work = workclassify(&a->workclassifier, ev);
	work.launched = evlaunch(ev, &work.launch);
	work.range = advisenvtx(a, ev);
	gpulosseswork(advisegpu(a, ev), &work, &a->threads);
}

/* Why a GPU was idle: text, or before and after the name of the call, range or thread to blame. */
static const struct {
	struct span cause, kind; /* JSON strings; an empty kind is any */
	const char *text, *before, *after;
	enum gapcause gap;
} causes[] = {
#define JSON(text) { "\"" text "\"", sizeof("\"" text "\"") - 1 }
#define ANY { NULL, 0 }
	{ JSON("short"), ANY, "the gaps were too short to explain", NULL, NULL, GAP_OTHER },
	{ JSON("launch latency"), ANY, "operations that were launched in time had not begun", NULL,
	    NULL, GAP_OTHER },
	{ JSON("launch"), ANY, "the launch took long", "the host was in ", ", which launched late",
	    GAP_OTHER },
	{ JSON("profiler"), ANY, "the profiler held the host up",
	    "the profiler held the host up: ", "", GAP_PROFILER },
	{ JSON("device"), JSON("event"), "a stream waited for an event",
	    "a stream waited for event ", "", GAP_STREAM },
	{ JSON("device"), JSON("stream"), "a stream waited for another one",
	    "a stream waited for another one, in ", "", GAP_STREAM },
	{ JSON("device"), ANY, "the next operation began late on the GPU",
	    "the next operation began late, after ", "", GAP_OTHER },
	{ JSON("unused"), ANY, "nothing ran on it", NULL, NULL, GAP_OTHER },
	{ JSON("host"), JSON("alloc"), "the host allocated or freed memory", "the host was in ",
	    "", GAP_ALLOC },
	{ JSON("host"), JSON("range"), "the host was in a range", "the host was in the range ",
	    "", GAP_OTHER },
	{ JSON("host"), JSON("thread"), "the host ran code outside of calls and ranges",
	    "thread ", " ran code outside of calls and ranges", GAP_OTHER },
	{ JSON("host"), ANY, "the host launched nothing", "the host was in ", "", GAP_OTHER },
	{ ANY, ANY, "the reason is unknown", NULL, NULL, GAP_OTHER },
#undef JSON
#undef ANY
};

_Static_assert(sizeof(causes) / sizeof(*causes) == ADVISE_CAUSES, "gapnames has all causes");

/* Returns the row of causes for the args of an idle state. */
static int
gapcauseof(const struct span args[GAP_ARGS])
{
	int i = 0;

	while (causes[i].cause.n > 0 &&
	    !(spansame(args[GAP_CAUSE], causes[i].cause) &&
	        (causes[i].kind.n == 0 || spansame(args[GAP_KIND], causes[i].kind))))
		i++;
	return i;
}

/* Sets the cause of an idle state, and the id of the text that explains it. */
static void
gapexplain(struct advise *a, struct gpustate *state)
{
	struct span args[GAP_ARGS];
	int i;

	evargs(state->ev, gapargs, args, GAP_ARGS);
	i = gapcauseof(args);
	state->cause = causes[i].gap;
	if (!causes[i].before || !jsonisstring(args[GAP_BLAME])) {
		if (a->gapnames[i] == 0)
			a->gapnames[i] = adviseintern(a, spanof(causes[i].text)) + 1;
		state->what = a->gapnames[i] - 1; /* 0 - 1 is NO_RANGE */
		return;
	}
	a->text1.n = 0;
	bufstr(&a->text1, causes[i].before);
	bufspan(&a->text1, groupnametext(&a->namer, jsontext(args[GAP_BLAME], &a->scratch)));
	bufstr(&a->text1, causes[i].after);
	state->what = adviseintern(a, bufall(&a->text1));
}

/* Returns the bits of the kinds of work in the name of a state. */
static unsigned
stateworks(struct advise *a, struct span name)
{
	uint32_t works = 0;

	if (textmemoget(&a->stateworks, name, &works))
		return works;
	works |= memmem(name.p, name.n, "compute", 7) ? 1u << WORK_COMPUTE : 0;
	works |= memmem(name.p, name.n, "communication", 13) ? 1u << WORK_COMM : 0;
	works |= memmem(name.p, name.n, "copy", 4) ? 1u << WORK_COPY : 0;
	return textmemoput(&a->stateworks, name, works);
}

static void
advisestate(struct advise *a, const struct event *ev)
{
	struct span name = evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ "", 0 };
	int64_t ts = ev->number[KEY_TS], from = a->threads.from, to = a->threads.to;
	struct gpustate state = { .ev = ev,
		.ts = ts > from ? ts : from,
		.end = evend(ev) < to ? evend(ev) : to,
		.idle = spanis(name, "\"idle\""),
		.before = spanis(name, "\"before\""),
		.after = spanis(name, "\"after\""),
		.works = stateworks(a, name),
		.what = NO_RANGE };

	a->states++;
	if (state.end <= state.ts)
		return;
	if (state.works == 0)
		gapexplain(a, &state);
	gpulossesstate(advisegpu(a, ev), &state, &a->threads);
}

static void
adviserangeevent(struct advise *a, const struct event *ev)
{
	uint32_t name;

	if (!evhas(ev, KEY_TID) || !evhas(ev, KEY_NAME) ||
	    (!evhas(ev, KEY_DUR) && !evisopen(ev)))
		return;
	name = adviserange(a, ev->value[KEY_NAME]);
	if (name != NO_RANGE)
		hostrangeevent(&a->threads, ev, name, a->items[name]);
}

/* Returns the waits for the process that came last to a collective. */
static struct rankloss *
adviserank(struct advise *a, int64_t pid)
{
	for (size_t i = 0; i < a->rankcount; i++)
		if (a->ranks[i].pid == pid)
			return &a->ranks[i];
	GROW(a->ranks, a->rankroom, a->rankcount + 1);
	a->ranks[a->rankcount] = (struct rankloss){ .pid = pid, .until = INT64_MIN };
	return &a->ranks[a->rankcount++];
}

static void
advisecollective(struct advise *a, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], spread, pid, from, to;
	struct rankloss *r;

	if (!jsonint(evarg(ev, "spread"), &spread) || !jsonint(evarg(ev, "last_pid"), &pid))
		return;
	r = adviserank(a, pid);
	r->hasrank = jsonint(evarg(ev, "last"), &r->rank);
	to = addsat(ts, spread);
	to = to < a->threads.to ? to : a->threads.to;
	from = ts > r->until ? ts : r->until;
	from = from > a->threads.from ? from : a->threads.from;
	lossadd(&r->loss,
	    &(struct lossevent){
	        .ts = ts, .dur = spread, .cost = subsat(to, from), .range = NO_RANGE });
	if (to > r->until)
		r->until = to;
}

static void
adviseread(struct advise *a, const struct event *ev)
{
	switch (ev->type) {
	case TYPE_META:
		advisemeta(a, ev);
		break;
	case TYPE_GPU_STATE:
		advisestate(a, ev);
		break;
	case TYPE_NVTX:
		adviserangeevent(a, ev);
		break;
	case TYPE_CUDA_API:
		if (evhas(ev, KEY_TID) && evhas(ev, KEY_NAME))
			hostcallevent(&a->threads, ev);
		break;
	case TYPE_COLLECTIVE:
		advisecollective(a, ev);
		break;
	default:
		if (evfamily(ev->type) == FAMILY_GPU)
			advisework(a, ev);
	}
}

static void
adviseevent(struct stage *stage, struct event *ev)
{
	struct advise *a = (struct advise *)stage;

	if (ev->type == TYPE_FINDING)
		return; /* from an earlier run of nst-advise */
	tracespanevent(&a->span, ev);
	adviseread(a, ev);
	if (!a->text)
		stagegive(stage, ev);
}

static void
adviseheader(struct stage *stage, struct event *ev)
{
	struct advise *a = (struct advise *)stage;

	groupnamerheader(&a->namer, ev);
	tracespanheader(&a->span, ev);
	a->threads.from = streaminfofrom(&a->span.info);
	a->threads.to = streaminfoto(&a->span.info);
	if (a->text)
		return;
	evsettrue(ev, KEY_ADVISED);
	stageheader(stage->next, ev);
}

static void
advisefinish(struct stage *stage)
{
	struct advise *a = (struct advise *)stage;
	struct advisedlist findings = { 0 };

	if (a->works > 0 && a->states == 0)
		die("%s: the stream has no states: put nst-state before this program", a->path);
	tracespanlatest(&a->span, stage->latest);
	if (filteredlinks(a->span.info.filtered))
		filteredwarn(a->span.info.filtered, a->path,
		    "findings about what is missing are not made: filter behind this program");
	for (size_t i = 0; i < a->gpucount; i++)
		gpulossesfinish(&a->gpus[i], &a->threads);
	if (a->text)
		return; /* the stream may prove to be truncated: advisewrite */
	judgeall(&findings, a);
	advisedgive(&findings, a);
	advisedlistfree(&findings);
}

void
advisewrite(const struct advise *a, struct buf *out)
{
	struct advisedlist findings = { 0 };

	judgeall(&findings, a);
	advisedtext(&findings, a, out);
	advisedlistfree(&findings);
}

static void
adviseend(struct stage *stage, const struct streamend *end)
{
	if (!((struct advise *)stage)->text)
		stageend(stage->next, end);
}

void
adviseinit(struct advise *a)
{
	*a = (struct advise){
		.stage = {
			.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE) |
			    EVKEY(KEY_STEP) | STREAMINFO_KEYS,
			.header = adviseheader,
			.event = adviseevent,
			.finish = advisefinish,
			.end = adviseend,
		},
		.top = 5,
		.threads = { .from = INT64_MIN, .to = INT64_MAX },
	};
}

void
advisefree(struct advise *a)
{
	for (size_t i = 0; i < a->gpucount; i++)
		gpulossesfree(&a->gpus[i]);
	for (size_t i = 0; i < a->rankcount; i++)
		lossfree(&a->ranks[i].loss);
	free(a->gpus);
	free(a->ranks);
	hostthreadsfree(&a->threads);
	identitytablefree(&a->ids);
	workclassifierfree(&a->workclassifier);
	groupnamerfree(&a->namer);
	stringtablefree(&a->names);
	free(a->items);
	textmemofree(&a->ranges);
	textmemofree(&a->stateworks);
	mapfree(&a->gpunumbers);
	mapfree(&a->sms);
	free(a->scratch.p);
	free(a->text1.p);
	free(a->stack.p);
}
