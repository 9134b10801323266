/* SPDX-License-Identifier: MIT */
#include "base/proto.h"
#include "conversion.h"
#include "tablereader.h"

/* Fields of an environment variable. */
enum { VARIABLE_NAME = 1, VARIABLE_VALUE = 2 };

void
conversionskip(struct conversion *m, const char *table, const char *column, int64_t count)
{
	if (count > 0)
		bufprintf(m->skipped, "%s%s%s%s %lld", m->skipped->n > 0 ? ", " : "", table,
		    column ? "." : "", column ? column : "", (long long)count);
}

void
conversioncaptured(const struct conversion *m, struct buf *out, unsigned field, const char *prefix)
{
	sqlite3_stmt *st;

	if (!exporthastable(m->db, "META_DATA_CAPTURE"))
		return;
	st = exportprepare(
	    m->db, "SELECT value FROM META_DATA_CAPTURE WHERE name GLOB ?1 || '*'");
	sqlite3_bind_text(st, 1, prefix, -1, SQLITE_STATIC);
	while (exportstep(m->db, st))
		protobytes(out, field, exporttext(st, 0));
	sqlite3_finalize(st);
}

/* Appends an environment variable, which exports store as NAME="value". */
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
conversionvariables(const struct conversion *m, struct buf *out, unsigned field, const char *name)
{
	sqlite3_stmt *st;

	if (!exporthastable(m->db, "META_DATA_CAPTURE"))
		return;
	st = exportprepare(m->db, "SELECT value FROM META_DATA_CAPTURE WHERE name = ?1");
	sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
	while (exportstep(m->db, st))
		putvariable(out, field, exporttext(st, 0));
	sqlite3_finalize(st);
}
