/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "base/json.h"
#include "pagedarray.h"
#include "tempfile.h"

/* The most bytes of a page that is not long. */
enum { PAGE_BYTES = 1 << 16 };

/* Moves the bytes of a page between memory and its place in the file. */
static void
pagetransfer(const struct pagepool *pool, const struct page *page, bool write)
{
	ssize_t n;

	for (size_t done = 0; done < page->bytes; done += n > 0 ? (size_t)n : 0) {
		char *p = page->p + done;
		off_t at = (off_t)(page->at + done);

		n = write ? pwrite(pool->fd, p, page->bytes - done, at) :
		            pread(pool->fd, p, page->bytes - done, at);
		if (n < 0 && errno != EINTR)
			die("temporary file (TMPDIR):");
		if (n == 0)
			die("temporary file (TMPDIR): it became shorter");
	}
}

/* Writes a page to the file if the file has not its bytes. */
static void
pagefile(struct pagepool *pool, struct page *page)
{
	if (page->filed && !page->changed)
		return;
	if (!pool->opened)
		pool->fd = tempfileopen();
	pool->opened = true;
	if (!page->filed) {
		page->at = pool->written;
		pool->written += page->bytes;
	}
	pagetransfer(pool, page, true);
	page->filed = true;
	page->changed = false;
}

/* Gives a page its memory, of page->bytes and JSON_SLACK. */
static void
pageadd(struct pagepool *pool, struct page *page, char *memory)
{
	GROW(pool->pages, pool->room, pool->count + 1);
	page->p = memory;
	page->slot = pool->count;
	pool->pages[pool->count++] = page;
	pool->resident += page->bytes;
}

/* Frees the memory of a page. */
static void
pagedrop(struct pagepool *pool, struct page *page)
{
	struct page *last = pool->pages[--pool->count];

	pool->pages[page->slot] = last;
	last->slot = page->slot;
	pool->resident -= page->bytes;
	free(page->p);
	page->p = NULL;
}

void
pageload(struct pagepool *pool, struct page *page)
{
	pageadd(pool, page, xmalloc(page->bytes + JSON_SLACK));
	pagetransfer(pool, page, false);
}

void
pagesevict(struct pagepool *pool)
{
	while (pool->resident > pool->limit) {
		struct page *page;

		if (pool->hand >= pool->count)
			pool->hand = 0;
		page = pool->pages[pool->hand];
		if (page->used) {
			page->used = false;
			pool->hand++;
			continue;
		}
		pagefile(pool, page);
		pagedrop(pool, page);
	}
}

void
pagepoolfree(struct pagepool *pool)
{
	if (pool->opened)
		close(pool->fd);
	free(pool->pages);
	*pool = (struct pagepool){ .limit = pool->limit };
}

/* Appends a page of some elements. */
static void
addpage(struct pagedarray *a, size_t elements)
{
	struct page *page = xzalloc(1, sizeof(*page));

	GROW(a->pages, a->pageroom, a->pagecount + 1);
	a->pages[a->pagecount++] = page;
	page->bytes = elements * a->size;
	page->changed = true;
	if (page->bytes > 0)
		pageadd(a->pool, page, xzalloc(page->bytes + JSON_SLACK, 1));
}

/* Sets the number of elements of a page. */
static void
choosepages(struct pagedarray *a)
{
	while (a->size << (a->shift + 1) <= PAGE_BYTES)
		a->shift++;
	a->below = ((size_t)1 << a->shift) - 1;
}

void *
pagedextend(struct pagedarray *a, size_t n, size_t *at)
{
	size_t end = a->end;
	bool islong = false;

	if (n > end - a->count) {
		size_t pages;

		if (a->pagecount == 0)
			choosepages(a);
		pages = ((n - 1) >> a->shift) + 1;
		islong = pages > 1;
		a->count = end;
		end += pages << a->shift;
		addpage(a, end - a->count);
		while (a->pagecount << a->shift < end)
			addpage(a, 0);
		a->end = end;
	}
	*at = a->count;
	a->count = islong ? end : a->count + n;
	return pagedwrite(a, *at);
}

void
pagedfree(struct pagedarray *a)
{
	for (size_t i = 0; i < a->pagecount; i++) {
		if (a->pages[i]->p)
			pagedrop(a->pool, a->pages[i]);
		free(a->pages[i]);
	}
	free(a->pages);
	*a = (struct pagedarray){ .pool = a->pool, .size = a->size };
}
