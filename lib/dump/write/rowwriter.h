/* SPDX-License-Identifier: MIT */
/* Rows become records: each key as its field in the table of tables says, behind the meta records
 * that it needs. */
#ifndef NST_ROWWRITER_H
#define NST_ROWWRITER_H

#include "batch.h"
#include "dump/facts/meta.h"
#include "dump/facts/strings.h"
#include "dump/tables/table.h"

/* What a row needs to be written. All zero but the profile, the strings, the meta and out is ready;
 * rowwriterfree frees the rest. */
struct rowwriter {
	struct profile *profile;
	struct strings *strings;
	struct meta *meta;
	struct buf *out; /* where records go */
	struct batch *batch; /* whose text that is, or NULL */
	struct payloads *payloads; /* those of the profile, once one was met */
	struct buf scratch, stack; /* of JSON that is copied */
	struct stringtable found;  /* by lookups, as JSON; no bytes where nothing was */
	/* The row at hand, and whom it belongs to. */
	struct table *table;
	const struct plan *plan;
	const struct row *row;
	struct identity id;
};

/* Writes a row of a table's columns as a record, with the meta records that it needs before it;
 * counts what is wrong with it. */
void rowwrite(struct rowwriter *w, struct table *t, const struct plan *plan, const struct row *row,
    const struct when *when);

void rowwriterfree(struct rowwriter *w);

#endif
