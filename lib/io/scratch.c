/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/err.h"
#include "base/fnv.h"
#include "base/mem.h"
#include "scratch.h"

/* The deepest folders that are removed, and the most names that one process tries. */
enum { DEEPEST = 16, TRIES = 1000 };

/* The maker of an unfinished file. */
struct scratchmaker {
	unsigned host;            /* hash of the host and the PID namespace */
	long pid;
	unsigned long long start; /* of the process, clock ticks since the boot; 0 if unknown */
};

/* Returns the hash of this host and PID namespace. */
static unsigned
thishost(void)
{
	static const char namespace[] = "/proc/self/ns/pid";
	struct utsname names;
	struct buf text = { 0 };
	struct stat space;
	unsigned hash;

	bufstr(&text, uname(&names) == 0 ? names.nodename : "");
	if (stat(namespace, &space) == 0)
		bufprintf(&text, " %llu", (unsigned long long)space.st_ino);
	else if (errno != ENOENT)
		die("%s:", namespace);
	hash = (unsigned)fnv(bufall(&text));
	free(text.p);
	return hash;
}

/* Returns when a process began; 0 with errno set if that is not known, for instance because it has
 * ended; its parent may not have been told yet. */
static unsigned long long
processstart(long pid)
{
	char path[64], text[1024], *at;
	unsigned long long start = 0;
	ssize_t n;
	int fd;

	(void)snprintf(path, sizeof(path), "/proc/%ld/stat", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	/* The name of the program, in parentheses, may have blanks; the state follows it. */
	at = strrchr(text, ')');
	errno = n < 0 ? EIO : ESRCH;
	if (!at || strncmp(at, ") Z", 3) == 0 || strncmp(at, ") X", 3) == 0)
		return 0;
	/* The start is 20 fields behind the name. */
	for (int i = 0; at && i < 20; i++)
		at = strchr(at + 1, ' ');
	if (at)
		start = strtoull(at, NULL, 10);
	return start;
}

/* Returns true if the maker has ended for certain. */
static bool
scratchdead(const struct scratchmaker *maker)
{
	unsigned long long start = processstart(maker->pid);

	if (start > 0)
		return maker->start > 0 && start != maker->start;
	if (errno != ENOENT && errno != ESRCH)
		return false;
	if (processstart((long)getpid()) > 0)
		return true;
	return kill((pid_t)maker->pid, 0) != 0 && errno == ESRCH;
}

/* Parses a number and the character behind it. Returns false if they are not at *name, else moves
 * it behind them. */
static bool
scratchnumber(const char **name, int base, char end, unsigned long long *number)
{
	char *behind;

	if (!strchr(base == 16 ? "0123456789abcdef" : "0123456789", **name) || !**name)
		return false;
	errno = 0;
	*number = strtoull(*name, &behind, base);
	if (errno != 0 || behind == *name || *behind != end)
		return false;
	*name = behind + 1;
	return true;
}

/* Parses a name. Returns false if it is not one of an unfinished file. */
static bool
scratchparse(const char *name, struct scratchmaker *maker)
{
	unsigned long long host, pid, number;

	if (strncmp(name, ".nst-", 5) != 0)
		return false;
	name += 5;
	if (!scratchnumber(&name, 16, '-', &host) || !scratchnumber(&name, 10, '-', &pid) ||
	    !scratchnumber(&name, 10, '-', &maker->start) ||
	    !scratchnumber(&name, 10, '\0', &number) || host > UINT_MAX || pid == 0 ||
	    pid > INT_MAX)
		return false;
	maker->host = (unsigned)host;
	maker->pid = (long)pid;
	return true;
}

/* Folders in folders are at most DEEPEST deep. */
/* NOLINTBEGIN(misc-no-recursion) */
static bool removeat(int folder, const char *name, int depth);

/* Removes the content of a folder, and closes its descriptor. */
static void
emptyfolder(int fd, int depth)
{
	DIR *dir = fdopendir(fd);
	struct dirent *entry;

	if (!dir) {
		close(fd);
		return;
	}
	while ((entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			(void)removeat(fd, entry->d_name, depth + 1);
	closedir(dir);
}

/* Removes an entry of a folder. It follows no symbolic link, not even one that another user puts
 * there meanwhile. */
static bool
removeat(int folder, const char *name, int depth)
{
	int fd;

	if (unlinkat(folder, name, 0) == 0)
		return true;
	if ((errno != EISDIR && errno != EPERM) || depth > DEEPEST)
		return false;
	fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return false;
	emptyfolder(fd, depth);
	return unlinkat(folder, name, AT_REMOVEDIR) == 0;
}
/* NOLINTEND(misc-no-recursion) */

bool
scratchremove(const char *path)
{
	return removeat(AT_FDCWD, path, 0);
}

void
scratchsweep(const char *folder)
{
	unsigned host = thishost();
	DIR *dir = opendir(folder);
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		struct scratchmaker maker;
		struct stat st;

		if (scratchparse(entry->d_name, &maker) && maker.host == host &&
		    fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		    st.st_uid == geteuid() && scratchdead(&maker))
			(void)removeat(dirfd(dir), entry->d_name, 0);
	}
	if (dir)
		closedir(dir);
}

/* Returns a name in a folder for a process, which the caller frees. Ends the program if the system
 * refuses to tell when the process began. */
static char *
scratchname(const char *folder, pid_t pid, unsigned number)
{
	unsigned long long start = processstart((long)pid);
	struct buf name = { 0 };

	if (start == 0 && errno != ENOENT && errno != ESRCH)
		die("/proc/%ld/stat:", (long)pid);
	bufprintf(&name, "%s/.nst-%08x-%ld-%llu-%u", folder, thishost(), (long)pid, start, number);
	return name.p;
}

char *
scratchfile(const char *folder, mode_t mode, int *fd)
{
	scratchsweep(folder);
	for (unsigned i = 0; i < TRIES; i++) {
		char *name = scratchname(folder, getpid(), i);
		int reason;

		*fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
		if (*fd >= 0)
			return name;
		reason = errno;
		free(name);
		errno = reason;
		if (reason != EEXIST)
			break;
	}
	return NULL;
}

char *
scratchfolder(const char *folder, pid_t pid)
{
	char *name = NULL;
	int made = -1;

	scratchsweep(folder);
	for (unsigned i = 0; i < TRIES && made != 0; i++) {
		free(name);
		name = scratchname(folder, pid, i);
		made = mkdir(name, 0700);
		if (made != 0 && errno != EEXIST)
			break;
	}
	if (made != 0)
		die("%s:", folder);
	return name;
}
