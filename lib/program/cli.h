/* SPDX-License-Identifier: MIT */
/*
 * The command line of every program: options, numbers, times, and --help.
 *
 *   flag     an option, with its text for --help
 *   operand  an argument after the options: the stream or the profile to read
 *   tool     a program as its options and stages (tool.h)
 *   window   an interval of time, as given by --from and --to (window.h)
 */
#ifndef NST_CLI_H
#define NST_CLI_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/mem.h"

/* The codes of a program's long options begin with OPT_OWN. An option that also has a letter has
 * that as its code. */
enum { OPT_HELP = 256, OPT_VERSION, OPT_OPTIONS, OPT_DESCRIBE, OPT_OWN };

/* The rows at the end of every option table. */
#define CLI_OPTIONS \
	{ "help", no_argument, NULL, OPT_HELP }, \
	{ "version", no_argument, NULL, OPT_VERSION }, \
	{ "options", no_argument, NULL, OPT_OPTIONS }, \
	{ NULL, 0, NULL, 0 }

/* An option, for the command line, --help and the completions of shells. */
struct flag {
	const char *name; /* without -- */
	int code;         /* its letter, or a code from OPT_OWN on */
	const char *value; /* the name of its value in --help; NULL if it has none */
	const char *help; /* one or two lines */
	/* The values that completions offer: words separated by |, after a comma if several may be
	 * given; or one of the VALUE_ constants. NULL for none. */
	const char *words;
};

#define VALUE_FILE "<file>"       /* any file */
#define VALUE_TYPES ",<types>"    /* types of events and families */

/* The code and the row of an option that clinext handles itself, for programs with messages that no
 * answer depends on. */
enum { OPT_VERBOSE = 'v' };
#define CLI_VERBOSE_FLAG \
	{ "verbose", OPT_VERBOSE, NULL, "also print messages that do not change an answer", NULL }

/* The text of --help. */
struct help {
	const char *usage; /* the lines of the manual page's SYNOPSIS */
	const char *what;  /* one or two sentences on the purpose of the program */
	const struct flag *flags; /* the last one has no name */
	const char *operands; /* suffixes of files for completion, separated by |; NULL for none */
	const char *example; /* command lines */
	const char *pages; /* other manual pages to read; NULL for none */
};

/* Sets the program's name for messages and the text of --help. main calls it first. */
void cliinit(const char *program, const char *usage);

/* The same for a program with a struct help, which must stay valid. */
void clibegin(const char *program, const struct help *help);

/* Returns the code of the next option of the help, with its value in optarg; -1 after the last one.
 * Answers --help, -h, --version, -V, --options and --describe itself. Ends the program with a
 * message on a wrong option. */
int clinext(int argc, char *argv[]);

/* The options of nst-filter that select events and take a value, without dashes. The last one is
 * NULL. */
extern const char *const clifilteroptions[];

/* Writes the answer to an option such as --help to standard output, frees it, and ends the program:
 * with FAILED, after a message, if the output fails. */
void clianswer(struct buf *answer) __attribute__((noreturn));

/* Returns the version of nst, for output that names it. */
const char *cliversion(void);

/* If true, options end at the first operand, since all after it is the command line of another
 * program. */
void clistopatoperand(bool on);

/* The same as clinext for a table of getopt_long. */
int cliopt(int argc, char *argv[], const struct option *options);

/* Parses an integer between min and max. Ends the program with a message that names the option if
 * it is not valid, as all parsers below do. */
int64_t clinumber(const char *option, const char *text, int64_t min, int64_t max);

/* Parses a size into bytes: "1500", "500k", "20M", "2G". The units are powers of 1000. */
uint64_t clisize(const char *option, const char *text);

/* Parses a time into nanoseconds without rounding: "1500", "1.5s", "200ms", "3us", "-20ns". */
int64_t clitime(const char *option, const char *text);

/* Parses a percentage, "0.1%", into a fraction from 0 to 1. */
double clipercent(const char *option, const char *text);

/* Calls put for each name of a comma-separated list. Ends the program if a name is empty. */
void clilist(const char *option, const char *list, void (*put)(void *, const char *name, size_t n),
    void *arg);

/* Returns the operand, the stream to read, or NULL for standard input. Ends the program if there
 * are several operands. */
const char *clistream(int argc, char *argv[]);

#endif
