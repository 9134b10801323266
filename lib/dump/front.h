/* SPDX-License-Identifier: MIT */
/*
 * Temporary tables that stand in front of tables of the file, with what SQL puts together from
 * several rows: what prepare.c says, made so that a hostile file cannot fill the disk.
 */
#ifndef NST_FRONT_H
#define NST_FRONT_H

#include "profile.h"
#include "schema.h"

/* Gives a connection the function nst_fits. */
void frontdefine(struct profile *p);

/* Makes what the table of the first source and its neighbours needs; why becomes what the file
 * lacks for it, if it lacks something. Ends the program when it cannot be made. */
void frontmake(struct profile *p, const struct source *first, bool stacks, struct buf *why);

#endif
