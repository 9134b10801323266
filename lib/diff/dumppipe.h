/* SPDX-License-Identifier: MIT */
/* Runs nst-dump, nst-link and further programs in a pipe, which turns a profile into a stream. */
#ifndef NST_DUMPPIPE_H
#define NST_DUMPPIPE_H

#include <sys/types.h>

#include "base/err.h"

/* The most programs of a pipe. */
enum { DUMPPIPE_MOST = 8 };

struct dumppipe {
	const char *programs[DUMPPIPE_MOST];
	size_t count;
	pid_t pids[DUMPPIPE_MOST];
};

/* A program behind nst-link, with an option or NULL. */
struct dumpreader {
	const char *program, *option;
};

/* Starts the programs, which are in the folder of this one: those of readers are behind nst-link.
 * names is for nst-dump --names. Returns the read end of the pipe, which the caller closes. Ends
 * the program if that fails. */
int dumppipestart(struct dumppipe *p, const char *path, const char *names,
    const struct dumpreader *readers, size_t count);

/* Waits for all programs. Returns FAILED if one of them failed or was killed. Programs that fail
 * have printed a message; this function prints one for those killed. */
enum status dumppipewait(const struct dumppipe *p, const char *path);

#endif
