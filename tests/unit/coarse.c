/* SPDX-License-Identifier: MIT */
/* perfetto/coarse.h: which neighbours become one slice at which limit. */
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "perfetto/coarse.h"
#include "tap.h"

/* Draws a stream without a header: lines, each ended by a newline. */
static void
pass(struct draw *draw, struct span lines)
{
	struct buf line = { 0 }, stack = { 0 };
	struct parseerror error;
	struct event ev = { 0 };

	for (const char *p = lines.p, *end; p < lines.p + lines.n; p = end + 1) {
		end = strchr(p, '\n');
		line.n = 0;
		bufmem(&line, p, (size_t)(end - p));
		jsonpad(&line);
		if (!evparse(&ev, bufall(&line), DRAW_KEYS, &stack, &error))
			die("%s", error.why);
		drawevent(draw, &ev);
	}
	drawfinish(draw);
	free(line.p);
	free(stack.p);
}

/* What becomes of each item, and all groups. */
struct found {
	int64_t limit;
	struct buf kinds;
	struct coarsegroup *groups;
	size_t count, room;
	uint64_t left, values;
};

static void
addtolog(struct itemformatter *f, const struct item *item)
{
	itemlogadd(f->draw->arg, item);
}

/* Finds what is merged of a stream. The log, what is found and the groups have that many bytes of
 * memory each. */
static struct found
find(struct span lines, int64_t limit, size_t memory)
{
	struct itemlog log = { .items.limit = memory };
	struct draw draw = {
		.put = addtolog, .arg = &log, .openfirst = true, .quiet = true
	};
	struct coarse c = { .limit = limit, .kinds.limit = memory, .pool.limit = memory };
	struct found found = { .limit = limit };
	struct coarsegroup group = { 0 };

	pass(&draw, lines);
	coarsefind(&c, &log);
	for (uint64_t i = 0; i < bytelogend(&c.kinds); i++) {
		enum coarse_kind kind = coarsenext(&c, &group);

		bufchar(&found.kinds, (char)kind);
		if (kind != COARSE_FIRST_OF)
			continue;
		GROW(found.groups, found.room, found.count + 1);
		found.groups[found.count++] = group;
	}
	if (coarsenext(&c, &group) != COARSE_LEFT_OUT || found.count != c.count)
		die("the items do not end");
	found.left = c.left;
	found.values = c.values;
	coarsefree(&c);
	itemlogfree(&log);
	drawfree(&draw);
	return found;
}

static void
foundfree(struct found *f)
{
	free(f->kinds.p);
	free(f->groups);
}

/* Returns true if the same is found with temporary files. */
static bool
spilled(const struct found *f, struct span lines)
{
	struct found other = find(lines, f->limit, 1);
	bool same = spansame(bufall(&f->kinds), bufall(&other.kinds)) &&
	    f->count == other.count && f->left == other.left && f->values == other.values;

	for (size_t i = 0; same && i < f->count; i++)
		same = f->groups[i].end == other.groups[i].end &&
		    f->groups[i].time == other.groups[i].time &&
		    f->groups[i].count == other.groups[i].count &&
		    f->groups[i].slices == other.groups[i].slices &&
		    f->groups[i].mixed == other.groups[i].mixed;
	foundfree(&other);
	return same;
}

/* What was found, in letters: k for what is kept, the number of a group for its first, a point for
 * what is left out; then for each group its count, how many are slices, time and end. */
static const char *
shown(const char *lines, int64_t limit)
{
	static char text[1000];
	struct found c = find(spanof(lines), limit, SIZE_MAX);
	size_t n = 0, group = 0;

	if (!spilled(&c, spanof(lines)))
		return "temporary files give other groups";
	for (size_t i = 0; i < c.kinds.n; i++) {
		char letters[] = { 'k', (char)('0' + group), '.' };

		text[n++] = letters[(int)c.kinds.p[i]];
		group += c.kinds.p[i] == COARSE_FIRST_OF;
	}
	for (size_t i = 0; i < c.count; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, " %llu,%llu,%lld,%lld%s",
		    (unsigned long long)c.groups[i].count, (unsigned long long)c.groups[i].slices,
		    (long long)c.groups[i].time, (long long)c.groups[i].end,
		    c.groups[i].mixed ? "*" : "");
	text[n] = '\0';
	foundfree(&c);
	return text;
}

static void
is(const char *lines, int64_t limit, const char *wanted, const char *what)
{
	const char *got = shown(lines, limit);

	if (!ok(strcmp(got, wanted) == 0, "%s, limit %lld", what, (long long)limit))
		fprintf(stderr, "#    got: %s\n# wanted: %s\n", got, wanted);
}

