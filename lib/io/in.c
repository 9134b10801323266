/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <unistd.h>

#include "base/err.h"
#include "decompress.h"
#include "fd.h"
#include "filetype.h"
#include "in.h"
#include "out.h"

/* Copies at most n of the bytes that the caller had read. Returns their number. */
static size_t
intakehead(struct in *in, char *p, size_t n)
{
	size_t some = in->head.n < n ? in->head.n : n;

	if (some > 0)
		memcpy(p, in->head.p, some);
	in->head.p += some;
	in->head.n -= some;
	return some;
}

/* Reads the first bytes, as many as filetypecompressed needs to decide. */
static ssize_t
inbegin(struct in *in, char *p, size_t n)
{
	size_t got = intakehead(in, p, n);
	ssize_t some = 1;

	while (some > 0 && filetypecompressed((struct span){ p, got }) == FILETYPE_EMPTY) {
		some = fdread(in->fd, p + got, n - got);
		if (some < 0)
			return -1;
		got += (size_t)some;
	}
	in->begun = true;
	return (ssize_t)got;
}

ssize_t
infill(struct in *in, void *p, size_t n)
{
	if (!in->begun) {
		enum filetype type;
		struct span head;
		ssize_t got;

		in->isoutput = !in->probes && outisinput(in->fd);
		if (in->isoutput) {
			errno = EINVAL;
			return -1;
		}
		got = inbegin(in, p, n);
		head = (struct span){ p, got > 0 ? (size_t)got : 0 };
		type = filetypecompressed(head);
		if (type == FILETYPE_OTHER || type == FILETYPE_EMPTY)
			return got;
		in->decompressor = decompressbegin(type, in->fd, head, in->head);
		in->head.n = 0;
	}
	if (in->head.n > 0)
		return (ssize_t)intakehead(in, p, n);
	return in->decompressor ? decompressread(in->decompressor, p, n) : fdread(in->fd, p, n);
}

void
inwarn(const struct in *in, const char *path)
{
	const char *why = in->decompressor ? decompresswhy(in->decompressor) : NULL;

	if (in->isoutput)
		warn("%s: input file is output file", path);
	else if (why)
		warn("%s: %s, and %s", path, filetypename(decompresstype(in->decompressor)), why);
	else
		warn("%s:", path);
}

bool
intruncated(const struct in *in)
{
	const char *why = in->decompressor ? decompresswhy(in->decompressor) : NULL;

	return why && strcmp(why, "truncated") == 0;
}

void
infree(struct in *in)
{
	if (in->decompressor)
		decompressend(in->decompressor);
	in->decompressor = NULL;
}
