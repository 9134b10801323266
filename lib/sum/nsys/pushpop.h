/* SPDX-License-Identifier: MIT */
/* Push/pop ranges, a row for each: its place in the stack of its thread, and its time with and
 * without those inside. */
#ifndef NST_PUSHPOP_H
#define NST_PUSHPOP_H

#include "collector.h"

struct collector *pushpoptrace(const struct collectorargs *ask);

#endif
