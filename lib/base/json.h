/* SPDX-License-Identifier: MIT */
/* JSON (RFC 8259): scans one object or array in place, from left to right, and writes values. A
 * value that was scanned is a span of the text, such as "caf\u00e9" with its quotes; jsontext
 * decodes it. */
#ifndef NST_JSON_H
#define NST_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "mem.h"

/* The number of bytes after the text that must be readable: the scanner loads sixteen bytes at a
 * time. */
enum { JSON_SLACK = 16 };

/* Appends a NUL and these bytes without counting them in text->n. */
static inline void
jsonpad(struct buf *text)
{
	memset(bufroom(text, 1 + JSON_SLACK), 0, 1 + JSON_SLACK);
}

/* The scan of one JSON object or array. Nothing is copied: keys and values are spans of the
 * text. */
struct json {
	const char *p;     /* the position; after an error, the position of the error */
	const char *why;   /* the error; valid once jsonnext or jsonitem returned -1 */
	bool first;        /* no member or element was read yet */
	struct buf *stack; /* the open brackets of nested values, one byte each */
};

/* Starts a scan of text, which ends in a NUL byte with JSON_SLACK readable bytes after it. The
 * caller owns the stack, and may use it for other scans later. */
void jsonopen(struct json *j, const char *text, struct buf *stack);

/* Reads the next member of an object. Returns 1, with the key (without quotes, escapes not decoded)
 * and the value as written; 0 after the last member; -1 if the text is not JSON. The whole value is
 * checked, whatever its depth. After 0, j->p points after the object; the text there is not
 * checked. */
int jsonnext(struct json *j, struct span *key, struct span *value);

/* Returns the end of the value that begins at p, whatever its depth; NULL if it is not valid. The
 * text is as for jsonopen. */
const char *jsonskip(const char *p, struct buf *stack);

/* Reads the next element of an array; the text given to jsonopen begins with the array. Returns 1
 * with the value as written, 0 after the last element, -1 if the text is not JSON. */
int jsonitem(struct json *j, struct span *value);

/* Returns the value of the member with that name, or an empty span if the object has none, or is
 * not an object. The object must be valid JSON. Of several members with that name, the last one
 * counts. */
struct span jsonmember(struct span object, const char *name, struct buf *stack);

/* Sets each of count values to what jsonmember returns for the name at the same index, in one
 * pass. */
void jsonmembers(struct span object, const char *const *names, struct span *values, size_t count,
    struct buf *stack);

/* Returns p moved over white space. */
const char *jsonspace(const char *p);

/* Returns true if a line has only white space. */
static inline bool
jsonblank(struct span line)
{
	return jsonspace(line.p) == line.p + line.n;
}

/* Decodes an integer. Returns false for anything else: a fraction, an exponent, a number that
 * exceeds 64 bits. */
bool jsonint(struct span value, int64_t *v);

/* Returns true if the value is a string. */
static inline bool
jsonisstring(struct span value)
{
	return value.n > 0 && value.p[0] == '"';
}

/* Returns the text of a string value or key. Without escapes that is a part of quoted; otherwise it
 * is decoded into scratch, whose content is overwritten. A lone surrogate becomes U+FFFD. */
struct span jsontext(struct span quoted, struct buf *scratch);

/* Appends the decoded text of a string value or key as valid UTF-8: each invalid byte and each lone
 * surrogate becomes U+FFFD. */
void jsonutf8(struct buf *out, struct span quoted);

/* Writes bytes as a JSON string. Control characters are escaped, and each byte that is not valid
 * UTF-8 becomes U+FFFD. */
void jsonstring(struct buf *out, const char *p, size_t n);

/* The same without the quotes, for a string that is written in several pieces. */
void jsonescape(struct buf *out, const char *p, size_t n);

/* Writes a floating-point number with the fewest digits that strtod reads back as the same number.
 * NaN and infinities, which JSON does not have, become strings. */
void jsondouble(struct buf *out, double v);

/* Writes a scanned value for stricter parsers: it makes invalid UTF-8 valid, and replaces surrogate
 * pairs such as \uD83D\uDE00, for which Perfetto rejects the whole file, by UTF-8. */
void jsonclean(struct buf *out, struct span value);

/* Returns true if the text is ASCII without a backslash. jsonclean copies such a text unchanged. */
bool jsonplain(struct span text);

#endif
