/* SPDX-License-Identifier: MIT */
/* Unified memory: what was moved where, and which pages were missing. */
#ifndef NST_UNIFIEDMEMORY_H
#define NST_UNIFIEDMEMORY_H

#include "collector.h"

/* By address, in total, and the faults of the CPU by instruction. */
struct collector *unifiedmemorysum(const struct collectorargs *ask);
struct collector *unifiedmemorytotal(const struct collectorargs *ask);
struct collector *unifiedmemoryfaults(const struct collectorargs *ask);

#endif
