/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/escape.h"
#include "base/json.h"
#include "difftable.h"
#include "io/out.h"
#include "table/format.h"
#include "table/tableview.h"

#define ELLIPSIS "\xE2\x80\xA6" /* U+2026 */

/* The lines of a screen. */
enum { SCREEN = 24 };

/* The number of characters that texts keep before columns are left out. */
enum { NAME_LEAST = 16 };

/* Columns. TSV, CSV and JSON have the keys of the groups before them, text and Markdown behind
 * them. Only text and Markdown have OLD and NEW, the figures, which the others have as totals or as
 * means, INTERVAL, which is LOW and HIGH, and COUNTS, which are both counts. */
enum diffcolumn {
	COLUMN_CHANGE,
	COLUMN_DELTA,
	COLUMN_RATIO,
	COLUMN_LOW,
	COLUMN_HIGH,
	COLUMN_FACTOR,
	COLUMN_TOTAL_OLD,
	COLUMN_TOTAL_NEW,
	COLUMN_COUNT_OLD,
	COLUMN_COUNT_NEW,
	COLUMN_MEAN_OLD,
	COLUMN_MEAN_NEW,
	COLUMN_JUDGED,
	COLUMN_JUDGED_RATIO,
	COLUMN_EFFECT,
	COLUMNS,
	COLUMN_OLD = COLUMNS,
	COLUMN_NEW,
	COLUMN_INTERVAL,
	COLUMN_COUNTS
};

static const char *const titles[COLUMNS] = {
	[COLUMN_CHANGE] = "change",
	[COLUMN_DELTA] = "delta",
	[COLUMN_RATIO] = "ratio",
	[COLUMN_LOW] = "low",
	[COLUMN_HIGH] = "high",
	[COLUMN_FACTOR] = "factor",
	[COLUMN_TOTAL_OLD] = "total_old",
	[COLUMN_TOTAL_NEW] = "total_new",
	[COLUMN_COUNT_OLD] = "count_old",
	[COLUMN_COUNT_NEW] = "count_new",
	[COLUMN_MEAN_OLD] = "mean_old",
	[COLUMN_MEAN_NEW] = "mean_new",
	[COLUMN_JUDGED] = "judged",
	[COLUMN_JUDGED_RATIO] = "judged_ratio",
	[COLUMN_EFFECT] = "effect",
};

/* The columns of text and Markdown, and the order in which text omits them where lines are too
 * long, the largest first; 0 is never. */
static const struct {
	int column, omitorder;
	const char *title;
	enum column_kind kind;
} peoplecolumns[] = {
	{ COLUMN_CHANGE, 0, "change", COLUMN_TEXT },
	{ COLUMN_EFFECT, 2, "effect", COLUMN_MEAN_TIME },
	{ COLUMN_JUDGED_RATIO, 0, "ratio", COLUMN_TEXT },
	{ COLUMN_INTERVAL, 1, "interval", COLUMN_TEXT },
	{ COLUMN_OLD, 0, "old", COLUMN_MEAN_TIME },
	{ COLUMN_NEW, 0, "new", COLUMN_MEAN_TIME },
	{ COLUMN_COUNTS, 3, "count", COLUMN_TEXT },
};

enum { PEOPLE = sizeof(peoplecolumns) / sizeof(*peoplecolumns) };

/* The table that is being written. */
struct tablewriter {
	const struct diff *diff;
	enum difftable_format format;
	const struct difftable_limits *limits;
	size_t rows;
	struct buf *out;
	struct buf cell, text;
};

static bool
istext(const struct tablewriter *s)
{
	return s->format == DIFFTABLE_TEXT || s->format == DIFFTABLE_MARKDOWN;
}

/* Writes the time number / by, ns. */
static void
puttime(struct tablewriter *s, wide number, wide by)
{
	wide thousandths = widedivide(number * 1000, by);

	if (istext(s))
		formattime(&s->cell, thousandths);
	else
		formatexact(&s->cell, thousandths);
}

