/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"
#include "inspect.h"
#include "io/fd.h"
#include "io/filetype.h"
#include "io/in.h"
#include "report/file.h"

/* The first bytes of an SQLite file, and where the format keeps what is asked of them below. */
enum {
	HEADER_SIZE = 100,
	AT_PAGE_SIZE = 16,
	AT_WRITE_VERSION = 18,
	AT_READ_VERSION = 19,
	AT_CHANGES = 24,
	AT_PAGES = 28,
	AT_VALID_FOR = 92
};

static uint32_t
bigendian(const unsigned char *p, int n)
{
	uint32_t v = 0;

	while (n-- > 0)
		v = v << 8 | *p++;
	return v;
}

/* Whether a file of that name with something in it lies beside the profile. */
static bool
beside(const char *path, const char *tail)
{
	struct buf name = { 0 };
	struct stat st;
	bool there;

	bufprintf(&name, "%s%s", path, tail);
	there = stat(name.p, &st) == 0;
	if (!there && errno != ENOENT)
		die("%s:", name.p);
	there = there && st.st_size > 0;
	free(name.p);
	return there;
}

enum profilekind
inspect(const char *path, const char *name, uint64_t *bytes)
{
	unsigned char head[HEADER_SIZE];
	struct stat st;
	uint64_t size, page;
	size_t n = 0;
	ssize_t some;
	/* A pipe nobody writes to would wait. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 || fstat(fd, &st) != 0)
		die("%s:", name);
	if (!S_ISREG(st.st_mode))
		die("%s: not a file", name);
	while ((some = fdread(fd, head + n, sizeof(head) - n)) > 0)
		n += (size_t)some;
	if (some < 0)
		die("%s:", name);
	close(fd);
	if (n == 0)
		die("%s: the file is empty", name);
	*bytes = (uint64_t)st.st_size;
	if (repfileis((const char *)head, n))
		return PROFILE_REPORT;
	if (n < HEADER_SIZE || memcmp(head, "SQLite format 3", 16) != 0) {
		struct span start = { (const char *)head, n };
		enum filetype type = filetypeof(start);
		enum filetype packed = filetypecompressed(start);

		if (packed != FILETYPE_OTHER && packed != FILETYPE_EMPTY)
			return PROFILE_PACKED;
		repfilerefuse(name);
		if (type == FILETYPE_CHROME || type == FILETYPE_PERFETTO)
			die("%s: %s, not a profile", name, filetypename(type));
		die("%s: not an SQLite database, and no report", name);
	}
	page = bigendian(head + AT_PAGE_SIZE, 2);
	if (page == 1)
		page = 65536;
	size = page * bigendian(head + AT_PAGES, 4);
	if (memcmp(head + AT_CHANGES, head + AT_VALID_FOR, 4) == 0 && size > (uint64_t)st.st_size)
		die("%s: truncated: %lld bytes of %llu", name, (long long)st.st_size,
		    (unsigned long long)size);
	if (beside(path, "-journal"))
		die("%s: an unfinished transaction lies beside it (%s-journal): the export was "
		    "interrupted",
		    name, name);
	if (beside(path, "-wal"))
		die("%s: changes not yet in the file lie beside it (%s-wal): close the program "
		    "that writes it",
		    name, name);
	return head[AT_WRITE_VERSION] == 2 || head[AT_READ_VERSION] == 2 ? PROFILE_WAL
	                                                                : PROFILE_EXPORT;
}
