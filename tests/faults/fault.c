/* SPDX-License-Identifier: MIT */
/*
 * For LD_PRELOAD: one call of the C library fails. FAULT is CALL:N:FAULT, as in write:3:ENOSPC:
 * the third write fails for want of space; with N+ so do all that follow. The fault is the name of
 * an error, or "short", for reads and writes of one byte, or "stop": the process stops there
 * (SIGSTOP), and the call goes on as usual when it is let go on; or "term": after a fork the
 * parent gets SIGTERM before it goes on. FAULT_CHUNK is how much a read or write takes at most, so
 * that there are many of them. A byte is written to the descriptor FAULT_FD when a call fails.
 * Calls count from main on, those of the programs and of SQLite; the C library's own reads and
 * writes do not pass through here. FAULT_CORES is the number of processors that the process may
 * use.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum call {
	CALL_READ,
	CALL_PREAD,
	CALL_WRITE,
	CALL_PWRITE,
	CALL_RENAME,
	CALL_CLOSE,
	CALL_OPEN,
	CALL_STAT,
	CALL_FCNTL,
	CALL_THREAD,
	CALL_MALLOC,
	CALL_FORK,
	CALL_NONE
};

static const char *const calls[] = { "read", "pread", "write", "pwrite", "rename", "close", "open",
	"stat", "fcntl", "thread", "malloc", "fork" };

static const struct {
	const char *name;
	int number;
} errors[] = {
	{ "short", 0 },
	{ "stop", -1 },
	{ "term", -2 },
	{ "EAGAIN", EAGAIN },
	{ "EINTR", EINTR },
	{ "EIO", EIO },
	{ "EMFILE", EMFILE },
	{ "ENOLCK", ENOLCK },
	{ "ENOMEM", ENOMEM },
	{ "ENOSPC", ENOSPC },
	{ "EPIPE", EPIPE },
};

static enum call target = CALL_NONE;
static atomic_ulong count;
static unsigned long first;
static bool forever;
static int error;
static int report = -1;
static size_t chunk = SIZE_MAX;

/* The calls that take the real one's place have the address of the next one of that name. */
#define REAL(name) __typeof__(&name) real = (__typeof__(&name))(uintptr_t)next(#name)

