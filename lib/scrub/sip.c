/* SPDX-License-Identifier: MIT */
#include "sip.h"

static inline uint64_t
rotate(uint64_t v, int bits)
{
	return v << bits | v >> (64 - bits);
}

static void
rounds(uint64_t v[4], int count)
{
	while (count-- > 0) {
		v[0] += v[1];
		v[1] = rotate(v[1], 13) ^ v[0];
		v[0] = rotate(v[0], 32);
		v[2] += v[3];
		v[3] = rotate(v[3], 16) ^ v[2];
		v[0] += v[3];
		v[3] = rotate(v[3], 21) ^ v[0];
		v[2] += v[1];
		v[1] = rotate(v[1], 17) ^ v[2];
		v[2] = rotate(v[2], 32);
	}
}

/* Reads up to eight bytes as a little-endian number. */
static uint64_t
word(const char *p, size_t n)
{
	uint64_t v = 0;

	while (n-- > 0)
		v = v << 8 | (unsigned char)p[n];
	return v;
}

uint64_t
siphash(const uint64_t key[2], struct span text)
{
	uint64_t v[4] = { key[0] ^ UINT64_C(0x736f6d6570736575),
		key[1] ^ UINT64_C(0x646f72616e646f6d), key[0] ^ UINT64_C(0x6c7967656e657261),
		key[1] ^ UINT64_C(0x7465646279746573) };
	size_t i = 0;

	for (;; i += 8) {
		size_t some = text.n - i < 8 ? text.n - i : 8;
		uint64_t m = word(text.p + i, some);

		if (some < 8)
			m |= (uint64_t)text.n << 56;
		v[3] ^= m;
		rounds(v, 2);
		v[0] ^= m;
		if (some < 8)
			break;
	}
	v[2] ^= 0xFF;
	rounds(v, 4);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}
