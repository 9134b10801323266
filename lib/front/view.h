/* SPDX-License-Identifier: MIT */
/* A page, mostly made by a pipeline, before somebody's eyes: in a browser here, or elsewhere.
 */
#ifndef NST_FRONT_VIEW_H
#define NST_FRONT_VIEW_H

#include <stdbool.h>

#include "program/pipeline.h"

/* How a page gets before somebody's eyes. */
enum view {
	VIEW_HERE,  /* a browser opens a file */
	VIEW_SERVE, /* it is served on the loopback interface */
};

/* How it can be shown; ends the program, with what to do instead, where neither is possible. */
enum view viewhow(const char *profile);

/* Runs the pipeline, or prints it, and shows what it wrote as a page of the profile; the status. */
int viewpage(struct pipeline *p, const char *profile, enum view view, bool dry);

/* Whether the file at path is a page of HTML, by its first bytes. */
bool viewis(const char *path);

/* Shows a page that is there already, or prints how; the status. */
int viewfile(const char *path, enum view view, bool dry);

#endif
