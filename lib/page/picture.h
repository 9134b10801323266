/* SPDX-License-Identifier: MIT */
/* SVG pictures of GPUs: time by state as a bar, steps by state as columns, use over time as a
 * curve. They use attributes only, since the page's content security policy forbids inline
 * styles. */
#ifndef NST_PICTURE_H
#define NST_PICTURE_H

#include "sum/tally/busytime.h"
#include "table/tableview.h"

/* All are for the member write of a sheet, whose member to has the GPUs, a struct busytime, or for
 * steps a struct stepspicture. */

/* Writes a bar for each row of a table of states by GPU, and the colours of the states. */
void picturestates(const struct tableview *s, struct buf *out);

struct stepspicture {
	const struct busytime *busy;
	int64_t origin; /* ns; where the timeline begins */
};

/* Writes a column for each step of a table of states by step, stacked by state, which links to its
 * place in the timeline. The height is the time of the longest step. */
void picturesteps(const struct tableview *s, struct buf *out);

/* Writes a curve for each GPU of a table of GPUs by bin. */
void pictureusage(const struct tableview *s, struct buf *out);

/* The same with busy and idle time for each row of a table of GPUs. */
void picturebusy(const struct tableview *s, struct buf *out);

#endif
