/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "scratch.h"
#include "tempfile.h"

int
tempfileopen(void)
{
	const char *folder = getenv("TMPDIR");
	char *name;
	int fd;

	if (!folder || !*folder)
		folder = "/tmp";
	signal(SIGXFSZ, SIG_IGN);
	fd = open(folder, O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
	if (fd >= 0)
		return fd;
	/* The file system has no files without a name; EISDIR is of kernels before 3.11. */
	if (errno != EOPNOTSUPP && errno != EISDIR)
		die("%s: temporary file (TMPDIR):", folder);
	name = scratchfile(folder, 0600, &fd);
	if (!name || unlink(name) != 0)
		die("%s: temporary file (TMPDIR):", folder);
	free(name);
	return fd;
}
