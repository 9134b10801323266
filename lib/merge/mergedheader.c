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

/* Appends a host to those of an input. id identifies the host; name is written to the output, or
 * the host's number if name is empty. */
static void
addhost(struct merger *m, struct mergeinput *in, struct span id, struct span name)
{
	size_t before = m->hostids.used;
	uint32_t number = stringintern(&m->hostids, id);

	if (m->hostids.used > before) {
		struct buf text = { 0 };

		if (name.n > 0)
			bufspan(&text, name);
		else
			bufuint(&text, number);
		GROW(m->hostlabels, m->hostlabelsroom, (size_t)number + 1);
		m->hostlabels[number] = stringintern(&m->hostnames, bufall(&text));
		free(text.p);
	}
	in->hosts = xreallocarray(in->hosts, in->hostcount + 1, sizeof(*in->hosts));
	in->hosts[in->hostcount++] = number;
}

/* Appends the host that an input's header names. If the header does not, the input gets a new
 * host. */
static void
addheaderhost(struct merger *m, struct mergeinput *in, struct span quoted, struct span hostname)
{
	struct buf id = { 0 }, name = { 0 }, scratch = { 0 };
	struct span text = { NULL, 0 };

	if (quoted.n > 0)
		text = jsontext(quoted, &scratch);
	if (text.n > 0)
		bufspan(&id, text);
	else
		bufprintf(&id, "?%zu.%zu", (size_t)(in - m->inputs), in->hostcount);
	if (text.n > 0 && text.p[0] == '@')
		bufmem(&name, text.p + 1, text.n - 1);
	else if (m->usehostnames && hostname.n > 0)
		jsonutf8(&name, hostname);
	addhost(m, in, bufall(&id), bufall(&name));
	free(id.p);
	free(name.p);
	free(scratch.p);
}

/* Appends the hosts of an input that was merged before. */
static void
addmergedhosts(struct merger *m, struct mergeinput *in)
{
	struct span value;
	struct json j;

	jsonopen(&j, in->header.hosts.p, &m->stack);
	while (jsonitem(&j, &value) > 0)
		addheaderhost(m, in, jsonisstring(value) ? value : (struct span){ NULL, 0 },
		    (struct span){ NULL, 0 });
}

void
mergedheaderhosts(struct merger *m)
{
	for (size_t i = 0; i < m->count; i++) {
		struct mergeinput *in = &m->inputs[i];
		struct buf id = { 0 };

		if (in->label->host) {
			bufprintf(&id, "@%s", in->label->host);
			addhost(m, in, bufall(&id), spanof(in->label->host));
		} else if (in->header.hosts.n > 0) {
			addmergedhosts(m, in);
		}
		if (in->hostcount == 0)
			addheaderhost(m, in, in->header.host, in->header.hostname);
		if (m->usehostnames && !in->label->host && in->header.hosts.n == 0 &&
		    in->header.hostname.n == 0)
			warn("%s: its header does not name the host, so it gets a number: "
			     "nst-dump --hosts writes the name",
			    in->reader.path);
		free(id.p);
	}
}

/* Writes a member of the header if all inputs that have a header agree on it. member is its offset
 * in struct headerinfo. */
