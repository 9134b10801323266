/* SPDX-License-Identifier: MIT */
#include "base/thread.h"
#include "source.h"

/* Bytes of a large profile. */
enum { LARGE = 16 << 20 };

unsigned
sourcethreads(uint64_t bytes)
{
	return bytes >= LARGE && threadcores() > 1 ? 2 : 1;
}
