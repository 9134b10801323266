/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "err.h"

static const char *program = "nst";
static void (*rescue)(void), (*clear)(void);
static bool quiet;

void
errinit(const char *name)
{
	static char line[BUFSIZ]; /* there may be no memory left */

	program = name;
	setvbuf(stderr, line, _IOLBF, sizeof(line)); /* a line is one write: the programs of a pipeline fail together */
}

const char *
errprogram(void)
{
	return program;
}

void
errrescue(void (*call)(void))
{
	rescue = call;
}

void
errclear(void (*call)(void))
{
	clear = call;
}

static void
message(const char *format, va_list ap)
{
	int reason = errno;
	size_t n = strlen(format);

	if (clear)
		clear();
	fprintf(stderr, "%s: ", program);
	vfprintf(stderr, format, ap);
	if (n > 0 && format[n - 1] == ':')
		fprintf(stderr, " %s", strerror(reason));
	fputc('\n', stderr);
}

void
errquiet(bool on)
{
	quiet = on;
}

void
warn(const char *format, ...)
{
	va_list ap;

	if (quiet)
		return;
	va_start(ap, format);
	message(format, ap);
	va_end(ap);
}

void
die(const char *format, ...)
{
	static _Thread_local bool rescuing; /* what rescues output may fail to write it */
	static atomic_flag ending = ATOMIC_FLAG_INIT;
	va_list ap;
	int reason = errno;

	if (rescue && !rescuing) {
		rescuing = true;
		rescue();
	}
	while (atomic_flag_test_and_set(&ending))
		pause(); /* another thread was first: one message is enough */
	errno = reason;
	va_start(ap, format);
	message(format, ap);
	va_end(ap);
	exit(FAILED);
}

void
dieusage(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	message(format, ap);
	va_end(ap);
	fprintf(stderr, "Try '%s --help'.\n", program);
	exit(USAGE);
}
