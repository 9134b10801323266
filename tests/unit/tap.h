/* SPDX-License-Identifier: MIT */
/* For all unit tests: TAP on standard output, diagnostics on standard error, and random numbers
 * that are the same in each run. */
#ifndef NST_TAP_H
#define NST_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static int tapcount, tapfailed;
static uint64_t tapseed = 0x2545F4914F6CDD1D;

/* One check: ok(condition, "description", ...). Returns the condition. */
#define ok(cond, ...) tapok((cond), __FILE__, __LINE__, __VA_ARGS__)

static inline bool __attribute__((format(printf, 4, 5)))
tapok(bool good, const char *file, int line, const char *format, ...)
{
	char text[400], name[sizeof(text) * 4];
	va_list ap;
	int n = 0;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	name[0] = '\0';
	for (const char *p = text; *p; p++)
		n += snprintf(name + n, sizeof(name) - (size_t)n,
		    *p >= ' ' && *p <= '~' && *p != '#' ? "%c" : "<%02X>", (unsigned char)*p);
	printf("%sok %d - %s\n", good ? "" : "not ", ++tapcount, name);
	fflush(stdout);
	tapfailed += !good;
	if (!good)
		fprintf(stderr, "# %s:%d: failed: %s\n", file, line, name);
	return good;
}

/* Prints the plan; main returns its value. */
static inline int
tapend(void)
{
	printf("1..%d\n", tapcount);
	return tapfailed != 0;
}

/* Returns a random number below n. */
static inline uint64_t
taprandom(uint64_t n)
{
	tapseed ^= tapseed << 13;
	tapseed ^= tapseed >> 7;
	tapseed ^= tapseed << 17;
	return (tapseed * 0x9E3779B97F4A7C15u >> 11) % n;
}

#endif
