/* SPDX-License-Identifier: MIT */
/* Runs nst-dump and nst-link in a pipe, which turns a profile into a stream. */
#ifndef NST_DUMPPIPE_H
#define NST_DUMPPIPE_H

#include <sys/types.h>

#include "base/err.h"

struct dumppipe {
	pid_t pids[2];
};

/* Starts the two programs, which are in the folder of this one. names is for nst-dump --names.
 * Returns the read end of the pipe, which the caller closes. Ends the program if that fails. */
int dumppipestart(struct dumppipe *p, const char *path, const char *names);

/* Waits for both programs. Returns FAILED if one of them failed or was killed. Programs that fail
 * have printed a message; this function prints one for those killed. */
enum status dumppipewait(const struct dumppipe *p, const char *path);

#endif
