/* SPDX-License-Identifier: MIT */
/*
 * The choice of the limit of merging (perfetto/coarse.h): a search for the smallest limit whose
 * trace fits into a number of bytes. The search makes no trace itself. Its caller makes the traces,
 * and tells it their sizes:
 *
 *   fitinit(&fit, &gauge, 1000000, 4000000, 64000000);
 *   while (fitnext(&fit, &try))
 *           fitresult(&fit, try.limit, size, dropped);
 *
 * For example, a trace that may have 1000000 bytes:
 *
 *   20 us: dropped, 1400000 bytes   too large by an estimate from its first tenth
 *   34 us: dropped, 700000 bytes    small enough, but a smaller limit may fit, too
 *   27 us: 930000 bytes             fits, and uses most of the bytes
 *
 * The caller keeps the last trace that was not dropped. At the end that is the chosen one.
 */
#ifndef NST_FIT_H
#define NST_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include "perfetto/gauge.h"

/* The size of a trace is predicted: compressed items that stay are a part of their size, and groups
 * have the same size each. Each trace that was made corrects the larger of the two terms. */
struct fit {
	const struct gauge *gauge; /* of the stream */
	size_t most;      /* for the trace, bytes; 0 if no trace is small enough */
	double share;     /* the part of it that a trace should take by its prediction; each trace
	                   * that is too large reduces it */
	double ratio;     /* compressed bytes of items that stay, per byte */
	double group;     /* compressed bytes of a group */
	int64_t tooshort; /* the largest limit whose trace is too large, ns */
	int64_t enough;   /* the smallest limit whose trace fits, ns; INT64_MAX for none */
	double large, fits; /* sizes of these traces, bytes */
	int64_t kept;     /* the limit of the trace that the caller keeps, ns; 0 for none */
	uint64_t size;    /* of that trace, bytes */
	int attempts;     /* number of traces that were begun */
};

/* The next trace to make. */
struct fittry {
	int64_t limit; /* ns */
	size_t least;  /* a trace that is expected to be smaller is dropped, bytes; 0 for none */
	size_t most;   /* a trace that is larger, or expected to be, is dropped; 0 for none */
};

/* Begins a search. The gauge must outlive it. size is that of the trace without merging, in bytes,
 * and may be an estimate; plain is its size before compression. */
void fitinit(
    struct fit *f, const struct gauge *gauge, size_t most, uint64_t size, uint64_t plain);

/* Sets the next trace to make. Returns false at the end of the search: the trace that was kept is
 * the chosen one. It takes at least nine tenths of the bytes that it may have, or half of them if
 * there are more than a million items. It takes less only if the trace of the next smaller limit is
 * too large (with more than a million items, the trace of a limit of three quarters), if eight
 * traces or more were made, or if its limit is the largest. After eight traces the search only goes
 * on until one fits. */
bool fitnext(const struct fit *f, struct fittry *next);

/* Tells the size of the trace of a limit in bytes, an estimate if it was dropped. */
void fitresult(struct fit *f, int64_t limit, uint64_t size, bool dropped);

/* The largest limit, ns. Its trace is taken whatever its size. */
int64_t fitlargest(void);

#endif
