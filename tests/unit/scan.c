/* SPDX-License-Identifier: MIT */
/* scan.h: every byte at every position, against loops of one byte. */
#include "base/scan.h"

#include "tap.h"

static bool
isplain(unsigned char c)
{
	return c >= 0x20 && c != '"' && c != '\\';
}

static bool
isword(unsigned char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    c == '.' || c == '-' || c == '+';
}

static bool
isspace4(unsigned char c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static const struct {
	const char *name;
	const char *(*scan)(const char *);
	bool (*has)(unsigned char);
	char fill; /* a byte that it moves over */
} scans[] = {
	{ "scanplain", scanplain, isplain, 'x' },
	{ "scanword", scanword, isword, '7' },
	{ "scanspace", scanspace, isspace4, ' ' },
};

/* Two bytes at each position of texts of each length. */
static void
quoted(void)
{
	static const char two[][3] = { "\"g", "\"x", "xg", "\\x", "x\"", "\"\\" };
	unsigned wrong = 0;

	for (size_t n = 0; n < 40; n++) {
		for (size_t at = 0; at < 45; at++) {
			for (size_t i = 0; i < sizeof(two) / sizeof(*two); i++) {
				char text[64 + 17] = { 0 };
				const char *want = text;

				memset(text, 'x', 60);
				memcpy(text + at, two[i], 2);
				while (want < text + n && *want != '\\' &&
				    memcmp(want, "\"g", 2) != 0)
					want++;
				wrong += scanquoted(text, text + n, 'g') != want;
			}
		}
	}
	ok(wrong == 0, "scanquoted stops where it must: %u are wrong", wrong);
}

int
main(void)
{
	quoted();
	for (size_t i = 0; i < sizeof(scans) / sizeof(*scans); i++) {
		unsigned wrong = 0;

		for (size_t at = 0; at < 40; at++) {
			for (int c = 0; c < 256; c++) {
				char text[64 + 16] = { 0 };
				const char *end = text + at;

				memset(text, scans[i].fill, 48);
				text[at] = (char)c;
				while (*end && scans[i].has((unsigned char)*end))
					end++;
				wrong += scans[i].scan(text) != end;
			}
		}
		ok(wrong == 0, "%s stops where it must: %u of 10240 are wrong", scans[i].name,
		    wrong);
	}
	return tapend();
}
