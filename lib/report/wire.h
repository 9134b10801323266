/* SPDX-License-Identifier: MIT */
/*
 * Protocol Buffers' wire format, read from bytes that a stranger wrote. By hand: a reader of it is
 * these lines, while a library would want a schema, which nobody has, and build every message in
 * memory before one can ask for a field of it.
 */
#ifndef NST_WIRE_H
#define NST_WIRE_H

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/mem.h"

/* How a field is written. Groups (3 and 4) no report has: they are malformed here. */
enum wiretype { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5 };

/* What is left of a message. */
struct wire {
	const unsigned char *p, *end;
	bool bad; /* it is malformed: what was read before is all there is */
};

/* One field of a message. */
struct wirefield {
	uint32_t number; /* from 1 */
	enum wiretype type;
	uint64_t v;        /* of a number, as its bits */
	struct span bytes; /* of WIRE_BYTES: a text or a message */
};

/* Begins to read a message. */
static inline struct wire
wireopen(struct span bytes)
{
	const unsigned char *p = (const unsigned char *)bytes.p;

	return (struct wire){ p, p ? p + bytes.n : p, false };
}

/* The rest of wirevarint: an integer of several bytes. */
bool wirelong(struct wire *w, uint64_t *v);

/* The same where most is in registers: nobody else may know where w and v are. */
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

/* The top bits of 8 bytes: in an integer that of each byte but the last is set. */
#define WIRE_ENDS UINT64_C(0x8080808080808080)

/* The integer that up to 8 bytes are, without their top bits: 7 bits each are moved together in
 * three steps, two by two, four by four, and all. */
static inline uint64_t
wirebits(uint64_t bits)
{
	bits = (bits & UINT64_C(0x007F007F007F007F)) | (bits & UINT64_C(0x7F007F007F007F00)) >> 1;
	bits = (bits & UINT64_C(0x00003FFF00003FFF)) | (bits & UINT64_C(0x3FFF00003FFF0000)) >> 2;
	return (bits & UINT64_C(0x0FFFFFFF)) | (bits & UINT64_C(0x0FFFFFFF00000000)) >> 4;
}

/* Reads an integer; false when it is cut or has more than 64 bits. Most have up to 8 bytes. */
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
	bits &= ends ^ (ends - 1); /* up to the last byte of it */
	*v = wirebits(bits & ~WIRE_ENDS);
	return true;
}

/* Notes that a message is malformed; its value is false. */
static inline bool
wirebad(struct wire *w)
{
	w->bad = true;
	return false;
}

/* The rest of wirenext: a field of another kind, or none. */
bool wireother(struct wire *w, struct wirefield *f, uint64_t tag);

/* The same where most is in registers: nobody else may know where w and f are. */
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

/* Reads the next field; false behind the last, and where the message is malformed. */
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

/* Whether a message is well-formed; what its own messages hold is not looked at. */
bool wirevalid(struct span message);

/* The last field of that number in a message: its number, or none when it has no such field as a
 * number. */
uint64_t wireuint(struct span message, uint32_t number, uint64_t none);

/* The same for bytes; p is NULL when there are none. */
struct span wirebytes(struct span message, uint32_t number);

#endif
