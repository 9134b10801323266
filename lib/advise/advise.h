/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-advise. It passes a stream with states on, adds up what each rule finds lost,
 * and gives the findings at the end. The terms of this room:
 *   rule     looks for one kind of lost time (rule.h)
 *   loss     the time that a rule finds lost on one GPU or in one thread (loss.h)
 *   cost     time that could be saved at most; costs of several rules may be of the same time
 *   finding  a loss above the thresholds of its rule: a record (finding.h)
 */
#ifndef NST_ADVISE_H
#define NST_ADVISE_H

#include "base/textmemo.h"
#include "gpu/groupname.h"
#include "gpu/identity.h"
#include "gpulosses.h"
#include "stream/stage.h"
#include "stream/timespan.h"

/* Names that are kept; a further one has no id. */
enum { ADVISE_NAMES = 1 << 16 };

/* Causes of idle time that have a text. */
enum { ADVISE_CAUSES = 13 };

/* The waits for one rank in collectives. */
struct rankloss {
	int64_t pid, rank;
	bool hasrank;
	struct loss loss;
	int64_t until; /* latest end of such a wait, ns */
};

/* The GPU of the last event that had one, if no meta record followed. */
struct lastgpu {
	bool known;
	int64_t pid, device;
	uint32_t gpu; /* index in advise.gpus */
};

/* Made by adviseinit; advisefree frees it. */
struct advise {
	struct stage stage;
	const char *path; /* of the stream, for messages */
	bool text;        /* --text: gives nothing; advisewrite writes the findings */
	bool only[RULE_COUNT]; /* --only */
	bool someonly;    /* there was one */
	size_t top;       /* --top: how many findings are written as text */

	struct identitytable ids;
	struct workclassifier workclassifier;
	struct groupnamer namer;
	struct stringtable names;    /* group names of ranges, and texts of gaps; plain text */
	uint32_t gapnames[ADVISE_CAUSES]; /* by cause: id of its text in names, and 1; 0 unknown */
	bool *items;                 /* by id of a range: it reads a value of a tensor */
	size_t itemroom;
	struct textmemo ranges;          /* stems of names of ranges -> ids in names */
	struct textmemo stateworks;      /* names of states, JSON -> bits of kinds of work */
	struct map gpunumbers;       /* number from identitygpu -> index in gpus */
	struct lastgpu lastgpu;
	struct gpulosses *gpus;
	size_t gpucount, gpuroom;
	struct map sms;              /* (pid, device) -> number of multiprocessors */
	struct hostthreads threads;
	struct rankloss *ranks;
	size_t rankcount, rankroom;
	struct tracespan span;       /* of the stream */
	uint64_t states, works;      /* number of states and of GPU events */
	struct buf scratch, text1, stack;
};

/* Makes a stage with the default options. */
void adviseinit(struct advise *a);

void advisefree(struct advise *a);

/* Writes the findings as text, with --text, after the whole stream was read. */
void advisewrite(const struct advise *a, struct buf *out);

/* nst-advise with its options. */
extern const struct tool advisetool;

#endif
