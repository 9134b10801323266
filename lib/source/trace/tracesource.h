/* SPDX-License-Identifier: MIT */
/* Traces in Chrome's JSON format as a source: those of PyTorch's profiler (Kineto), of nst-chrome,
 * and of other programs. */
#ifndef NST_TRACESOURCE_H
#define NST_TRACESOURCE_H

#include "source/sourcefile.h"

/* Traces, compressed by gzip, zstd or xz or not. */
extern const struct sourceformat traceformat;

#endif
