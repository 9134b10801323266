/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "base/spelling.h"
#include "program/cli.h"
#include "runtotals.h"

/* The keys of --by. */
static const struct totalskey keys[] = {
	{ "type", KEY_TYPE, false, false },
	{ "name", KEY_NAME, false, true },
	{ "device", KEY_DEVICE, false, false },
	{ "stream", KEY_STREAM, false, false },
	{ "pid", KEY_PID, false, false },
	{ "tid", KEY_TID, false, false },
	{ "domain", KEY_DOMAIN, false, false },
	{ "nvtx", KEY_NVTX, true, true },
};

enum { KEYS = sizeof(keys) / sizeof(*keys) };

_Static_assert(KEYS == sizeof(((struct runtotals *)NULL)->keys) / sizeof(struct totalskey *),
    "there is room for all keys");

void
runtotalsby(struct runtotals *t, const char *option, struct span name)
{
	const char *names[KEYS];

	for (size_t i = 0; i < KEYS; i++) {
		names[i] = keys[i].name;
		if (!spanis(name, keys[i].name))
			continue;
		for (size_t j = 0; j < t->keycount; j++)
			if (t->keys[j] == &keys[i])
				dieusage("--%s: %s is there twice", option, keys[i].name);
		t->keys[t->keycount++] = &keys[i];
		return;
	}
	dieusage("--%s: nothing is called '%.*s'%s", option, (int)name.n, name.p,
	    spellinghint(name, names, KEYS));
}

void
runtotalstype(struct runtotals *t, struct span name)
{
	uint64_t types = evtypeset(name);
	struct buf quoted = { 0 };

	t->types |= types;
	if (types == 0) {
		jsonstring(&quoted, name.p, name.n);
		stringintern(&t->others, bufall(&quoted));
		free(quoted.p);
	}
}

void
runtotalsbegin(struct runtotals *t, const char *name, enum side side)
{
	stringintern(&t->patterns, (struct span){ "", 0 });
	GROW(t->runs, t->runroom, t->runcount + 1);
	t->runs[t->runcount++] = (struct totalsrun){ .name = name, .side = side };
	t->namer.headed = false;
	t->namer.names = NAMES_SHORT;
}

unsigned
runtotalswant(const struct runtotals *t)
{
	unsigned want = EVKEY(KEY_STEP);

	for (size_t i = 0; i < t->keycount; i++)
		want |= EVKEY(t->keys[i]->key) & EVENT_INTEGERS;
	return want;
}

/* Returns a part of the last run; makes it if it is new. */
static uint32_t
partof(struct runtotals *t, bool stepped, int64_t step)
{
	uint32_t run = (uint32_t)t->runcount - 1;
	bool fresh;
	uint32_t *part = mapput(&t->partsof,
	    (struct mapkey){ (uint64_t)run << 1 | stepped, (uint64_t)step }, &fresh);

	if (fresh) {
		*part = (uint32_t)t->partcount;
		GROW(t->parts, t->partroom, t->partcount + 1);
		t->parts[t->partcount++] =
		    (struct totalspart){ .run = run, .stepped = stepped, .step = step };
	}
	return *part;
}

/* Adds to the group whose values are in t->text, and returns its number. */
static uint32_t
runtotalsadd(struct runtotals *t, uint32_t part, uint64_t count, wide total)
{
	uint32_t group = stringintern(&t->groups, bufall(&t->text)), *cell;
	struct totalsrun *run = &t->runs[t->runcount - 1];
	bool fresh;

	cell = mapput(&t->cellsof, (struct mapkey){ group, part }, &fresh);
	if (fresh) {
		*cell = (uint32_t)t->cellcount;
		GROW(t->cells, t->cellroom, t->cellcount + 1);
		t->cells[t->cellcount++] = (struct totalscell){ .group = group, .part = part };
	}
	t->cells[*cell].count += count;
	t->cells[*cell].total += total;
	run->events += count;
	run->stepped = run->stepped || t->parts[part].stepped;
	run->stepless += t->parts[part].stepped ? 0 : count;
	return group;
}

