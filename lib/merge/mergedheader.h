/* SPDX-License-Identifier: MIT */
/* The hosts of the inputs, and the header of the merged stream. */
#ifndef NST_MERGEDHEADER_H
#define NST_MERGEDHEADER_H

#include "merger.h"

/* Sets the hosts of each input, by index in m->hosts. */
void mergedheaderhosts(struct merger *m);

/* Appends the header record to m->out. ts is that of the first event on the common clock, ns. */
void mergedheaderwrite(struct merger *m, int64_t ts);

/* Returns the name of an alignment for the header. */
const char *alignmentname(enum alignment by);

#endif
