/* SPDX-License-Identifier: MIT */
/* A writer of Protocol Buffers: appends fields to a buffer, in any order. It is our own because we
 * write about a dozen messages, whose field numbers never change; a library would be one more
 * dependency, and would first build each message in memory. */
#ifndef NST_PROTO_H
#define NST_PROTO_H

#include <stdint.h>

#include "mem.h"
#include "wide.h"

/* The wire types, in the low three bits of a field's tag. */
enum { PROTO_VARINT = 0, PROTO_FIXED64 = 1, PROTO_BYTES = 2 };

/* The most bytes of a varint. */
enum { PROTO_VARINT_BYTES = 10 };

/* The most bytes of a field that is a varint, and of the tag and the length of another one. */
enum { PROTO_FIELD_BYTES = 2 * PROTO_VARINT_BYTES };

/* Writes a varint at p: seven bits a byte, the lowest first. Returns its end. */
static inline char *
protospell(char *p, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		*p++ = (char)(v | 0x80);
	*p++ = (char)v;
	return p;
}

/* Reads a varint that protospell wrote at p. Returns its end. */
static inline const char *
protoread(const char *p, uint64_t *v)
{
	unsigned shift = 0;

	*v = 0;
	for (; *p & 0x80; p++, shift += 7)
		*v |= (uint64_t)(*p & 0x7F) << shift;
	*v |= (uint64_t)*p++ << shift;
	return p;
}

/* Zigzag: maps 0, -1, 1, -2 ... to 0, 1, 2, 3 ..., since small numbers have short varints. */
static inline uint64_t
protozigzag(int64_t v)
{
	return (uint64_t)v << 1 ^ (0 - ((uint64_t)v >> 63));
}

/* Returns the number that protozigzag has mapped. */
static inline int64_t
protounzigzag(uint64_t v)
{
	return (int64_t)(v >> 1 ^ (0 - (v & 1)));
}

/* Appends a varint. */
static inline void
protovarint(struct buf *out, uint64_t v)
{
	char *p = bufroom(out, PROTO_VARINT_BYTES);

	out->n += (size_t)(protospell(p, v) - p);
}

/* Appends a 128-bit number as two varints; one that fits into 64 bits takes two to eleven bytes. */
static inline void
protowide(struct buf *out, wide v)
{
	int64_t low = (int64_t)v;

	protovarint(out, protozigzag(low));
	protovarint(out, protozigzag((int64_t)((v - low) >> 64)));
}

/* Reads a number that protowide wrote. Returns its end. */
static inline const char *
protoreadwide(const char *p, wide *v)
{
	uint64_t low, high;

	p = protoread(p, &low);
	p = protoread(p, &high);
	*v = protounzigzag(high) * ((wide)1 << 64) + protounzigzag(low);
	return p;
}

/* Writes a field of an integer type other than sint32 and sint64, a bool or an enum. A negative
 * number is cast to uint64_t. */
static inline void
protouint(struct buf *out, unsigned field, uint64_t v)
{
	char *p = bufroom(out, PROTO_FIELD_BYTES);

	p = protospell(protospell(p, field << 3 | PROTO_VARINT), v);
	out->n = (size_t)(p - out->p);
}

/* Writes a field of type string or bytes, or a message that is already encoded. */
static inline void
protobytes(struct buf *out, unsigned field, struct span bytes)
{
	char *p = bufroom(out, PROTO_FIELD_BYTES);

	p = protospell(protospell(p, field << 3 | PROTO_BYTES), bytes.n);
	out->n = (size_t)(p - out->p);
	bufspan(out, bytes);
}

/* Writes a field of type double. */
void protodouble(struct buf *out, unsigned field, double v);

/* Begins a field that is a message. The fields written next are part of it, until protoclose gets
 * the returned position. */
static inline size_t
protoopen(struct buf *out, unsigned field)
{
	char *p = protospell(bufroom(out, PROTO_VARINT_BYTES + 1), field << 3 | PROTO_BYTES);

	*p++ = '\0'; /* the length, which is below 128 in most messages */
	return out->n = (size_t)(p - out->p);
}

/* The slow half of protoclose: makes room for a length of several bytes. */
void protowiden(struct buf *out, size_t start);

/* Ends the message that was begun last; start is what protoopen returned. */
static inline void
protoclose(struct buf *out, size_t start)
{
	if (out->n - start < 0x80)
		out->p[start - 1] = (char)(out->n - start);
	else
		protowiden(out, start);
}

#endif
