/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "state.h"

static struct spell *
spellat(const struct state *s, uint64_t place)
{
	size_t at = s->first + (size_t)(place - s->given);

	return &s->spells[at < s->room ? at : at - s->room];
}

static void
growspells(struct state *s)
{
	size_t room = s->room > 0 ? s->room * 2 : 16;
	struct spell *p = xzalloc(room, sizeof(*p));

	for (size_t i = 0; i < s->room; i++)
		p[i] = *spellat(s, s->given + i);
	free(s->spells);
	s->spells = p;
	s->first = 0;
	s->room = room;
}

/* Puts a state behind the others that wait; its buffer is that of one that was there before. */
static void
addspell(struct state *s, const struct spell *spell)
{
	struct spell *slot;
	struct buf what;

	if (s->count == s->room)
		growspells(s);
	slot = spellat(s, s->given + s->count++);
	what = slot->blame.what;
	*slot = *spell;
	slot->blame.what = what;
	slot->blame.what.n = 0;
}

static void
dropspell(struct state *s)
{
	s->first = s->first + 1 < s->room ? s->first + 1 : 0;
	s->given++;
	s->count--;
	s->ready -= s->ready > 0;
}

/* The name of a state, as JSON. */
static struct span
statenameof(unsigned works)
{
	static const char *const names[] = {
#define PAD "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
		"\"idle\"" PAD,
		"\"compute\"" PAD,
		"\"communication\"" PAD,
		"\"compute+communication\"" PAD,
		"\"copy\"" PAD,
		"\"compute+copy\"" PAD,
		"\"communication+copy\"" PAD,
		"\"compute+communication+copy\"" PAD,
#undef PAD
	};

	return spanof(names[works]);
}

/* Writes why a GPU was idle. */
static void
writeblame(struct buf *out, const struct blame *blame)
{
	out->n = 0;
	bufstr(out, "{\"cause\":\"");
	bufstr(out, blame->cause);
	bufchar(out, '"');
	if (blame->kind) {
		bufstr(out, ",\"kind\":\"");
		bufstr(out, blame->kind);
		bufchar(out, '"');
	}
	if (blame->what.n > 0) {
		bufstr(out, ",\"blame\":");
		bufspan(out, bufall(&blame->what));
	}
	if (blame->threaded) {
		bufstr(out, ",\"tid\":");
		bufint(out, blame->tid);
	}
	bufchar(out, '}');
	jsonpad(out);
}

static void
givespell(struct state *s, const struct spell *spell)
{
	const struct onegpu *gpu = &s->gpus.p[spell->gpu];
	struct event ev;

	evmake(&ev, TYPE_GPU_STATE, spell->ts, &s->stack);
	evsetint(&ev, KEY_DUR, spell->dur);
	evset(&ev, KEY_NAME, statenameof(spell->works));
	if (gpu->ofprocess)
		evsetint(&ev, KEY_PID, gpu->pid);
	evsetint(&ev, KEY_DEVICE, gpu->device);
	if (spell->works == 0) {
		writeblame(&s->args, &spell->blame);
		evset(&ev, KEY_ARGS, bufall(&s->args));
	}
	if (spell->stepped)
		evsetint(&ev, KEY_STEP, spell->step);
	stagegive(&s->stage, &ev);
}

/* Longer ones first. */
static int
bylength(const void *a, const void *b)
{
	const struct spell *x = a, *y = b;

	if (x->dur != y->dur)
		return x->dur > y->dur ? -1 : 1;
	return (x->gpu > y->gpu) - (x->gpu < y->gpu);
}

/* Puts the first states, of which so many began together, in order. */
static void
sortspells(struct state *s, size_t count)
{
	struct spell *p;

	s->ready = count;
	if (count < 2)
		return;
	p = xreallocarray(NULL, count, sizeof(*p));
	for (size_t i = 0; i < count; i++)
		p[i] = *spellat(s, s->given + i);
	qsort(p, count, sizeof(*p), bylength);
	for (size_t i = 0; i < count; i++)
		*spellat(s, s->given + i) = p[i];
	free(p);
}

/* Whether all states that begin when the first does are closed; then they are put in order. */
static bool
spellsready(struct state *s)
{
	if (s->ready > 0)
		return true;
	for (; s->checked < s->count; s->checked++) {
		const struct spell *spell = spellat(s, s->given + s->checked);

		if (spell->ts != spellat(s, s->given)->ts)
			break;
		if (!spell->closed)
			return false;
	}
	sortspells(s, s->checked);
	s->checked = 0;
	return true;
}

/* Whether an event comes before a state that begins with it: it names what comes, is an open range,
 * or is longer. */
static bool
precedes(const struct event *ev, const struct spell *spell)
{
	return ev->type == TYPE_META || evisopen(ev) || evnumber(ev, KEY_DUR) > spell->dur;
}

