/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "mergedrows.h"
#include "statistic.h"

/* The rank of percentiles among the omitorder of STATISTICS. */
enum { PERCENTILE_OMITORDER = 14 };

/* Returns a sum of the row. */
static wide
sumof(const struct rowvalues *t, enum sum_id sum)
{
	return groupsumsget(t->sums, t->firstrecord, sum);
}

/* Returns number, or no value if n, the number of things it was summed over, is 0. */
static struct tablecell
when(wide n, wide number)
{
	return n > 0 ? cellwhole(number) : (struct tablecell){ 0 };
}

static struct tablecell
statisticcount(const struct rowvalues *t)
{
	return cellwhole((wide)t->stats.count);
}

static struct tablecell
total(const struct rowvalues *t)
{
	return cellwhole(t->stats.total);
}

static struct tablecell
statisticshare(const struct rowvalues *t)
{
	return t->denominator > 0 ? cellratio(t->stats.total * 100, t->denominator) : cellwhole(0);
}

static struct tablecell
average(const struct rowvalues *t)
{
	return cellratio(t->stats.total, (wide)t->stats.count);
}

static struct tablecell
median(const struct rowvalues *t)
{
	return cellratio(t->median, t->stats.count > 0 ? PERCENT_SCALE : 0);
}

static struct tablecell
min(const struct rowvalues *t)
{
	return when((wide)t->stats.count, t->stats.min);
}

static struct tablecell
max(const struct rowvalues *t)
{
	return when((wide)t->stats.count, t->stats.max);
}

static struct tablecell
stddev(const struct rowvalues *t)
{
	return t->stats.count > 0 ? cellreal(t->stats.stddev) : (struct tablecell){ 0 };
}

static struct tablecell
launches(const struct rowvalues *t)
{
	return when(sumof(t, SUM_LAUNCHES), sumof(t, SUM_LAUNCHES));
}

static struct tablecell
latency(const struct rowvalues *t)
{
	return cellratio(sumof(t, SUM_LATENCY), sumof(t, SUM_LAUNCHES));
}

static struct tablecell
queued(const struct rowvalues *t)
{
	return when(sumof(t, SUM_LAUNCHES), sumof(t, SUM_QUEUED));
}

static struct tablecell
queue(const struct rowvalues *t)
{
	return cellratio(sumof(t, SUM_QUEUE), sumof(t, SUM_QUEUED));
}

static struct tablecell
bytes(const struct rowvalues *t)
{
	return when(sumof(t, SUM_MOVES), sumof(t, SUM_BYTES));
}

/* Bytes per ns are GB/s. */
static struct tablecell
rate(const struct rowvalues *t)
{
	return cellratio(sumof(t, SUM_BYTES), sumof(t, SUM_MOVING));
}

static struct tablecell
busrate(const struct rowvalues *t)
{
	wide bus = sumof(t, SUM_BUS);

	return bus > 0 ? cellratio(bus, sumof(t, SUM_MOVING)) : (struct tablecell){ 0 };
}

/* Returns true if calls launched anything. A GPU event that began before the window has only time
 * in it. */
static bool
launching(const struct rowvalues *t)
{
	return sumof(t, SUM_LAUNCHES) > 0 || sumof(t, SUM_LAUNCHED_TIME) > 0;
}

/* Kernels of calls come from the GPU events that they launched. If there are none, they come from a
 * projection, as those of ranges do. */
static struct tablecell
kernels(const struct rowvalues *t)
{
	if (launching(t))
		return cellwhole(sumof(t, SUM_LAUNCHED));
	return when(sumof(t, SUM_RANGES) + sumof(t, SUM_CALLS), sumof(t, SUM_KERNELS));
}

static struct tablecell
kerneltime(const struct rowvalues *t)
{
	if (launching(t))
		return cellwhole(sumof(t, SUM_LAUNCHED_TIME));
	return when(sumof(t, SUM_RANGES) + sumof(t, SUM_CALLS), sumof(t, SUM_KERNEL_TIME));
}

static struct tablecell
rangetime(const struct rowvalues *t)
{
	return when(sumof(t, SUM_RANGES), sumof(t, SUM_RANGE_TIME));
}

static struct tablecell
self(const struct rowvalues *t)
{
	return when(sumof(t, SUM_RANGED), sumof(t, SUM_SELF));
}

static struct tablecell
slowest(const struct rowvalues *t)
{
	return when(sumof(t, SUM_STEPS), sumof(t, SUM_SLOWEST));
}

