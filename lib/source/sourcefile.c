/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "io/fd.h"
#include "io/out.h"
#include "io/tempfile.h"
#include "sourcefile.h"

/* Reads the first bytes from a descriptor. */
static void
readhead(struct sourcefile *f, int fd)
{
	ssize_t some;

	while ((some = fdread(fd, f->head + f->n, sizeof(f->head) - f->n)) > 0)
		f->n += (size_t)some;
	if (some < 0)
		die("%s:", f->name);
	if (f->n == 0)
		die("%s: the file is empty", f->name);
}

/* Copies standard input to a file if it is a pipe or a socket. Returns false if it is not. */
static bool
readpipe(void)
{
	struct stat st;

	if (fstat(STDIN_FILENO, &st) != 0 || (!S_ISFIFO(st.st_mode) && !S_ISSOCK(st.st_mode)))
		return false;
	tempfilespool(STDIN_FILENO, "stdin");
	return true;
}

void
sourcefileread(struct sourcefile *f, const char *path)
{
	bool stdinput = strcmp(path, "-") == 0;
	struct stat st;
	int fd;

	*f = (struct sourcefile){ .path = path, .name = stdinput ? "stdin" : path };
	f->piped = stdinput && readpipe();
	if (f->piped) {
		f->real = xstrdup("/proc/self/fd/0"); /* a file without a name */
	} else {
		/* SQLite looks for a journal in the folder of the file itself. */
		f->real = realpath(stdinput ? "/proc/self/fd/0" : path, NULL);
	}
	if (!f->real && stdinput)
		die("stdin: not a file");
	if (!f->real)
		die("%s:", path);
	fd = open(f->real, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* of a pipe: without waiting */
	if (fd < 0 || fstat(fd, &st) != 0)
		die("%s:", f->name);
	if (S_ISDIR(st.st_mode))
		die("%s: a folder: name the profiles in it", f->name);
	if (!S_ISREG(st.st_mode))
		die("%s: not a file", f->name);
	if (outisinput(fd))
		die("%s: input file is output file", f->name);
	f->bytes = (uint64_t)st.st_size;
	readhead(f, fd);
	close(fd);
}

void
sourcefilefree(struct sourcefile *f)
{
	free(f->real);
}
