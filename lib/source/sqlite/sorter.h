/* SPDX-License-Identifier: MIT */
/* An external sort: SQLite sorts the rows in a temporary file. */
#ifndef NST_SORTER_H
#define NST_SORTER_H

#include "sqlite.h"

/* Begins to sort, as struct sourceops says. */
struct sorter *sorteropen(struct source *source, const char *what);

#endif
