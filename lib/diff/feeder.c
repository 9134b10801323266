/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mem.h"
#include "feeder.h"

static const char *const programs[] = { "nst-dump", "nst-link" };

enum { DUMP, LINK, PROGRAMS };

/* The path of a program in the folder of this one; the caller frees it. */
static char *
beside(const char *program)
{
	struct buf path = { 0 };
	char *slash;
	ssize_t n = readlink("/proc/self/exe", bufroom(&path, PATH_MAX), PATH_MAX);

	if (n < 0)
		die("/proc/self/exe:");
	path.n = (size_t)n;
	slash = memrchr(path.p, '/', path.n);
	path.n = slash ? (size_t)(slash + 1 - path.p) : 0;
	bufprintf(&path, "%s", program);
	return path.p;
}

/* Starts a program with its standard input, unless that is -1, and output. */
static pid_t
start(const char *program, char *const argv[], int in, int out)
{
	posix_spawn_file_actions_t actions;
	char *path = beside(program);
	pid_t pid;

	if (posix_spawn_file_actions_init(&actions) != 0 ||
	    (in >= 0 && posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO) != 0) ||
	    (in < 0 && posix_spawn_file_actions_addopen(
	                   &actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) != 0) ||
	    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO) != 0)
		die("out of memory");
	errno = posix_spawn(&pid, path, &actions, NULL, argv, environ);
	if (errno != 0)
		die("%s:", path);
	posix_spawn_file_actions_destroy(&actions);
	free(path);
	return pid;
}

int
feederstart(struct feeder *p, const char *path)
{
	/* what begins with a dash is no option */
	char *dump[] = { (char *)programs[DUMP], (char *)"--", (char *)path, NULL };
	char *link[] = { (char *)programs[LINK], NULL };
	int events[2], linked[2];

	if (pipe2(events, O_CLOEXEC) != 0 || pipe2(linked, O_CLOEXEC) != 0)
		die("%s: pipe:", path);
	p->pids[DUMP] = start(programs[DUMP], dump, -1, events[1]);
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
