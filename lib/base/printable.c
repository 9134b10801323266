/* SPDX-License-Identifier: MIT */
#include "printable.h"

enum { REPLACEMENT = 0xFFFD }; /* U+FFFD stands for an invalid byte */

static const struct {
	unsigned first, last;
} unprintable[] = {
	{ 0x0, 0x1F },        /* C0 controls */
	{ 0x7F, 0x9F },       /* DEL, C1 controls */
	{ 0xAD, 0xAD },       /* soft hyphen */
	{ 0x61C, 0x61C },     /* Arabic letter mark */
	{ 0x180E, 0x180E },   /* Mongolian vowel separator */
	{ 0x200B, 0x200F },   /* zero-width characters, marks of direction */
	{ 0x2028, 0x202E },   /* separators of lines and paragraphs, bidirectional overrides */
	{ 0x2060, 0x206F },   /* word joiner, invisible operators, bidirectional isolates */
	{ 0xFEFF, 0xFEFF },   /* byte order mark */
	{ 0xFFF9, 0xFFFB },   /* interlinear annotations */
	{ 0xE0000, 0xE007F }, /* tags */
};

size_t
utf8length(const char *p, size_t n)
{
	const unsigned char *s = (const unsigned char *)p;
	size_t len = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;

	if (s[0] < 0xC2 || s[0] > 0xF4 || len > n)
		return 0;
	for (size_t i = 1; i < len; i++)
		if ((s[i] & 0xC0) != 0x80)
			return 0;
	if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) ||
	    (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F))
		return 0;
	return len;
}

unsigned
utf8decode(struct span text, size_t *n)
{
	const unsigned char *p = (const unsigned char *)text.p;
	unsigned code = *p;

	*n = 1;
	if (code < 0x80)
		return code;
	*n = utf8length(text.p, text.n);
	if (*n == 0) {
		*n = 1;
		return REPLACEMENT;
	}
	code &= 0xFFu >> (*n + 1);
	for (size_t i = 1; i < *n; i++)
		code = code << 6 | (p[i] & 0x3Fu);
	return code;
}

bool
isprintable(unsigned code)
{
	for (size_t i = 0; i < sizeof(unprintable) / sizeof(*unprintable); i++)
		if (code >= unprintable[i].first && code <= unprintable[i].last)
			return false;
	return true;
}
