/* SPDX-License-Identifier: MIT */
/* Pipelines of programs: built word by word, printed as a shell line, and started. All programs
 * that start others use this module. */
#ifndef NST_PIPELINE_H
#define NST_PIPELINE_H

#include <sys/types.h>

#include "base/mem.h"

/* A program and its arguments, which the pipeline owns; the last one is NULL. */
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
	const char *target; /* the file after > in pipelineshow, or NULL; the caller's */
};

/* Adds a program after the others. */
void pipelineadd(struct pipeline *p, const char *program);

/* Adds an argument to the last program. */
void pipelineword(struct pipeline *p, const char *word);

/* Returns the path of a program in the directory of this one. If that directory does not have it,
 * it returns the name, which posix_spawnp searches in PATH. The caller frees the result. */
char *pipelinebeside(const char *program);

/* Writes the pipeline as a line for a shell, with quotes if needed. */
void pipelineshow(const struct pipeline *p, struct buf *out);

/* Replaces this process by the only program of the pipeline (execvp), or ends the program with the
 * error. */
void pipelineexec(const struct pipeline *p) __attribute__((noreturn));

/* Replaces this process by nst-chain, which runs the pipeline in one process. Returns if nst-chain
 * is not in the directory of this program, or cannot run the pipeline. */
void pipelineexecchain(const struct pipeline *p);

/* Starts the programs and waits for all of them. Returns the status of the last one; if that is 0,
 * the status of the first program that failed. SIGINT, SIGTERM and the like are forwarded to the
 * programs. If one arrived, or a signal ended the last program, this process ends by the same
 * signal. */
int pipelinerun(const struct pipeline *p);

/* Starts the programs and returns a descriptor with the output of the last one. The caller closes
 * it and waits for each of pids, which has room for all programs. The first program reads from in,
 * -1 for standard input. On failure it returns -1 with errno set, and *failed is the name of the
 * program that could not be started. */
int pipelineread(const struct pipeline *p, pid_t *pids, int in, const char **failed);

void pipelinefree(struct pipeline *p);

#endif
