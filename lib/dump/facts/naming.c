/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "naming.h"

/* Tells the keys of naming.others apart: it replaces the tid in the packed id of the process. */
enum { TAG_PROCESS, TAG_DOMAIN, TAG_CATEGORY, TAG_RANK };

/* Values of eventType whose rows have names. */
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

/* Interns a name, unless the key has one already. */
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

/* Learns the name of a process. */
static bool
learnprocess(void *arg, const struct row *row)
{
	struct naming *n = arg;

	naminglearn(n, &n->others, threadkey((uint64_t)row->cells[0].number),
	    facttext(row, &row->cells[1]));
	return true;
}

/* Learns the name of a thread, which is a string. */
static bool
learnthread(void *arg, const struct row *row)
{
	struct naming *n = arg;
	const struct cell *name = &row->cells[1];

	if (name->type == CELL_INT)
		naminglearn(n, &n->threads, threadkey((uint64_t)row->cells[0].number),
		    sourcetext(n->strings->source, name->number));
	return true;
}

/* Learns the MPI rank of a process. */
static bool
learnrank(void *arg, const struct row *row)
{
	struct naming *n = arg;
	const struct cell *thread = &row->cells[0], *rank = &row->cells[1];
	struct buf digits = { 0 };

	if (thread->type != CELL_INT || rank->type != CELL_INT || rank->number < 0)
		return true;
	bufint(&digits, rank->number);
	naminglearn(n, &n->others,
	    otherkey(packedprocess((uint64_t)thread->number), TAG_RANK, 0, 0), bufall(&digits));
	free(digits.p);
	return true;
}

/* Fact tables of names, each with a packed id and the name of its process or thread. */
static const struct {
	const char *table;
	struct factcolumn columns[2];
	bool (*learn)(void *arg, const struct row *row);
} nametables[] = {
	{ "PROCESSES",
	    { { "globalPid", FACT_INTEGER, FACT_GIVEN }, { "name", FACT_TEXT, FACT_REQUIRED } },
	    learnprocess },
	{ "ThreadNames",
	    { { "globalTid", FACT_INTEGER, FACT_GIVEN }, { "nameId", FACT_ANY, FACT_REQUIRED } },
	    learnthread },
	{ "MPI_RANKS",
	    { { "globalTid", FACT_ANY, FACT_REQUIRED }, { "rank", FACT_ANY, FACT_REQUIRED } },
	    learnrank },
};

void
namingopen(struct naming *n, struct strings *s)
{
	*n = (struct naming){ .strings = s };
	for (size_t i = 0; i < sizeof(nametables) / sizeof(*nametables); i++)
		sourcefacts(s->source,
		    &(struct factquery){ .table = nametables[i].table,
		        .columns = nametables[i].columns,
		        .count = 2 },
		    nametables[i].learn, n);
}

void
namingclose(struct naming *n)
{
	stringtablefree(&n->text);
	mapfree(&n->threads);
	mapfree(&n->others);
}

/* Returns the name in a row: a text, or a string by its id. */
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

/* Returns the id of a role in a row; 0 if it has none. */
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

/* Returns the name of a key. */
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
