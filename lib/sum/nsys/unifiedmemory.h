/* SPDX-License-Identifier: MIT */
/* The stats reports of unified memory: the bytes moved, and the page faults. */
#ifndef NST_UNIFIEDMEMORY_H
#define NST_UNIFIEDMEMORY_H

#include "collector.h"

/* By address; in total; and faults of the CPU by instruction. */
struct collector *unifiedmemorysum(const struct collectorargs *args);
struct collector *unifiedmemorytotal(const struct collectorargs *args);
struct collector *unifiedmemoryfaults(const struct collectorargs *args);

#endif
