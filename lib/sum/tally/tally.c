/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "gpu/message.h"
#include "tally.h"

/* The patterns that a text matches. */
struct patternmatches {
	bool known;
	uint32_t *patterns;
	uint32_t count;
};

/* Grows an array that is indexed by text; new elements are zero. */
static void *
bytext(const struct tally *t, void *array, size_t *room, size_t size)
{
	size_t before = *room;
	char *p = xgrow(array, room, t->groups.names.used, size);

	memset(p + before * size, 0, (*room - before) * size);
	return p;
}

void
tallypattern(struct tally *t, const char *option, const char *pattern)
{
	struct span text = { pattern, strlen(pattern) };
	struct tallypattern *p;

	t->patterns = xreallocarray(t->patterns, t->patterncount + 1, sizeof(*t->patterns));
	p = &t->patterns[t->patterncount++];
	*p = (struct tallypattern){ .text = stringintern(&t->groups.names, text) };
	patternread(&p->pattern, option, text);
}

bool
tallymanygroups(const struct tally *t)
{
	return t->nvtx.choice == ENCLOSING_ALL || t->captured.choice == ENCLOSING_ALL ||
	    t->patterncount > 1;
}

void
tallyready(struct tally *t, const struct clip *clip)
{
	struct enclosingranges *around[] = { &t->nvtx, &t->captured };

	for (int i = 0; i < 2; i++) {
		GROW(around[i]->values, around[i]->room, 1);
		around[i]->values[0] = (struct value){ false, 0 };
		around[i]->count = 1;
	}
	t->accumulator.groups = &t->groups;
	t->accumulator.clip = clip;
	t->hostparts.accumulator = &t->accumulator;
	t->selftimes.accumulator = t->sweep.accumulator = &t->accumulator;
}

unsigned
tallywant(const struct tally *t)
{
	unsigned want = t->perstep ? EVKEY(KEY_STEP) : 0;

	for (size_t i = 0; i < t->groups.depth; i++)
		want |= keys[t->groups.keys[i]].want;
	want |= t->hostparts.wanted ? HOSTPARTS_KEYS : 0;
	want |= t->wantmessages ? NCCLRANGES_KEYS : 0;
	return want | (t->wantselftime ? SELFTIMES_KEYS : 0) | (t->sweep.wanted ? SWEEP_KEYS : 0);
}

/* Sets the values of an event for the keys, except its name and the ranges around it. */
static void
tallyfill(struct groups *g, const struct event *ev, struct value values[BY_COUNT])
{
	g->gapsread = false;
	for (size_t i = 0; i < g->depth; i++) {
		enum by key = g->keys[i];

		values[key] = keys[key].value ? keys[key].value(g, ev) : (struct value){ false, 0 };
	}
}

/* Returns the patterns that a text matches. The result is cached for each text. */
static const struct patternmatches *
tallymatches(struct tally *t, uint32_t text)
{
	struct patternmatches *a;
	struct span name;

	t->matches = bytext(t, t->matches, &t->matchesroom, sizeof(*t->matches));
	a = &t->matches[text];
	if (a->known)
		return a;
	a->known = true;
	t->groups.scratch.n = 0;
	bufspan(&t->groups.scratch, stringat(&t->groups.names, text));
	name = bufall(&t->groups.scratch);
	for (size_t i = 0; i < t->patterncount; i++)
		if (patternmatch(&t->patterns[i].pattern, name)) {
			a->patterns =
			    xreallocarray(a->patterns, a->count + 1, sizeof(*a->patterns));
			a->patterns[a->count++] = (uint32_t)i;
			t->patterns[i].matched = true;
		}
	return a;
}

/* Returns the name under which an event of a type counts, given its name in the stream. */
static struct value
groupnamevalue(
    struct tally *t, enum event_type type, struct span name, const struct event *ev)
{
	struct groupnamer *namer = t->groups.namer;

	return keytext(&t->groups, namer ? groupname(namer, type, name, ev) : name);
}

