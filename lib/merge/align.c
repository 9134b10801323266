/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "align.h"
#include "base/json.h"
#include "io/out.h"

/* System clocks of one host that run from other starts differ, against UTC, by more than this, ns.
 */
#define ONE_BOOT INT64_C(60000000000)

void
aligntime(struct buf *to, bool sign, int64_t ns)
{
	static const struct {
		uint64_t unit;
		const char *name;
	} units[] = { { 1000000000, "s" }, { 1000000, "ms" }, { 1000, "us" } };
	uint64_t v = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;

	if (sign)
		bufchar(to, ns < 0 ? '-' : '+');
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (v >= units[i].unit) {
			bufprintf(to, "%llu.%03llu %s", (unsigned long long)(v / units[i].unit),
			    (unsigned long long)(v % units[i].unit / (units[i].unit / 1000)),
			    units[i].name);
			return;
		}
	bufprintf(to, "%llu ns", (unsigned long long)v);
}

void
alignsay(const struct incoming *b, const char *note)
{
	static const char *const by[] = { "", ", by the system clock of its host", ", by UTC", "",
		", as the file of offsets says" };
	struct buf text = { 0 };

	aligntime(&text, true, b->shift.offset);
	if (b->shift.drift != 0) { /* 10^12 is a million times a million */
		int64_t thousandths = b->shift.drift / 1000;

		bufprintf(&text, ", drift %s%lld.%03lld ppm", thousandths < 0 ? "-" : "",
		    (long long)(llabs(thousandths) / 1000), (long long)(llabs(thousandths) % 1000));
	}
	bufprintf(&text, "%s%s", by[b->by], note);
	warn("%s: %s", b->tag->name, text.p);
	free(text.p);
}

const struct incoming *
alignleader(const struct merger *m, const struct incoming *b)
{
	const struct incoming *first = NULL;
	int64_t now, then;

	if (!b->facts.hasclock || b->hostcount != 1)
		return NULL;
	for (const struct incoming *a = m->inputs; a < b && !first; a++)
		if (a->facts.hasclock && a->hosts[0] == b->hosts[0] && a->facts.host.n > 0 &&
		    spansame(a->facts.host, b->facts.host))
			first = a;
	if (!first || !first->facts.hasutc || !b->facts.hasutc)
		return first;
	then = subsat(first->facts.utc, first->facts.clock);
	now = subsat(b->facts.utc, b->facts.clock);
	return llabs(subsat(now, then)) < ONE_BOOT ? first : NULL;
}

/* By how much a clock is ahead of another one; ends the program where that does not fit. */
static int64_t
ahead(const struct incoming *b, int64_t clock, int64_t other)
{
	int64_t v;

	if (__builtin_sub_overflow(clock, other, &v))
		die("%s: its clock is too far from the others", b->feed.path);
	return v;
}

void
alignfollow(struct incoming *b, const struct incoming *leader)
{
	struct shift own = { .offset = ahead(b, b->facts.clock, leader->facts.clock) };

	b->shift = shiftjoin(&own, &leader->shift);
	b->by = ALIGN_CLOCK;
}

void
alignclocks(struct merger *m, bool utconly)
{
	const struct incoming *first = &m->inputs[0];

	for (size_t i = 1; i < m->count; i++) {
		struct incoming *b = &m->inputs[i];

		const struct incoming *leader = utconly ? NULL : alignleader(m, b);

		if (leader) {
			alignfollow(b, leader);
		} else if (first->facts.hasutc && b->facts.hasutc) {
			b->shift.offset = ahead(b, b->facts.utc, first->facts.utc);
			b->by = ALIGN_UTC;
		} else {
			warn("%s: no header says how its clock and that of %s compare: its times "
			     "are taken as they are",
			    b->tag->name, first->tag->name);
			continue;
		}
		alignsay(b, "");
	}
}

/* The whole of a small file; false when there is none. */
static bool
slurp(const char *path, struct buf *text)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct lines lines = { .in.fd = fd, .size = 1 << 16 };
	struct span line;

	if (fd < 0 && errno == ENOENT)
		return false;
	if (fd < 0)
		die("%s:", path);
	while (linesnext(&lines, &line)) {
		bufspan(text, line);
		jsonpad(text);
		text->n += 1 + JSON_SLACK;
	}
	if (lines.error) {
		lineswarn(&lines, path);
		exit(FAILED);
	}
	linesfree(&lines);
	close(fd);
	return true;
}

/* The last shift that the text of a file has for a name; false when it has none. */
static bool
lookup(struct merger *m, const char *path, const struct buf *text, const char *name,
    struct shift *shift)
{
	struct buf scratch = { 0 };
	size_t line = 0;
	bool found = false;

	for (const char *p = text->p; p && p < text->p + text->n; p += strlen(p) + 1 + JSON_SLACK) {
		struct span object = spanof(p), member;
		struct shift one = { 0 };

		line++;
		if (jsonspace(p) == p + object.n)
			continue;
		if (!jsonskip(p, &m->stack) ||
		    !jsonint(jsonmember(object, "offset", &m->stack), &one.offset))
			die("%s:%zu: not an object with a name and an integer \"offset\"", path,
			    line);
		jsonint(jsonmember(object, "origin", &m->stack), &one.origin);
		jsonint(jsonmember(object, "drift", &m->stack), &one.drift);
		if (one.drift <= -SHIFT_UNIT || one.drift >= SHIFT_UNIT)
			die("%s:%zu: \"drift\" is out of range", path, line);
		member = jsonmember(object, "name", &m->stack);
		if (jsonisstring(member) && spanis(jsontext(member, &scratch), name)) {
			*shift = one;
			found = true;
		}
	}
	free(scratch.p);
	return found;
}

/* Ends the program where two inputs have one name: a file could not tell them apart. */
static void
distinct(const struct merger *m, const char *path)
{
	struct stringtable seen = { 0 };

	for (size_t i = 0; i < m->count; i++)
		if (stringintern(&seen, spanof(m->inputs[i].tag->name)) != i)
			die("%s: two inputs are called '%s'", path, m->inputs[i].tag->name);
	stringtablefree(&seen);
}

bool
alignread(struct merger *m, const char *path)
{
	struct buf text = { 0 };

	distinct(m, path);
	if (!slurp(path, &text))
		return false;
	for (size_t i = 0; i < m->count; i++) {
		struct incoming *b = &m->inputs[i];

		if (!lookup(m, path, &text, b->tag->name, &b->shift))
			die("%s: no offset for '%s'", path, b->tag->name);
		b->by = ALIGN_FILE;
		alignsay(b, "");
	}
	free(text.p);
	return true;
}

void
alignwrite(const struct merger *m, const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	struct buf text = { 0 };

	if (fd < 0)
		die("%s:", path);
	for (size_t i = 0; i < m->count; i++) {
		const struct incoming *b = &m->inputs[i];

		bufstr(&text, "{\"name\":");
		jsonstring(&text, b->tag->name, strlen(b->tag->name));
		bufprintf(&text, ",\"offset\":%lld,\"origin\":%lld,\"drift\":%lld}\n",
		    (long long)b->shift.offset, (long long)b->shift.origin,
		    (long long)b->shift.drift);
	}
	if (!outwriteto(fd, &text) || close(fd) != 0) {
		unlink(path);
		die("%s:", path);
	}
	free(text.p);
}
