/* SPDX-License-Identifier: MIT */
/* pagedarray.h and pagedstrings.h: compared with plain arrays. */
#include <stdlib.h>

#include "base/json.h"
#include "io/pagedarray.h"
#include "io/pagedstrings.h"
#include "tap.h"

enum { STEPS = 200000, STRINGS = 300000 };

/* An element whose size is no power of two, and the same for an array of bytes. */
struct triple {
	uint32_t a, b, c;
};

/* Appends, changes and reads random elements of two arrays in one pool. */
static void
arrays(size_t limit)
{
	struct pagepool pool = { .limit = limit };
	struct pagedarray triples = { .pool = &pool, .size = sizeof(struct triple) };
	struct pagedarray bytes = { .pool = &pool, .size = 1 };
	struct triple *plain = calloc(STEPS, sizeof(*plain));
	unsigned char *plainbytes = calloc(STEPS, 1);
	size_t most = limit == 0 ? STEPS / 100 : STEPS, wrong = 0, over = 0;

	if (!plain || !plainbytes)
		exit(99);
	for (size_t n = 1; n <= most; n++) {
		size_t i = taprandom(n), j = taprandom(4) == 0 ? i : n - 1;
		struct triple value = { (uint32_t)n, (uint32_t)taprandom(UINT32_MAX), 7 };
		const struct triple *read;

		wrong += ((struct triple *)pagedappend(&triples))->c != 0;
		wrong += *(char *)pagedappend(&bytes) != 0;
		*(struct triple *)pagedwrite(&triples, j) = plain[j] = value;
		*(unsigned char *)pagedwrite(&bytes, j) = plainbytes[j] = (unsigned char)value.b;
		if (taprandom(16) == 0 || limit >= 1 << 20) {
			read = pagedread(&triples, i);
			wrong += read->a != plain[i].a || read->b != plain[i].b || read->c != plain[i].c;
			wrong += *(const unsigned char *)pagedread(&bytes, i) != plainbytes[i];
		}
		pagestrim(&pool);
		over += pool.resident > limit;
	}
	for (size_t i = 0; i < most; i++, pagestrim(&pool)) {
		const struct triple *read = pagedread(&triples, i);

		wrong += read->a != plain[i].a || read->b != plain[i].b || read->c != plain[i].c;
		wrong += *(const unsigned char *)pagedread(&bytes, i) != plainbytes[i];
	}
	ok(wrong == 0 && over == 0, "limit of %zu bytes: %zu elements are wrong, %zu times over it",
	    limit, wrong, over);
	ok(triples.count == most && pool.opened == (pool.written > 0) &&
	        pool.opened == (limit < most * (sizeof(struct triple) + 1)),
	    "limit of %zu bytes: a file of %llu bytes", limit, (unsigned long long)pool.written);
	pagedfree(&bytes);
	ok(*(const uint32_t *)pagedread(&triples, 0) == plain[0].a,
	    "limit of %zu bytes: an array remains when the other is freed", limit);
	pagedfree(&triples);
	ok(pool.resident == 0 && pool.count == 0, "limit of %zu bytes: no page remains", limit);
	pagepoolfree(&pool);
	free(plain);
	free(plainbytes);
}

/* Elements that are next to each other: some are more than a page. */
static void
extended(size_t limit)
{
	struct pagepool pool = { .limit = limit };
	struct pagedarray words = { .pool = &pool, .size = sizeof(uint64_t) };
	size_t at[200], n[200], wrong = 0, end = 0;

	for (size_t i = 0; i < 200; i++) {
		uint64_t *p;

		n[i] = taprandom(10) == 0 ? 20000 + taprandom(5) : 1 + taprandom(9000);
		p = pagedextend(&words, n[i], &at[i]);
		wrong += at[i] < end;
		end = at[i] + n[i];
		for (size_t j = 0; j < n[i]; j++)
			wrong += p[j] != 0;
		for (size_t j = 0; j < n[i]; j++)
			p[j] = i * 1000003 + j;
		pagestrim(&pool);
	}
	for (size_t i = 0; i < 200; i++, pagestrim(&pool)) {
		const uint64_t *p = pagedread(&words, at[i]);
		const char *behind = (const char *)(p + n[i]);
		unsigned sum = 0;

		for (size_t j = 0; j < n[i]; j++)
			wrong += p[j] != i * 1000003 + j;
		for (size_t j = 0; j < JSON_SLACK; j++) /* a sanitizer sees a byte that is not there */
			sum += (unsigned char)behind[j];
		wrong += sum > JSON_SLACK * UINT8_MAX;
	}
	ok(wrong == 0, "limit of %zu bytes: runs of elements, %zu wrong", limit, wrong);
	pagedfree(&words);
	pagepoolfree(&pool);
}

/* Writes the string of a number: short, or with zero bytes, or longer than a page. */
static void
makestring(struct buf *out, uint64_t number)
{
	out->n = 0;
	if (number % 5 == 0)
		bufmem(out, "\0\xff", number % 3);
	else
		bufprintf(out, "%llu", (unsigned long long)number);
	if (number % 1000 == 999)
		while (out->n < 70000)
			bufstr(out, "long");
}

static void
strings(size_t limit, size_t distinct)
{
	struct pagepool pool = { .limit = limit };
	struct pagedstrings s = PAGEDSTRINGS(&pool);
	uint32_t *ids = calloc(STRINGS, sizeof(*ids)), latest = 0;
	uint64_t *numbers = calloc(STRINGS, sizeof(*numbers));
	size_t most = limit == 0 ? STRINGS / 100 : STRINGS, wrong = 0, again = 0;
	struct buf string = { 0 };

	if (!ids || !numbers)
		exit(99);
	for (size_t i = 0; i < most; i++, pagestrim(&pool)) {
		uint32_t other;

		numbers[i] = i > 0 && taprandom(2) ? numbers[i - 1] : taprandom(distinct);
		makestring(&string, numbers[i]);
		ids[i] = pagedinternlike(&s, bufall(&string), &latest);
		other = pagedintern(&s, bufall(&string));
		again += i > 0 && numbers[i] == numbers[i - 1] && ids[i] != ids[i - 1];
		again += other != ids[i];
	}
	for (size_t i = 0; i < most; i++, pagestrim(&pool)) {
		makestring(&string, numbers[i]);
		wrong += !spansame(pagedstring(&s, ids[i]), bufall(&string));
	}
	ok(wrong == 0 && again == 0,
	    "limit of %zu bytes, %zu strings: %zu wrong, %zu stored at once again", limit, distinct,
	    wrong, again);
	if (distinct <= 1000) {
		size_t before = s.words.count;

		for (size_t i = 0; i < most; i++) {
			makestring(&string, numbers[i]);
			pagedintern(&s, bufall(&string));
		}
		ok(s.words.count == before, "... and each is stored once");
	}
	pagedstringsfree(&s);
	pagepoolfree(&pool);
	free(string.p);
	free(ids);
	free(numbers);
}

int
main(void)
{
	static const size_t limits[] = { 0, 1 << 17, 1 << 20, SIZE_MAX };

	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
		arrays(limits[i]);
		extended(limits[i]);
		strings(limits[i], 1);
		strings(limits[i], 900);
		strings(limits[i], 250000);
	}
	return tapend();
}
