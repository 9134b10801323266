/* SPDX-License-Identifier: MIT */
/*
 * Pipelines of programs: built word by word, printed as a shell line, and started. Whatever
 * starts other programs does it through this module.
 */
#ifndef NST_PIPELINE_H
#define NST_PIPELINE_H

#include <sys/types.h>

#include "base/mem.h"

/* A program and its arguments, which the pipeline owns; NULL behind the last. */
struct command {
	char **words;
	size_t count, room;
};

/* "nst-dump run.nsys-rep | nst-link > out" has two commands, and the target "out". All zero is an
 * empty pipeline; pipelinefree frees it. */
struct pipeline {
	struct command *commands;
	size_t count, room;
	int output;         /* the descriptor that the last program writes to; 0: standard output */
	const char *target; /* the file behind > in pipelineshow, or NULL; the caller's */
};

/* Adds a program behind the others. */
void pipelineadd(struct pipeline *p, const char *program);

/* Adds an argument to the last program. */
void pipelineword(struct pipeline *p, const char *word);

/* Returns the path of a program in the folder of this one, or its name, to be found in PATH, where
 * that folder does not have it. The caller frees. */
char *pipelinebeside(const char *program);

/* Writes the pipeline as a line for a shell, with quotes where they are needed. */
void pipelineshow(const struct pipeline *p, struct buf *out);

/* Replaces this process by the only program of the pipeline, or ends it with the reason. */
void pipelineexec(const struct pipeline *p) __attribute__((noreturn));

/* Replaces this process by nst-chain, which runs the pipeline in one process. Returns if nst-chain
 * is not in the folder of this program, or cannot run this pipeline. */
void pipelineexecchain(const struct pipeline *p);

/* Starts the programs and waits for all of them. Returns the status of the last one, or of the
 * first that failed before it. Signals that end programs are passed on to them; if one came, or one
 * ended the last program, this process ends by it, too. */
int pipelinerun(const struct pipeline *p);

/* Starts the programs and returns the descriptor from which the output of the last one is read,
 * which the caller closes; then it waits for each of pids. The first program reads from in, -1 for
 * standard input. pids has room for all programs. On failure it returns -1 with errno set, and
 * *failed is the name of the program that could not be started. */
int pipelineread(const struct pipeline *p, pid_t *pids, int in, const char **failed);

void pipelinefree(struct pipeline *p);

#endif
