/* SPDX-License-Identifier: MIT */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

#include "err.h"
#include "pattern.h"

/* Limits of one match: steps, depth of backtracking, and memory in KiB. That is about ten
 * milliseconds and ten megabytes, a thousand times as much as patterns for names need. */
enum { STEPS = 1000000, DEPTH = 100000, HEAP = 16384 };

static pcre2_match_context *
limits(void)
{
	pcre2_match_context *context = pcre2_match_context_create(NULL);

	if (!context)
		die("out of memory");
	pcre2_set_match_limit(context, STEPS);
	pcre2_set_depth_limit(context, DEPTH);
	pcre2_set_heap_limit(context, HEAP);
	return context;
}

/* Ends the program with the error in a pattern, and a caret under its position. */
static void __attribute__((noreturn))
patternrefuse(const char *option, struct span text, size_t at, const char *why)
{
	struct buf before = { 0 }, whole = { 0 };
	size_t column = 0;

	bufprintf(&before, "%s: --%s: bad pattern '", errprogram(), option);
	bufmem(&before, text.p, at);
	for (size_t i = 0; i < before.n; i++)
		column += (unsigned char)before.p[i] < ' '
		    ? strlen("\\u001b")
		    : ((unsigned char)before.p[i] & 0xC0) != 0x80;
	bufspan(&whole, text);
	bufchar(&whole, '\0');
	dieusageat((int)column, "--%s: bad pattern '%s': %s", option, whole.p, why);
}

/* Refuses escapes that grep and sed know, but that PCRE2 reads as a plain character. */
static void
refuseforeign(const char *option, struct span text)
{
	for (size_t i = 0; i + 1 < text.n; i++) {
		if (text.p[i] != '\\')
			continue;
		i++;
		if (text.p[i] == '<' || text.p[i] == '>')
			patternrefuse(option, text, i - 1, "the edge of a word is \\b");
		if (text.p[i] == '`' || text.p[i] == '\'')
			patternrefuse(option, text, i - 1, "the ends of a text are \\A and \\z");
	}
}

void
patternread(struct pattern *p, const char *option, struct span text)
{
	const uint32_t flags = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C |
	    PCRE2_DOLLAR_ENDONLY;
	unsigned char why[256];
	PCRE2_SIZE at;
	int error;

	if (memchr(text.p, '\0', text.n))
		dieusage("--%s: a pattern cannot hold a NUL", option);
	refuseforeign(option, text);
	*p = (struct pattern){ .option = option };
	p->code = pcre2_compile((PCRE2_SPTR)text.p, text.n, flags, &error, &at, NULL);
	if (!p->code && error == PCRE2_ERROR_HEAP_FAILED)
		die("out of memory");
	if (!p->code) {
		pcre2_get_error_message(error, why, sizeof(why));
		patternrefuse(option, text, at, (const char *)why);
	}
	p->match = pcre2_match_data_create_from_pattern(p->code, NULL);
	if (!p->match)
		die("out of memory");
	p->limits = limits();
	p->source = xmalloc(text.n + 1);
	memcpy(p->source, text.p, text.n);
	p->source[text.n] = '\0';
}

/* Ends the program if PCRE2 returned an error. */
static void
patterncheck(const struct pattern *p, int rc)
{
	if (rc >= 0 || rc == PCRE2_ERROR_NOMATCH)
		return;
	if (rc == PCRE2_ERROR_NOMEMORY)
		die("out of memory");
	if (rc == PCRE2_ERROR_MATCHLIMIT || rc == PCRE2_ERROR_DEPTHLIMIT ||
	    rc == PCRE2_ERROR_HEAPLIMIT)
		die("--%s: '%s' takes too long to match a name: it tries too many ways", p->option,
		    p->source);
	die("--%s: '%s' cannot be matched (PCRE2 error %d)", p->option, p->source, rc);
}

bool
patternmatch(const struct pattern *p, struct span text)
{
	PCRE2_SPTR subject = (PCRE2_SPTR)(text.n > 0 ? text.p : "");
	int rc = pcre2_match(p->code, subject, text.n, 0, 0, p->match, p->limits);

	patterncheck(p, rc);
	return rc >= 0;
}

unsigned
patterngroups(const struct pattern *p)
{
	uint32_t count = 0;

	pcre2_pattern_info(p->code, PCRE2_INFO_CAPTURECOUNT, &count);
	return count;
}

struct span
patterngroup(const struct pattern *p, unsigned group, struct span text)
{
	const PCRE2_SIZE *at = pcre2_get_ovector_pointer(p->match) + (size_t)2 * group;

	if (group >= pcre2_get_ovector_count(p->match) || at[0] == PCRE2_UNSET)
		return (struct span){ NULL, 0 };
	return (struct span){ text.p + at[0], at[1] - at[0] };
}

void
patternreplace(const struct pattern *p, struct span text, const char *replacement, bool global,
    struct buf *out)
{
	const uint32_t flags = PCRE2_SUBSTITUTE_OVERFLOW_LENGTH | PCRE2_SUBSTITUTE_UNSET_EMPTY |
	    (global ? PCRE2_SUBSTITUTE_GLOBAL : 0);
	PCRE2_SPTR subject = (PCRE2_SPTR)(text.n > 0 ? text.p : "");
	PCRE2_SIZE n = text.n + 64;
	int rc;

	for (int attempt = 0; attempt < 2; attempt++) { /* the first may only return the size */
		PCRE2_UCHAR *to = (PCRE2_UCHAR *)bufroom(out, n);

		rc = pcre2_substitute(p->code, subject, text.n, 0, flags, p->match, p->limits,
		    (PCRE2_SPTR)replacement, PCRE2_ZERO_TERMINATED, to, &n);
		if (rc != PCRE2_ERROR_NOMEMORY)
			break;
	}
	patterncheck(p, rc);
	out->n += n;
}

void
patternfree(struct pattern *p)
{
	pcre2_code_free(p->code);
	pcre2_match_data_free(p->match);
	pcre2_match_context_free(p->limits);
	free(p->source);
	*p = (struct pattern){ 0 };
}
