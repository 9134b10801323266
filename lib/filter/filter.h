/* SPDX-License-Identifier: MIT */
/* The stage of nst-filter: keeps, drops, renames and colours events. */
#ifndef NST_FILTER_H
#define NST_FILTER_H

#include "base/map.h"
#include "gpu/identity.h"
#include "gpu/rename.h"
#include "inside.h"
#include "program/window.h"
#include "scheme.h"
#include "stream/stage.h"
#include "stream/timespan.h"

/* Texts of an option that may repeat; they stay the caller's. */
struct texts {
	struct filtertext {
		struct span text;
		bool matched; /* some event */
	} *p;
	size_t count;
};

/* Values of an option that may repeat, of an integer key or a rank. */
struct numbers {
	struct filternumber {
		int64_t number;
		bool matched; /* some event */
	} *p;
	size_t count;
};

/* The integer keys that can be asked for, and the rank, which is that of the process. */
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

	/* What is kept. Where nothing is asked for, all is. */
	uint64_t types;     /* bits of types of ours */
	struct texts others; /* types that are not ours */
	struct texts prefixes, domains;
	struct numbers numbers[FILTER_NUMBERS];
	bool ignorecase; /* of prefixes */
	struct pattern pattern;
	struct inside inside;
	struct window window;
	int64_t mindur; /* ns */
	bool invert;

	/* What is done to it. */
	struct renamerules renames;
	struct scheme scheme;
	uint64_t painted; /* bits of the types that the scheme is for; 0 is all */

	int64_t from, to; /* the window, ns, once the first record came */
	bool begun;
	bool touched;     /* an event touched the window */
	bool matched;     /* a name the pattern */
	size_t unmatched; /* how much of what was asked for has matched nothing so far */
	struct timespan timespan;
	struct identitytable ids; /* of processes, where ranks are asked for */
	struct stringtable answered; /* names that the patterns were asked about */
	struct answer *answers; /* what they said */
	struct buf scratch, cname;
};

/* Makes a stage that keeps all; the fields of what is kept and done are the caller's to set.
 * filterfree frees it. */
void filterinit(struct filter *f);

/* Keeps events with a value of an integer key, or of a rank, too. */
void filternumber(struct filter *f, enum filter_number which, int64_t v);

/* Adds a text, which stays the caller's: a type that is not ours, a prefix, a domain. */
void filtertext(struct texts *t, struct span text);

/* Says what of what was asked for matched nothing in the stream at path: most likely it is
 * mistyped. */
void filterwarn(const struct filter *f, const char *path);

void filterfree(struct filter *f);

/* nst-filter with its options. */
extern const struct tool filtertool;

#endif
