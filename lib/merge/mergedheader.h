/* SPDX-License-Identifier: MIT */
/* The hosts of the inputs, and the header of the merged stream. */
#ifndef NST_MERGEDHEADER_H
#define NST_MERGEDHEADER_H

#include "merger.h"

/* Sets the hosts of each input, by index in m->hostids. */
void mergedheaderhosts(struct merger *m);

/* Appends the header record to m->out. ts is that of the first event on the common clock, ns. */
void mergedheaderwrite(struct merger *m, int64_t ts);

/* Returns the value of "by" in the header: clock, utc, collectives, file, or an empty string. */
const char *alignmentname(enum alignment by);

#endif
