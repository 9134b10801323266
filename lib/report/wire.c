/* SPDX-License-Identifier: MIT */
#include "wire.h"

bool
wirelong(struct wire *w, uint64_t *v)
{
	uint64_t bits = 0;

	for (int shift = 0; shift < 64 && w->p < w->end; shift += 7) {
		unsigned char byte = *w->p++;

		if (shift == 63 && byte > 1)
			break;
		bits |= (uint64_t)(byte & 0x7F) << shift;
		if (byte < 0x80) {
			*v = bits;
			return true;
		}
	}
	return wirebad(w);
}

/* Reads n bytes as a little-endian number. */
static bool
fixed(struct wire *w, size_t n, uint64_t *v)
{
	if ((size_t)(w->end - w->p) < n)
		return false;
	*v = 0;
	for (size_t i = 0; i < n; i++)
		*v |= (uint64_t)w->p[i] << 8 * i;
	w->p += n;
	return true;
}

bool
wireother(struct wire *w, struct wirefield *f, uint64_t tag)
{
	bool numbered = tag >= 8 && tag >> 32 == 0;

	if (numbered && f->type == WIRE_FIXED64 && fixed(w, 8, &f->v))
		return true;
	if (numbered && f->type == WIRE_FIXED32 && fixed(w, 4, &f->v))
		return true;
	return wirebad(w);
}

bool
wirevalid(struct span message)
{
	struct wire w = wireopen(message);
	struct wirefield f;

	while (wirenext(&w, &f))
		;
	return !w.bad;
}

uint64_t
wireuint(struct span message, uint32_t number, uint64_t none)
{
	struct wire w = wireopen(message);
	struct wirefield f;

	while (wirenext(&w, &f))
		if (f.number == number && f.type == WIRE_VARINT)
			none = f.v;
	return none;
}

struct span
wirebytes(struct span message, uint32_t number)
{
	struct wire w = wireopen(message);
	struct span bytes = { NULL, 0 };
	struct wirefield f;

	while (wirenext(&w, &f))
		if (f.number == number && f.type == WIRE_BYTES)
			bytes = f.bytes;
	return bytes;
}
