/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "in.h"
#include "probe.h"
#include "unpack.h"

/* The kind of what a descriptor gives; where it is compressed and can't be read, that. */
static enum filetype
probelook(int fd, bool *packed)
{
	struct in in = { .fd = fd };
	enum filetype type = FILETYPE_OTHER;
	char head[FILETYPE_BYTES];
	ssize_t some = 0;
	size_t n = 0;

	while (sizeof(head) - n >= IN_LEAST &&
	    (some = infill(&in, head + n, sizeof(head) - n)) > 0)
		n += (size_t)some;
	*packed = in.unpack;
	if (some >= 0 || n > 0) {
		errno = 0;
		type = filetypeof((struct span){ head, n });
	} else if (in.unpack && decompresswhy(in.unpack)) {
		errno = 0;
		type = decompresstype(in.unpack);
	}
	infree(&in);
	return type;
}

enum filetype
probefile(const char *path, bool *packed)
{
	struct stat st;
	/* A pipe nobody writes to would wait. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), reason;
	enum filetype type = FILETYPE_OTHER;

	*packed = false;
	if (fd < 0)
		return FILETYPE_OTHER;
	reason = fstat(fd, &st) == 0 ? 0 : errno;
	if (reason == 0 && S_ISREG(st.st_mode)) {
		type = probelook(fd, packed);
		reason = errno;
	}
	close(fd);
	errno = reason;
	return type;
}
