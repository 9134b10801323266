/* SPDX-License-Identifier: MIT */
/*
 * Joins the CUDA calls of a profile with the GPU work that they launched, by process and
 * correlation id.
 *
 *   flight   from a call to the end of the work that it launched: the span of all calls and all GPU
 *            rows with one correlation id
 *   launch   a call that has a flight
 */
#ifndef NST_FLIGHTS_H
#define NST_FLIGHTS_H

#include "base/map.h"
#include "dump/tables/table.h"
#include "stream/timespan.h"

struct launchcall {
	uint32_t thread; /* number in flights.threads */
	uint32_t flight;
	int64_t ts;      /* start of the call, ns */
	bool wanted;
};

/* All zero is empty; flightsfree frees. */
struct flights {
	struct timespan *p;
	size_t count, room;
	struct map ids;     /* (pid, correlation id) -> index in p */
	struct map threads; /* (pid and tid, 0) -> number of a thread */
	struct launchcall *launches;
	size_t launchcount, launchroom;
};

/* Joins the rows of one table. All zero is a table without calls and GPU rows; joiningfree
 * frees. */
struct joining {
	struct flights *flights;
	/* Columns of the packed process or thread and of the correlation id. */
	int id, corr;
	int64_t mask;    /* the bits of a correlation id that count */
	bool ongpu;      /* the rows are GPU rows, or else calls */
	uint32_t *of;    /* flights of the GPU rows, UINT32_MAX for none */
	size_t count, room; /* of rows with ids */
	size_t timed;    /* number of rows with times */
	size_t next;     /* the next launch of the table that has no time */
};

/* Begins to join a table. Returns false if it has neither calls nor GPU rows. */
bool joiningbegin(struct joining *j, struct flights *f, const struct table *t);

/* Reads the process or thread and the correlation id of the next row. All GPU rows have to be read
 * before the first call. */
void joiningids(struct joining *j, const struct cell *id, const struct cell *corr);

/* Reads the times of the next row, of all rows again: NULL if it is not wanted. */
void joiningtimes(struct joining *j, const struct when *when);

void joiningfree(struct joining *j);

/* Ends the join: extends the flights to the starts of all calls. */
void flightsend(struct flights *f);

/* Returns true if a table has wanted events of the GPU that a call may have launched. */
bool flightsongpu(const struct table *t);

/* Returns the number of the thread with a packed id, UINT32_MAX if it has no launches. */
uint32_t flightsthread(const struct flights *f, int64_t packed);

void flightsfree(struct flights *f);

#endif