/* Writes a factor. JSON has no infinity, so it lacks the value. */
static void
putfactor(struct tablewriter *s, double factor)
{
	int decimals = !istext(s) ? 6 : factor < 100 ? 3 : 0;

	if (isfinite(factor))
		formatdecimals(&s->cell, widescale(factor, decimals), decimals, false);
	else if (s->format != DIFFTABLE_JSON)
		bufstr(&s->cell, "inf");
}

static void
putinterval(struct tablewriter *s, const struct diffrow *row, int column)
{
	if (diffknown(row))
		putfactor(s, column == COLUMN_LOW ? row->factor.low :
		        column == COLUMN_HIGH     ? row->factor.high :
		                                    row->factor.middle);
}

/* Writes the total, count or mean of a side. */
static void
putside(struct tablewriter *s, const struct diffrow *row, int column)
{
	enum side side = column == COLUMN_TOTAL_OLD || column == COLUMN_COUNT_OLD ||
	        column == COLUMN_MEAN_OLD ?
	    SIDE_OLD :
	    SIDE_NEW;
	wide units = (wide)s->diff->units[side];

	if (column == COLUMN_TOTAL_OLD || column == COLUMN_TOTAL_NEW)
		puttime(s, row->total[side], units);
	else if (column == COLUMN_COUNT_OLD || column == COLUMN_COUNT_NEW)
		formatexact(&s->cell, widedivide((wide)row->count[side] * 1000, units));
	else if (row->count[side] > 0)
		puttime(s, row->total[side], (wide)row->count[side]);
}

/* The ratios that people take for no change, if the samples show none: 1 and up to this share. */
static const double UNCHANGED = 0.05;

/* Returns true if the interval is on the other side of 1 than the ratio: the ratio is of all time,
 * which a few samples far off make, and the interval is of the median. */
static bool
uneven(const struct diff *d, const struct diffrow *row)
{
	double ratio = difffigureratio(d, row);

	return diffknown(row) && row->change == CHANGE_NONE && ratio >= 0 &&
	    ((ratio < 1 && row->factor.low > 1) || (ratio > 1 && row->factor.high < 1));
}

/* Writes the kind of change. For people a change that may be noise has a question mark. */
static void
putchange(struct tablewriter *s, const struct diffrow *row)
{
	bool close = fabs(difffigureratio(s->diff, row) - 1) <= UNCHANGED;
	bool unsure = row->change == CHANGE_UNKNOWN || row->change == CHANGE_FEW ||
	    (row->change == CHANGE_NONE && !close);

	if (istext(s) && uneven(s->diff, row))
		bufstr(&s->cell, "uneven");
	else if (istext(s) && unsure)
		bufstr(&s->cell, row->effect > 0 ? "slower?" :
		        row->effect < 0          ? "faster?" :
		                                   "same?");
	else if (istext(s) && row->change == CHANGE_NONE)
		bufstr(&s->cell, "no change");
	else
		bufstr(&s->cell, diffname(row->change));
}

/* Writes the figure of a side, if it has one. */
static void
putfigure(struct tablewriter *s, const struct diffrow *row, enum side side)
{
	wide by = difffigureby(s->diff, row, side);

	if (row->count[side] > 0 && by > 0)
		puttime(s, row->total[side], by);
}

/* Writes a column that compares the figures of both sides. */
static void
putjudged(struct tablewriter *s, const struct diffrow *row, int column)
{
	const struct diff *d = s->diff;

	if (column == COLUMN_JUDGED)
		bufstr(&s->cell, difffigure(d));
	else if (column == COLUMN_EFFECT && istext(s))
		formattime(&s->cell, widescale(row->effect, 3));
	else if (column == COLUMN_EFFECT)
		formatexact(&s->cell, widescale(row->effect, 3));
	else if (difffigureratio(d, row) >= 0 && row->count[SIDE_NEW] > 0)
		putfactor(s, difffigureratio(d, row));
}

