/* SPDX-License-Identifier: MIT */
/* nst-merge on any two streams: the input is a line of options, and two streams with a line of dots
 * between them. What it writes is a stream again, in order. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fuzz.h"

static fuzzmain program;
#define main program
#include "../../bin/nst-merge.c"

/* Where one stream is written, in TMPDIR, which the caller cleans up. */
static char *
stream(const char *name, struct span bytes)
{
	const char *folder = getenv("TMPDIR");
	char *path = xmalloc(PATH_MAX);
	int fd;

	snprintf(path, PATH_MAX, "%s/%s-%ld.ndjson", folder ? folder : "/tmp", name, (long)getpid());
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || write(fd, bytes.p, bytes.n) != (ssize_t)bytes.n || close(fd) != 0)
		fuzzfail("%s: %m", path);
	return path;
}

/* Options that name files of their own, or ask for the usage, are not for this. */
static bool
foreign(struct span input)
{
	size_t n = input.n;
	const char *end = n > 0 ? memchr(input.p, '\n', n) : NULL;

	n = end ? (size_t)(end - input.p) : n;
	return fuzzasks(input) || memmem(input.p, n, "--o", 3) || memchr(input.p, '/', n);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char dots[] = "\n...\n";
	struct span input = { (const char *)data, size }, second = { "", 0 };
	char *line, *words[FUZZ_WORDS], *a, *b;
	const char *end = size > 0 ? memchr(data, '\n', size) : NULL, *middle;
	struct fuzzrun run;
	size_t n = end ? (size_t)(end - input.p) : size;
	int count;

	if (foreign(input))
		return 0;
	line = fuzzcopy((struct span){ input.p, n });
	count = fuzzwords(line, "\t", "nst-merge", words);
	if (count > FUZZ_WORDS - 4)
		count = FUZZ_WORDS - 4;
	input = end ? (struct span){ end + 1, size - n - 1 } : (struct span){ "", 0 };
	middle = input.n > 0 ? memmem(input.p, input.n, dots, strlen(dots)) : NULL;
	if (middle) {
		second.p = middle + strlen(dots);
		second.n = input.n - (size_t)(second.p - input.p);
		input.n = (size_t)(middle + 1 - input.p);
	}
	words[count++] = a = stream("rank0", input);
	words[count++] = b = stream("rank1", second);
	words[count] = NULL;
	run = fuzzrun(program, count, words, (struct span){ "", 0 });
	/* events of equal times keep the order of their input, which nst-merge does not check */
	fuzzevents(run.out, run.status == DONE && fuzzordered(input) && fuzzordered(second),
	    run.status == DONE);
	free(a);
	free(b);
	free(line);
	return 0;
}
