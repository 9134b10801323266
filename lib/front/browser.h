/* SPDX-License-Identifier: MIT */
/* The web browser on the user's screen. */
#ifndef NST_FRONT_BROWSER_H
#define NST_FRONT_BROWSER_H

#include <stdbool.h>

/* Returns the program that opens an address or a file in a browser: BROWSER, or an opener of the
 * system such as xdg-open. NULL where there is no such program, or no screen. */
const char *browserfind(void);

/* Returns true if the user is logged in over ssh. */
bool browserfar(void);

/* Returns the name of this host; valid until the next call. */
const char *browserhost(void);

/* Opens an address or a file with the program, and returns its exit status. A dry run prints the
 * command instead. */
int browseropen(const char *program, const char *address, bool dry);

/* Returns true if a program is in a folder of PATH. */
bool browserinpath(const char *program);

#endif
