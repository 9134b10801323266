/* SPDX-License-Identifier: MIT */
/* JSON: one object or array scanned in place from left to right, and values written. */
#ifndef NST_JSON_H
#define NST_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "mem.h"

/* Bytes that must be readable behind the text given to jsonopen: the scanner looks at sixteen bytes
 * at a time. */
enum { JSON_SLACK = 16 };

/* Puts them behind a text, where they do not count, with a NUL first. */
static inline void
jsonpad(struct buf *text)
{
	memset(bufroom(text, 1 + JSON_SLACK), 0, 1 + JSON_SLACK);
}

/* A scan of one JSON object or array. Nothing is copied: keys and values are spans of the text. */
struct json {
	const char *p;     /* where the scan stands; behind an error, where it is */
	const char *why;   /* what is wrong, once jsonnext returned -1 */
	bool first;        /* no member or element seen yet */
	struct buf *stack; /* kept for nested values, one byte a level */
};

/* Starts a scan of text, which ends in a NUL byte with JSON_SLACK readable bytes behind it. The
 * stack is the caller's, is reused and freed by it. */
void jsonopen(struct json *j, const char *text, struct buf *stack);

/* The next member: 1 with its key (without quotes, escapes untouched) and its value as written, 0
 * after the last one, -1 on what is not JSON. The whole value is checked, however deep. 0 says
 * nothing about text behind the object: look at j->p. */
int jsonnext(struct json *j, struct span *key, struct span *value);

/* Moves over one value, however deep, that begins at p in such a text; NULL for what is none. */
const char *jsonskip(const char *p, struct buf *stack);

/* The next element of an array: jsonopen with a text that begins with one. 1 with its value as
 * written, 0 after the last one, -1 on what is not JSON. */
int jsonitem(struct json *j, struct span *value);

/* The value of a member of an object that was scanned before; no bytes when it has none, or is no
 * object. Of two the last. */
struct span jsonmember(struct span object, const char *name, struct buf *stack);

/* Moves over white space. */
const char *jsonspace(const char *p);

/* An integer written as such (no fraction, no exponent) that fits; false for anything else. */
bool jsonint(struct span value, int64_t *v);

/* Whether the value is a string, an object, an array. */
static inline bool
jsonisstring(struct span value)
{
	return value.n > 0 && value.p[0] == '"';
}

/* The bytes of a string value or key: the text itself where it has no escape, else decoded into
 * scratch, which is overwritten. A lone surrogate becomes U+FFFD. */
struct span jsontext(struct span quoted, struct buf *scratch);

/* Appends the bytes of a string value or key, decoded: valid UTF-8, each bad byte and lone
 * surrogate as U+FFFD. */
void jsonutf8(struct buf *out, struct span quoted);

/* Writes bytes as a JSON string: valid UTF-8 as it is, each bad byte as U+FFFD, control characters
 * escaped. */
void jsonstring(struct buf *out, const char *p, size_t n);

/* The same without the quotes, for a string put together from pieces. */
void jsonescape(struct buf *out, const char *p, size_t n);

/* Writes a floating-point number in the fewest digits that read back the same; NaN and infinities,
 * which JSON has not, as strings. */
void jsondouble(struct buf *out, double v);

/* Writes a scanned value for readers stricter than we are: UTF-8 mended, and no \uD83D\uDE00 pairs,
 * for which Perfetto refuses the whole file. */
void jsonclean(struct buf *out, struct span value);

/* Whether a text is ASCII without a backslash: jsonclean writes all that is in it as it is. */
bool jsonplain(struct span text);

#endif
