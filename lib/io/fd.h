/* SPDX-License-Identifier: MIT */
/* File descriptors read without a library's buffer. */
#ifndef NST_FD_H
#define NST_FD_H

#include <stddef.h>
#include <sys/types.h>

/* Reads at most n bytes, as read(2) does, and retries after a signal. 0 is the end of the file; -1
 * an error, errno says which. */
ssize_t fdread(int fd, void *p, size_t n);

#endif