/* The same for an event's own name. Patterns are compared with the names in the stream. */
static struct value
ownname(struct tally *t, enum event_type type, struct span name, const struct event *ev)
{
	return t->patterncount > 0 ? keytext(&t->groups, name) :
	                             groupnamevalue(t, type, name, ev);
}

/* Finds the groups of an event under one name, for each of the ranges around it. */
static void
tallyfind(struct tally *t, struct value values[BY_COUNT])
{
	for (size_t i = 0; i < t->nvtx.count; i++)
		for (size_t j = 0; j < t->captured.count; j++) {
			values[BY_NVTX] = t->nvtx.values[i];
			values[BY_CAPTURED] = t->captured.values[j];
			GROW(t->groupsfound, t->foundroom, t->foundgroups + 1);
			t->groupsfound[t->foundgroups++] = groupsfind(&t->groups, values);
		}
}

/* Replaces the groups found by their subgroups of the event's step; none if it is in no step. */
static void
findstep(struct tally *t, const struct event *ev)
{
	if (!evhas(ev, KEY_STEP))
		t->foundgroups = 0;
	for (size_t i = 0; i < t->foundgroups; i++)
		t->groupsfound[i] =
		    groupssubgroup(&t->groups, t->groupsfound[i], ev->number[KEY_STEP]);
}

/* Finds the groups of an event with that name; none if no pattern matches. */
static void
findgroups(
    struct tally *t, const struct event *ev, struct value values[BY_COUNT], struct value name)
{
	const struct patternmatches *a;

	t->foundgroups = 0;
	if (t->groups.by & 1u << BY_NVTX)
		enclosingread(&t->nvtx, &t->groups, ev, KEY_NVTX);
	if (t->groups.by & 1u << BY_CAPTURED)
		enclosingread(&t->captured, &t->groups, ev, KEY_CAPTURED);
	values[BY_NAME] = name;
	if (t->patterncount == 0) {
		tallyfind(t, values);
		return;
	}
	a = tallymatches(t,
	    name.given ? (uint32_t)name.number :
			 stringintern(&t->groups.names, (struct span){ "", 0 }));
	for (uint32_t i = 0, many = (t->groups.by & 1u << BY_NAME) ? a->count : a->count > 0;
	     i < many; i++) {
		values[BY_NAME] = (struct value){ true, t->patterns[a->patterns[i]].text };
		tallyfind(t, values);
	}
}

/* Adds an addend to all groups found. */
static void
tallyput(struct tally *t, struct addend *addend)
{
	for (size_t i = 0; i < t->foundgroups; i++) {
		addend->group = t->groupsfound[i];
		accumulatoradd(&t->accumulator, addend);
	}
}

/* Returns a number of an event, or 0 if it is missing or negative. */
static int64_t
tallycounted(struct span value)
{
	int64_t v;

	return jsonint(value, &v) && v > 0 ? v : 0;
}

/* Reads the args of a projected range or call into the numbers of an addend, and sets *type. */
static void
readprojected(struct tally *t, const struct event *ev, struct addend *addend, struct span *type)
{
	struct span key, value, range = { NULL, 0 };
	struct json j;

	*type = range;
	if (!evhas(ev, KEY_ARGS) || *ev->value[KEY_ARGS].p != '{')
		return;
	jsonopen(&j, ev->value[KEY_ARGS].p, ev->stack);
	while (jsonnext(&j, &key, &value) > 0) {
		key = jsontext(key, &t->groups.scratch);
		if (spanis(key, "count"))
			addend->number[0] = tallycounted(value);
		else if (spanis(key, "sum"))
			addend->number[1] = tallycounted(value);
		else if (spanis(key, "range"))
			range = value;
		else if (spanis(key, "type"))
			*type = value;
	}
	addend->number[2] = tallycounted(jsonmember(range, "dur", ev->stack));
}

