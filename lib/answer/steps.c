/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "answer.h"
#include "steps.h"

/* Rows on a screen of 24 lines. */
enum { SCREEN = 14 };

#define NO_TEXT UINT32_MAX

/* What GPUs did in a step: sums over all of them, ns. */
struct stepfacts {
	int64_t number;
	wide wall; /* the longest time of a GPU in the step */
	wide all, busy, compute;
	wide exposed; /* communication while nothing is computed */
	wide idle, longest; /* the longest is that of the cause below */
	uint32_t cause, blame; /* numbers of texts, or NO_TEXT */
	uint32_t gpus;
};

/* The kinds of time in which a step can be longer than another. */
enum stepkind { KIND_IDLE, KIND_COMPUTE, KIND_COMM, KIND_COPY, KIND_COUNT };

struct steps {
	const struct grouprows *rows;
	struct map ids;   /* number of a step -> index in p */
	struct map gpus;  /* (pid, device) -> number */
	struct map times; /* (index of the step, number of the GPU) -> index in walls */
	struct stepfacts *p;
	wide *walls; /* ns */
	size_t count, room, wallcount, wallroom;
	uint32_t gpucount;
};

static uint32_t
stepnumber(struct map *m, uint64_t a, uint64_t b, uint32_t next, bool *fresh)
{
	uint32_t *number = mapput(m, (struct mapkey){ a, b }, fresh);

	if (*fresh)
		*number = next;
	return *number;
}

static struct value
stepvalue(const struct grouprows *rows, size_t row, enum by by)
{
	return groupvalue(&rows->tally->groups, rows->p[row].group, by);
}

/* Returns the number of the text of a row's value, or NO_TEXT. */
static uint32_t
steptextid(const struct grouprows *rows, size_t row, enum by by)
{
	struct value value = stepvalue(rows, row, by);

	return value.given ? (uint32_t)value.number : NO_TEXT;
}

/* Returns the text with a number, an empty one for NO_TEXT. */
static struct span
stepstring(const struct grouprows *rows, uint32_t text)
{
	return text == NO_TEXT ? spanof("") : stringat(&rows->tally->groups.names, text);
}

static struct span
steptext(const struct grouprows *rows, size_t row, enum by by)
{
	return stepstring(rows, steptextid(rows, row, by));
}

static bool
stephas(struct span state, const char *part)
{
	return memmem(state.p, state.n, part, strlen(part)) != NULL;
}

/* Returns the kind of time of a state. */
static enum stepkind
stepkindof(struct span state)
{
	if (stephas(state, "compute"))
		return KIND_COMPUTE;
	if (stephas(state, "communication"))
		return KIND_COMM;
	return stephas(state, "copy") ? KIND_COPY : KIND_IDLE;
}

static struct stepfacts *
stepof(struct steps *s, int64_t number)
{
	bool fresh;
	uint32_t id = stepnumber(&s->ids, (uint64_t)number, 0, (uint32_t)s->count, &fresh);

	if (fresh) {
		GROW(s->p, s->room, s->count + 1);
		s->p[s->count++] =
		    (struct stepfacts){ .number = number, .cause = NO_TEXT, .blame = NO_TEXT };
	}
	return &s->p[id];
}

/* Adds the time of a GPU in a step. */
static void
addwall(struct steps *s, struct stepfacts *f, size_t row, wide time)
{
	bool fresh;
	uint32_t gpu = stepnumber(&s->gpus, (uint64_t)stepvalue(s->rows, row, BY_PID).number,
	    (uint64_t)stepvalue(s->rows, row, BY_DEVICE).number, s->gpucount, &fresh), wall;

	s->gpucount += fresh;
	wall = stepnumber(
	    &s->times, (uint64_t)(f - s->p), gpu, (uint32_t)s->wallcount, &fresh);
	if (fresh) {
		GROW(s->walls, s->wallroom, s->wallcount + 1);
		s->walls[s->wallcount++] = 0;
		f->gpus++;
	}
	s->walls[wall] += time;
	f->wall = s->walls[wall] > f->wall ? s->walls[wall] : f->wall;
	f->all += time;
}

/* Adds the time of a state in a step. */
static void
addstate(struct steps *s, size_t row)
{
	struct value step = stepvalue(s->rows, row, BY_STEP);
	enum stepkind kind = stepkindof(steptext(s->rows, row, BY_NAME));
	wide time = s->rows->p[row].sum;
	struct stepfacts *f;

	if (!step.given)
		return;
	f = stepof(s, step.number);
	addwall(s, f, row, time);
	f->busy += kind == KIND_IDLE ? 0 : time;
	f->compute += kind == KIND_COMPUTE ? time : 0;
	f->exposed += kind == KIND_COMM ? time : 0;
	f->idle += kind == KIND_IDLE ? time : 0;
	if (kind != KIND_IDLE || time <= f->longest)
		return;
	f->longest = time;
	f->cause = steptextid(s->rows, row, BY_CAUSE);
	f->blame = steptextid(s->rows, row, BY_BLAME);
}

