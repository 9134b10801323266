/* SPDX-License-Identifier: MIT */
/* The first record of a JSON table, which describes it. nst-diff learns from it if two tables can
 * be compared. Example:
 *
 *   {"table":{"by":["type","name"],"top":3,"not_additive":["share","mean"],
 *   "source":{"product":"2024.6.2","utc":1731000000000000000,"host":"5f0c"}}} */
#ifndef NST_TABLERECORD_H
#define NST_TABLERECORD_H

#include "stream/event.h"
#include "table/tableview.h"

struct sum;

/* The capture that a table is of, as the first header record tells it. All zero is unknown. */
struct tablesource {
	uint64_t headers;                /* more than one are of a merged stream */
	struct buf product, utc, host; /* JSON values; empty if absent */
};

/* Keeps the capture of the first header record, and counts header records. */
void tablesourceheader(struct tablesource *s, const struct event *ev);

/* Writes the record. All events must have been read. */
void tablerecordwrite(const struct sum *s, struct buf *out);

void tablesourcefree(struct tablesource *s);

#endif
