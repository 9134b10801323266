/* SPDX-License-Identifier: MIT */
/* Kernels by the ranges around their launches: each counts for all that are on the launching
 * thread, not for the innermost alone. */
#ifndef NST_RANGEKERNELS_H
#define NST_RANGEKERNELS_H

#include "collector.h"

/* Sums by range (BY_FIRST), style, process, thread and kernel. */
struct collector *rangekernelssum(const struct collectorargs *ask);

#endif
