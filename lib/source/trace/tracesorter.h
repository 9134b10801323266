/* SPDX-License-Identifier: MIT */
/* A sorter (lib/source/source.h) on the external sort of traceindex.h. */
#ifndef NST_TRACESORTER_H
#define NST_TRACESORTER_H

#include "source/source.h"

/* Begins to sort, with that many bytes of memory. name is for messages. */
struct sorter *tracesorteropen(const char *name, size_t memory);

#endif
