/* SPDX-License-Identifier: MIT */
/*
 * Writes b-trees of an SQLite database from rows that are already sorted: by rowid in a table,
 * by key in an index. So each row goes to the end, and nothing is searched or checked: this takes
 * a third of the time that SQLite needs. It keeps one page for each level of a tree in memory.
 * The format is described at https://www.sqlite.org/fileformat2.html.
 */
#ifndef NST_BTREE_H
#define NST_BTREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/* Bytes in a page, as in exports of nsys. */
enum { PAGE = 4096 };

/* A file of pages, numbered from 1. Page 1 is written last, the others in order. */
struct pagefile {
	const char *path; /* for messages */
	int fd;           /* -1: all pages stay in memory */
	uint32_t count;
	uint32_t locked; /* a page that stays empty, because SQLite locks bytes in it */
	struct buf out;  /* pages that are not written yet */
};

/* Begins a file of pages in an empty file, or in memory if fd is negative. */
void pagefileopen(struct pagefile *p, const char *path, int fd);

/* Writes the remaining pages and page 1, or ends the program. In memory, out has all pages
 * then; the caller frees it. */
void pagefileclose(struct pagefile *p, const char first[PAGE]);

/* The page of one level that is being filled. */
struct treepage {
	char *page;
	size_t cells;    /* the number of cells */
	size_t pointers; /* offset of the end of the cell pointers */
	size_t content;  /* offset of the first cell; cells are added downwards */
	size_t before;   /* the value of content before the last cell was added */
	uint32_t child;  /* of an inner page: the rightmost child */
};

/* The b-tree of a table or of an index. */
struct btree {
	struct pagefile *pages;
	bool index;
	size_t shift;            /* bytes in the root's page before the root */
	struct treepage *levels; /* the current page of each level, leaves first */
	size_t count, room;
	int64_t last; /* the last rowid */
	struct buf cell;
};

/* Begins a b-tree. The pagefile must stay until the b-tree is ended by btreeclose or
 * btreeroot. shift is the number of bytes before the root in its page: 0, unless the root is
 * to be in page 1. */
void btreeopen(struct btree *b, struct pagefile *p, bool index, size_t shift);

/* Adds a row to a table. Its rowid must be higher than all before. */
void btreerow(struct btree *b, int64_t rowid, struct span record);

/* Adds an entry to an index. It must sort after all before, and have at most 63 bytes. */
void btreeentry(struct btree *b, struct span record);

/* Writes the remaining pages and frees the b-tree. Returns the number of the root page. */
uint32_t btreeclose(struct btree *b);

/* Like btreeclose, but writes the root to first, the contents of page 1. */
void btreeroot(struct btree *b, char first[PAGE]);

/* The slow path of btreevarint: an integer of three bytes or more. */
char *btreelong(char *p, uint64_t v);

/* Writes an integer as SQLite's varint of 1 to 9 bytes, most significant first. Returns its
 * end. */
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
