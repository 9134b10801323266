/* SPDX-License-Identifier: MIT */
/* The stage of nst-filter: keeps, drops and colours events. */
#ifndef NST_FILTER_H
#define NST_FILTER_H

#include "map.h"
#include "scheme.h"
#include "stage.h"

/* Texts of an option that may repeat; they stay the caller's. */
struct texts {
	struct span *p;
	size_t count;
};

/* Values of an option that may repeat, of an integer key. */
struct numbers {
	int64_t *p;
	size_t count;
};

/* The integer keys that can be asked for. */
enum filter_number { FILTER_PID, FILTER_TID, FILTER_DEVICE, FILTER_STREAM, FILTER_NUMBERS };

struct filter {
	struct stage stage;

	/* What is kept. Where nothing is asked for, all is. */
	uint64_t types;      /* bits of types of ours */
	struct names others; /* types that are not ours */
	struct texts prefixes, domains;
	struct numbers numbers[FILTER_NUMBERS];
	bool match;
	struct pattern pattern;
	int64_t from, to, mindur; /* ns */
	bool invert;
	struct scheme scheme;

	struct buf matched;      /* a byte for each of others: an event had it */
	struct names answered;   /* names that the patterns were asked about */
	struct answer *answers;  /* what they said */
	struct buf scratch, cname;
};

/* Makes a stage that keeps all; the fields of what is kept are the caller's to set. filterfree frees
 * it. */
void filterinit(struct filter *f);

/* Keeps events with a value of an integer key, too. */
void filternumber(struct filter *f, enum filter_number which, int64_t v);

/* Keeps events of a type that is not ours, too. */
void filtertype(struct filter *f, struct span name);

/* Adds a text, which stays the caller's. */
void textsadd(struct texts *t, const char *text);

void filterfree(struct filter *f);

#endif
