/* SPDX-License-Identifier: MIT */
#include "feed.h"
#include "maker.h"
#include "proto.h"

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
