/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "err.h"
#include "printable.h"

/* The longest message and the longest text of errno, in bytes. A message quotes input of any
 * length. */
enum { MESSAGE_MAX = 4096, ERRNO_MAX = 256 };

static const char *program = "nst";
_Thread_local struct errcontext errthreadcontext;
static void (*flush)(void);
static void (*listener)(const char *);
static bool verbose;
static _Thread_local bool quiet;
static _Thread_local void (*waitturn)(void *);
static _Thread_local void *turnarg;

void
errinit(const char *name)
{
	static char line[BUFSIZ]; /* static: malloc may have failed when a message is printed */

	program = name;
	/* Line buffering writes each line by one write(2), so that the messages of several programs
	 * of a pipeline do not mix. */
	setvbuf(stderr, line, _IOLBF, sizeof(line));
}

const char *
errprogram(void)
{
	return errthreadcontext.program ? errthreadcontext.program : program;
}

void
errsetflush(void (*function)(void))
{
	flush = function;
}

void
errsetturn(void (*await)(void *arg), void *arg)
{
	waitturn = await;
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

/* Prints text that may come from a file or another program: characters that are not printable are
 * escaped, so that the message stays on one line and the terminal gets no command. */
static void
errputescaped(const char *text)
{
	struct span left = { text, strlen(text) };
	size_t n;

	for (; left.n > 0; left.p += n, left.n -= n) {
		unsigned code = utf8decode(left, &n);

		if (!isprintable(code))
			fprintf(stderr, "\\u%04x", code);
		else if (code == 0xFFFD)
			fputs("\xEF\xBF\xBD", stderr);
		else
			fwrite(left.p, 1, n, stderr);
	}
}

static void
errprint(const char *format, va_list ap)
{
	char text[MESSAGE_MAX + ERRNO_MAX];
	int reason = errno;
	size_t n = strlen(format), length;

	flockfile(stderr);
	fprintf(stderr, "%s%s: ", errterminal(STDERR_FILENO) ? "\033[K" : "", errprogram());
	if (vsnprintf(text, MESSAGE_MAX, format, ap) >= MESSAGE_MAX)
		memcpy(text + MESSAGE_MAX - sizeof("..."), "...", sizeof("..."));
	length = strlen(text);
	if (n > 0 && format[n - 1] == ':')
		snprintf(text + length, ERRNO_MAX, " %s", strerror(reason));
	errputescaped(text);
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
	errprint(format, ap);
	va_end(ap);
}

void
errverbose(bool on)
{
	verbose = on;
}

void
errnote(const char *format, ...)
{
	va_list ap;

	if (quiet || !verbose)
		return;
	va_start(ap, format);
	errprint(format, ap);
	va_end(ap);
}

/* Does what errsetturn and errsetflush asked for. If several threads end the program, only the
 * first one returns. */
static void
errbeforeexit(void)
{
	static _Thread_local bool flushing; /* true inside flush, which may call die itself */
	static atomic_flag ending = ATOMIC_FLAG_INIT;

	if (!flushing) {
		flushing = true;
		if (waitturn)
			waitturn(turnarg);
		if (flush)
			flush();
	}
	while (atomic_flag_test_and_set(&ending))
		pause(); /* another thread ends the program with its message */
}

void
diequiet(void)
{
	errbeforeexit();
	exit(FAILED);
}

void
die(const char *format, ...)
{
	va_list ap;
	int reason = errno;

	errbeforeexit();
	errno = reason;
	va_start(ap, format);
	errprint(format, ap);
	va_end(ap);
	exit(FAILED);
}

static void __attribute__((noreturn))
errexitusage(void)
{
	if (flush)
		flush();
	fprintf(stderr, "Try '%s --help'.\n", errprogram());
	exit(USAGE);
}

void
dieusage(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	errprint(format, ap);
	va_end(ap);
	errexitusage();
}

void
dieusageat(int column, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	errprint(format, ap);
	va_end(ap);
	fprintf(stderr, "%*s^\n", column, "");
	errexitusage();
}
