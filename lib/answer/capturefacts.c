/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <time.h>

#include "answer.h"
#include "base/json.h"
#include "capturefacts.h"

/* Appends each of some names once, in the order in which they appear, with their number. An empty
 * one is replaced by unnamed. */
static void
putnames(struct buf *out, const struct stringtable *texts, const uint32_t *names, size_t count,
    const char *unnamed)
{
	for (size_t i = 0; i < count; i++) {
		struct span name = stringat(texts, names[i]);
		size_t same = 0, first = i;

		for (size_t j = count; j-- > 0;)
			if (names[j] == names[i]) {
				same++;
				first = j;
			}
		if (name.n == 0)
			name = spanof(unnamed);
		if (first < i || name.n == 0)
			continue;
		if (out->n > 0)
			bufstr(out, ", ");
		if (same > 1)
			bufprintf(out, "%zu x ", same);
		bufspan(out, name);
	}
}

static void
putprocesses(const struct answer *a, struct buf *out)
{
	const struct identitytable *ids = &a->sum.ids;
	uint32_t *names = xreallocarray(NULL, ids->count + 1, sizeof(*names));

	for (size_t i = 0; i < ids->count; i++)
		names[i] = ids->infos[i].name;
	putnames(out, &ids->texts, names, ids->count, "");
	free(names);
}

static void
putgpus(const struct answer *a, struct buf *out)
{
	const struct busytime *b = &a->sum.busy;
	uint32_t *names = xreallocarray(NULL, b->count + 1, sizeof(*names));

	for (size_t i = 0; i < b->count; i++)
		names[i] = b->gpus[i].name;
	putnames(out, &b->names, names, b->count, "GPU");
	free(names);
}

/* Appends the date at the start of the capture; nothing if it is unknown. */
static void
putdate(const struct answer *a, struct buf *out)
{
	const struct buf *utc = &a->sum.source.utc; /* JSON */
	char text[40];
	int64_t ns;
	time_t seconds;
	struct tm tm;

	if (utc->n == 0 || !jsonint(bufall(utc), &ns))
		return;
	seconds = (time_t)(addsat(ns, clipstart(&a->sum.clip)) / 1000000000);
	if (gmtime_r(&seconds, &tm) && strftime(text, sizeof(text), "%F %T UTC", &tm) > 0)
		bufstr(out, text);
}

/* Appends names, separated by commas. */
static void
puttexts(const struct stringtable *texts, struct buf *out)
{
	for (uint32_t i = 0; i < texts->used; i++) {
		bufstr(out, i > 0 ? ", " : "");
		bufspan(out, stringat(texts, i));
	}
}

struct capturefacts
capturefactsof(const struct answer *a)
{
	struct capturefacts c = { .hosts = { 0 } };

	putprocesses(a, &c.processes);
	putgpus(a, &c.gpus);
	puttexts(&a->source.hosts, &c.hosts);
	puttexts(&a->source.products, &c.product);
	putdate(a, &c.date);
	return c;
}

/* Appends a part of the sentence, if it is known. */
static void
putpart(struct buf *out, const char *before, const struct buf *part)
{
	if (part->n == 0)
		return;
	bufstr(out, before);
	bufspan(out, bufall(part));
}

void
capturefactssentence(struct answer *a)
{
	struct capturefacts c = capturefactsof(a);
	struct buf text = { 0 };

	if (c.processes.n == 0)
		bufstr(&text, "A profile");
	putpart(&text, "", &c.processes);
	putpart(&text, " on ", &c.gpus);
	putpart(&text, ", host ", &c.hosts);
	putpart(&text, ", ", &c.date);
	putpart(&text, ", Nsight Systems ", &c.product);
	answerprose(a, "%.*s", (int)text.n, text.p);
	free(text.p);
	capturefactsfree(&c);
}

void
capturefactsfree(struct capturefacts *c)
{
	free(c->processes.p);
	free(c->gpus.p);
	free(c->hosts.p);
	free(c->date.p);
	free(c->product.p);
}
