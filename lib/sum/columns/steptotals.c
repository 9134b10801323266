/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/compare.h"
#include "base/proto.h"
#include "base/sortkey.h"
#include "steptotals.h"

/* The totals in a chunk of the sort. */
enum { STEP_CHUNK = 2048 };

static void
ordertotals(struct steptotals *x)
{
	if (x->used > 1)
		qsort(x->p, x->used, sizeof(*x->p), compareint64);
}

/* Moves the totals in memory to the sort. Each is the difference from the one before. */
static void
sorttotals(struct steptotals *x)
{
	ordertotals(x);
	x->sort.memory = x->memory;
	x->sorts = true;
	for (size_t at = 0, n; at < x->used; at += n) {
		const int64_t *p = x->p + at;

		n = x->used - at < STEP_CHUNK ? x->used - at : STEP_CHUNK;
		x->key.n = x->value.n = 0;
		sortkeyint(&x->key, *p);
		protovarint(&x->value, n);
		for (size_t i = 0; i < n; i++)
			protovarint(&x->value, (uint64_t)(p[i] - (i > 0 ? p[i - 1] : 0)));
		recordsortadd(&x->sort, bufall(&x->key), 0, bufall(&x->value));
	}
	x->used = 0;
}

void
steptotalsadd(struct steptotals *x, int64_t ns)
{
	if (x->used > 0 && x->used >= x->most)
		sorttotals(x);
	GROW(x->p, x->room, x->used + 1);
	x->p[x->used++] = ns;
	x->count++;
}

void
steptotalsread(struct steptotals *x)
{
	if (!x->sorts) {
		ordertotals(x);
		return;
	}
	sorttotals(x);
	recordsortread(&x->sort);
}

bool
steptotalsnext(struct steptotals *x, const int64_t **chunk, size_t *count)
{
	struct span key, value;
	uint64_t n, step, ns = 0;
	const char *p;

	if (x->sorts) {
		if (!recordsortnext(&x->sort, &key, &value))
			return false;
		p = protoread(value.p, &n);
		GROW(x->p, x->room, n);
		for (x->used = 0; x->used < n; x->used++) {
			p = protoread(p, &step);
			x->p[x->used] = (int64_t)(ns += step);
		}
	}
	*chunk = x->p;
	*count = x->used;
	x->used = 0;
	return *count > 0;
}

void
steptotalsclear(struct steptotals *x)
{
	recordsortfree(&x->sort);
	x->sorts = false;
	x->used = 0;
	x->count = 0;
}

void
steptotalsfree(struct steptotals *x)
{
	steptotalsclear(x);
	free(x->p);
	free(x->key.p);
	free(x->value.p);
	*x = (struct steptotals){ 0 };
}
