/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "err.h"

/* How long a message may be, bytes, what it quotes may have no end; and the reason behind it. */
enum { LONGEST = 4096, REASON = 256 };

static const char *program = "nst";
static _Thread_local const char *stand; /* whom the thread works for, or NULL for the program */
static void (*rescue)(void);
static void (*listener)(const char *);
static _Thread_local bool quiet;
static _Thread_local void (*turn)(void *);
static _Thread_local void *turnarg;

void
errinit(const char *name)
{
	static char line[BUFSIZ]; /* there may be no memory left */

	program = name;
	/* A line is one write: the programs of a pipeline fail together. */
	setvbuf(stderr, line, _IOLBF, sizeof(line));
}

const char *
errprogram(void)
{
	return stand ? stand : program;
}

void
errsetprogram(const char *name)
{
	stand = name;
}

void
errsetflush(void (*call)(void))
{
	rescue = call;
}

void
errsetturn(void (*await)(void *arg), void *arg)
{
	turn = await;
	turnarg = arg;
}

void
errsetlistener(void (*hear)(const char *))
{
	listener = hear;
}

bool
errterminal(int fd)
{
	const char *term = getenv("TERM");

	return isatty(fd) && (!term || strcmp(term, "dumb") != 0);
}

/* Prints what may have come from a file or another program: on one line, and without what a
 * terminal would take for a command. */
static void
errplain(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7F)
			fprintf(stderr, "\\u%04x", (unsigned)*text);
		else
			putc(*text, stderr);
}

static void
message(const char *format, va_list ap)
{
	char text[LONGEST + REASON];
	int reason = errno;
	size_t n = strlen(format), length;

	flockfile(stderr);
	fprintf(stderr, "%s%s: ", errterminal(STDERR_FILENO) ? "\033[K" : "", errprogram());
	if (vsnprintf(text, LONGEST, format, ap) >= LONGEST)
		memcpy(text + LONGEST - sizeof("..."), "...", sizeof("..."));
	length = strlen(text);
	if (n > 0 && format[n - 1] == ':')
		snprintf(text + length, REASON, " %s", strerror(reason));
	errplain(text);
	fputc('\n', stderr);
	funlockfile(stderr);
	if (listener)
		listener(text);
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

/* Saves what can be saved before the program ends; of several threads one goes on. */
static void
errleave(void)
{
	static _Thread_local bool rescuing; /* what rescues output may fail to write it */
	static atomic_flag ending = ATOMIC_FLAG_INIT;

	if (!rescuing) {
		rescuing = true;
		if (turn)
			turn(turnarg);
		if (rescue)
			rescue();
	}
	while (atomic_flag_test_and_set(&ending))
		pause(); /* another thread was first: one message is enough */
}

void
diequiet(void)
{
	errleave();
	exit(FAILED);
}

void
die(const char *format, ...)
{
	va_list ap;
	int reason = errno;

	errleave();
	errno = reason;
	va_start(ap, format);
	message(format, ap);
	va_end(ap);
	exit(FAILED);
}

static void __attribute__((noreturn))
usage(void)
{
	if (rescue)
		rescue();
	fprintf(stderr, "Try '%s --help'.\n", errprogram());
	exit(USAGE);
}

void
dieusage(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	message(format, ap);
	va_end(ap);
	usage();
}

void
dieusageat(int column, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	message(format, ap);
	va_end(ap);
	fprintf(stderr, "%*s^\n", column, "");
	usage();
}
