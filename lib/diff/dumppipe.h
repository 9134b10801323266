/* SPDX-License-Identifier: MIT */
/* nst-dump and nst-link in a pipe: a profile as a stream. */
#ifndef NST_DUMPPIPE_H
#define NST_DUMPPIPE_H

#include <sys/types.h>

#include "base/err.h"

struct dumppipe {
	pid_t pids[2];
};

/* Starts the programs that lie beside this one; returns the descriptor to read their stream from,
 * which the caller closes. Ends the program when that fails. */
int dumppipestart(struct dumppipe *p, const char *path);

/* Waits for them. FAILED when one of them failed, which it said, or was killed, which this says. */
enum status dumppipewait(const struct dumppipe *p, const char *path);

#endif
