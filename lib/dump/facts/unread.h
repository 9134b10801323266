/* SPDX-License-Identifier: MIT */
/* What is in a profile and was not dumped: loss is never silent. */
#ifndef NST_UNREAD_H
#define NST_UNREAD_H

#include "source/sqlite/profile.h"

/* Says which tables hold something and are not read, and how many rows that is. */
void unreadsay(const struct profile *p);

#endif
