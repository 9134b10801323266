/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "content.h"
#include "in.h"
#include "unpack.h"

/* How files begin, by their formats' documents; reports as public ones do. */
static const struct magic {
	enum content kind;
	const char *bytes;
	size_t n;
} magics[] = {
#define M(kind, bytes) { kind, bytes, sizeof(bytes) - 1 }
	M(CONTENT_EXPORT, "SQLite format 3\0"),
	M(CONTENT_REPORT, "NVIDIA Tegra Profiler Report "),
	M(CONTENT_GZIP, "\x1F\x8B\x08"),
	M(CONTENT_ZSTD, "\x28\xB5\x2F\xFD"),
	M(CONTENT_XZ, "\xFD" "7zXZ\0"),
#undef M
};

/* What an object begins with that is a trace in Chrome's format: its own keys, and those of
 * PyTorch's and TensorFlow's profilers. */
static const char *const chromekeys[] = { "\"traceEvents\"", "\"displayTimeUnit\"", "\"metadata\"",
	"\"otherData\"", "\"schemaVersion\"" };

static const struct {
	const char *name, *remedy;
} kinds[] = {
	[CONTENT_EMPTY] = { "empty", "" },
	[CONTENT_STREAM] = { "a stream of events", "" },
	[CONTENT_EXPORT] = { "an SQLite file", ": nst-dump makes one of it" },
	[CONTENT_REPORT] = { "a report", ": nst-dump makes one of it" },
	[CONTENT_CHROME] = { "a Chrome trace", "" },
	[CONTENT_PERFETTO] = { "a Perfetto trace", "" },
	[CONTENT_GZIP] = { "compressed by gzip", "" },
	[CONTENT_ZSTD] = { "compressed by zstd", "" },
	[CONTENT_XZ] = { "compressed by xz", "" },
	[CONTENT_OTHER] = { "nothing that is known", "" },
};

static bool
begins(struct span s, const char *bytes, size_t n)
{
	return s.n >= n && memcmp(s.p, bytes, n) == 0;
}

/* The bytes behind the white space that a span begins with. */
static struct span
behindspace(struct span s)
{
	while (s.n > 0 && strchr(" \t\r\n", *s.p) && *s.p)
		s = (struct span){ s.p + 1, s.n - 1 };
	return s;
}

static enum content
textkind(struct span s)
{
	if (*s.p == '[')
		return CONTENT_CHROME;
	s = behindspace((struct span){ s.p + 1, s.n - 1 });
	for (size_t i = 0; i < sizeof(chromekeys) / sizeof(*chromekeys); i++)
		if (begins(s, chromekeys[i], strlen(chromekeys[i])))
			return CONTENT_CHROME;
	return CONTENT_STREAM;
}

enum content
contentof(struct span head)
{
	struct span text = behindspace(head);

	for (size_t i = 0; i < sizeof(magics) / sizeof(*magics); i++)
		if (begins(head, magics[i].bytes, magics[i].n))
			return magics[i].kind;
	if (text.n == 0)
		return CONTENT_EMPTY;
	if (*text.p == '{' || *text.p == '[')
		return textkind(text);
	/* field 1 of a trace: its packets, one after the other */
	return *head.p == '\n' ? CONTENT_PERFETTO : CONTENT_OTHER;
}

enum content
contentpacked(struct span head)
{
	enum content found = CONTENT_OTHER;

	for (size_t i = 0; i < sizeof(magics) / sizeof(*magics); i++) {
		const struct magic *m = &magics[i];

		if (m->kind != CONTENT_GZIP && m->kind != CONTENT_ZSTD && m->kind != CONTENT_XZ)
			continue;
		if (begins(head, m->bytes, m->n))
			return m->kind;
		if (head.n < m->n && memcmp(head.p, m->bytes, head.n) == 0)
			found = CONTENT_EMPTY;
	}
	return found;
}

/* The kind of what a descriptor gives; where it is compressed and can't be read, that. */
static enum content
look(int fd, bool *packed)
{
	struct in in = { .fd = fd };
	enum content content = CONTENT_OTHER;
	char head[CONTENT_BYTES];
	ssize_t some = 0;
	size_t n = 0;

	while (sizeof(head) - n >= IN_LEAST &&
	    (some = infill(&in, head + n, sizeof(head) - n)) > 0)
		n += (size_t)some;
	*packed = in.unpack;
	if (some >= 0 || n > 0) {
		errno = 0;
		content = contentof((struct span){ head, n });
	} else if (in.unpack && unpackwhy(in.unpack)) {
		errno = 0;
		content = unpackcontent(in.unpack);
	}
	infree(&in);
	return content;
}

enum content
contentoffile(const char *path, bool *packed)
{
	struct stat st;
	/* A pipe nobody writes to would wait. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), reason;
	enum content content = CONTENT_OTHER;

	*packed = false;
	if (fd < 0)
		return CONTENT_OTHER;
	reason = fstat(fd, &st) == 0 ? 0 : errno;
	if (reason == 0 && S_ISREG(st.st_mode)) {
		content = look(fd, packed);
		reason = errno;
	}
	close(fd);
	errno = reason;
	return content;
}

bool
contentforeign(enum content content)
{
	return content != CONTENT_STREAM && content != CONTENT_EMPTY && content != CONTENT_OTHER;
}

const char *
contentname(enum content kind)
{
	return kinds[kind].name;
}

const char *
contentremedy(enum content kind)
{
	return kinds[kind].remedy;
}
