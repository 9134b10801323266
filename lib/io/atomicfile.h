/* SPDX-License-Identifier: MIT */
/* A file that appears under its name only when it is complete. Until then the program writes a
 * temporary file beside it (scratch.h), which is removed if the program ends first. After SIGKILL
 * the next program that writes into the folder removes the file. */
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

/* Gives a complete file, which is in the same file system, its final name; replaces an existing
 * file only if force is true. Ends the program if that fails. */
void atomicfileplace(const char *from, const char *path, bool force);

/* Closes the file and renames it to its final name, or ends the program. It does not call fsync. */
void atomicfilecommit(struct atomicfile *w);

#endif
