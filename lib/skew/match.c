/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "match.h"

#define NONE UINT32_MAX

/* A pass over all parts that puts them together. */
struct sweep {
	struct match *m;
	const uint32_t *teams; /* by channel, its communicator; NULL while they are not known */
	uint32_t *order;       /* parts: by communicator, name, start */
	struct together *groups;
	bool *either; /* by group: a part could be of another one as well */
	size_t count, room, eitherroom;
	uint32_t *of;   /* by part */
	uint32_t *open; /* groups that may get more parts */
	size_t opened, openroom;
	struct map members; /* (group, channel) -> nothing: who has a part */
};

/* The communicator of a part, 0 while they are not known. */
static uint32_t
teamof(const struct sweep *s, uint32_t part)
{
	return s->teams ? s->teams[s->m->parts[part].channel] : 0;
}

static int
matchbyorder(const void *a, const void *b, void *arg)
{
	const struct sweep *s = arg;
	uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
	const struct attended *x = &s->m->parts[i], *y = &s->m->parts[k];

	if (teamof(s, i) != teamof(s, k))
		return teamof(s, i) < teamof(s, k) ? -1 : 1;
	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (i > k) - (i < k);
}

/* How far the ends of a group are apart with one more part, ns. */
static int64_t
spread(const struct together *g, const struct attended *p)
{
	return subsat(p->end > g->late ? p->end : g->late, p->end < g->early ? p->end : g->early);
}

/* The open group where a part belongs, the one that ends nearest; NONE for none. *more says whether
 * there are others. */
static uint32_t
choose(struct sweep *s, const struct attended *p, bool *more)
{
	uint32_t best = NONE;
	size_t left = 0;

	*more = false;
	for (size_t i = 0; i < s->opened; i++) {
		uint32_t group = s->open[i];
		const struct together *g = &s->groups[group];

		if (g->early <= p->start)
			continue; /* closed */
		s->open[left++] = group;
		if (spread(g, p) > s->m->apart ||
		    mapget(&s->members, (struct mapkey){ group, p->channel }))
			continue;
		*more = best != NONE;
		if (best == NONE || spread(g, p) < spread(&s->groups[best], p))
			best = group;
	}
	s->opened = left;
	return best;
}

/* Puts a part into a group, a new one where that is NONE. */
static void
matchjoin(struct sweep *s, uint32_t part, uint32_t group, bool either)
{
	const struct attended *p = &s->m->parts[part];
	struct together *g;
	bool fresh;

	if (group == NONE) {
		group = (uint32_t)s->count++;
		GROW(s->groups, s->room, s->count);
		GROW(s->either, s->eitherroom, s->count);
		GROW(s->open, s->openroom, s->opened + 1);
		s->groups[group] = (struct together){
			.first = p->start, .last = p->start, .early = p->end, .late = p->end
		};
		s->either[group] = false;
		s->open[s->opened++] = group;
	}
	g = &s->groups[group];
	if (g->count++ == 0 || p->start > g->last) {
		g->last = p->start;
		g->latest = part;
	}
	g->early = p->end < g->early ? p->end : g->early;
	g->late = p->end > g->late ? p->end : g->late;
	s->either[group] = s->either[group] || either;
	s->of[part] = group;
	mapput(&s->members, (struct mapkey){ group, p->channel }, &fresh);
}

/* Puts all parts together. */
static void
sweep(struct sweep *s)
{
	uint32_t before = NONE;

	for (uint32_t i = 0; i < s->m->count; i++)
		s->order[i] = i;
	qsort_r(s->order, s->m->count, sizeof(*s->order), matchbyorder, s);
	for (size_t i = 0; i < s->m->count; i++) {
		uint32_t part = s->order[i];
		bool more = false;
		uint32_t group;

		if (before == NONE || teamof(s, part) != teamof(s, before) ||
		    s->m->parts[part].name != s->m->parts[before].name)
			s->opened = 0;
		before = part;
		group = choose(s, &s->m->parts[part], &more);
		matchjoin(s, part, group, more);
	}
}

static struct sweep
sweepmake(struct match *m, const uint32_t *teams)
{
	return (struct sweep){
		.m = m,
		.teams = teams,
		.order = xreallocarray(NULL, m->count, sizeof(uint32_t)),
		.of = xreallocarray(NULL, m->count, sizeof(uint32_t)),
	};
}

static void
sweepfree(struct sweep *s)
{
	free(s->order);
	free(s->groups);
	free(s->either);
	free(s->of);
	free(s->open);
	mapfree(&s->members);
}

