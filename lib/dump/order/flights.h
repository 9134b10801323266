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
};

/* All zero is empty; flightsfree frees. */
struct flights {
	struct timespan *p;
	size_t count, room;
	struct map blocks;      /* (pid, upper bits of a correlation id) -> index in ids */
	struct idblock *ids;    /* the flights of neighbouring correlation ids */
	size_t idcount, idroom;
	struct map threads; /* (pid and tid, 0) -> number of a thread */
	struct launchcall *launches;
	size_t launchcount, launchroom;
};

/* Joins the rows of one table. */
struct joining {
	struct flights *flights;
	/* Columns of the packed process or thread and of the correlation id. */
	int id, corr;
	int64_t mask;    /* the bits of a correlation id that count */
	bool ongpu;      /* the rows are GPU rows, or else calls */
	/* The latest block of ids, since most rows have the next id. */
	struct mapkey latest;
	uint32_t block;  /* its index; UINT32_MAX for none */
};

/* Begins to join a table. Returns false if it has neither calls nor GPU rows. */
bool joiningbegin(struct joining *j, struct flights *f, const struct table *t);

/* Reads the next wanted row: its process or thread, its correlation id and its times. All GPU rows
 * have to be read before the first call. */
void joiningrow(struct joining *j, const struct cell *id, const struct cell *corr,
    const struct when *when);

/* Which rows of a table are joined: wanted calls, wanted events of the GPU that a call may have
 * launched, or none. */
enum joined { JOINED_NOT, JOINED_CALLS, JOINED_GPU };

enum joined flightsjoined(const struct table *t);

/* Returns the number of the thread with a packed id, UINT32_MAX if it has no launches. */
uint32_t flightsthread(const struct flights *f, int64_t packed);

void flightsfree(struct flights *f);

#endif
