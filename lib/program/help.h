/* SPDX-License-Identifier: MIT */
/* What --help prints, and what scripts that make completions read. */
#ifndef NST_HELP_H
#define NST_HELP_H

#include "cli.h"

/* Writes the help of a program for people, in lines of at most 80 columns. */
void helpwrite(struct buf *out, const struct help *help);

/* Writes a line for each option of a program, for scripts: its letter, its name, what its value is
 * called, what the value may be and what the option does, with tabs between; and a last line with
 * "operand" for a name, and the suffixes of files. What is not there is "-". */
void helpdescribe(struct buf *out, const struct help *help);

#endif
