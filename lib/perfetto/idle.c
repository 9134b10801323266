/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "again.h"
#include "idle.h"

/* How much of the time the slices of a track and all its lanes cover, ns on the trace's clock. */
struct idlecover {
	int64_t sum;
	int64_t until; /* the end of the last of them */
	int64_t since; /* what is never closed began; INT64_MAX for nothing */
};

/* The stage that reads the stream before it is drawn. */
struct reading {
	struct stage stage;
	struct draw draw;
	struct idle *idle;
};

static void
put(struct draw *d, const struct item *item)
{
	struct idle *idle = d->arg;
	uint32_t base = d->layout.tracks[item->track].sort.base;
	struct idlecover *c;
	int64_t start, end;

	GROW(idle->covers, idle->room, base + (size_t)1);
	while (idle->count <= base)
		idle->covers[idle->count++] = (struct idlecover){ 0, INT64_MIN, INT64_MAX };
	c = &idle->covers[base];
	if (item->shape != SHAPE_SLICE)
		return;
	start = item->ts > c->until ? item->ts : c->until;
	end = item->dur < 0 ? INT64_MAX : addsat(item->ts, item->dur);
	if (item->dur < 0 && c->since == INT64_MAX)
		c->since = start;
	else if (end > start)
		c->sum = addsat(c->sum, subsat(end, start));
	if (end > c->until)
		c->until = end;
}

static void
event(struct stage *stage, struct event *ev)
{
	struct reading *r = (struct reading *)stage;

	drawevent(&r->draw, ev);
	if (!r->idle->begun && ev->type != TYPE_META) {
		r->idle->begun = true;
		r->idle->first = subsat(ev->number[KEY_TS], r->draw.base);
	}
}

static void
finish(struct stage *stage)
{
	struct reading *r = (struct reading *)stage;
	struct idle *idle = r->idle;
	int64_t end;

	drawfinish(&r->draw);
	end = subsat(r->draw.end, r->draw.base);
	idle->total = subsat(end, idle->first);
	for (size_t i = 0; i < idle->count; i++)
		if (idle->covers[i].since < end)
			idle->covers[i].sum =
			    addsat(idle->covers[i].sum, subsat(end, idle->covers[i].since));
}

const char *
idleread(struct idle *idle, const char *path)
{
	struct reading reading = {
		.stage = { .want = DRAW_KEYS, .event = event, .finish = finish },
		.draw = { .put = put, .arg = idle, .early = true },
		.idle = idle,
	};

	path = againread(&reading.stage, path, &idle->failed);
	drawfree(&reading.draw);
	return path;
}

bool
idletrack(const struct idle *idle, const struct layout *l, uint32_t track)
{
	uint32_t base = l->tracks[track].sort.base;

	return base < idle->count &&
	    (double)idle->covers[base].sum < (double)idle->total * idle->share;
}

void
idlefree(struct idle *idle)
{
	free(idle->covers);
	*idle = (struct idle){ 0 };
}
