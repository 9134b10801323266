/* SPDX-License-Identifier: MIT */
/* Shows an HTML page, which a pipeline writes, in a browser on this host or on another one. */
#ifndef NST_FRONT_VIEW_H
#define NST_FRONT_VIEW_H

#include <stdbool.h>

#include "program/pipeline.h"

/* Where the browser is. */
enum view {
	VIEW_HERE,  /* here: it opens a file */
	VIEW_SERVE, /* elsewhere: a server on the loopback interface has the page */
};

/* Chooses the view for this session. Ends the program with advice where neither is possible. */
enum view viewhow(const char *profile);

/* Runs the pipeline and shows its output as the page of a profile; a dry run prints the commands.
 * Returns the exit status. */
int viewpage(struct pipeline *p, const char *profile, enum view view, bool dry);

/* Returns true if the file at path begins as an HTML page does. */
bool viewis(const char *path);

/* Shows an existing page; a dry run prints the commands. Returns the exit status. */
int viewfile(const char *path, enum view view, bool dry);

#endif
