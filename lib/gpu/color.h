/* SPDX-License-Identifier: MIT */
/* Colours of Chrome's trace viewer. */
#ifndef NST_COLOR_H
#define NST_COLOR_H

#include "base/mem.h"

/* Chrome's colour of that name, or NULL. */
const char *colorfind(struct span name);

/* The one that a mistyped name most likely means, or NULL. */
const char *colorsuggest(struct span name);

/* The colour of Chrome's that comes nearest to a red, green and blue of 0 to 255 each. */
const char *colornearest(int red, int green, int blue);

#endif