/* The slowest first. */
static int
bywall(const void *a, const void *b)
{
	const struct stepfacts *x = a, *y = b;

	if (x->wall != y->wall)
		return x->wall > y->wall ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

enum { STEP, WALL, BUSY, COMPUTE, EXPOSED, IDLE, CAUSE, BLAME };

static struct tablecell
stepcell(const void *arg, size_t row, const struct column *column)
{
	const struct steps *s = arg;
	const struct stepfacts *f = &s->p[row];
	uint32_t text = column->id == CAUSE ? f->cause : f->blame;

	switch (column->id) {
	case STEP:
		return cellwhole(f->number);
	case WALL:
		return cellwhole(f->wall);
	case BUSY:
		return cellratio(f->busy * 100, f->all);
	case COMPUTE:
		return cellratio(f->compute, f->gpus);
	case EXPOSED:
		return cellratio(f->exposed, f->gpus);
	case IDLE:
		return cellratio(f->idle, f->gpus);
	default:
		if (text == NO_TEXT)
			return (struct tablecell){ 0 };
		return celltext(stepstring(s->rows, text));
	}
}

static const struct column stepcolumns[] = {
	{ "step", COLUMN_INTEGER, stepcell, STEP, 0 },
	{ "wall", COLUMN_TIME, stepcell, WALL, 0 },
	{ "busy", COLUMN_PERCENT, stepcell, BUSY, 0 },
	{ "compute", COLUMN_MEAN_TIME, stepcell, COMPUTE, 2 },
	{ "exposed_comm", COLUMN_MEAN_TIME, stepcell, EXPOSED, 1 },
	{ "idle", COLUMN_MEAN_TIME, stepcell, IDLE, 0 },
	{ "cause", COLUMN_TEXT, stepcell, CAUSE, 0 },
	{ "blame", COLUMN_TEXT, stepcell, BLAME, 0 },
};

/* Returns a percentile of the walls, which descend, ns. */
static wide
wallpercentile(const struct steps *s, unsigned percent)
{
	wide place = ((wide)s->count - 1) * (100 - (wide)percent);
	size_t i = (size_t)(place / 100);
	wide rest = place % 100, here = s->p[i].wall;

	return rest > 0 ? here + widedivide((s->p[i + 1].wall - here) * rest, 100) : here;
}

/* How much longer one step was than another because of a wait, a kernel or a copy. */
struct stepreason {
	uint32_t name, cause; /* numbers of texts, or NO_TEXT */
	wide time;            /* ns, of all GPUs */
};

/* Returns 1 for a row of the first step, -1 for one of the second, else 0. */
static int
stepsign(const struct grouprows *rows, size_t row, const struct stepfacts *a,
    const struct stepfacts *b)
{
	struct value step = stepvalue(rows, row, BY_STEP);

	if (!step.given)
		return 0;
	return (step.number == a->number) - (step.number == b->number);
}

/* Returns true if a row can be the reason for a kind of time: a wait, a kernel or a copy. */
static bool
stepexplains(const struct grouprows *rows, size_t row, enum stepkind kind)
{
	struct span type = steptext(rows, row, BY_TYPE);
	bool copy = spanis(type, "memcpy") || spanis(type, "memset");

	if (spanis(type, "gpu-state"))
		return kind == KIND_IDLE && stepkindof(steptext(rows, row, BY_NAME)) == KIND_IDLE;
	return kind == KIND_COPY ? copy : kind != KIND_IDLE && !copy;
}

/* Returns the reason for most of the time of a kind that step a has more than step b. */
static struct stepreason
stepfindreason(const struct grouprows *rows, const struct stepfacts *a,
    const struct stepfacts *b, enum stepkind kind)
{
	struct stepreason *all = NULL, most = { NO_TEXT, NO_TEXT, 0 };
	struct map ids = { 0 };
	size_t count = 0, room = 0;

	for (size_t i = 0; i < rows->count; i++) {
		uint32_t name = steptextid(rows, i, kind == KIND_IDLE ? BY_BLAME : BY_NAME);
		uint32_t cause = steptextid(rows, i, BY_CAUSE), id;
		int sign = stepsign(rows, i, a, b);
		bool fresh;

		if (sign == 0 || !stepexplains(rows, i, kind))
			continue;
		id = stepnumber(&ids, name, cause, (uint32_t)count, &fresh);
		if (fresh) {
			GROW(all, room, count + 1);
			all[count++] = (struct stepreason){ name, cause, 0 };
		}
		if (id < count)
			all[id].time += (wide)sign * rows->p[i].sum;
	}
	for (size_t i = 0; i < count; i++)
		if (all[i].time > most.time)
			most = all[i];
	mapfree(&ids);
	free(all);
	return most;
}

/* Returns the kind of time that step a has most more of than step b; *more is how much, ns. */
static enum stepkind
steplonger(const struct stepfacts *a, const struct stepfacts *b, wide *more)
{
	wide kinds[KIND_COUNT] = {
		[KIND_IDLE] = a->idle - b->idle,
		[KIND_COMPUTE] = a->compute - b->compute,
		[KIND_COMM] = a->exposed - b->exposed,
	};
	enum stepkind most = KIND_IDLE;

	kinds[KIND_COPY] = a->busy - b->busy - kinds[KIND_COMPUTE] - kinds[KIND_COMM];
	for (int kind = 0; kind < KIND_COUNT; kind++)
		if (kinds[kind] > kinds[most])
			most = (enum stepkind)kind;
	*more = kinds[most];
	return most;
}

/* Writes why the slowest step is slower than the median one. */
static void
stepexplain(struct answer *a, const struct steps *s)
{
	static const char *const what[KIND_COUNT] = { "idle time", "computation",
		"communication that nothing hides", "copies that nothing hides" };
	const struct stepfacts *slow = &s->p[0], *usual = &s->p[s->count / 2];
	wide more, gpus = slow->gpus > 0 ? slow->gpus : 1;
	enum stepkind kind = steplonger(slow, usual, &more);
	struct stepreason reason = stepfindreason(s->rows, slow, usual, kind);
	struct span name = stepstring(s->rows, reason.name);
	struct span cause = stepstring(s->rows, reason.cause);

	if (slow->wall <= usual->wall || more <= 0)
		return;
	answerprose(a,
	    "Step %lld took %s more than step %lld, the median; it has %s more %s%s%.*s%s%.*s.",
	    (long long)slow->number, answertime(slow->wall - usual->wall),
	    (long long)usual->number, answertime(widedivide(more, gpus)), what[kind],
	    name.n + cause.n > 0 ? ", most of it " : "", (int)cause.n, cause.p,
	    name.n > 0 && cause.n > 0 ? ": " : "", (int)name.n, name.p);
}

/* Writes the sentences above the table. */
static void
stepsentences(struct answer *a, const struct steps *s)
{
	wide sum = s->p[0].wall, count = 1; /* there is a step */

	for (; count < (wide)s->count; count++)
		sum += s->p[count].wall;
	answerprose(a, "%zu steps: mean %s, p50 %s, p95 %s. Step %lld is the slowest, %s.",
	    s->count, answertime(widedivide(sum, count)),
	    answertime(wallpercentile(s, 50)), answertime(wallpercentile(s, 95)),
	    (long long)s->p[0].number, answertime(s->p[0].wall));
	stepexplain(a, s);
	if (s->gpucount > 1)
		answerprose(a, "wall is of the GPU that took longest; other times are means of %u "
		    "GPUs.", s->gpucount);
}

void
stepswrite(struct answer *a, struct grouprows *rows)
{
	struct tableview view = answerview(a);
	struct steps s = { .rows = rows };

	for (size_t i = 0; i < rows->count; i++)
		if (spanis(steptext(rows, i, BY_TYPE), "gpu-state"))
			addstate(&s, i);
	if (s.count == 0) {
		answerprose(a, "The profile has no steps: no range is named like one, and no "
		    "launches repeat. nst-step --range REGEX says which ranges are steps.");
	} else {
		qsort(s.p, s.count, sizeof(*s.p), bywall);
		stepsentences(a, &s);
		view.columns = stepcolumns;
		view.count = sizeof(stepcolumns) / sizeof(*stepcolumns);
		view.rows = answerrows(a, s.count, SCREEN);
		view.arg = &s;
		if (a->format == TABLE_TEXT)
			bufchar(&a->out, '\n');
		tableviewwrite(&view, &a->out);
		if (view.rows < s.count)
			answerprose(a, "%zu of %zu steps: --top N shows more, --all shows all",
			    view.rows, s.count);
	}
	mapfree(&s.ids);
	mapfree(&s.gpus);
	mapfree(&s.times);
	free(s.p);
	free(s.walls);
}
