/* SPDX-License-Identifier: MIT */
/* Messages on standard error, and the end of a program that cannot go on. */
#ifndef NST_ERR_H
#define NST_ERR_H

#include <stdbool.h>

/* The exit statuses of the whole suite; every manual page repeats them. */
enum status {
	DONE = 0,   /* all work done */
	FAILED = 1, /* input bad or incomplete, or output not written */
	USAGE = 2,  /* wrong command line */
	WORSE = 3,  /* a comparison went through, and one thing is worse than allowed */
};

/* Names the program for messages; a string that stays. */
void errinit(const char *program);

/* The name given. */
const char *errprogram(void);

/* Names another program for the messages of this thread, which works for it; a string that stays.
 * NULL for the program. */
void errsetprogram(const char *program);

/* What die does first, and dieusage behind its message: saves output that is ready, and tells the
 * next program. NULL for nothing. */
void errsetflush(void (*rescue)(void));

/* What a thread that ends the program does before all that, so that of several threads the first in
 * some order ends it: waits for its turn. NULL for nothing. */
void errsetturn(void (*await)(void *arg), void *arg);

/* Whether a descriptor is a terminal on which a line can be taken away. Every message there takes
 * away what is right of the cursor first: the line of a program that shows how far it is. */
bool errterminal(int fd);

/* Tells a listener each message that is printed, without the program's name and the line's end: for
 * those who have to say it elsewhere, too. NULL for nobody. */
void errsetlistener(void (*hear)(const char *message));

/* Prints "program: message" as one line on standard error, control characters in it as \u001b; a
 * format ending in ':' gets the reason from errno. */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Makes warn say nothing in this thread, or speak again. */
void errquiet(bool on);

/* Like warn, then ends the program with status 1. */
void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Ends the program as die does, where it was said why. */
void diequiet(void) __attribute__((noreturn));

/* Like warn, then ends the program with status 2 and a pointer to --help. */
void dieusage(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* The same, with a caret below a column of the message's line, counted from 0. */
void
dieusageat(int column, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

#endif
