/* SPDX-License-Identifier: MIT */
/* How far the work is: one line that is written over, on a terminal only. */
#ifndef NST_PROGRESS_H
#define NST_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "stream/stage.h"

/* All zero but for next, which is UINT64_MAX, is one that shows nothing. */
struct progress {
	const char *name; /* what messages call the input */
	uint64_t total; /* events to come, all in all; 0 where nobody has counted them */
	/* Else how much of the input is read, from 0 to 1, or below 0 where nobody knows; NULL
	 * where there is a total. */
	double (*share)(const void *arg);
	const void *arg;
	uint64_t next;  /* look at the clock again when so many are done */
	int64_t start, shown; /* ns, of clocknow */
};

/* Shows it on a descriptor, and not on standard error. */
void progresssetfd(int fd);

/* Begins with the line for 0 of total; where standard error is no terminal, neither this nor what
 * follows does anything. Messages, of other programs of ours too, take the line away. */
void progressstart(struct progress *p, const char *name, uint64_t total);

/* The same for events that nobody has counted; the line comes when a second has passed. */
void progressstartinput(struct progress *p, const char *name, double (*share)(const void *arg),
    const void *arg);

/* Looks at the clock and renews the line if it is old; the slow half of progressupdate. */
void progressshow(struct progress *p, uint64_t done);

/* Takes the line away. */
void progressend(struct progress *p);

/* Call it after each event with the number of those done. */
static inline void
progressupdate(struct progress *p, uint64_t done)
{
	if (done >= p->next)
		progressshow(p, done);
}

/* How much of the files behind some descriptors is read, by where they stand: a share as above. */
struct progressfiles {
	int *fds;
	size_t count;
};
double progressfilesfraction(const void *files);

/* Reads a stream as streamrun does, and shows how far that is where the stream is a file. */
enum status progressrun(struct stage *first, const char *path, bool partial);

#endif
