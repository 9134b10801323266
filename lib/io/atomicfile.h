/* SPDX-License-Identifier: MIT */
/* A file that appears under its name only when it is complete. Until then the program writes a
 * temporary file beside it, which is removed if the program ends first, unless it is killed by a
 * signal that cannot be caught. */
#ifndef NST_ATOMICFILE_H
#define NST_ATOMICFILE_H

#include <stdbool.h>
#include <sys/stat.h>

struct atomicfile {
	const char *path; /* the final name; the caller's */
	char *temp;       /* the name of the temporary file; owned */
	int fd;           /* for writing */
	bool force;       /* true if it may replace an existing file */
};

/* Creates the temporary file. Ends the program if that fails, or if path exists and is not a
 * regular file, or exists and force is false. path must stay valid until the commit. Only one file
 * at a time. */
void atomicfileopen(struct atomicfile *w, const char *path, bool force);

/* Ends the program if path is the file with the device and inode of input, which the program reads:
 * it must not be replaced. what names the input in the message: "report". */
void atomicfileavoid(const char *path, const struct stat *input, const char *what);

/* Closes the file and renames it to its final name, or ends the program. It does not call fsync. */
void atomicfilecommit(struct atomicfile *w);

#endif
