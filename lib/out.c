/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "err.h"
#include "out.h"

static struct buf *pending;
static void (*cutter)(struct buf *, void *);
static void *cutarg;

void
outpipe(int fd)
{
	(void)fcntl(fd, F_SETPIPE_SZ, OUT_BLOCK);
}

bool
outto(int fd, const struct buf *out)
{
	size_t done = 0;

	while (done < out->n) {
		ssize_t n = write(fd, out->p + done, out->n - done);

		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0)
			done += (size_t)n;
	}
	return true;
}

void
outwrite(struct buf *out)
{
	if (!outto(STDOUT_FILENO, out)) {
		pending = NULL;
		die("standard output:");
	}
	out->n = 0;
}

void
outwhole(struct buf *out)
{
	const char *end = out->n > 0 ? memrchr(out->p, '\n', out->n) : NULL;

	out->n = end ? (size_t)(end + 1 - out->p) : 0;
}

void
outrescue(void)
{
	struct buf *out = pending;

	pending = NULL;
	if (!out)
		return;
	if (cutter)
		cutter(out, cutarg);
	else
		outwhole(out);
	outwrite(out);
}

void
outpending(struct buf *out, void (*cut)(struct buf *, void *), void *arg)
{
	pending = out;
	cutter = cut;
	cutarg = arg;
	errrescue(outrescue);
}

bool
outend(struct buf *out)
{
	bool whole = outto(STDOUT_FILENO, out);

	if (close(STDOUT_FILENO) != 0)
		whole = false;
	if (!whole)
		warn("standard output:");
	pending = NULL;
	free(out->p);
	*out = (struct buf){ 0 };
	return whole;
}
