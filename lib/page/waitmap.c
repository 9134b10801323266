/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "table/format.h"
#include "waitmap.h"

/* The most cells of a map: it shows the first steps if there are more. */
enum { CELLS_MOST = 2048 };

/* The waits of a process in a step. */
struct waitcell {
	int64_t pid, rank, step;
	int64_t begin, end; /* of its collectives, ns */
	bool ranked;
	wide wait; /* ns */
};

static struct waitcell *
waitcellof(struct waitmap *m, int64_t pid, int64_t step)
{
	bool fresh;
	uint32_t *number = mapput(&m->ids, (struct mapkey){ (uint64_t)pid, (uint64_t)step },
	    &fresh);

	if (fresh) {
		*number = (uint32_t)m->count;
		GROW(m->cells, m->room, m->count + 1);
		m->cells[m->count++] = (struct waitcell){
			.pid = pid, .step = step, .begin = INT64_MAX, .end = INT64_MIN
		};
	}
	return &m->cells[*number];
}

/* A wait that is longer than its event is not one of nst-skew. */
static void
waitmapevent(struct stage *stage, struct event *ev)
{
	struct waitmap *m = (struct waitmap *)stage;
	struct waitcell *cell;
	int64_t wait;

	if ((ev->type != TYPE_KERNEL && ev->type != TYPE_MPI) || !evhas(ev, KEY_STEP) ||
	    !evhas(ev, KEY_PID) || !jsonint(evarg(ev, "wait"), &wait) || wait < 0 ||
	    wait > evnumber(ev, KEY_DUR))
		return;
	cell = waitcellof(m, ev->number[KEY_PID], ev->number[KEY_STEP]);
	cell->wait += wait;
	cell->begin = ev->number[KEY_TS] < cell->begin ? ev->number[KEY_TS] : cell->begin;
	cell->end = evend(ev) > cell->end ? evend(ev) : cell->end;
}

void
waitmapinit(struct waitmap *m)
{
	*m = (struct waitmap){
		.stage = {
			.want = EVKEY(KEY_STEP) | EVKEY(KEY_PID) | EVKEY(KEY_DUR) |
			    EVKEY(KEY_ARGS),
			.event = waitmapevent,
		},
	};
}

/* By rank, then processes of unknown rank by pid; each by step. */
static int
bywaitplace(const void *a, const void *b)
{
	const struct waitcell *x = a, *y = b;

	if (x->ranked != y->ranked)
		return x->ranked ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return (x->step > y->step) - (x->step < y->step);
}

static int
bystep(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Sets the steps of all cells in order. Returns their number. */
static size_t
waitmapsteps(const struct waitmap *m, int64_t *steps)
{
	size_t count = 0;

	for (size_t i = 0; i < m->count; i++)
		steps[i] = m->cells[i].step;
	qsort(steps, m->count, sizeof(*steps), bystep);
	for (size_t i = 0; i < m->count; i++)
		if (count == 0 || steps[i] != steps[count - 1])
			steps[count++] = steps[i];
	return count;
}

static void
putwho(const struct waitcell *c, struct buf *out)
{
	if (c->ranked)
		bufprintf(out, "rank %lld", (long long)c->rank);
	else
		bufprintf(out, "process %lld", (long long)c->pid);
}

/* Writes a cell in a column; the longest wait is opaque. */
static void
putwait(const struct waitcell *c, size_t column, wide most, int64_t origin, struct buf *out)
{
	bufprintf(out, "<a href=\"#time=%lld-%lld\"><title>",
	    (long long)subsat(c->begin, origin), (long long)subsat(c->end, origin));
	putwho(c, out);
	bufprintf(out, ", step %lld: waited ", (long long)c->step);
	formattime(out, c->wait * 1000);
	bufprintf(out,
	    "</title>\n<rect class=\"waited\" x=\"%zu\" y=\"0\" width=\"1\" height=\"1\" "
	    "fill-opacity=\"", column);
	formatexact(out, most > 0 ? widedivide(c->wait * 1000, most) : 0);
	bufstr(out, "\"/></a>\n");
}

/* Writes the row of the process at cell i. Returns the index of the next process's first cell. */
static size_t
putrow(const struct waitmap *m, size_t i, const int64_t *steps, size_t count, wide most,
    int64_t origin, struct buf *out)
{
	const struct waitcell *first = &m->cells[i];

	bufstr(out, "<li><span>");
	putwho(first, out);
	bufprintf(out,
	    "</span>\n<svg class=\"waits\" role=\"group\" aria-label=\"waits by step\" "
	    "viewBox=\"0 0 %zu 1\" preserveAspectRatio=\"none\" width=\"100%%\" height=\"20\">\n",
	    count);
	for (; i < m->count && m->cells[i].pid == first->pid; i++) {
		const int64_t *step =
		    bsearch(&m->cells[i].step, steps, count, sizeof(*steps), bystep);

		if (step)
			putwait(&m->cells[i], (size_t)(step - steps), most, origin, out);
	}
	bufstr(out, "</svg></li>\n");
	return i;
}

/* Sorts the cells by rank and step. Returns the number of processes, and sets the longest wait. */
static size_t
waitmapsort(struct waitmap *m, const struct identitytable *ids, wide *most)
{
	size_t processes = 0;

	for (size_t i = 0; i < m->count; i++) {
		struct waitcell *c = &m->cells[i];

		c->ranked = identityrank(ids, c->pid, &c->rank);
		*most = c->wait > *most ? c->wait : *most;
	}
	if (m->count > 0)
		qsort(m->cells, m->count, sizeof(*m->cells), bywaitplace);
	for (size_t i = 0; i < m->count; i++)
		processes += i == 0 || m->cells[i].pid != m->cells[i - 1].pid;
	return processes;
}

void
waitmapwrite(struct waitmap *m, const struct identitytable *ids, int64_t origin, struct buf *out)
{
	wide most = 0;
	size_t processes = waitmapsort(m, ids, &most), count, shown;
	int64_t *steps;

	if (processes < 2)
		return;
	steps = xreallocarray(NULL, m->count, sizeof(*steps));
	count = waitmapsteps(m, steps);
	shown = count * processes > CELLS_MOST ? CELLS_MOST / processes + 1 : count;
	bufprintf(out, "<h3>Waits by rank and step</h3>\n<p class=\"axis\">%zu steps from left to "
	    "right", shown);
	if (shown < count)
		bufprintf(out, ", the first of %zu", count);
	bufstr(out, "; the stronger the colour of a cell, the longer the rank waited in it for "
	    "others, up to ");
	formattime(out, most * 1000);
	bufstr(out, ". A click shows a cell in the timeline.</p>\n<ul class=\"bars\">\n");
	for (size_t i = 0; i < m->count;)
		i = putrow(m, i, steps, shown, most, origin, out);
	bufstr(out, "</ul>\n");
	free(steps);
}

void
waitmapfree(struct waitmap *m)
{
	mapfree(&m->ids);
	free(m->cells);
}
