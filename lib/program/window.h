/* SPDX-License-Identifier: MIT */
/*
 * A window of time as users ask for one: --from and --to, each a time on the profile's clock
 * (1.5s), behind its start (+100ms) or before its end (-100ms). It is half-open.
 */
#ifndef NST_WINDOW_H
#define NST_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

enum moment_of { MOMENT_NONE, MOMENT_CLOCK, MOMENT_START, MOMENT_END };

struct moment {
	enum moment_of of;
	int64_t ns; /* on the clock, behind the start, or (negative) before the end */
};

/* All zero is all of the time. */
struct window {
	struct moment from, to;
};

/* Parses a moment, or ends the program; option is named in the message. */
struct moment windowmoment(const char *option, const char *text);

/* Whether anything was asked for. */
static inline bool
windowasked(const struct window *w)
{
	return w->from.of != MOMENT_NONE || w->to.of != MOMENT_NONE;
}

/* Whether the end of the profile must be known. */
static inline bool
windowneedsend(const struct window *w)
{
	return w->from.of == MOMENT_END || w->to.of == MOMENT_END;
}

/* A moment of a profile that lasts from first to last, ns; of none it is otherwise. */
int64_t momentresolve(struct moment m, int64_t first, int64_t last, int64_t otherwise);

/* Ends the program when a window on the clock holds no time at all. */
void windowcheck(const struct window *w);

/* Says that nothing touches the window of a profile that lasts from first to last, ns. */
void windowempty(const char *path, int64_t first, int64_t last);

/* Writes a time for people, in seconds. */
void windowtime(struct buf *out, int64_t ns);

#endif
