/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steptable.h"

struct stepprocess *
steptableprocess(struct steptable *s, int64_t pid)
{
	bool fresh;
	uint32_t *id = mapput(&s->ids, (struct mapkey){ (uint64_t)pid, 0 }, &fresh);

	if (fresh) {
		*id = (uint32_t)s->count;
		GROW(s->p, s->room, s->count + 1);
		s->p[s->count++] = (struct stepprocess){ .pid = pid };
	}
	return &s->p[*id];
}

bool
steptableadd(struct stepprocess *p, int64_t ts, int64_t end, int64_t number)
{
	struct stepinterval *last = p->count > 0 ? &p->p[p->count - 1] : NULL;
	int64_t next = last ? last->number + 1 : 0;

	if (last && last->end > ts)
		last->end = ts;
	GROW(p->p, p->room, p->count + 1);
	p->p[p->count++] = (struct stepinterval){ ts, end, number >= next ? number : next };
	return number >= next || number < 0;
}

const struct stepinterval *
steptablefind(const struct steptable *s, int64_t pid, int64_t ts)
{
	const uint32_t *id = mapget(&s->ids, (struct mapkey){ (uint64_t)pid, 0 });
	const struct stepprocess *p = id ? &s->p[*id] : NULL;
	size_t low = 0, high = p ? p->count : 0;

	if (high > 0 && p->p[high - 1].ts <= ts)
		low = high; /* the usual case: the last step */
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (p->p[middle].ts <= ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && ts < p->p[low - 1].end ? &p->p[low - 1] : NULL;
}

void
steptablefree(struct steptable *s)
{
	for (size_t i = 0; i < s->count; i++)
		free(s->p[i].p);
	free(s->p);
	mapfree(&s->ids);
	*s = (struct steptable){ 0 };
}
