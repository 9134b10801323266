/* SPDX-License-Identifier: MIT */
/* A file that appears under its name when it is whole, or not at all: until then it is written
 * under another name beside it, which is gone when the program ends in any way that it can see. */
#ifndef NST_ATOMICFILE_H
#define NST_ATOMICFILE_H

#include <stdbool.h>
#include <sys/stat.h>

struct atomicfile {
	const char *path; /* its name */
	char *temp;       /* what it is called until then */
	int fd;           /* to write it */
	bool force;       /* it may take the place of another */
};

/* Begins a file, empty yet, or ends the program with the reason: one of that name is there and may
 * not be replaced, or none can be made. The path stays. One at a time. */
void atomicfileopen(struct atomicfile *w, const char *path, bool force);

/* Ends the program if path is the file with that device and inode: the input of this program, which
 * must not be replaced. what is its noun in the message: "report". */
void atomicfileavoid(const char *path, const struct stat *input, const char *what);

/* Gives the file its name, or ends the program with the reason. The system may write it to the disk
 * later. */
void atomicfilecommit(struct atomicfile *w);

#endif
