/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <strings.h>

#include "base/json.h"
#include "base/spelling.h"
#include "filter.h"
#include "program/cli.h"

/* Results of the patterns for a name. They are cached, since names repeat and matching is slow. */
struct cachedmatch {
	bool match;
	const char *color;
};

enum { CACHE_MAX = 8192 }; /* names; a full cache is emptied */

static const struct {
	enum event_key key; /* of the values; for the rank, the key that identifies the process */
	const char *name;
} keys[] = {
	[FILTER_PID] = { KEY_PID, "pid" },
	[FILTER_TID] = { KEY_TID, "tid" },
	[FILTER_DEVICE] = { KEY_DEVICE, "device" },
	[FILTER_STREAM] = { KEY_STREAM, "stream" },
	[FILTER_RANK] = { KEY_PID, "rank" },
};

/* Returns the text of a string key, or an empty span. */
static struct span
text(struct filter *f, const struct event *ev, enum event_key key)
{
	if (!evhas(ev, key) || !jsonisstring(ev->value[key]))
		return (struct span){ "", 0 };
	return jsontext(ev->value[key], &f->scratch);
}

static const struct cachedmatch *
filtermatches(struct filter *f, const struct event *ev)
{
	struct span name = text(f, ev, KEY_NAME);
	size_t before = f->cachednames.used;
	uint32_t id;

	if (before == CACHE_MAX) {
		stringtablefree(&f->cachednames);
		before = 0;
	}
	if (!f->cachedmatches)
		f->cachedmatches = xreallocarray(NULL, CACHE_MAX, sizeof(*f->cachedmatches));
	id = stringintern(&f->cachednames, name);
	if (f->cachednames.used > before)
		f->cachedmatches[id] = (struct cachedmatch){
			.match = f->pattern.code && patternmatch(&f->pattern, name),
			.color = schemecolor(&f->scheme, name),
		};
	return &f->cachedmatches[id];
}

/* Returns true if the list has this text. */
static bool
isintextlist(const struct textlist *t, struct span have)
{
	for (size_t i = 0; i < t->count; i++)
		if (spansame(have, t->p[i].text))
			return true;
	return false;
}

static bool
beginswith(const struct filter *f, struct span have, struct span prefix)
{
	if (have.n < prefix.n)
		return false;
	if (f->ignorecase)
		return strncasecmp(have.p, prefix.p, prefix.n) == 0;
	return memcmp(have.p, prefix.p, prefix.n) == 0;
}

static bool
typewanted(struct filter *f, const struct event *ev)
{
	if (f->types == 0 && f->othertypes.count == 0)
		return true;
	if (ev->type != TYPE_OTHER)
		return f->types & EVTYPE(ev->type);
	return f->othertypes.count > 0 && isintextlist(&f->othertypes, text(f, ev, KEY_TYPE));
}

/* Finds the value of an integer key, or the rank, of an event. Returns false if it has none. */
static bool
filternumberof(const struct filter *f, const struct event *ev, enum filter_number which, int64_t *v)
{
	enum event_key key = keys[which].key;

	if (!evhas(ev, key))
		return false;
	if (which == FILTER_RANK)
		return identityrank(&f->ids, ev->number[key], v);
	*v = ev->number[key];
	return true;
}

static bool
numberwanted(const struct filter *f, const struct event *ev, enum filter_number which)
{
	const struct numberlist *n = &f->numbers[which];
	int64_t v;

	if (n->count == 0)
		return true;
	if (!filternumberof(f, ev, which, &v))
		return false;
	for (size_t i = 0; i < n->count; i++)
		if (v == n->p[i].number)
			return true;
	return false;
}

static bool
overlapswindow(const struct filter *f, const struct event *ev)
{
	return evoverlaps(ev->number[KEY_TS], evisopen(ev) ? INT64_MAX : evend(ev), f->from, f->to);
}

static bool
prefixwanted(struct filter *f, const struct event *ev)
{
	struct span name;

	if (f->prefixes.count == 0)
		return true;
	name = text(f, ev, KEY_NAME);
	for (size_t i = 0; i < f->prefixes.count; i++)
		if (beginswith(f, name, f->prefixes.p[i].text))
			return true;
	return false;
}

