/* SPDX-License-Identifier: MIT */
/*
 * Writes the packets of a trace by columns: all times together, all correlation ids together and so
 * on, each without its tag. Compressed, that is 0.6 times as long as the packets themselves. The
 * result is a sequence of blocks; all numbers in them are varints:
 *
 *   the length of the block's packets, bytes
 *   the number of its columns; if that is 0, the packets themselves follow
 *   the length of each column, bytes
 *   the columns
 *
 * The shape of a packet is its fields without their values. Column 0 has the number of the shape of
 * each packet. Shape 0 stands for a packet without columns: its length and its bytes are in column
 * 2. A number that has no shape yet gets the next one in column 1: the kind of each field, then its
 * tag, and then the operand of the kind, until SHAPE_END ends the packet.
 *
 * Columns, shapes and the last value of a column with differences hold from block to block.
 */
#ifndef NST_TRANSPOSE_H
#define NST_TRANSPOSE_H

#include "base/mem.h"

enum shape_kind {
	SHAPE_END,         /* the end of the message; no tag */
	SHAPE_MESSAGE,     /* a message, whose fields follow */
	SHAPE_LITERAL,     /* a varint; its value is next */
	SHAPE_VARINT,      /* a varint; the column with its value is next, as for all below */
	SHAPE_DIFFERENCE,  /* a varint, as the difference from the last value in the column, which
	                    * is 0 at first: 2 d, or -2 d - 1 if d is negative */
	SHAPE_BYTES,       /* a length and bytes */
	SHAPE_FIXED,       /* 8 bytes */
	SHAPE_THOUSANDTHS, /* a double, as a varint of its thousandths */
};

/* The columns that have no values of fields. */
enum { COLUMN_SHAPES, COLUMN_DEFINITIONS, COLUMN_PACKETS, COLUMN_FIRST };

/* The result of transpose is at most this much longer than the packets, bytes. */
enum { TRANSPOSE_MORE = 1 << 18 };

/* Takes the next bytes of the result, which are valid until it returns. */
typedef void (*transpose_put)(struct span bytes, void *arg);

/* Returns the state of the transposition of one trace, which the caller frees with free. */
struct transpose *transposenew(void);

/* Writes packets, all of them whole, as one block or more. Allocates no memory. */
void transpose(struct transpose *t, struct span packets, transpose_put put, void *arg);

#endif
