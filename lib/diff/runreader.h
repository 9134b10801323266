/* SPDX-License-Identifier: MIT */
/* Files of any kind into a ledger: streams, tables of nst-sum, and profiles, which nst-dump and
 * nst-link make streams of. */
#ifndef NST_RUNREADER_H
#define NST_RUNREADER_H

#include "base/err.h"
#include "runtotals.h"

/* Reads the file at path ("-" is standard input) as a run of a side, and says what is wrong;
 * partial accepts a stream without its end record. */
enum status runreaderread(struct runtotals *l, const char *path, enum side side, bool partial);

#endif