/* Returns the text of a cell, empty without a value. */
static struct span
cell(struct tablewriter *s, const struct diffrow *row, int column)
{
	const struct diff *d = s->diff;

	s->cell.n = 0;
	switch (column) {
	case COLUMN_CHANGE:
		putchange(s, row);
		break;
	case COLUMN_JUDGED:
	case COLUMN_JUDGED_RATIO:
	case COLUMN_EFFECT:
		putjudged(s, row, column);
		break;
	case COLUMN_OLD:
	case COLUMN_NEW:
		putfigure(s, row, column == COLUMN_OLD ? SIDE_OLD : SIDE_NEW);
		break;
	case COLUMN_INTERVAL:
		if (!diffknown(row) || row->count[SIDE_OLD] == 0 || row->count[SIDE_NEW] == 0)
			break;
		putinterval(s, row, COLUMN_LOW);
		bufchar(&s->cell, '-');
		putinterval(s, row, COLUMN_HIGH);
		break;
	case COLUMN_COUNTS:
		putside(s, row, COLUMN_COUNT_OLD);
		bufstr(&s->cell, " to ");
		putside(s, row, COLUMN_COUNT_NEW);
		break;
	case COLUMN_DELTA:
		puttime(s, row->delta, (wide)d->units[SIDE_OLD] * (wide)d->units[SIDE_NEW]);
		break;
	case COLUMN_RATIO:
		if (diffratio(d, row) >= 0)
			putfactor(s, diffratio(d, row));
		break;
	case COLUMN_LOW:
	case COLUMN_HIGH:
	case COLUMN_FACTOR:
		putinterval(s, row, column);
		break;
	default:
		putside(s, row, column);
	}
	return bufall(&s->cell);
}

/* Returns the value of a key as text that keeps to its cell. */
static struct span
putkey(struct tablewriter *s, const struct diffrow *row, size_t key)
{
	struct span value = runtotalsvalue(s->diff->totals, row->group, key);

	s->cell.n = 0;
	if (!jsonisstring(value)) {
		bufspan(&s->cell, value);
		return bufall(&s->cell);
	}
	s->text.n = 0;
	jsonutf8(&s->text, value);
	escapetext(&s->cell, bufall(&s->text));
	return bufall(&s->cell);
}

/* Writes a value of TSV or CSV, and what separates it from the next. */
static void
putseparated(struct tablewriter *s, struct span value, bool last)
{
	if (s->format == DIFFTABLE_CSV)
		formatcsv(s->out, value);
	else
		bufspan(s->out, value);
	bufchar(s->out, last ? '\n' : s->format == DIFFTABLE_CSV ? ',' : '\t');
}

static void
writeseparated(struct tablewriter *s)
{
	const struct runtotals *l = s->diff->totals;

	for (size_t key = 0; key < l->keycount; key++)
		putseparated(s, spanof(l->keys[key]->name), false);
	for (int column = 0; column < COLUMNS; column++)
		putseparated(s, spanof(titles[column]), column == COLUMNS - 1);
	for (size_t i = 0; i < s->rows; i++) {
		const struct diffrow *row = diffrowat(s->diff, i);

		for (size_t key = 0; key < l->keycount; key++)
			putseparated(s, putkey(s, row, key), false);
		for (int column = 0; column < COLUMNS; column++)
			putseparated(s, cell(s, row, column), column == COLUMNS - 1);
		outcheck(s->out);
	}
}

/* Writes a member of an object, if it has a value. */
static void
putmember(struct buf *out, const char *name, struct span value, bool quoted)
{
	if (value.n == 0)
		return;
	bufstr(out, out->p[out->n - 1] == '{' ? "\"" : ",\"");
	bufstr(out, name);
	bufstr(out, quoted ? "\":\"" : "\":");
	bufspan(out, value);
	bufstr(out, quoted ? "\"" : "");
}