/* Sets *m to the message of a kernel that communicates, by NCCL's range around its launch. */
static bool
rangemessage(struct tally *t, const struct event *ev, struct message *m)
{
	return t->groups.workclassifier &&
	    workclassify(t->groups.workclassifier, ev) == WORK_COMM &&
	    ncclrangesmessage(&t->ncclranges, ev, m);
}

/* Makes the addend of an event. */
static struct addend
addendof(struct tally *t, const struct event *ev)
{
	struct addend addend = { .ts = ev->number[KEY_TS], .dur = ev->number[KEY_DUR] };
	struct message message;
	struct span type;
	int64_t bytes;

	if (t->plain)
		return addend;
	if (ev->type == TYPE_MEMCPY || ev->type == TYPE_MEMSET) {
		if (jsonint(evarg(ev, "bytes"), &bytes) && bytes >= 0) {
			addend.kind = ADDEND_COPY;
			addend.number[0] = bytes;
		}
	} else if (ev->type == TYPE_KERNEL && t->wantmessages) {
		if (messageread(&message, ev, &t->groups.scratch) ||
		    rangemessage(t, ev, &message)) {
			addend.kind = ADDEND_COPY;
			addend.number[0] = message.bytes;
			addend.number[1] = message.bus;
			t->messages++;
		}
	} else if (ev->type == TYPE_NVTX && (t->wantselftime || t->hostparts.wanted)) {
		addend.kind = ADDEND_NVTX;
	} else if (ev->type == TYPE_NVTX_KERNEL) {
		addend.kind = ADDEND_RANGE;
		readprojected(t, ev, &addend, &type);
	}
	return addend;
}

/* Returns the denominator of a type and step; makes it if it is new. */
static uint32_t
denominatorof(struct denominators *s, struct value type, struct value step)
{
	uint64_t kind = (type.given ? (uint64_t)type.number << 2 | 2 : 0) | step.given;
	struct mapkey key = { kind, step.given ? (uint64_t)step.number : 0 };
	bool fresh;
	uint32_t *share = mapput(&s->known, key, &fresh);

	if (fresh) {
		GROW(s->p, s->room, s->count + 1);
		*share = (uint32_t)s->count;
		s->p[s->count++] = (struct denominator){ .type = type, .step = step };
	}
	return *share;
}

/* Adds an event to its denominator. Needed only if events may be in several groups: else shares are
 * computed from the rows. */
static void
adddenominator(struct tally *t, const struct event *ev, const struct value values[BY_COUNT])
{
	struct addend addend = {
		.ts = ev->number[KEY_TS], .dur = ev->number[KEY_DUR], .kind = ADDEND_DENOMINATOR
	};
	struct value type = { false, 0 }, step = { false, 0 };

	if (t->groups.by & 1u << BY_TYPE)
		type = values[BY_TYPE];
	if (t->groups.by & 1u << BY_STEP)
		step = values[BY_STEP];
	else if (t->perstep)
		step = (struct value){ true, ev->number[KEY_STEP] };
	addend.group = denominatorof(&t->denominators, type, step);
	accumulatoradd(&t->accumulator, &addend);
}

/* Finds the groups of the call that launched a GPU event or was projected: those of an event with
 * its type and name, and if named is true, with the ranges of the GPU event or projection. */
static void
findcall(struct tally *t, const struct event *ev, struct span type, struct span name,
    struct value tid, bool named)
{
	struct event call = { .has = ev->has & (EVKEY(KEY_PID) | EVKEY(KEY_STEP)) };
	struct value values[BY_COUNT];
	struct buf scratch = { 0 };

	call.type = evtype(jsontext(type, &scratch));
	free(scratch.p);
	evset(&call, KEY_TYPE, type);
	call.number[KEY_PID] = ev->number[KEY_PID];
	call.number[KEY_STEP] = ev->number[KEY_STEP];
	call.stack = ev->stack;
	if (named && evhas(ev, KEY_NVTX))
		evset(&call, KEY_NVTX, ev->value[KEY_NVTX]);
	tallyfill(&t->groups, &call, values);
	values[BY_TID] = tid;
	findgroups(t, &call, values,
	    ownname(t, call.type, jsontext(name, &t->groups.scratch), NULL));
	if (t->perstep)
		findstep(t, &call);
}

