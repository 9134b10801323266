/* SPDX-License-Identifier: MIT */
/* Renames events by rules in the syntax of sed(1), and presets of such rules. */
#ifndef NST_RENAME_H
#define NST_RENAME_H

#include "base/map.h"
#include "stream/event.h"

/* Rules in the order given. All zero has none; renamefree frees it. */
struct renamerules {
	struct renamerule *rules;
	size_t count;
	struct stringtable asked, results; /* a cache: names and results, as JSON strings */
	uint32_t *renamed;    /* by id in asked: the id in results */
	size_t room;
	struct buf name, launch, nvtx, captured; /* new values of the current event */
	struct buf text, other;
};

/* Adds a rule, s/REGEX/REPLACEMENT/FLAGS, or those of a preset. Ends the program if it is not
 * valid; option is the command-line option for the message. */
void renameadd(struct renamerules *r, const char *option, const char *rule);

/* Returns the new name for a name; both are JSON strings. Valid until the next call. */
struct span renamestring(struct renamerules *r, struct span quoted);

/* Renames an event: its name, its launch, the ranges around it, and those of its capture. */
void renameevent(struct renamerules *r, struct event *ev);

void renamefree(struct renamerules *r);

#endif