static void
writejson(struct tablewriter *s)
{
	const struct runtotals *l = s->diff->totals;

	for (size_t i = 0; i < s->rows; i++) {
		const struct diffrow *row = diffrowat(s->diff, i);

		bufchar(s->out, '{');
		for (size_t key = 0; key < l->keycount; key++) {
			s->cell.n = 0;
			jsonclean(&s->cell, runtotalsvalue(l, row->group, key));
			putmember(s->out, l->keys[key]->name, bufall(&s->cell), false);
		}
		for (int column = 0; column < COLUMNS; column++)
			putmember(s->out, titles[column], cell(s, row, column),
			    column == COLUMN_CHANGE || column == COLUMN_JUDGED);
		s->cell.n = 0;
		if (diffknown(row))
			formatdecimals(&s->cell, widescale(diffconfidence(s->diff, row), 3),
			    3, false);
		putmember(s->out, "confidence", bufall(&s->cell), false);
		putmember(s->out, "unit", spanof(s->diff->stepped ? "step" : "run"), true);
		bufstr(s->out, "}\n");
		outcheck(s->out);
	}
}

/* Writes the name of a run. In text a name that does not fit into its line keeps its end. */
static void
putrun(struct tablewriter *s, const char *name, size_t room)
{
	struct span text;
	size_t width;

	if (s->format == DIFFTABLE_MARKDOWN) {
		bufstr(s->out, " `");
		escapetext(s->out, spanof(name));
		bufchar(s->out, '`');
		return;
	}
	s->cell.n = 0;
	escapetext(&s->cell, spanof(name));
	text = bufall(&s->cell);
	width = formatwidth(text);
	bufchar(s->out, ' ');
	if (width > room && room > 1) {
		size_t cut = formatprefix(text, width - room + 1);

		bufstr(s->out, ELLIPSIS);
		text = (struct span){ text.p + cut, text.n - cut };
	}
	bufspan(s->out, text);
}

/* Writes the runs of a side: in Markdown and in wide text all of them, else the first. */
static void
putruns(struct tablewriter *s, enum side side)
{
	const struct runtotals *l = s->diff->totals;
	size_t width = istext(s) && s->format == DIFFTABLE_TEXT ? s->limits->width : 0, count = 0;

	bufstr(s->out, side == SIDE_OLD ? "old:" : "new:");
	for (size_t i = 0; i < l->runcount; i++)
		if (l->runs[i].side == side && (count++ == 0 || width == 0))
			putrun(s, l->runs[i].name, width > 0 ? width - 24 : SIZE_MAX);
	if (width > 0 && count > 1)
		bufprintf(s->out, " and %zu more", count - 1);
	bufstr(s->out, s->format == DIFFTABLE_MARKDOWN ? "  \n" : "\n");
}

/* Writes the lines above a table of text or Markdown. */
static void
puthead(struct tablewriter *s)
{
	const struct diff *d = s->diff;

	putruns(s, SIDE_OLD);
	putruns(s, SIDE_NEW);
	bufstr(s->out, s->format == DIFFTABLE_MARKDOWN ? "\n```\n" : "");
	bufspan(s->out, s->limits->headline);
	bufstr(s->out, s->format == DIFFTABLE_MARKDOWN ? "```\n" : "");
	bufchar(s->out, '\n');
	bufprintf(s->out, "Times are per %s. The largest effect is first.%s", difffigure(d),
	    s->format == DIFFTABLE_MARKDOWN ? "\n\n" : "\n");
}

/* Returns true if a row's noise is unknown, or if it has too few samples. */
static bool
anyunsure(const struct diff *d, size_t rows, bool *any)
{
	bool unsure = false;

	*any = false;
	for (size_t i = 0; i < rows; i++) {
		const struct diffrow *row = diffrowat(d, i);

		unsure = unsure || row->change == CHANGE_UNKNOWN || row->change == CHANGE_FEW;
		*any = *any || diffknown(row);
	}
	return unsure;
}

