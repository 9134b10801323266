/* SPDX-License-Identifier: MIT */
/*
 * Unfinished files and folders of all programs and scripts. Their names tell which process made
 * them: ".nst-1a2b3c4d-4711-8158320-0" is the first one of process 4711, which began 8158320 clock
 * ticks after the boot of the host and in the PID namespace that 1a2b3c4d stands for. A process
 * that was killed leaves them; the next program that writes into the same folder removes them.
 */
#ifndef NST_SCRATCH_H
#define NST_SCRATCH_H

#include <stdbool.h>
#include <sys/types.h>

/* Removes the files and folders that processes of this host and of the same user left in a folder
 * when they were killed. It never removes those of a running process, and reports no error. */
void scratchsweep(const char *folder);

/* Sweeps a folder, creates an unfinished file in it and returns its name, which the caller frees.
 * *fd is its descriptor, for reading and writing. Returns NULL with errno set if that fails. */
char *scratchfile(const char *folder, mode_t mode, int *fd);

/* Sweeps a folder, makes a folder in it that only the user can enter, and returns its name, which
 * the caller frees. A later sweep removes it once the process pid has ended. Ends the program if
 * that fails. */
char *scratchfolder(const char *folder, pid_t pid);

/* Removes a file, or a folder with its content. Returns false with errno set if that fails. */
bool scratchremove(const char *path);

#endif
