/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "base/spelling.h"
#include "program/cli.h"
#include "runtotals.h"

/* What one may group by. */
static const struct ledgerkey keys[] = {
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

_Static_assert(KEYS == sizeof(((struct ledger *)NULL)->keys) / sizeof(struct ledgerkey *),
    "there is room for all keys");

void
ledgerby(struct ledger *l, const char *option, struct span name)
{
	const char *names[KEYS];

	for (size_t i = 0; i < KEYS; i++) {
		names[i] = keys[i].name;
		if (!spanis(name, keys[i].name))
			continue;
		for (size_t j = 0; j < l->keycount; j++)
			if (l->keys[j] == &keys[i])
				dieusage("--%s: %s is there twice", option, keys[i].name);
		l->keys[l->keycount++] = &keys[i];
		return;
	}
	dieusage("--%s: nothing is called '%.*s'%s", option, (int)name.n, name.p,
	    spellinghint(name, names, KEYS));
}

void
ledgertype(struct ledger *l, struct span name)
{
	uint64_t types = evtypes(name);
	struct buf quoted = { 0 };

	l->types |= types;
	if (types == 0) {
		jsonstring(&quoted, name.p, name.n);
		nameput(&l->others, bufall(&quoted));
		free(quoted.p);
	}
}

void
ledgerbegin(struct ledger *l, const char *name, enum side side)
{
	GROW(l->runs, l->runroom, l->runcount + 1);
	l->runs[l->runcount++] = (struct ledgerrun){ .name = name, .side = side };
}

unsigned
ledgerwant(const struct ledger *l)
{
	unsigned want = EVKEY(KEY_STEP);

	for (size_t i = 0; i < l->keycount; i++)
		want |= EVKEY(l->keys[i]->key) & EVENT_INTEGERS;
	return want;
}

/* The part of the run begun last. */
static uint32_t
partof(struct ledger *l, bool stepped, int64_t step)
{
	uint32_t run = (uint32_t)l->runcount - 1;
	bool fresh;
	uint32_t *part = mapput(&l->partsof,
	    (struct mapkey){ (uint64_t)run << 1 | stepped, (uint64_t)step }, &fresh);

	if (fresh) {
		*part = (uint32_t)l->partcount;
		GROW(l->parts, l->partroom, l->partcount + 1);
		l->parts[l->partcount++] =
		    (struct ledgerpart){ .run = run, .stepped = stepped, .step = step };
	}
	return *part;
}

/* Adds to the group whose values are in l->text. */
static void
ledgeradd(struct ledger *l, uint32_t part, uint64_t count, wide total)
{
	uint32_t group = nameput(&l->groups, bufall(&l->text)), *cell;
	struct ledgerrun *run = &l->runs[l->runcount - 1];
	bool fresh;

	cell = mapput(&l->cellsof, (struct mapkey){ group, part }, &fresh);
	if (fresh) {
		*cell = (uint32_t)l->cellcount;
		GROW(l->cells, l->cellroom, l->cellcount + 1);
		l->cells[l->cellcount++] = (struct ledgercell){ .group = group, .part = part };
	}
	l->cells[*cell].count += count;
	l->cells[*cell].total += total;
	run->events += count;
	run->stepped = run->stepped || l->parts[part].stepped;
	run->stepless += l->parts[part].stepped ? 0 : count;
}

/* Appends a value for a key: a string, which holds no tab, or an integer. */
static void
ledgerput(struct ledger *l, const struct ledgerkey *key, struct span value)
{
	int64_t number;

	if (jsonisstring(value))
		bufspan(&l->text, key->renamed ? renamesname(&l->renames, value) : value);
	else if (value.n > 0 && jsonint(value, &number))
		bufspan(&l->text, value);
	bufchar(&l->text, '\t');
}

/* The last member of an array; no bytes when it is none, or empty. */
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

/* Whether what is of a type, as JSON, or no bytes, counts. */
static bool
ledgercounts(struct ledger *l, enum event_type known, struct span type)
{
	if (!l->types && l->others.used == 0)
		return true;
	if (known != TYPE_OTHER)
		return (l->types & EVTYPE(known)) != 0;
	if (type.n == 0 || !nameknown(&l->others, type))
		return false;
	nameput(&l->seen, type);
	return true;
}

void
ledgerevent(struct ledger *l, const struct event *ev)
{
	struct span type = { NULL, 0 };

	if (!evhas(ev, KEY_DUR) || evfamily(ev->type) == FAMILY_CONTROL)
		return;
	if (evhas(ev, KEY_TYPE))
		type = ev->value[KEY_TYPE];
	if (!ledgercounts(l, ev->type, type))
		return;
	l->text.n = 0;
	for (size_t i = 0; i < l->keycount; i++) {
		const struct ledgerkey *key = l->keys[i];
		struct span value = { NULL, 0 };

		if (evhas(ev, key->key))
			value = key->innermost ? last(ev->value[key->key], ev->stack) :
			                         ev->value[key->key];
		ledgerput(l, key, value);
	}
	ledgeradd(l, partof(l, evhas(ev, KEY_STEP), evnumber(ev, KEY_STEP)), 1,
	    ev->number[KEY_DUR]);
}

bool
ledgerrow(struct ledger *l, struct span row, struct buf *stack, const char **why)
{
	struct span stepped = jsonmember(row, "step", stack);
	struct span type = jsonmember(row, "type", stack);
	int64_t count, total, step = 0;

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
	if (!ledgercounts(l, jsonisstring(type) ? evtype((struct span){ type.p + 1, type.n - 2 }) :
	                                    TYPE_OTHER, type))
		return true;
	l->text.n = 0;
	for (size_t i = 0; i < l->keycount; i++)
		ledgerput(l, l->keys[i], jsonmember(row, l->keys[i]->name, stack));
	ledgeradd(l, partof(l, stepped.n > 0, step), (uint64_t)count, total);
	return true;
}

bool
ledgerstepped(const struct ledger *l)
{
	for (size_t i = 0; i < l->runcount; i++)
		if (!l->runs[i].stepped)
			return false;
	return true;
}

void
ledgerunseen(const struct ledger *l)
{
	for (size_t i = 0; i < l->others.used; i++) {
		struct span type = nameget(&l->others, (uint32_t)i);

		if (!nameknown(&l->seen, type))
			warn("--type: no event is of the type %.*s", (int)type.n, type.p);
	}
}

static int
bystep(const void *a, const void *b)
{
	const struct ledgerpart *x = *(struct ledgerpart *const *)a;
	const struct ledgerpart *y = *(struct ledgerpart *const *)b;

	if (x->run != y->run)
		return x->run < y->run ? -1 : 1;
	return (x->step > y->step) - (x->step < y->step);
}

void
ledgerskip(struct ledger *l, size_t steps)
{
	struct ledgerpart **order = xzalloc(l->partcount + 1, sizeof(struct ledgerpart *));
	size_t count = 0, seen = 0;

	for (size_t i = 0; i < l->partcount; i++)
		if (l->parts[i].stepped)
			order[count++] = &l->parts[i];
	qsort(order, count, sizeof(*order), bystep);
	for (size_t i = 0; i < count; i++) {
		seen = i > 0 && order[i]->run == order[i - 1]->run ? seen + 1 : 0;
		order[i]->skipped = seen < steps;
	}
	free(order);
}

struct span
ledgervalue(const struct ledger *l, uint32_t group, size_t key)
{
	struct span text = nameget(&l->groups, group);
	const char *tab = memchr(text.p, '\t', text.n);

	for (; key > 0; key--) {
		text.n -= (size_t)(tab + 1 - text.p);
		text.p = tab + 1;
		tab = memchr(text.p, '\t', text.n);
	}
	return (struct span){ text.p, (size_t)(tab - text.p) };
}

void
ledgerfree(struct ledger *l)
{
	namesfree(&l->others);
	namesfree(&l->seen);
	namesfree(&l->groups);
	renamesfree(&l->renames);
	free(l->runs);
	free(l->parts);
	free(l->cells);
	mapfree(&l->partsof);
	mapfree(&l->cellsof);
	free(l->text.p);
	*l = (struct ledger){ 0 };
}
