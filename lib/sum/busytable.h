/* SPDX-License-Identifier: MIT */
/* The table of GPUs: how long each was busy, and with which kinds of work. */
#ifndef NST_BUSYTABLE_H
#define NST_BUSYTABLE_H

#include "sum/tally/accumulator.h"
#include "sum/tally/busytime.h"
#include "table/tableview.h"

/* Writes a table of the GPUs, with a row for each GPU and bin of the window. view gives the format,
 * the width and so on; its columns and rows are ignored. Writes nothing if there is no GPU. Sorts
 * the GPUs, so no event may follow. */
void busytablewrite(struct busytime *b, const struct accumulator *accumulator,
    const struct tableview *s, struct buf *out);

#endif
