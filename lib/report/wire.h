/* SPDX-License-Identifier: MIT */
/*
 * Reads Protocol Buffers' wire format from untrusted bytes. No library is used: libraries need
 * a schema, and none is published; and they build each message in memory first.
 */
#ifndef NST_WIRE_H
#define NST_WIRE_H

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/mem.h"

/* Wire types. Groups (3 and 4) are in no report and count as malformed. */
enum wiretype { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5 };

/* The rest of a message that is being read. */
struct wire {
	const unsigned char *p, *end;
	bool bad; /* malformed; fields read before are valid */
};

/* A field of a message. */
struct wirefield {
	uint32_t number; /* from 1 */
	enum wiretype type;
	uint64_t v;        /* of a number: its bits */
	struct span bytes; /* of WIRE_BYTES: a text or a message */
};

/* Begins to read a message. */
static inline struct wire
wireopen(struct span bytes)
{
	const unsigned char *p = (const unsigned char *)bytes.p;

	return (struct wire){ p, p ? p + bytes.n : p, false };
}

/* The slow path of wirevarint: a varint of any length. */
bool wirelong(struct wire *w, uint64_t *v);

/* Calls wirelong() with copies of w and v. So their addresses do not escape, and the compiler
 * keeps both in registers on the fast path. */
static inline bool
wireslow(struct wire *w, uint64_t *v)
{
	struct wire rest = *w;
	uint64_t value = 0;
	bool good = wirelong(&rest, &value);

	*w = rest;
	*v = value;
	return good;
}

/* The continuation bits of 8 bytes. In a varint, each byte but the last has it set. */
#define WIRE_ENDS UINT64_C(0x8080808080808080)

/* Joins the 7-bit groups of up to 8 bytes, whose continuation bits are cleared. Neighbors are
 * joined in three steps: pairs, fours, all. In the first one, a pair x + 256 y becomes x + 128 y by
 * a subtraction of 128 y, which is half of the higher byte. */
static inline uint64_t
wirebits(uint64_t bits)
{
	bits -= bits >> 1 & UINT64_C(0x3F803F803F803F80);
	bits -= 3 * (bits >> 2 & UINT64_C(0x0FFFC0000FFFC000));
	return (bits & UINT32_MAX) | bits >> 32 << 28;
}

/* Reads a varint. Returns false if it is cut off or has more than 64 bits. The fast path reads
 * up to 8 bytes at once. */
static inline bool
wirevarint(struct wire *w, uint64_t *v)
{
	uint64_t bits, ends;

	if (w->p < w->end && *w->p < 0x80) {
		*v = *w->p++;
		return true;
	}
	if (w->end - w->p < 8)
		return wireslow(w, v);
	memcpy(&bits, w->p, sizeof(bits));
	bits = le64toh(bits);
	ends = ~bits & WIRE_ENDS;
	if (ends == 0)
		return wireslow(w, v);
	w->p += __builtin_ctzll(ends) / 8 + 1;
	bits &= ends ^ (ends - 1); /* clear the bytes after the varint */
	*v = wirebits(bits & ~WIRE_ENDS);
	return true;
}

/* Marks a message as malformed; returns false. */
static inline bool
wirebad(struct wire *w)
{
	w->bad = true;
	return false;
}

/* The slow path of wirenext: a fixed-size or malformed field. */
bool wireother(struct wire *w, struct wirefield *f, uint64_t tag);

/* Calls wireother() with copies, for the reason given at wireslow(). */
static inline bool
wirerare(struct wire *w, struct wirefield *f, uint64_t tag)
{
	struct wire rest = *w;
	struct wirefield other = { .number = f->number, .type = f->type };
	bool good = wireother(&rest, &other, tag);

	*w = rest;
	*f = other;
	return good;
}

/* Reads the next field. Returns false at the end, and if the message is malformed. */
static inline bool
wirenext(struct wire *w, struct wirefield *f)
{
	uint64_t tag;

	if (w->p == w->end || w->bad || !wirevarint(w, &tag))
		return false;
	f->number = (uint32_t)(tag >> 3);
	f->type = (enum wiretype)(tag & 7);
	f->bytes = (struct span){ NULL, 0 };
	if (f->type == WIRE_VARINT && tag >= 8 && tag >> 32 == 0)
		return wirevarint(w, &f->v);
	if (f->type != WIRE_BYTES)
		return wirerare(w, f, tag);
	if (tag < 8 || tag >> 32 != 0)
		return wirebad(w);
	if (!wirevarint(w, &f->v) || f->v > (size_t)(w->end - w->p))
		return wirebad(w);
	f->bytes = (struct span){ (const char *)w->p, (size_t)f->v };
	w->p += f->v;
	return true;
}

/* Returns true if a message is well-formed. Messages inside of it are not checked. */
bool wirevalid(struct span message);

/* Returns the last field with this number that is a varint, or none if there is no such field. */
uint64_t wireuint(struct span message, uint32_t number, uint64_t none);

/* Returns the last field with this number that is bytes; p is NULL if there is none. */
struct span wirebytes(struct span message, uint32_t number);

#endif