/* Writes the lines about noise below a table. */
static void
putnoise(struct tablewriter *s, struct buf *out)
{
	static const char *const samples[] = { "steps", "runs", "batches of calls" };
	const struct diff *d = s->diff;
	bool any, unsure = anyunsure(d, s->rows, &any);
	size_t i = 0;

	while (i < s->rows && !uneven(d, diffrowat(d, i)))
		i++;
	if (i < s->rows)
		bufstr(out, "uneven: a few samples far off make the ratio; most changed the other "
		    "way\n");
	if (unsure)
		bufstr(out, "?: noise unknown, since there are fewer than 4 samples on a side\n");
	if (!any)
		return;
	bufprintf(out, "interval: of the median ratio, %s%.1f %%; samples are %s",
	    d->confidence < FACTOR_CONFIDENCE ? "at least " : "", d->confidence * 100,
	    samples[d->samples]);
	if (d->samples == SAMPLES_CALLS)
		bufchar(out, '\n');
	else
		bufprintf(out, ": %zu old, %zu new\n", d->samplecount[SIDE_OLD],
		    d->samplecount[SIDE_NEW]);
	if (d->samples != SAMPLES_RUNS && (d->runs[SIDE_OLD] == 1 || d->runs[SIDE_NEW] == 1))
		bufstr(out, "one run on a side does not tell how much runs differ by themselves\n");
}

/* Writes the lines below a table of text or Markdown. */
static void
putfoot(struct tablewriter *s, struct span omitted, struct buf *out)
{
	const struct diff *d = s->diff;

	bufchar(out, '\n');
	if (d->count > s->rows)
		bufprintf(out, "%zu of %zu rows: --top N shows more, --all shows all\n", s->rows,
		    d->count);
	if (omitted.n > 0)
		bufprintf(out, "columns left out: %.*s; --wide shows them\n", (int)omitted.n,
		    omitted.p);
	putnoise(s, out);
}

/* Returns a number of a row as a cell, in ns if it is a time. */
static struct tablecell
peoplenumber(const struct diff *d, const struct diffrow *row, int column)
{
	enum side side = column == COLUMN_OLD ? SIDE_OLD : SIDE_NEW;

	if (column == COLUMN_EFFECT)
		return cellratio(widescale(row->effect, 3), 1000);
	return cellratio(
	    row->total[side], row->count[side] > 0 ? difffigureby(d, row, side) : 0);
}

/* Returns a cell of the text form. The columns of keys have the ids from PEOPLE on. */
static struct tablecell
peoplecell(const void *rows, size_t row, const struct column *column)
{
	struct tablewriter *s = *(struct tablewriter *const *)rows;
	const struct diffrow *r = diffrowat(s->diff, row);
	struct tablecell none = { 0 };
	struct span value;

	if (column->kind != COLUMN_TEXT)
		return peoplenumber(s->diff, r, peoplecolumns[column->id].column);
	if (column->id < PEOPLE)
		value = cell(s, r, peoplecolumns[column->id].column);
	else
		value = runtotalsvalue(
		    s->diff->totals, r->group, (size_t)(column->id - PEOPLE));
	if (column->id >= PEOPLE && jsonisstring(value)) {
		s->text.n = 0;
		jsonutf8(&s->text, value);
		value = bufall(&s->text);
	}
	return value.n > 0 ? celltext(value) : none;
}

/* Returns true if a column says something: counts that differ, types that differ. */
static bool
telling(const struct tablewriter *s, int id)
{
	const struct diff *d = s->diff;
	uint32_t type = s->rows > 0 ? diffrowat(d, 0)->type : 0;
	bool differ = false;

	for (size_t i = 0; i < s->rows; i++) {
		const struct diffrow *row = diffrowat(d, i);

		if (id >= PEOPLE)
			differ = differ || row->type != type;
		else
			differ = differ || (wide)row->count[SIDE_OLD] * (wide)d->units[SIDE_NEW] !=
			        (wide)row->count[SIDE_NEW] * (wide)d->units[SIDE_OLD];
	}
	return differ || s->limits->width == 0;
}

