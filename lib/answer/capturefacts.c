/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <time.h>

#include "answer.h"
#include "base/json.h"
#include "capturefacts.h"
#include "table/format.h"

/* The most characters of a word of a command. */
enum { WORD_MOST = 40 };

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
	commandtexts(&a->source.commands, SIZE_MAX, &c.command);
	puttexts(&a->source.hosts, &c.hosts);
	puttexts(&a->source.products, &c.product);
	putdate(a, &c.date);
	return c;
}

/* Returns the text behind the last slash; the whole text if nothing is there. */
static struct span
withoutfolders(struct span path)
{
	const char *slash = path.n > 0 ? memrchr(path.p, '/', path.n) : NULL;
	size_t n = slash ? (size_t)(path.p + path.n - (slash + 1)) : 0;

	return n > 0 ? (struct span){ slash + 1, n } : path;
}

/* Appends a word of a command without its folders, and its first characters if it is long. */
static void
putword(struct buf *out, struct span word)
{
	struct span name = withoutfolders(word);
	size_t n = formatprefix(name, WORD_MOST);

	bufmem(out, name.p, n);
	bufstr(out, n < name.n ? "..." : "");
}

/* Begins the sentence: the commands, and the processes unless they are named as the program. */
static void
putprograms(const struct answer *a, const struct capturefacts *c, struct buf *out)
{
	const struct stringtable *commands = &a->source.commands;
	struct span process = withoutfolders(bufall(&c->processes));
	struct span argument, program = { NULL, 0 };

	for (uint32_t i = 0; i < commands->used; i++) {
		program = commandprogram(stringat(commands, i), &argument);
		bufstr(out, i > 0 ? ", " : "");
		putword(out, program);
		bufstr(out, argument.n > 0 ? " " : "");
		putword(out, argument);
	}
	if (out->n == 0)
		bufspan(out, bufall(&c->processes));
	else if (process.n > 0 && !spansame(process, withoutfolders(program)))
		bufprintf(out, " (%.*s)", (int)c->processes.n, c->processes.p);
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

	putprograms(a, &c, &text);
	if (text.n == 0)
		bufstr(&text, "A profile");
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
	free(c->command.p);
	free(c->gpus.p);
	free(c->hosts.p);
	free(c->date.p);
	free(c->product.p);
}
