/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steptimes.h"

static struct steptime *
steptimesget(struct steptimes *s, int64_t step, int64_t ts)
{
	struct mapkey key = { (uint64_t)step, 0 };
	uint32_t *at = mapget(&s->numbers, key);
	bool fresh;

	if (at)
		return &s->p[*at];
	if (s->count >= STEPS_MAX) {
		s->full = true;
		return NULL;
	}
	GROW(s->p, s->room, s->count + 1);
	s->p[s->count] = (struct steptime){ .number = step, .ts = ts, .end = ts };
	*mapput(&s->numbers, key, &fresh) = (uint32_t)s->count;
	return &s->p[s->count++];
}

void
steptimesadd(struct steptimes *s, int64_t step, enum steppart part, int64_t ts, int64_t end)
{
	struct steptime *t = steptimesget(s, step, ts);

	if (!t)
		return;
	t->parts[part] = addsat(t->parts[part], subsat(end, ts));
	if (end > t->end)
		t->end = end;
}

int64_t
steptimetotal(const struct steptime *s)
{
	int64_t total = 0;

	for (int part = 0; part < STEP_PARTS; part++)
		total = addsat(total, s->parts[part]);
	return total;
}

static int
bylength(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

int64_t
steptimesmedian(const struct steptimes *s)
{
	size_t count = s->count - 1;
	int64_t *times = xreallocarray(NULL, count + 1, sizeof(*times)), median;

	for (size_t i = 0; i < count; i++)
		times[i] = steptimetotal(&s->p[i + 1]);
	qsort(times, count, sizeof(*times), bylength);
	median = times[(count - 1) / 2];
	free(times);
	return median;
}

int64_t
steptimesreason(const struct steptimes *s, size_t step, enum steppart *part)
{
	int64_t most = INT64_MIN, count = s->count > 1 ? (int64_t)s->count - 1 : 1;

	for (int i = 0; i < STEP_PARTS; i++) {
		int64_t others = 0, more;

		for (size_t j = 0; j < s->count; j++)
			others = addsat(others, j == step ? 0 : s->p[j].parts[i]);
		more = s->p[step].parts[i] - others / count;
		if (more > most) {
			most = more;
			*part = (enum steppart)i;
		}
	}
	return most;
}

void
steptimesfree(struct steptimes *s)
{
	mapfree(&s->numbers);
	free(s->p);
	*s = (struct steptimes){ 0 };
}
