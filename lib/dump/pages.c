/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "map.h"
#include "mem.h"
#include "pages.h"

/* Where the header of a file keeps what is asked of it. */
enum { HEADER_SIZE = 100, AT_PAGE_SIZE = 16, AT_RESERVED = 20, AT_ENCODING = 56, UTF8 = 1 };

/* A window has so many bytes, or less, down to a page, where all of them would have more than MOST:
 * there are two for each place that is read in turns. A window can be in one of so many slots. */
enum { WINDOW = 64 << 10, MOST = 16 << 20, WAYS = 8 };

/* Slots for windows: which window of the file each holds, counted from 1, and when it was last
 * used. */
struct slots {
	uint32_t held[WAYS];
	uint64_t used[WAYS];
};

bool
pagesopen(struct pages *p, sqlite3 *db)
{
	unsigned char head[HEADER_SIZE];
	sqlite3_file *file = NULL;
	sqlite3_int64 bytes;

	*p = (struct pages){ 0 };
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
	p->count = (uint32_t)(bytes / p->size);
	p->file = file;
	pagestune(p, 1);
	return true;
}

void
pagestune(struct pages *p, size_t places)
{
	size_t sets = (places * 2 + WAYS - 1) / WAYS, window = WINDOW;

	if (!p->file)
		return;
	while (window > p->size && sets > MOST / WAYS / window)
		window /= 2;
	if (window < p->size)
		window = p->size;
	if (sets > MOST / WAYS / window)
		sets = MOST / WAYS / window;
	if (p->sets == sets && p->size << p->shift == window)
		return;
	pagesclose(p);
	p->shift = 0;
	while (p->size << p->shift < window)
		p->shift++;
	p->sets = sets;
	p->slots = xzalloc(sets, sizeof(*p->slots));
	p->bytes = xmalloc(sets * WAYS * window + PAGE_SLACK);
}

/* Reads a window, counted from 0, into a slot. */
static bool
readwindow(struct pages *p, uint32_t number, unsigned char *to)
{
	uint32_t first = number << p->shift, pages = p->count - first;
	int rc;

	pages = pages < 1U << p->shift ? pages : 1U << p->shift;
	rc = p->file->pMethods->xRead(
	    p->file, to, (int)(pages * p->size), (sqlite3_int64)first * p->size);
	if (rc != SQLITE_OK && rc != SQLITE_IOERR_SHORT_READ)
		p->failed = rc;
	return rc == SQLITE_OK;
}

const unsigned char *
pageget(struct pages *p, uint32_t number)
{
	uint32_t window = (number - 1) >> p->shift, page = (number - 1) & ((1U << p->shift) - 1);
	size_t set = (mapspread(window) >> 32) * p->sets >> 32, oldest = 0, size = p->size;
	struct slots *s = &p->slots[set];
	unsigned char *to;

	if (number == 0 || number > p->count)
		return NULL;
	for (size_t i = 0; i < WAYS; i++) {
		if (s->held[i] == window + 1) {
			s->used[i] = ++p->clock;
			return p->bytes + (((set * WAYS + i) << p->shift) + page) * size;
		}
		if (s->used[i] < s->used[oldest])
			oldest = i;
	}
	to = p->bytes + ((set * WAYS + oldest) << p->shift) * size;
	s->held[oldest] = 0; /* a read that fails leaves nothing */
	s->used[oldest] = 0;
	if (!readwindow(p, window, to))
		return NULL;
	s->held[oldest] = window + 1;
	s->used[oldest] = ++p->clock;
	return to + page * size;
}

void
pagesclose(struct pages *p)
{
	free(p->slots);
	free(p->bytes);
	p->slots = NULL;
	p->bytes = NULL;
	p->sets = 0;
}
