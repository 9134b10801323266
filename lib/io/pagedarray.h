/* SPDX-License-Identifier: MIT */
/*
 * Arrays that may not fit into memory. Their elements are in pages, which share a pool. While the
 * pages in memory take more bytes than its limit, the pool moves pages to a temporary file
 * (TMPDIR). The clock algorithm, also called second chance, chooses pages that were not used
 * lately. A page is read again when one of its elements is needed. Every error ends the program
 * with a message.
 */
#ifndef NST_PAGEDARRAY_H
#define NST_PAGEDARRAY_H

#include <stdbool.h>

#include "base/mem.h"

/* All zero but limit is empty; pagepoolfree frees it, after its arrays. */
struct pagepool {
	size_t limit;    /* bytes in memory beyond which pagestrim moves pages to the file */
	size_t resident; /* bytes in memory */
	struct page **pages; /* those in memory */
	size_t count, room;
	size_t hand;      /* index in pages of the next candidate */
	uint64_t written; /* size of the file, bytes */
	int fd;           /* of the file, if opened */
	bool opened;
};

struct page {
	char *p;      /* NULL if the page is in the file alone */
	size_t bytes; /* 0 for a page whose elements belong to the long page before it */
	size_t slot;  /* index in pagepool.pages, if in memory */
	uint64_t at;  /* place in the file, if filed */
	bool filed, changed, used; /* changed: since it was filed; used: since the hand was here */
};

/* All zero but pool and size is empty; pagedfree frees it. */
struct pagedarray {
	struct pagepool *pool;
	size_t size;         /* of an element, bytes */
	struct page **pages;
	size_t pagecount, pageroom;
	size_t count;        /* index of the next element */
	size_t end;          /* number of elements that the pages have room for */
	size_t below;        /* number of elements of a page, less 1 */
	unsigned shift;      /* a page has 1 << shift elements */
};

/* Moves pages to the file until those in memory are within the limit. No pointer to an element is
 * valid afterwards. */
void pagesevict(struct pagepool *pool);

/* The same, faster where the pages are within the limit. */
static inline void
pagestrim(struct pagepool *pool)
{
	if (pool->resident > pool->limit)
		pagesevict(pool);
}

void pagepoolfree(struct pagepool *pool);

/* Appends n elements of zeros that are next to each other in memory, and returns the first. Its
 * index is *at; elements before it or behind the last may stay unused. JSON_SLACK bytes behind the
 * last may be read. Valid until pagestrim, as for the next functions. */
void *pagedextend(struct pagedarray *a, size_t n, size_t *at);

/* Reads a page from the file. */
void pageload(struct pagepool *pool, struct page *page);

/* Returns the page of an element, which must exist. It is in memory until pagestrim. */
static inline struct page *
pagedpage(const struct pagedarray *a, size_t index)
{
	struct page *page = a->pages[index >> a->shift];

	if (!page->p)
		pageload(a->pool, page);
	page->used = true;
	return page;
}

/* Returns the element at an index in its page. */
static inline void *
pagedelement(const struct pagedarray *a, const struct page *page, size_t index)
{
	return page->p + (index & a->below) * a->size;
}

/* Returns the element at an index, to be read. */
static inline const void *
pagedread(const struct pagedarray *a, size_t index)
{
	return pagedelement(a, pagedpage(a, index), index);
}

/* The same, to be changed. */
static inline void *
pagedwrite(const struct pagedarray *a, size_t index)
{
	struct page *page = pagedpage(a, index);

	page->changed = true;
	return pagedelement(a, page, index);
}

/* Appends an element of zeros, and returns it. */
static inline void *
pagedappend(struct pagedarray *a)
{
	size_t at;

	if (a->count < a->end)
		return pagedwrite(a, a->count++);
	return pagedextend(a, 1, &at);
}

/* Removes all elements, but not the pool and the size. */
void pagedfree(struct pagedarray *a);

#endif
