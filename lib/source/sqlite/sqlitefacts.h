/* SPDX-License-Identifier: MIT */
/* Fact tables, lookups and counts of a database: what struct sourceops says of facts, query, frames
 * and count. */
#ifndef NST_SQLITEFACTS_H
#define NST_SQLITEFACTS_H

#include "sqlite.h"

bool sqlitefactsread(struct source *source, const struct factquery *query,
    bool (*each)(void *arg, const struct row *row), void *arg);

struct lookup *sqlitefactsquery(struct source *source, const char *sql, const char *table);

struct lookup *sqlitefactsframes(struct source *source, const char *table);

int64_t sqlitefactscount(struct source *source, const char *table);

#endif
