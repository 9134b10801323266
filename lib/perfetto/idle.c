/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "idle.h"
#include "stream/reread.h"

/* The time that the slices of a row cover, ns on the trace's clock. */
struct idlecover {
	int64_t sum;
	int64_t until; /* end of the latest slice */
	int64_t since; /* begin of a range that was never closed; INT64_MAX for none */
	bool idle;
};

/* The stage of the reading before the stream is drawn. */
struct streamreader {
	struct stage stage;
	struct draw draw;
	struct idle *idle;
};

static void
idleput(struct itemformatter *f, const struct item *item)
{
	struct draw *d = f->draw;
	struct idle *idle = d->arg;
	struct idlecover *c;
	uint32_t base;
	int64_t start, end;

	if (item->shape == SHAPE_COUNTER)
		return;
	base = d->layout.tracks[item->track].firstlane;
	GROW(idle->covers, idle->room, base + (size_t)1);
	while (idle->count <= base)
		idle->covers[idle->count++] = (struct idlecover){ 0, INT64_MIN, INT64_MAX, false };
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
idleheader(struct stage *stage, struct event *ev)
{
	drawheader(&((struct streamreader *)stage)->draw, ev);
}

static void
idleevent(struct stage *stage, struct event *ev)
{
	drawevent(&((struct streamreader *)stage)->draw, ev);
}

/* The time that a row is compared with: that of the busiest stream for rows of GPUs, that of the
 * busiest row for rows of threads. */
static int64_t
most(const struct idle *idle, const struct layout *l, bool gpu)
{
	int64_t sum = 0, any = 0;

	for (size_t i = 0; i < idle->count; i++) {
		const struct track *t = &l->tracks[i];

		if ((l->groups[t->group].kind == GROUP_GPU) != gpu)
			continue;
		if ((!gpu || layoutonstream(t)) && idle->covers[i].sum > sum)
			sum = idle->covers[i].sum;
		if (idle->covers[i].sum > any)
			any = idle->covers[i].sum;
	}
	return sum > 0 ? sum : any;
}

/* Keeps the busiest row of each GPU visible. */
static void
keepbusiest(struct idle *idle, const struct layout *l)
{
	for (uint32_t g = 0; g < l->groupkeys.used; g++) {
		struct idlecover *best = NULL;

		for (size_t i = 0; i < idle->count; i++)
			if (l->tracks[i].group == g && l->tracks[i].firstlane == i &&
			    (!best || idle->covers[i].sum > best->sum))
				best = &idle->covers[i];
		if (best && l->groups[g].kind == GROUP_GPU)
			best->idle = false;
	}
}

/* Decides which rows are idle. */
static void
decide(struct idle *idle, const struct layout *l)
{
	int64_t least[2] = { most(idle, l, false), most(idle, l, true) };

	for (size_t i = 0; i < idle->count; i++) {
		bool gpu = l->groups[l->tracks[i].group].kind == GROUP_GPU;

		idle->covers[i].idle =
		    (double)idle->covers[i].sum < (double)least[gpu] * idle->share;
	}
	keepbusiest(idle, l);
}

static void
idlefinish(struct stage *stage)
{
	struct streamreader *r = (struct streamreader *)stage;
	struct idle *idle = r->idle;
	int64_t end;

	drawfinish(&r->draw);
	end = subsat(r->draw.end, r->draw.origin);
	for (size_t i = 0; i < idle->count; i++)
		if (idle->covers[i].since < end)
			idle->covers[i].sum =
			    addsat(idle->covers[i].sum, subsat(end, idle->covers[i].since));
	decide(idle, &r->draw.layout);
}

const char *
idleread(struct idle *idle, const char *path)
{
	struct streamreader reader = {
		.stage = { .want = DRAW_KEYS, .header = idleheader, .event = idleevent, .finish =
		    idlefinish },
		.draw = { .put = idleput, .arg = idle, .openfirst = true, .quiet = true },
		.idle = idle,
	};

	path = rereadfirstpass(&reader.stage, path, &idle->failed);
	drawfree(&reader.draw);
	return path;
}

bool
idletrack(const struct idle *idle, const struct layout *l, uint32_t track)
{
	uint32_t base = l->tracks[track].firstlane;

	return base < idle->count && idle->covers[base].idle;
}

void
idlefree(struct idle *idle)
{
	free(idle->covers);
	*idle = (struct idle){ 0 };
}
