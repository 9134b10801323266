/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-scrub. It replaces each string that may contain the user's data by its keyed
 * hash. A string stays only if it is known to be harmless. The terms of this room:
 *   key   secret of 128 bits: random, or made from the user's salt
 *   hash  SipHash of a string with the key (sip.h), so that equal strings stay equal
 *   kept  event types whose names stay, since they never contain the user's data
 */
#ifndef NST_SCRUB_H
#define NST_SCRUB_H

#include "stream/stage.h"

struct scrub {
	struct stage stage;
	uint64_t kept;   /* types whose names stay; bits, EVTYPE() each */
	uint64_t key[2];
	struct buf before, after, text, stack;
};

/* Makes a stage with a random key; scrubfree frees it. Ends the program if the system has no random
 * numbers. */
void scrubinit(struct scrub *s);

/* Makes the key from a salt. Streams scrubbed with the same salt have the same hashes. */
void scrubsalt(struct scrub *s, struct span salt);

void scrubfree(struct scrub *s);

/* nst-scrub with its options. */
extern const struct tool scrubtool;

#endif