/* Makes the columns of the text form. Returns their number. */
static size_t
makecolumns(const struct tablewriter *s, struct column *columns)
{
	const struct runtotals *l = s->diff->totals;
	size_t count = 0;

	for (int i = 0; i < PEOPLE; i++)
		if (peoplecolumns[i].omitorder < 3 || telling(s, i))
			columns[count++] = (struct column){ peoplecolumns[i].title,
				peoplecolumns[i].kind, peoplecell, i, peoplecolumns[i].omitorder };
	for (size_t i = 0; i < l->keycount; i++)
		if (l->keys[i]->key != KEY_TYPE || l->keycount == 1 || telling(s, PEOPLE))
			columns[count++] = (struct column){ l->keys[i]->name, COLUMN_TEXT,
				peoplecell, PEOPLE + (int)i, 0 };
	return count;
}

/* Writes the rows of the text form. omitted gets the titles of the columns that do not fit. */
static void
writetext(struct tablewriter *s, struct buf *omitted)
{
	struct column columns[PEOPLE + sizeof(s->diff->totals->keys) / sizeof(void *)];
	struct tableview view = { .format = TABLE_TEXT,
		.columns = columns,
		.rows = s->rows,
		.arg = &s,
		.width = s->limits->width,
		.least = NAME_LEAST,
		.omitted = omitted };

	view.count = makecolumns(s, columns);
	if (s->rows > 0)
		tableviewwrite(&view, s->out);
}

static size_t
linesof(struct span text)
{
	size_t lines = 0;

	for (size_t i = 0; i < text.n; i++)
		lines += text.p[i] == '\n';
	return lines;
}

/* Returns the number of rows of the text form, so that it fits on a screen with the lines around
 * the table. */
static size_t
screenrows(struct tablewriter *s, size_t above)
{
	struct buf below = { 0 };
	size_t lines, rows = s->rows;

	if (s->limits->all || s->limits->top > 0 || s->format != DIFFTABLE_TEXT)
		return s->rows;
	s->rows = rows < SCREEN ? rows : SCREEN;
	putfoot(s, spanof("-"), &below);
	lines = above + 1 + linesof(bufall(&below)) + (rows <= SCREEN);
	free(below.p);
	if (lines - (rows <= SCREEN) - 1 + rows <= SCREEN)
		return rows;
	return lines < SCREEN ? (SCREEN - lines < rows ? SCREEN - lines : rows) : 1;
}

/* Returns true if nothing differs, so that a line is enough. */
static bool
allequal(const struct diff *d)
{
	for (size_t i = 0; i < d->count; i++)
		if (diffrowat(d, i)->change != CHANGE_EQUAL)
			return false;
	return d->count > 0 && d->units[SIDE_OLD] == d->units[SIDE_NEW];
}

/* Writes the one line of equal sides. */
static void
putequal(struct tablewriter *s)
{
	uint64_t events = 0;

	for (size_t i = 0; i < s->diff->count; i++)
		events += diffrowat(s->diff, i)->count[SIDE_NEW];
	bufprintf(s->out, "Old and new are equal in count and time: %llu events of %zu groups%s.\n",
	    (unsigned long long)events, s->diff->count,
	    s->diff->small > 0 ? ", without small groups" : "");
}

/* Writes a text as inline code. Markdown still splits that at a bar, so bars are escaped. */
static void
putcode(struct buf *out, struct span value)
{
	const char *fence = value.n > 0 && memchr(value.p, '`', value.n) ? "``" : "`";

	if (value.n == 0)
		return;
	bufstr(out, fence);
	bufstr(out, fence[1] ? " " : "");
	for (size_t i = 0; i < value.n; i++) {
		if (value.p[i] == '|')
			bufchar(out, '\\');
		bufchar(out, value.p[i]);
	}
	bufstr(out, fence[1] ? " " : "");
	bufstr(out, fence);
}

