/* SPDX-License-Identifier: MIT */
/* Messages on standard error, and how a program ends when it cannot go on. */
#ifndef NST_ERR_H
#define NST_ERR_H

#include <stdbool.h>

/* The exit statuses of all programs of the suite; every manual page repeats them. */
enum status {
	DONE = 0,   /* all work done */
	FAILED = 1, /* input bad or incomplete, or output not written */
	USAGE = 2,  /* wrong command line */
	WORSE = 3,  /* a comparison was made, and a value is worse than the limit */
};

/* Sets the program's name for messages. The string must live as long as the program. */
void errinit(const char *program);

/* The program for which a thread works, if one process runs several (nst-chain). */
struct errcontext {
	const char *program;   /* the name that its messages begin with, or NULL for errinit's */
	struct boundary *tool; /* the boundary before its tool, or NULL (chain/boundary.h) */
};

/* The context of this thread; only the next two functions use it. */
extern _Thread_local struct errcontext errthreadcontext;

/* Returns the context of this thread, for a thread that it starts. */
static inline struct errcontext
errcontext(void)
{
	return errthreadcontext;
}

/* Sets the context of this thread. The name must outlive its use. */
static inline void
errsetcontext(struct errcontext context)
{
	errthreadcontext = context;
}

/* Returns the name that messages of this thread begin with. */
const char *errprogram(void);

/* Sets the function that die calls before it prints its message, and dieusage after that. It writes
 * the output that is complete, and the record that tells the next program of the failure
 * (outflushfailed). NULL for none. */
void errsetflush(void (*flush)(void));

/* Sets a function that this thread calls first when it ends the program; it waits until all work
 * before that of the thread is done. So the error that is printed is the first in the order of the
 * input, whatever the order of the threads. NULL for none. */
void errsetturn(void (*wait)(void *arg), void *arg);

/* Returns true if fd is a terminal that can erase a line. Before a message on such a terminal, warn
 * erases the progress line (program/progress.h). */
bool errterminal(int fd);

/* Sets a function that gets each message that is printed, without the program's name and the
 * newline: nst-page shows them in the page. NULL for none. */
void errsetlistener(void (*listen)(const char *message));

/* Prints "program: message" as one line on standard error. Characters of the message that are not
 * printable (printable.h) become \u escapes, since names from files could hold terminal commands.
 * If the format ends in ':', warn appends the text of errno. */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Sets if errnote prints: option -v asks for it. */
void errverbose(bool on);

/* Prints a message that no answer depends on, as warn does, but only after errverbose(true). */
void errnote(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Turns the messages of warn off in this thread (true), or on again. */
void errquiet(bool on);

/* Prints a message as warn does, then ends the program with status 1. */
void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Ends the program as die does, but without a message: the caller has printed one. */
void diequiet(void) __attribute__((noreturn));

/* Prints a message as warn does and "Try '... --help'", then ends the program with status 2. */
void dieusage(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* The same, with a caret on the next line, below the given column of the message, counted from
 * 0. */
void
dieusageat(int column, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

#endif
