/* SPDX-License-Identifier: MIT */
/*
 * The pages of an SQLite file, as they are in it. They are read through SQLite's own handle, under
 * its lock, some neighbours at once: such windows are kept, as many as there is room for, and one
 * that was not used for long makes way. Nothing is mapped: a file that shrinks is an error,
 * not a signal. https://www.sqlite.org/fileformat.html says what is in a page.
 */
#ifndef NST_PAGES_H
#define NST_PAGES_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that may be looked at behind a page's last one; they do not count. */
enum { PAGE_SLACK = 16 };

struct pages {
	sqlite3_file *file;
	uint32_t pages;         /* in the file; they are numbered from 1 */
	uint32_t size, usable;  /* bytes of a page, and those that hold something */
	unsigned shift;         /* a window has 1 << shift pages */
	struct slot *slots;     /* of windows */
	size_t count, hand;     /* how many, and which may make way next */
	uint32_t *heads;        /* by a hash of windows: the first slot plus one; 0 for none */
	size_t mask;            /* of the hash */
	unsigned char *bytes;   /* of all windows */
	uint32_t window;        /* the one used last, counted from 1; 0 for none */
	const unsigned char *latest; /* its bytes */
	int failed;             /* SQLite's code of a read that failed, else 0 */
};

/* Begins to read the pages of a connection's file, which has a read transaction. False when the
 * file has none that can be read without SQLite, since its text is not UTF-8, or reading failed.
 * The caller frees with pagesclose, before it closes the connection. */
bool pagesopen(struct pages *p, sqlite3 *db);

/* Tells how many places of the file are read in turns: windows become smaller where there are
 * many. */
void pagestune(struct pages *p, size_t places);

/* The bytes of a page, valid until the next call; NULL when there is no such page, the file has
 * become too short for it, or a read failed: then failed says why. */
const unsigned char *pageget(struct pages *p, uint32_t number);

void pagesclose(struct pages *p);

#endif
