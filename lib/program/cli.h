/* SPDX-License-Identifier: MIT */
/* What every program does on the command line alike: options, numbers, times. */
#ifndef NST_CLI_H
#define NST_CLI_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/mem.h"

/* Codes for a program's own long options start here; one that has a letter too has that as its
 * code. */
enum { OPT_HELP = 256, OPT_VERSION, OPT_OPTIONS, OPT_DESCRIBE, OPT_OWN };

/* The rows that end every program's option table. */
#define CLI_OPTIONS \
	{ "help", no_argument, NULL, OPT_HELP }, \
	{ "version", no_argument, NULL, OPT_VERSION }, \
	{ "options", no_argument, NULL, OPT_OPTIONS }, \
	{ NULL, 0, NULL, 0 }

/* An option: what a command line, --help and the completion of shells know of it. */
struct flag {
	const char *name; /* without -- */
	int code;         /* its letter, or OPT_OWN and up */
	const char *value; /* what --help calls its value; NULL if it has none */
	const char *help; /* a line or two */
	/* What the value may be: words parted by |, behind a comma if several of them may be given,
	 * or one of the VALUE_ words; NULL where nobody knows. */
	const char *words;
};

#define VALUE_FILE "<file>"       /* any */
#define VALUE_TYPES ",<types>"    /* of events, and families */

/* What --help says of a program besides its usage. */
struct help {
	const char *usage; /* lines, as the page's SYNOPSIS has them */
	const char *what;  /* what it does, in a sentence or two */
	const struct flag *flags; /* up to one without a name */
	const char *operands; /* suffixes of the files it is for, parted by |; NULL for none */
	const char *example; /* command lines */
	const char *pages; /* to read, besides its own */
};

/* Names the program for messages; usage is the text that --help prints, newlines included, of which
 * a wrong option gets the lines before the first empty one. Call it first. */
void cliinit(const char *program, const char *usage);

/* The same for a program that has help; help stays. */
void clibegin(const char *program, const struct help *help);

/* The code of the next option that the help has, optarg its value; -1 after the last. Answers
 * --help, -h, --version, -V, --options and --describe, and ends the program with the usage on a
 * wrong option. */
int clinext(int argc, char *argv[]);

/* The version of nst, for what a program writes of itself. */
const char *cliversion(void);

/* Lets options end at the first operand, or not: what comes behind it is for another program. */
void clistopatoperand(bool on);

/* The next option as getopt_long gives it, -1 after the last. Answers --help, --version and
 * --options, and ends the program with the usage on a wrong option. */
int cliopt(int argc, char *argv[], const struct option *options);

/* Parses a whole number between min and max, or ends the program: option is named in the
 * message. */
int64_t clinumber(const char *option, const char *text, int64_t min, int64_t max);

/* Parses a size into bytes: "1500", "500k", "20M", "2G", powers of 1000, or ends the program. */
uint64_t clisize(const char *option, const char *text);

/* Parses a time into nanoseconds, exactly: "1500", "1.5s", "200ms", "3us", "-20ns", or ends the
 * program. */
int64_t clitime(const char *option, const char *text);

/* Parses a percentage, "0.1%", into a share from 0 to 1, or ends the program. */
double clipercent(const char *option, const char *text);

/* Calls put for each name of a comma-separated list; an empty name ends the program. */
void clilist(const char *option, const char *list, void (*put)(void *, const char *name, size_t n),
    void *arg);

/* The one stream that may be named behind the options, or NULL for standard input; more of them end
 * the program. */
const char *clistream(int argc, char *argv[]);

#endif
