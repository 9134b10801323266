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

int
main(void)
{
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
