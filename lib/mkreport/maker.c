/* SPDX-License-Identifier: MIT */
#include "base/proto.h"
#include "feed.h"
#include "maker.h"

/* The fields of a variable of an environment. */
enum { VARIABLE_NAME = 1, VARIABLE_VALUE = 2 };

void
makerleave(struct maker *m, const char *table, const char *column, int64_t count)
{
	if (count > 0)
		bufprintf(m->left, "%s%s%s%s %lld", m->left->n > 0 ? ", " : "", table,
		    column ? "." : "", column ? column : "", (long long)count);
}

void
makercaptured(const struct maker *m, struct buf *out, unsigned field, const char *prefix)
{
	sqlite3_stmt *st;

	if (!feedhas(m->db, "META_DATA_CAPTURE"))
		return;
	st = feedprepare(
	    m->db, "SELECT value FROM META_DATA_CAPTURE WHERE name GLOB ?1 || '*'");
	sqlite3_bind_text(st, 1, prefix, -1, SQLITE_STATIC);
	while (feedstep(m->db, st))
		protobytes(out, field, feedtext(st, 0));
	sqlite3_finalize(st);
}

/* Writes a variable, which exports have as NAME="value". */
static void
putvariable(struct buf *out, unsigned field, struct span text)
{
	const char *equals = text.n > 0 ? memchr(text.p, '=', text.n) : NULL;
	size_t name = equals ? (size_t)(equals - text.p) : text.n, open = protoopen(out, field);
	struct span value = { "", 0 };

	if (equals)
		value = (struct span){ equals + 1, text.n - name - 1 };
	if (value.n >= 2 && value.p[0] == '"' && value.p[value.n - 1] == '"')
		value = (struct span){ value.p + 1, value.n - 2 };
	protobytes(out, VARIABLE_NAME, (struct span){ text.p, name });
	protobytes(out, VARIABLE_VALUE, value);
	protoclose(out, open);
}

void
makervariables(const struct maker *m, struct buf *out, unsigned field, const char *name)
{
	sqlite3_stmt *st;

	if (!feedhas(m->db, "META_DATA_CAPTURE"))
		return;
	st = feedprepare(m->db, "SELECT value FROM META_DATA_CAPTURE WHERE name = ?1");
	sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
	while (feedstep(m->db, st))
		putvariable(out, field, feedtext(st, 0));
	sqlite3_finalize(st);
}