/* Returns true if an event passes the options that apply to ranges only. */
static bool
rangewanted(struct filter *f, const struct event *ev)
{
	if (evfamily(ev->type) != FAMILY_NVTX)
		return true;
	if (f->domains.count > 0 && !isintextlist(&f->domains, text(f, ev, KEY_DOMAIN)))
		return false;
	return prefixwanted(f, ev);
}

static bool
wanted(struct filter *f, const struct event *ev)
{
	if (!typewanted(f, ev) || !overlapswindow(f, ev) || !duringkeeps(&f->during, ev) ||
	    (evhas(ev, KEY_DUR) && ev->number[KEY_DUR] < f->mindur))
		return false;
	for (int i = 0; i < FILTER_NUMBERS; i++)
		if (!numberwanted(f, ev, (enum filter_number)i))
			return false;
	return rangewanted(f, ev) && (!f->pattern.code || filtermatches(f, ev)->match);
}

/* Returns true if an event is no kernel, or its launch is wanted. Must read all events. */
static bool
launchwanted(struct filter *f, const struct event *ev)
{
	int64_t number;
	bool wants;

	if (!f->launches.asked || ev->type != TYPE_KERNEL)
		return true;
	number = launchnumber(&f->launchnumbers, ev);
	wants = number > f->launches.after && number <= f->launches.upto;
	f->launches.matched |= wants;
	return wants;
}

/* Notes the first match of an option or value. */
static void
notematch(struct filter *f, bool *matched, bool matches)
{
	if (*matched || !matches)
		return;
	*matched = true;
	f->unmatched--;
}

/* Returns true if events that start behind the window change neither output nor messages. */
static bool
filterissated(const struct filter *f)
{
	return f->unmatched == 0 && f->to < INT64_MAX && !f->invert && !f->launches.asked &&
	    !f->inside.pattern.code;
}

/* Notes the numbers that this event is the first to match. */
static void
notenumbers(struct filter *f, const struct event *ev)
{
	for (int i = 0; i < FILTER_NUMBERS; i++) {
		struct numberlist *n = &f->numbers[i];
		int64_t v;

		if (n->count == 0 || !filternumberof(f, ev, (enum filter_number)i, &v))
			continue;
		for (size_t j = 0; j < n->count; j++)
			notematch(f, &n->p[j].matched, v == n->p[j].number);
	}
}

/* Notes the options that this event is the first to match, each independently of the others. */
static void
notematches(struct filter *f, const struct event *ev)
{
	bool range = evfamily(ev->type) == FAMILY_NVTX;

	if (windowasked(&f->window))
		notematch(f, &f->touched, overlapswindow(f, ev));
	if (f->pattern.code)
		notematch(f, &f->matched, filtermatches(f, ev)->match);
	for (size_t i = 0; i < f->othertypes.count && ev->type == TYPE_OTHER; i++)
		notematch(f, &f->othertypes.p[i].matched,
		    spansame(f->othertypes.p[i].text, text(f, ev, KEY_TYPE)));
	for (size_t i = 0; i < f->prefixes.count && range; i++)
		notematch(f, &f->prefixes.p[i].matched,
		    beginswith(f, text(f, ev, KEY_NAME), f->prefixes.p[i].text));
	for (size_t i = 0; i < f->domains.count && range; i++)
		notematch(f, &f->domains.p[i].matched,
		    spansame(f->domains.p[i].text, text(f, ev, KEY_DOMAIN)));
	notenumbers(f, ev);
}

/* Converts the window to ns, once the start of the stream is known. */
static void
filterresolvewindow(struct filter *f, const struct event *ev)
{
	int64_t first = ev->number[KEY_TS], last = f->timespan.last;

	if (f->begun)
		return;
	f->begun = true;
	f->start = first;
	f->from = momentresolve(f->window.from, first, last, INT64_MIN);
	f->to = momentresolve(f->window.to, first, last, INT64_MAX);
	f->stage.lateness = f->to > first ? f->to : first;
	f->timespan = (struct timespan){ 0 };
}

/* Returns what the options remove besides a window. --invert with --type alone keeps other types;
 * unknown types may be left then, since --type names single ones. */
static struct filtered
filterremoves(const struct filter *f)
{
	struct filtered removes = { f->by, 0 };
	uint64_t types = f->types | (f->othertypes.count > 0 ? EVTYPE(TYPE_OTHER) : 0);

	if (f->by == (FILTEREDBY(TYPE) | FILTEREDBY(INVERT)))
		return (struct filtered){ FILTEREDBY(TYPE), filteredwithout(~f->types) };
	if (f->invert)
		return removes;
	removes.by &= ~(FILTEREDBY(FROM) | FILTEREDBY(TO));
	if (f->by & FILTEREDBY(TYPE))
		removes.without = filteredwithout(types);
	return removes;
}

