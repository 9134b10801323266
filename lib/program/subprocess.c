/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"
#include "subprocess.h"

char *
subprocessfolder(void)
{
	char *path = xmalloc(PATH_MAX + 1), *slash;
	ssize_t n = readlink("/proc/self/exe", path, PATH_MAX);

	if (n < 0) {
		free(path);
		return NULL;
	}
	slash = memrchr(path, '/', (size_t)n); /* the path is absolute, so it has one */
	path[slash > path ? slash - path : 1] = '\0';
	return path;
}

int
subprocessstart(pid_t *pid, const char *program, char *const argv[], int in, int out,
    const sigset_t *blocked)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	int error;

	if (posix_spawn_file_actions_init(&files) != 0 || posix_spawnattr_init(&how) != 0 ||
	    (in >= 0 && posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO) != 0) ||
	    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO) != 0 ||
	    (blocked && (posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK) != 0 ||
	                    posix_spawnattr_setsigmask(&how, blocked) != 0)))
		die("out of memory");
	error = posix_spawnp(pid, program, &files, &how, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&how);
	return error;
}