static struct tablecell
waittime(const struct rowvalues *t)
{
	return when(sumof(t, SUM_WAITS), sumof(t, SUM_WAIT));
}

static struct tablecell
transfer(const struct rowvalues *t)
{
	return when(sumof(t, SUM_WAITS), sumof(t, SUM_TRANSFER));
}

static struct tablecell
busy(const struct rowvalues *t)
{
	return cellwhole(sumof(t, SUM_BUSY));
}

static struct tablecell
exclusive(const struct rowvalues *t)
{
	return cellwhole(sumof(t, SUM_EXCLUSIVE));
}

static struct tablecell
exposed(const struct rowvalues *t)
{
	return cellwhole(sumof(t, SUM_WORK_BUSY) - sumof(t, SUM_OVERLAP));
}

static struct tablecell
statisticoverlap(const struct rowvalues *t)
{
	return cellwhole(sumof(t, SUM_OVERLAP));
}

static struct tablecell
leading(const struct rowvalues *t)
{
	return cellwhole(sumof(t, SUM_LEADING));
}

static struct tablecell
statisticidle(const struct rowvalues *t)
{
	return cellwhole(sumof(t, SUM_IDLE));
}

/* The mean number of events at once, while any of the group ran. */
static struct tablecell
concurrency(const struct rowvalues *t)
{
	return cellratio(t->stats.total, sumof(t, SUM_BUSY));
}

/* Returns a part of the time of ranges. Rows of ranges that never closed have none. */
static struct tablecell
hostcell(const struct rowvalues *t, enum sum_id sum)
{
	return when(sumof(t, SUM_RANGED), sumof(t, sum));
}

static struct tablecell
synctime(const struct rowvalues *t)
{
	return hostcell(t, SUM_HOST_SYNC);
}

static struct tablecell
cudatime(const struct rowvalues *t)
{
	return hostcell(t, SUM_HOST_CUDA);
}

static struct tablecell
giltime(const struct rowvalues *t)
{
	return hostcell(t, SUM_HOST_GIL);
}

static struct tablecell
librarytime(const struct rowvalues *t)
{
	return hostcell(t, SUM_HOST_LIBRARY);
}

static struct tablecell
ostime(const struct rowvalues *t)
{
	return hostcell(t, SUM_HOST_OS);
}

static struct tablecell
resttime(const struct rowvalues *t)
{
	return hostcell(t, SUM_HOST_REST);
}

static struct tablecell
ranges(const struct rowvalues *t)
{
	return cellwhole(sumof(t, SUM_RANGES));
}

static struct tablecell
ops(const struct rowvalues *t)
{
	return when(sumof(t, SUM_RANGES), sumof(t, SUM_KERNELS));
}

static struct tablecell
opsmean(const struct rowvalues *t)
{
	return cellratio(sumof(t, SUM_KERNELS), sumof(t, SUM_RANGES));
}

static struct tablecell
level(const struct rowvalues *t)
{
	return cellratio(sumof(t, SUM_LEVELS), sumof(t, SUM_RANGES));
}

static struct tablecell
children(const struct rowvalues *t)
{
	return cellratio(sumof(t, SUM_CHILDREN), sumof(t, SUM_RANGES));
}

/* Converts bytes to 10^6 bytes. */
static struct tablecell
megabytes(struct tablecell e)
{
	e.by *= 1000000;
	e.real /= 1000000;
	return e;
}

static struct tablecell
mbtotal(const struct rowvalues *t)
{
	return megabytes(total(t));
}

static struct tablecell
mbmean(const struct rowvalues *t)
{
	return megabytes(average(t));
}

static struct tablecell
mbmedian(const struct rowvalues *t)
{
	return megabytes(median(t));
}

static struct tablecell
mbmin(const struct rowvalues *t)
{
	return megabytes(min(t));
}

static struct tablecell
mbmax(const struct rowvalues *t)
{
	return megabytes(max(t));
}

static struct tablecell
mbstddev(const struct rowvalues *t)
{
	return megabytes(stddev(t));
}