static void *
next(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

__attribute__((constructor)) static void
begin(void)
{
	const char *text = getenv("FAULT"), *fd = getenv("FAULT_FD"), *most = getenv("FAULT_CHUNK");
	char call[16], what[16];
	unsigned long n;

	if (fd)
		report = atoi(fd);
	if (most)
		chunk = strtoul(most, NULL, 10);
	if (!text)
		return;
	forever = strchr(text, '+');
	if (sscanf(text, "%15[a-z]:%lu%*[:+]%15s", call, &n, what) != 3)
		abort();
	for (size_t i = 0; i < sizeof(errors) / sizeof(*errors); i++)
		if (strcmp(what, errors[i].name) == 0)
			error = errors[i].number;
	first = n;
	for (int i = 0; i < CALL_NONE; i++)
		if (strcmp(call, calls[i]) == 0)
			/* The last that happens here: from now on calls count. */
			target = (enum call)i;
}

/* Counts a call; whether it is to fail, errno set. */
static bool
fails(enum call call)
{
	unsigned long n;

	if (call != target)
		return false;
	n = atomic_fetch_add(&count, 1) + 1;
	if (n < first || (n > first && !forever))
		return false;
	syscall(SYS_write, report, "x", 1);
	if (error < 0) {
		(void)raise(error == -1 ? SIGSTOP : SIGTERM);
		return false;
	}
	errno = error;
	return true;
}

/* How much of a read or write is done, -1 for none of it. */
static ssize_t
part(enum call call, size_t n, size_t most)
{
	if (n > most)
		n = most;
	if (!fails(call))
		return (ssize_t)n;
	return error ? -1 : n > 0;
}

ssize_t
read(int fd, void *p, size_t n)
{
	REAL(read);
	ssize_t some = part(CALL_READ, n, chunk);

	return some < 0 ? some : real(fd, p, (size_t)some);
}

ssize_t
pread64(int fd, void *p, size_t n, off64_t at)
{
	REAL(pread64);
	ssize_t some = part(CALL_PREAD, n, SIZE_MAX);

	return some < 0 ? some : real(fd, p, (size_t)some, at);
}

ssize_t
pread(int fd, void *p, size_t n, off_t at)
{
	REAL(pread);
	ssize_t some = part(CALL_PREAD, n, SIZE_MAX);

	return some < 0 ? some : real(fd, p, (size_t)some, at);
}

ssize_t
pwrite(int fd, const void *p, size_t n, off_t at)
{
	REAL(pwrite);
	ssize_t some = part(CALL_PWRITE, n, chunk);

	return some < 0 ? some : real(fd, p, (size_t)some, at);
}

int
rename(const char *from, const char *to)
{
	REAL(rename);

	return fails(CALL_RENAME) ? -1 : real(from, to);
}

int
renameat2(int fromfolder, const char *from, int tofolder, const char *to, unsigned flags)
{
	REAL(renameat2);

	return fails(CALL_RENAME) ? -1 : real(fromfolder, from, tofolder, to, flags);
}

ssize_t
write(int fd, const void *p, size_t n)
{
	REAL(write);
	ssize_t some = part(CALL_WRITE, n, chunk);

	return some < 0 ? some : real(fd, p, (size_t)some);
}

/* Closes all the same, as Linux does. */
int
close(int fd)
{
	REAL(close);
	int status = real(fd);

	return fails(CALL_CLOSE) ? -1 : status;
}

int
open(const char *path, int flags, ...)
{
	REAL(open);
	va_list ap;
	mode_t mode;

	va_start(ap, flags);
	mode = flags & O_CREAT ? va_arg(ap, mode_t) : 0;
	va_end(ap);
	return fails(CALL_OPEN) ? -1 : real(path, flags, mode);
}

int
open64(const char *path, int flags, ...)
{
	va_list ap;
	mode_t mode;

	va_start(ap, flags);
	mode = flags & O_CREAT ? va_arg(ap, mode_t) : 0;
	va_end(ap);
	return open(path, flags, mode);
}

int
fstat(int fd, struct stat *st)
{
	REAL(fstat);

	return fails(CALL_STAT) ? -1 : real(fd, st);
}

int
fstat64(int fd, struct stat64 *st)
{
	REAL(fstat64);

	return fails(CALL_STAT) ? -1 : real(fd, st);
}

int
stat(const char *path, struct stat *st)
{
	REAL(stat);

	return fails(CALL_STAT) ? -1 : real(path, st);
}

int
stat64(const char *path, struct stat64 *st)
{
	REAL(stat64);

	return fails(CALL_STAT) ? -1 : real(path, st);
}

int
lstat(const char *path, struct stat *st)
{
	REAL(lstat);

	return fails(CALL_STAT) ? -1 : real(path, st);
}

int
lstat64(const char *path, struct stat64 *st)
{
	REAL(lstat64);

	return fails(CALL_STAT) ? -1 : real(path, st);
}

int
fcntl(int fd, int command, ...)
{
	REAL(fcntl);
	va_list ap;
	void *arg;

	va_start(ap, command);
	arg = va_arg(ap, void *);
	va_end(ap);
	return fails(CALL_FCNTL) ? -1 : real(fd, command, arg);
}

int
fcntl64(int fd, int command, ...)
{
	va_list ap;
	void *arg;

	va_start(ap, command);
	arg = va_arg(ap, void *);
	va_end(ap);
	return fcntl(fd, command, arg);
}

int
pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *arg)
{
	REAL(pthread_create);

	return fails(CALL_THREAD) ? error : real(thread, attributes, run, arg);
}

int
sched_getaffinity(pid_t process, size_t size, cpu_set_t *set)
{
	REAL(sched_getaffinity);
	const char *cores = getenv("FAULT_CORES");

	if (!cores)
		return real(process, size, set);
	CPU_ZERO_S(size, set);
	for (size_t i = 0; i < strtoul(cores, NULL, 10); i++)
		CPU_SET_S(i, size, set);
	return 0;
}

void *
malloc(size_t n)
{
	return fails(CALL_MALLOC) ? NULL : __libc_malloc(n);
}

void *
calloc(size_t n, size_t size)
{
	return fails(CALL_MALLOC) ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *p, size_t n)
{
	return fails(CALL_MALLOC) ? NULL : __libc_realloc(p, n);
}

pid_t
fork(void)
{
	REAL(fork);
	pid_t pid = real();

	if (pid > 0)
		(void)fails(CALL_FORK);
	return pid;
}
