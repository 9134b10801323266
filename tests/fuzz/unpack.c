/* SPDX-License-Identifier: MIT */
/* Compressed inputs: whatever they say, reading ends, and gives the same in pieces of any size. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "io/in.h"

/* What is read of an input at most, bytes: a small one may be without end. */
enum { MOST = 1 << 20 };

/* Reads the input in pieces; true when it was whole. */
static bool
take(int fd, size_t piece, struct buf *out)
{
	struct in in = { .fd = fd };
	ssize_t n = 0;

	fuzzhold(lseek(fd, 0, SEEK_SET) == 0);
	while (out->n < MOST && (n = infill(&in, bufroom(out, piece), piece)) > 0)
		out->n += (size_t)n;
	if (n < 0) {
		errquiet(true);
		inwarn(&in, "stdin");
		fuzzhold(infill(&in, bufroom(out, piece), piece) < 0);
		errquiet(false);
	}
	infree(&in);
	if (out->n > MOST)
		out->n = MOST;
	return n >= 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf small = { 0 }, large = { 0 };
	int fd = memfd_create("input", MFD_CLOEXEC);
	bool whole;

	fuzzhold(fd >= 0 && write(fd, data, size) == (ssize_t)size);
	whole = take(fd, IN_LEAST, &small);
	fuzzhold(take(fd, 1 << 16, &large) == whole || small.n == MOST || large.n == MOST);
	/* of a damaged input, what comes before the fault may not all have been handed out */
	fuzzhold(!whole || small.n == MOST || spansame(bufall(&small), bufall(&large)));
	free(small.p);
	free(large.p);
	close(fd);
	return 0;
}
