/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "head.h"
#include "stream/record.h"

const char *
headby(enum alignment by)
{
	static const char *const names[] = { "", "clock", "utc", "collectives", "file" };

	return names[by];
}

/* Gives an input one more host, told apart from others by id, and written as name; its number where
 * that has no bytes. */
static void
addhost(struct merger *m, struct incoming *b, struct span id, struct span name)
{
	size_t before = m->hosts.used;
	uint32_t number = stringintern(&m->hosts, id);

	if (m->hosts.used > before) {
		struct buf text = { 0 };

		if (name.n > 0)
			bufspan(&text, name);
		else
			bufuint(&text, number);
		GROW(m->shown, m->shownroom, (size_t)number + 1);
		m->shown[number] = stringintern(&m->hostnames, bufall(&text));
		free(text.p);
	}
	b->hosts = xreallocarray(b->hosts, b->hostcount + 1, sizeof(*b->hosts));
	b->hosts[b->hostcount++] = number;
}

/* Gives an input a host by the string that its header has; one of its own where that is empty or
 * missing. */
static void
addstring(struct merger *m, struct incoming *b, struct span quoted, struct span hostname)
{
	struct buf id = { 0 }, name = { 0 }, scratch = { 0 };
	struct span text = { NULL, 0 };

	if (quoted.n > 0)
		text = jsontext(quoted, &scratch);
	if (text.n > 0)
		bufspan(&id, text);
	else
		bufprintf(&id, "?%zu.%zu", (size_t)(b - m->inputs), b->hostcount);
	if (text.n > 0 && text.p[0] == '@')
		bufmem(&name, text.p + 1, text.n - 1);
	else if (m->named && hostname.n > 0)
		jsonutf8(&name, hostname);
	addhost(m, b, bufall(&id), bufall(&name));
	free(id.p);
	free(name.p);
	free(scratch.p);
}

/* Gives an input the hosts of what was merged into it. */
static void
addmerged(struct merger *m, struct incoming *b)
{
	struct span value;
	struct json j;

	jsonopen(&j, b->facts.hosts.p, &m->stack);
	while (jsonitem(&j, &value) > 0)
		addstring(m, b, jsonisstring(value) ? value : (struct span){ NULL, 0 },
		    (struct span){ NULL, 0 });
}

void
headhosts(struct merger *m)
{
	for (size_t i = 0; i < m->count; i++) {
		struct incoming *b = &m->inputs[i];
		struct buf id = { 0 };

		if (b->tag->host) {
			bufprintf(&id, "@%s", b->tag->host);
			addhost(m, b, bufall(&id), spanof(b->tag->host));
		} else if (b->facts.hosts.n > 0) {
			addmerged(m, b);
		}
		if (b->hostcount == 0)
			addstring(m, b, b->facts.host, b->facts.hostname);
		if (m->named && !b->tag->host && b->facts.hosts.n == 0 && b->facts.hostname.n == 0)
			warn("%s: its header does not name the host (nst-dump --hosts): a number "
			     "stands for it",
			    b->feed.path);
		free(id.p);
	}
}

/* Writes a member of the first input's header that all inputs with a header have alike. */
static void
headcommon(struct merger *m, const char *name, size_t member)
{
	const struct span *first = NULL;

	for (size_t i = 0; i < m->count; i++) {
		const struct origin *facts = &m->inputs[i].facts;
		const struct span *value =
		    (const struct span *)(const void *)((const char *)facts + member);

		if (!facts->header)
			continue;
		if (value->n == 0 || (first && !spansame(*first, *value)))
			return;
		first = value;
	}
	if (first) {
		recordmember(&m->out, name);
		bufspan(&m->out, *first);
	}
}

/* Writes the window of which all inputs have everything, and that was asked for. */
static void
window(struct merger *m)
{
	int64_t from = m->from, to = m->to, at;

	for (size_t i = 0; i < m->count; i++) {
		const struct incoming *b = &m->inputs[i];

		if (b->facts.hasfrom && shifttime(&b->shift, b->facts.from, &at) && at > from)
			from = at;
		if (b->facts.hasto && shifttime(&b->shift, b->facts.to, &at) && at < to)
			to = at;
	}
	if (from != INT64_MIN)
		recordint(&m->out, KEY_FROM, from);
	if (to != INT64_MAX)
		recordint(&m->out, KEY_TO, to);
}

