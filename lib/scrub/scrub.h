/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-scrub: every text that may tell something about the user becomes a hash of it
 * and a key. What is not known to be harmless is hashed, whatever it is.
 */
#ifndef NST_SCRUB_H
#define NST_SCRUB_H

#include "stream/stage.h"

struct scrub {
	struct stage stage;
	uint64_t kept;   /* bits of the types whose names stay */
	uint64_t key[2]; /* of the hash */
	struct buf before, after, text, stack;
};

/* Makes a stage with a key that nobody knows; scrubfree frees it. Ends the program when the system
 * has none. */
void scrubinit(struct scrub *s);

/* Makes the key from a salt, so that another stream with the same gets the same hashes. */
void scrubsalt(struct scrub *s, struct span salt);

void scrubfree(struct scrub *s);

/* nst-scrub with its options. */
extern const struct tool scrubtool;

#endif
