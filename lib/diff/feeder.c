/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "feeder.h"
#include "program/spawn.h"

static const char *const programs[] = { "nst-dump", "nst-link" };

enum { DUMP, LINK, PROGRAMS };

/* Starts a program that lies in the folder of this one. */
static pid_t
start(const char *program, char *const argv[], int in, int out)
{
	char *own = spawnfolder();
	struct buf path = { 0 };
	pid_t pid;

	if (!own)
		die("/proc/self/exe:");
	bufprintf(&path, "%s/%s", own, program);
	errno = spawnprogram(&pid, path.p, argv, in, out, NULL);
	if (errno != 0)
		die("%s:", path.p);
	free(path.p);
	free(own);
	return pid;
}

int
feederstart(struct feeder *p, const char *path)
{
	/* what begins with a dash is no option */
	char *dump[] = { (char *)programs[DUMP], (char *)"--", (char *)path, NULL };
	char *link[] = { (char *)programs[LINK], NULL };
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC), events[2], linked[2];

	if (nothing < 0)
		die("/dev/null:");
	if (pipe2(events, O_CLOEXEC) != 0 || pipe2(linked, O_CLOEXEC) != 0)
		die("%s: pipe:", path);
	p->pids[DUMP] = start(programs[DUMP], dump, nothing, events[1]);
	close(nothing);
	close(events[1]);
	p->pids[LINK] = start(programs[LINK], link, events[0], linked[1]);
	close(events[0]);
	close(linked[1]);
	return linked[0];
}

enum status
feederend(const struct feeder *p, const char *path)
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
