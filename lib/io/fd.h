/* SPDX-License-Identifier: MIT */
/* A read(2) that retries, for file descriptors without a buffer. */
#ifndef NST_FD_H
#define NST_FD_H

#include <stddef.h>
#include <sys/types.h>

/* Reads at most n bytes, as read(2) does, and retries after a signal. Returns 0 at the end of the
 * file, and -1 with errno set on an error. */
ssize_t fdread(int fd, void *p, size_t n);

#endif
