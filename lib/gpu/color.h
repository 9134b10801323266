/* SPDX-License-Identifier: MIT */
/* The named colours of Chrome's trace viewer. */
#ifndef NST_COLOR_H
#define NST_COLOR_H

#include "base/mem.h"

/* Returns the colour with that name, or NULL. */
const char *colorfind(struct span name);

/* Returns the colour whose name is most similar to a mistyped one, or NULL. */
const char *colorsuggest(struct span name);

/* Returns the colour nearest to red, green and blue, each from 0 to 255. */
const char *colornearest(int red, int green, int blue);

#endif
