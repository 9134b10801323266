/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "clock.h"
#include "err.h"
#include "progress.h"

/* The clock is read once in so many events, and the line renewed after so many nanoseconds. */
enum { EVENTS = 4096, RENEW = 200000000 };

static bool shown; /* the line is on the screen */

/* Writes the line in one go, no longer than the terminal is wide: what wraps can't be taken
 * away. */
static void
draw(const struct progress *p, uint64_t done)
{
	double seconds = (double)(p->shown - p->start) / (double)CLOCK_SECOND,
	       rate = seconds > 0 ? (double)done / seconds : 0;
	struct winsize size;
	char line[160];
	int n;

	n = snprintf(line, sizeof(line), "%s: %llu of %llu events, %.0f %%", errprogram(),
	    (unsigned long long)done, (unsigned long long)p->total,
	    p->total > 0 ? 100 * (double)done / (double)p->total : 100);
	if (rate > 0)
		n += snprintf(line + n, sizeof(line) - (size_t)n, ", %.0f events/s, %.0f s left",
		    rate, ((double)p->total - (double)done) / rate);
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && n >= size.ws_col)
		n = size.ws_col - 1;
	fprintf(stderr, "\r\033[K%.*s", n, line);
	fflush(stderr);
	shown = true;
}

void
progressstart(struct progress *p, uint64_t total)
{
	*p = (struct progress){ .total = total, .next = UINT64_MAX };
	if (!isatty(STDERR_FILENO))
		return;
	p->next = EVENTS;
	p->start = p->shown = clocknow();
	errclear(progressend);
	draw(p, 0);
}

void
progressshow(struct progress *p, uint64_t done)
{
	int64_t t = clocknow();

	p->next = done + EVENTS;
	if (t - p->shown < RENEW)
		return;
	p->shown = t;
	draw(p, done);
}

void
progressend(void)
{
	if (!shown)
		return;
	fputs("\r\033[K", stderr);
	fflush(stderr);
	shown = false;
}