/* Gives the first of the states, unless its turn is over. */
static void
givefirst(struct state *s)
{
	const struct spell *spell = spellat(s, s->given);

	if (!spell->gone)
		givespell(s, spell);
	dropspell(s);
}

/* Gives events and states in order, as far as no state can begin before them any more. With all,
 * that is each of them. */
static void
staterelease(struct state *s, bool all)
{
	for (;;) {
		struct event *ev = delayfirst(&s->delay);
		const struct spell *spell = s->count > 0 ? spellat(s, s->given) : NULL;

		if (!ev && !spell)
			return;
		if (ev && spell && ev->number[KEY_TS] < spell->ts)
			spell = NULL;
		if (!spell && !all && ev->number[KEY_TS] >= s->now)
			return;
		if (spell && !spellsready(s)) {
			if (s->delay.bytes < STATE_HELD_MOST && !all)
				return;
			spellat(s, s->given + s->checked)->closed = true;
			spellat(s, s->given + s->checked)->gone = true;
			continue;
		}
		if (spell && ev && ev->number[KEY_TS] == spell->ts &&
		    precedes(ev, spellat(s, s->given)))
			spell = NULL;
		if (spell) {
			givefirst(s);
			continue;
		}
		stagegive(&s->stage, ev);
		delaydrop(&s->delay);
	}
}

/* Closes what a GPU has been doing. */
static void
closespell(struct state *s, struct onegpu *g, int64_t now, const struct blame *blame)
{
	struct spell *spell = &g->spell, *slot;
	struct buf what;

	g->open = false;
	spell->dur = subsat(now, spell->ts);
	if (g->place < s->given || spellat(s, g->place)->gone) {
		spell->blame = *blame;
		s->firstlate = s->late++ == 0 ? spell->ts : s->firstlate;
		givespell(s, spell);
		return;
	}
	slot = spellat(s, g->place);
	what = slot->blame.what;
	what.n = 0;
	bufspan(&what, bufall(&blame->what));
	*slot = *spell;
	slot->closed = true;
	slot->blame = *blame;
	slot->blame.what = what;
}

/* Looks what a GPU does from now on, when all that begins and ends now is known. */
static void
statesettle(struct state *s, uint32_t number)
{
	static const struct blame nothing = { 0 };
	struct onegpu *g = &s->gpus.p[number];
	struct spell spell = { .ts = s->now, .gpu = number };

	g->dirty = false;
	for (int work = 0; work < WORK_COUNT; work++)
		spell.works |= g->running[work] > 0 ? 1u << work : 0;
	if (spell.works != 0) {
		spell.stepped = g->stepped;
		spell.step = g->stepped ? g->step : 0;
	}
	if (g->open && spell.works == g->spell.works && spell.stepped == g->spell.stepped &&
	    spell.step == g->spell.step)
		return;
	if (g->open)
		closespell(s, g, s->now, &nothing);
	g->spell = spell;
	g->open = true;
	g->place = s->given + s->count;
	addspell(s, &spell);
}

static void
settleall(struct state *s)
{
	for (size_t i = 0; i < s->dirties; i++)
		statesettle(s, s->dirty[i]);
	s->dirties = 0;
}

static void
markdirty(struct state *s, uint32_t number)
{
	if (s->gpus.p[number].dirty)
		return;
	s->gpus.p[number].dirty = true;
	GROW(s->dirty, s->dirtyroom, s->dirties + 1);
	s->dirty[s->dirties++] = number;
}

/* Ends what runs, and ends first. */
static void
endop(struct state *s)
{
	struct gpuop op = runningtake(&s->running);
	struct onegpu *g = &s->gpus.p[op.gpu];

	g->running[op.work]--;
	g->ended = op;
	if (s->anyended && s->ended.gpu != op.gpu) {
		s->endedelsewhere = s->ended;
		s->anyelsewhere = true;
	}
	s->ended = op;
	s->anyended = true;
	markdirty(s, op.gpu);
}

/* Moves on to a time, ns: what runs and ends before that, ends. */
static void
stateadvance(struct state *s, int64_t now)
{
	while (s->running.count > 0 && s->running.p[0].end <= now) {
		int64_t end = s->running.p[0].end;

		if (end > s->now) {
			settleall(s);
			s->now = end;
		}
		endop(s);
	}
	if (now > s->now) {
		settleall(s);
		s->now = now;
	}
}

/* From when on somebody may still ask what threads did, ns: no GPU's time of nothing that may end
 * began before that. */
static int64_t
horizon(struct state *s)
{
	int64_t horizon = s->now;

	for (size_t i = 0; i < s->gpus.count; i++)
		if (s->gpus.p[i].begun && s->gpus.p[i].reach < horizon)
			horizon = s->gpus.p[i].reach;
	return horizon;
}

