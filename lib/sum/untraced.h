/* SPDX-License-Identifier: MIT */
/* Reports the time outside the span of a profile (stream/timespan.h). If the program starts the
 * capture itself, messages of the profiler and graphs may be minutes older than the first traced
 * event. */
#ifndef NST_UNTRACED_H
#define NST_UNTRACED_H

#include "program/clip.h"

/* Prints how much time with records is outside the span, if that is longer than the span and
 * the window is not narrower than the profile. */
void untracedwarn(const struct clip *c);

#endif
