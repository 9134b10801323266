/* SPDX-License-Identifier: MIT */
/* Tables of a profile that are not dumped. */
#ifndef NST_UNREAD_H
#define NST_UNREAD_H

#include "source/source.h"

/* Adds the events of tables that --type has to name, by type. */
void unreadskipped(struct source *s, struct skipped *out);

/* Prints which tables that nothing reads have rows, and how many. */
void unreadwarn(struct source *s);

#endif
