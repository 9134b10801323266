/* SPDX-License-Identifier: MIT */
/* Prints --help, and --describe, which scripts/completions reads. */
#ifndef NST_HELP_H
#define NST_HELP_H

#include "cli.h"

/* Writes the help of a program, in lines of at most 80 columns. */
void helpwrite(struct buf *out, const struct help *help);

/* Writes one line for each option: letter, name, name of the value, possible values and help,
 * separated by tabs. The last line has the name "operand" and the suffixes of files. "-" stands for
 * a missing field. */
void helpdescribe(struct buf *out, const struct help *help);

#endif
