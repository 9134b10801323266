/* SPDX-License-Identifier: MIT */
/* How nst shows traces and pages to people. */
#ifndef NST_FRONT_SHOW_H
#define NST_FRONT_SHOW_H

#include <stdbool.h>

#include "front.h"

/* Says how a trace is opened. */
void showhow(void);

/* Opens Perfetto in a browser for the trace at path, or prints what would be run; FAILED, after a
 * message that says how it is done elsewhere, where there is no browser. */
int showopen(const char *path, bool dry);

/* Adds the program that shows a manual page: man, or --help of the program where there is none. */
void showmanual(struct pipeline *p, const struct manual *manual);

#endif
