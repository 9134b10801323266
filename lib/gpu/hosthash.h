/* SPDX-License-Identifier: MIT */
/* The hash that stands for a host: headers of streams and databases of nst-import have it. */
#ifndef NST_HOSTHASH_H
#define NST_HOSTHASH_H

#include "base/mem.h"

/* Appends the hash of a host name, 16 hexadecimal digits. */
void hosthash(struct buf *out, struct span name);

#endif
