/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "match.h"

#define NONE UINT32_MAX

/* Added to the number of a communicator that the trace tells: the others are ids of sets. */
#define TOLD (UINT32_C(1) << 31)

/* The fewest groups of a communicator whose channels have more parts alone, and how many times more
 * than by chance there must be. */
enum { BEYOND_LEAST = 3, BY_CHANCE = 10 };

/* One pass that groups the parts by time. */
struct grouping {
	struct matcher *m;
	const uint32_t *communicators; /* by channel; NULL in the first pass */
	uint32_t *order;     /* parts by communicator, name, start */
	struct skewcollective *groups;
	bool *ambiguous;     /* by group: some part fits another group as well */
	size_t count, room, ambiguousroom;
	uint32_t *group;     /* by part */
	uint32_t *open;      /* groups that may still get parts */
	size_t opencount, openroom;
	struct map members;  /* (group, channel): the channel has a part in the group */
};

/* In the first pass all parts have communicator 0, unless the trace tells another one. */
static uint32_t
communicatorof(const struct grouping *s, uint32_t part)
{
	uint32_t channel = s->m->parts[part].channel;

	if (s->m->told[channel] != NONE)
		return TOLD + s->m->told[channel];
	return s->communicators ? s->communicators[channel] : 0;
}

static int
partcompare(const void *a, const void *b, void *arg)
{
	const struct grouping *s = arg;
	uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
	const struct rankpart *x = &s->m->parts[i], *y = &s->m->parts[k];

	if (communicatorof(s, i) != communicatorof(s, k))
		return communicatorof(s, i) < communicatorof(s, k) ? -1 : 1;
	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (i > k) - (i < k);
}

/* Returns the difference between the first and last end of a group with one more part, ns. */
static int64_t
endspread(const struct skewcollective *g, const struct rankpart *p)
{
	return subsat(p->end > g->lastend ? p->end : g->lastend,
	    p->end < g->firstend ? p->end : g->firstend);
}

/* Returns the open group that a part fits: the one with the nearest ends, or NONE. Sets *more if
 * the part fits several. Removes closed groups from s->open. */
static uint32_t
choosegroup(struct grouping *s, const struct rankpart *p, bool *more)
{
	uint32_t best = NONE;
	size_t left = 0;

	*more = false;
	for (size_t i = 0; i < s->opencount; i++) {
		uint32_t group = s->open[i];
		const struct skewcollective *g = &s->groups[group];

		if (g->firstend <= p->start)
			/* a part of it ended before this one started: the group is closed */
			continue;
		s->open[left++] = group;
		if (endspread(g, p) > s->m->maxapart ||
		    mapget(&s->members, (struct mapkey){ group, p->channel }))
			continue;
		*more = best != NONE;
		if (best == NONE || endspread(g, p) < endspread(&s->groups[best], p))
			best = group;
	}
	s->opencount = left;
	return best;
}

/* Adds a part to a group; NONE starts a group. */
static void
matchjoin(struct grouping *s, uint32_t part, uint32_t group, bool either)
{
	const struct rankpart *p = &s->m->parts[part];
	struct skewcollective *g;
	bool fresh;

	if (group == NONE) {
		group = (uint32_t)s->count++;
		GROW(s->groups, s->room, s->count);
		GROW(s->ambiguous, s->ambiguousroom, s->count);
		GROW(s->open, s->openroom, s->opencount + 1);
		s->groups[group] = (struct skewcollective){
			.firststart = p->start,
			.laststart = p->start,
			.firstend = p->end,
			.lastend = p->end,
		};
		s->ambiguous[group] = false;
		s->open[s->opencount++] = group;
	}
	g = &s->groups[group];
	if (g->count++ == 0 || p->start > g->laststart) {
		g->laststart = p->start;
		g->lastpart = part;
	}
	g->firstend = p->end < g->firstend ? p->end : g->firstend;
	g->lastend = p->end > g->lastend ? p->end : g->lastend;
	s->ambiguous[group] = s->ambiguous[group] || either;
	s->group[part] = group;
	mapput(&s->members, (struct mapkey){ group, p->channel }, &fresh);
}