/* Adds an event to the group whose values are in t->text. */
static void
runtotalsone(struct runtotals *t, uint32_t part, wide duration)
{
	size_t cells = t->cellcount, bytes;
	uint32_t group = runtotalsadd(t, part, 1, duration);
	struct batches *batches = totalsgroupsbatches(t, group, (uint32_t)t->runcount - 1);

	bytes = batchesadd(batches, (double)duration, t->spill.spilled);
	t->batchbytes += bytes;
	if (bytes > 0 || t->cellcount > cells)
		totalsspillcheck(t);
}

/* Appends the value of a key: a string, which contains no tab, or an integer. */
static void
runtotalsput(struct runtotals *t, const struct totalskey *key, enum event_type type,
    struct span value, const struct event *ev)
{
	int64_t number;

	if (key->renamed && jsonisstring(value)) {
		value = groupnamequoted(
		    &t->namer, key->key == KEY_NVTX ? TYPE_NVTX : type, value, ev);
		if (t->renames.count > 0)
			value = renamestring(&t->renames, value);
	}
	if (jsonisstring(value) || (value.n > 0 && jsonint(value, &number)))
		bufspan(&t->text, value);
	bufchar(&t->text, '\t');
}

/* Returns the last member of an array, or NULL. */
static struct span
last(struct span array, struct buf *stack)
{
	struct span item, found = { NULL, 0 };
	struct json j;

	if (array.n == 0 || *array.p != '[')
		return found;
	jsonopen(&j, array.p, stack);
	while (jsonitem(&j, &item) > 0)
		found = item;
	return found;
}

/* Returns true if events of a type count. type is its JSON string, or empty. Unless they are asked
 * for, projections of calls do not, as in tables of nst-sum: their kernels count already. */
static bool
runtotalswants(struct runtotals *t, enum event_type known, struct span type)
{
	if (!t->types && t->others.used == 0)
		return known != TYPE_CALL_KERNEL;
	if (known != TYPE_OTHER)
		return (t->types & EVTYPE(known)) != 0;
	if (type.n == 0 || !stringisinterned(&t->others, type))
		return false;
	stringintern(&t->seen, type);
	return true;
}

/* Puts the values of an event's keys into t->text. */
static void
runtotalsvalues(struct runtotals *t, const struct event *ev)
{
	t->text.n = 0;
	for (size_t i = 0; i < t->keycount; i++) {
		const struct totalskey *key = t->keys[i];
		struct span value = { NULL, 0 };

		if (evhas(ev, key->key))
			value = key->innermost ? last(ev->value[key->key], ev->stack) :
			                         ev->value[key->key];
		runtotalsput(t, key, ev->type, value, ev);
	}
}

/* Keeps an event, whose values are in t->text, until the window is final. */
static void
runtotalsdefer(struct runtotals *t, const struct event *ev)
{
	GROW(t->deferred, t->deferredroom, t->deferredcount + 1);
	t->deferred[t->deferredcount++] = (struct totalsevent){
		.values = stringintern(&t->deferredvalues, bufall(&t->text)),
		.stepped = evhas(ev, KEY_STEP),
		.step = evnumber(ev, KEY_STEP),
		.ts = ev->number[KEY_TS],
		.dur = ev->number[KEY_DUR],
	};
}

void
runtotalsevent(struct runtotals *t, const struct clip *clip, const struct event *ev)
{
	struct span type = { NULL, 0 };

	if (!evhas(ev, KEY_DUR) || evfamily(ev->type) == FAMILY_CONTROL)
		return;
	if (evhas(ev, KEY_TYPE))
		type = ev->value[KEY_TYPE];
	if (!runtotalswants(t, ev->type, type))
		return;
	runtotalsvalues(t, ev);
	if (clip->narrow &&
	    clipposition(clip, ev->number[KEY_TS], evend(ev)) != CLIP_INSIDE)
		runtotalsdefer(t, ev);
	else
		runtotalsone(t, partof(t, evhas(ev, KEY_STEP), evnumber(ev, KEY_STEP)),
		    ev->number[KEY_DUR]);
}

void
runtotalsflush(struct runtotals *t, const struct clip *clip)
{
	int64_t from = clipfrom(clip), to = clipto(clip);

	for (size_t i = 0; i < t->deferredcount; i++) {
		const struct totalsevent *e = &t->deferred[i];
		int64_t end = addsat(e->ts, e->dur);

		if (!evoverlaps(e->ts, end, from, to))
			continue;
		t->text.n = 0;
		bufspan(&t->text, stringat(&t->deferredvalues, e->values));
		runtotalsone(t, partof(t, e->stepped, e->step), cliplength(clip, e->ts, end));
	}
	t->deferredcount = 0;
	stringtablefree(&t->deferredvalues);
}

