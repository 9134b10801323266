/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "sweep.h"

/* The events of one group on one track. */
struct sweepmember {
	uint32_t group;
	uint32_t running; /* number of open events */
	int64_t since;    /* ns; since then some event is open */
	int64_t end;      /* ns; the latest end */
	int64_t endts;    /* ns; the latest start of an event with that end */
	bool begun;
	uint64_t mark; /* the last search that found it */
};

/* An event on a GPU that is not known to have ended. Its array of members is reused. */
struct sweepopen {
	int64_t end; /* ns */
	enum work work;
	unsigned mask; /* bits of the patterns that it matches */
	uint32_t *members;
	size_t count, room;
};

/* A track; the open events are a heap by end. */
struct sweeptrack {
	int64_t latest; /* ts of the last event, ns */
	int64_t at;     /* ns; the time before it was added */
	int64_t end;    /* ns; the latest end */
	bool begun;
	struct sweepopen *open;
	size_t count, made, room; /* entries from count to made are unused */
	uint32_t running[WORK_COUNT];
	bool both;        /* the GPU computes and does other work */
	int64_t bothfrom; /* ns; since then */
	uint32_t matching[WORKPATTERNS_MOST];     /* number of open events, by pattern */
	int64_t matchingfrom[WORKPATTERNS_MOST]; /* ns; since then there is one */
};

/* Adds the time from..to to a sum of a group. */
static void
sweepgive(struct sweep *s, uint32_t member, enum sum_id sum, int64_t from, int64_t to)
{
	struct addend addend = { .ts = from,
		.dur = subsat(to, from),
		.group = s->members[member].group,
		.kind = ADDEND_INTERVAL,
		.number = { sum } };

	accumulatoradd(s->accumulator, &addend);
}

/* Adds the time until to in which work of a pattern and a group ran. */
static void
sweepbeside(struct sweep *s, const struct sweeptrack *t, size_t pattern, uint32_t member,
    int64_t to)
{
	int64_t since = s->members[member].since, other = t->matchingfrom[pattern];
	int64_t from = since > other ? since : other;

	if (to > from)
		sweepgive(s, member, (enum sum_id)(SUM_BESIDE + pattern), from, to);
}

/* Adds such time to a group of which no event runs any longer, for all patterns. */
static void
sweepmemberends(struct sweep *s, const struct sweeptrack *t, uint32_t member)
{
	for (size_t i = 0; i < s->patterns.count; i++)
		if (t->matching[i] > 0)
			sweepbeside(s, t, i, member, t->at);
}

/* Adds such time to all groups that run, for a pattern of which no event runs any longer. */
static void
sweeppatternends(struct sweep *s, const struct sweeptrack *t, size_t pattern)
{
	s->marks++;
	for (size_t i = 0; i < t->count; i++)
		for (size_t j = 0; j < t->open[i].count; j++) {
			uint32_t member = t->open[i].members[j];

			if (s->members[member].mark != s->marks)
				sweepbeside(s, t, pattern, member, t->at);
			s->members[member].mark = s->marks;
		}
}

/* Counts an event that matches patterns and begins at t->at. */
static void
sweepmatchbegins(struct sweep *s, struct sweeptrack *t, unsigned mask)
{
	for (size_t i = 0; i < s->patterns.count; i++)
		if (mask >> i & 1 && t->matching[i]++ == 0)
			t->matchingfrom[i] = t->at;
}

/* Counts an event that matched patterns and ended at t->at. It is no longer open. */
static void
sweepmatchends(struct sweep *s, struct sweeptrack *t, unsigned mask)
{
	for (size_t i = 0; i < s->patterns.count; i++)
		if (mask >> i & 1 && --t->matching[i] == 0)
			sweeppatternends(s, t, i);
}

/* Adds a part of time to the groups that alone ran in it. All open events are of such a group, so
 * any one of them has it. */
static void
sweepalone(struct sweep *s, const struct sweeptrack *t, int64_t to)
{
	const struct sweepopen *any = &t->open[0];

	for (size_t i = 0; i < any->count; i++)
		if (s->members[any->members[i]].running == t->count)
			sweepgive(s, any->members[i], SUM_EXCLUSIVE, t->at, to);
}

/* Adds the time in which the GPU did both and a group ran. */
static void
sweepoverlap(struct sweep *s, const struct sweeptrack *t, uint32_t member, int64_t to)
{
	int64_t since = s->members[member].since, from = since > t->bothfrom ? since : t->bothfrom;

	if (to > from)
		sweepgive(s, member, SUM_OVERLAP, from, to);
}

