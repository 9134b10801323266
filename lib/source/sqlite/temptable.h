/* SPDX-License-Identifier: MIT */
/*
 * Shadows: temporary tables with the names of tables of the file, and columns that SQL computes
 * from several rows or tables (prepare.c says which). Their size is bounded, so that a hostile file
 * cannot fill the disk.
 */
#ifndef NST_TEMPTABLE_H
#define NST_TEMPTABLE_H

#include "sqlite.h"

/* Gives the connection the function nst_fits. */
void temptabledefine(struct sqlite *p);

/* Makes the shadow of a table, if it has one. Sets why to what the file lacks for it, if it lacks
 * something. Ends the program if the shadow cannot be made. */
void temptablemake(struct sqlite *p, const char *table, bool stacks, struct buf *why);

#endif
