/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "capture.h"
#include "gpu/hosthash.h"

/* Takes the value of a row if it has the name. */
static bool
takenamed(void *arg, const struct row *row)
{
	struct namedfact *f = arg;
	const struct cell *name = &row->cells[0];

	if (name->type != CELL_TEXT || !spanis(facttext(row, name), f->name))
		return true;
	f->found = true;
	f->cell = row->cells[1];
	bufspan(&f->text, facttext(row, &row->cells[1]));
	return false;
}

/* Finds the value of a name, converted to a type or not; the caller frees its text. */
static struct namedfact
named(struct source *s, const char *table, const char *name, const struct factcolumn *value)
{
	const struct factcolumn columns[] = { { "name", FACT_ANY, FACT_REQUIRED }, *value };
	struct namedfact f = { .name = name, .cell.type = CELL_NULL };

	sourcefacts(s, &(struct factquery){ .table = table, .columns = columns, .count = 2 },
	    takenamed, &f);
	return f;
}

struct namedfact
captureexport(struct source *s, const char *name, const struct factcolumn *value)
{
	/* nsys 2023.3 renamed the table */
	struct namedfact f = named(s, "META_DATA_EXPORT", name, value);

	return f.found ? f : named(s, "EXPORT_META_DATA", name, value);
}

/* Takes the only cell of the first row. */
static bool
takefirst(void *arg, const struct row *row)
{
	*(struct cell *)arg = row->cells[0];
	return false;
}

bool
capturestart(struct source *s, const char *column, int64_t *clock)
{
	/* nsys export can move all times; the start of the session does not move with them. */
	struct namedfact shift = captureexport(s, "EXPORT_CONFIG_TIME_SHIFT",
	    &(struct factcolumn){ "value", FACT_INTEGER, FACT_GIVEN });
	const struct factcolumn start = { column, FACT_ANY, FACT_REQUIRED };
	struct cell cell = { .type = CELL_NULL };

	sourcefacts(s,
	    &(struct factquery){
	        .table = "TARGET_INFO_SESSION_START_TIME", .columns = &start, .count = 1 },
	    takefirst, &cell);
	return cell.type == CELL_INT &&
	    !__builtin_sub_overflow(cell.number, shift.cell.number, clock);
}

void
capturehost(struct source *s, struct buf *hash, struct buf *name)
{
	struct namedfact host = named(s, "TARGET_INFO_SYSTEM_ENV", "Hostname",
	    &(struct factcolumn){ "value", FACT_ANY, FACT_REQUIRED });
	struct namedfact hashed = captureexport(s, "NST_HOST_HASH",
	    &(struct factcolumn){ "value", FACT_ANY, FACT_GIVEN });

	if (host.cell.type == CELL_TEXT) {
		hosthash(hash, bufall(&host.text));
		bufspan(name, bufall(&host.text));
	} else if (hashed.cell.type == CELL_TEXT) {
		bufspan(hash, bufall(&hashed.text));
	}
	free(host.text.p);
	free(hashed.text.p);
}

/* Finds a text about the program that was profiled, by its name in exports, or by the name that
 * nst gives it in the side tables of reports. The caller frees it. */
static struct buf
captured(struct source *s, const char *name, const char *own)
{
	static const struct factcolumn text = { "value", FACT_TEXT, FACT_REQUIRED };
	struct namedfact f = named(s, "META_DATA_CAPTURE", name, &text);

	if (f.found)
		return f.text;
	free(f.text.p);
	return captureexport(s, own, &(struct factcolumn){ "value", FACT_TEXT, FACT_GIVEN }).text;
}

void
capturecommand(struct source *s, struct buf *program, struct buf *argument)
{
	size_t n = 0;

	*program = captured(s, "PROCESS_0:COMMAND", "NST_PROGRAM");
	*argument = captured(s, "PROCESS_0:ARGUMENT_0", "NST_ARGUMENT");
	while (n < argument->n && !strchr(" \t\n\r=", argument->p[n]))
		n++;
	argument->n = program->n > 0 ? n : 0;
}
