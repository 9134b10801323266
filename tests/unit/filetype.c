/* SPDX-License-Identifier: MIT */
/* filetype.h: the types of files by their first bytes. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/filetype.h"
#include "io/probe.h"
#include "tap.h"

static const struct {
	enum filetype kind;
	const char *head;
	size_t n;
} cases[] = {
#define C(kind, head) { kind, head, sizeof(head) - 1 }
	C(FILETYPE_EMPTY, ""),
	C(FILETYPE_EMPTY, "\n \t\r\n"),
	C(FILETYPE_STREAM, "{\"ts\":1,\"type\":\"stream\",\"format\":1}\n"),
	C(FILETYPE_STREAM, "\n\n{\"type\":\"kernel\",\"ts\":1}"),
	C(FILETYPE_STREAM, "{\"name\":\"traceEvents\"}"),
	C(FILETYPE_STREAM, "{"),
	C(FILETYPE_CHROME, "[\n{\"ph\":\"M\"}"),
	C(FILETYPE_CHROME, "["),
	C(FILETYPE_CHROME, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":["),
	C(FILETYPE_CHROME, " {\n  \"traceEvents\" : ["),
	C(FILETYPE_PYTORCH, "{\n  \"schemaVersion\": 1,"),
	C(FILETYPE_PYTORCH, "{\"distributedInfo\": {\"rank\": 0}"),
	C(FILETYPE_STREAM, "{\"count\":1,\"baseTimeNanoseconds\":2}"),
	C(FILETYPE_EXPORT, "SQLite format 3\0\x10\0"),
	C(FILETYPE_OTHER, "SQLite format 4\0"),
	C(FILETYPE_OTHER, "SQLite"),
	C(FILETYPE_REPORT, "NVIDIA Tegra Profiler Report 1."),
	C(FILETYPE_REPORT, "NVIDIA Tegra Profiler Report 2024@6@2@225-246235244400v0."),
	C(FILETYPE_PERFETTO, "\n\xC7\x04\xC2\x04"),
	C(FILETYPE_GZIP, "\x1F\x8B\x08"),
	C(FILETYPE_ZSTD, "\x28\xB5\x2F\xFD\x04"),
	C(FILETYPE_XZ, "\xFD" "7zXZ\0\0\x04"),
	C(FILETYPE_OTHER, "\x1F"),
	C(FILETYPE_OTHER, "\0\0\0\0"),
	C(FILETYPE_OTHER, "name,count\n"),
	C(FILETYPE_OTHER, "\0{"),
#undef C
};

/* Heads of files with names. */
static const struct {
	enum filetype kind;
	const char *head, *path;
} named[] = {
	{ FILETYPE_STREAM, "{\x80", "run" },
	{ FILETYPE_OTHER, "{\x80", "run.nsys-rep" },
	{ FILETYPE_OTHER, "{", "run.nsys-rep" },
	{ FILETYPE_OTHER, " [\x80", "run.qdrep" },
	{ FILETYPE_OTHER, "[ {\x80", "run.ncu-rep" },
	{ FILETYPE_OTHER, "[", "run.sqlite" },
	{ FILETYPE_OTHER, "\n\x80", "run.qdrep" },
	{ FILETYPE_PERFETTO, "\n\x80", "run.qdrep.pftrace" },
	{ FILETYPE_STREAM, "{ \"ts\"", "run.nsys-rep" },
	{ FILETYPE_CHROME, "[ { \"ph\"", "run.nsys-rep" },
	{ FILETYPE_PYTORCH, "{\"schemaVersion\"", "run.nsys-rep" },
	{ FILETYPE_EXPORT, "SQLite format 3", "run.nsys-rep" },
	{ FILETYPE_EMPTY, "\n", "run.nsys-rep" },
};

static void
testnamed(void)
{
	for (size_t i = 0; i < sizeof(named) / sizeof(*named); i++) {
		bool export = named[i].kind == FILETYPE_EXPORT; /* its magic has a NUL */
		struct span head = { named[i].head, strlen(named[i].head) + export };

		ok(filetypenamed(head, named[i].path) == named[i].kind, "%s: %s", named[i].path,
		    named[i].head);
	}
}

/* Each case in memory of its exact size, so that AddressSanitizer sees a read past it. */
static void
testheads(void)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *copy = xmalloc(cases[i].n);
		enum filetype kind;

		memcpy(copy, cases[i].head, cases[i].n);
		kind = filetypeof((struct span){ copy, cases[i].n });
		ok(kind == cases[i].kind, "%s: %s", cases[i].head, filetypename(kind));
		free(copy);
	}
}

static void
testfiles(void)
{
	char path[] = "content-XXXXXX", big[1000] = "SQLite format 3";
	int fd = mkstemp(path);
	bool packed;

	ok(fd >= 0 && probefile(path, &packed) == FILETYPE_EMPTY && errno == 0, "an empty file");
	ok(write(fd, big, sizeof(big)) == sizeof(big) && probefile(path, &packed) == FILETYPE_EXPORT,
	    "a file that is longer than what is looked at");
	close(fd);
	unlink(path);
	ok(probefile(path, &packed) == FILETYPE_OTHER && errno == ENOENT, "no file");
	ok(probefile("/", &packed) == FILETYPE_OTHER && errno == 0, "a folder");
	ok(mkfifo(path, 0600) == 0 && probefile(path, &packed) == FILETYPE_OTHER && errno == 0,
	    "a pipe that nobody writes to does not hang");
	unlink(path);
}

int
main(void)
{
	char folder[] = "/tmp/nst-content-XXXXXX";

	testheads();
	testnamed();
	ok(mkdtemp(folder) && chdir(folder) == 0, "a folder for files");
	testfiles();
	rmdir(folder);
	return tapend();
}
