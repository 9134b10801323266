/* SPDX-License-Identifier: MIT */
/* A pipeline of programs: put together word by word, shown as a shell takes it, or run. */
#ifndef NST_FRONT_CHAIN_H
#define NST_FRONT_CHAIN_H

#include "base/mem.h"

/* A program and its arguments: owned words, NULL behind the last. */
struct command {
	char **words;
	size_t count, room;
};

/* All zero is an empty one. */
struct chain {
	struct command *commands;
	size_t count, room;
	/* Where the last one writes: a descriptor, 0 for standard output, and what chainshow calls
	 * that, NULL for nothing. */
	int output;
	const char *target;
};

/* Adds a program behind those there are. */
void chainadd(struct chain *p, const char *program);

/* Adds a word to the last program. */
void chainword(struct chain *p, const char *word);

/* Writes the pipeline as a line for a shell, quoted where that has to be. */
void chainshow(const struct chain *p, struct buf *out);

/* Becomes the only program of the pipeline; ends this one with the reason where that can't be. */
void chainbecome(const struct chain *p) __attribute__((noreturn));

/* Becomes the program beside this one that runs a pipeline in one process; returns where that is
 * not there, or not for this pipeline. */
void chaintogether(const struct chain *p);

/* Runs the programs and waits for all of them. Returns the status of the last one, or of the first
 * that failed before it; a signal that ends the last one, or that comes while they run, ends this
 * program too, when all have ended. */
int chainrun(const struct chain *p);

void chainfree(struct chain *p);

#endif
