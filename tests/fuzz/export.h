/* SPDX-License-Identifier: MIT */
/* What the targets for nst-dump share: an export that it reads, and what must hold of what it
 * writes. */
#ifndef NST_FUZZ_EXPORT_H
#define NST_FUZZ_EXPORT_H

#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fuzz.h"

/* Writes the bytes to the file that is read next, in TMPDIR, which the caller cleans up; its path
 * is good for the next write, too. */
static inline char *
exportwrite(struct span bytes)
{
	static char path[PATH_MAX];
	const char *folder = getenv("TMPDIR");
	int fd;

	snprintf(
	    path, sizeof(path), "%s/export-%ld.sqlite", folder ? folder : "/tmp", (long)getpid());
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || write(fd, bytes.p, bytes.n) != (ssize_t)bytes.n || close(fd) != 0)
		fuzzfail("%s: %m", path);
	return path;
}

/* The bytes that a database would have as a file; sqlite3_free frees them. */
static inline struct span
exportbytes(sqlite3 *db)
{
	sqlite3_int64 size = 0;
	unsigned char *bytes = sqlite3_serialize(db, "main", &size, 0);

	if (!bytes)
		fuzzfail("out of memory");
	return (struct span){ (const char *)bytes, (size_t)size };
}

/* Dumps an export; the line is a command line that ends with NULL. Several readers must write what
 * one writes. */
static inline void
exportdump(fuzzmain *program, const char *const *line, struct span bytes)
{
	char *words[FUZZ_WORDS] = { (char *)(uintptr_t)"nst-dump" };
	struct buf several = { 0 };
	struct fuzzrun run;
	enum status status;
	bool crew = line[0] && strncmp(line[0], "-j", 2) == 0;
	int count = 1;

	while (*line)
		words[count++] = (char *)(uintptr_t)*line++;
	words[count++] = exportwrite(bytes);
	run = fuzzrun(program, count, words, (struct span){ "", 0 });
	fuzzsilent(run.err);
	fuzzevents(run.out, true, run.status == DONE);
	fuzzhold(fuzzutf8(run.out));
	if (crew) {
		status = run.status;
		bufspan(&several, run.out);
		words[1] = (char *)(uintptr_t)"-j1";
		run = fuzzrun(program, count, words, (struct span){ "", 0 });
		fuzzhold(run.status == status &&
		    (status != DONE || spansame(run.out, bufall(&several))));
	}
	free(several.p);
}

#endif
