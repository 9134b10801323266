/* SPDX-License-Identifier: MIT */
/* Colours of Chrome's trace viewer, and schemes that give them to events by name. */
#ifndef NST_COLOR_H
#define NST_COLOR_H

#include <regex.h>
#include <stdbool.h>

#include "mem.h"

/* Rules from patterns to colours, in the order written. All zero has none. */
struct scheme {
	struct colorrule {
		regex_t pattern;
		const char *color; /* one of Chrome's */
	} *rules;
	size_t count;
};

/* Compiles an extended regular expression, or ends the program; option is named in the message.
 * Free it with regfree. */
void patternread(regex_t *pattern, const char *option, struct span text);

/* Whether a pattern matches somewhere in a text, which may hold NUL. */
bool patternmatch(const regex_t *pattern, struct span text);

/* Reads a scheme: a JSON object of pattern to colour name, or "@" and the name of a file that holds
 * one. Ends the program when it is not one, or a colour is not known to Chrome: a trace with such a
 * colour would not load. Free it with schemefree. */
void schemeread(struct scheme *s, const char *option, const char *text);

/* The colour of the first rule that matches, or NULL. */
const char *schemecolor(const struct scheme *s, struct span name);

/* Chrome's colour of that name, or NULL. */
const char *colorknown(struct span name);

/* The colour of Chrome's that comes nearest to a red, green and blue of 0 to 255 each. */
const char *colornearest(int red, int green, int blue);

void schemefree(struct scheme *s);

#endif
