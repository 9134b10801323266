/* SPDX-License-Identifier: MIT */
#include "escape.h"
#include "printable.h"

/* Returns the letter of a character's short escape, or 0. */
static char
shortescape(unsigned code)
{
	switch (code) {
	case '\n':
		return 'n';
	case '\r':
		return 'r';
	case '\t':
		return 't';
	case '\\':
		return '\\';
	}
	return '\0';
}

void
escapetext(struct buf *out, struct span text)
{
	size_t n;

	for (; text.n > 0; text.p += n, text.n -= n) {
		unsigned code = utf8decode(text, &n);

		if (shortescape(code))
			bufprintf(out, "\\%c", shortescape(code));
		else if (!isprintable(code))
			bufprintf(out, "\\u%04x", code);
		else if (code == 0xFFFD)
			bufstr(out, "\xEF\xBF\xBD");
		else
			bufmem(out, text.p, n);
	}
}
