/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>

#include "base/json.h"
#include "html.h"
#include "table/format.h"

/* Invisible characters: DEL and C1 controls, soft hyphens, zero-width spaces, marks of direction
 * and joining, line separators, tags. */
static const struct {
	unsigned first, last;
} invisible[] = {
	{ 0x7F, 0x9F },
	{ 0xAD, 0xAD },
	{ 0x61C, 0x61C },
	{ 0x180E, 0x180E },
	{ 0x200B, 0x200F },
	{ 0x2028, 0x202E },
	{ 0x2060, 0x206F },
	{ 0xFEFF, 0xFEFF },
	{ 0xFFF9, 0xFFFB },
	{ 0xE0000, 0xE007F },
};

/* Decodes the character at the front of a text, valid UTF-8; *n is its length in bytes. */
static unsigned
codeof(struct span text, size_t *n)
{
	const unsigned char *p = (const unsigned char *)text.p;
	unsigned code = *p;

	*n = code < 0x80 ? 1 : code < 0xE0 ? 2 : code < 0xF0 ? 3 : 4;
	*n = *n <= text.n ? *n : 1; /* a character that was cut cannot occur behind formattext */
	if (*n == 1)
		return code;
	code &= 0xFFu >> (*n + 1);
	for (size_t i = 1; i < *n; i++)
		code = code << 6 | (p[i] & 0x3Fu);
	return code;
}

static bool
unseen(unsigned code)
{
	for (size_t i = 0; i < sizeof(invisible) / sizeof(*invisible); i++)
		if (code >= invisible[i].first && code <= invisible[i].last)
			return true;
	return false;
}

/* The HTML entity for a character; NULL if it needs none. */
static const char *
entity(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	}
	return NULL;
}

void
htmltext(struct buf *out, struct span text)
{
	struct buf plain = { 0 };
	size_t n;

	formattext(&plain, text);
	for (size_t i = 0; i < plain.n; i += n) {
		unsigned code = codeof((struct span){ plain.p + i, plain.n - i }, &n);

		if (unseen(code))
			bufprintf(out, "\\u%04x", code);
		else if (n == 1 && entity(plain.p[i]))
			bufstr(out, entity(plain.p[i]));
		else
			bufmem(out, plain.p + i, n);
	}
	free(plain.p);
}

void
htmljson(struct buf *out, struct span text)
{
	struct buf json = { 0 };

	jsonstring(&json, text.p, text.n);
	for (size_t i = 0; i < json.n; i++)
		if (json.p[i] == '<')
			bufstr(out, "\\u003c");
		else
			bufchar(out, json.p[i]);
	free(json.p);
}

void
htmlpath(struct buf *out, struct span path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	                            "-_./~";

	for (size_t i = 0; i < path.n; i++)
		if (path.p[i] && strchr(plain, path.p[i]))
			bufchar(out, path.p[i]);
		else
			bufprintf(out, "%%%02X", (unsigned char)path.p[i]);
}
