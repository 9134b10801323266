/* SPDX-License-Identifier: MIT */
/* Projections, and the ranges of steps. */
#include "chrome.h"
#include "kineto.h"

void
kinetoputprojections(struct kineto *k)
{
	const struct kinetolinks *l = &k->links;

	for (size_t i = 0; i < l->projectionkeys.used; i++) {
		const struct kinetoprojection *p = &l->projections[i];
		const struct kinetoannotation *a = &l->annotations[p->annotation - 1];

		kinetobegin(k, 'X', KINETO_PROJECTION, stringat(&l->names, a->name));
		kinetoplace(k, (struct kinetotrack){ p->device, p->stream }, p->ts,
		    subsat(p->end, p->ts));
		if (a->id > 0)
			kinetointeger(k, "External id", a->id);
		kinetointeger(k, "count", p->count);
		kinetokey(k, "sum_us");
		chromeputmicros(&k->out, p->sum);
		kinetofinish(k);
	}
}

void
kinetoputstep(struct kineto *k)
{
	struct kinetostep *s = &k->step;

	if (!s->open || k->hassteps)
		return;
	s->open = false;
	k->name.n = 0;
	bufprintf(&k->name, "ProfilerStep#%lld", (long long)s->number);
	kinetobegin(k, 'X', "user_annotation", bufall(&k->name));
	kinetoplace(k, (struct kinetotrack){ -1, s->tid }, s->ts, subsat(s->end, s->ts));
	kinetointeger(k, "External id", kinetolinksnew(&k->links));
	kinetofinish(k);
}

/* Returns when a step begins whose first event is ev: with the operator around it, unless that
 * began before the step before. Ranges of a thread would cross otherwise, and TensorBoard rejects
 * those. */
static int64_t
kinetostepstart(struct kineto *k, const struct event *ev)
{
	const struct kinetostep *before = &k->step;
	int64_t ts = ev->number[KEY_TS], tid = ev->number[KEY_TID];
	int64_t start = kinetolinksoperator(&k->links, tid, ts);

	return before->open && start <= before->ts ? ts : start;
}

/* A step lasts from its first event on the CPU to the end of the last one that begins in it on the
 * same thread, but no longer than to the next step. */
void
kinetosteps(struct kineto *k, const struct event *ev)
{
	struct kinetostep *s = &k->step;
	int64_t start;

	if (!evhas(ev, KEY_STEP) || !evhas(ev, KEY_TID) ||
	    (ev->type != TYPE_NVTX && ev->type != TYPE_CUDA_API))
		return;
	if (!s->open || ev->number[KEY_STEP] != s->number) {
		start = kinetostepstart(k, ev);
		if (s->open && s->end > start)
			s->end = start;
		kinetoputstep(k);
		*s = (struct kinetostep){
			true, ev->number[KEY_STEP], ev->number[KEY_TID], start, evend(ev)
		};
	}
	if (ev->number[KEY_TID] == s->tid && evend(ev) > s->end)
		s->end = evend(ev);
}
