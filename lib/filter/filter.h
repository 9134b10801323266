/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-filter: keeps, drops, renames and colours events. The terms of this room:
 *   kept     an event that passes all options (with --invert: that does not), and is written
 *   inside   on the thread of a named range in its time, or launched from there (inside.h)
 *   window   interval of time; events that overlap it are kept
 *   scheme   patterns of names, and the colour of each (scheme.h)
 *   matched  of an option or one of its values: some event has it; the others cause a warning
 */
#ifndef NST_FILTER_H
#define NST_FILTER_H

#include "base/map.h"
#include "during.h"
#include "gpu/identity.h"
#include "gpu/launchnumber.h"
#include "gpu/colorkind.h"
#include "gpu/rename.h"
#include "inside.h"
#include "insidestates.h"
#include "program/window.h"
#include "scheme.h"
#include "stream/filtered.h"
#include "stream/stage.h"
#include "stream/timespan.h"

/* Texts of a repeatable option. The caller owns their bytes. */
struct textlist {
	struct filtertext {
		struct span text;
		bool matched; /* by some event */
	} *p;
	size_t count;
};

/* Values of a repeatable option for an integer key or the rank. */
struct numberlist {
	struct filternumber {
		int64_t number;
		bool matched; /* by some event */
	} *p;
	size_t count;
};

/* The integer keys with an option, and the rank of an event's process. */
enum filter_number {
	FILTER_PID,
	FILTER_TID,
	FILTER_DEVICE,
	FILTER_STREAM,
	FILTER_RANK,
	FILTER_NUMBERS
};

struct filter {
	struct stage stage;

	/* Conditions of an event to be kept. An empty condition is true. */
	uint64_t types;     /* known types; bits, EVTYPE() each */
	struct textlist othertypes; /* types that nst does not know */
	struct textlist prefixes, domains;
	struct numberlist numbers[FILTER_NUMBERS];
	bool ignorecase; /* of prefixes */
	struct pattern pattern;
	struct inside inside;
	struct insidestates states; /* only with --inside */
	struct window window;
	struct during during;
	int64_t mindur; /* ns */
	/* Kernels with a launch number above the first and up to the second are kept. */
	struct launchslice {
		bool asked;
		int64_t after, upto;
		bool matched; /* by some kernel */
		const char *text; /* as the user wrote it */
	} launches;
	struct launchnumbers launchnumbers;
	bool invert;
	unsigned by; /* the options that were given: bits of enum filteroption */

	/* Changes to kept events. */
	struct renamerules renames;
	bool colorbykind; /* --color kinds */
	struct colorkinder colorkinder;
	struct scheme scheme;
	uint64_t colortypes; /* types that get colours; bits, EVTYPE() each; 0: all */

	int64_t from, to; /* the window, ns; set at the first record */
	bool begun;
	int64_t start; /* ts of the first record, ns */
	bool touched;     /* some event overlaps the window */
	bool matched;     /* some name matches the pattern */
	size_t unmatched; /* number of options and values that have not matched yet */
	struct timespan timespan;
	struct identitytable ids; /* of processes; only with --rank */
	struct stringtable cachednames; /* names with cached pattern results */
	struct cachedmatch *cachedmatches; /* by id in cachednames */
	struct buf scratch, cname, filtered;
};

/* Makes a stage that keeps all events. The caller then sets conditions and changes. filterfree
 * frees it. */
void filterinit(struct filter *f);

/* Adds a value to the condition for an integer key or the rank. */
void filternumber(struct filter *f, enum filter_number which, int64_t v);

/* Adds a text to a condition: an unknown type, a prefix or a domain. The bytes must stay valid. */
void filtertext(struct textlist *t, struct span text);

/* Warns of options and values that matched nothing in the stream at path: most likely typing
 * errors. */
void filterwarn(const struct filter *f, const char *path);

void filterfree(struct filter *f);

/* Returns the window of nst-filter with these options, if what it writes depends on nothing outside
 * of the window but the start of the stream; else NULL. */
const struct window *filterwindow(const void *self);

/* nst-filter with its options. */
extern const struct tool filtertool;

#endif
