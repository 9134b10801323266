/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "during.h"
#include "program/cli.h"

/* The units of a time, and their ns. A longer name precedes one that it begins with. */
static const struct {
	const char *name;
	int64_t ns;
} units[] = {
	{ "ns", 1 },
	{ "us", 1000 },
	{ "ms", 1000000 },
	{ "s", 1000000000 },
	{ "m", 60000000000 },
	{ "h", 3600000000000 },
};

/* Reads a number and its unit at *at, and moves *at behind it. Without a unit it is ns. Returns -1
 * if there is no number, or one that is too large. */
static int64_t
duringpart(const char **at, const char *end)
{
	int64_t number = 0, ns = 1;
	const char *p = *at;

	for (; p < end && *p >= '0' && *p <= '9'; p++)
		if (__builtin_mul_overflow(number, 10, &number) ||
		    __builtin_add_overflow(number, *p - '0', &number))
			return -1;
	if (p == *at)
		return -1;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		size_t n = strlen(units[i].name);

		if ((size_t)(end - p) >= n && memcmp(p, units[i].name, n) == 0) {
			ns = units[i].ns;
			p += n;
			break;
		}
	}
	*at = p;
	return __builtin_mul_overflow(number, ns, &number) ? -1 : number;
}

/* Reads a time such as 1s2ms, in ns. An empty one is the default. */
static int64_t
duringmoment(const char *text, size_t n, int64_t otherwise)
{
	const char *p = text, *end = text + n;
	int64_t sum = 0, part;

	if (n == 0)
		return otherwise;
	while (p < end) {
		part = duringpart(&p, end);
		if (part < 0 || __builtin_add_overflow(sum, part, &sum))
			dieusage("--during: '%.*s' is not a time such as 1500, 20ms or 1s2ms",
			    (int)n, text);
	}
	return sum;
}

static void
duringask(struct during *d, const char *text)
{
	if (d->asked)
		dieusage("--during and --during-nvtx: only one of them, and once");
	d->asked = true;
	d->index = -1;
	d->text = text;
}

static void
duringadd(struct during *d, int64_t from, int64_t to)
{
	struct duringwindow *last = d->count > 0 ? &d->p[d->count - 1] : NULL;

	if (last && from <= last->to) {
		last->to = to > last->to ? to : last->to;
		return;
	}
	GROW(d->p, d->room, d->count + 1);
	d->p[d->count++] = (struct duringwindow){ from, to };
}

void
duringtime(struct during *d, const char *text)
{
	const char *slash = strchr(text, '/');
	int64_t from, to;

	duringask(d, text);
	if (!slash || !text[1])
		dieusage("--during: '%s' is not START/END, as 1s/2s or /500ms", text);
	from = duringmoment(text, (size_t)(slash - text), INT64_MIN);
	to = duringmoment(slash + 1, strlen(slash + 1), INT64_MAX);
	if (from > to)
		dieusage("--during: '%s' ends before it begins", text);
	duringadd(d, from, to);
}

/* Appends the text up to one of the characters, without the backslashes before characters. Returns
 * the rest. */
static const char *
duringword(const char *p, const char *stops, struct buf *out)
{
	for (; *p && !strchr(stops, *p); p++) {
		if (*p == '\\' && p[1])
			p++;
		bufchar(out, *p);
	}
	return p;
}

void
duringnvtx(struct during *d, const char *text)
{
	const char *p;

	duringask(d, text);
	d->ranges = true;
	p = duringword(text, "@/", &d->name);
	if (*p == '@') {
		d->anydomain = p[1] == '*' && (!p[2] || p[2] == '/');
		p = duringword(p + 1, "/", &d->domain);
	}
	if (*p == '/')
		d->index = clinumber("during-nvtx", p + 1, 0, INT64_MAX);
	if (d->name.n == 0)
		dieusage("--during-nvtx: '%s' names no range", text);
}

/* Returns true if the value of a key is this text. */
static bool
duringtext(struct during *d, const struct event *ev, enum event_key key, const struct buf *wanted)
{
	struct span text = { "", 0 };

	if (evhas(ev, key) && jsonisstring(ev->value[key])) {
		d->scratch.n = 0;
		text = jsontext(ev->value[key], &d->scratch);
	}
	return spansame(text, (struct span){ wanted->n > 0 ? wanted->p : "", wanted->n });
}

void
duringlearn(struct during *d, const struct event *ev)
{
	if (!d->ranges || ev->type != TYPE_NVTX || !evhas(ev, KEY_DUR) ||
	    !duringtext(d, ev, KEY_NAME, &d->name) ||
	    !(d->anydomain || duringtext(d, ev, KEY_DOMAIN, &d->domain)))
		return;
	if (d->index < 0 || d->index == d->seen)
		duringadd(d, ev->number[KEY_TS], evend(ev));
	d->seen++;
}

bool
duringkeeps(const struct during *d, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], end = evisopen(ev) ? INT64_MAX : evend(ev);
	size_t low = 0, high = d->count;

	if (!d->asked)
		return true;
	while (low < high) { /* binary search for the first window that ends at or after ts */
		size_t middle = low + (high - low) / 2;

		if (d->p[middle].to < ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low < d->count && d->p[low].from <= end;
}

void
duringfree(struct during *d)
{
	free(d->name.p);
	free(d->domain.p);
	free(d->p);
	free(d->scratch.p);
}
