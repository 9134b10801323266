/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "base/scan.h"
#include "group.h"
#include "key.h"

struct value
keytext(struct groups *g, struct span text)
{
	return (struct value){ true, stringintern(&g->names, text) };
}

struct value
keystring(struct groups *g, const struct event *ev, enum event_key key)
{
	if (!evhas(ev, key) || !jsonisstring(ev->value[key]))
		return (struct value){ false, 0 };
	return keytext(g, jsontext(ev->value[key], &g->scratch));
}

bool
keyofcollective(const struct event *ev)
{
	struct span args = ev->value[KEY_ARGS];

	return (ev->type == TYPE_KERNEL || ev->type == TYPE_MPI) && evhas(ev, KEY_ARGS) &&
	    scanhas(args.p, args.p + args.n, "\"last_pid\"");
}

static struct value
keynumber(const struct event *ev, enum event_key key)
{
	return (struct value){ evhas(ev, key), evnumber(ev, key) };
}

static struct value
type(struct groups *g, const struct event *ev)
{
	uint32_t *known = &g->types[ev->type];

	if (ev->type == TYPE_OTHER)
		return keystring(g, ev, KEY_TYPE);
	if (*known == 0)
		*known = stringintern(&g->names, spanof(evtypename(ev->type))) + 1;
	return (struct value){ true, *known - 1 };
}

static struct value
device(struct groups *g, const struct event *ev)
{
	(void)g;
	return keynumber(ev, KEY_DEVICE);
}

static struct value
stream(struct groups *g, const struct event *ev)
{
	(void)g;
	return keynumber(ev, KEY_STREAM);
}

static struct value
pid(struct groups *g, const struct event *ev)
{
	(void)g;
	return keynumber(ev, KEY_PID);
}

static struct value
tid(struct groups *g, const struct event *ev)
{
	(void)g;
	return keynumber(ev, KEY_TID);
}

/* Returns the rank of the process, which its meta record tells. */
static struct value
rankof(struct groups *g, const struct event *ev)
{
	struct value v = { false, 0 };

	v.given = evhas(ev, KEY_PID) && identityrank(g->ids, ev->number[KEY_PID], &v.number);
	return v;
}

/* Returns the host of the process. */
static struct value
hostof(struct groups *g, const struct event *ev)
{
	struct span host = { NULL, 0 };

	if (evhas(ev, KEY_PID))
		host = identityhost(g->ids, ev->number[KEY_PID]);
	return host.n > 0 ? keytext(g, host) : (struct value){ false, 0 };
}

static struct value
domain(struct groups *g, const struct event *ev)
{
	return keystring(g, ev, KEY_DOMAIN);
}

static struct value
stepof(struct groups *g, const struct event *ev)
{
	(void)g;
	return keynumber(ev, KEY_STEP);
}

static struct value
workof(struct groups *g, const struct event *ev)
{
	enum work work;

	if (evfamily(ev->type) != FAMILY_GPU)
		return (struct value){ false, 0 };
	work = workclassify(g->workclassifier, ev);
	if (g->works[work] == 0)
		g->works[work] = stringintern(&g->names, spanof(workkindname(work))) + 1;
	return (struct value){ true, g->works[work] - 1 };
}

/* Returns the value of an argument of idle time. Of an event, all are read at once. */
static struct span
gaparg(struct groups *g, const struct event *ev, int arg)
{
	if (!g->gapsread)
		evargs(ev, gapargs, g->gapargs, GAP_ARGS);
	g->gapsread = true;
	return g->gapargs[arg];
}

/* Returns the value of such an argument that is a string. */
static struct value
argument(struct groups *g, const struct event *ev, int arg)
{
	struct span value = gaparg(g, ev, arg);

	if (!jsonisstring(value))
		return (struct value){ false, 0 };
	return keytext(g, jsontext(value, &g->scratch));
}

static struct value
causeof(struct groups *g, const struct event *ev)
{
	return argument(g, ev, GAP_CAUSE);
}

static struct value
keykindof(struct groups *g, const struct event *ev)
{
	return argument(g, ev, GAP_KIND);
}

static struct value
blameof(struct groups *g, const struct event *ev)
{
	struct span value = gaparg(g, ev, GAP_BLAME);

	if (!jsonisstring(value))
		return (struct value){ false, 0 };
	value = jsontext(value, &g->scratch);
	return keytext(g, g->namer ? groupnametext(g->namer, value) : value);
}

/* Returns the rank that arrived last at the collective. */
static struct value
lastof(struct groups *g, const struct event *ev)
{
	struct value v = { false, 0 };

	(void)g;
	v.given = (ev->type == TYPE_COLLECTIVE || keyofcollective(ev)) &&
	    jsonint(evarg(ev, "last"), &v.number);
	return v;
}

/* Returns the number of a kernel among those of its name and process. */
static struct value
launchof(struct groups *g, const struct event *ev)
{
	if (ev->type != TYPE_KERNEL)
		return (struct value){ false, 0 };
	return (struct value){ true, launchnumber(&g->launchnumbers, ev) };
}

/* Returns the kind of a range as the stats reports name it. */
static struct value
style(struct groups *g, const struct event *ev)
{
	return keytext(g, spanof(evisstartend(ev) ? "StartEnd" : "PushPop"));
}

const struct key keys[BY_COUNT] = {
	[BY_TYPE] = { "type", KEYKIND_TEXT, 0, type },
	[BY_NAME] = { "name", KEYKIND_LONG, 0, NULL },
	[BY_DEVICE] = { "device", KEYKIND_NUMBER, EVKEY(KEY_DEVICE), device },
	[BY_STREAM] = { "stream", KEYKIND_NUMBER, EVKEY(KEY_STREAM), stream },
	[BY_PID] = { "pid", KEYKIND_NUMBER, EVKEY(KEY_PID), pid },
	[BY_TID] = { "tid", KEYKIND_NUMBER, EVKEY(KEY_TID), tid },
	[BY_RANK] = { "rank", KEYKIND_NUMBER, IDENTITY_KEYS, rankof },
	[BY_HOST] = { "host", KEYKIND_TEXT, IDENTITY_KEYS, hostof },
	[BY_DOMAIN] = { "domain", KEYKIND_LONG, 0, domain },
	[BY_NVTX] = { "nvtx", KEYKIND_LONG, 0, NULL },
	[BY_CAPTURED] = { "captured", KEYKIND_LONG, 0, NULL },
	[BY_STEP] = { "step", KEYKIND_NUMBER, EVKEY(KEY_STEP), stepof },
	[BY_WORK] = { "work", KEYKIND_TEXT, 0, workof },
	[BY_CAUSE] = { "cause", KEYKIND_TEXT, 0, causeof },
	[BY_KIND] = { "kind", KEYKIND_TEXT, 0, keykindof },
	[BY_BLAME] = { "blame", KEYKIND_LONG, 0, blameof },
	[BY_LAST] = { "last", KEYKIND_NUMBER, 0, lastof },
	[BY_LAUNCH] = { "launch", KEYKIND_NUMBER, LAUNCHNUMBERS_KEYS, launchof },
	[BY_BIN] = { "bin", KEYKIND_TIME, 0, NULL },
	[BY_STYLE] = { NULL, KEYKIND_TEXT, 0, style },
	[BY_LABEL1] = { NULL, KEYKIND_TEXT, 0, NULL },
	[BY_LABEL2] = { NULL, KEYKIND_TEXT, 0, NULL },
};