/* Notes whether the GPU does both from now on. If it stops, adds the time in which it did to all
 * groups that run; those that ended before have theirs. */
static void
sweepboth(struct sweep *s, struct sweeptrack *t)
{
	uint32_t compute = t->running[WORK_COMPUTE];
	bool both = compute > 0 && compute < t->count;

	if (both && !t->both)
		t->bothfrom = t->at;
	s->marks++;
	for (size_t i = 0; t->both && !both && i < t->count; i++)
		for (size_t j = 0; j < t->open[i].count; j++) {
			uint32_t member = t->open[i].members[j];

			if (s->members[member].mark != s->marks)
				sweepoverlap(s, t, member, t->at);
			s->members[member].mark = s->marks;
		}
	t->both = both;
}

/* Adds the time from t->at, in which the same events are open. */
static void
sweeppart(struct sweep *s, struct sweeptrack *t, int64_t to)
{
	if (to > t->at && t->count > 0)
		sweepalone(s, t, to);
	t->at = to;
}

static void
sweepswap(struct sweepopen *a, struct sweepopen *b)
{
	struct sweepopen c = *a;

	*a = *b;
	*b = c;
}

/* Removes the open event that ends first, which is at t->at. */
static void
sweeppop(struct sweep *s, struct sweeptrack *t)
{
	struct sweepopen *open = t->open;
	unsigned mask = open[0].mask;
	size_t i = 0, child;

	t->running[open[0].work]--;
	for (size_t j = 0; j < open[0].count; j++) {
		uint32_t member = open[0].members[j];

		if (--s->members[member].running > 0)
			continue;
		if (t->both)
			sweepoverlap(s, t, member, t->at);
		sweepmemberends(s, t, member);
	}
	sweepswap(&open[0], &open[--t->count]);
	while ((child = 2 * i + 1) < t->count) {
		child += child + 1 < t->count && open[child + 1].end < open[child].end;
		if (open[i].end <= open[child].end)
			break;
		sweepswap(&open[i], &open[child]);
		i = child;
	}
	sweepmatchends(s, t, mask);
}

/* Adds the time before to, and removes the events that end by then. */
static void
sweepadvance(struct sweep *s, struct sweeptrack *t, int64_t to)
{
	while (t->count > 0 && t->open[0].end <= to) {
		sweeppart(s, t, t->open[0].end);
		sweeppop(s, t);
		sweepboth(s, t);
	}
	sweeppart(s, t, to);
}

/* Adds an open event of the members found. */
static void
sweeppush(
    struct sweep *s, struct sweeptrack *t, int64_t end, enum work work, unsigned mask)
{
	struct sweepopen *open;
	size_t i = t->count++;

	if (i == t->made) {
		GROW(t->open, t->room, t->count);
		t->open[t->made++] = (struct sweepopen){ 0 };
	}
	open = &t->open[i];
	open->end = end;
	open->work = work;
	open->mask = mask;
	open->count = s->foundcount;
	GROW(open->members, open->room, open->count);
	for (size_t j = 0; j < open->count; j++) {
		open->members[j] = s->found[j];
		if (s->members[s->found[j]].running++ == 0)
			s->members[s->found[j]].since = t->at;
	}
	t->running[work]++;
	sweepmatchbegins(s, t, mask);
	for (; i > 0 && t->open[(i - 1) / 2].end > t->open[i].end; i = (i - 1) / 2)
		sweepswap(&t->open[i], &t->open[(i - 1) / 2]);
	sweepboth(s, t);
}

/* Makes a track; returns its index. */
static uint32_t
sweepmake(struct sweep *s)
{
	GROW(s->tracks, s->room, s->count + 1);
	s->tracks[s->count] = (struct sweeptrack){ 0 };
	return (uint32_t)s->count++;
}

/* Returns the index of a GPU's track: that of its work, or of its events of another type. */
static uint32_t
sweepgpu(struct sweep *s, int64_t pid, int64_t device, enum event_type type)
{
	uint64_t gpu = (uint64_t)identitygpu(s->ids, pid, device);
	bool fresh;
	uint32_t *track = mapput(&s->bygpu,
	    (struct mapkey){ gpu, evfamily(type) == FAMILY_GPU ? TYPE_KERNEL : type }, &fresh);

	if (fresh)
		*track = sweepmake(s);
	return *track;
}

