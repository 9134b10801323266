/* SPDX-License-Identifier: MIT */
/* Shows traces and manual pages to the user. */
#ifndef NST_FRONT_SHOW_H
#define NST_FRONT_SHOW_H

#include <stdbool.h>

#include "front.h"

/* Prints how to open a trace. */
void showhow(void);

/* Opens Perfetto in a browser for the trace at path; a dry run prints the command instead. Where
 * there is no browser it prints how to open the trace elsewhere and returns FAILED. */
int showopen(const char *path, bool dry);

/* Adds the program that shows a manual page: man or mandoc, or the program with --help where
 * neither is installed. */
void showmanual(struct pipeline *p, const struct manual *manual);

#endif
