/* SPDX-License-Identifier: MIT */
/*
 * The rows of a table of a database. They are decoded from its pages (pagerows.h), where the table
 * is as nsys writes it, else read by SQL (sqlrows.h). Expressions are computed from the other cells
 * (compute.h).
 */
#ifndef NST_SQLITEROWS_H
#define NST_SQLITEROWS_H

#include "sqlite.h"

/* How a table is read: places are different ones. */
enum { SQLITEROWS_PAGES, SQLITEROWS_SQL };

/* Begins to read a table, as struct sourceops says. */
struct rows *sqliterowsopen(struct source *source, const struct rowsof *of);

#endif
