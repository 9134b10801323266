/* SPDX-License-Identifier: MIT */
/* content.h: what files are, by how they begin. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "content.h"
#include "tap.h"

static const struct {
	enum content kind;
	const char *head;
	size_t n;
} cases[] = {
#define C(kind, head) { kind, head, sizeof(head) - 1 }
	C(CONTENT_EMPTY, ""),
	C(CONTENT_EMPTY, "\n \t\r\n"),
	C(CONTENT_STREAM, "{\"ts\":1,\"type\":\"stream\",\"format\":1}\n"),
	C(CONTENT_STREAM, "\n\n{\"type\":\"kernel\",\"ts\":1}"),
	C(CONTENT_STREAM, "{\"name\":\"traceEvents\"}"),
	C(CONTENT_STREAM, "{"),
	C(CONTENT_CHROME, "[\n{\"ph\":\"M\"}"),
	C(CONTENT_CHROME, "["),
	C(CONTENT_CHROME, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":["),
	C(CONTENT_CHROME, " {\n  \"traceEvents\" : ["),
	C(CONTENT_CHROME, "{\n  \"schemaVersion\": 1,"),
	C(CONTENT_EXPORT, "SQLite format 3\0\x10\0"),
	C(CONTENT_OTHER, "SQLite format 4\0"),
	C(CONTENT_OTHER, "SQLite"),
	C(CONTENT_REPORT, "NVIDIA Tegra Profiler Report 1."),
	C(CONTENT_REPORT, "NVIDIA Tegra Profiler Report 2024@6@2@225-246235244400v0."),
	C(CONTENT_PERFETTO, "\n\xC7\x04\xC2\x04"),
	C(CONTENT_GZIP, "\x1F\x8B\x08"),
	C(CONTENT_ZSTD, "\x28\xB5\x2F\xFD\x04"),
	C(CONTENT_XZ, "\xFD" "7zXZ\0\0\x04"),
	C(CONTENT_OTHER, "\x1F"),
	C(CONTENT_OTHER, "\0\0\0\0"),
	C(CONTENT_OTHER, "name,count\n"),
	C(CONTENT_OTHER, "\0{"),
#undef C
};

/* Each case in memory of its own size, so that a look behind its end is seen. */
static void
testheads(void)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *copy = xmalloc(cases[i].n);
		enum content kind;

		memcpy(copy, cases[i].head, cases[i].n);
		kind = contentof((struct span){ copy, cases[i].n });
		ok(kind == cases[i].kind, "%s: %s", cases[i].head, contentname(kind));
		free(copy);
	}
}

static void
testfiles(void)
{
	char path[] = "content-XXXXXX", big[1000] = "SQLite format 3";
	int fd = mkstemp(path);
	bool packed;

	ok(fd >= 0 && contentoffile(path, &packed) == CONTENT_EMPTY && errno == 0, "an empty file");
	ok(write(fd, big, sizeof(big)) == sizeof(big) && contentoffile(path, &packed) == CONTENT_EXPORT,
	    "a file that is longer than what is looked at");
	close(fd);
	unlink(path);
	ok(contentoffile(path, &packed) == CONTENT_OTHER && errno == ENOENT, "no file");
	ok(contentoffile("/", &packed) == CONTENT_OTHER && errno == 0, "a folder");
	ok(mkfifo(path, 0600) == 0 && contentoffile(path, &packed) == CONTENT_OTHER && errno == 0,
	    "a pipe that nobody writes to does not hang");
	unlink(path);
}

int
main(void)
{
	char folder[] = "/tmp/nst-content-XXXXXX";

	testheads();
	ok(mkdtemp(folder) && chdir(folder) == 0, "a folder for files");
	testfiles();
	rmdir(folder);
	return tapend();
}