#define RANGE(ts, dur) \
	"{\"ts\":" #ts ",\"dur\":" #dur ",\"type\":\"nvtx\",\"pid\":1,\"tid\":1}\n"
#define MARK(ts) "{\"ts\":" #ts ",\"type\":\"nvtx-mark\",\"pid\":1,\"tid\":1}\n"
#define OPEN(ts) "{\"ts\":" #ts ",\"open\":true,\"type\":\"nvtx\",\"pid\":1,\"tid\":1}\n"
#define VALUE(ts) \
	"{\"ts\":" #ts ",\"type\":\"gpu-metric\",\"name\":\"m\",\"gpu\":0,\"value\":1}\n"
#define WORK(ts, dur, type) \
	"{\"ts\":" #ts ",\"dur\":" #dur ",\"type\":\"" type "\",\"pid\":1,\"device\":0," \
	"\"context\":1,\"stream\":7}\n"

static void
rules(void)
{
	is(RANGE(10, 20) RANGE(12, 5) RANGE(40, 10), 100, "0.. 3,3,30,50",
	    "neighbours, one inside of another: their time counts once");
	is(RANGE(10, 20) RANGE(40, 10), 40, "0. 2,2,30,50", "as long as the limit together");
	is(RANGE(10, 20) RANGE(40, 11), 40, "01 1,1,20,30 1,1,11,51", "longer together");
	is(RANGE(10, 40), 40, "k", "as long as the limit alone");
	is(RANGE(10, 39), 40, "0 1,1,39,49", "not as long");
	is(RANGE(0, 5) RANGE(10, 100) RANGE(20, 5) RANGE(30, 5) RANGE(110, 5), 60,
	    "0k1.2 1,1,5,5 2,2,10,35 1,1,5,115", "none across the edges of a longer one");
	is(RANGE(0, 100) RANGE(95, 5) RANGE(100, 5), 60, "k01 1,1,5,100 1,1,5,105",
	    "none where a longer one ends");
	is(MARK(10) RANGE(20, 5) MARK(30), 60, "0.. 3,1,5,30*", "instants take no time");
	is(MARK(10) MARK(20), 60, "0. 2,0,0,20", "instants alone");
	is(OPEN(0) RANGE(10, 5) RANGE(20, 5), 60, "k0. 2,2,10,25",
	    "what was never closed lasts to the end");
	is(VALUE(0) VALUE(10) VALUE(60) VALUE(61) VALUE(100), 60, "k..k.",
	    "a value of a counter, and the first behind the limit");
	is(WORK(0, 5, "kernel") WORK(10, 5, "kernel"), 60, "0. 2,2,10,15", "one category");
	is(WORK(0, 5, "kernel") WORK(10, 5, "memcpy"), 60, "0. 2,2,10,15*", "several");
	is("", 60, "", "nothing");
}

/* Appends slices inside a time, of random places and depth. */
static void
grow(struct buf *lines, int64_t from, int64_t to, int depth)
{
	while (from < to) {
		int64_t ts = from + (int64_t)taprandom((uint64_t)(to - from));
		int64_t end = ts + (int64_t)taprandom((uint64_t)(to - ts) + 1);

		if (end - ts > (to - from) / 2 && taprandom(4) > 0)
			end = ts + (end - ts) / 100;
		bufprintf(lines, "{\"ts\":%lld,\"dur\":%lld,\"type\":\"nvtx\",\"pid\":1,\"tid\":1}\n",
		    (long long)ts, (long long)(end - ts));
		if (depth < 4 && end > ts)
			grow(lines, ts, end, depth + 1);
		from = end + 1;
	}
}

/* Whether groups are no longer than the limit, and of what is kept each has them inside or apart. */
static bool
sound(const struct found *c, struct span lines, uint64_t *stand)
{
	long long ts, dur;
	int64_t *from = xreallocarray(NULL, c->count + 1, sizeof(*from));
	const char *p = lines.p;
	size_t group = 0;
	bool good = true;

	*stand = 0;
	for (size_t i = 0; i < c->kinds.n; i++, p = strchr(p, '\n') + 1) {
		sscanf(p, "{\"ts\":%lld", &ts);
		if (c->kinds.p[i] == COARSE_FIRST_OF)
			from[group++] = ts;
	}
	for (size_t i = 0; i < c->count; i++) {
		good = good && c->groups[i].end - from[i] <= c->limit &&
		    c->groups[i].time <= c->groups[i].end - from[i];
		*stand += c->groups[i].count;
	}
	p = lines.p;
	for (size_t i = 0; i < c->kinds.n; i++, p = strchr(p, '\n') + 1) {
		if (c->kinds.p[i] != COARSE_KEPT)
			continue;
		sscanf(p, "{\"ts\":%lld,\"dur\":%lld", &ts, &dur);
		*stand += 1;
		for (size_t j = 0; j < c->count; j++)
			good = good && (c->groups[j].end <= ts || from[j] >= ts + dur ||
			    (from[j] >= ts && c->groups[j].end <= ts + dur));
	}
	free(from);
	return good && group == c->count;
}

