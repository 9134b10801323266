/* SPDX-License-Identifier: MIT */
/* A file that may be a profile, and the formats that recognize it by its first bytes. */
#ifndef NST_SOURCEFILE_H
#define NST_SOURCEFILE_H

#include "source.h"

/* The number of first bytes that are read. */
enum { SOURCE_HEAD = 100 };

struct sourcefile {
	const char *path; /* as the user named it; "-" is standard input */
	const char *name; /* for messages */
	bool piped;       /* a copy of standard input, which was a pipe */
	char *real;       /* of the file to which symbolic links lead */
	uint64_t bytes;
	unsigned char head[SOURCE_HEAD];
	size_t n;         /* bytes of the head */
};

/* A format of profiles. */
struct sourceformat {
	/* Returns true if a file is of this format. */
	bool (*is)(const struct sourcefile *);

	/* Opens it; source->ops->close frees. */
	struct source *(*open)(const struct sourcefile *, const struct sourceoptions *);

	/* Ends the program if it knows why a file, of which no format is sure, is no profile; may
	 * be NULL. */
	void (*refuse)(const struct sourcefile *);
};

/* Reads the beginning of the file at path. A pipe as standard input is copied to a temporary file
 * first. Ends the program if it is no regular file, or empty. The
 * caller frees with sourcefilefree. */
void sourcefileread(struct sourcefile *f, const char *path);

void sourcefilefree(struct sourcefile *f);

#endif
