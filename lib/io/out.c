/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "out.h"

static struct buf *pending;
static void (*pendingcut)(struct buf *, void *);
static void *pendingarg;
static bool tellsfailure; /* a failed record is due if this program fails */

void
outpipe(int fd)
{
	(void)fcntl(fd, F_SETPIPE_SZ, OUT_BLOCK);
}

bool
outisinput(int fd)
{
	struct stat input, output;
	off_t at;

	/* fd has that number if standard output was closed before the file was opened */
	if (fd == STDOUT_FILENO || fstat(STDOUT_FILENO, &output) != 0 ||
	    !S_ISREG(output.st_mode) ||
	    fstat(fd, &input) != 0 || input.st_dev != output.st_dev ||
	    input.st_ino != output.st_ino)
		return false;
	at = lseek(fd, 0, SEEK_CUR);
	return at >= 0 && at < input.st_size;
}

void
outrefuseterminal(const char *what)
{
	if (isatty(STDOUT_FILENO))
		dieusage("the output is %s, which no terminal shows: add > FILE",
		    what);
}

void
outbinary(void)
{
	outrefuseterminal("binary");
}

bool
outwriteto(int fd, const struct buf *out)
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
	if (!outwriteto(STDOUT_FILENO, out)) {
		pending = NULL;
		tellsfailure = false;
		die("standard output:");
	}
	out->n = 0;
}

void
outcutpartial(struct buf *out)
{
	const char *end = out->n > 0 ? memrchr(out->p, '\n', out->n) : NULL;

	out->n = end ? (size_t)(end + 1 - out->p) : 0;
}

void
outfailedrecord(struct buf *out)
{
	if (tellsfailure)
		bufstr(out, "{\"ts\":0,\"type\":\"failed\"}\n");
	tellsfailure = false;
}

void
outflushfailed(void)
{
	char record[64];
	struct buf none = { record, 0, sizeof(record) }; /* on the stack: malloc may have failed */
	struct buf *out = pending;

	pending = NULL;
	if (out && pendingcut)
		pendingcut(out, pendingarg);
	else if (out)
		outcutpartial(out);
	if (out)
		outwrite(out);
	outfailedrecord(&none);
	if (none.n > 0)
		outwrite(&none);
}

void
outstream(void)
{
	struct stat st;

	tellsfailure = fstat(STDOUT_FILENO, &st) == 0 && S_ISFIFO(st.st_mode);
	errsetflush(outflushfailed);
}

void
outnostream(void)
{
	tellsfailure = false;
}

void
outsetpending(struct buf *out, void (*cut)(struct buf *, void *), void *arg)
{
	pending = out;
	pendingcut = cut;
	pendingarg = arg;
	errsetflush(outflushfailed);
}

bool
outend(struct buf *out)
{
	bool whole = outwriteto(STDOUT_FILENO, out);

	if (close(STDOUT_FILENO) != 0)
		whole = false;
	if (!whole)
		warn("standard output:");
	pending = NULL;
	free(out->p);
	*out = (struct buf){ 0 };
	return whole;
}
