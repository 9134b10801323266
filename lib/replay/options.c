/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "io/out.h"
#include "program/tool.h"
#include "remedy.h"
#include "retime.h"
#include "stream/filtered.h"
#include "stream/reread.h"
#include "stream/stream.h"
#include "table/format.h"

static const char usage[] =
    "usage: nst-replay [--scale PATTERN=FACTOR] [--remove PATTERN] [--launch TIME]\n"
    "                  [--async-copies] [--equal-ranks] [--bandwidth nvlink=FACTORx]\n"
    "                  [--text | --json] [--force] [--partial] [FILE]\n"
    "       nst-replay --findings [--text | --json] [--force] [--partial] [FILE]\n";

enum {
	OPT_SCALE = OPT_OWN,
	OPT_REMOVE,
	OPT_LAUNCH,
	OPT_ASYNC,
	OPT_EQUAL,
	OPT_BANDWIDTH,
	OPT_FINDINGS,
	OPT_TEXT,
	OPT_JSON,
	OPT_FORCE
};

static const struct flag flags[] = {
	{ "scale", OPT_SCALE, "PATTERN=FACTOR",
	    "multiply the time of events whose names match", NULL },
	{ "remove", OPT_REMOVE, "PATTERN", "as if matching calls and work took no time", NULL },
	{ "launch", OPT_LAUNCH, "TIME", "longest time of a call that launches work", NULL },
	{ "async-copies", OPT_ASYNC, NULL, "no call waits for its copy", NULL },
	{ "equal-ranks", OPT_EQUAL, NULL, "no collective waits for a rank", NULL },
	{ "bandwidth", OPT_BANDWIDTH, "nvlink=FACTORx", "communication is this much faster", NULL },
	{ "findings", OPT_FINDINGS, NULL,
	    "predict the savings of the findings of nst-advise", NULL },
	{ "text", OPT_TEXT, NULL, "print the times before and after, and no stream", NULL },
	{ "json", OPT_JSON, NULL, "print them as a JSON object, in ns", NULL },
	{ "force", OPT_FORCE, NULL, "predict although the replay error is above 10 %", NULL },
	TOOL_PARTIAL_FLAG,
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Predicts a run with changed times: what if this kernel were twice as fast?",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-replay --scale gemm=0.5 --text",
};

/* The largest replay error with which a prediction is made, of the length of the run. */
#define REPLAY_ERROR_MAX 0.1

struct replaytool {
	struct collect run;
	struct changes changes;
	struct replay replay;
	struct retime retime;
	struct remedies remedies;
	int64_t unchanged; /* length of the replay without a change, ns */
	int64_t shift;     /* the longest time by which it moved an event, ns */
	bool text, json, force, findings;
};

static void *
replaymake(void)
{
	struct replaytool *t = xzalloc(1, sizeof(*t));

	collectinit(&t->run);
	retimeinit(&t->retime);
	remediesinit(&t->remedies);
	t->changes.launch = -1;
	return t;
}

static void
replaytake(void *self, int opt)
{
	struct replaytool *t = self;

	switch (opt) {
	case OPT_SCALE:
		changesscale(&t->changes, optarg);
		break;
	case OPT_REMOVE:
		changesremove(&t->changes, optarg);
		break;
	case OPT_LAUNCH:
		t->changes.launch = clitime("launch", optarg);
		if (t->changes.launch < 0)
			dieusage("--launch: a negative time");
		break;
	case OPT_ASYNC:
		t->changes.asynccopies = true;
		break;
	case OPT_EQUAL:
		t->changes.equalranks = true;
		break;
	case OPT_BANDWIDTH:
		changesbandwidth(&t->changes, optarg);
		break;
	case OPT_FINDINGS:
		t->findings = true;
		break;
	case OPT_TEXT:
		t->text = true;
		break;
	case OPT_JSON:
		t->json = true;
		break;
	default:
		t->force = true;
	}
}

static void
replaycheck(void *self)
{
	const struct replaytool *t = self;

	if (t->text && t->json)
		dieusage("--text and --json exclude each other");
	if (t->findings && !changesnone(&t->changes))
		dieusage("--findings and changes exclude each other");
}

static bool
replaytext(const void *self)
{
	const struct replaytool *t = self;

	return t->text || t->json;
}

static bool
replayalways(const void *self)
{
	(void)self;
	return true;
}

/* Returns the replay error: the longest time by which the replay of the unchanged run moved an
 * event, as a part of the run. So no step and no span is wrong by more. */
static double
replayerror(const struct replaytool *t)
{
	return t->replay.before == 0 ? 0 : (double)t->shift / (double)t->replay.before;
}

