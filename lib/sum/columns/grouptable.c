/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "base/spelling.h"
#include "grouptable.h"
#include "program/cli.h"

/* The percentiles of tables without --columns. */
static const uint32_t usual[] = { 90000, 99000 };

/* Adds a percentile, in thousandths of a percent, unless it was added before. Returns its column
 * number. */
static int
addpercentile(struct grouptable *t, uint32_t percent)
{
	struct percentile *p;
	size_t n;

	for (size_t i = 0; i < t->percentilecount; i++)
		if (t->percentiles[i].percent == percent)
			return STATISTIC_END + (int)i;
	t->percentiles =
	    xreallocarray(t->percentiles, t->percentilecount + 1, sizeof(*t->percentiles));
	p = &t->percentiles[t->percentilecount++];
	p->percent = percent;
	snprintf(p->title, sizeof(p->title), "p%u.%03u", percent / 1000 % 1000, percent % 1000);
	for (n = strlen(p->title); p->title[n - 1] == '0'; n--)
		;
	p->title[n - (p->title[n - 1] == '.')] = '\0';
	return STATISTIC_END + (int)t->percentilecount - 1;
}

/* Parses "p99.9" into thousandths of a percent; returns false if it is no percentile. */
static bool
readpercentile(struct span name, uint32_t *percent)
{
	uint32_t unit = 1000;
	size_t i = 1;

	*percent = 0;
	if (name.n < 2 || name.n > 7 || name.p[0] != 'p')
		return false;
	for (; i < name.n && name.p[i] >= '0' && name.p[i] <= '9'; i++)
		*percent = *percent * 10 + (uint32_t)(name.p[i] - '0') * 1000;
	if (i < name.n && name.p[i] == '.' && i + 1 < name.n && i > 1)
		for (i++; i < name.n && name.p[i] >= '0' && name.p[i] <= '9' && unit > 1; i++)
			*percent += (uint32_t)(name.p[i] - '0') * (unit /= 10);
	return i == name.n && i > 1 && *percent <= PERCENT_SCALE;
}

/* The beginning of the name of a column that has the overlap with a kind of work or a pattern. */
static const char besidetitle[] = "overlap:";

enum { BESIDETITLE = sizeof(besidetitle) - 1 };

/* Adds such a column, unless it was added before. Returns its column number. */
static int
addbeside(struct grouptable *t, struct span name)
{
	for (size_t i = 0; i < t->besidecount; i++)
		if (spanis(name, t->beside[i]))
			return STATISTIC_BESIDE + (int)i;
	t->beside = xreallocarray(t->beside, t->besidecount + 1, sizeof(*t->beside));
	t->beside[t->besidecount] = xreallocarray(NULL, name.n + 1, 1);
	memcpy(t->beside[t->besidecount], name.p, name.n);
	t->beside[t->besidecount][name.n] = '\0';
	return STATISTIC_BESIDE + (int)t->besidecount++;
}

/* Returns the number of a column with that name: a statistic, a percentile, an overlap with a
 * pattern, or a key. Ends the program if there is none. */
static int
findcolumn(struct grouptable *t, const char *option, struct span name)
{
	const char *names[BY_COUNT + STATISTIC_END + 1];
	size_t count = 0;
	uint32_t percent;
	int id = statisticfind(name);

	if (id != STATISTIC_END)
		return id;
	if (readpercentile(name, &percent))
		return addpercentile(t, percent);
	if (name.n > BESIDETITLE && memcmp(name.p, besidetitle, BESIDETITLE) == 0)
		return addbeside(t, name);
	for (int i = 0; i < STATISTIC_END; i++) {
		const char *title = statisticcolumn(i, NULL).title;

		if (title && i < BY_COUNT && spanis(name, title))
			return i;
		if (title)
			names[count++] = title;
	}
	names[count++] = "p90";
	dieusage("--%s: no column is called '%.*s'%s", option, (int)name.n, name.p,
	    spellingchoice(name, names, count));
}

void
grouptablecolumn(struct grouptable *t, const char *option, struct span name)
{
	int id = findcolumn(t, option, name);

	for (size_t i = 0; i < t->columncount; i++)
		if (t->columns[i] == id)
			dieusage("--%s: %.*s is there twice", option, (int)name.n, name.p);
	if (id < BY_COUNT)
		dieusage("--%s: %.*s is a key: it is a column where --by has it", option,
		    (int)name.n, name.p);
	t->columns = xreallocarray(t->columns, t->columncount + 1, sizeof(*t->columns));
	t->columns[t->columncount++] = id;
}

void
grouptablesort(struct grouptable *t, const char *option, const char *name)
{
	if (t->sorted)
		dieusage("--%s: more than once", option);
	t->sorted = true;
	t->reverse = *name == '-';
	t->sort = findcolumn(t, option, spanof(name + t->reverse));
}

void
grouptablewords(struct buf *out, bool withkeys)
{
	for (int i = withkeys ? 0 : BY_COUNT; i < STATISTIC_END; i++) {
		const char *title = statisticcolumn(i, NULL).title;

		if (title)
			bufprintf(out, "%s|", title);
	}
	bufstr(out, "p90");
}

