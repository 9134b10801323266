/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/mem.h"
#include "pages.h"

/* The header of a file, and offsets in it. */
enum { HEADER_SIZE = 100, AT_PAGE_SIZE = 16, AT_RESERVED = 20, AT_ENCODING = 56, UTF8 = 1 };

/* Returns the bytes of a window, numbered from 1; NULL if it cannot be read. */
enum { WINDOW = 64 << 10, MOST = 16 << 20, MORE = 8 };

/* A window in the cache. */
struct slot {
	uint32_t window; /* numbered from 1; 0 for none */
	uint32_t next;   /* 1 + next slot in the chain; 0 for none */
	bool used;       /* since the clock hand passed */
};

bool
pagesopen(struct pages *p, sqlite3 *db)
{
	unsigned char head[HEADER_SIZE];
	sqlite3_file *file = NULL;
	sqlite3_int64 bytes;

	*p = (struct pages){ .version = 1 };
	if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
	    !file || !file->pMethods)
		return false;
	p->failed = file->pMethods->xRead(file, head, HEADER_SIZE, 0);
	if (p->failed == SQLITE_OK)
		p->failed = file->pMethods->xFileSize(file, &bytes);
	if (p->failed != SQLITE_OK || head[AT_ENCODING + 3] != UTF8)
		return false;
	p->size = (uint32_t)head[AT_PAGE_SIZE] << 8 | head[AT_PAGE_SIZE + 1];
	if (p->size == 1)
		p->size = 65536;
	p->usable = p->size - head[AT_RESERVED];
	if (p->size < 512 || p->size > 65536 || (p->size & (p->size - 1)) || p->usable < 480 ||
	    bytes / p->size > UINT32_MAX - 1)
		return false;
	p->pages = (uint32_t)(bytes / p->size);
	p->file = file;
	pagestune(p, 1);
	return true;
}

void
pagestune(struct pages *p, size_t places)
{
	size_t count = places + places / 4 + MORE, window = WINDOW;

	if (!p->file)
		return;
	while (window > p->size && count > MOST / window)
		window /= 2;
	if (window < p->size)
		window = p->size;
	if (count > MOST / window)
		count = MOST / window;
	if (p->count == count && p->size << p->shift == window)
		return;
	pagesclose(p);
	p->shift = 0;
	while (p->size << p->shift < window)
		p->shift++;
	p->count = count;
	for (p->mask = 1; p->mask < count; p->mask *= 2)
		continue;
	p->heads = xzalloc(p->mask--, sizeof(*p->heads));
	p->slots = xzalloc(count, sizeof(*p->slots));
	p->bytes = xmalloc(count * window + PAGE_SLACK);
}

/* Reads a window, numbered from 0. */
static bool
readwindow(struct pages *p, uint32_t number, unsigned char *to)
{
	uint32_t first = number << p->shift, pages = p->pages - first;
	int rc;

	p->version++;
	pages = pages < 1U << p->shift ? pages : 1U << p->shift;
	rc = p->file->pMethods->xRead(
	    p->file, to, (int)(pages * p->size), (sqlite3_int64)first * p->size);
	if (rc != SQLITE_OK && rc != SQLITE_IOERR_SHORT_READ)
		p->failed = rc;
	return rc == SQLITE_OK;
}

/* Returns the head of a chain. */
static uint32_t *
headof(struct pages *p, uint32_t window)
{
	return &p->heads[mapspread(window) >> 32 & p->mask];
}

/* Evicts a window that was not used since the hand passed it; returns its slot. */
static uint32_t
makeway(struct pages *p)
{
	struct slot *s;
	uint32_t *link;

	for (;; p->hand = (p->hand + 1) % p->count) {
		s = &p->slots[p->hand];
		if (!s->used)
			break;
		s->used = false;
	}
	if (s->window > 0) {
		for (link = headof(p, s->window); *link != p->hand + 1;)
			link = &p->slots[*link - 1].next;
		*link = s->next;
	}
	*s = (struct slot){ 0 };
	return (uint32_t)p->hand;
}

/* The bytes of a window, counted from 1; NULL when it cannot be read. */
static const unsigned char *
getwindow(struct pages *p, uint32_t window)
{
	uint32_t *head = headof(p, window), slot = *head;
	size_t size = (size_t)p->size << p->shift;

	while (slot > 0 && p->slots[slot - 1].window != window)
		slot = p->slots[slot - 1].next;
	if (slot == 0) {
		slot = makeway(p) + 1;
		if (!readwindow(p, window - 1, p->bytes + (slot - 1) * size))
			return NULL;
		p->slots[slot - 1] = (struct slot){ .window = window, .next = *head };
		*head = slot;
	}
	p->slots[slot - 1].used = true;
	return p->bytes + (slot - 1) * size;
}

const unsigned char *
pageget(struct pages *p, uint32_t number)
{
	uint32_t window = ((number - 1) >> p->shift) + 1,
	         page = (number - 1) & ((1U << p->shift) - 1);

	if (number == 0 || number > p->pages)
		return NULL;
	if (window != p->window) {
		p->latest = getwindow(p, window);
		p->window = p->latest ? window : 0;
	}
	return p->latest ? p->latest + (size_t)page * p->size : NULL;
}

void
pagesclose(struct pages *p)
{
	free(p->heads);
	free(p->slots);
	free(p->bytes);
	p->heads = NULL;
	p->slots = NULL;
	p->bytes = NULL;
	p->count = p->hand = 0;
	p->version++;
	p->window = 0;
}
