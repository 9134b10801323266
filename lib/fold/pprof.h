/* SPDX-License-Identifier: MIT */
/* Stacks as a profile for pprof, by
 * https://github.com/google/pprof/blob/main/proto/profile.proto. */
#ifndef NST_PPROF_H
#define NST_PPROF_H

#include "fold.h"

/* Appends the profile, compressed by gzip. Flushes out whenever it is full. */
void pprofwrite(const struct fold *f, struct buf *out);

#endif