void
grouptableready(struct grouptable *t)
{
	for (size_t i = 0; i < sizeof(usual) / sizeof(*usual) && t->columncount == 0; i++)
		addpercentile(t, usual[i]);
}

const char *
grouptablepattern(const struct grouptable *t, size_t i)
{
	return t->beside[i] + BESIDETITLE;
}

bool
grouptablewants(const struct grouptable *t, int id)
{
	for (size_t i = 0; i < t->columncount; i++)
		if (t->columns[i] == id)
			return true;
	return t->columncount == 0 || (t->sorted && t->sort == id);
}

bool
grouptableasks(const struct grouptable *t, bool (*choose)(int id))
{
	for (size_t i = 0; i < t->columncount; i++)
		if (choose(t->columns[i]))
			return true;
	return t->sorted && choose(t->sort);
}

void
grouptablerows(
    struct grouptable *t, struct grouprows *rows, struct tally *tally, struct rowoptions options)
{
	uint32_t *percents = xreallocarray(NULL, t->percentilecount + 1, sizeof(*percents));

	options.skip = t->skip;
	options.most = t->sorted ? 0 : options.most;
	options.percents = percents;
	options.percentcount = t->percentilecount;
	for (size_t i = 0; i < t->percentilecount; i++)
		percents[i] = t->percentiles[i].percent;
	grouprowsmake(rows, tally, &options);
	if (t->sorted)
		statisticsort(rows, t->sort, t->reverse);
	free(percents);
}

/* An array of columns under construction. */
struct columns {
	const struct grouptable *t;
	struct column *p;
	size_t count;
};

static void
grouptableadd(struct columns *c, int id)
{
	const char *title = NULL;

	if (id >= STATISTIC_BESIDE)
		title = c->t->beside[id - STATISTIC_BESIDE];
	else if (id >= STATISTIC_END)
		title = c->t->percentiles[id - STATISTIC_END].title;
	c->p[c->count] = statisticcolumn(id, title);
	c->count += c->p[c->count].title != NULL;
}

/* Adds all statistics and percentiles. The text format has related columns side by side. */
static void
addstatistics(struct columns *c, bool astext)
{
	static const int order[] = { STATISTIC_COUNT, STATISTIC_TOTAL, STATISTIC_SELF,
		STATISTIC_WAIT, STATISTIC_TRANSFER, STATISTIC_SHARE, STATISTIC_MEAN,
		STATISTIC_MEDIAN, STATISTIC_END, STATISTIC_MIN, STATISTIC_MAX, STATISTIC_STDDEV,
		STATISTIC_SLOWEST, STATISTIC_LAUNCHES, STATISTIC_LATENCY, STATISTIC_QUEUED,
		STATISTIC_QUEUE, STATISTIC_BYTES, STATISTIC_RATE, STATISTIC_KERNELS,
		STATISTIC_KERNEL_TIME, STATISTIC_RANGE_TIME };
	int percentiles = (int)c->t->percentilecount;

	for (size_t i = 0; i < sizeof(order) / sizeof(*order) && astext; i++)
		if (order[i] != STATISTIC_END)
			grouptableadd(c, order[i]);
		else
			for (int j = 0; j < percentiles; j++)
				grouptableadd(c, STATISTIC_END + j);
	for (int id = BY_COUNT; id < STATISTIC_END + percentiles && !astext; id++)
		if (id != STATISTIC_WAIT && id != STATISTIC_TRANSFER && !statisticswept(id) &&
		    !statisticmessage(id) && !statistichost(id))
			grouptableadd(c, id);
	if (!astext) { /* wait and transfer were added last: the order of the others must not
	                * change */
		grouptableadd(c, STATISTIC_WAIT);
		grouptableadd(c, STATISTIC_TRANSFER);
	}
}

/* Adds the keys of long texts, or the others. */
static void
addkeys(struct columns *c, const struct groups *g, bool astext, bool longs, unsigned hidden)
{
	for (size_t i = 0; i < g->depth; i++) {
		int key = (int)g->keys[i];
		bool islong = astext && keys[key].kind == KEYKIND_LONG;

		if (islong == longs && !(hidden & 1u << key))
			grouptableadd(c, key);
	}
}

struct column *
grouptablecolumns(
    const struct grouptable *t, const struct groups *g, bool astext, unsigned hidden, size_t *count)
{
	struct columns c = { .t = t };

	c.p = xreallocarray(NULL, STATISTIC_END + t->percentilecount + t->besidecount + 1,
	    sizeof(*c.p));
	if (g->subgroupkey == BY_BIN && !(hidden & 1u << BY_BIN))
		grouptableadd(&c, BY_BIN);
	addkeys(&c, g, astext, false, hidden);
	if (t->columncount == 0)
		addstatistics(&c, astext);
	for (size_t i = 0; i < t->columncount; i++)
		grouptableadd(&c, t->columns[i]);
	addkeys(&c, g, astext, true, hidden);
	*count = c.count;
	return c.p;
}

void
grouptablefree(struct grouptable *t)
{
	free(t->columns);
	free(t->percentiles);
	for (size_t i = 0; i < t->besidecount; i++)
		free(t->beside[i]);
	free(t->beside);
	*t = (struct grouptable){ 0 };
}
