/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "atomicfile.h"
#include "base/err.h"
#include "base/mem.h"

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

void
atomicfileopen(struct atomicfile *w, const char *path, bool force)
{
	static const int signals[] = { SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGXFSZ };
	struct buf name = { 0 };
	struct stat st;

	if (atomicfilethere(path, stat, &st) && !S_ISREG(st.st_mode))
		die("%s: not a file", path);
	if (!force && atomicfilethere(path, lstat, &st))
		die("%s: it is there already; --force replaces it", path);
	bufprintf(&name, "%s.%ld.tmp", path, (long)getpid());
	*w = (struct atomicfile){ .path = path, .temp = name.p, .force = force };
	w->fd = open(w->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (w->fd < 0)
		die("%s:", w->temp);
	unfinished = w->temp;
	atexit(removetemp);
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		if (signal(signals[i], onsignal) == SIG_IGN)
			signal(signals[i], SIG_IGN);
}

/* Renames the file unless the new name exists. Returns false with errno set if that fails. */
static bool
renamenoreplace(const struct atomicfile *w)
{
	struct stat st;

	if (renameat2(AT_FDCWD, w->temp, AT_FDCWD, w->path, RENAME_NOREPLACE) == 0)
		return true;
	if (errno != EINVAL && errno != ENOSYS)
		return false;
	/* The file system does not know RENAME_NOREPLACE: check and rename in two steps. */
	if (lstat(w->path, &st) == 0) {
		errno = EEXIST;
		return false;
	}
	return rename(w->temp, w->path) == 0;
}

void
atomicfilecommit(struct atomicfile *w)
{
	if (close(w->fd) != 0)
		die("%s:", w->path);
	if (!(w->force ? rename(w->temp, w->path) == 0 : renamenoreplace(w)))
		die("%s:", w->path);
	unfinished = NULL;
	free(w->temp);
}
