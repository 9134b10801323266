/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "align.h"
#include "base/json.h"
#include "io/atomicfile.h"
#include "io/out.h"

/* Largest difference of system clock minus UTC, ns, within one boot of a host. */
#define SAME_BOOT_MAX INT64_C(60000000000)

/* Inputs whose clocks differ by more than this, ns, a day, are not of one run. */
#define SAME_RUN_MAX (INT64_C(86400) * 1000000000)

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
alignreport(const struct mergeinput *in, const char *note)
{
	static const char *const by[] = { "", ", by the system clock of its host", ", by UTC", "",
		", as the file of offsets says" };
	struct buf text = { 0 };

	aligntime(&text, true, in->shift.offset);
	if (in->shift.drift != 0) { /* a drift of 10^6 is 1 ppm */
		int64_t thousandths = in->shift.drift / 1000;

		bufprintf(&text, ", drift %s%lld.%03lld ppm", thousandths < 0 ? "-" : "",
		    (long long)(llabs(thousandths) / 1000), (long long)(llabs(thousandths) % 1000));
	}
	bufprintf(&text, "%s%s", by[in->alignedby], note);
	errnote("%s: %s", in->label->name, text.p);
	free(text.p);
}

const struct mergeinput *
alignleader(const struct merger *m, const struct mergeinput *in)
{
	const struct mergeinput *first = NULL;
	int64_t now, then;

	if (!in->header.hasclock || in->hostcount != 1)
		return NULL;
	for (const struct mergeinput *a = m->inputs; a < in && !first; a++)
		if (a->header.hasclock && a->hosts[0] == in->hosts[0] && a->header.host.n > 0 &&
		    spansame(a->header.host, in->header.host))
			first = a;
	if (!first || !first->header.hasutc || !in->header.hasutc)
		return first;
	then = subsat(first->header.utc, first->header.clock);
	now = subsat(in->header.utc, in->header.clock);
	return llabs(subsat(now, then)) < SAME_BOOT_MAX ? first : NULL;
}

/* Returns clock - other, ns. Ends the program if that does not fit into 64 bits. */
static int64_t
clockdifference(const struct mergeinput *in, int64_t clock, int64_t other)
{
	int64_t v;

	if (__builtin_sub_overflow(clock, other, &v))
		die("%s: its clock is too far from the others", in->reader.path);
	return v;
}

void
alignfollow(struct mergeinput *in, const struct mergeinput *leader)
{
	int64_t offset = clockdifference(in, in->header.clock, leader->header.clock);
	struct clockshift own = { .offset = offset };

	in->shift = clockshiftcompose(&own, &leader->shift);
	in->alignedby = ALIGN_CLOCK;
}

/* Ends the program if an input was recorded on another day than the first one. */
static void
aligncheckday(const struct mergeinput *first, const struct mergeinput *in)
{
	int64_t offset = in->shift.offset;

	if (offset < -SAME_RUN_MAX || offset > SAME_RUN_MAX)
		die("%s and %s: recorded %lld days apart, so not ranks of one run: "
		    "--align none merges them with the times that they have",
		    first->reader.path, in->reader.path, (long long)llabs(offset / SAME_RUN_MAX));
}

void
alignclocks(struct merger *m, bool utconly)
{
	const struct mergeinput *first = &m->inputs[0];

	for (size_t i = 1; i < m->count; i++) {
		struct mergeinput *in = &m->inputs[i];

		const struct mergeinput *leader = utconly ? NULL : alignleader(m, in);

		if (leader) {
			alignfollow(in, leader);
		} else if (first->header.hasutc && in->header.hasutc) {
			in->shift.offset = clockdifference(in, in->header.utc, first->header.utc);
			in->alignedby = ALIGN_UTC;
		} else {
			warn("%s: no header relates its clock to that of %s: "
			     "its times are not moved",
			    in->label->name, first->label->name);
			continue;
		}
		aligncheckday(first, in);
		alignreport(in, "");
	}
}

/* Reads a small file. Returns false if it does not exist. */
static bool
readlines(const char *path, struct buf *text)
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

/* Finds the last entry for a name in the text of a file. Returns false if there is none. */
static bool
findoffset(struct merger *m, const char *path, const struct buf *text, const char *name,
    struct clockshift *shift)
{
	struct buf scratch = { 0 };
	size_t line = 0;
	bool found = false;

	for (const char *p = text->p; p && p < text->p + text->n; p += strlen(p) + 1 + JSON_SLACK) {
		struct span object = spanof(p), member;
		struct clockshift one = { 0 };

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

/* Ends the program if two inputs have the same name: the file could not tell them apart. */
static void
checknames(const struct merger *m, const char *path)
{
	struct stringtable seen = { 0 };

	for (size_t i = 0; i < m->count; i++)
		if (stringintern(&seen, spanof(m->inputs[i].label->name)) != i)
			die("%s: two inputs are called '%s'", path, m->inputs[i].label->name);
	stringtablefree(&seen);
}

bool
alignread(struct merger *m, const char *path)
{
	struct buf text = { 0 };

	checknames(m, path);
	if (!readlines(path, &text))
		return false;
	for (size_t i = 0; i < m->count; i++) {
		struct mergeinput *in = &m->inputs[i];

		if (!findoffset(m, path, &text, in->label->name, &in->shift))
			die("%s: no offset for '%s'", path, in->label->name);
		in->alignedby = ALIGN_FILE;
		alignreport(in, "");
	}
	free(text.p);
	return true;
}

void
alignwrite(const struct merger *m, const char *path)
{
	struct buf text = { 0 };
	struct atomicfile whole;

	atomicfileopen(&whole, path, false);
	for (size_t i = 0; i < m->count; i++) {
		const struct mergeinput *in = &m->inputs[i];

		bufstr(&text, "{\"name\":");
		jsonstring(&text, in->label->name, strlen(in->label->name));
		bufprintf(&text, ",\"offset\":%lld,\"origin\":%lld,\"drift\":%lld}\n",
		    (long long)in->shift.offset, (long long)in->shift.origin,
		    (long long)in->shift.drift);
	}
	if (!outwriteto(whole.fd, &text))
		die("%s:", path);
	atomicfilecommit(&whole);
	free(text.p);
}
