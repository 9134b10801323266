/* SPDX-License-Identifier: MIT */
/* Unified memory: what was moved where, and which pages were missing. */
#ifndef NST_UNIFIEDMEMORY_H
#define NST_UNIFIEDMEMORY_H

#include "collector.h"

/* By address, in total, and the faults of the CPU by instruction. */
struct engine *umsum(const struct ask *ask);
struct engine *umtotal(const struct ask *ask);
struct engine *umfaults(const struct ask *ask);

#endif
