/* SPDX-License-Identifier: MIT */
/* Tables of a profile that were not dumped. */
#ifndef NST_UNREAD_H
#define NST_UNREAD_H

#include "source/source.h"

/* Prints which tables with rows were not dumped, and how many rows they have. */
void unreadsay(struct source *s);

#endif
