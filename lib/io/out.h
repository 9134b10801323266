/* SPDX-License-Identifier: MIT */
/* Standard output: written in large blocks, and ended in one place. */
#ifndef NST_OUT_H
#define NST_OUT_H

#include <stdbool.h>

#include "base/mem.h"

/* How much is gathered before it is written: 1 MiB, also the size asked for a pipe. */
enum { OUT_BLOCK = 1 << 20 };

/* Asks for a large pipe where the given descriptor is one; harmless elsewhere. */
void outpipe(int fd);

/* Ends the program, as one used wrongly, where standard output is a terminal, for what is written
 * is not for people. */
void outbinary(void);

/* The same for what is not binary, but no more for people. */
void outrefuseterminal(const char *what);

/* Writes all of the buffer to a descriptor; false, errno says why, when that fails. */
bool outwriteto(int fd, const struct buf *out);

/* Writes all of the buffer to standard output and empties it; ends the program with the reason when
 * that fails. */
void outwrite(struct buf *out);

/* Says that standard output takes a stream of events: when the program fails, and that is a pipe, a
 * last record tells the next program, which then need not say it again. */
void outstream(void);

/* Writes that record; outend comes next. */
void outfailedrecord(struct buf *out);

/* Names the buffer that die writes before its message, so that an error loses nothing that was
 * ready; NULL for none. First cut, which gets arg, takes off what is not whole yet; NULL takes off
 * half a line. */
void outsetpending(struct buf *out, void (*cut)(struct buf *, void *arg), void *arg);

/* Cuts off the line that is not whole yet. */
void outcutpartial(struct buf *out);

/* Writes what is whole of the pending buffer, and that the program failed, once; die does it. */
void outflushfailed(void);

/* Writes the buffer once it holds a block; call it after each record. */
static inline void
outcheck(struct buf *out)
{
	if (out->n >= OUT_BLOCK)
		outwrite(out);
}

/* Writes what is left, closes standard output and frees the buffer. False, after a message, when
 * the output is not whole. */
bool outend(struct buf *out);

#endif
