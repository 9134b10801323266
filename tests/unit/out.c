/* SPDX-License-Identifier: MIT */
/* out.h: standard output is complete, or the program reports that it is not. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

#include "child.h"
#include "io/out.h"
#include "program/cli.h"
#include "tap.h"

static const char fullmessage[] = "test: standard output: No space left on device\n";

/* Bytes without a repetition. */
static void
fill(struct buf *out, size_t n)
{
	for (size_t i = 0; i < n; i++)
		bufchar(out, (char)(i * 2654435761u >> 13));
}

static void
expect(bool good)
{
	if (!good)
		_exit(77);
}

static void
writesome(const void *arg)
{
	struct buf out = { 0 };
	char *room;

	(void)arg;
	bufstr(&out, "one\n");
	outwrite(&out);
	room = out.p;
	expect(out.n == 0 && room);
	outwrite(&out);
	bufstr(&out, "two");
	outwrite(&out);
	bufmem(&out, "\0\n", 2);
	expect(outend(&out));
	expect(!out.p && out.n == 0 && out.cap == 0);
	expect(fcntl(STDOUT_FILENO, F_GETFD) < 0 && errno == EBADF);
}

static void
writemuch(const void *arg)
{
	struct buf out = { 0 };

	(void)arg;
	fill(&out, 5000000);
	expect(outend(&out));
}

static void
writeblocks(const void *arg)
{
	struct buf out = { 0 };

	(void)arg;
	fill(&out, OUT_BLOCK - 1);
	outcheck(&out);
	expect(out.n == OUT_BLOCK - 1);
	bufchar(&out, 'x');
	outcheck(&out);
	expect(out.n == 0);
	expect(lseek(STDOUT_FILENO, 0, SEEK_CUR) == OUT_BLOCK);
	expect(outend(&out));
}

static void
writefull(const void *arg)
{
	struct buf out = { 0 };

	(void)arg;
	bufstr(&out, "text");
	outsetpending(&out, NULL, NULL);
	outwrite(&out);
	expect(false);
}

static void
endfull(const void *arg)
{
	struct buf out = { 0 };

	(void)arg;
	bufstr(&out, "text");
	expect(!outend(&out) && !out.p);
	exit(5);
}

static void
endnothing(const void *arg)
{
	struct buf out = { 0 };

	(void)arg;
	expect(outend(&out));
}

static void
endclosed(const void *arg)
{
	struct buf out = { 0 };

	(void)arg;
	close(STDOUT_FILENO);
	expect(!outend(&out));
	exit(6);
}

static void
rescue(const void *arg)
{
	struct buf out = { 0 };

	(void)arg;
	outflushfailed();
	bufstr(&out, "pending\nwhole lines\nhalf a li");
	outsetpending(&out, NULL, NULL);
	outflushfailed();
	expect(out.n == 0);
	bufstr(&out, "forgotten\n");
	outflushfailed(); /* only the first call writes */
	exit(0);
}

static void
rescuehalf(const void *arg)
{
	struct buf out = { 0 };

	(void)arg;
	outsetpending(&out, NULL, NULL);
	outflushfailed();
	bufstr(&out, "half a li");
	outsetpending(&out, NULL, NULL);
	outflushfailed();
	exit(0);
}

static void
endforgets(const void *arg)
{
	struct buf out = { 0 };

	(void)arg;
	bufstr(&out, "x");
	outsetpending(&out, NULL, NULL);
	expect(outend(&out));
	die("later");
}

/* Replaces standard output by a pipe without a reader. */
static void
brokenpipe(const void *arg)
{
	struct buf out = { 0 };
	int fd[2];

	(void)arg;
	expect(pipe(fd) == 0 && dup2(fd[1], STDOUT_FILENO) >= 0);
	close(fd[1]);
	close(fd[0]);
	bufstr(&out, "text");
	outwrite(&out);
	expect(false);
}

static void
ignoredpipe(const void *arg)
{
	signal(SIGPIPE, SIG_IGN);
	brokenpipe(arg);
}

static void
ended(const char *what, void (*work)(const void *), const char *path, int status, const char *out,
    const char *err)
{
	struct child c = childrun(work, NULL, path);

	ok(c.status == status && strcmp(c.out.p, out) == 0 && strcmp(c.err.p, err) == 0,
	    "%s (status %d, '%s')", what, c.status, c.err.p);
	childfree(&c);
}

