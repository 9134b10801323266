/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "io/fd.h"
#include "io/in.h"
#include "io/out.h"
#include "io/tempfile.h"
#include "reread.h"
#include "stream.h"

void
rereadopen(struct reread *a, const char *path)
{
	bool named = path && strcmp(path, "-") != 0;
	int fd = named ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;

	if (fd < 0)
		die("%s:", path);
	if (outisinput(fd))
		die("%s: input file is output file", streamname(path));
	*a = (struct reread){ path, lseek(fd, 0, SEEK_CUR) };
	if (a->start < 0) {
		streamwarnterminal(fd);
		tempfilespool(fd, streamname(path));
		*a = (struct reread){ NULL, 0 };
	}
	if (named)
		close(fd);
}

enum status
rereadrun(struct reread *a, struct stage *first, bool partial)
{
	if (!a->path || strcmp(a->path, "-") == 0)
		lseek(STDIN_FILENO, a->start, SEEK_SET);
	return streamrun(first, a->path, partial);
}

const char *
rereadfirstpass(struct stage *first, const char *path, bool *failed)
{
	struct reread a;

	rereadopen(&a, path);
	errquiet(true);
	*failed = rereadrun(&a, first, true) != DONE;
	errquiet(false);
	if (!a.path || strcmp(a.path, "-") == 0)
		lseek(STDIN_FILENO, a.start, SEEK_SET);
	return a.path;
}
