/* SPDX-License-Identifier: MIT */
/* A fast path beside evparse: parses only the keys that a merge needs, and only lines in the form
 * that nst's programs write. */
#ifndef NST_QUICKPARSE_H
#define NST_QUICKPARSE_H

#include "stream/event.h"

/* Parses the keys ts, dur, type, name and pid as evparse does. Returns false, with ev undefined, if
 * the line has another form, is malformed, has "gpu" or "open", or is of a type whose "args" a
 * merge changes. The caller then uses evparse. */
bool quickparse(struct event *ev, struct span line, struct buf *stack);

#endif
