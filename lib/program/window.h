/* SPDX-License-Identifier: MIT */
/* A window of time, half-open, as given by --from and --to. Each is a moment: on the profile's
 * clock (1.5s), after its start (+100ms), or before its end (-100ms). */
#ifndef NST_WINDOW_H
#define NST_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

enum moment_of { MOMENT_NONE, MOMENT_CLOCK, MOMENT_START, MOMENT_END };

struct moment {
	enum moment_of of;
	int64_t ns; /* on the clock, after the start, or (negative) before the end */
};

/* All zero is all of the time. */
struct window {
	struct moment from, to;
};

/* Parses a moment, or ends the program with a message that names the option. */
struct moment windowmoment(const char *option, const char *text);

/* Returns true if --from or --to was given. */
static inline bool
windowasked(const struct window *w)
{
	return w->from.of != MOMENT_NONE || w->to.of != MOMENT_NONE;
}

/* Returns true if the window depends on the start of the profile. */
static inline bool
windowneedsstart(const struct window *w)
{
	return w->from.of == MOMENT_START || w->to.of == MOMENT_START;
}

/* Returns true if the window cannot be computed before the end of the profile is known. */
static inline bool
windowneedsend(const struct window *w)
{
	return w->from.of == MOMENT_END || w->to.of == MOMENT_END;
}

/* Returns the time of a moment in a profile from first to last, all ns; otherwise if it is
 * MOMENT_NONE. */
int64_t momentresolve(struct moment m, int64_t first, int64_t last, int64_t otherwise);

/* Ends the program if both moments are of the same kind and the window is empty. */
void windowcheck(const struct window *w);

/* Prints that no event overlaps the window in a profile from first to last, ns. */
void windowempty(const char *path, int64_t first, int64_t last);

/* Writes a time in seconds with three decimals. */
void windowtime(struct buf *out, int64_t ns);

#endif
