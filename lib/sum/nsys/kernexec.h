/* SPDX-License-Identifier: MIT */
/* cuda_kern_exec_sum: launches and their kernels, by thread, device, call and kernel. Sums up the
 * durations of calls and kernels, the time in the queue between them, and all of it. */
#ifndef NST_KERNEXEC_H
#define NST_KERNEXEC_H

#include "collector.h"

struct collector *kernexecsum(const struct collectorargs *args);

#endif
