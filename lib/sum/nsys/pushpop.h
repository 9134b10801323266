/* SPDX-License-Identifier: MIT */
/* nvtx_pushpop_trace: a row for each push/pop range, with its place in the tree of its thread, its
 * duration, and the part of that outside its children. */
#ifndef NST_PUSHPOP_H
#define NST_PUSHPOP_H

#include "collector.h"

struct collector *pushpoptrace(const struct collectorargs *args);

#endif
