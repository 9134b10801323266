/* SPDX-License-Identifier: MIT */
/* atomicfile.h: a file appears under its name only when it is complete. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/err.h"
#include "child.h"
#include "io/atomicfile.h"
#include "tap.h"

/* What the child does between open and commit. */
enum deed { KEEP, KEEP_FORCED, FAIL, LEAVE, KILL, LOSE_RACE, LOSE_FOLDER, FORBID, GROW_LARGE };

struct job {
	const char *path;
	enum deed deed;
	int signal;
};

static void
work(const void *arg)
{
	const struct job *job = arg;
	struct rlimit small = { 100, 100 };
	struct atomicfile w;

	errinit("whole");
	/* The test itself may have been started with some signals ignored. */
	signal(SIGXFSZ, SIG_DFL);
	if (job->deed == KILL || job->deed == FORBID)
		signal(job->signal, job->deed == FORBID ? SIG_IGN : SIG_DFL);
	atomicfileopen(&w, job->path, job->deed == KEEP_FORCED);
	if (job->deed == GROW_LARGE)
		setrlimit(RLIMIT_FSIZE, &small);
	for (int i = 0; i < 40; i++)
		if (write(w.fd, "whole", 5) != 5)
			die("%s:", job->path);
	if (access(job->path, F_OK) == 0 && job->deed != KEEP_FORCED)
		die("it was there before its time");
	switch (job->deed) {
	case FAIL:
		die("failed");
	case LEAVE:
		exit(3);
	case KILL:
	case FORBID:
		raise(job->signal);
		break;
	case LOSE_RACE:
		close(open(job->path, O_CREAT | O_WRONLY, 0666));
		break;
	case LOSE_FOLDER:
		unlink(w.temp);
		break;
	default:
		break;
	}
	atomicfilecommit(&w);
}

/* Returns the number of files in a directory. */
static int
files(const char *folder)
{
	DIR *dir = opendir(folder);
	int count = 0;

	for (const struct dirent *e; dir && (e = readdir(dir)) != NULL;)
		count += e->d_name[0] != '.';
	if (dir)
		closedir(dir);
	return count;
}

static char *folder, *path;

/* Returns true if the child ends with that status and message, and the file then has that size; -1
 * for no file. */
static void
does(const char *what, enum deed deed, int number, int status, const char *message, long size)
{
	struct job job = { path, deed, number };
	struct child c = childrun(work, &job, NULL);
	struct stat st;
	long found = stat(path, &st) == 0 ? (long)st.st_size : -1;

	ok(c.status == status && strstr(c.err.p, message) && (*message || c.err.n == 0),
	    "%s: %d %s", what, c.status, c.err.p);
	ok(found == size && files(folder) == (size >= 0), "%s: %ld bytes, and nothing else", what,
	    found);
	childfree(&c);
}

/* Creates the file with that size. */
static void
put(size_t n)
{
	int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0666);

	for (size_t i = 0; i < n; i++)
		if (write(fd, "x", 1) != 1)
			exit(99);
	close(fd);
}

static void
endings(void)
{
	static const int signals[] = { SIGHUP, SIGINT, SIGTERM, SIGPIPE };

	does("a file", KEEP, 0, 0, "", 200);
	does("one that is there", KEEP, 0, FAILED, "it is there already; --force replaces it", 200);
	put(1);
	does("one that may be replaced", KEEP_FORCED, 0, 0, "", 200);
	unlink(path);
	does("one that need not be", KEEP_FORCED, 0, 0, "", 200);
	unlink(path);
	does("a failure", FAIL, 0, FAILED, "failed", -1);
	does("an end before its time", LEAVE, 0, 3, "", -1);
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		does("a signal", KILL, signals[i], 128 + signals[i], "", -1);
	does("a signal that is ignored", FORBID, SIGHUP, 0, "", 200);
	unlink(path);
	does("a limit of bytes", GROW_LARGE, 0, 128 + SIGXFSZ, "", -1);
	does("a file that came in the meantime", LOSE_RACE, 0, FAILED, "it is there already; --force replaces it", 0);
	unlink(path);
	does("a file that was taken away", LOSE_FOLDER, 0, FAILED, "No such file", -1);
}

/* Names that no file can have. */
static void
names(void)
{
	struct job job = { "/dev/null", KEEP_FORCED, 0 };
	struct child c = childrun(work, &job, NULL);

	ok(c.status == FAILED && strstr(c.err.p, "/dev/null: not a file"), "a device: %s", c.err.p);
	childfree(&c);
	job.path = "/nonexistent/file";
	c = childrun(work, &job, NULL);
	ok(c.status == FAILED && strstr(c.err.p, "/nonexistent/file") &&
	        strstr(c.err.p, "No such file or directory"),
	    "no folder: %s", c.err.p);
	childfree(&c);
	job.path = folder;
	c = childrun(work, &job, NULL);
	ok(c.status == FAILED && strstr(c.err.p, "not a file"), "a folder: %s", c.err.p);
	childfree(&c);
	if (symlink("nowhere", path) != 0)
		exit(99);
	job = (struct job){ path, KEEP, 0 };
	c = childrun(work, &job, NULL);
	ok(c.status == FAILED && strstr(c.err.p, "it is there already"), "a dangling link: %s",
	    c.err.p);
	childfree(&c);
	unlink(path);
}

/* The permissions of the file follow the umask. */
static void
mode(void)
{
	struct job job = { path, KEEP, 0 };
	struct child c;
	struct stat st;

	umask(027);
	c = childrun(work, &job, NULL);
	ok(stat(path, &st) == 0 && (st.st_mode & 0777) == 0640, "its mode");
	childfree(&c);
	unlink(path);
}

int
main(void)
{
	const char *tmp = getenv("TMPDIR");
	struct buf name = { 0 }, file = { 0 };

	bufprintf(&name, "%s/nst-whole-XXXXXX", tmp ? tmp : "/tmp");
	folder = mkdtemp(name.p);
	if (!folder)
		return 99;
	bufprintf(&file, "%s/file", folder);
	path = file.p;
	endings();
	names();
	mode();
	rmdir(folder);
	free(name.p);
	free(file.p);
	return tapend();
}
