/* SPDX-License-Identifier: MIT */
/* The browser of who sits before the screen. */
#ifndef NST_FRONT_BROWSER_H
#define NST_FRONT_BROWSER_H

#include <stdbool.h>

/* The program that opens an address or a file in a browser: BROWSER, or one of those that systems
 * have for that; NULL where there is none, or no screen. */
const char *browserfind(void);

/* Whether this runs for somebody who came over ssh. */
bool browserfar(void);

/* What this machine calls itself; valid until the next call. */
const char *browserhost(void);

/* Runs the program for an address or file, or prints that; its status. */
int browseropen(const char *program, const char *address, bool dry);

/* Whether a program is in one of the folders of PATH. */
bool browserinpath(const char *program);

#endif
