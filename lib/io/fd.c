/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <unistd.h>

#include "fd.h"

ssize_t
fdread(int fd, void *p, size_t n)
{
	ssize_t some;

	do
		some = read(fd, p, n);
	while (some < 0 && errno == EINTR);
	return some;
}
