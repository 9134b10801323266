/* SPDX-License-Identifier: MIT */
/* Schemes that give colours to events by name. */
#ifndef NST_SCHEME_H
#define NST_SCHEME_H

#include "base/pattern.h"

/* Rules from patterns to colours, in the order written. All zero has none. */
struct scheme {
	struct colorrule {
		struct pattern pattern;
		const char *color; /* one of Chrome's */
	} *rules;
	size_t count;
};

/* Reads a scheme: a JSON object of pattern to colour name, or "@" and the name of a file that holds
 * one. Ends the program when it is not one, or a colour is not known to Chrome: a trace with such a
 * colour would not load. schemefree frees it. */
void schemeread(struct scheme *s, const char *option, const char *text);

/* The colour of the first rule that matches, or NULL. */
const char *schemecolor(const struct scheme *s, struct span name);

void schemefree(struct scheme *s);

#endif
