/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "html.h"
#include "json.h"
#include "sum/format.h"

/* The number of bytes at the front of a text that are a character which nobody sees, and its code:
 * DEL, C1 controls, marks that turn the direction, separators of lines. 0 for any other. */
static size_t
unseen(struct span text, unsigned *code)
{
	const unsigned char *p = (const unsigned char *)text.p;

	*code = *p;
	if (*p == 0x7F)
		return 1;
	if (text.n >= 2 && p[0] == 0xC2 && p[1] < 0xA0) {
		*code = p[1];
		return 2;
	}
	if (text.n < 3 || p[0] != 0xE2 || (p[1] != 0x80 && p[1] != 0x81))
		return 0;
	*code = 0x2000 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
	if ((*code >= 0x200B && *code <= 0x200F) || (*code >= 0x2028 && *code <= 0x202E) ||
	    (*code >= 0x2060 && *code <= 0x206F))
		return 3;
	return 0;
}

/* The entity that stands for a character; NULL for itself. */
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
		struct span rest = { plain.p + i, plain.n - i };
		unsigned code;

		n = unseen(rest, &code);
		if (n > 0) {
			bufprintf(out, "\\u%04x", code);
			continue;
		}
		n = 1;
		if (entity(plain.p[i]))
			bufstr(out, entity(plain.p[i]));
		else
			bufchar(out, plain.p[i]);
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
