/* SPDX-License-Identifier: MIT */
/* Regular expressions in the syntax of Perl, Python and jq: PCRE2 over UTF-8. The work of a match
 * is limited, so that no pattern can hang the program on a name from a file. Bytes that are not
 * valid UTF-8 match nothing. */
#ifndef NST_PATTERN_H
#define NST_PATTERN_H

#include <stdbool.h>

#include "mem.h"

struct pattern {
	void *code;         /* pcre2_code */
	void *match;        /* pcre2_match_data */
	void *limits;       /* pcre2_match_context */
	const char *option; /* the option of the command line, without --, for messages */
	char *source;       /* the pattern as the user wrote it */
};

/* Compiles the pattern. If it is not valid, it ends the program with a message that names the
 * option and has a caret under the error. patternfree frees it. */
void patternread(struct pattern *p, const char *option, struct span text);

/* Returns true if the pattern matches somewhere in the text, which may hold NUL. Ends the program
 * if the match exceeds the limits on time and memory. */
bool patternmatch(const struct pattern *p, struct span text);

/* Returns the number of capture groups. */
unsigned patterngroups(const struct pattern *p);

/* Returns the text of a capture group after the last patternmatch, which was on the same text. It
 * is empty if the group did not take part in the match. */
struct span patterngroup(const struct pattern *p, unsigned group, struct span text);

/* Appends the text with the first match, or all of them (global), replaced. In the replacement $$
 * is a $ and ${1} is a capture group, as in PCRE2. */
void patternreplace(const struct pattern *p, struct span text, const char *replacement, bool global,
    struct buf *out);

void patternfree(struct pattern *p);

#endif
