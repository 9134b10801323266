/* SPDX-License-Identifier: MIT */
/* Stacks as a profile for pprof: https://github.com/google/pprof/blob/main/proto/profile.proto. */
#ifndef NST_PPROF_H
#define NST_PPROF_H

#include "fold.h"

/* Writes the stacks, compressed by gzip, and flushes out as it fills. */
void pprofwrite(const struct fold *f, struct buf *out);

#endif
