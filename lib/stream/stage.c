/* SPDX-License-Identifier: MIT */
#include "stage.h"

unsigned
stagewant(const struct stage *first)
{
	unsigned want = 0;

	for (; first; first = first->next)
		want |= first->want;
	return want;
}

bool
stagevaluesonly(const struct stage *first)
{
	while (first && first->valuesonly)
		first = first->next;
	return !first;
}

struct stage *
stagelast(struct stage *first)
{
	while (first->next)
		first = first->next;
	return first;
}

void
stagebegin(struct stage *first)
{
	for (; first; first = first->next)
		if (first->begin)
			first->begin(first);
}

void
stageheader(struct stage *first, struct event *ev)
{
	for (; first; first = first->next)
		if (first->header) {
			first->header(first, ev);
			return;
		}
}

void
stagefinish(struct stage *first, int64_t latest)
{
	for (; first; first = first->next) {
		first->latest = latest;
		if (first->finish)
			first->finish(first);
	}
}

void
stagestop(struct stage *first)
{
	for (; first; first = first->next)
		if (first->stop)
			first->stop(first);
}

void
stageend(struct stage *first, const struct streamend *end)
{
	for (; first; first = first->next)
		if (first->end) {
			first->end(first, end);
			return;
		}
}
