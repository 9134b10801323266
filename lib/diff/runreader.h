/* SPDX-License-Identifier: MIT */
/* Reads runs from files: streams, tables of nst-sum, and profiles, which nst-dump and nst-link
 * convert to streams. */
#ifndef NST_RUNREADER_H
#define NST_RUNREADER_H

#include "base/err.h"
#include "runtotals.h"

/* Reads the file at path ("-" is standard input) as a run of a side. Prints a message if it returns
 * FAILED. partial accepts a stream without its end record. */
enum status runreaderread(struct runtotals *l, const char *path, enum side side, bool partial);

#endif