/* Adds a GPU event to the call that launched it. */
static void
addlaunch(struct tally *t, const struct event *ev)
{
	struct addend addend = {
		.ts = ev->number[KEY_TS], .dur = ev->number[KEY_DUR], .kind = ADDEND_LAUNCH
	};
	struct launch launch;

	if (!evlaunch(ev, &launch) || !launch.name.p)
		return;
	t->launched = true;
	addend.number[0] = launch.ts;
	addend.number[1] = launch.dur;
	addend.number[2] = ev->type == TYPE_KERNEL || ev->type == TYPE_GRAPH;
	findcall(t, ev, spanof("\"cuda-api\""), launch.name,
	    (struct value){ launch.hastid, launch.tid }, t->rangedcalls);
	tallyput(t, &addend);
}

/* Returns true if a row may have CUDA calls as well as library calls around them. Their kernels
 * would count twice in it. */
static bool
tallymixed(const struct tally *t)
{
	return t->patterncount == 0 && !(t->groups.by & (1u << BY_NAME | 1u << BY_TYPE));
}

/* Adds the kernels of a call, which nst-link has summed up in a call-kernel event, to the call. */
static void
addcall(struct tally *t, const struct event *ev)
{
	struct addend addend = {
		.ts = ev->number[KEY_TS], .dur = evnumber(ev, KEY_DUR), .kind = ADDEND_CALL
	};
	struct value tid = { evhas(ev, KEY_TID), evnumber(ev, KEY_TID) };
	struct span type;

	if (t->launched && tallymixed(t))
		return;
	readprojected(t, ev, &addend, &type);
	if (!jsonisstring(type) || !evhas(ev, KEY_NAME))
		return;
	findcall(t, ev, type, ev->value[KEY_NAME], tid, true);
	tallyput(t, &addend);
}

/* Returns the name under which an event counts. */
static struct value
namevalue(struct tally *t, const struct event *ev)
{
	struct span name = { "", 0 };

	if (t->patterncount == 0 && !(t->groups.by & 1u << BY_NAME))
		return (struct value){ false, 0 };
	if (evhas(ev, KEY_NAME) && jsonisstring(ev->value[KEY_NAME]))
		name = jsontext(ev->value[KEY_NAME], &t->groups.scratch);
	else if (!t->hooks)
		return (struct value){ false, 0 };
	if (!t->hooks)
		return ownname(t, ev->type, name, ev);
	if (t->hooks->name)
		name = t->hooks->name(ev, name, &t->renamed);
	if (t->kernelname && ev->type == TYPE_KERNEL)
		name = t->kernelname(ev, name, &t->renamed);
	return keytext(&t->groups, name);
}

/* Sets the values of the keys that only stats reports have. */
static void
label(struct tally *t, const struct event *ev, int part, struct value values[BY_COUNT])
{
	for (int i = 0; i < 2 && t->hooks; i++) {
		struct span text;

		if (!t->hooks->label[i])
			continue;
		text = t->hooks->label[i](ev, part, &t->renamed);
		if (text.p)
			values[BY_LABEL1 + i] = keytext(&t->groups, text);
	}
}

/* Adds the wait of a part of a collective, and the rest of its time, to its groups. */
static void
addwait(struct tally *t, const struct event *ev)
{
	struct addend addend = { .ts = ev->number[KEY_TS], .kind = ADDEND_WAIT };
	int64_t dur = ev->number[KEY_DUR];

	if (!jsonint(evarg(ev, "wait"), &addend.dur) || addend.dur < 0 || addend.dur > dur)
		return;
	tallyput(t, &addend);
	addend.kind = ADDEND_TRANSFER;
	addend.ts = addsat(addend.ts, addend.dur);
	addend.dur = dur - addend.dur;
	tallyput(t, &addend);
}

/* Returns true if --over step leaves an event out, and no figure of others needs it, such as the
 * self time of a range around it. */