/* Replays the run twice: without a change, for the error, and with the changes. */
static void
replaytwice(struct replaytool *t, const char *name)
{
	struct changes none = { .launch = -1 };
	struct replay unchanged = { .run = &t->run, .changes = &none };

	replayrun(&unchanged);
	t->unchanged = unchanged.after;
	t->shift = unchanged.shift;
	replayfree(&unchanged);
	t->replay = (struct replay){ .run = &t->run, .changes = &t->changes };
	replayrun(&t->replay);
	changeswarn(&t->changes, name);
	if (replayerror(t) > REPLAY_ERROR_MAX && !t->force)
		die("%s: the replay error is %.1f %%, above 10 %%: --force predicts all the same",
		    name, 100 * replayerror(t));
}

static const char *
replayfirstpass(void *self, const char *path, bool *failed)
{
	struct replaytool *t = self;

	clipready(&t->run.clip);
	path = rereadfirstpass(&t->run.stage, path, failed);
	if (t->run.unsorted)
		die("%s: the stream is not in order of time: sort -s -t: -k2,2n", streamname(path));
	if (t->run.work.count > 0 && t->run.work.unlaunched == t->run.work.count)
		die("%s: no launch of GPU work is known: put nst-link before this program",
		    streamname(path));
	if (filteredlinks(t->run.clip.span.info.filtered))
		filteredwarn(t->run.clip.span.info.filtered, streamname(path),
		    "the replay does not wait for what is missing: filter behind this program");
	deviceworkready(&t->run.work);
	threadsready(&t->run.threads);
	replaytwice(t, streamname(path));
	t->retime.replay = &t->replay;
	t->remedies.run = &t->run;
	t->remedies.before = t->replay.before;
	t->remedies.error = replayerror(t);
	return path;
}

/* A stage that takes events and gives none. */
static void
ignore(struct stage *stage, struct event *ev)
{
	(void)stage;
	(void)ev;
}

static struct stage *
replaystages(void *self, const char *path, bool partial)
{
	static struct stage nothing = { .header = ignore, .event = ignore };
	struct replaytool *t = self;

	(void)path;
	(void)partial;
	if (t->findings) {
		t->remedies.stage.next = replaytext(t) ? &nothing : NULL;
		return &t->remedies.stage;
	}
	return replaytext(t) ? &nothing : &t->retime.stage;
}

static void
putlength(struct buf *out, const char *what, int64_t ns)
{
	bufprintf(out, "%-12s", what);
	formattime(out, (wide)ns * 1000);
}

static void
replayprint(const struct replaytool *t, struct buf *out)
{
	const struct replay *r = &t->replay;
	int64_t saved = r->before - r->after;

	putlength(out, "before", r->before);
	bufchar(out, '\n');
	putlength(out, "after", r->after);
	bufchar(out, '\n');
	putlength(out, saved < 0 ? "lost" : "saved", saved < 0 ? -saved : saved);
	if (r->before > 0)
		bufprintf(out, ", %.1f %%",
		    100 * (double)(saved < 0 ? -saved : saved) / (double)r->before);
	bufprintf(out, "\n%-12s%.1f %%\n", "error", 100 * replayerror(t));
}

static void
replayjson(const struct replaytool *t, struct buf *out)
{
	bufprintf(out, "{\"before\":%lld,\"after\":%lld,\"saved\":%lld,",
	    (long long)t->replay.before, (long long)t->replay.after,
	    (long long)(t->replay.before - t->replay.after));
	bufprintf(out, "\"unchanged\":%lld,\"error\":%.6f}\n", (long long)t->unchanged,
	    replayerror(t));
}

static enum status
replayoptionsend(void *self, const char *path, enum status status)
{
	struct replaytool *t = self;
	struct buf out = { 0 };

	(void)path;
	if (replaytext(t)) {
		if (t->findings)
			(t->json ? remediesjson : remediestext)(&t->remedies, &out);
		else if (t->json)
			replayjson(t, &out);
		else
			replayprint(t, &out);
		if (!outend(&out))
			status = FAILED;
	}
	replayfree(&t->replay);
	retimefree(&t->retime);
	remediesfree(&t->remedies);
	changesfree(&t->changes);
	collectfree(&t->run);
	segmentsfree(&t->run.segments);
	free(t);
	return status;
}

const struct tool replaytool = {
	.name = "nst-replay",
	.help = &help,
	.make = replaymake,
	.option = replaytake,
	.check = replaycheck,
	.needsfirstpass = replayalways,
	.firstpass = replayfirstpass,
	.writestext = replaytext,
	.stages = replaystages,
	.end = replayoptionsend,
};
