/* SPDX-License-Identifier: MIT */
/* The progress line: one line on a terminal, which each update overwrites. */
#ifndef NST_PROGRESS_H
#define NST_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "stream/stage.h"

/* All zero, except for next, which is UINT64_MAX, shows nothing. */
struct progress {
	const char *name; /* the input's name in the line */
	uint64_t total; /* number of events to come; 0 if nobody has counted them */
	/* The fraction of the input that is read, from 0 to 1, or below 0 if unknown. NULL if total
	 * is set. */
	double (*share)(const void *arg);
	const void *arg;
	uint64_t next;  /* the number of events at which to look at the clock again */
	int64_t start, shown; /* ns, of clocknow */
};

/* Shows the line on a descriptor other than standard error. */
void progresssetfd(int fd);

/* Shows the line for 0 of total events. If standard error is not a terminal, this function and
 * those below do nothing. Every message of our programs erases the line. */
void progressstart(struct progress *p, const char *name, uint64_t total);

/* The same if the number of events is unknown; share returns the fraction. The line appears after a
 * second. */
void progressstartinput(struct progress *p, const char *name, double (*share)(const void *arg),
    const void *arg);

/* Renews the line if it is older than a fifth of a second; the slow half of progressupdate. */
void progressshow(struct progress *p, uint64_t done);

/* Erases the line. */
void progressend(struct progress *p);

/* Call it after each event with the number of events done. */
static inline void
progressupdate(struct progress *p, uint64_t done)
{
	if (done >= p->next)
		progressshow(p, done);
}

/* A share function: the fraction of several files that is read, by the offsets of their
 * descriptors. */
struct progressfiles {
	int *fds;
	size_t count;
};
double progressfilesfraction(const void *files);

/* Reads a stream as streamrun does. If it is a file, it shows the progress. */
enum status progressrun(struct stage *first, const char *path, bool partial);

#endif
