/* SPDX-License-Identifier: MIT */
/* SipHash-2-4, a keyed hash: without the key, nobody can guess a text from its hash or construct a
 * text with a given hash. https://www.aumasson.jp/siphash/siphash.pdf */
#ifndef NST_SIP_H
#define NST_SIP_H

#include <stdint.h>

#include "base/mem.h"

uint64_t siphash(const uint64_t key[2], struct span text);

#endif