/* An event of a GPU, and what is known of it. */
struct gpuwork {
	const struct event *ev;
	uint32_t stream;
	bool launched, waited;  /* the next two are known */
	struct launch launch;
	struct streamwait wait; /* what its stream was made to wait for */
};

/* Whether two streams that are not one belong to one context. */
static bool
beside(const struct streams *s, uint32_t a, uint32_t b)
{
	return a != b && s->p[a].pid == s->p[b].pid && s->p[a].context == s->p[b].context;
}

/* Blames the device: what was launched in time began late. */
static void
blamedevice(struct state *s, const struct onegpu *g, const struct gpuwork *w, struct blame *blame)
{
	bool here = s->ended.gpu == (uint32_t)(g - s->gpus.p);
	const struct gpuop *other = here ? &s->endedelsewhere : &s->ended;
	bool any = here ? s->anyelsewhere : s->anyended;

	any = any && subsat(w->ev->number[KEY_TS], other->end) < s->latency;
	blame->cause = "device";
	if (any && (w->waited || other->work == WORK_COMM)) {
		blame->kind = "gpu";
		bufspan(&blame->what, stringat(&s->names, other->name));
	} else if (w->waited) {
		blame->kind = "event";
		if (w->wait.known)
			bufprintf(&blame->what, "\"event %lld\"", (long long)w->wait.event);
	} else if (g->ended.copies && g->ended.stream == w->stream) {
		blame->kind = "copy";
		bufspan(&blame->what, stringat(&s->names, g->ended.name));
	} else if (beside(&s->streams, g->ended.stream, w->stream)) {
		blame->kind = "stream";
		bufprintf(&blame->what, "\"stream %lld\"",
		    (long long)s->streams.p[g->ended.stream].stream);
	}
}

/* Says why a GPU was idle until an event of it. */
static void
explain(struct state *s, const struct onegpu *g, const struct gpuwork *w, struct blame *blame)
{
	int64_t from = g->spell.ts, to = w->ev->number[KEY_TS], arrived;
	const struct launch *launch = &w->launch;

	if (subsat(to, from) < s->least) {
		blame->cause = "short";
		return;
	}
	if (!w->launched) {
		blame->cause = "unknown";
		return;
	}
	if (launch->ts > from) {
		s->host.horizon = horizon(s);
		hostblame(&s->host, evnumber(w->ev, KEY_PID), launch, from,
		    launch->ts < to ? launch->ts : to, blame);
		return;
	}
	arrived = launch->dur > 0 ? addsat(launch->ts, launch->dur) : launch->ts;
	arrived = arrived < from ? from : arrived > to ? to : arrived;
	if (subsat(arrived, from) >= subsat(to, arrived)) {
		blame->cause = "launch";
		hostcall(launch->name, blame);
	} else if (subsat(to, arrived) < s->latency) {
		blame->cause = "launch latency";
	} else {
		blamedevice(s, g, w, blame);
	}
}

/* Ends a time in which a GPU was idle. */
static void
closeidle(struct state *s, struct onegpu *g, const struct gpuwork *w)
{
	struct blame blame = { 0 };

	explain(s, g, w, &blame);
	g->spell.stepped = g->stepped;
	g->spell.step = g->step;
	closespell(s, g, w->ev->number[KEY_TS], &blame);
	free(blame.what.p);
}

/* Takes an event of a GPU. */
static void
statebegin(struct state *s, const struct event *ev)
{
	uint32_t number = gpusof(&s->gpus, ev);
	struct onegpu *g = &s->gpus.p[number];
	struct gpuwork w = { .ev = ev, .stream = streamsof(&s->streams, ev) };
	struct gpuop op = { .end = evend(ev), .number = s->ops++, .gpu = number };

	w.launched = evlaunch(ev, &w.launch);
	if (w.launched)
		w.waited = streamswaited(&s->streams, w.stream, w.launch.ts, &w.wait);
	g->stepped = evhas(ev, KEY_STEP);
	g->step = evnumber(ev, KEY_STEP);
	if (g->open && g->spell.works == 0)
		closeidle(s, g, &w);
	if (w.launched && s->queue)
		streamsqueue(&s->streams, w.stream, w.launch.ts, ev->number[KEY_TS]);
	s->launches = s->launches || w.launched;
	s->workclassifier.classified = false;
	op.work = (uint8_t)workclassify(&s->workclassifier, ev);
	op.copies = ev->type == TYPE_MEMCPY;
	op.stream = w.stream;
	op.name =
	    stringintern(&s->names, evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : spanof("\"\""));
	runningadd(&s->running, op);
	g->running[op.work]++;
	g->reach = !g->begun || op.end > g->reach ? op.end : g->reach;
	g->begun = true;
	markdirty(s, number);
}

