/* SPDX-License-Identifier: MIT */
/* Colour schemes: patterns of event names, and the colour of each. */
#ifndef NST_SCHEME_H
#define NST_SCHEME_H

#include "base/pattern.h"

/* Rules in the order of the file; the first match counts. All zero is empty. */
struct scheme {
	struct colorrule {
		struct pattern pattern;
		const char *color; /* a colour name of Chrome's trace viewer */
	} *rules;
	size_t count;
};

/* Reads a scheme: a JSON object of patterns and colour names, or "@" and the name of a file with
 * one. A malformed scheme ends the program. So does an unknown colour, since Chrome would not load
 * the trace. schemefree frees the scheme. */
void schemeread(struct scheme *s, const char *option, const char *text);

/* Returns the colour of the first rule that matches, or NULL. */
const char *schemecolor(const struct scheme *s, struct span name);

void schemefree(struct scheme *s);

#endif
