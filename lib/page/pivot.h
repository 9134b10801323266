/* SPDX-License-Identifier: MIT */
/* Writes tables of GPU states with columns for each GPU. */
#ifndef NST_PIVOT_H
#define NST_PIVOT_H

#include "table/tableview.h"

/* The functions are for the member write of a sheet.
 *
 * Writes the causes of idle time: a row for each cause, kind and blame, with the waits and
 * the idle time of all GPUs together, and the idle time of each. A table of one or two GPUs, of
 * more than 16, with processes, or without all of its rows is written by tablewrite. */
void pivotwrite(const struct tableview *s, struct buf *out);

/* Writes the states of GPUs: a row for each state, with the time and the share of each GPU. A table
 * of more than 8 GPUs has a row for each GPU, without shares but that of idle time. */
void pivotstates(const struct tableview *s, struct buf *out);

/* Writes the states by step: a row for each step, with its time and the share of idle time on each
 * GPU. A table of one or two GPUs, of more than 8, or without all of its rows has a row for each
 * step of each GPU, with the times of all states. */
void pivotsteps(const struct tableview *s, struct buf *out);

#endif