static void
putcommon(struct merger *m, const char *name, size_t member)
{
	const struct span *first = NULL;

	for (size_t i = 0; i < m->count; i++) {
		const struct headerinfo *header = &m->inputs[i].header;
		const struct span *value =
		    (const struct span *)(const void *)((const char *)header + member);

		if (!header->present)
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

/* Writes the intersection of --from and --to and the windows of all inputs. */
static void
putwindow(struct merger *m)
{
	int64_t from = m->from, to = m->to, at;

	for (size_t i = 0; i < m->count; i++) {
		const struct mergeinput *in = &m->inputs[i];

		if (in->header.hasfrom && clockshiftapply(&in->shift, in->header.from, &at) &&
		    at > from)
			from = at;
		if (in->header.hasto && clockshiftapply(&in->shift, in->header.to, &at) && at < to)
			to = at;
	}
	if (from != INT64_MIN)
		recordint(&m->out, KEY_FROM, from);
	if (to != INT64_MAX)
		recordint(&m->out, KEY_TO, to);
}

static void
puthosts(struct merger *m)
{
	recordmember(&m->out, "hosts");
	for (uint32_t i = 0; i < m->hostids.used; i++) {
		struct span id = stringat(&m->hostids, i);

		bufchar(&m->out, i == 0 ? '[' : ',');
		if (id.p[0] == '?')
			id.n = 0;
		jsonstring(&m->out, id.p, id.n);
	}
	bufchar(&m->out, ']');
}

/* Writes one element of "merged". by is empty for the input whose clock is the common clock. */
static void
putmergedentry(struct merger *m, struct span name, struct span rank, uint32_t host,
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

/* Writes an input that was not merged before. */
static void
putinput(struct merger *m, const struct mergeinput *in, struct span by)
{
	struct buf name = { 0 }, rank = { 0 };

	jsonstring(&name, in->label->name, strlen(in->label->name));
	if (in->label->hasrank)
		bufint(&rank, in->label->rank);
	putmergedentry(m, bufall(&name), bufall(&rank), in->hosts[0], &in->shift, by);
	free(name.p);
	free(rank.p);
}

/* Writes an element that the header of an input already has in "merged", with its shift
 * composed with the input's. */
static void
putearlier(struct merger *m, const struct mergeinput *in, struct span old, struct span by)
{
	struct span name = jsonmember(old, "name", &m->stack),
	            inner = jsonmember(old, "by", &m->stack);
	struct clockshift shift = { 0 };
	int64_t host = 0;

	jsonint(jsonmember(old, "offset", &m->stack), &shift.offset);
	jsonint(jsonmember(old, "origin", &m->stack), &shift.origin);
	jsonint(jsonmember(old, "drift", &m->stack), &shift.drift);
	jsonint(jsonmember(old, "host", &m->stack), &host);
	if (host < 0 || (uint64_t)host >= in->hostcount)
		host = 0;
	shift = clockshiftcompose(&shift, &in->shift);
	if (!jsonisstring(name))
		name = (struct span){ "\"\"", 2 };
	putmergedentry(m, name, jsonmember(old, "rank", &m->stack), in->hosts[host], &shift,
	    jsonisstring(inner) ? inner : by);
}

/* Writes "merged". */
static void
putmergedinputs(struct merger *m)
{
	char lead = '[';

	recordmember(&m->out, "merged");
	for (size_t i = 0; i < m->count; i++) {
		const struct mergeinput *in = &m->inputs[i];
		struct buf by = { 0 };
		struct span old;
		struct json j;

		if (in->alignedby != ALIGN_NONE)
			jsonstring(&by, alignmentname(in->alignedby),
			    strlen(alignmentname(in->alignedby)));
		if (in->header.merged.n == 0) {
			bufchar(&m->out, lead);
			putinput(m, in, bufall(&by));
			lead = ',';
		} else {
			struct buf stack = { 0 };

			jsonopen(&j, in->header.merged.p, &stack);
			while (jsonitem(&j, &old) > 0) {
				bufchar(&m->out, lead);
				putearlier(m, in, old, bufall(&by));
				lead = ',';
			}
			free(stack.p);
		}
		free(by.p);
	}
	bufstr(&m->out, lead == '[' ? "[]" : "]");
}

/* Writes what filters removed from the inputs. */
static void
mergedheaderfiltered(struct merger *m)
{
	struct filtered all = m->inputs[0].header.filtered;

	for (size_t i = 1; i < m->count; i++)
		all = filteredeither(all, m->inputs[i].header.filtered);
	if (all.by == 0)
		return;
	recordkey(&m->out, KEY_FILTERED);
	filteredobject(all, &m->out);
}

void
mergedheaderwrite(struct merger *m, int64_t ts)
{
	const struct headerinfo *header = &m->inputs[0].header;

	recordbegin(&m->out, ts);
	recordtext(&m->out, KEY_TYPE, spanof(evtypename(TYPE_HEADER)));
	recordmemberint(&m->out, "format", 1);
	putcommon(m, "schema", offsetof(struct headerinfo, schema));
	putcommon(m, "product", offsetof(struct headerinfo, product));
	putcommon(m, "names", offsetof(struct headerinfo, names));
	if (header->hasutc)
		recordmemberint(&m->out, "utc", header->utc);
	if (header->hasclock)
		recordmemberint(&m->out, "clock", header->clock);
	if (header->host.n > 0) {
		recordmember(&m->out, "host");
		bufspan(&m->out, header->host);
	}
	mergedheaderfiltered(m);
	putwindow(m);
	puthosts(m);
	putmergedinputs(m);
	recordend(&m->out);
}
