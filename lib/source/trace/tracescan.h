/* SPDX-License-Identifier: MIT */
/* The pass over a trace: finds its events, and the facts outside of them. */
#ifndef NST_TRACESCAN_H
#define NST_TRACESCAN_H

#include "tracefile.h"

/* Reads the whole file. */
void tracescan(struct tracefile *t);

/* Adds an event, n bytes at an offset of the file. */
void traceplace(struct tracefile *t, struct tracejson *j, const struct traceevent *ev, uint64_t at,
    size_t n);

/* Learns from a metadata event (phase M): names of processes and threads. */
void tracelearn(struct tracefile *t, struct tracejson *j, const struct traceevent *ev);

/* Learns from a top-level member of the trace. */
void tracefact(struct tracefile *t, struct tracejson *j, struct span key, struct span value);

/* Counts an event that is left out, by its category or its phase. */
void traceleave(struct tracefile *t, const struct traceevent *ev);

#endif
