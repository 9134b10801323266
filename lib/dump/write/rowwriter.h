/* SPDX-License-Identifier: MIT */
/*
 * Writes rows as records: JSON text, each key as its field in the schema says. The terms of this
 * room:
 *
 *   record   a line of the stream
 *   batch    records and the positions of their values, for a thread in this process (batch.h)
 *   payload  bytes of an NVTX event that a schema of the traced program describes (payload.h)
 *   template how rows with the same types of cells are written (rowtemplate.h)
 *   lookup   finds the value of a key by the cells of a row; results are cached
 */
#ifndef NST_ROWWRITER_H
#define NST_ROWWRITER_H

#include "stream/batch.h"
#include "dump/facts/meta.h"
#include "dump/facts/strings.h"
#include "dump/tables/table.h"
#include "rowtemplate.h"

/* A writer. The caller sets source, strings, meta and out, and frees with rowwriterfree. */
struct rowwriter {
	struct source *source;
	struct strings *strings;
	struct meta *meta;
	struct buf *out;           /* gets the records */
	struct batch *batch;       /* whose text out is, or NULL */
	struct payloads *payloads; /* NULL before the first row that needs it */
	struct buf scratch, stack; /* for JSON that is copied */
	struct stringtable found;        /* results of lookups, as JSON; empty if there are none */
	struct row result;         /* of a lookup */
	/* The current row. */
	struct table *table;
	const struct plan *plan;
	const struct row *row;
	const struct identity *id;
	struct threadkeys *keys;   /* of its thread, in a template */
	struct identity own;       /* of a row whose identity is not cached */
	struct rowidentity *identities; /* a hash table: the cached ones */
	struct memdigits times; /* of the latest ts */
};

/* Writes a row of a table as a record, after the meta records that it needs; counts its flaws. */
void rowwrite(struct rowwriter *w, struct table *t, const struct plan *plan, const struct row *row,
    const struct when *when);

void rowwriterfree(struct rowwriter *w);

#endif
