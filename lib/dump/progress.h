/* SPDX-License-Identifier: MIT */
/* How far the work is: one line on standard error that is written over, on a terminal only. */
#ifndef NST_PROGRESS_H
#define NST_PROGRESS_H

#include <stdint.h>

struct progress {
	uint64_t total; /* events to come, all in all */
	uint64_t next;  /* look at the clock again when so many are done */
	int64_t start, shown; /* ns on a clock that only goes forward */
};

/* Begins with the line for 0 of total; where standard error is no terminal, neither this nor what
 * follows does anything. Messages take the line away. */
void progressstart(struct progress *p, uint64_t total);

/* Looks at the clock and renews the line if it is old; the slow half of progressupdate. */
void progressshow(struct progress *p, uint64_t done);

/* Takes the line away. */
void progressend(void);

/* Call it after each event with the number of those done. */
static inline void
progressupdate(struct progress *p, uint64_t done)
{
	if (done >= p->next)
		progressshow(p, done);
}

#endif