static void
any(void)
{
	bool good = true, all = true, same = true;

	for (int i = 0; i < 40; i++) {
		struct buf lines = { 0 };

		grow(&lines, 0, 100000, 0);
		bufchar(&lines, '\0');
		lines.n--;
		for (int level = 0; level < 10; level++) {
			struct found c = find(bufall(&lines), gaugelimit(level), SIZE_MAX);
			uint64_t stand = 0;

			good = good && sound(&c, bufall(&lines), &stand);
			all = all && stand == c.kinds.n;
			same = same && spilled(&c, bufall(&lines));
			foundfree(&c);
		}
		free(lines.p);
	}
	ok(good, "random slices: groups fit into the limit and into what is kept");
	ok(all, "random slices: each is kept or in one group");
	ok(same, "random slices: temporary files give the same groups");
}

/* The size of an item in the test of the gauge, bytes. */
static size_t
sizeofitem(int64_t ts)
{
	return (size_t)(ts % 7) + 1;
}

static void
addtogauge(struct itemformatter *f, const struct item *item)
{
	gaugetake(f->draw->arg, item, sizeofitem(item->ev->number[KEY_TS]));
}

/* What a limit leaves of lines, from the items that are merged. */
static struct gaugelevel
leaves(struct span lines, int64_t limit)
{
	struct found c = find(lines, limit, SIZE_MAX);
	struct gaugelevel level = { 0 };
	const char *p = lines.p;
	size_t group = 0;
	long long ts;

	for (size_t i = 0; i < c.kinds.n; i++, p = strchr(p, '\n') + 1) {
		bool first = c.kinds.p[i] == COARSE_FIRST_OF;

		sscanf(p, "{\"ts\":%lld", &ts);
		if (first && c.groups[group++].count > 1)
			level.groups++;
		else if (first || c.kinds.p[i] == COARSE_KEPT)
			level.bytes += sizeofitem(ts);
	}
	foundfree(&c);
	return level;
}

/* Slices beside each other and values of a counter. */
static void
beside(struct buf *lines)
{
	int64_t ts = 0;

	for (int i = 0; i < 1000; i++) {
		int64_t dur = (int64_t)taprandom(taprandom(4) ? 1000 : 100000);

		bufprintf(lines, "{\"ts\":%lld,\"dur\":%lld,\"type\":\"nvtx\",\"pid\":1,\"tid\":1}\n",
		    (long long)ts, (long long)dur);
		bufprintf(lines,
		    "{\"ts\":%lld,\"type\":\"gpu-metric\",\"name\":\"m\",\"gpu\":0,\"value\":1}\n",
		    (long long)ts);
		ts += dur + 1 + (int64_t)taprandom(2000);
	}
	bufchar(lines, '\0');
	lines->n--;
}

static void
gauges(void)
{
	struct gauge g = { .log.items.limit = SIZE_MAX };
	struct draw draw = { .put = addtogauge, .arg = &g, .openfirst = true, .quiet = true };
	struct buf lines = { 0 };
	uint64_t groups = 0;
	bool good = true;

	beside(&lines);
	pass(&draw, bufall(&lines));
	for (int i = 0; i < GAUGE_LEVELS; i++) {
		struct gaugelevel level = leaves(bufall(&lines), gaugelimit(i));

		good = good && g.levels[i].bytes == level.bytes && g.levels[i].groups == level.groups;
		groups += level.groups;
	}
	ok(good && groups > 0, "slices beside each other: a gauge knows what each limit leaves");
	gaugefree(&g);
	drawfree(&draw);
	free(lines.p);
}

/* The empty category and the one behind it begin at the same place of the log. */
static void
emptycategory(void)
{
	struct itemlog log = { .items.limit = SIZE_MAX };
	struct coarse c = { .limit = 1000, .kinds.limit = SIZE_MAX, .pool.limit = SIZE_MAX };
	struct item item = { .shape = SHAPE_SLICE, .category = spanof("") };
	struct coarsegroup group = { 0 };

	itemlogadd(&log, &item);
	item.category = spanof("nvtx");
	itemlogadd(&log, &item);
	coarsefind(&c, &log);
	coarsenext(&c, &group);
	ok(group.count == 2 && group.mixed, "a group without and with a category is mixed");
	coarsefree(&c);
	itemlogfree(&log);
}

int
main(void)
{
	rules();
	emptycategory();
	any();
	gauges();
	return tapend();
}