/* Sorts the parts and groups them in order of their starts. */
static void
groupparts(struct grouping *s)
{
	uint32_t before = NONE;

	for (uint32_t i = 0; i < s->m->count; i++)
		s->order[i] = i;
	qsort_r(s->order, s->m->count, sizeof(*s->order), partcompare, s);
	for (size_t i = 0; i < s->m->count; i++) {
		uint32_t part = s->order[i];
		bool more = false;
		uint32_t group;

		if (before == NONE || communicatorof(s, part) != communicatorof(s, before) ||
		    s->m->parts[part].name != s->m->parts[before].name)
			s->opencount = 0;
		before = part;
		group = choosegroup(s, &s->m->parts[part], &more);
		matchjoin(s, part, group, more);
	}
}

static struct grouping
groupingmake(struct matcher *m, const uint32_t *communicators)
{
	return (struct grouping){
		.m = m,
		.communicators = communicators,
		.order = xreallocarray(NULL, m->count, sizeof(uint32_t)),
		.group = xreallocarray(NULL, m->count, sizeof(uint32_t)),
	};
}

static void
groupingfree(struct grouping *s)
{
	free(s->order);
	free(s->groups);
	free(s->ambiguous);
	free(s->group);
	free(s->open);
	mapfree(&s->members);
}

/* The distinct sets of channels that have groups, and the number of groups of each. */
struct channelsets {
	struct stringtable names; /* each string is the sorted uint32_t channels of a set */
	uint32_t *counts;
	size_t room;
};

struct groupmember {
	uint32_t group, channel;
};

static int
groupmembercompare(const void *a, const void *b)
{
	const struct groupmember *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return (x->channel > y->channel) - (x->channel < y->channel);
}

static void
countset(struct channelsets *sets, const struct buf *channels)
{
	size_t before = sets->names.used;
	uint32_t set = stringintern(&sets->names, bufall(channels));

	GROW(sets->counts, sets->room, sets->names.used);
	if (sets->names.used > before)
		sets->counts[set] = 0;
	sets->counts[set]++;
}

/* Counts the groups of each set of channels. */
static void
countsets(struct channelsets *sets, const struct grouping *s)
{
	struct groupmember *places = xreallocarray(NULL, s->m->count, sizeof(*places));
	struct buf channels = { 0 };

	for (size_t i = 0; i < s->m->count; i++)
		places[i] = (struct groupmember){ s->group[i], s->m->parts[i].channel };
	if (s->m->count > 0)
		qsort(places, s->m->count, sizeof(*places), groupmembercompare);
	for (size_t i = 0; i < s->m->count; i++) {
		bufmem(&channels, (const char *)&places[i].channel, sizeof(uint32_t));
		if (i + 1 < s->m->count && places[i + 1].group == places[i].group)
			continue;
		countset(sets, &channels);
		channels.n = 0;
	}
	free(places);
	free(channels.p);
}

/* Returns the channels of a set, which may be unaligned, and stores their number. */
static const uint32_t *
channelsof(const struct channelsets *sets, uint32_t set, size_t *count)
{
	struct span bytes = stringat(&sets->names, set);

	*count = bytes.n / sizeof(uint32_t);
	return (const uint32_t *)(const void *)bytes.p;
}

static uint32_t
channelat(const uint32_t *channels, size_t i)
{
	uint32_t channel;

	memcpy(&channel, (const char *)channels + i * sizeof(channel), sizeof(channel));
	return channel;
}

/* The number of parts of each channel, and the time from the first end of a part to the last,
 * ns. */
struct density {
	uint64_t *parts;
	int64_t span;
};

