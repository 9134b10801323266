/* SPDX-License-Identifier: MIT */
/* Reports as sources. Rows of events are read from the blocks of the file; facts, and rows that SQL
 * joins or sorts, from side tables, a database that opening the report writes. */
#ifndef NST_REPORTSOURCE_H
#define NST_REPORTSOURCE_H

#include "blockcache.h"
#include "source/sqlite/sqlitesource.h"

struct reportsource {
	struct sqlite sqlite; /* the side tables */
	struct reportindex *index; /* one for all workers, like the database */
	struct blockcache blocks;
};

extern const struct sourceformat reportformat;

#endif
