/* SPDX-License-Identifier: MIT */
/*
 * Regular expressions as in Perl, Python and jq: PCRE2 over UTF-8, with a bound on the work, so
 * that a name from a stranger cannot hang what looks at it. Bytes that are not UTF-8 match nothing.
 */
#ifndef NST_PATTERN_H
#define NST_PATTERN_H

#include <stdbool.h>

#include "mem.h"

struct pattern {
	void *code;         /* pcre2_code */
	void *match;        /* pcre2_match_data */
	void *limits;       /* pcre2_match_context */
	const char *option; /* that it was given with, for messages */
	char *source;       /* as it was written */
};

/* Compiles a pattern, or ends the program with the place of the mistake; option is named in the
 * message. patternfree frees it. */
void patternread(struct pattern *p, const char *option, struct span text);

/* Whether a pattern matches somewhere in a text, which may hold NUL. Ends the program when that
 * takes more work than any sensible pattern does. */
bool patternmatch(const struct pattern *p, struct span text);

/* How many groups a pattern captures. */
unsigned patterngroups(const struct pattern *p);

/* What a group captured when the pattern matched that text last; no bytes when it took no part. */
struct span patterngroup(const struct pattern *p, unsigned group, struct span text);

/* Appends a text with what matches replaced, all of it or the first; the replacement has PCRE2's
 * $$ and ${1}. */
void patternreplace(const struct pattern *p, struct span text, const char *replacement, bool global,
    struct buf *out);

void patternfree(struct pattern *p);

#endif
