/* SPDX-License-Identifier: MIT */
/* Reads of a line only what merging needs, where it is written as our programs write it. */
#ifndef NST_SKIM_H
#define NST_SKIM_H

#include "stream/event.h"

/* Reads a line, as evparse does, but for these keys only: ts, dur, type, name and pid. False, with
 * ev in no order, for a line in another form, right or wrong, for one with "gpu" or "open", and for
 * records whose "args" matter to merging: those are for evparse. */
bool skim(struct event *ev, struct span line, struct buf *stack);

#endif
