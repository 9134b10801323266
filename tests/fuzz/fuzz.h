/* SPDX-License-Identifier: MIT */
/*
 * What the fuzz targets share. A program is run in a process of its own, since it keeps state and
 * ends with exit; what it covered is brought back, so that the fuzzer learns from it.
 */
#ifndef NST_FUZZ_H
#define NST_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/mem.h"

/* What the fuzzer calls. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* How many words a command line may have, with the NULL behind them. */
enum { FUZZ_WORDS = 32 };

/* A program's main. */
typedef int fuzzmain(int argc, char *argv[]);

/* How a program ended, and what it wrote; both texts end in a NUL and JSON_SLACK bytes that do not
 * count, and last until the next run. */
struct fuzzrun {
	enum status status;
	struct span out, err;
};

/* Ends the fuzzer because of the input at hand, after showing what the program said. */
void fuzzfail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* fuzzfail unless something holds. */
#define fuzzhold(cond) \
	((cond) ? (void)0 : fuzzfail("%s:%d: does not hold: %s", __FILE__, __LINE__, #cond))

/* Runs a program on standard input. Fails when it does not end by itself with one of our statuses,
 * takes too much memory or time, or does not say why it failed. */
struct fuzzrun fuzzrun(fuzzmain *program, int argc, char *argv[], struct span input);

/* Splits a line into the words of a command line, behind the name of the program; returns how many
 * there are. A NULL stands behind them. */
int fuzzwords(char *line, const char *parted, const char *name, char *words[FUZZ_WORDS]);

/* The same as fuzzrun for a program that reads a stream: the first line of the input is its command
 * line, words parted by tabs, and the rest its standard input. */
struct fuzzrun fuzzstream(fuzzmain *program, const char *name, struct span input);

/* Whether the command line of such an input may ask for the usage, or for the version, in place of
 * a run. */
bool fuzzasks(struct span input);

/* Whether it may have a regular expression that the C library takes too long for: one with counts,
 * or with references to what it matched. Patterns are the user's own. */
bool fuzzhard(struct span input);

/* Calls what may end the program, and returns the status; DONE when it returns. What it says is
 * thrown away. */
enum status fuzzcall(void (*call)(void *), void *arg);

/* Fails when messages have control characters: they are for a terminal, and no text of a hostile
 * file gets there as it is. */
void fuzzsilent(struct span err);

/* A copy of the input as the scanner wants it; the caller frees. */
char *fuzzcopy(struct span input);

/* Whether bytes are UTF-8 as RFC 3629 has it. */
bool fuzzutf8(struct span s);

/* Fails unless the text is one JSON value with nothing but white space around it. */
void fuzzjson(struct span text);

/* Fails unless the text is a stream that nst-event(5) allows, in order of time where that is asked
 * for; whole says that it must have an end for each header. */
void fuzzevents(struct span text, bool ordered, bool whole);

/* Returns true if the records of a stream are in order of time, and the longer first at equal
 * times. Lines that are no records do not count. */
bool fuzzordered(struct span stream);

#endif
