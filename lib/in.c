/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <unistd.h>

#include "content.h"
#include "err.h"
#include "in.h"
#include "unpack.h"

ssize_t
inread(int fd, void *p, size_t n)
{
	ssize_t some;

	do
		some = read(fd, p, n);
	while (some < 0 && errno == EINTR);
	return some;
}

/* Takes what was read already, as much as there is room for. */
static size_t
takehead(struct in *in, char *p, size_t n)
{
	size_t some = in->head.n < n ? in->head.n : n;

	if (some > 0)
		memcpy(p, in->head.p, some);
	in->head.p += some;
	in->head.n -= some;
	return some;
}

/* Reads the first bytes, enough of them to tell whether they are compressed. */
static ssize_t
begin(struct in *in, char *p, size_t n)
{
	size_t got = takehead(in, p, n);
	ssize_t some = 1;

	while (some > 0 && contentpacked((struct span){ p, got }) == CONTENT_EMPTY) {
		some = inread(in->fd, p + got, n - got);
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
		ssize_t got = begin(in, p, n);
		struct span head = { p, got > 0 ? (size_t)got : 0 };
		enum content content = contentpacked(head);

		if (content == CONTENT_OTHER || content == CONTENT_EMPTY)
			return got;
		in->unpack = unpackbegin(content, in->fd, head, in->head);
		in->head.n = 0;
	}
	if (in->head.n > 0)
		return (ssize_t)takehead(in, p, n);
	return in->unpack ? unpackread(in->unpack, p, n) : inread(in->fd, p, n);
}

void
inwarn(const struct in *in, const char *path)
{
	const char *why = in->unpack ? unpackwhy(in->unpack) : NULL;

	if (why)
		warn("%s: %s, and %s", path, contentname(unpackcontent(in->unpack)), why);
	else
		warn("%s:", path);
}

void
infree(struct in *in)
{
	if (in->unpack)
		unpackend(in->unpack);
	in->unpack = NULL;
}
