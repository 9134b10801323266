/* SPDX-License-Identifier: MIT */
/* The sections of rows: finds them, and puts them into their order. */
#ifndef NST_ROWSECTIONS_H
#define NST_ROWSECTIONS_H

#include "grouprows.h"

/* Returns the section of a type, work aside, and bin; makes it if it is new. known maps them to
 * sections. */
uint32_t rowsectionsadd(
    struct grouprows *t, struct map *known, uint32_t type, bool aside, size_t bin);

/* Determines the ranks of all sections, and their order. */
void rowsectionsrank(struct grouprows *t, const struct rowoptions *options);

#endif
