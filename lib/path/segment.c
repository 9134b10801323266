/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "segment.h"

const char *
segmentkindname(enum segmentkind kind)
{
	static const char *const names[] = {
#define K(id, name) name,
		SEGMENT_KINDS(K)
#undef K
	};

	return names[kind];
}

void
segmentsadd(struct segments *s, const struct segment *one)
{
	if (one->end <= one->ts)
		return;
	GROW(s->p, s->room, s->count + 1);
	s->p[s->count++] = *one;
}

/* Returns true if b continues a. */
static bool
continues(const struct segment *a, const struct segment *b)
{
	return a->end == b->ts && a->kind == b->kind && a->place == b->place &&
	    a->position == b->position && a->name == b->name && a->step == b->step;
}

void
segmentsorder(struct segments *s)
{
	size_t kept = 0;

	for (size_t i = 0, k = s->count; i + 1 < k; i++) {
		struct segment one = s->p[i];

		s->p[i] = s->p[--k];
		s->p[k] = one;
	}
	for (size_t i = 0; i < s->count; i++)
		if (kept > 0 && continues(&s->p[kept - 1], &s->p[i]))
			s->p[kept - 1].end = s->p[i].end;
		else
			s->p[kept++] = s->p[i];
	s->count = kept;
}

void
segmentsfree(struct segments *s)
{
	free(s->p);
	free(s->places);
	stringtablefree(&s->names);
	*s = (struct segments){ 0 };
}
