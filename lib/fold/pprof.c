/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "io/gzip.h"
#include "io/out.h"
#include "pprof.h"

/* The fields that this file writes. */
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING = 6,
	PROFILE_TIME = 9,
	PROFILE_DURATION = 10,
	PROFILE_DEFAULT = 14,
	TYPE_NAME = 1,
	TYPE_UNIT = 2,
	SAMPLE_LOCATION = 1,
	SAMPLE_VALUE = 2,
	LOCATION_ID = 1,
	LOCATION_LINE = 4,
	LINE_FUNCTION = 1,
	FUNCTION_ID = 1,
	FUNCTION_NAME = 2
};

/* The first strings of the string table; the texts of the frames follow. */
enum { STRING_EMPTY, STRING_COUNTED, STRING_COUNT, STRING_WEIGHED, STRING_UNIT, STRING_FRAMES };

/* A profile that is being written. */
struct writing {
	const struct fold *fold;
	struct gzip gzip;
	struct buf part; /* not yet compressed */
	struct buf *out;
};

/* Compresses the part once it is large enough. */
static void
pprofcheck(struct writing *w)
{
	if (w->part.n < OUT_BLOCK)
		return;
	gzipput(&w->gzip, bufall(&w->part), w->out);
	w->part.n = 0;
	outcheck(w->out);
}

static void
valuetype(struct buf *out, unsigned name, unsigned unit)
{
	size_t start = protoopen(out, PROFILE_SAMPLE_TYPE);

	protouint(out, TYPE_NAME, name);
	protouint(out, TYPE_UNIT, unit);
	protoclose(out, start);
}

/* Appends a stack as a sample: its frames with the innermost first, its count and its weight. */
static void
pprofsample(struct writing *w, uint32_t stack)
{
	const struct stacktree *s = &w->fold->stacks;
	size_t start = protoopen(&w->part, PROFILE_SAMPLE);
	size_t list = protoopen(&w->part, SAMPLE_LOCATION);

	for (uint32_t i = stack; i != STACKTREE_ROOT; i = s->p[i].outer)
		protovarint(&w->part, (uint64_t)s->p[i].frame + 1);
	protoclose(&w->part, list);
	list = protoopen(&w->part, SAMPLE_VALUE);
	protovarint(&w->part, s->p[stack].count);
	protovarint(&w->part, foldnumber(w->fold, s->p[stack].weight, s->p[stack].count));
	protoclose(&w->part, list);
	protoclose(&w->part, start);
}

/* Appends a frame as a function and a location, with one id for both: pprof's samples refer to
 * locations. */
static void
frame(struct buf *out, uint64_t id)
{
	size_t start = protoopen(out, PROFILE_LOCATION), line;

	protouint(out, LOCATION_ID, id);
	line = protoopen(out, LOCATION_LINE);
	protouint(out, LINE_FUNCTION, id);
	protoclose(out, line);
	protoclose(out, start);
	start = protoopen(out, PROFILE_FUNCTION);
	protouint(out, FUNCTION_ID, id);
	protouint(out, FUNCTION_NAME, STRING_FRAMES + id - 1);
	protoclose(out, start);
}

/* Appends the string table. */
static void
strings(struct writing *w)
{
	const struct fold *f = w->fold;
	const char *own[STRING_FRAMES] = {
		[STRING_EMPTY] = "",
		[STRING_COUNTED] = f->mode == FOLD_SAMPLES ? "samples" : "events",
		[STRING_COUNT] = "count",
		[STRING_WEIGHED] = f->mode == FOLD_SAMPLES ? "cpu" : f->mode == FOLD_CPU ? "wall" :
		                                                                          "gpu",
		[STRING_UNIT] = foldunit(f),
	};

	for (int i = 0; i < STRING_FRAMES; i++)
		protobytes(&w->part, PROFILE_STRING, spanof(own[i]));
	for (size_t i = 0; i < f->stacks.frames.used; i++) {
		protobytes(&w->part, PROFILE_STRING, stringat(&f->stacks.frames, (uint32_t)i));
		pprofcheck(w);
	}
}

/* Appends the time and the duration of the profile. */
static void
times(struct buf *out, const struct fold *f)
{
	const struct streaminfo *info = &f->clip.span.info;
	int64_t start = clipstart(&f->clip), end = clipend(&f->clip);

	if (info->hasutc)
		protouint(out, PROFILE_TIME, (uint64_t)addsat(info->utc, start));
	if (f->clip.span.all.begun)
		protouint(out, PROFILE_DURATION, (uint64_t)subsat(end, start));
}

void
pprofwrite(const struct fold *f, struct buf *out)
{
	struct writing w = { .fold = f, .out = out };

	gzipbegin(&w.gzip);
	valuetype(&w.part, STRING_COUNTED, STRING_COUNT);
	valuetype(&w.part, STRING_WEIGHED, STRING_UNIT);
	for (size_t i = 1; i < f->stacks.count; i++) {
		if (f->stacks.p[i].count > 0 || f->stacks.p[i].weight > 0)
			pprofsample(&w, (uint32_t)i);
		pprofcheck(&w);
	}
	for (size_t i = 0; i < f->stacks.frames.used; i++) {
		frame(&w.part, i + 1);
		pprofcheck(&w);
	}
	strings(&w);
	times(&w.part, f);
	protouint(&w.part, PROFILE_DEFAULT, STRING_WEIGHED);
	gzipput(&w.gzip, bufall(&w.part), out);
	gzipend(&w.gzip, out);
	free(w.part.p);
}
