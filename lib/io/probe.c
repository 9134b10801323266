/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "decompress.h"
#include "in.h"
#include "probe.h"

/* Returns the type of the content of a descriptor; of the compression if that cannot be
 * decompressed. */
static enum filetype
probefd(int fd, const char *path, bool *compressed)
{
	struct in in = { .fd = fd, .probes = true };
	enum filetype type = FILETYPE_OTHER;
	char head[FILETYPE_BYTES];
	ssize_t some = 0;
	size_t n = 0;

	while (sizeof(head) - n >= IN_LEAST &&
	    (some = infill(&in, head + n, sizeof(head) - n)) > 0)
		n += (size_t)some;
	*compressed = in.decompressor;
	if (some >= 0 || n > 0) {
		errno = 0;
		type = filetypenamed((struct span){ head, n }, path);
	} else if (in.decompressor && decompresswhy(in.decompressor)) {
		errno = 0;
		type = decompresstype(in.decompressor);
	}
	infree(&in);
	return type;
}

enum filetype
probefile(const char *path, bool *compressed)
{
	struct stat st;
	/* O_NONBLOCK: open would wait for a writer of a FIFO. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), reason;
	enum filetype type = FILETYPE_OTHER;

	*compressed = false;
	if (fd < 0)
		return FILETYPE_OTHER;
	reason = fstat(fd, &st) == 0 ? 0 : errno;
	if (reason == 0 && S_ISREG(st.st_mode)) {
		type = probefd(fd, path, compressed);
		reason = errno;
	}
	close(fd);
	errno = reason;
	return type;
}

const char *
probewhat(const char *path, enum filetype type)
{
	const char *what = filetypebysuffix(path);
	struct stat st;

	if (type != FILETYPE_OTHER)
		return filetypename(type);
	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return "a folder: nst convert writes the traces of all reports in it";
	return what ? what : filetypename(type);
}

bool
probeprofile(const char *path)
{
	bool compressed;
	enum filetype type = probefile(path, &compressed);

	if (type == FILETYPE_OTHER && errno != 0)
		die("%s:", path);
	return filetypeprofile(type);
}
