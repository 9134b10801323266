/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "naming.h"

/* What a name in naming.others belongs to; kept in the tid bits of the packed process. */
enum { TAG_PROCESS, TAG_DOMAIN, TAG_CATEGORY, TAG_RANK };

_Static_assert(TAG_RANK == 3, "the query for ranks says so");

/* NVTX event types that name things. */
enum { NVTX_CATEGORY = 33, NVTX_THREAD = 39, NVTX_DOMAIN = 75 };

static struct mapkey
otherkey(uint64_t process, int tag, int64_t domain, int64_t category)
{
	return (struct mapkey){ process | (unsigned)tag,
		((uint64_t)domain << 32 | (uint64_t)domain >> 32) ^ (uint64_t)category };
}

static struct mapkey
threadkey(uint64_t thread)
{
	return (struct mapkey){ thread, 0 };
}

/* Keeps a name, unless the key already has one. */
static void
naminglearn(struct naming *n, struct map *map, struct mapkey key, struct span text)
{
	struct buf escaped = { 0 };
	uint32_t *id;
	bool fresh;

	if (!text.p)
		return;
	id = mapput(map, key, &fresh);
	if (fresh) {
		jsonescape(&escaped, text.p, text.n);
		*id = stringintern(&n->text, bufall(&escaped));
		free(escaped.p);
	}
}

/* Learns the names of a table of (packed id, name), which may be missing. */
static void
learntable(struct naming *n, struct map *map, const char *table, const char *sql)
{
	const struct profile *p = n->strings->profile;
	sqlite3_stmt *st = profileoptional(p, table, sql);

	while (st && profilestep(p, st, table))
		naminglearn(n, map, threadkey((uint64_t)sqlite3_column_int64(st, 0)),
		    profiletext(p, st, 1));
	sqlite3_finalize(st);
}

void
namingopen(struct naming *n, struct strings *s)
{
	*n = (struct naming){ .strings = s };
	learntable(n, &n->others, "PROCESSES",
	    "SELECT [globalPid], [name] FROM [PROCESSES] NOT INDEXED "
	    "WHERE [globalPid] IS NOT NULL");
	learntable(n, &n->threads, "ThreadNames",
	    "SELECT [globalTid], nst_string([nameId]) FROM "
	    "[ThreadNames] NOT INDEXED WHERE [globalTid] IS NOT NULL");
	learntable(n, &n->others, "MPI_RANKS",
	    "SELECT [globalTid] & ~0xFFFFFF | 3, CAST([rank] AS TEXT) FROM [MPI_RANKS] NOT INDEXED "
	    "WHERE [rank] >= 0 AND typeof([rank]) = 'integer' AND "
	    "typeof([globalTid]) = 'integer'");
}

void
namingclose(struct naming *n)
{
	stringtablefree(&n->text);
	mapfree(&n->threads);
	mapfree(&n->others);
}

/* The name in a row: its own text, or that of a string. */
static struct span
namingnameof(struct strings *s, const struct plan *plan, const struct row *row, struct buf *scratch)
{
	for (size_t i = 0; i < plan->count; i++) {
		const struct op *op = &plan->ops[i];
		const struct cell *cell;

		if (op->column < 0)
			continue;
		cell = &row->cells[op->column];
		if (op->kind == K_TEXT && cell->type == CELL_TEXT)
			return rowtext(row, cell);
		if (op->kind == K_STRING && cell->type == CELL_INT) {
			stringraw(s, cell->number, scratch);
			return bufall(scratch);
		}
	}
	return (struct span){ NULL, 0 };
}

/* A number of a row; 0 where it is missing. */
static int64_t
namingnumber(const struct plan *plan, const struct row *row, enum role role)
{
	int column = plan->roles[role].column;

	return column < 0 ? 0 : row->cells[column].number;
}

void
namingrow(struct naming *n, const struct plan *plan, const struct row *row, int64_t class)
{
	uint64_t thread = (uint64_t)namingnumber(plan, row, ROLE_THREAD),
	         process = packedprocess(thread);
	int64_t domain = namingnumber(plan, row, ROLE_DOMAIN),
	        category = namingnumber(plan, row, ROLE_CATEGORY);
	struct buf scratch = { 0 };
	struct span name = namingnameof(n->strings, plan, row, &scratch);

	switch (class) {
	case NVTX_CATEGORY:
		naminglearn(n, &n->others, otherkey(process, TAG_CATEGORY, domain, category), name);
		break;
	case NVTX_THREAD:
		naminglearn(n, &n->threads, threadkey(thread), name);
		break;
	case NVTX_DOMAIN:
		naminglearn(n, &n->others, otherkey(process, TAG_DOMAIN, domain, 0), name);
		break;
	}
	free(scratch.p);
}

/* The name that a map has for a key. */
static struct span
known(const struct naming *n, const struct map *map, struct mapkey key)
{
	const uint32_t *name = mapget(map, key);

	return name ? stringat(&n->text, *name) : (struct span){ NULL, 0 };
}

struct span
namingprocess(const struct naming *n, uint64_t process)
{
	return known(n, &n->others, otherkey(process, TAG_PROCESS, 0, 0));
}

struct span
namingrank(const struct naming *n, uint64_t process)
{
	return known(n, &n->others, otherkey(process, TAG_RANK, 0, 0));
}

struct span
namingthread(const struct naming *n, uint64_t thread)
{
	return known(n, &n->threads, threadkey(thread));
}

struct span
namingdomain(const struct naming *n, uint64_t process, int64_t domain)
{
	return known(n, &n->others, otherkey(process, TAG_DOMAIN, domain, 0));
}

void
namingputdomain(const struct naming *n, uint64_t process, int64_t domain, struct buf *out)
{
	struct span name = namingdomain(n, process, domain);

	if (name.p) {
		bufspan(out, name);
	} else {
		bufstr(out, "domain#");
		bufint(out, domain);
	}
}

void
namingputcategory(const struct naming *n, uint64_t process, int64_t domain, int64_t category,
    struct buf *out)
{
	struct span name = known(n, &n->others, otherkey(process, TAG_CATEGORY, domain, category));

	if (name.p)
		bufspan(out, name);
	else
		bufint(out, category);
}