static void
writemarkdown(struct tablewriter *s)
{
	const struct runtotals *l = s->diff->totals;
	struct buf rule = { 0 };

	for (int i = 0; i < PEOPLE; i++) {
		bufprintf(s->out, "| %s ", peoplecolumns[i].title);
		bufstr(&rule, peoplecolumns[i].column == COLUMN_CHANGE ? "| --- " : "| ---: ");
	}
	for (size_t key = 0; key < l->keycount; key++) {
		bufprintf(s->out, "| %s ", l->keys[key]->name);
		bufstr(&rule, "| --- ");
	}
	bufstr(s->out, "|\n");
	bufspan(s->out, bufall(&rule));
	bufstr(s->out, "|\n");
	free(rule.p);
	for (size_t i = 0; i < s->rows; i++) {
		const struct diffrow *row = diffrowat(s->diff, i);

		for (int j = 0; j < PEOPLE; j++) {
			bufstr(s->out, "| ");
			bufspan(s->out, cell(s, row, peoplecolumns[j].column));
			bufchar(s->out, ' ');
		}
		for (size_t key = 0; key < l->keycount; key++) {
			bufstr(s->out, "| ");
			putcode(s->out, putkey(s, row, key));
			bufchar(s->out, ' ');
		}
		bufstr(s->out, "|\n");
		outcheck(s->out);
	}
}

/* Writes the forms for people. */
static void
writepeople(struct tablewriter *s)
{
	struct buf omitted = { 0 }, below = { 0 }, *out = s->out, above = { 0 };

	if (allequal(s->diff)) {
		putequal(s);
		return;
	}
	s->out = &above;
	puthead(s);
	s->out = out;
	bufspan(out, bufall(&above));
	s->rows = screenrows(s, linesof(bufall(&above)));
	if (s->format == DIFFTABLE_TEXT)
		writetext(s, &omitted);
	else
		writemarkdown(s);
	putfoot(s, bufall(&omitted), &below);
	if (below.n > 1)
		bufspan(out, bufall(&below));
	free(above.p);
	free(below.p);
	free(omitted.p);
}

void
difftablewrite(const struct diff *d, enum difftable_format format,
    const struct difftable_limits *limits, struct buf *out)
{
	struct tablewriter s = { .diff = d, .format = format, .limits = limits, .out = out };

	s.rows = limits->top > 0 && limits->top < d->count ? limits->top : d->count;
	if (istext(&s))
		writepeople(&s);
	else if (format == DIFFTABLE_JSON)
		writejson(&s);
	else
		writeseparated(&s);
	free(s.cell.p);
	free(s.text.p);
}

void
difftableview(const struct diff *d, size_t most,
    void (*write)(const struct tableview *, struct buf *), struct buf *out)
{
	const struct difftable_limits limits = { .all = true };
	struct tablewriter s = { .diff = d, .limits = &limits, .out = out,
		.rows = d->count < most ? d->count : most };
	struct column columns[PEOPLE + sizeof(s.diff->totals->keys) / sizeof(void *)];
	struct tablewriter *arg = &s;
	struct tableview view = { .format = TABLE_TEXT,
		.title = "changes",
		.columns = columns,
		.rows = s.rows,
		.allrows = d->count,
		.write = write,
		.arg = &arg };

	view.count = makecolumns(&s, columns);
	tableviewwrite(&view, out);
	free(s.cell.p);
	free(s.text.p);
}

void
difftablenoise(const struct diff *d, size_t most, struct buf *out)
{
	struct tablewriter s = { .diff = d, .rows = d->count < most ? d->count : most };

	putnoise(&s, out);
}
