/* SPDX-License-Identifier: MIT */
/*
 * Standard output: programs gather output in a buffer, write it in large blocks, and close it at
 * one place, where an error of a full disk is seen.
 *
 *   pending        the buffer with output that is not written yet; die writes its complete part
 *   failed record  the last record of a stream whose writer failed: {"ts":0,"type":"failed"}
 */
#ifndef NST_OUT_H
#define NST_OUT_H

#include <stdbool.h>

#include "base/mem.h"

/* The size of a block in bytes, and of the kernel's buffer of a pipe. */
enum { OUT_BLOCK = 1 << 20 };

/* Asks the kernel for a pipe buffer of OUT_BLOCK bytes. Has no effect if fd is not a pipe. */
void outpipe(int fd);

/* Returns true if standard output is the file of a descriptor, and that has bytes left to read: a
 * program that copies its input would read its own output for ever. */
bool outisinput(int fd);

/* Declares that the output is binary: ends the program with a usage error if standard output is a
 * terminal. */
void outbinary(void);

/* The same for other output that is not for a terminal; what names it in the message: "a page". */
void outrefuseterminal(const char *what);

/* Writes all of the buffer to a descriptor. Returns false with errno set if that fails. */
bool outwriteto(int fd, const struct buf *out);

/* Writes all of the buffer to standard output and empties it. Ends the program if that fails. */
void outwrite(struct buf *out);

/* Declares that the output is a stream of events. If the program fails and standard output is a
 * pipe, it then writes a failed record. The next program then ends without a message. */
void outstream(void);

/* Withdraws outstream, for a program whose options select text. */
void outnostream(void);

/* Appends the failed record if outstream asked for it; call outend next. */
void outfailedrecord(struct buf *out);

/* Sets the buffer that die writes before its message, so that complete output is not lost; NULL for
 * none. Before that, cut(out, arg) removes the incomplete part; without cut, the incomplete last
 * line is removed. */
void outsetpending(struct buf *out, void (*cut)(struct buf *, void *arg), void *arg);

/* Removes the incomplete last line. */
void outcutpartial(struct buf *out);

/* Writes the complete part of the pending buffer, then the failed record. Only the first call does
 * so; die makes it. */
void outflushfailed(void);

/* Writes the buffer if it holds a block or more. Call it after each record. */
static inline void
outcheck(struct buf *out)
{
	if (out->n >= OUT_BLOCK)
		outwrite(out);
}

/* Writes the rest, closes standard output and frees the buffer. Returns false, after a message, if
 * some output could not be written. */
bool outend(struct buf *out);

#endif
