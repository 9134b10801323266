/* SPDX-License-Identifier: MIT */
/* Runs a function that ends the program, or writes to standard output, in a child process. */
#ifndef NST_CHILD_H
#define NST_CHILD_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"

/* The status and the output of a process; both texts end in a NUL that is not counted. */
struct child {
	int status; /* its exit status, or 128 plus the signal that killed it */
	struct buf out, err;
};

/* Ends a child without the leak check: memory that die leaves allocated is not a leak. */
static inline void
childexit(int status, void *arg)
{
	(void)arg;
	fflush(NULL);
	_exit(status);
}

static inline void
childtext(struct buf *text, FILE *f)
{
	size_t n;

	*text = (struct buf){ 0 };
	rewind(f);
	do {
		n = fread(bufroom(text, 65536), 1, 65536, f);
		text->n += n;
	} while (n > 0);
	*bufroom(text, 1) = '\0';
	fclose(f);
}

/* Runs work(arg) with standard output redirected to the file, or unchanged if that is NULL. If work
 * returns, the status is 0. */
static inline struct child
childrun(void (*work)(const void *arg), const void *arg, const char *path)
{
	struct child c = { 0 };
	FILE *out = tmpfile(), *err = tmpfile();
	int status = 0;
	pid_t pid;

	fflush(NULL);
	pid = out && err ? fork() : -1;
	if (pid == 0) {
		int fd = path ? open(path, O_WRONLY) : fileno(out);

		on_exit(childexit, NULL);
		if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0 || dup2(fileno(err), STDERR_FILENO) < 0)
			_exit(99);
		work(arg);
		exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid) {
		perror("child");
		exit(99);
	}
	c.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	childtext(&c.out, out);
	childtext(&c.err, err);
	return c;
}

/* Creates a file of these bytes; the caller removes it with childremove. */
static inline char *
childfile(struct span text)
{
	const char *folder = getenv("TMPDIR");
	struct buf path = { 0 };
	int fd;

	bufprintf(&path, "%s/nst-unit-XXXXXX", folder ? folder : "/tmp");
	bufchar(&path, '\0');
	fd = mkstemp(path.p);
	if (fd < 0 || write(fd, text.p, text.n) != (ssize_t)text.n) {
		perror(path.p);
		exit(99);
	}
	close(fd);
	return path.p;
}

static inline void
childremove(char *path)
{
	unlink(path);
	free(path);
}

static inline void
childfree(struct child *c)
{
	free(c->out.p);
	free(c->err.p);
}

#endif
