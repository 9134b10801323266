/* SPDX-License-Identifier: MIT */
/* Hosts of inputs, and the header of what was merged. */
#ifndef NST_HEAD_H
#define NST_HEAD_H

#include "merger.h"

/* Finds out on which hosts the inputs were recorded, and numbers those. */
void headhosts(struct merger *m);

/* Writes the header record into m->out; ts is that of the first event on the common clock, ns. */
void headwrite(struct merger *m, int64_t ts);

/* What an alignment is called. */
const char *headby(enum alignment by);

#endif
