/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "edges.h"
#include "pivot.h"

/* A state "before" or "after" of a GPU. Texts are numbers in edges.texts. */
struct edge {
	int64_t device, ts, end; /* ns */
	bool hasdevice;
	uint32_t state, cause, kind, blame;
};

enum { EDGE_DEVICE, EDGE_STATE, EDGE_TIME, EDGE_SHARE, EDGE_CAUSE, EDGE_KIND, EDGE_BLAME };

/* Returns the number of a text; another value counts as no bytes. */
static uint32_t
edgetext(struct edges *e, struct span value)
{
	return stringintern(&e->texts,
	    jsonisstring(value) ? jsontext(value, &e->scratch) : (struct span){ "", 0 });
}

static void
edgesevent(struct stage *stage, struct event *ev)
{
	struct edges *e = (struct edges *)stage;
	struct span args[GAP_ARGS], name;

	if (ev->type != TYPE_GPU_STATE || !evhas(ev, KEY_NAME))
		return;
	name = ev->value[KEY_NAME];
	if (!spanis(name, "\"before\"") && !spanis(name, "\"after\""))
		return;
	evargs(ev, gapargs, args, GAP_ARGS);
	GROW(e->p, e->room, e->count + 1);
	e->p[e->count++] = (struct edge){
		.device = evnumber(ev, KEY_DEVICE),
		.ts = ev->number[KEY_TS],
		.end = evend(ev),
		.hasdevice = evhas(ev, KEY_DEVICE),
		.state = edgetext(e, name),
		.cause = edgetext(e, args[GAP_CAUSE]),
		.kind = edgetext(e, args[GAP_KIND]),
		.blame = edgetext(e, args[GAP_BLAME]),
	};
}

void
edgesinit(struct edges *e, const struct clip *clip)
{
	*e = (struct edges){
		.stage = {
			.want = EVKEY(KEY_DEVICE) | EVKEY(KEY_DUR) | EVKEY(KEY_ARGS),
			.event = edgesevent,
		},
		.clip = clip,
	};
}

/* The rows of the table: states with some time inside the window. */
struct edgerows {
	const struct edges *edges;
	struct edge *p;
	size_t count;
};

static struct tablecell
edgecell(const void *rows, size_t row, const struct column *column)
{
	const struct edgerows *r = rows;
	const struct edge *one = &r->p[row];
	const struct clip *clip = r->edges->clip;
	const uint32_t texts[] = { [EDGE_STATE] = one->state, [EDGE_CAUSE] = one->cause,
		[EDGE_KIND] = one->kind, [EDGE_BLAME] = one->blame };
	wide time = cliplength(clip, one->ts, one->end);
	struct span text;

	switch (column->id) {
	case EDGE_DEVICE:
		return one->hasdevice ? cellwhole(one->device) : (struct tablecell){ 0 };
	case EDGE_TIME:
		return cellwhole(time);
	case EDGE_SHARE:
		return cellratio(time * 100, (wide)clipend(clip) - clipstart(clip));
	default:
		text = stringat(&r->edges->texts, texts[column->id]);
		return text.n > 0 ? celltext(text) : (struct tablecell){ 0 };
	}
}

void
edgeswrite(const struct edges *e, struct buf *out)
{
	static const struct column columns[] = {
		{ "device", COLUMN_INTEGER, edgecell, EDGE_DEVICE, 0 },
		{ "state", COLUMN_TEXT, edgecell, EDGE_STATE, 0 },
		{ "time", COLUMN_TIME, edgecell, EDGE_TIME, 0 },
		{ "span_share", COLUMN_PERCENT, edgecell, EDGE_SHARE, 0 },
		{ "cause", COLUMN_TEXT, edgecell, EDGE_CAUSE, 0 },
		{ "kind", COLUMN_TEXT, edgecell, EDGE_KIND, 0 },
		{ "blame", COLUMN_TEXT, edgecell, EDGE_BLAME, 0 },
	};
	struct edgerows rows = { .edges = e };
	struct tableview view = {
		.title = "before the first and after the last work of a GPU",
		.columns = columns,
		.count = sizeof(columns) / sizeof(*columns),
		.arg = &rows,
	};

	rows.p = xreallocarray(NULL, e->count + 1, sizeof(*rows.p));
	for (size_t i = 0; i < e->count; i++)
		if (cliplength(e->clip, e->p[i].ts, e->p[i].end) > 0)
			rows.p[rows.count++] = e->p[i];
	view.rows = rows.count;
	if (rows.count > 0)
		pivotwrite(&view, out);
	free(rows.p);
}

void
edgesfree(struct edges *e)
{
	free(e->p);
	stringtablefree(&e->texts);
	free(e->scratch.p);
}
