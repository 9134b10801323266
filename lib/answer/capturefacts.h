/* SPDX-License-Identifier: MIT */
/* What a profile is of: its programs, its GPUs, its host and its date. */
#ifndef NST_CAPTUREFACTS_H
#define NST_CAPTUREFACTS_H

#include "base/mem.h"

struct answer;

/* Plain texts; one is empty if the stream does not tell it. */
struct capturefacts {
	struct buf processes, command, gpus, hosts, date, product;
};

/* Returns the facts, which capturefactsfree frees. */
struct capturefacts capturefactsof(const struct answer *a);

/* Writes them as a sentence. */
void capturefactssentence(struct answer *a);

void capturefactsfree(struct capturefacts *c);

#endif
