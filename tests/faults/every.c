/* SPDX-License-Identifier: MIT */
/*
 * every [-o] [-k FOLDER] CALL FAULT WANT COMMAND...: runs a command with the first CALL failing,
 * then with the second, and so on until there is none that fails. Each run either gives the bytes
 * of the file WANT and says nothing, or exits with 1 and says why in one line, and what it wrote is
 * the beginning of those bytes; with -o it may be others. With -k what failing runs wrote is kept
 * in a folder, each kind once, for others to judge. CALL+ fails all that follow, too. FAULT_LIBRARY
 * is what makes calls fail. If EVERY is above 1, one of EVERY of the calls fails behind the first
 * ALL, and SEED says which. Prints how many runs failed, of how many.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"

/* The first calls, each of which fails in some run. */
enum { ALL = 20 };

/* A run that takes longer, in s, hangs. */
enum { PATIENCE = 20 };

static struct {
	const char *call, *fault, *folder;
	char *const *command;
	bool others;
	struct buf want;
} asked;

static int out, said, report; /* what the command writes to, and what the library does */
static size_t kept;

static int
memory(void)
{
	int fd = memfd_create("every", 0);

	if (fd < 0)
		die("memory:");
	return fd;
}

/* All that is in a file, from its beginning. */
static struct buf
content(int fd)
{
	struct buf b = { 0 };
	ssize_t n;

	while ((n = pread(fd, bufroom(&b, BUFSIZ), BUFSIZ, (off_t)b.n)) > 0)
		b.n += (size_t)n;
	if (n < 0)
		die("read:");
	return b;
}

static void
become(unsigned long n)
{
	size_t length = strlen(asked.call);
	bool forever = asked.call[length - 1] == '+';
	char text[64], fd[16];

	snprintf(text, sizeof(text), "%.*s:%lu%s:%s", (int)(length - forever), asked.call, n,
	    forever ? "+" : "", asked.fault);
	snprintf(fd, sizeof(fd), "%d", report);
	setenv("FAULT", text, 1);
	setenv("FAULT_FD", fd, 1);
	setenv("LD_PRELOAD", getenv("FAULT_LIBRARY"), 1);
	if (dup2(out, STDOUT_FILENO) < 0 || dup2(said, STDERR_FILENO) < 0)
		_exit(127);
	alarm(PATIENCE);
	execvp(asked.command[0], asked.command);
	_exit(127);
}

/* Runs the command with the Nth call failing; returns how it ended, as waitpid tells. */
static int
run(unsigned long n)
{
	const int files[] = { out, said, report };
	int status;
	pid_t pid;

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		if (ftruncate(files[i], 0) != 0 || lseek(files[i], 0, SEEK_SET) != 0)
			die("memory:");
	pid = fork();
	if (pid == 0)
		become(n);
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		die("%s:", asked.command[0]);
	return status;
}

static bool
reached(void)
{
	struct stat st;

	return fstat(report, &st) == 0 && st.st_size > 0;
}

/* Keeps what a run wrote, unless one wrote the same before. */
static void
keep(const struct buf *got)
{
	char name[4096];
	FILE *f;

	for (size_t i = 0; i <= kept; i++) {
		struct buf old = { 0 };
		bool same;
		int fd;

		snprintf(name, sizeof(name), "%s/%zu", asked.folder, i);
		if (i == kept)
			break;
		fd = open(name, O_RDONLY);
		if (fd < 0)
			die("%s:", name);
		old = content(fd);
		close(fd);
		same = spansame(bufall(&old), bufall(got));
		free(old.p);
		if (same)
			return;
	}
	kept++;
	f = fopen(name, "w");
	if (!f || fwrite(got->p, 1, got->n, f) != got->n || fclose(f) != 0)
		die("%s:", name);
}

/* One line that begins with the name of the command. */
static bool
message(const struct buf *b)
{
	const char *name = strrchr(asked.command[0], '/');
	size_t n;

	name = name ? name + 1 : asked.command[0];
	n = strlen(name);
	return b->n > n + 3 && memchr(b->p, '\n', b->n) == b->p + b->n - 1 &&
	    memcmp(b->p, name, n) == 0 && b->p[n] == ':';
}

/* What is wrong with how a run ended; NULL for nothing. */
static const char *
wrong(int status, const struct buf *got, const struct buf *text)
{
	size_t n = got->n < asked.want.n ? got->n : asked.want.n;
	bool begins = got->n <= asked.want.n && memcmp(got->p, asked.want.p, n) == 0;

	if (WIFSIGNALED(status))
		return WTERMSIG(status) == SIGALRM ? "hangs" : "ended by a signal";
	if (WEXITSTATUS(status) == DONE)
		return !begins || got->n != asked.want.n ? "succeeded, with other bytes"
		    : text->n > 0                        ? "succeeded, with a message"
		                                         : NULL;
	if (WEXITSTATUS(status) != FAILED)
		return "a status that is neither 0 nor 1";
	if (!message(text))
		return "failed, without a message of one line";
	if (asked.folder)
		keep(got);
	if (!begins && !asked.others)
		return "failed, and wrote what is not the beginning of the right bytes";
	return NULL;
}

/* The number in a variable of the environment, or another one. */
static unsigned long
number(const char *name, unsigned long otherwise)
{
	const char *text = getenv(name);

	return text ? strtoul(text, NULL, 10) : otherwise;
}

/* The call to fail after the Nth. */
static unsigned long
following(unsigned long n)
{
	unsigned long sample = number("EVERY", 1);

	for (n++; n > ALL && n % sample != number("SEED", 0) % sample; n++)
		continue;
	return n;
}

int
main(int argc, char *argv[])
{
	unsigned long failed = 0, bad = 0, runs = 0;
	int opt, fd;

	errinit("every");
	while ((opt = getopt(argc, argv, "+ok:")) != -1) {
		asked.others = asked.others || opt == 'o';
		if (opt == 'k')
			asked.folder = optarg;
	}
	if (argc - optind < 4 || !getenv("FAULT_LIBRARY"))
		dieusage("every [-o] [-k FOLDER] CALL FAULT WANT COMMAND...");
	asked.call = argv[optind];
	asked.fault = argv[optind + 1];
	asked.command = argv + optind + 3;
	fd = open(argv[optind + 2], O_RDONLY);
	if (fd < 0)
		die("%s:", argv[optind + 2]);
	asked.want = content(fd);
	out = memory();
	said = memory();
	report = memory();

	for (unsigned long n = 1;; n = following(n)) {
		int status = run(n);
		struct buf got = content(out), text = content(said);
		const char *what = wrong(status, &got, &text);

		failed += status != 0 && reached();
		if (what && bad++ < 3)
			fprintf(stderr, "%s %lu: %s (%zu bytes of %zu)\n%.*s", asked.call, n, what,
			    got.n, asked.want.n, (int)text.n, text.p);
		free(got.p);
		free(text.p);
		if (!reached())
			break;
		runs++;
	}
	printf("%lu of %lu\n", failed, runs);
	return bad > 0 ? FAILED : DONE;
}
