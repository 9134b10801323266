/* SPDX-License-Identifier: MIT */
/* Files of any kind into a ledger: streams, tables of nst-sum, and profiles, which nst-dump and
 * nst-link make streams of. */
#ifndef NST_INTAKE_H
#define NST_INTAKE_H

#include "err.h"
#include "ledger.h"

/* Reads the file at path ("-" is standard input) as a run of a side, and says what is wrong;
 * partial accepts a stream without its end record. */
enum status intakerun(struct ledger *l, const char *path, enum side side, bool partial);

#endif
