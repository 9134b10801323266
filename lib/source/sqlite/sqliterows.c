/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "compute.h"
#include "pagerows.h"
#include "sqliterows.h"
#include "sqlrows.h"

struct sqliterows {
	struct rows rows;
	struct pagerows *pages; /* NULL in the mode SQLITEROWS_SQL */
	struct sqlrows *sql;    /* reads also single rows that pagerows cannot */
	struct compute *compute;
};

static void
sqliterowsclose(struct rows *rows)
{
	struct sqliterows *r = (struct sqliterows *)rows;

	pagerowsclose(r->pages);
	sqlrowsclose(r->sql);
	computeclose(r->compute);
	free(r);
}

static void
sqliterowsuse(struct rows *rows, unsigned mode)
{
	struct sqliterows *r = (struct sqliterows *)rows;

	if (mode != SQLITEROWS_SQL)
		return;
	pagerowsclose(r->pages);
	r->pages = NULL;
	rows->mode = SQLITEROWS_SQL;
}

static bool
sqliterowspassspans(struct rows *rows, void (*each)(void *arg, const struct rowtimes *times),
    void (*many)(void *arg, const struct rowspans *spans), void *arg)
{
	struct sqliterows *r = (struct sqliterows *)rows;

	if (!r->pages) {
		sqlrowspass(r->sql, each, arg);
		return true;
	}
	if (pagerowspassspans(r->pages, each, many, arg))
		return true;
	sqliterowsuse(rows, SQLITEROWS_SQL);
	return false;
}

static bool
sqliterowspass(
    struct rows *rows, void (*each)(void *arg, const struct rowtimes *times), void *arg)
{
	return sqliterowspassspans(rows, each, NULL, arg);
}

/* A pass over rows with expressions. */
struct computing {
	struct compute *compute;
	void (*each)(void *arg, uint64_t place, struct row *row);
	void *arg;
};

/* Computes the expressions of a row. */
static void
computeeach(void *arg, uint64_t place, struct row *row)
{
	const struct computing *c = arg;

	computerow(c->compute, row);
	row->shape = 0; /* results may have any type */
	c->each(c->arg, place, row);
}

static bool
sqliterowspassall(
    struct rows *rows, void (*each)(void *arg, uint64_t place, struct row *row), void *arg)
{
	struct sqliterows *r = (struct sqliterows *)rows;
	struct computing c = { r->compute, each, arg };

	if (r->compute) {
		each = computeeach;
		arg = &c;
	}
	if (!r->pages) {
		sqlrowspassall(r->sql, each, arg);
		return true;
	}
	if (pagerowspassall(r->pages, each, arg))
		return true;
	sqliterowsuse(rows, SQLITEROWS_SQL);
	return false;
}

static bool
sqliterowsat(struct rows *rows, uint64_t place, struct rowtimes *times)
{
	struct sqliterows *r = (struct sqliterows *)rows;

	return r->pages ? pagerowsat(r->pages, place, times) : sqlrowsat(r->sql, place, times);
}

static bool
sqliterowsspans(struct rows *rows, uint64_t place, struct rowspans *spans)
{
	struct sqliterows *r = (struct sqliterows *)rows;

	return r->pages && pagerowsspans(r->pages, place, spans);
}

static void
sqliterowstake(struct rows *rows, uint64_t place, struct row *row)
{
	struct sqliterows *r = (struct sqliterows *)rows;

	if (!r->pages)
		sqlrowstake(r->sql, place, row);
	else if (!pagerowstake(r->pages, place, row))
		sqlrowstake(r->sql, sqlrowsplace(pagerowsid(r->pages, place)), row);
	if (r->compute) {
		computerow(r->compute, row);
		row->shape = 0; /* results may have any type */
	}
}

struct rows *
sqliterowsopen(struct source *source, const struct rowsof *of)
{
	struct sqlite *p = (struct sqlite *)source;
	struct sqliterows *r = xmalloc(sizeof(*r));

	*r = (struct sqliterows){
		.rows = {
			.close = sqliterowsclose,
			.pass = sqliterowspass,
			.passspans = sqliterowspassspans,
			.passall = sqliterowspassall,
			.at = sqliterowsat,
			.spans = sqliterowsspans,
			.take = sqliterowstake,
			.use = sqliterowsuse,
		},
		.compute = computeopen(p, of->table, of->columns),
	};
	r->pages = pagerowsopen(p, of);
	r->sql = sqlrowsopen(p, of);
	r->rows.mode = r->pages ? SQLITEROWS_PAGES : SQLITEROWS_SQL;
	return &r->rows;
}
