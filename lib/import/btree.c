/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "btree.h"
#include "io/out.h"

/* Types of pages, and the offsets of fields in a page header. */
enum { INNER_INDEX = 2, INNER_TABLE = 5, LEAF_INDEX = 10, LEAF_TABLE = 13 };
enum { LEAF_HEADER = 8, INNER_HEADER = 12, AT_CELLS = 3, AT_CONTENT = 5, AT_LAST = 8 };

/* The most bytes of a record in a leaf. A longer record keeps between LEAST and LOCAL bytes
 * there; the rest goes to overflow pages of OVERFLOW bytes each. The format defines these
 * formulas. */
enum { LOCAL = PAGE - 35, LEAST = (PAGE - 12) * 32 / 255 - 23, OVERFLOW = PAGE - 4 };

/* Bytes of a page number, of the longest varint, and of the longest key of an inner cell: a
 * rowid, or an index entry. */
enum { CHILD = 4, VARINT = 9, SHORT = 64 };

/* The offset of the byte that SQLite locks; its page stays empty. */
enum { LOCKED = 0x40000000 };

static void
put16(char *p, size_t v)
{
	p[0] = (char)(v >> 8);
	p[1] = (char)v;
}

static void
put32(char *p, uint32_t v)
{
	put16(p, v >> 16);
	put16(p + 2, v & 0xFFFF);
}

static uint32_t
get32(const char *p)
{
	const unsigned char *u = (const unsigned char *)p;

	return (uint32_t)u[0] << 24 | (uint32_t)u[1] << 16 | (uint32_t)u[2] << 8 | u[3];
}

void
pagefileopen(struct pagefile *p, const char *path, int fd)
{
	*p = (struct pagefile){ .path = path, .fd = fd, .count = 1, .locked = LOCKED / PAGE + 1 };
	memset(bufroom(&p->out, PAGE), 0, PAGE); /* page 1, until pagefileclose */
	p->out.n = PAGE;
}

/* Adds a page. Returns its bytes, valid until the next call. */
static char *
page(struct pagefile *p)
{
	if (p->fd >= 0 && p->out.n >= OUT_BLOCK) {
		if (!outwriteto(p->fd, &p->out))
			die("%s:", p->path);
		p->out.n = 0;
	}
	if (p->count >= UINT32_MAX - 2)
		die("%s: more pages than a database can have", p->path);
	if (++p->count == p->locked) {
		memset(bufroom(&p->out, PAGE), 0, PAGE);
		p->out.n += PAGE;
		p->count++;
	}
	bufroom(&p->out, PAGE);
	p->out.n += PAGE;
	return p->out.p + p->out.n - PAGE;
}

/* Returns the number that the next page will get. */
static uint32_t
following(const struct pagefile *p)
{
	return p->count + 1 == p->locked ? p->count + 2 : p->count + 1;
}

void
pagefileclose(struct pagefile *p, const char first[PAGE])
{
	if (p->fd < 0) {
		memcpy(p->out.p, first, PAGE);
		return;
	}
	if (!outwriteto(p->fd, &p->out))
		die("%s:", p->path);
	for (size_t n = 0; n < PAGE;) {
		ssize_t some = pwrite(p->fd, first + n, PAGE - n, (off_t)n);

		if (some < 0 && errno != EINTR)
			die("%s:", p->path);
		n += some > 0 ? (size_t)some : 0;
	}
	free(p->out.p);
	p->out = (struct buf){ 0 };
}

char *
btreelong(char *p, uint64_t v)
{
	int n = 1;

	if (v >> 56) {
		p[8] = (char)v;
		v >>= 8;
		for (int i = 7; i >= 0; i--, v >>= 7)
			p[i] = (char)(v | 0x80);
		return p + VARINT;
	}
	while (v >> 7 * n)
		n++;
	for (int i = n - 1; i >= 0; i--, v >>= 7)
		p[i] = (char)(i == n - 1 ? v & 0x7F : v | 0x80);
	return p + n;
}

void
btreeopen(struct btree *b, struct pagefile *p, bool index, size_t shift)
{
	*b = (struct btree){ .pages = p, .index = index, .shift = shift };
}

/* Makes a page empty. */
static void
clear(struct treepage *node, size_t level)
{
	node->cells = 0;
	node->pointers = level == 0 ? LEAF_HEADER : INNER_HEADER;
	node->content = node->before = PAGE;
}

/* Returns the current page of a level; adds the level if it is new. */
static struct treepage *
nodeat(struct btree *b, size_t level)
{
	if (level == b->count) {
		GROW(b->levels, b->room, b->count + 1);
		b->levels[b->count] = (struct treepage){ .page = xmalloc(PAGE) };
		clear(&b->levels[b->count++], level);
	}
	return &b->levels[level];
}

/* Returns true if a cell of n bytes fits into a page. It leaves room for shift, since any page
 * may become the root. */
static bool
btreefits(const struct btree *b, const struct treepage *node, size_t n)
{
	return b->shift + node->pointers + 2 + n <= node->content;
}

/* Adds a cell to a page that has room for it. */
static void
btreeplace(struct treepage *node, const char *cell, size_t n)
{
	node->before = node->content;
	node->content -= n;
	memcpy(node->page + node->content, cell, n);
	put16(node->page + node->pointers, node->content);
	node->pointers += 2;
	node->cells++;
}