/* Ends all that runs: no GPU does anything more. */
static void
endall(struct state *s)
{
	while (s->running.count > 0)
		stateadvance(s, s->running.p[0].end > s->now ? s->running.p[0].end : s->now);
	settleall(s);
	for (size_t i = 0; i < s->gpus.count; i++)
		s->gpus.p[i].open = false;
	staterelease(s, true);
}

/* Ends the program because of an event, and gives all before it. */
static void
staterefuse(struct state *s, const struct event *ev, const char *why)
{
	staterelease(s, true);
	evdie(ev, "%s", why);
}

static void
stateheader(struct stage *stage, struct event *ev)
{
	struct state *s = (struct state *)stage;

	s->headed = true;
	if (!evhas(ev, KEY_LINKED))
		staterefuse(s, ev, "the stream is not linked: put nst-link before this program");
	stageheader(stage->next, ev);
}

/* Ends the program when a stream is not what it has to be. */
static void
statecheck(struct state *s, const struct event *ev)
{
	bool projected = ev->type == TYPE_NVTX_KERNEL || ev->type == TYPE_CALL_KERNEL;
	bool early = s->begun && ev->number[KEY_TS] < s->latest;

	if (!s->headed && !s->partial)
		staterefuse(s, ev,
		    "no header says that the stream is linked: put nst-link before this "
		    "program, or say --partial if that was done");
	if (ev->type == TYPE_GPU_STATE || ev->type == TYPE_GPU_QUEUE)
		staterefuse(s, ev, "the stream has states already");
	if (early && projected && !s->tail) {
		endall(s);
		s->tail = true;
	}
	if (early && !projected) {
		staterelease(s, true);
		evchecksorted(ev, s->latest);
	}
	if (s->tail && evfamily(ev->type) == FAMILY_GPU)
		staterefuse(s, ev,
		    "a GPU event behind what nst-link puts at the end: put the stream in "
		    "order first: sort -s -t: -k2,2n");
}

static void
stateevent(struct stage *stage, struct event *ev)
{
	struct state *s = (struct state *)stage;

	statecheck(s, ev);
	if (s->tail) {
		stagegive(stage, ev);
		return;
	}
	if (!s->begun)
		s->now = ev->number[KEY_TS];
	s->begun = true;
	s->latest = ev->number[KEY_TS];
	stateadvance(s, ev->number[KEY_TS]);
	if (s->asked++ >= s->gpus.count) {
		s->host.horizon = horizon(s);
		s->asked = 0;
	}
	if (evfamily(ev->type) == FAMILY_GPU)
		statebegin(s, ev);
	else if (ev->type == TYPE_CUDA_SYNC)
		streamssync(&s->streams, ev);
	else
		hostevent(&s->host, ev);
	if (ev->type == TYPE_META)
		gpusmeta(&s->gpus, ev);
	staterelease(s, false);
	delayadd(&s->delay, ev);
}

/* Gives what waits when the input goes wrong. */
static void
statestop(struct stage *stage)
{
	staterelease((struct state *)stage, true);
}

static void
statefinish(struct stage *stage)
{
	struct state *s = (struct state *)stage;

	endall(s);
	streamsgive(&s->streams, stage);
	if (s->launches && !s->host.calls)
		warn("%s: no calls of CUDA are in the stream: what threads did is not known: "
		     "filter behind this program",
		    s->path);
	if (s->late > 0)
		warn("%s: states that lasted long stand behind later events (%llu, the first at ts "
		     "%lld): sort -s -t: -k2,2n puts them in their places",
		    s->path, (unsigned long long)s->late, (long long)s->firstlate);
	if (s->host.shortened > 0)
		warn("%s: idle times in which a thread was in more than %d calls or ranges (%llu): "
		     "the last of them count",
		    s->path, TIMELINE_MOST, (unsigned long long)s->host.shortened);
}

void
stateinit(struct state *s)
{
	*s = (struct state){
		.stage = {
			.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_ENDTID) |
			    EVKEY(KEY_DEVICE) | EVKEY(KEY_CONTEXT) | EVKEY(KEY_STREAM) |
			    EVKEY(KEY_STEP),
			.header = stateheader,
			.event = stateevent,
			.finish = statefinish,
			.stop = statestop,
		},
		.latency = STATE_LATENCY,
		.now = INT64_MIN,
	};
}

void
statefree(struct state *s)
{
	for (size_t i = 0; i < s->room; i++)
		free(s->spells[i].blame.what.p);
	workclassifierfree(&s->workclassifier);
	gpusfree(&s->gpus);
	hostfree(&s->host);
	streamsfree(&s->streams);
	delayfree(&s->delay);
	stringtablefree(&s->names);
	free(s->running.p);
	free(s->dirty);
	free(s->spells);
	free(s->args.p);
	free(s->stack.p);
}
