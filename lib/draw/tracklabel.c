/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "label.h"
#include "rowtype.h"
#include "tracklabel.h"

/* Linux keeps 15 bytes of a thread's name. The main thread's name is that of the program. */
enum { THREAD_NAME = 15 };

/* The most characters of an NVTX domain in a label. */
enum { DOMAIN_MAX = 20 };

static bool
tracklabelstarts(struct span s, const char *text)
{
	size_t n = strlen(text);

	return s.n >= n && memcmp(s.p, text, n) == 0;
}

/* Appends the name of a process, or else that of its main thread, shortened to max characters. */
static void
putprocess(const struct layout *l, int64_t pid, size_t max, struct buf *out)
{
	struct span name = metadataprocess(&l->metadata, pid);

	if (name.n == 0)
		name = metadatathread(&l->metadata, pid, pid);
	labelshorten(out, name.n > 0 ? name : spanof("Process"), max);
}

/* Returns the name of a thread. A thread that only inherited the name of its process is "main"
 * if it is the main thread, else "thread". */
static struct span
threadname(const struct layout *l, int64_t pid, int64_t tid)
{
	struct span name = metadatathread(&l->metadata, pid, tid),
	            process = metadataprocess(&l->metadata, pid);

	if (process.n == 0)
		process = metadatathread(&l->metadata, pid, pid);
	if (process.n > THREAD_NAME && name.n == THREAD_NAME)
		process.n = THREAD_NAME;
	return name.n > 0 && !spansame(name, process) ? name
	    : tid == pid                               ? spanof("main")
	                                               : spanof("thread");
}

/* Appends a name and a number. The name is shortened so that both have at most max characters. */
static void
putnumbered(struct buf *out, struct span name, int64_t number, size_t max)
{
	struct buf digits = { 0 };
	size_t before = out->n;

	bufint(&digits, number);
	labelshorten(out, name, max > digits.n + 1 ? max - digits.n - 1 : 0);
	if (out->n > before)
		bufchar(out, ' ');
	bufspan(out, bufall(&digits));
	free(digits.p);
}

void
tracklabelprocess(const struct layout *l, int64_t pid, size_t max, struct buf *out)
{
	struct buf name = { 0 };

	putprocess(l, pid, SIZE_MAX, &name);
	putnumbered(out, bufall(&name), pid, max);
	free(name.p);
}

/* Returns the number of characters that still fit into a label after a separator. */
static size_t
roomin(const struct buf *label)
{
	size_t n = labellength(bufall(label)) + sizeof(" . ") - 1;

	return n < LABEL_MAX ? LABEL_MAX - n : 0;
}

/* Appends a host to a label, unless it is empty. */
static void
puthost(struct span host, struct buf *label)
{
	enum { HOST_MOST = 10 };

	if (host.n == 0)
		return;
	bufstr(label, label->n > 0 ? DOT "host " : "host ");
	labelshorten(label, host, HOST_MOST);
}

void
tracklabelgpu(const struct layout *l, struct trackgroup *g)
{
	const struct gpu *gpu = &l->metadata.gpus[g->gpu];
	struct span name = stringat(&l->metadata.strings, gpu->name);
	static const char *const makers[] = { "NVIDIA ", "GeForce " };

	g->label.n = 0;
	bufprintf(&g->label, "GPU %lld", (long long)g->id);
	if (metadatamultihost(&l->metadata))
		puthost(stringat(&l->metadata.hosts, gpu->host), &g->label);
	for (size_t i = 0; i < sizeof(makers) / sizeof(*makers); i++)
		if (tracklabelstarts(name, makers[i]) && labellength(name) > roomin(&g->label)) {
			name.p += strlen(makers[i]);
			name.n -= strlen(makers[i]);
		}
	if (name.n > 0) {
		size_t room = roomin(&g->label);

		bufstr(&g->label, DOT);
		labelshorten(&g->label, name, room);
	}
}

void
tracklabelgroup(const struct layout *l, struct trackgroup *g)
{
	struct span host = metadatahost(&l->metadata, g->id);
	int64_t rank;

	if (g->kind == GROUP_GPU && g->gpu != UINT32_MAX && metadatamultihost(&l->metadata))
		tracklabelgpu(l, g);
	if (g->kind != GROUP_PROCESS)
		return;
	g->label.n = 0;
	if (identityrank(&l->metadata.ranks, g->id, &rank))
		bufprintf(&g->label, "rank %lld", (long long)rank);
	puthost(host, &g->label);
	if (g->label.n == 0) {
		putprocess(l, g->id, LABEL_MAX - 8, &g->label); /* viewers add the pid */
	} else if (roomin(&g->label) > 3) {
		size_t room = roomin(&g->label);

		bufstr(&g->label, DOT);
		putprocess(l, g->id, room, &g->label);
	}
}

void
tracklabelbranch(const struct layout *l, struct branch *b)
{
	b->label.n = 0;
	if (b->profiler)
		bufstr(&b->label, "Profiler");
	else
		putnumbered(&b->label, threadname(l, l->groups[b->group].id, b->tid), b->tid,
		    LABEL_MAX);
}

/* Appends the parts that distinguish a row from others of its type; more of them with a higher
 * level (tracklabelrow). */
