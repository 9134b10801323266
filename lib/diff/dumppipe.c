/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "dumppipe.h"
#include "program/pipeline.h"
#include "program/subprocess.h"

static const char *const programs[] = { "nst-dump", "nst-link" };

enum { DUMP, PROGRAMS = 2 };

int
dumppipestart(struct dumppipe *p, const char *path, const char *names)
{
	struct pipeline pipeline = { 0 };
	char *folder = subprocessfolder(); /* if it is unknown, PATH tells */
	const char *failed;
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC), from;

	if (nothing < 0)
		die("/dev/null:");
	for (int i = 0; i < PROGRAMS; i++) {
		struct buf program = { 0 };

		if (folder)
			bufprintf(&program, "%s/", folder);
		bufstr(&program, programs[i]);
		bufchar(&program, '\0');
		pipelineadd(&pipeline, program.p);
		free(program.p);
		if (i == DUMP) {
			pipelineword(&pipeline, "--names");
			pipelineword(&pipeline, names);
			pipelineword(&pipeline, "--"); /* the path may begin with a dash */
			pipelineword(&pipeline, path);
		}
	}
	from = pipelineread(&pipeline, p->pids, nothing, &failed);
	if (from < 0)
		die("%s:", failed);
	close(nothing);
	free(folder);
	pipelinefree(&pipeline);
	return from;
}

enum status
dumppipewait(const struct dumppipe *p, const char *path)
{
	enum status result = DONE;

	for (int i = 0; i < PROGRAMS; i++) {
		int status;

		while (waitpid(p->pids[i], &status, 0) < 0)
			if (errno != EINTR)
				die("%s: %s:", path, programs[i]);
		if (WIFSIGNALED(status) && WTERMSIG(status) != SIGPIPE)
			warn("%s: %s was killed by signal %d", path, programs[i], WTERMSIG(status));
		if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
			result = FAILED;
	}
	return result;
}
