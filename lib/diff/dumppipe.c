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

/* Adds a program of the folder; without one, the program that PATH finds. */
static void
addprogram(struct dumppipe *p, struct pipeline *pipeline, const char *folder, const char *name)
{
	struct buf program = { 0 };

	p->programs[p->count++] = name;
	if (folder)
		bufprintf(&program, "%s/", folder);
	bufstr(&program, name);
	bufchar(&program, '\0');
	pipelineadd(pipeline, program.p);
	free(program.p);
}

int
dumppipestart(struct dumppipe *p, const char *path, const char *names,
    const struct dumpreader *readers, size_t count)
{
	struct pipeline pipeline = { 0 };
	char *folder = subprocessfolder(); /* if it is unknown, PATH tells */
	const char *failed;
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC), from;

	if (nothing < 0)
		die("/dev/null:");
	p->count = 0;
	addprogram(p, &pipeline, folder, "nst-dump");
	pipelineword(&pipeline, "--names");
	pipelineword(&pipeline, names);
	pipelineword(&pipeline, "--"); /* the path may begin with a dash */
	pipelineword(&pipeline, path);
	addprogram(p, &pipeline, folder, "nst-link");
	for (size_t i = 0; i < count; i++) {
		addprogram(p, &pipeline, folder, readers[i].program);
		if (readers[i].option)
			pipelineword(&pipeline, readers[i].option);
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

	for (size_t i = 0; i < p->count; i++) {
		int status;

		while (waitpid(p->pids[i], &status, 0) < 0)
			if (errno != EINTR)
				die("%s: %s:", path, p->programs[i]);
		if (WIFSIGNALED(status) && WTERMSIG(status) != SIGPIPE)
			warn("%s: %s was killed by signal %d", path, p->programs[i],
			    WTERMSIG(status));
		if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
			result = FAILED;
	}
	return result;
}