static void
putdistinction(const struct layout *l, const struct track *t, int level, struct buf *out)
{
	const struct trackgroup *g = &l->groups[t->group];
	bool who = t->haspid && g->kind == GROUP_GPU && (g->shared || level > 2), main;

	if (g->kind == GROUP_GPU && t->hastid) {
		main = who && t->id == t->pid;
		bufstr(out, DOT);
		if (main)
			tracklabelprocess(l, t->pid, roomin(out) + sizeof(" . ") - 1, out);
		else if (who || level > 0 || spanis(threadname(l, t->pid, t->id), "thread"))
			putnumbered(out, threadname(l, t->pid, t->id), t->id,
			    roomin(out) + sizeof(" . ") - 1);
		else
			labelshorten(out, threadname(l, t->pid, t->id),
			    roomin(out) + sizeof(" . ") - 1);
		who = who && level > 2 && !main;
	}
	if (t->onstream && level > 1)
		bufprintf(out, DOT "context %lld", (long long)t->context);
	if (who) {
		bufstr(out, DOT);
		tracklabelprocess(l, t->pid, roomin(out) + sizeof(" . ") - 1, out);
	}
	if (t->hastid && t->branch != NO_BRANCH && l->branches[t->branch].profiler) {
		bufstr(out, DOT);
		putnumbered(out, threadname(l, t->pid, t->id), t->id,
		    roomin(out) + sizeof(" . ") - 1);
	}
	if (level > 3)
		bufprintf(out, DOT "%lu", (unsigned long)t->firstlane);
}

void
tracklabelrow(const struct layout *l, struct track *t, int level)
{
	t->label.n = 0;
	if (t->onstream && t->rowtype == ROW_STREAM)
		bufprintf(&t->label, "Stream %lld", (long long)t->id);
	else
		bufstr(&t->label, rowtypename(t->rowtype));
	if (t->domain != NO_DOMAIN) {
		bufstr(&t->label, DOT);
		labelshorten(&t->label, stringat(&l->domainnames, t->domain), DOMAIN_MAX);
	}
	if (t->onstream && !l->groups[t->group].shared &&
	    metadatadefaultstream(&l->metadata, t->pid, t->context, t->id))
		bufstr(&t->label, " (default)");
	putdistinction(l, t, level, &t->label);
}

void
tracklabelrows(struct layout *l)
{
	int *levels = xzalloc(l->count + 1, sizeof(*levels));
	bool again = true;

	while (again) {
		struct stringtable labels = { 0 };
		struct map owners = { 0 };

		again = false;
		for (size_t i = 0; i < l->count; i++) {
			struct track *t = &l->tracks[i];
			struct buf key = { 0 };
			uint32_t *owner;
			bool fresh;

			tracklabelrow(l, t, levels[t->firstlane]);
			bufmem(&key, (const char *)&t->group, sizeof(t->group));
			bufmem(&key, (const char *)&t->branch, sizeof(t->branch));
			bufspan(&key, bufall(&t->label));
			owner = mapput(&owners,
			    (struct mapkey){ stringintern(&labels, bufall(&key)), 0 }, &fresh);
			free(key.p);
			if (fresh) {
				*owner = t->firstlane;
			} else if (*owner != t->firstlane && levels[t->firstlane] < 4) {
				levels[*owner] = levels[t->firstlane] = levels[t->firstlane] + 1;
				again = true;
			}
		}
		stringtablefree(&labels);
		mapfree(&owners);
	}
	free(levels);
}

/* The time of the streams of a group, ns, and their number. */
struct streamtime {
	int64_t busy;
	uint32_t streams;
};

static bool
isstream(const struct track *t)
{
	return t->onstream && t->rowtype == ROW_STREAM;
}

/* Appends a share, rounded, where a label has room for it. */
static void
putstreamshare(struct buf *out, double percent)
{
	if (roomin(out) < sizeof("< 1 %") - 1)
		return;
	if (percent > 0 && percent < 1)
		bufstr(out, DOT "< 1 %");
	else
		bufprintf(out, DOT "%.0f %%", percent);
}

void
tracklabelshares(struct layout *l)
{
	struct streamtime *groups = xzalloc(l->groupkeys.used + 1, sizeof(*groups));
	int64_t *rows = xzalloc(l->count + 1, sizeof(*rows));

	for (size_t i = 0; i < l->count; i++) {
		const struct track *t = &l->tracks[i];

		if (!isstream(t))
			continue;
		rows[t->firstlane] = addsat(rows[t->firstlane], t->busy);
		groups[t->group].busy = addsat(groups[t->group].busy, t->busy);
		groups[t->group].streams += t->lane == 0;
	}
	for (size_t i = 0; i < l->count; i++) {
		struct track *t = &l->tracks[i];
		const struct streamtime *g = &groups[t->group];
		double percent;

		if (!isstream(t) || g->streams < 2 || g->busy <= 0)
			continue;
		percent = 100 * (double)rows[t->firstlane] / (double)g->busy;
		putstreamshare(&t->label, percent);
		t->idle = percent < 1;
	}
	free(rows);
	free(groups);
}

void
tracklabelflat(const struct layout *l, const struct track *t, struct buf *out)
{
	const struct branch *b = t->branch != NO_BRANCH ? &l->branches[t->branch] : NULL;

	bufspan(out, bufall(&t->label));
	if (b && !b->profiler) {
		size_t room = roomin(out);

		bufstr(out, DOT);
		putnumbered(out, threadname(l, l->groups[b->group].id, b->tid), b->tid, room);
	}
	if (t->lane > 0)
		bufprintf(out, DOT "%lu", (unsigned long)t->lane + 1);
}

void
tracklabeldescribe(const struct layout *l, const struct track *t, struct buf *out)
{
	if (l->groups[t->group].kind != GROUP_GPU || !t->haspid)
		return;
	bufprintf(out, "process %lld", (long long)t->pid);
	if (t->hastid)
		bufprintf(out, ", thread %lld", (long long)t->id);
	if (t->onstream)
		bufprintf(out, ", context %lld, stream %lld", (long long)t->context,
		    (long long)t->id);
}
