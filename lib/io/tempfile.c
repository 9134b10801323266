/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "fd.h"
#include "out.h"
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

void
tempfilespool(int from, const char *name)
{
	struct buf block = { 0 };
	ssize_t n;
	int to = tempfileopen();

	bufroom(&block, OUT_BLOCK);
	while ((n = fdread(from, block.p, OUT_BLOCK)) > 0) {
		block.n = (size_t)n;
		if (!outwriteto(to, &block))
			die("temporary file (TMPDIR):");
	}
	if (n < 0)
		die("%s:", name);
	if (lseek(to, 0, SEEK_SET) != 0 || dup2(to, STDIN_FILENO) < 0)
		die("temporary file (TMPDIR):");
	close(to);
	free(block.p);
}