/* The sets of channels that went together, and how often. */
struct sets {
	struct stringtable names; /* each one as its channels, in order */
	uint32_t *often;
	size_t room;
};

/* A part of a group, for sorting. */
struct membership {
	uint32_t group, channel;
};

static int
bygroup(const void *a, const void *b)
{
	const struct membership *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return (x->channel > y->channel) - (x->channel < y->channel);
}

/* Counts a set. */
static void
countset(struct sets *sets, const struct buf *channels)
{
	size_t before = sets->names.used;
	uint32_t set = stringintern(&sets->names, bufall(channels));

	GROW(sets->often, sets->room, sets->names.used);
	if (sets->names.used > before)
		sets->often[set] = 0;
	sets->often[set]++;
}

/* Counts the sets of all groups. */
static void
countsets(struct sets *sets, const struct sweep *s)
{
	struct membership *places = xreallocarray(NULL, s->m->count, sizeof(*places));
	struct buf channels = { 0 };

	for (size_t i = 0; i < s->m->count; i++)
		places[i] = (struct membership){ s->of[i], s->m->parts[i].channel };
	if (s->m->count > 0)
		qsort(places, s->m->count, sizeof(*places), bygroup);
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

/* The channels of a set, and how many they are. */
static const uint32_t *
channelsof(const struct sets *sets, uint32_t set, size_t *count)
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

/* The communicator of each channel: the set in which it was most often, if all in that say so; NONE
 * otherwise. The caller frees it. */
static uint32_t *
teams(const struct sets *sets, uint32_t channels)
{
	uint32_t *best = xreallocarray(NULL, channels, sizeof(*best));
	size_t count;

	for (uint32_t i = 0; i < channels; i++)
		best[i] = NONE;
	for (uint32_t set = 0; set < sets->names.used; set++) {
		const uint32_t *all = channelsof(sets, set, &count);

		for (size_t i = 0; i < count; i++) {
			uint32_t *one = &best[channelat(all, i)];

			if (*one == NONE || sets->often[set] > sets->often[*one])
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
	return best;
}

/* Why the parts of a group are no collective; MATCH_WHYS when they are. */
static enum unmatched
matchjudge(const struct sweep *s, const struct sets *sets, uint32_t part)
{
	const struct together *g = &s->groups[s->of[part]];
	uint32_t team = teamof(s, part);
	size_t members = 0;

	if (team != NONE)
		channelsof(sets, team, &members);
	if (s->either[s->of[part]])
		return MATCH_EITHER;
	if (team == NONE)
		return g->count > 1 ? MATCH_EITHER : MATCH_MISSING;
	if (members < 2)
		return MATCH_ALONE;
	return g->count == members ? MATCH_WHYS : MATCH_MISSING;
}

/* Keeps the collectives that are whole. */
static void
matchkeep(struct match *m, const struct sweep *s, const struct sets *sets)
{
	uint32_t *numbers = xreallocarray(NULL, s->count, sizeof(*numbers));

	for (size_t i = 0; i < s->count; i++)
		numbers[i] = NONE;
	m->of = xreallocarray(NULL, m->count, sizeof(*m->of));
	for (uint32_t i = 0; i < m->count; i++) { /* in the order of their first parts */
		enum unmatched why = matchjudge(s, sets, i);
		uint32_t *number = &numbers[s->of[i]];

		m->of[i] = NONE;
		if (why != MATCH_WHYS) {
			m->unmatched[why]++;
			continue;
		}
		if (*number == NONE) {
			*number = (uint32_t)m->found;
			GROW(m->all, m->allroom, m->found + 1);
			m->all[m->found++] = s->groups[s->of[i]];
		}
		m->of[i] = *number;
	}
	free(numbers);
}

void
matchall(struct match *m)
{
	struct sweep first, second;
	struct sets sets = { 0 };
	uint32_t *team;

	if (m->count == 0)
		return;
	first = sweepmake(m, NULL);
	sweep(&first);
	countsets(&sets, &first);
	sweepfree(&first);
	team = teams(&sets, m->channels);
	second = sweepmake(m, team);
	sweep(&second);
	matchkeep(m, &second, &sets);
	sweepfree(&second);
	free(team);
	stringtablefree(&sets.names);
	free(sets.often);
}

void
matchfree(struct match *m)
{
	free(m->parts);
	free(m->of);
	free(m->all);
}
