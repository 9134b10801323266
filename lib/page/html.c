/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/escape.h"
#include "base/json.h"
#include "html.h"

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

	escapetext(&plain, text);
	for (size_t i = 0; i < plain.n; i++)
		if (entity(plain.p[i]))
			bufstr(out, entity(plain.p[i]));
		else
			bufchar(out, plain.p[i]);
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
