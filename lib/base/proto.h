/* SPDX-License-Identifier: MIT */
/*
 * Protocol Buffers as bytes: fields appended to a buffer, in any order. We write a dozen messages
 * of a format that never changes a number: that takes less than what a library for it would ask of
 * those who build us, and a library builds each message in memory first.
 */
#ifndef NST_PROTO_H
#define NST_PROTO_H

#include <stdint.h>

#include "mem.h"

/* How a field is written, in the low bits of what stands before it. */
enum { PROTO_VARINT = 0, PROTO_FIXED64 = 1, PROTO_BYTES = 2 };

/* Writes an integer in as many bytes as it needs, seven bits each. */
static inline void
protovarint(struct buf *out, uint64_t v)
{
	char *p = bufroom(out, 10), *start = p;

	for (; v >= 0x80; v >>= 7)
		*p++ = (char)(v | 0x80);
	*p++ = (char)v;
	out->n += (size_t)(p - start);
}

/* Writes a field of any of the integer types but the zigzag ones, a bool or an enum; negative
 * numbers as uint64_t. */
static inline void
protouint(struct buf *out, unsigned field, uint64_t v)
{
	protovarint(out, field << 3 | PROTO_VARINT);
	protovarint(out, v);
}

/* Writes a field of type string or bytes, or a message that is already made. */
static inline void
protobytes(struct buf *out, unsigned field, struct span bytes)
{
	protovarint(out, field << 3 | PROTO_BYTES);
	protovarint(out, bytes.n);
	bufspan(out, bytes);
}

/* Writes a field of type double. */
void protodouble(struct buf *out, unsigned field, double v);

/* Begins a field that is a message; what is written next belongs to it. Returns what protoclose
 * needs. */
static inline size_t
protoopen(struct buf *out, unsigned field)
{
	protovarint(out, field << 3 | PROTO_BYTES);
	bufchar(out, '\0'); /* its length, most often one byte */
	return out->n;
}

/* The rest of protoclose: makes room for a longer length. */
void protowiden(struct buf *out, size_t start);

/* Ends the message begun last and not ended. */
static inline void
protoclose(struct buf *out, size_t start)
{
	if (out->n - start < 0x80)
		out->p[start - 1] = (char)(out->n - start);
	else
		protowiden(out, start);
}

#endif