bool
runtotalsrow(struct runtotals *t, struct span row, struct buf *stack, const char **why)
{
	struct span stepped = jsonmember(row, "step", stack);
	struct span type = jsonmember(row, "type", stack);
	enum event_type known = TYPE_OTHER;
	int64_t count, total, step = 0;

	if (t->runs[t->runcount - 1].table && jsonmember(row, "count", stack).n == 0)
		return true;
	*why = "no row of a table of nst-sum --json: it has no \"count\" and \"total\"";
	if (!jsonint(jsonmember(row, "count", stack), &count) || count < 0 ||
	    !jsonint(jsonmember(row, "total", stack), &total) || total < 0)
		return false;
	*why = "a table of nst-sum --over step counts steps, not events: take one of --by step";
	if (jsonmember(row, "slowest", stack).n > 0)
		return false;
	*why = "\"step\" is no number";
	if (stepped.n > 0 && !jsonint(stepped, &step))
		return false;
	if (jsonisstring(type))
		known = evtype((struct span){ type.p + 1, type.n - 2 });
	if (!runtotalswants(t, known, type))
		return true;
	t->text.n = 0;
	for (size_t i = 0; i < t->keycount; i++)
		runtotalsput(
		    t, t->keys[i], known, jsonmember(row, t->keys[i]->name, stack), NULL);
	runtotalsadd(t, partof(t, stepped.n > 0, step), (uint64_t)count, total);
	totalsspillcheck(t);
	return true;
}

bool
runtotalsstepped(const struct runtotals *t)
{
	for (size_t i = 0; i < t->runcount; i++)
		if (!t->runs[i].stepped)
			return false;
	return true;
}

void
runtotalsunseen(const struct runtotals *t)
{
	for (size_t i = 0; i < t->others.used; i++) {
		struct span type = stringat(&t->others, (uint32_t)i);

		if (!stringisinterned(&t->seen, type))
			warn("--type: no event has the type %.*s", (int)type.n, type.p);
	}
}

static int
bystep(const void *a, const void *b)
{
	const struct totalspart *x = *(struct totalspart *const *)a;
	const struct totalspart *y = *(struct totalspart *const *)b;

	if (x->run != y->run)
		return x->run < y->run ? -1 : 1;
	return (x->step > y->step) - (x->step < y->step);
}

void
runtotalsskip(struct runtotals *t, size_t steps)
{
	struct totalspart **order = xzalloc(t->partcount + 1, sizeof(struct totalspart *));
	size_t count = 0, seen = 0;

	for (size_t i = 0; i < t->partcount; i++)
		if (t->parts[i].stepped)
			order[count++] = &t->parts[i];
	qsort(order, count, sizeof(*order), bystep);
	for (size_t i = 0; i < count; i++) {
		seen = i > 0 && order[i]->run == order[i - 1]->run ? seen + 1 : 0;
		order[i]->skipped = seen < steps;
	}
	free(order);
}

struct span
runtotalsvalue(const struct runtotals *t, uint32_t group, size_t key)
{
	struct span text = stringat(&t->groups, group);
	const char *tab = memchr(text.p, '\t', text.n);

	for (; key > 0; key--) {
		text.n -= (size_t)(tab + 1 - text.p);
		text.p = tab + 1;
		tab = memchr(text.p, '\t', text.n);
	}
	return (struct span){ text.p, (size_t)(tab - text.p) };
}

void
runtotalsfree(struct runtotals *t)
{
	totalsgroupsclear(t);
	totalsspillfree(&t->spill);
	stringtablefree(&t->others);
	stringtablefree(&t->seen);
	stringtablefree(&t->deferredvalues);
	free(t->deferred);
	stringtablefree(&t->patterns);
	renamefree(&t->renames);
	groupnamerfree(&t->namer);
	free(t->runs);
	free(t->parts);
	mapfree(&t->partsof);
	free(t->text.p);
	*t = (struct runtotals){ 0 };
}