/* Writes to the header what this program and earlier ones removed. */
static void
filtersetfiltered(struct filter *f, struct event *ev)
{
	struct filtered all = filteredboth(filteredread(ev), filterremoves(f));

	if (filterremoves(f).by == 0)
		return;
	f->filtered.n = 0;
	filteredobject(all, &f->filtered);
	jsonpad(&f->filtered);
	evset(ev, KEY_FILTERED, bufall(&f->filtered));
}

/* Writes the window to the header: the intersection with the one of an earlier nst-filter. With
 * --invert the kept events have no window. */
static void
filterheader(struct stage *stage, struct event *ev)
{
	struct filter *f = (struct filter *)stage;
	int64_t from, to;

	filterresolvewindow(f, ev);
	timespanevent(&f->timespan, ev);
	from = f->from;
	to = f->to;
	if (evhas(ev, KEY_FROM) && ev->number[KEY_FROM] > from)
		from = ev->number[KEY_FROM];
	if (evhas(ev, KEY_TO) && ev->number[KEY_TO] < to)
		to = ev->number[KEY_TO];
	if (windowasked(&f->window) && !f->invert) {
		if (from != INT64_MIN)
			evsetint(ev, KEY_FROM, from);
		if (to != INT64_MAX)
			evsetint(ev, KEY_TO, to);
	}
	filtersetfiltered(f, ev);
	stageheader(stage->next, ev);
}

/* Sets the colour that the scheme has for an event, or its kind. */
static void
setcolor(struct filter *f, struct event *ev)
{
	const char *color = NULL;

	if (f->colortypes && !(f->colortypes & EVTYPE(ev->type)))
		return;
	if (f->scheme.count > 0 && evhas(ev, KEY_NAME))
		color = filtermatches(f, ev)->color;
	if (!color && f->colorbykind)
		color = colorkindcolor(&f->colorkinder, ev);
	if (!color)
		return;
	f->cname.n = 0;
	bufprintf(&f->cname, "\"%s\"", color);
	jsonpad(&f->cname);
	evset(ev, KEY_CNAME, bufall(&f->cname));
}

/* Gives an event that is kept. */
static void
filtergive(void *arg, struct event *ev)
{
	struct filter *f = arg;

	if (f->renames.count > 0)
		renameevent(&f->renames, ev);
	setcolor(f, ev);
	stagegive(&f->stage, ev);
}

/* Returns true if an event is inside a range, and tells its GPU. */
static bool
isinside(struct filter *f, const struct event *ev)
{
	bool inside = insideevent(&f->inside, ev);

	if (inside && (ev->type == TYPE_NVTX_KERNEL || evfamily(ev->type) == FAMILY_GPU))
		insidestatesadd(&f->states, ev);
	return inside;
}

static void
filterevent(struct stage *stage, struct event *ev)
{
	struct filter *f = (struct filter *)stage;
	bool inside;

	filterresolvewindow(f, ev);
	if (ev->type == TYPE_META) {
		if (f->numbers[FILTER_RANK].count > 0)
			identitylearn(&f->ids, ev);
		stagegive(stage, ev);
		return;
	}
	if (windowneedsstart(&f->window))
		evchecksorted(ev, f->start);
	timespanevent(&f->timespan, ev);
	if (f->unmatched > 0) {
		notematches(f, ev);
		stage->sated = filterissated(f);
	}
	inside = launchwanted(f, ev);
	if (f->inside.pattern.code && ev->type == TYPE_GPU_STATE && wanted(f, ev)) {
		insidestateshold(&f->states, ev);
		return;
	}
	if (f->inside.pattern.code)
		inside &= isinside(f, ev);
	if ((wanted(f, ev) && inside) != f->invert)
		filtergive(f, ev);
}

/* Gives the states that waited. */
static void
filterfinish(struct stage *stage)
{
	struct filter *f = (struct filter *)stage;

	insidestatesgive(&f->states, f->invert,
	    stagewant(stage) | EVKEY(KEY_PID) | EVKEY(KEY_DEVICE), filtergive, f);
}

