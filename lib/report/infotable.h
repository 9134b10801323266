/* SPDX-License-Identifier: MIT */
/* Rows of the tables that are not events: strings, processes, threads, devices, streams, and facts
 * of the session. All but strings are few. */
#ifndef NST_INFOTABLE_H
#define NST_INFOTABLE_H

#include "base/row.h"
#include "rep.h"

/*
 * Calls each with every row of a table, by its number in the shape, all columns in their order; the
 * row stays until each returns. What was gathered from all events says which processes there are
 * and which strings are secrets; rows are counted there. Tables of events have none here.
 */
void repinfotable(const struct rep *r, size_t table, struct repcoverage *coverage,
    void (*each)(void *, const struct row *), void *arg);

#endif
