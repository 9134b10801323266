/* SPDX-License-Identifier: MIT */
/* Launches and their kernels, by thread, device, call and kernel: how long both took together, each
 * alone, and how long the kernel was in the queue between them. */
#ifndef NST_KERNEXEC_H
#define NST_KERNEXEC_H

#include "collector.h"

struct collector *kernexecsum(const struct collectorargs *ask);

#endif