/* The sets of sums of which a row needs at least one. */
enum {
	NEEDS_ANY = SUM_ANY, /* all rows have it */
	NEEDS_CALL = SUM_BIT(CALL),
	NEEDS_COPY = SUM_BIT(COPY),
	NEEDS_PROJECTED = SUM_BIT(PROJECTED),
	NEEDS_KERNELS = NEEDS_CALL | NEEDS_PROJECTED,
	NEEDS_NESTED = SUM_BIT(NESTED),
	NEEDS_RANGE = SUM_BIT(RANGE),
	NEEDS_COLLECTIVE = SUM_BIT(COLLECTIVE),
	NEEDS_STEP = SUM_BIT(STEP),
	NEEDS_INTERVAL = SUM_BIT(INTERVAL),
	NEEDS_WORK = SUM_BIT(WORK),
};

/* Indexed by enum statistic. */
static const struct {
	const char *title;
	enum column_kind kind;
	struct tablecell (*cell)(const struct rowvalues *);
	int omitorder;
	unsigned needs;
} statistics[] = {
#define F(id, title, kind, function, omitorder, needs) \
	[STATISTIC_##id] = { title, kind, function, omitorder, NEEDS_##needs },
	STATISTICS(F)
#undef F
};

static struct tablecell
cellofkey(const struct grouprows *t, const struct grouprow *row, enum by key)
{
	const struct groups *g = &t->tally->groups;
	struct value v = groupvalue(g, row->group, key);

	if (!v.given)
		return (struct tablecell){ 0 };
	if (keys[key].kind >= KEYKIND_TEXT)
		return celltext(stringat(&g->names, (uint32_t)v.number));
	return cellwhole(
	    key == BY_BIN ? accumulatorbin(&t->tally->accumulator, (size_t)v.number) : v.number);
}

static struct tablecell
keycell(const void *rows, size_t row, const struct column *column)
{
	const struct grouprows *t = rows;

	return cellofkey(t, grouprowsat(t, row), (enum by)column->id);
}

static struct tablecell
statisticcellof(const struct rowvalues *t, int id)
{
	if (!(t->sets & statistics[id].needs)) /* most rows lack most columns: avoids the
	                                        * search for a sum */
		return (struct tablecell){ 0 };
	return statistics[id].cell(t);
}

static struct tablecell
statisticcell(const void *rows, size_t row, const struct column *column)
{
	return statisticcellof(grouprowsget(rows, row), column->id);
}

static struct tablecell
percentilecellof(const struct rowvalues *t, int id)
{
	return cellratio(t->percents[id - STATISTIC_END], t->stats.count > 0 ? PERCENT_SCALE : 0);
}

static struct tablecell
percentilecell(const void *rows, size_t row, const struct column *column)
{
	return percentilecellof(grouprowsget(rows, row), column->id);
}

static struct tablecell
besidecellof(const struct rowvalues *t, int id)
{
	if (!(t->sets & SUM_BIT(WORK)))
		return (struct tablecell){ 0 };
	return cellwhole(sumof(t, (enum sum_id)(SUM_BESIDE + id - STATISTIC_BESIDE)));
}

static struct tablecell
besidecell(const void *rows, size_t row, const struct column *column)
{
	return besidecellof(grouprowsget(rows, row), column->id);
}

bool
statisticadditive(int id)
{
	switch (id) {
	case STATISTIC_COUNT:
	case STATISTIC_TOTAL:
	case STATISTIC_LAUNCHES:
	case STATISTIC_QUEUED:
	case STATISTIC_BYTES:
	case STATISTIC_KERNELS:
	case STATISTIC_KERNEL_TIME:
	case STATISTIC_SELF:
	case STATISTIC_WAIT:
	case STATISTIC_TRANSFER:
	case STATISTIC_LEADING:
	case STATISTIC_SYNC_TIME:
	case STATISTIC_CUDA_TIME:
	case STATISTIC_GIL_TIME:
	case STATISTIC_LIBRARY_TIME:
	case STATISTIC_OS_TIME:
	case STATISTIC_REST_TIME:
		return true;
	default:
		return false;
	}
}

bool
statisticmessage(int id)
{
	return id == STATISTIC_BUS_RATE;
}

bool
statistichost(int id)
{
	return id >= STATISTIC_SYNC_TIME && id <= STATISTIC_REST_TIME;
}

bool
statisticswept(int id)
{
	return statisticbeside(id) || id == STATISTIC_BUSY || id == STATISTIC_LEADING ||
	    id == STATISTIC_IDLE || id == STATISTIC_CONCURRENCY;
}

bool
statisticbeside(int id)
{
	return id == STATISTIC_EXCLUSIVE || id == STATISTIC_EXPOSED || id == STATISTIC_OVERLAP ||
	    id >= STATISTIC_BESIDE;
}

struct column
statisticcolumn(int id, const char *title)
{
	static const enum column_kind kinds[] = {
		[KEYKIND_NUMBER] = COLUMN_INTEGER,
		[KEYKIND_TIME] = COLUMN_TIME,
		[KEYKIND_TEXT] = COLUMN_TEXT,
		[KEYKIND_LONG] = COLUMN_TEXT,
	};
	struct column c = { .title = title, .kind = COLUMN_MEAN_TIME, .id = id };

	if (id < BY_COUNT) {
		c.cell = keycell;
		c.kind = kinds[keys[id].kind];
		c.title = title ? title : keys[id].name;
	} else if (id < STATISTIC_END) {
		c.cell = statisticcell;
		c.kind = statistics[id].kind;
		c.title = title ? title : statistics[id].title;
		c.omitorder = statistics[id].omitorder;
	} else if (id >= STATISTIC_BESIDE) {
		c.cell = besidecell;
		c.kind = COLUMN_TIME;
		c.omitorder = statistics[STATISTIC_OVERLAP].omitorder;
	} else {
		c.cell = percentilecell;
		c.omitorder = PERCENTILE_OMITORDER;
	}
	return c;
}

int
statisticfind(struct span title)
{
	for (int id = BY_COUNT; id < STATISTIC_END; id++)
		if (statistics[id].title && spanis(title, statistics[id].title))
			return id;
	return STATISTIC_END;
}

/* Compares texts bytewise. */
static int
comparetexts(struct span a, struct span b)
{
	int order = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);

	return order != 0 ? order : (a.n > b.n) - (a.n < b.n);
}

