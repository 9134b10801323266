/* SPDX-License-Identifier: MIT */
/* Sums of the GPU work that calls or ranges launched, one sum per device. Example: a range launched
 * 3 kernels on device 0, from 100 to 900 ns, which ran for 600 ns in all:
 *   { .device = 0, .first = 100, .last = 900, .busy = 600, .count = 3 } */
#ifndef NST_DEVICESUM_H
#define NST_DEVICESUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/pagedarray.h"

/* The invalid array index, which also ends a list. It fits into 31 bits. */
#define NONE ((uint32_t)INT32_MAX)

struct devicesum {
	int64_t device;
	int64_t first, last; /* start of the first and end of the last event, ns */
	int64_t busy;        /* sum of the durations, ns; it saturates */
	int64_t count;       /* number of events */
	int64_t inherited;   /* number of those that another thread launched (waiters.h) */
};

/* A sum in 24 bytes: there is one for each range and device, and nearly all fit. */
struct packedsum {
	int64_t first;       /* ns */
	uint32_t span;       /* last - first, ns; of a SUM_LARGE the index in devicesums.large */
	uint32_t busy;       /* ns */
	uint32_t next;       /* next sum in the list, or NONE */
	uint32_t count : 24;
	uint32_t device : 8; /* or SUM_LARGE */
};

enum { SUM_LARGE = UINT8_MAX };

/* Linked lists of sums. A list is the index of its first sum, or NONE. devicesumsinit makes it. */
struct devicesums {
	struct pagedarray sums;  /* struct packedsum */
	struct pagedarray large; /* struct devicesum: those that do not fit into a packedsum */
	bool saturated;          /* some busy time did not fit into 64 bits */
};

/* Makes empty lists in a pool; devicesumsfree frees them. */
void devicesumsinit(struct devicesums *s, struct pagepool *pool);

/* Returns the sum at an index. */
static inline struct devicesum
devicesumget(const struct devicesums *s, uint32_t index)
{
	const struct packedsum *sum = pagedread(&s->sums, index);

	if (sum->device == SUM_LARGE)
		return *(const struct devicesum *)pagedread(&s->large, sum->span);
	return (struct devicesum){
		.device = sum->device,
		.first = sum->first,
		.last = sum->first + sum->span,
		.busy = sum->busy,
		.count = sum->count,
	};
}

/* Returns the index of the next sum in the list, or NONE. */
static inline uint32_t
devicesumnext(const struct devicesums *s, uint32_t index)
{
	return ((const struct packedsum *)pagedread(&s->sums, index))->next;
}

void devicesumsfree(struct devicesums *s);

/* Adds a sum to the list's sum of the same device. */
void devicesumadd(struct devicesums *s, uint32_t *list, struct devicesum sum);

/* Adds each sum of another list to this list. */
void devicesumaddlist(struct devicesums *s, uint32_t *list, uint32_t from);

/* Grows an array of used elements by one and returns it. An index that would not be below NONE ends
 * the program. */
void *growindexed(void *array, size_t used, size_t *room, size_t size);

/* Ends the program because of such an index. */
void indexdie(void) __attribute__((noreturn));

/* Appends an element of zeros to a paged array and returns it, with the same limit. */
static inline void *
appendindexed(struct pagedarray *a)
{
	if (a->count >= NONE)
		indexdie();
	return pagedappend(a);
}

#endif
