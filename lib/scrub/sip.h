/* SPDX-License-Identifier: MIT */
/* SipHash-2-4: who does not know the key learns nothing of the text, and can make no text with a
 * given hash. https://www.aumasson.jp/siphash/siphash.pdf */
#ifndef NST_SIP_H
#define NST_SIP_H

#include <stdint.h>

#include "base/mem.h"

uint64_t siphash(const uint64_t key[2], struct span text);

#endif
