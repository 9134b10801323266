/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "collect.h"

static void
collectheader(struct stage *stage, struct event *ev)
{
	clipheader(&((struct collect *)stage)->clip, ev);
}

static void
collectwork(struct collect *c, const struct event *ev)
{
	struct launch launch;
	bool launched = evlaunch(ev, &launch);
	uint32_t thread = launched && launch.hastid
	    ? threadsget(&c->threads, &c->segments, evnumber(ev, KEY_PID), launch.tid)
	    : NO_THREAD;

	if (thread != NO_THREAD)
		c->threads.threads[thread].launches = true;
	deviceworkevent(&c->work, &c->segments, ev, launched ? &launch : NULL, thread, c->position);
}

static void
collectinside(struct collect *c, const struct event *ev, int64_t end)
{
	if (evfamily(ev->type) == FAMILY_GPU) {
		collectwork(c, ev);
		return;
	}
	if (threadsactivity(ev)) {
		threadsevent(&c->threads, &c->segments, ev, end, c->position);
		return;
	}
	deviceworkevent(&c->work, &c->segments, ev, NULL, NO_THREAD, c->position);
	if (ev->type == TYPE_CUDA_SYNC)
		threadssync(&c->threads, ev, deviceworkstream(&c->work, &c->segments, ev));
}

/* What other programs add to a stream, which may be late or at its end. */
#define ADDED                                                                                     \
	(EVTYPE(TYPE_NVTX_KERNEL) | EVTYPE(TYPE_CALL_KERNEL) | EVTYPE(TYPE_GPU_STATE) |           \
	    EVTYPE(TYPE_GPU_QUEUE) | EVTYPE(TYPE_COLLECTIVE) | EVTYPE(TYPE_FINDING))

static void
collectevent(struct stage *stage, struct event *ev)
{
	struct collect *c = (struct collect *)stage;
	int64_t ts = ev->number[KEY_TS], end = evisopen(ev) ? INT64_MAX : evend(ev);

	clipevent(&c->clip, ev);
	c->haspath = c->haspath || ev->type == TYPE_PATH;
	if (ev->type == TYPE_OTHER || !(ADDED & EVTYPE(ev->type))) {
		c->unsorted = c->unsorted || ts < c->latest;
		c->latest = ts;
	}
	if (ev->type == TYPE_META || clipposition(&c->clip, ts, end) != CLIP_OUTSIDE)
		collectinside(c, ev, end);
	c->position++;
}

void
collectinit(struct collect *c)
{
	*c = (struct collect){ .stage = { .want = CLIP_KEYS | EVKEY(KEY_PID) | EVKEY(KEY_TID) |
		                       EVKEY(KEY_ENDTID) | EVKEY(KEY_DEVICE) |
		                       EVKEY(KEY_CONTEXT) | EVKEY(KEY_STREAM) |
		                       EVKEY(KEY_CORR) | EVKEY(KEY_STEP),
		                   .header = collectheader, .event = collectevent },
		.latest = INT64_MIN };
	clipinit(&c->clip);
}

void
collectpath(struct collect *c)
{
	struct walk walk = { .from = clipstart(&c->clip), .to = clipend(&c->clip),
		.work = &c->work, .threads = &c->threads, .segments = &c->segments };

	c->from = walk.from;
	c->to = walk.to;
	deviceworkready(&c->work);
	threadsready(&c->threads);
	if (c->clip.seen)
		walkback(&walk);
	c->guessed = walk.guessed;
	c->unlaunched = walk.unlaunched;
}

void
collectfree(struct collect *c)
{
	deviceworkfree(&c->work);
	threadsfree(&c->threads);
}
