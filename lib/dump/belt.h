/* SPDX-License-Identifier: MIT */
/* Batches of records from one thread to another, which may lag some behind. */
#ifndef NST_BELT_H
#define NST_BELT_H

#include <pthread.h>

#include "batch.h"

/* How many batches there are, and how many bytes of text each takes. */
enum { BELT_BATCHES = 4, BELT_BYTES = 256 << 10 };

struct belt {
	struct batch batches[BELT_BATCHES]; /* a circle */
	uint64_t given, taken; /* batches */
	bool ended, failed;    /* there will be no more; because who gives them failed */
	bool closed;           /* nobody takes any more */
	pthread_mutex_t lock;
	pthread_cond_t moved;
};

void beltopen(struct belt *b);

/* The batch that is being filled. */
static inline struct batch *
beltfill(struct belt *b)
{
	return &b->batches[b->given % BELT_BATCHES];
}

/* Gives that batch, and waits for an empty one; false when nobody takes it. */
bool beltgive(struct belt *b);

/* Gives the last batch, and says that it is the last: because of a failure, or not. */
void beltend(struct belt *b, bool failed);

/* Waits for a batch; NULL behind the last. */
struct batch *belttake(struct belt *b);

/* Gives back the batch taken last. */
void beltreturn(struct belt *b);

/* Says that nobody takes batches any more. */
void beltclose(struct belt *b);

void beltfree(struct belt *b);

#endif
