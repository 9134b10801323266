/* SPDX-License-Identifier: MIT */
/* Reading from a descriptor. */
#ifndef NST_IN_H
#define NST_IN_H

#include <sys/types.h>

/* Reads what there is, at most n bytes, and goes on after a signal. 0 is the end; -1 an error,
 * errno says which. */
ssize_t inread(int fd, void *p, size_t n);

#endif
