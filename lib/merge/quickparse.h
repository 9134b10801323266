/* SPDX-License-Identifier: MIT */
/* A fast parser for lines as nst programs write them. It reads only the keys that a merge needs. */
#ifndef NST_QUICKPARSE_H
#define NST_QUICKPARSE_H

#include "stream/event.h"

/* Parses a line as evparse does, but only ts, dur, type, name and pid. Returns false, with ev
 * undefined, if the caller must use evparse instead: the line has another form (valid or not), has
 * "gpu" or "open", or is of a type whose "args" a merge changes. */
bool quickparse(struct event *ev, struct span line, struct buf *stack);

#endif