static void
noticed(int signo)
{
	(void)signo;
}

/* Writes into a small pipe while a timer interrupts write(2). */
static void
interrupted(int fd)
{
	struct itimerval timer = { { 0, 300 }, { 0, 300 } };
	struct sigaction action = { .sa_handler = noticed };
	struct buf out = { 0 };

	expect(dup2(fd, STDOUT_FILENO) >= 0);
	fcntl(STDOUT_FILENO, F_SETPIPE_SZ, 4096);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
	fill(&out, 300000);
	outwrite(&out);
	_exit(outend(&out) ? 0 : 1);
}

static void
signals(void)
{
	struct buf want = { 0 }, got = { 0 };
	int fd[2], status = -1;
	ssize_t n;
	pid_t pid;

	if (pipe(fd) != 0 || (pid = fork()) < 0) {
		perror("fork");
		exit(99);
	}
	if (pid == 0) {
		close(fd[0]);
		interrupted(fd[1]);
	}
	close(fd[1]);
	do {
		usleep(1000);
		n = read(fd[0], bufroom(&got, 4096), 4096);
		got.n += n > 0 ? (size_t)n : 0;
	} while (n > 0);
	close(fd[0]);
	waitpid(pid, &status, 0);
	fill(&want, 300000);
	ok(status == 0 && got.n == want.n && memcmp(got.p, want.p, want.n) == 0,
	    "signals lose nothing (status %d, %zu bytes)", status, got.n);
	free(got.p);
	free(want.p);
}

static void
pipes(void)
{
	int fd[2], before, after;

	if (pipe(fd) != 0)
		exit(99);
	before = fcntl(fd[1], F_GETPIPE_SZ);
	outpipe(fd[1]);
	after = fcntl(fd[1], F_GETPIPE_SZ);
	ok(after >= before, "a pipe does not shrink");
	if (fcntl(fd[0], F_SETPIPE_SZ, OUT_BLOCK) >= OUT_BLOCK)
		ok(after >= OUT_BLOCK, "where a large pipe is to be had, it is asked for");
	close(fd[0]);
	close(fd[1]);
	errno = 0;
	outpipe(-1);
	outpipe(STDERR_FILENO);
	ok(true, "what is no pipe is left alone");
}

int
main(void)
{
	struct buf want = { 0 };
	struct child c;

	cliinit("test", "");
	c = childrun(writesome, NULL, NULL);
	ok(c.status == 0 && c.out.n == 9 && memcmp(c.out.p, "one\ntwo\0\n", 9) == 0 && c.err.n == 0,
	    "written, emptied, ended, closed (status %d)", c.status);
	childfree(&c);
	c = childrun(writemuch, NULL, NULL);
	fill(&want, 5000000);
	ok(c.status == 0 && c.out.n == want.n && memcmp(c.out.p, want.p, want.n) == 0,
	    "five million bytes");
	childfree(&c);
	free(want.p);
	c = childrun(writeblocks, NULL, NULL);
	ok(c.status == 0 && c.out.n == OUT_BLOCK,
	    "outcheck writes once there is a block, not before (status %d)", c.status);
	childfree(&c);
	ended("outwrite on a full disk", writefull, "/dev/full", FAILED, "", fullmessage);
	ended("outend on a full disk", endfull, "/dev/full", 5, "", fullmessage);
	ended("nothing fits on a full disk", endnothing, "/dev/full", 0, "", "");
	ended("outend on a closed output", endclosed, NULL, 6, "",
	    "test: standard output: Bad file descriptor\n");
	ended("the whole lines of the pending buffer are written, once", rescue, NULL, 0,
	    "pending\nwhole lines\n", "");
	ended("a pending buffer may hold none", rescuehalf, NULL, 0, "", "");
	ended("after outend nothing is pending", endforgets, NULL, FAILED, "x", "test: later\n");
	ended("a broken pipe kills", brokenpipe, NULL, 128 + SIGPIPE, "", "");
	ended("or is said, where it cannot", ignoredpipe, NULL, FAILED, "",
	    "test: standard output: Broken pipe\n");
	signals();
	pipes();
	return tapend();
}
