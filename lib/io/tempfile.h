/* SPDX-License-Identifier: MIT */
/* An unnamed temporary file in the directory TMPDIR, or /tmp. */
#ifndef NST_TEMPFILE_H
#define NST_TEMPFILE_H

/* Creates one for reading and writing, and returns its descriptor, which the caller closes; or ends
 * the program. The kernel removes the file when its last descriptor is closed. From this call on, a
 * write beyond the limit on the size of files (ulimit -f) fails with EFBIG instead of a signal. */
int tempfileopen(void);

/* Copies the rest of a descriptor to a temporary file, which becomes standard input. name is
 * that of the descriptor in messages. Ends the program if it cannot. */
void tempfilespool(int from, const char *name);

#endif
