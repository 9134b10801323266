/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "countertrack.h"
#include "label.h"
#include "rowtype.h"
#include "tracklabel.h"

/* Sets the unit from the event's args. */
static void
setunit(struct layout *l, struct countertrack *s, const struct event *ev)
{
	struct span unit = evarg(ev, "unit");
	struct buf name = { 0 };

	s->unit = UNIT_NONE;
	if (!jsonisstring(unit) || unit.n < 3)
		return;
	jsonutf8(&name, (struct span){ unit.p + 1, unit.n - 2 });
	s->unit = UNIT_OTHER;
	if (memchr(name.p, '%', name.n))
		s->unit = UNIT_PERCENT;
	else if (spanis(bufall(&name), "B") || spanis(bufall(&name), "bytes"))
		s->unit = UNIT_BYTES;
	s->name = stringintern(&l->unitnames,
	    s->unit == UNIT_PERCENT ? spanof("%") : s->unit == UNIT_BYTES ? spanof("bytes")
	                                                                   : bufall(&name));
	free(name.p);
}

/* Appends the name of a counter, in UTF-8, without a unit in brackets at its end: the unit is
 * shown apart. */
static void
putcountername(const struct event *ev, struct buf *out)
{
	struct span name = evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : spanof("\"\""),
	            unit = evarg(ev, "unit");
	size_t before = out->n;

	jsonutf8(out, (struct span){ name.p + 1, name.n - 2 });
	if (!jsonisstring(unit) || out->n - before < unit.n + 1 || out->p[out->n - 1] != ']' ||
	    memcmp(out->p + out->n - unit.n + 1, unit.p + 1, unit.n - 2) != 0 ||
	    out->p[out->n - unit.n] != '[' || out->p[out->n - unit.n - 1] != ' ')
		return;
	out->n -= unit.n + 1;
}

/* Appends the args that distinguish counters of the same name, each after a separator. */
static void
putcounterargs(const struct event *ev, struct buf *out)
{
	const char *args = rowtypecounterargs(ev->type);

	for (size_t n; args && *args; args += n + (args[n] == ' ')) {
		struct buf arg = { 0 };
		struct span value;

		n = strcspn(args, " ");
		bufprintf(&arg, "%.*s", (int)n, args);
		value = evarg(ev, arg.p);
		if (value.n > 0)
			bufstr(out, DOT);
		if (jsonisstring(value)) {
			jsonutf8(out, (struct span){ value.p + 1, value.n - 2 });
		} else if (value.n > 0) {
			bufprintf(out, "%s ", arg.p);
			bufspan(out, value);
		}
		free(arg.p);
	}
}

/* Labels a new counter track. It tries longer labels until one is unique in the group: the
 * name shortened, then in full, with the process, with the context, with a serial number. */
static void
labelcounter(struct layout *l, struct countertrack *s, const struct event *ev, uint32_t number)
{
	struct buf whole = { 0 }, label = { 0 };
	size_t before = l->counterlabels.used;

	putcountername(ev, &whole);
	putcounterargs(ev, &whole);
	for (int level = 0; l->counterlabels.used == before; level++) {
		label.n = 0;
		bufmem(&label, (const char *)&s->group, sizeof(s->group));
		labelshorten(&label, bufall(&whole), level > 0 ? SIZE_MAX : LABEL_MAX);
		if (level > 1 && evhas(ev, KEY_PID)) {
			bufstr(&label, DOT);
			tracklabelprocess(l, evnumber(ev, KEY_PID), LABEL_MAX, &label);
		}
		if (level > 2)
			bufprintf(
			    &label, DOT "context %lld", (long long)evnumber(ev, KEY_CONTEXT));
		if (level > 3)
			bufprintf(&label, DOT "%lu", (unsigned long)number);
		s->label = stringintern(&l->counterlabels, bufall(&label));
	}
	free(whole.p);
	free(label.p);
}

struct span
countertracklabel(const struct layout *l, const struct countertrack *s)
{
	struct span label = stringat(&l->counterlabels, s->label);

	return (struct span){ label.p + sizeof(s->group), label.n - sizeof(s->group) };
}

struct span
countertrackunit(const struct layout *l, const struct countertrack *s)
{
	return s->unit == UNIT_NONE ? (struct span){ NULL, 0 } : stringat(&l->unitnames, s->name);
}

uint32_t
countertrackof(struct layout *l, const struct event *ev)
{
	uint32_t group = layoutgroup(l, ev), number;
	struct buf key = { 0 };
	size_t before = l->counterkeys.used;
	int64_t id[] = { group, evnumber(ev, KEY_PID), evhas(ev, KEY_CONTEXT),
		evnumber(ev, KEY_CONTEXT) };

	bufmem(&key, (const char *)id, sizeof(id));
	if (evhas(ev, KEY_NAME))
		bufspan(&key, ev->value[KEY_NAME]);
	putcounterargs(ev, &key);
	number = stringintern(&l->counterkeys, bufall(&key));
	free(key.p);
	if (l->counterkeys.used > before) {
		metadatachanging(&l->metadata);
		GROW(l->counters, l->countersroom, l->counterkeys.used);
		l->counters[number] = (struct countertrack){
			.group = group, .rowtype = (unsigned char)rowtypeof(ev)
		};
		setunit(l, &l->counters[number], ev);
		labelcounter(l, &l->counters[number], ev, number);
	}
	return number;
}
