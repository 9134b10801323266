/* SPDX-License-Identifier: MIT */
/* Ranges as a GPU saw them: from the first to the last of what was launched inside. */
#ifndef NST_PROJECT_H
#define NST_PROJECT_H

#include "link.h"

/* Gives the projected ranges in order of ts: only at the end of the stream is it certain that
 * nothing more is launched inside them. */
void projectall(struct link *l);

#endif