static void
hosts(struct merger *m)
{
	recordmember(&m->out, "hosts");
	for (uint32_t i = 0; i < m->hosts.used; i++) {
		struct span id = stringat(&m->hosts, i);

		bufchar(&m->out, i == 0 ? '[' : ',');
		if (id.p[0] == '?')
			id.n = 0;
		jsonstring(&m->out, id.p, id.n);
	}
	bufchar(&m->out, ']');
}

/* Writes one input of those that were merged; by has no bytes for the one whose clock is kept. */
static void
item(struct merger *m, struct span name, struct span rank, uint32_t host, const struct shift *shift,
    struct span by)
{
	bufstr(&m->out, "{\"name\":");
	bufspan(&m->out, name);
	if (rank.n > 0) {
		recordmember(&m->out, "rank");
		bufspan(&m->out, rank);
	}
	recordmemberint(&m->out, "host", host);
	recordmemberint(&m->out, "offset", shift->offset);
	if (shift->drift != 0) {
		recordmemberint(&m->out, "origin", shift->origin);
		recordmemberint(&m->out, "drift", shift->drift);
	}
	if (by.n > 0) {
		recordmember(&m->out, "by");
		bufspan(&m->out, by);
	}
	bufchar(&m->out, '}');
}

/* Writes an input. */
static void
single(struct merger *m, const struct incoming *b, struct span by)
{
	struct buf name = { 0 }, rank = { 0 };

	jsonstring(&name, b->tag->name, strlen(b->tag->name));
	if (b->tag->ranked)
		bufint(&rank, b->tag->rank);
	item(m, bufall(&name), bufall(&rank), b->hosts[0], &b->shift, by);
	free(name.p);
	free(rank.p);
}

/* Writes what the header of an input says of one that was merged into it. */
static void
headbefore(struct merger *m, const struct incoming *b, struct span old, struct span by)
{
	struct span name = jsonmember(old, "name", &m->stack),
	            inner = jsonmember(old, "by", &m->stack);
	struct shift shift = { 0 };
	int64_t host = 0;

	jsonint(jsonmember(old, "offset", &m->stack), &shift.offset);
	jsonint(jsonmember(old, "origin", &m->stack), &shift.origin);
	jsonint(jsonmember(old, "drift", &m->stack), &shift.drift);
	jsonint(jsonmember(old, "host", &m->stack), &host);
	if (host < 0 || (uint64_t)host >= b->hostcount)
		host = 0;
	shift = shiftjoin(&shift, &b->shift);
	if (!jsonisstring(name))
		name = (struct span){ "\"\"", 2 };
	item(m, name, jsonmember(old, "rank", &m->stack), b->hosts[host], &shift,
	    jsonisstring(inner) ? inner : by);
}

/* Writes what was merged. */
static void
inputs(struct merger *m)
{
	char lead = '[';

	recordmember(&m->out, "merged");
	for (size_t i = 0; i < m->count; i++) {
		const struct incoming *b = &m->inputs[i];
		struct buf by = { 0 };
		struct span old;
		struct json j;

		if (b->by != ALIGN_NONE)
			jsonstring(&by, headby(b->by), strlen(headby(b->by)));
		if (b->facts.merged.n == 0) {
			bufchar(&m->out, lead);
			single(m, b, bufall(&by));
			lead = ',';
		} else {
			struct buf stack = { 0 };

			jsonopen(&j, b->facts.merged.p, &stack);
			while (jsonitem(&j, &old) > 0) {
				bufchar(&m->out, lead);
				headbefore(m, b, old, bufall(&by));
				lead = ',';
			}
			free(stack.p);
		}
		free(by.p);
	}
	bufstr(&m->out, lead == '[' ? "[]" : "]");
}

void
headwrite(struct merger *m, int64_t ts)
{
	const struct origin *facts = &m->inputs[0].facts;

	recordbegin(&m->out, ts);
	recordtext(&m->out, KEY_TYPE, spanof(evtypename(TYPE_HEADER)));
	recordmemberint(&m->out, "format", 1);
	headcommon(m, "schema", offsetof(struct origin, schema));
	headcommon(m, "product", offsetof(struct origin, product));
	if (facts->hasutc)
		recordmemberint(&m->out, "utc", facts->utc);
	if (facts->hasclock)
		recordmemberint(&m->out, "clock", facts->clock);
	if (facts->host.n > 0) {
		recordmember(&m->out, "host");
		bufspan(&m->out, facts->host);
	}
	window(m);
	hosts(m);
	inputs(m);
	recordend(&m->out);
}
