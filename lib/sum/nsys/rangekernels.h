/* SPDX-License-Identifier: MIT */
/* nvtx_kern_sum: kernels by the ranges around their launches. A kernel counts for each range that
 * was open on the launching thread. */
#ifndef NST_RANGEKERNELS_H
#define NST_RANGEKERNELS_H

#include "collector.h"

/* Sums by range (BY_LABEL1), style, process, thread and kernel. */
struct collector *rangekernelssum(const struct collectorargs *args);

#endif