static bool
isoutside(const struct tally *t, const struct event *ev)
{
	return t->plain && t->perstep && !evhas(ev, KEY_STEP);
}

/* Adds an event with a duration to its groups. */
static void
addtimed(struct tally *t, const struct event *ev)
{
	enum event_family family = evfamily(ev->type);
	struct value values[BY_COUNT] = { 0 };
	struct addend addend = addendof(t, ev);

	tallyfill(&t->groups, ev, values);
	label(t, ev, 0, values);
	findgroups(t, ev, values, namevalue(t, ev));
	t->rangedcalls |= ev->type == TYPE_CUDA_API && evhas(ev, KEY_NVTX);
	t->stepless += t->perstep && t->foundgroups > 0 && !evhas(ev, KEY_STEP);
	if (t->perstep)
		findstep(t, ev);
	t->othertimes += t->foundgroups > 0 && family != FAMILY_NVTX;
	if (t->foundgroups > 0 && tallymanygroups(t))
		adddenominator(t, ev, values);
	tallyput(t, &addend);
	if (t->sweep.wanted)
		sweepevent(&t->sweep, ev, t->groupsfound, t->foundgroups);
	if (t->hostparts.wanted)
		hostpartsevent(&t->hostparts, ev, t->groupsfound, t->foundgroups);
	if ((t->calls || t->plain) && keyofcollective(ev))
		addwait(t, ev);
	if (t->wantselftime && ev->type == TYPE_NVTX)
		selftimesrange(&t->selftimes, ev, t->groupsfound, t->foundgroups);
	if (t->calls && family == FAMILY_GPU)
		addlaunch(t, ev);
}

/* Adds the bytes of one part of an event to its groups. */
static void
addbytes(struct tally *t, const struct event *ev, int part)
{
	struct value values[BY_COUNT];
	struct addend addend = {
		.ts = ev->number[KEY_TS], .dur = evnumber(ev, KEY_DUR), .kind = ADDEND_BYTES
	};

	if (!t->hooks->amount(ev, part, &addend.number[0]))
		return;
	tallyfill(&t->groups, ev, values);
	label(t, ev, part, values);
	findgroups(t, ev, values, namevalue(t, ev));
	tallyput(t, &addend);
}

/* Removes the caches that texts index, and replaces the texts that stay. */
static void
movetexts(struct tally *t, struct groupmoves *moves)
{
	struct denominators *d = &t->denominators;
	struct denominators old = *d;

	for (size_t i = 0; i < t->patterncount; i++)
		t->patterns[i].text = groupsmovetext(moves, t->patterns[i].text);
	for (size_t i = 0; i < t->matchesroom; i++)
		free(t->matches[i].patterns);
	free(t->matches);
	t->matches = NULL;
	t->matchesroom = 0;
	enclosingforget(&t->nvtx);
	enclosingforget(&t->captured);
	*d = (struct denominators){ 0 };
	for (size_t i = 0; i < old.count; i++) {
		struct value type = old.p[i].type;

		if (type.given)
			type.number = groupsmovetext(moves, (uint32_t)type.number);
		denominatorof(d, type, old.p[i].step);
	}
	mapfree(&old.known);
	free(old.p);
}

/* Returns true if the groups, and with bins the deferred addends, take more memory than they
 * may. */
static inline bool
tallyfull(const struct tally *t)
{
	const struct accumulator *a = &t->accumulator;

	return groupspillfull(&t->spill, &t->groups,
	    a->bins > 0 ? a->deferredcount * sizeof(*a->deferred) : 0);
}

void
tallyspill(struct tally *t)
{
	struct accumulator *a = &t->accumulator;
	struct groupmoves moves;

	if (a->bins > 0 && a->deferredcount > 0) {
		addendlogsave(&t->log, &t->groups, a->deferred, a->deferredcount);
		accumulatorforget(a);
	}
	groupspillall(&t->spill, &t->groups, &moves);
	movetexts(t, &moves);
	accumulatormove(&t->accumulator, &moves);
	selftimesmove(&t->selftimes, &moves);
	hostpartsmove(&t->hostparts, &moves);
	groupmovesend(&t->spill, &moves);
}

