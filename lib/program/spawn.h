/* SPDX-License-Identifier: MIT */
/* Other programs, started by this one. */
#ifndef NST_SPAWN_H
#define NST_SPAWN_H

#include <signal.h>
#include <sys/types.h>

/* The folder that this program lies in, which the caller frees; NULL, errno says why, where the
 * system does not tell. */
char *spawnfolder(void);

/* Starts a program, sought in PATH where its name has no slash, that reads from one descriptor, -1
 * for this one's standard input, and writes to another, with those signals blocked; NULL: as here.
 * Returns 0, or an errno. */
int spawnprogram(pid_t *pid, const char *program, char *const argv[], int in, int out,
    const sigset_t *blocked);

#endif