static struct density
densityof(const struct matcher *m)
{
	struct density d = { .parts = xzalloc(m->channels, sizeof(*d.parts)) };
	int64_t first = INT64_MAX, last = INT64_MIN;

	for (size_t i = 0; i < m->count; i++) {
		d.parts[m->parts[i].channel]++;
		first = m->parts[i].end < first ? m->parts[i].end : first;
		last = m->parts[i].end > last ? m->parts[i].end : last;
	}
	d.span = subsat(last, first);
	return d;
}

/* Returns true if a set of several channels has far more groups than chance makes: so many parts of
 * its two busiest channels, spread evenly, would end together by chance BY_CHANCE times less
 * often. */
static bool
beyondchance(
    const struct channelsets *sets, uint32_t set, const struct density *d, int64_t maxapart)
{
	const uint32_t *all;
	double most = 0, second = 0;
	size_t count;

	all = channelsof(sets, set, &count);
	for (size_t i = 0; i < count; i++) {
		double parts = (double)d->parts[channelat(all, i)];

		second = parts > most ? most : parts > second ? parts : second;
		most = parts > most ? parts : most;
	}
	return count > 1 && sets->counts[set] >= BEYOND_LEAST &&
	    (double)sets->counts[set] * (double)d->span >
	    BY_CHANCE * most * second * 2 * (double)maxapart;
}

/* Returns true if a set is a better communicator of a channel than another one: it is more
 * frequent. A set of several channels beyond chance is better than the channel alone, since a trace
 * may have lost the parts of the others. */
static bool
isbetter(const struct channelsets *sets, const bool *beyond, uint32_t set, uint32_t other)
{
	size_t count, others;

	channelsof(sets, set, &count);
	channelsof(sets, other, &others);
	if (count > 1 && others == 1 && beyond[set])
		return true;
	if (count == 1 && others > 1 && beyond[other])
		return false;
	return sets->counts[set] > sets->counts[other];
}

/* Returns an array with the communicator of each channel, which the caller frees: the best set that
 * has the channel. It is NONE unless that set is the best one of all its channels. */
static uint32_t *
findcommunicators(const struct channelsets *sets, const struct matcher *m)
{
	uint32_t *best = xreallocarray(NULL, m->channels, sizeof(*best)), channels = m->channels;
	bool *beyond = xzalloc(sets->names.used + 1, sizeof(*beyond));
	struct density d = densityof(m);
	size_t count;

	for (uint32_t set = 0; set < sets->names.used; set++)
		beyond[set] = beyondchance(sets, set, &d, m->maxapart);

	for (uint32_t i = 0; i < channels; i++)
		best[i] = NONE;
	for (uint32_t set = 0; set < sets->names.used; set++) {
		const uint32_t *all = channelsof(sets, set, &count);

		for (size_t i = 0; i < count; i++) {
			uint32_t *one = &best[channelat(all, i)];

			if (*one == NONE || isbetter(sets, beyond, set, *one))
				*one = set;
		}
	}
	for (uint32_t set = 0; set < sets->names.used; set++) {
		const uint32_t *all = channelsof(sets, set, &count);
		bool agreed = true;

		for (size_t i = 0; i < count; i++)
			agreed = agreed && best[channelat(all, i)] == set;
		for (size_t i = 0; i < count && !agreed; i++)
			if (best[channelat(all, i)] == set)
				best[channelat(all, i)] = NONE;
	}
	free(beyond);
	free(d.parts);
	return best;
}

/* Returns an array, which the caller frees: the number of channels of each communicator that the
 * trace tells. */
static uint32_t *
toldsizes(const struct matcher *m)
{
	uint32_t *sizes = xzalloc(m->toldcount + (size_t)1, sizeof(*sizes));

	for (uint32_t i = 0; i < m->channels; i++)
		if (m->told[i] != NONE)
			sizes[m->told[i]]++;
	return sizes;
}

/* Returns an array, which the caller frees: for each part whether it is numbered, and all channels
 * of its communicator have a part of that number. */