/* Removes the last cell of a page, and copies it to cell. Returns its length. */
static size_t
takelast(struct treepage *node, char cell[CHILD + SHORT])
{
	size_t n = node->before - node->content;

	memcpy(cell, node->page + node->content, n);
	node->content = node->before;
	node->pointers -= 2;
	node->cells--;
	return n;
}

/* Writes the page of a level to to, with its header after shift bytes. */
static void
btreefinish(const struct btree *b, size_t level, char *to, size_t shift)
{
	static const char kinds[2][2] = { { LEAF_TABLE, INNER_TABLE },
		{ LEAF_INDEX, INNER_INDEX } };
	const struct treepage *node = &b->levels[level];
	size_t header = level == 0 ? LEAF_HEADER : INNER_HEADER;

	memset(to + shift, 0, node->content - shift);
	memcpy(to + shift + header, node->page + header, node->pointers - header);
	memcpy(to + node->content, node->page + node->content, PAGE - node->content);
	to[shift] = kinds[b->index][level > 0];
	put16(to + shift + AT_CELLS, node->cells);
	put16(to + shift + AT_CONTENT, node->content);
	if (level > 0)
		put32(to + shift + AT_LAST, node->child);
}

/* Writes the page of a level to the file, and makes it empty. Returns the page number. */
static uint32_t
btreeput(struct btree *b, size_t level)
{
	btreefinish(b, level, page(b->pages), 0);
	clear(&b->levels[level], level);
	return b->pages->count;
}

/*
 * Adds a full page, child, to the level above, with the key that separates it from the next
 * page. If the page above is full, its last cell moves up another level: the child of that cell
 * becomes the rightmost child. So the next page of that level starts with one cell, as SQLite
 * requires.
 */
static void
separate(struct btree *b, uint32_t child, const char *rest, size_t n)
{
	char cell[CHILD + SHORT], last[CHILD + SHORT] = { 0 };

	memcpy(cell + CHILD, rest, n);
	for (size_t level = 1;; level++) {
		struct treepage *node = nodeat(b, level);
		size_t taken;

		put32(cell, child);
		if (btreefits(b, node, CHILD + n)) {
			btreeplace(node, cell, CHILD + n);
			return;
		}
		taken = takelast(node, last);
		node->child = get32(last);
		child = btreeput(b, level);
		btreeplace(node, cell, CHILD + n);
		n = taken - CHILD;
		memcpy(cell + CHILD, last + CHILD, n);
	}
}

/* Writes the rest of a record to overflow pages. */
static void
overflow(struct pagefile *p, struct span rest)
{
	while (rest.n > 0) {
		size_t n = rest.n < OVERFLOW ? rest.n : OVERFLOW;
		char *to = page(p);

		put32(to, n < rest.n ? following(p) : 0);
		memcpy(to + CHILD, rest.p, n);
		memset(to + CHILD + n, 0, OVERFLOW - n);
		rest.p += n;
		rest.n -= n;
	}
}

void
btreerow(struct btree *b, int64_t rowid, struct span record)
{
	size_t local = LEAST + (record.n - LEAST) % OVERFLOW;
	char *begin, *p;

	if (record.n <= LOCAL)
		local = record.n;
	else if (local > LOCAL)
		local = LEAST;
	begin = p = bufroom(&b->cell, 2 * VARINT + LOCAL + CHILD);
	p = btreevarint(p, record.n);
	p = btreevarint(p, (uint64_t)rowid);
	memcpy(p, record.p, local);
	p += local;
	if (local < record.n) {
		put32(p, following(b->pages));
		p += CHILD;
		overflow(b->pages, (struct span){ record.p + local, record.n - local });
	}
	if (!btreefits(b, nodeat(b, 0), (size_t)(p - begin))) {
		char key[VARINT];
		size_t n = (size_t)(btreevarint(key, (uint64_t)b->last) - key);

		separate(b, btreeput(b, 0), key, n);
	}
	btreeplace(nodeat(b, 0), begin, (size_t)(p - begin));
	b->last = rowid;
}

void
btreeentry(struct btree *b, struct span record)
{
	char cell[SHORT], last[CHILD + SHORT], *p = btreevarint(cell, record.n);
	size_t n = (size_t)(p - cell) + record.n;

	memcpy(p, record.p, record.n);
	if (!btreefits(b, nodeat(b, 0), n)) {
		size_t taken = takelast(nodeat(b, 0), last);

		separate(b, btreeput(b, 0), last, taken);
	}
	btreeplace(nodeat(b, 0), cell, n);
}

/* Writes the current page of each level but the root. */
static void
closebelow(struct btree *b)
{
	nodeat(b, 0);
	for (size_t i = 0; i + 1 < b->count; i++)
		b->levels[i + 1].child = btreeput(b, i);
}

static void
btreerelease(struct btree *b)
{
	for (size_t i = 0; i < b->count; i++)
		free(b->levels[i].page);
	free(b->levels);
	free(b->cell.p);
}

uint32_t
btreeclose(struct btree *b)
{
	uint32_t root;

	closebelow(b);
	root = btreeput(b, b->count - 1);
	btreerelease(b);
	return root;
}

void
btreeroot(struct btree *b, char first[PAGE])
{
	closebelow(b);
	btreefinish(b, b->count - 1, first, b->shift);
	btreerelease(b);
}
