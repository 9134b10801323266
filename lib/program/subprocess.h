/* SPDX-License-Identifier: MIT */
/* Starts other programs. */
#ifndef NST_SUBPROCESS_H
#define NST_SUBPROCESS_H

#include <signal.h>
#include <sys/types.h>

/* Returns the directory of this program's executable, which the caller frees; NULL with errno set
 * if the system does not tell it. */
char *subprocessfolder(void);

/* Starts a program, searched in PATH if its name has no slash. It reads from in, -1 for standard
 * input, and writes to out. blocked are the signals blocked in it; NULL for those of this process.
 * Returns 0 or an errno. */
int subprocessstart(pid_t *pid, const char *program, char *const argv[], int in, int out,
    const sigset_t *blocked);

#endif
