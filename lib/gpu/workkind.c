/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "workkind.h"

/* Libraries that communicate between GPUs, and a pattern for the names of their kernels. nst-sum(1)
 * has the same list. */
static const struct {
	const char *library, *pattern;
} libraries[] = {
	{ "NCCL, RCCL", "(?i:nccl)" },
	{ "NVSHMEM", "(?i:nvshmem)" },
	{ "rocSHMEM", "(?i:rocshmem)" },
	{ "MSCCL, MSCCL++", "(?i:msccl)" },
	{ "DeepEP", "deep_ep::" },
	{ "HybridEP", "hybrid_ep::" },
	{ "Transformer Engine userbuffers", "userbuffers" },
	{ "PyTorch symmetric memory", "(one|two)_shot_all_reduce|multimem_" },
	{ "vLLM, SGLang", "cross_device_reduce" },
	{ "TensorRT-LLM, FlashInfer", "(?i:(one|two)_?shot_?allreduce|allreduce_fusion)" },
};

enum { LIBRARIES = sizeof(libraries) / sizeof(*libraries) };

void
workclassifierpattern(struct workclassifier *c, const char *option, const char *pattern)
{
	patternread(&c->pattern, option, spanof(pattern));
	c->ready = true;
}

/* Compiles the patterns of all libraries into one. */
static void
compilelist(struct workclassifier *c)
{
	struct buf text = { 0 };

	for (int i = 0; i < LIBRARIES; i++) {
		if (i > 0)
			bufchar(&text, '|');
		bufstr(&text, libraries[i].pattern);
	}
	patternread(&c->pattern, "comm", bufall(&text));
	c->ready = true;
	free(text.p);
}

/* Returns true if the kernel's name matches the pattern. Each name is matched once. */
static bool
communicates(struct workclassifier *c, const struct event *ev)
{
	size_t before = c->names.used;
	uint32_t name;

	if (!evhas(ev, KEY_NAME))
		return false;
	if (!c->ready)
		compilelist(c);
	name = stringinternrecent(&c->names, ev->value[KEY_NAME], c->recent);
	if (c->names.used > before) {
		GROW(c->answers, c->answersroom, c->names.used);
		c->answers[name] = patternmatch(
		    &c->pattern, jsontext(stringat(&c->names, name), &c->scratch));
	}
	return c->answers[name];
}

/* Returns true if a copy is between two devices: its "kind" says so, in the words of new or of old
 * exports, or neither end is the host and its two devices differ. */
static bool
ispeercopy(const struct event *ev)
{
	enum { KIND, FROM, TO, ARGS };

	static const char *const names[ARGS] = { "kind", "src_device", "dst_device" };
	struct span args[ARGS];
	int64_t from, to;

	evargs(ev, names, args, ARGS);
	if (spanis(args[KIND], "\"Peer-to-Peer\"") || spanis(args[KIND], "\"PtoP\""))
		return true;
	return !(args[KIND].n > 0 && memchr(args[KIND].p, 'H', args[KIND].n)) &&
	    jsonint(args[FROM], &from) && jsonint(args[TO], &to) && from != to;
}

enum work
workclassify(struct workclassifier *c, const struct event *ev)
{
	if (c->classified)
		return c->work;
	c->classified = true;
	if (ev->type == TYPE_KERNEL)
		c->work = communicates(c, ev) ? WORK_COMM : WORK_COMPUTE;
	else if (ev->type == TYPE_GRAPH)
		c->work = WORK_COMPUTE;
	else
		c->work = ev->type == TYPE_MEMCPY && ispeercopy(ev) ? WORK_COMM : WORK_COPY;
	return c->work;
}

const char *
workkindname(enum work work)
{
	static const char *const names[] = { "compute", "communication", "copy" };

	return names[work];
}

void
workkindlist(struct buf *out)
{
	for (int i = 0; i < LIBRARIES; i++)
		bufprintf(out, "%s\t%s\n", libraries[i].library, libraries[i].pattern);
}

void
workclassifierfree(struct workclassifier *c)
{
	if (c->ready)
		patternfree(&c->pattern);
	stringtablefree(&c->names);
	free(c->answers);
	free(c->scratch.p);
	*c = (struct workclassifier){ 0 };
}
