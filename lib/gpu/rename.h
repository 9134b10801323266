/* SPDX-License-Identifier: MIT */
/* Rules that give events other names, as sed(1) would, and presets of them. */
#ifndef NST_RENAME_H
#define NST_RENAME_H

#include "base/map.h"
#include "stream/event.h"

/* Rules in the order given. All zero has none. */
struct renamerules {
	struct renamerule *rules;
	size_t count;
	struct stringtable asked, results; /* JSON strings, before and after */
	uint32_t *renamed;    /* what each of the asked became, in results */
	size_t room;
	struct buf name, launch, nvtx, captured; /* values of the event at hand */
	struct buf text, other;
};

/* Adds a rule, s/REGEX/REPLACEMENT/FLAGS, or the rules of a preset, or ends the program; option is
 * named in the message. */
void renameadd(struct renamerules *r, const char *option, const char *rule);

/* What a name, a JSON string, becomes. Valid until the next call. */
struct span renamestring(struct renamerules *r, struct span quoted);

/* Renames an event: its name, that of its launch, and those of the ranges around that. */
void renameevent(struct renamerules *r, struct event *ev);

void renamefree(struct renamerules *r);

#endif
