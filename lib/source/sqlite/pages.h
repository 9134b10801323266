/* SPDX-License-Identifier: MIT */
/*
 * A cache of the pages of an SQLite file. It reads windows of neighbouring pages through SQLite's
 * file handle, under its lock, and evicts them by the CLOCK algorithm. Nothing is mapped into
 * memory: a file that shrinks is an error, not a signal. https://www.sqlite.org/fileformat.html
 * describes pages.
 */
#ifndef NST_PAGES_H
#define NST_PAGES_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes after a page that may be read; their values mean nothing. The header of a record is read in
 * words (recordlayout.h). */
enum { PAGE_SLACK = 80 };

struct pages {
	sqlite3_file *file;
	uint32_t pages;         /* in the file; numbered from 1 */
	uint32_t size, usable;  /* bytes of a page, and of its part that holds data */
	unsigned shift;         /* a window has 1 << shift pages */
	struct slot *slots;     /* hold windows */
	size_t count, hand;     /* number of slots, and the clock hand */
	uint32_t *heads;        /* hash table with chaining: 1 + first slot; 0 for none */
	size_t mask;            /* of the hash value */
	unsigned char *bytes;   /* of all windows */
	uint32_t window;        /* used last, numbered from 1; 0 for none */
	const unsigned char *latest; /* bytes of that window */
	uint64_t version;       /* changes with the bytes of any window */
	int failed;             /* SQLite's code of a read that failed, else 0 */
};

/* Begins to read the pages of a connection's file, which has a read transaction. Returns false if
 * only SQLite can read the file, since its text is not UTF-8, or if reading failed: then failed is
 * set. The caller frees with pagesclose, before it closes the connection. */
bool pagesopen(struct pages *p, sqlite3 *db);

/* Adapts the cache to the number of places of the file that are read in turns: with many places,
 * windows become smaller. */
void pagestune(struct pages *p, size_t places);

/* Returns the bytes of a page, valid while the version is the same. NULL if there is no such page,
 * the file has become too short for it, or a read failed: then failed is set. */
const unsigned char *pageget(struct pages *p, uint32_t number);

void pagesclose(struct pages *p);

#endif
