/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "mergedheader.h"
#include "stream/record.h"

const char *
alignmentname(enum alignment by)
{
	static const char *const names[] = { "", "clock", "utc", "collectives", "file" };

	return names[by];
}

/* Adds a host to an input. id is its unique string; name is its text in the output, or empty for
 * the host's number. */
static void
addhost(struct merger *m, struct mergeinput *b, struct span id, struct span name)
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

/* Adds the host in an input's header. Without one, the input has a unique host. */
static void
addstring(struct merger *m, struct mergeinput *b, struct span quoted, struct span hostname)
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

/* Adds the hosts of a merged stream. */
static void
addmerged(struct merger *m, struct mergeinput *b)
{
	struct span value;
	struct json j;

	jsonopen(&j, b->header.hosts.p, &m->stack);
	while (jsonitem(&j, &value) > 0)
		addstring(m, b, jsonisstring(value) ? value : (struct span){ NULL, 0 },
		    (struct span){ NULL, 0 });
}

void
mergedheaderhosts(struct merger *m)
{
	for (size_t i = 0; i < m->count; i++) {
		struct mergeinput *b = &m->inputs[i];
		struct buf id = { 0 };

		if (b->label->host) {
			bufprintf(&id, "@%s", b->label->host);
			addhost(m, b, bufall(&id), spanof(b->label->host));
		} else if (b->header.hosts.n > 0) {
			addmerged(m, b);
		}
		if (b->hostcount == 0)
			addstring(m, b, b->header.host, b->header.hostname);
		if (m->named && !b->label->host && b->header.hosts.n == 0 &&
		    b->header.hostname.n == 0)
			warn("%s: its header does not name the host (nst-dump --hosts): a number "
			     "stands for it",
			    b->feed.path);
		free(id.p);
	}
}

/* Writes a member of the first input's header if all inputs with a header have the same value. */
static void
headcommon(struct merger *m, const char *name, size_t member)
{
	const struct span *first = NULL;

	for (size_t i = 0; i < m->count; i++) {
		const struct headerinfo *facts = &m->inputs[i].header;
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

/* Writes the window that is complete in all inputs: the intersection of theirs and the requested
 * one. */
static void
window(struct merger *m)
{
	int64_t from = m->from, to = m->to, at;

	for (size_t i = 0; i < m->count; i++) {
		const struct mergeinput *b = &m->inputs[i];

		if (b->header.hasfrom &&
		    clockshiftapply(&b->shift, b->header.from, &at) && at > from)
			from = at;
		if (b->header.hasto && clockshiftapply(&b->shift, b->header.to, &at) && at < to)
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

/* Writes one entry of "merged". by is empty for the input with the common clock. */
static void
item(struct merger *m, struct span name, struct span rank, uint32_t host,
    const struct clockshift *shift, struct span by)
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

static void
single(struct merger *m, const struct mergeinput *b, struct span by)
{
	struct buf name = { 0 }, rank = { 0 };

	jsonstring(&name, b->label->name, strlen(b->label->name));
	if (b->label->ranked)
		bufint(&rank, b->label->rank);
	item(m, bufall(&name), bufall(&rank), b->hosts[0], &b->shift, by);
	free(name.p);
	free(rank.p);
}

/* Writes the entries of an input that is a merged stream, with their shifts composed. */
static void
headbefore(struct merger *m, const struct mergeinput *b, struct span old, struct span by)
{
	struct span name = jsonmember(old, "name", &m->stack),
	            inner = jsonmember(old, "by", &m->stack);
	struct clockshift shift = { 0 };
	int64_t host = 0;

	jsonint(jsonmember(old, "offset", &m->stack), &shift.offset);
	jsonint(jsonmember(old, "origin", &m->stack), &shift.origin);
	jsonint(jsonmember(old, "drift", &m->stack), &shift.drift);
	jsonint(jsonmember(old, "host", &m->stack), &host);
	if (host < 0 || (uint64_t)host >= b->hostcount)
		host = 0;
	shift = clockshiftcompose(&shift, &b->shift);
	if (!jsonisstring(name))
		name = (struct span){ "\"\"", 2 };
	item(m, name, jsonmember(old, "rank", &m->stack), b->hosts[host], &shift,
	    jsonisstring(inner) ? inner : by);
}

/* Writes the member "merged". */
static void
inputs(struct merger *m)
{
	char lead = '[';

	recordmember(&m->out, "merged");
	for (size_t i = 0; i < m->count; i++) {
		const struct mergeinput *b = &m->inputs[i];
		struct buf by = { 0 };
		struct span old;
		struct json j;

		if (b->alignedby != ALIGN_NONE)
			jsonstring(&by, alignmentname(b->alignedby),
			    strlen(alignmentname(b->alignedby)));
		if (b->header.merged.n == 0) {
			bufchar(&m->out, lead);
			single(m, b, bufall(&by));
			lead = ',';
		} else {
			struct buf stack = { 0 };

			jsonopen(&j, b->header.merged.p, &stack);
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
mergedheaderwrite(struct merger *m, int64_t ts)
{
	const struct headerinfo *facts = &m->inputs[0].header;

	recordbegin(&m->out, ts);
	recordtext(&m->out, KEY_TYPE, spanof(evtypename(TYPE_HEADER)));
	recordmemberint(&m->out, "format", 1);
	headcommon(m, "schema", offsetof(struct headerinfo, schema));
	headcommon(m, "product", offsetof(struct headerinfo, product));
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
