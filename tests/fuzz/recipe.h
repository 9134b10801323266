/* SPDX-License-Identifier: MIT */
/*
 * A report whose container is good and whose messages are an input: parts of a byte that says what
 * each is, two bytes of length, the low one first, and those.
 */
#ifndef NST_FUZZ_RECIPE_H
#define NST_FUZZ_RECIPE_H

#include <stdlib.h>

#include "../unit/made.h"
#include "report/wire.h"

/* Where a part goes. */
enum part { BLOCK, STRINGS, HEADER, CHUNK, THREADS, TARGET, CLOCKS, PRODUCT, PARTS };

/* How many fields with that number a message has. */
static inline uint64_t
recipecount(struct span message, uint32_t number)
{
	struct wire w = wireopen(message);
	struct wirefield f;
	uint64_t n = 0;

	while (wirenext(&w, &f))
		n += f.number == number && f.type == WIRE_BYTES;
	return n;
}

/* Makes a report of the input; the product stays the caller's. */
static inline void
recipefill(struct made *m, struct buf *product, struct span input)
{
	struct buf *parts[PARTS] = { &m->events, &m->strings, &m->header, &m->sources, &m->threads,
		&m->target, &m->clocks, product };

	while (input.n >= 3) {
		const unsigned char *p = (const unsigned char *)input.p;
		enum part part = (enum part)(p[0] % PARTS);
		size_t n = (size_t)p[1] | (size_t)p[2] << 8;
		struct span bytes = { input.p + 3, n < input.n - 3 ? n : input.n - 3 };

		bufspan(parts[part], bytes);
		if (part == BLOCK) {
			m->eventcount += recipecount(bytes, 1);
			m->genericcount += recipecount(bytes, 2);
			madeblock(m);
		}
		input.p += 3 + bytes.n;
		input.n -= 3 + bytes.n;
	}
	m->stringcount = recipecount(bufall(&m->strings), 1);
	m->threadcount = recipecount(bufall(&m->threads), 1);
	bufchar(product, '\0');
	m->product = product->n > 1 ? product->p : NULL;
}

/* Makes the report of an input; the caller frees the bytes. */
static inline void
recipe(struct buf *file, struct span input)
{
	struct madesection s[MADE_SECTIONS] = { { 0 } };
	struct buf product = { 0 };
	struct made m = { 0 };

	recipefill(&m, &product, input);
	madesections(&m, s);
	madebox(file, s, MADE_SECTIONS);
	for (int i = 0; i < MADE_SECTIONS; i++)
		free(s[i].bytes.p);
	free(product.p);
	madefree(&m);
}

#endif
