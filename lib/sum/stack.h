/* SPDX-License-Identifier: MIT */
/* Push/pop ranges, a row for each: its place in the stack of its thread, and its time with and
 * without those inside. */
#ifndef NST_SUM_STACK_H
#define NST_SUM_STACK_H

#include "engine.h"

struct engine *stacktrace(const struct ask *ask);

#endif
