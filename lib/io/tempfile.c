/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"
#include "tempfile.h"

int
tempfileopen(void)
{
	const char *folder = getenv("TMPDIR");
	struct buf path = { 0 };
	int fd;

	bufprintf(&path, "%s/nst-XXXXXX", folder && *folder ? folder : "/tmp");
	signal(SIGXFSZ, SIG_IGN);
	fd = mkostemp(path.p, O_CLOEXEC);
	if (fd < 0 || unlink(path.p) != 0)
		die("%s: temporary file (TMPDIR):", path.p);
	free(path.p);
	return fd;
}