void
tallyevent(struct tally *t, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS];

	if (tallyfull(t))
		tallyspill(t);
	if (t->wantmessages && ev->type == TYPE_NVTX)
		ncclrangesevent(&t->ncclranges, ev);
	if (t->types && !(t->types & EVTYPE(ev->type)))
		return;
	if (ev->type == TYPE_CALL_KERNEL && t->calls) {
		addcall(t, ev);
		return;
	}
	if (t->hooks && t->hooks->choose && !t->hooks->choose(ev))
		return;
	if (evhas(ev, KEY_DUR))
		accumulatorcount(&t->accumulator, ADDEND_EVENT, ts, ev->number[KEY_DUR]);
	else if (evisopen(ev))
		accumulatorcount(&t->accumulator, ADDEND_OPEN, ts, INT64_MAX);
	else
		accumulatorcount(
		    &t->accumulator, evhas(ev, KEY_VALUE) ? ADDEND_COUNTER : ADDEND_INSTANT, ts, 0);
	if (t->hooks && t->hooks->amount)
		for (int part = 0; part == 0 || part < t->hooks->parts; part++)
			addbytes(t, ev, part);
	else if (evhas(ev, KEY_DUR) && isoutside(t, ev))
		t->stepless++;
	else if (evhas(ev, KEY_DUR))
		addtimed(t, ev);
}

/* Adds the addends of the log to their bins. If the groups take too much memory, they are spilled;
 * those of the segment that is read are made again. */
static void
flushlog(struct tally *t)
{
	struct addend addend;

	addendlogread(&t->log);
	while (addendlognext(&t->log, &t->groups, &addend)) {
		accumulatorapply(&t->accumulator, &addend);
		if (!tallyfull(t))
			continue;
		tallyspill(t);
		addendlogremake(&t->log, &t->groups);
		groupspillremade(&t->spill, &t->groups);
	}
	addendlogfree(&t->log);
}

/* Adds the deferred addends to their bins. Once the memory is full, the rest goes to the log. */
static void
flushbins(struct tally *t)
{
	struct accumulator *a = &t->accumulator;
	size_t i = 0, rest;

	while (i < a->deferredcount && !t->spill.spilled && !tallyfull(t))
		accumulatorapply(a, &a->deferred[i++]);
	rest = a->deferredcount - i;
	if (rest > 0)
		addendlogsave(&t->log, &t->groups, a->deferred + i, rest);
	accumulatorforget(a);
	if (rest > 0)
		tallyspill(t);
	if (t->spill.spilled)
		flushlog(t);
}

void
tallyflush(struct tally *t)
{
	selftimesend(&t->selftimes);
	sweepend(&t->sweep);
	hostpartsend(&t->hostparts);
	accumulatorfinal(&t->accumulator);
	if (t->accumulator.bins > 0)
		flushbins(t);
	else
		accumulatorflush(&t->accumulator);
	groupsflush(&t->groups);
}

void
tallyfree(struct tally *t)
{
	for (size_t i = 0; i < t->matchesroom; i++)
		free(t->matches[i].patterns);
	for (size_t i = 0; i < t->patterncount; i++)
		patternfree(&t->patterns[i].pattern);
	free(t->matches);
	free(t->patterns);
	free(t->groupsfound);
	free(t->renamed.p);
	enclosingfree(&t->nvtx);
	enclosingfree(&t->captured);
	mapfree(&t->denominators.known);
	free(t->denominators.p);
	selftimesfree(&t->selftimes);
	sweepfree(&t->sweep);
	hostpartsfree(&t->hostparts);
	ncclrangesfree(&t->ncclranges);
	accumulatorfree(&t->accumulator);
	addendlogfree(&t->log);
	groupspillfree(&t->spill);
	groupsfree(&t->groups);
}