/* Sets the number of options and values that have matched nothing: at first, all of them. */
static void
filterready(struct stage *stage)
{
	struct filter *f = (struct filter *)stage;

	f->unmatched = f->othertypes.count + f->prefixes.count + f->domains.count;
	f->unmatched += windowasked(&f->window) + (f->pattern.code != NULL);
	for (int i = 0; i < FILTER_NUMBERS; i++)
		f->unmatched += f->numbers[i].count;
}

void
filterinit(struct filter *f)
{
	*f = (struct filter){
		.stage = {
			.want = EVKEY(KEY_FROM) | EVKEY(KEY_TO),
			.begin = filterready,
			.header = filterheader,
			.event = filterevent,
			.finish = filterfinish,
			.stop = filterfinish,
		},
	};
}

void
filternumber(struct filter *f, enum filter_number which, int64_t v)
{
	struct numberlist *n = &f->numbers[which];

	f->stage.want |= which == FILTER_RANK ? IDENTITY_KEYS : EVKEY(keys[which].key);
	n->p = xreallocarray(n->p, n->count + 1, sizeof(*n->p));
	n->p[n->count++] = (struct filternumber){ v, false };
}

void
filtertext(struct textlist *t, struct span text)
{
	t->p = xreallocarray(t->p, t->count + 1, sizeof(*t->p));
	t->p[t->count++] = (struct filtertext){ text, false };
}

/* Prints the texts of an option that matched nothing. */
static void
warntexts(const struct textlist *t, const char *format)
{
	for (size_t i = 0; i < t->count; i++)
		if (!t->p[i].matched)
			warn(format, (int)t->p[i].text.n, t->p[i].text.p);
}

/* Prints the types that no event has. */
static void
warntypes(const struct textlist *t)
{
	const char *names[TYPE_COUNT];

	for (int i = 0; i < TYPE_COUNT; i++)
		names[i] = evtypename((enum event_type)i);
	for (size_t i = 0; i < t->count; i++)
		if (!t->p[i].matched)
			warn("--type: no event has the type '%.*s'%s", (int)t->p[i].text.n,
			    t->p[i].text.p, spellinghint(t->p[i].text, names, TYPE_COUNT));
}

void
filterwarn(const struct filter *f, const char *path)
{
	if (!f->timespan.begun)
		return;
	if (windowasked(&f->window) && !f->touched)
		windowempty(path, f->timespan.first, f->timespan.last);
	warntypes(&f->othertypes);
	warntexts(&f->prefixes, "--prefix: no range begins with '%.*s'");
	warntexts(&f->domains, "--domain: no range is of the domain '%.*s'");
	if (f->pattern.code && !f->matched)
		warn("--match: no name matches '%s'", f->pattern.source);
	if (f->during.ranges && f->during.count == 0)
		warn("--during-nvtx: no range is '%s'", f->during.text);
	if (f->inside.pattern.code && !f->inside.matched)
		warn("--inside: no range matches '%s'", f->inside.pattern.source);
	if (f->inside.missed > 0)
		warn("--inside: GPU work that begins before its call is missing, %llu times: put "
		     "nst-link before nst-filter", (unsigned long long)f->inside.missed);
	if (f->launches.asked && !f->launches.matched)
		warn("--launches: no process has the launches %s of any kernel", f->launches.text);
	for (int i = 0; i < FILTER_NUMBERS; i++)
		for (size_t j = 0; j < f->numbers[i].count; j++)
			if (!f->numbers[i].p[j].matched)
				warn("--%s: no event has %s %lld", keys[i].name, keys[i].name,
				    (long long)f->numbers[i].p[j].number);
}

void
filterfree(struct filter *f)
{
	for (int i = 0; i < FILTER_NUMBERS; i++)
		free(f->numbers[i].p);
	if (f->pattern.code)
		patternfree(&f->pattern);
	insidefree(&f->inside);
	duringfree(&f->during);
	insidestatesfree(&f->states);
	launchnumbersfree(&f->launchnumbers);
	renamefree(&f->renames);
	schemefree(&f->scheme);
	colorkinderfree(&f->colorkinder);
	identitytablefree(&f->ids);
	stringtablefree(&f->cachednames);
	free(f->cachedmatches);
	free(f->othertypes.p);
	free(f->prefixes.p);
	free(f->domains.p);
	free(f->scratch.p);
	free(f->cname.p);
	free(f->filtered.p);
}
