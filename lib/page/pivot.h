/* SPDX-License-Identifier: MIT */
/* Writes tables with columns for each GPU, and joins tables of several types of events. */
#ifndef NST_PIVOT_H
#define NST_PIVOT_H

#include "table/tableview.h"

struct pivotcell;

/* The rows of several tables, one for each type of events. pivotfree frees it. */
struct pivotgroups {
	const char *key; /* the column that tells rows apart: "device" or "rank" */
	struct pivotcell *cells;
	size_t count, room;
	size_t types; /* number of tables */
	bool cut;     /* some table does not have all of its rows */
};

/* The functions are for the member write of a sheet.
 *
 * Writes the causes of idle time, or of time before and after the work: a row for each state,
 * cause, kind and blame, with the waits and the time of all GPUs together, and the time of each. A
 * table of one or two GPUs, of more than 16, with processes, or without all of its rows is written
 * by tablewrite. */
void pivotwrite(const struct tableview *s, struct buf *out);

/* Writes the states of GPUs: a row for each state, with the time and the share of each GPU. A table
 * of more than 8 GPUs has a row for each GPU, without shares but that of idle time. */
void pivotstates(const struct tableview *s, struct buf *out);

/* Writes the states by step: a row for each step, with its time and the share of idle time on each
 * GPU. A table of one or two GPUs, of more than 8, or without all of its rows has a row for each
 * step of each GPU, with the times of all states. */
void pivotsteps(const struct tableview *s, struct buf *out);

/* Adds a table of groups. Its title begins with what its rows count, such as "kernels by rank".
 * The title and type, the name of the type of its events, must be literals. */
void pivotadd(struct pivotgroups *p, const struct tableview *s, const char *type);

/* Writes the tables of times in a step: a row for each type, with the median, the longest time and
 * its step on each GPU. Returns false, and writes nothing, for one or two GPUs, more than 8, or
 * tables without all of their rows. */
bool pivotbydevice(const struct pivotgroups *p, struct buf *out);

/* Writes a row for each rank, with the number and the time of its events of each type. Returns
 * false, and writes nothing, for one or two ranks, or tables without all of their rows. */
bool pivotbyrank(const struct pivotgroups *p, struct buf *out);

void pivotfree(struct pivotgroups *p);

#endif
