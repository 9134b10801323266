/* SPDX-License-Identifier: MIT */
/* sip.h: the hashes that its authors give for the texts of the bytes 0, 1, 2, ... and the key of
 * the bytes 0 to 15. https://github.com/veorq/SipHash/blob/master/vectors.h */
#include "scrub/sip.h"
#include "tap.h"

int
main(void)
{
	static const uint64_t key[2] = { UINT64_C(0x0706050403020100),
		UINT64_C(0x0f0e0d0c0b0a0908) };
	static const struct {
		size_t n;
		uint64_t hash;
	} vectors[] = {
		{ 0, UINT64_C(0x726fdb47dd0e0e31) },
		{ 1, UINT64_C(0x74f839c593dc67fd) },
		{ 7, UINT64_C(0xab0200f58b01d137) },
		{ 8, UINT64_C(0x93f5f5799a932462) },
		{ 15, UINT64_C(0xa129ca6149be45e5) },
		{ 63, UINT64_C(0x958a324ceb064572) },
	};
	char text[64];

	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (char)i;
	for (size_t i = 0; i < sizeof(vectors) / sizeof(*vectors); i++)
		ok(siphash(key, (struct span){ text, vectors[i].n }) == vectors[i].hash,
		    "the hash of %zu bytes", vectors[i].n);
	return tapend();
}
