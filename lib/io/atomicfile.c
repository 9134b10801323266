/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "atomicfile.h"
#include "base/err.h"
#include "base/mem.h"
#include "scratch.h"

/* The temporary file to remove when the program ends, or NULL. */
static const char *volatile unfinished;

static void
removetemp(void)
{
	const char *temp = unfinished;

	if (temp)
		unlink(temp);
	unfinished = NULL;
}

/* A signal handler: removes the temporary file, then lets the signal end the program. */
static void
onsignal(int number)
{
	removetemp();
	signal(number, SIG_DFL);
	raise(number);
}

/* Returns true if path exists; check is stat or lstat. Ends the program on other errors. */
static bool
atomicfilethere(const char *path, int (*ask)(const char *, struct stat *), struct stat *st)
{
	bool found = ask(path, st) == 0;

	if (!found && errno != ENOENT)
		die("%s:", path);
	return found;
}

void
atomicfileavoid(const char *path, const struct stat *input, const char *what)
{
	struct stat st;

	if (atomicfilethere(path, stat, &st) && st.st_dev == input->st_dev &&
	    st.st_ino == input->st_ino)
		die("%s: it is the %s itself", path, what);
}

/* Ends the program if a path is a link to an open file, as /dev/stdout is. A rename would replace
 * the link, for all programs of the machine. */
static void
atomicfilenodescriptor(const char *path)
{
	char target[sizeof("/proc/")];
	ssize_t n = readlink(path, target, sizeof(target) - 1);

	if (n == sizeof(target) - 1 && memcmp(target, "/proc/", sizeof(target) - 1) == 0)
		die("%s: an open file of this process: name another file", path);
}

/* Returns the folder of a path; the caller frees it. */
static char *
folderof(const char *path)
{
	const char *slash = strrchr(path, '/');
	struct buf folder = { 0 };

	if (!slash)
		bufchar(&folder, '.');
	else
		bufmem(&folder, path, slash > path ? (size_t)(slash - path) : 1);
	bufchar(&folder, '\0');
	return folder.p;
}

void
atomicfileopen(struct atomicfile *w, const char *path, bool force)
{
	static const int signals[] = { SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGXFSZ };
	char *folder = folderof(path);
	struct stat st;

	atomicfilenodescriptor(path);
	if (atomicfilethere(path, stat, &st) && !S_ISREG(st.st_mode))
		die("%s: not a file", path);
	if (!force && atomicfilethere(path, lstat, &st))
		die("%s: it is there already; --force replaces it", path);
	*w = (struct atomicfile){ .path = path, .force = force };
	w->temp = scratchfile(folder, 0666, &w->fd);
	if (!w->temp)
		die("%s:", path);
	free(folder);
	unfinished = w->temp;
	atexit(removetemp);
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		if (signal(signals[i], onsignal) == SIG_IGN)
			signal(signals[i], SIG_IGN);
}

/* musl has no renameat2 before version 1.2.6. */
#ifndef __GLIBC__
#define RENAME_NOREPLACE 1
#define renameat2(...) syscall(SYS_renameat2, __VA_ARGS__)
#endif

/* Renames a file unless the new name exists. Returns false with errno set if that fails. */
static bool
renamenoreplace(const char *from, const char *path)
{
	struct stat st;

	if (renameat2(AT_FDCWD, from, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
		return true;
	if (errno != EINVAL && errno != ENOSYS)
		return false;
	/* The file system does not know RENAME_NOREPLACE: check and rename in two steps. */
	if (lstat(path, &st) == 0) {
		errno = EEXIST;
		return false;
	}
	return rename(from, path) == 0;
}

void
atomicfileplace(const char *from, const char *path, bool force)
{
	struct stat st;

	atomicfilenodescriptor(path);
	if (atomicfilethere(path, stat, &st) && S_ISDIR(st.st_mode))
		die("%s: is a folder", path);
	if (force ? rename(from, path) == 0 : renamenoreplace(from, path))
		return;
	if (errno == EEXIST)
		die("%s: it is there already; --force replaces it", path);
	die("%s:", path);
}

void
atomicfilecommit(struct atomicfile *w)
{
	if (close(w->fd) != 0)
		die("%s:", w->path);
	atomicfileplace(w->temp, w->path, w->force);
	unfinished = NULL;
	free(w->temp);
}
