/* SPDX-License-Identifier: MIT */
/*
 * Temporary tables that stand in front of tables of the file, with what SQL puts together from
 * several rows: what prepare.c says, made so that a hostile file cannot fill the disk.
 */
#ifndef NST_TEMPTABLE_H
#define NST_TEMPTABLE_H

#include "dump/tables/schema.h"
#include "profile.h"

/* Gives a connection the function nst_fits. */
void temptabledefine(struct profile *p);

/* Makes what the table of the first source and its neighbours needs; why becomes what the file
 * lacks for it, if it lacks something. Ends the program when it cannot be made. */
void temptablemake(struct profile *p, const struct mapping *first, bool stacks, struct buf *why);

#endif
