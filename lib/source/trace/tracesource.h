/* SPDX-License-Identifier: MIT */
/* Traces in Chrome's JSON format as a source: those of PyTorch's profiler (Kineto), of nst-chrome,
 * and of other programs. */
#ifndef NST_TRACESOURCE_H
#define NST_TRACESOURCE_H

#include "source/sourcefile.h"

/* A trace; one that is compressed by gzip, zstd or xz, too. */
extern const struct sourceformat traceformat;

#endif
