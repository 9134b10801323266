/* SPDX-License-Identifier: MIT */
/*
 * Trees of an SQLite database, written as rows come: those of a table in the order of their
 * numbers, those of an index in its own. Where a row goes and whether it breaks a rule, which
 * SQLite has to find out each time, is known here, so that this takes a third of the time. Memory
 * is some pages for each tree. The format is that of https://www.sqlite.org/fileformat2.html.
 */
#ifndef NST_BTREE_H
#define NST_BTREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/* Bytes of a page, as in exports of nsys. */
enum { PAGE = 4096 };

/* A file of pages, numbered from 1. All but the first are written in this order. */
struct pagefile {
	const char *path; /* for messages */
	int fd;           /* -1: all pages stay in memory */
	uint32_t count;
	uint32_t locked; /* the page that stays empty, because SQLite locks bytes in it */
	struct buf out; /* pages that are not in the file yet */
};

/* Begins a file of pages on a descriptor that is empty, or in memory when that is negative. */
void pagefileopen(struct pagefile *p, const char *path, int fd);

/* Writes what is left and the first page, or ends the program. Of pages in memory out is all of
 * them, and the caller's to free. */
void pagefileclose(struct pagefile *p, const char first[PAGE]);

/* A page of a tree that is being filled. */
struct treepage {
	char *page;
	size_t cells;    /* how many */
	size_t pointers; /* where those to the cells end */
	size_t content;  /* where the cells begin */
	size_t before;   /* the same without the last one */
	uint32_t child;  /* the last of an inner page */
};

/* A table, or an index. */
struct btree {
	struct pagefile *pages;
	bool index;
	size_t shift;        /* bytes that come before the root in its page */
	struct treepage *levels; /* leaves first */
	size_t count, room;
	int64_t last; /* the number of the last row */
	struct buf cell;
};

/* Begins a tree; the pages stay where they are. Before the root come so many bytes: 0, unless it is
 * to be in the first page. btreeclose or btreeroot ends it. */
void btreeopen(struct btree *b, struct pagefile *p, bool index, size_t shift);

/* Adds a row of a table: its number is higher than those before. */
void btreerow(struct btree *b, int64_t rowid, struct span record);

/* Adds an entry of an index, which comes behind those before; its record is short. */
void btreeentry(struct btree *b, struct span record);

/* Writes what is left; returns the number of the root page. */
uint32_t btreeclose(struct btree *b);

/* The same where the root is to be in the first page: fills that. */
void btreeroot(struct btree *b, char first[PAGE]);

/* The rest of btreevarint: an integer of three bytes or more. */
char *btreelong(char *p, uint64_t v);

/* Writes an integer in 1 to 9 bytes, the high one first; returns where it ends. */
static inline char *
btreevarint(char *p, uint64_t v)
{
	if (v >= 0x4000)
		return btreelong(p, v);
	if (v >= 0x80)
		*p++ = (char)(v >> 7 | 0x80);
	*p++ = (char)(v & 0x7F);
	return p;
}

#endif