int
statisticcompare(const struct grouprows *t, const struct grouprow *x, const struct grouprow *y,
    enum by key, bool reverse)
{
	struct tablecell a = cellofkey(t, x, key), b = cellofkey(t, y, key);
	int order;

	if (!a.given || !b.given)
		return b.given - a.given;
	if (a.text.p && b.text.p)
		order = comparetexts(a.text, b.text);
	else
		order = (a.number > b.number) - (a.number < b.number);
	return reverse ? -order : order;
}

/* The order of rows. */
struct order {
	bool reverse;
	enum by key;   /* the key, unless numbers is set */
	wide *numbers; /* by group, in thousandths; NONE for no value */
};

#define NONE ((wide)INT64_MIN * INT64_MAX)

static int
bykey(
    const struct grouprows *t, const struct grouprow *x, const struct grouprow *y, const void *arg)
{
	const struct order *o = arg;

	return statisticcompare(t, x, y, o->key, o->reverse);
}

static int
statisticbynumber(
    const struct grouprows *t, const struct grouprow *x, const struct grouprow *y, const void *arg)
{
	const struct order *o = arg;
	wide m = o->numbers[x->group], n = o->numbers[y->group];
	int order = (m < n) - (m > n);

	(void)t;
	return m != NONE && n != NONE && o->reverse ? -order : order;
}

/* Returns the number by which a row is sorted, in thousandths, or false if it has none. */
static bool
statisticnumber(const struct rowvalues *row, int id, wide *number)
{
	struct tablecell e = id >= STATISTIC_BESIDE ? besidecellof(row, id) :
	    id >= STATISTIC_END                     ? percentilecellof(row, id) :
	                                              statisticcellof(row, id);

	if (e.given)
		*number = cellthousandths(&e);
	return e.given;
}

void
statisticsort(struct grouprows *t, int id, bool reverse)
{
	struct order o = { .reverse = reverse };

	if (t->merged && id < BY_COUNT)
		mergedrowssortkey(t->merged, (enum by)id, reverse);
	else if (t->merged)
		mergedrowssortnumber(t->merged, statisticnumber, id, reverse);
	if (t->merged)
		return;
	if (id < BY_COUNT) {
		o.key = (enum by)id;
		grouprowssort(t, bykey, &o);
		return;
	}
	o.numbers = xreallocarray(NULL, t->tally->groups.count + 1, sizeof(*o.numbers));
	for (size_t i = 0; i < t->count; i++) {
		wide *number = &o.numbers[t->p[i].group];

		if (!statisticnumber(grouprowsget(t, i), id, number))
			*number = NONE;
	}
	grouprowssort(t, statisticbynumber, &o);
	free(o.numbers);
}