/* Returns the index of the track of an event. */
static uint32_t
sweeptrackof(struct sweep *s, const struct event *ev, bool work)
{
	int64_t pid = evnumber(ev, KEY_PID), device = evnumber(ev, KEY_DEVICE);
	struct mapkey bydevice = { (uint64_t)pid, (uint64_t)device };
	struct mapkey bythread = { (uint64_t)pid, (uint64_t)evnumber(ev, KEY_TID) };
	bool fresh;
	uint32_t *track;

	if (!work && evhas(ev, KEY_DEVICE))
		return sweepgpu(s, pid, device, ev->type);
	track = work ? mapput(&s->bydevice, bydevice, &fresh) :
	               mapput(&s->bythread, bythread, &fresh);
	if (fresh)
		*track = work ? sweepgpu(s, pid, device, ev->type) : sweepmake(s);
	return *track;
}

/* Finds the members of an event's groups, each once. */
static void
sweepfind(struct sweep *s, uint32_t track, const uint32_t *groups, size_t count)
{
	s->marks++;
	s->foundcount = 0;
	GROW(s->found, s->foundroom, count);
	for (size_t i = 0; i < count; i++) {
		bool fresh;
		uint32_t *at = mapput(&s->known, (struct mapkey){ track, groups[i] }, &fresh);

		if (fresh) {
			GROW(s->members, s->memberroom, s->membercount + 1);
			*at = (uint32_t)s->membercount++;
			s->members[*at] = (struct sweepmember){ .group = groups[i] };
		}
		if (s->members[*at].mark != s->marks)
			s->found[s->foundcount++] = *at;
		s->members[*at].mark = s->marks;
	}
}

/* Adds the time between the events of a member. */
static void
sweepgap(struct sweep *s, const struct sweepmember *m, int64_t ts)
{
	struct addend gap = { .ts = m->end,
		.dur = subsat(ts, m->end),
		.group = m->group,
		.kind = ADDEND_GAP,
		.number = { m->endts } };

	accumulatoradd(s->accumulator, &gap);
}

/* Adds an event to the union of a member's events. */
static void
sweepunion(struct sweep *s, uint32_t member, int64_t ts, int64_t end, bool work)
{
	struct sweepmember *m = &s->members[member];
	int64_t from = m->begun && m->end > ts ? m->end : ts;

	if (m->begun && ts > m->end)
		sweepgap(s, m, ts);
	if (from <= end)
		sweepgive(s, member, SUM_BUSY, from, end);
	if (from <= end && work)
		sweepgive(s, member, SUM_WORK_BUSY, from, end);
	if (!m->begun || end >= m->end) {
		m->endts = ts;
		m->end = end;
	}
	m->begun = true;
}

/* Adds GPU work to its track. */
static void
sweepwork(struct sweep *s, struct sweeptrack *t, const struct event *ev, int64_t end)
{
	int64_t ts = ev->number[KEY_TS], from = t->begun && t->end > ts ? t->end : ts;

	for (size_t i = 0; i < s->foundcount && from < end; i++)
		sweepgive(s, s->found[i], SUM_LEADING, from, end);
	if (!t->begun || end > t->end)
		t->end = end;
	if (!s->beside || end <= ts)
		return;
	sweepadvance(s, t, ts);
	sweeppush(s, t, end, workclassify(s->workclassifier, ev),
	    s->patterns.count > 0 ? workpatternsmask(&s->patterns, ev) : 0);
}

void
sweepevent(struct sweep *s, const struct event *ev, const uint32_t *groups, size_t count)
{
	bool work = evfamily(ev->type) == FAMILY_GPU;
	int64_t ts = ev->number[KEY_TS], end = evend(ev);
	struct sweeptrack *t;
	uint32_t track;

	if (count == 0 && !work)
		return;
	track = sweeptrackof(s, ev, work);
	t = &s->tracks[track];
	if (t->begun)
		evchecksorted(ev, t->latest);
	sweepfind(s, track, groups, count);
	if (work)
		sweepwork(s, t, ev, end);
	t->begun = true;
	t->latest = ts;
	for (size_t i = 0; i < s->foundcount; i++)
		sweepunion(s, s->found[i], ts, end, work);
}

void
sweepend(struct sweep *s)
{
	for (size_t i = 0; i < s->count; i++)
		sweepadvance(s, &s->tracks[i], INT64_MAX);
}

void
sweepfree(struct sweep *s)
{
	for (size_t i = 0; i < s->count; i++) {
		for (size_t j = 0; j < s->tracks[i].made; j++)
			free(s->tracks[i].open[j].members);
		free(s->tracks[i].open);
	}
	mapfree(&s->bydevice);
	mapfree(&s->bygpu);
	mapfree(&s->bythread);
	mapfree(&s->known);
	free(s->tracks);
	free(s->members);
	free(s->found);
	workpatternsfree(&s->patterns);
	*s = (struct sweep){ 0 };
}
