/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "cli.h"
#include "window.h"

struct moment
windowmoment(const char *option, const char *text)
{
	struct moment m = { .of = MOMENT_CLOCK, .ns = clitime(option, text) };

	if (*text == '+')
		m.of = MOMENT_START;
	else if (*text == '-')
		m.of = MOMENT_END;
	return m;
}

int64_t
momentresolve(struct moment m, int64_t first, int64_t last, int64_t otherwise)
{
	switch (m.of) {
	case MOMENT_CLOCK:
		return m.ns;
	case MOMENT_START:
		return addsat(first, m.ns);
	case MOMENT_END:
		return addsat(last, m.ns);
	default:
		return otherwise;
	}
}

void
windowcheck(const struct window *w)
{
	if (w->from.of == w->to.of && w->from.of != MOMENT_NONE && w->from.ns >= w->to.ns)
		dieusage("--from, --to: the window is empty");
}

void
windowtime(struct buf *out, int64_t ns)
{
	uint64_t v = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;

	bufprintf(out, "%s%llu.%03llu s", ns < 0 ? "-" : "", (unsigned long long)(v / 1000000000),
	    (unsigned long long)(v / 1000000 % 1000));
}

void
windowempty(const char *path, int64_t first, int64_t last)
{
	struct buf text = { 0 };

	windowtime(&text, first);
	bufstr(&text, " to ");
	windowtime(&text, last);
	bufchar(&text, '\0');
	warn("%s: no event touches the window: the profile runs from %s", path, text.p);
	free(text.p);
}
