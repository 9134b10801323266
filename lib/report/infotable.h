/* SPDX-License-Identifier: MIT */
/* Reads rows of the info tables, which are not made of events: strings, threads, devices,
 * streams, and facts about the session. Only strings are many. */
#ifndef NST_INFOTABLE_H
#define NST_INFOTABLE_H

#include "base/row.h"
#include "rep.h"

/*
 * Calls each for every row of an info table, by its index in the schema, with all its columns.
 * The row is valid during the call. All events must have been read before, since coverage tells
 * which strings are secret; rows are counted there. For an event table, each is never called.
 */
void repinfotable(const struct rep *r, size_t table, struct repcoverage *coverage,
    void (*each)(void *, const struct row *), void *arg);

/* Returns the name of the host, which no imported row may have; no bytes if it is not known. */
struct span rephostname(const struct rep *r);

#endif
