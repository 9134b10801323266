/* SPDX-License-Identifier: MIT */
/* measure: runs a shell command and prints its wall time, CPU time (seconds, of all its processes)
 * and the largest resident set of one of them (KiB). */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

int
main(int argc, char *argv[])
{
	struct timespec begin, end;
	struct rusage usage;
	int status;
	pid_t pid;

	if (argc != 2) {
		fputs("usage: measure COMMAND\n", stderr);
		return 2;
	}
	clock_gettime(CLOCK_MONOTONIC, &begin);
	pid = fork();
	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", argv[1], (char *)NULL);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0) {
		fprintf(stderr, "measure: failed: %s\n", argv[1]);
		return 1;
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	getrusage(RUSAGE_CHILDREN, &usage);
	printf("%.4f %.4f %ld\n",
	    (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9,
	    seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss);
	return 0;
}
