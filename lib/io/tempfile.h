/* SPDX-License-Identifier: MIT */
/* A file without a name, in the folder of temporary files: TMPDIR, or /tmp. */
#ifndef NST_TEMPFILE_H
#define NST_TEMPFILE_H

/* Makes one, to be written and read, or ends the program with the reason. It is gone when its
 * descriptor, which the caller closes, and all that were made of it are closed. A limit on the size
 * of files (ulimit -f) becomes an error of write from now on, and no signal. */
int tempfileopen(void);

#endif