static bool *
findnumbers(const struct grouping *s, const uint32_t *sizes)
{
	bool *complete = xzalloc(s->m->count, sizeof(*complete));
	size_t last;

	for (size_t i = 0; i < s->m->count; i = last) {
		uint32_t part = s->order[i], team = communicatorof(s, part), channels = 0;
		struct map seen = { 0 };
		bool fresh;

		for (last = i; last < s->m->count &&
		    communicatorof(s, s->order[last]) == team &&
		    s->m->parts[s->order[last]].name == s->m->parts[part].name; last++)
			if (s->m->parts[part].numbered) {
				mapput(&seen,
				    (struct mapkey){ s->m->parts[s->order[last]].channel, 0 },
				    &fresh);
				channels += fresh;
			}
		mapfree(&seen);
		for (size_t k = i; k < last && channels > 0; k++)
			complete[s->order[k]] = channels == sizes[team - TOLD];
	}
	return complete;
}

/* The channels of communicators. */
struct teams {
	const struct channelsets *sets;
	uint32_t *sizes; /* of those that the trace tells */
	bool *numbers;   /* by part: all channels have its number */
};

/* Returns the number of channels of a communicator, 0 for NONE. */
static size_t
teamsize(const struct teams *teams, uint32_t team)
{
	size_t members = 0;

	if (team != NONE && team >= TOLD)
		return teams->sizes[team - TOLD];
	if (team < teams->sets->names.used)
		channelsof(teams->sets, team, &members);
	return members;
}

/* Returns MATCH_OK if the part's group is a collective, else the reason why it is none. */
static enum unmatched
matchjudge(const struct grouping *s, const struct teams *teams, uint32_t part)
{
	const struct skewcollective *g = &s->groups[s->group[part]];
	uint32_t team = communicatorof(s, part);
	size_t members = teamsize(teams, team);

	if (s->ambiguous[s->group[part]])
		return MATCH_AMBIGUOUS;
	if (team == NONE)
		return g->count > 1 ? MATCH_AMBIGUOUS : MATCH_MISSING;
	if (members < 2)
		return MATCH_ALONE;
	if (g->count == members)
		return MATCH_OK;
	return teams->numbers[part] ? MATCH_APART : MATCH_MISSING;
}

/* Stores the groups that are collectives, in order of their first parts in the stream. */
static void
matchkeep(struct matcher *m, const struct grouping *s, const struct teams *teams)
{
	uint32_t *numbers = xreallocarray(NULL, s->count, sizeof(*numbers));

	for (size_t i = 0; i < s->count; i++)
		numbers[i] = NONE;
	m->collective = xreallocarray(NULL, m->count, sizeof(*m->collective));
	for (uint32_t i = 0; i < m->count; i++) {
		enum unmatched why = matchjudge(s, teams, i);
		uint32_t *number = &numbers[s->group[i]];

		m->collective[i] = NONE;
		if (why != MATCH_OK) {
			m->unmatched[why]++;
			continue;
		}
		if (*number == NONE) {
			*number = (uint32_t)m->foundcount;
			GROW(m->found, m->foundroom, m->foundcount + 1);
			m->found[m->foundcount++] = s->groups[s->group[i]];
		}
		m->collective[i] = *number;
	}
	free(numbers);
}

void
matchall(struct matcher *m)
{
	struct grouping first, second;
	struct channelsets sets = { 0 };
	struct teams teams = { .sets = &sets };
	uint32_t *team;

	if (m->count == 0)
		return;
	first = groupingmake(m, NULL);
	groupparts(&first);
	countsets(&sets, &first);
	groupingfree(&first);
	team = findcommunicators(&sets, m);
	second = groupingmake(m, team);
	groupparts(&second);
	teams.sizes = toldsizes(m);
	teams.numbers = findnumbers(&second, teams.sizes);
	matchkeep(m, &second, &teams);
	free(teams.sizes);
	free(teams.numbers);
	groupingfree(&second);
	free(team);
	stringtablefree(&sets.names);
	free(sets.counts);
}

void
matchfree(struct matcher *m)
{
	free(m->parts);
	free(m->collective);
	free(m->found);
}
