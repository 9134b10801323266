/* SPDX-License-Identifier: MIT */
/* How far apart in a report the events are that come one behind the other in time. */
#ifndef NST_FALLBACK_H
#define NST_FALLBACK_H

#include "dump/order/run.h"
#include "reportindex.h"

/* How many blocks of a report the merge keeps of what was found in so many tables, so that it
 * unpacks hardly any of them twice, while so many batches hold as many more each. 0 when that were
 * too many, or no number is enough: the report has to be imported. */
size_t fallbackblocks(
    const struct reportindex *g, const struct found *found, size_t count, unsigned batches);

#endif
