/* SPDX-License-Identifier: MIT */
#include "proto.h"

void
protodouble(struct buf *out, unsigned field, double v)
{
	uint64_t bits;
	char *p;

	memcpy(&bits, &v, sizeof(bits));
	protovarint(out, field << 3 | PROTO_FIXED64);
	p = bufroom(out, 8);
	for (int i = 0; i < 8; i++) /* little-endian, on any machine */
		p[i] = (char)(bits >> 8 * i);
	out->n += 8;
}

void
protowiden(struct buf *out, size_t start)
{
	size_t length = out->n - start, more = 0;

	for (size_t n = length; n >= 0x80; n >>= 7)
		more++;
	bufroom(out, more);
	memmove(out->p + start + more, out->p + start, length);
	out->n = start - 1;
	protovarint(out, length);
	out->n += length;
}
