/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "err.h"
#include "idle.h"
#include "in.h"
#include "out.h"
#include "stream.h"

/* How much of the time the slices of a track and all its lanes cover, ns on the trace's clock. */
struct cover {
	int64_t sum;
	int64_t until; /* the end of the last of them */
	int64_t since; /* what is never closed began; INT64_MAX for nothing */
};

static void
put(struct draw *d, const struct item *item)
{
	struct idle *idle = d->arg;
	uint32_t base = d->layout.tracks[item->track].sort.base;
	struct cover *c;
	int64_t start, end;

	GROW(idle->covers, idle->room, base + (size_t)1);
	while (idle->count <= base)
		idle->covers[idle->count++] = (struct cover){ 0, INT64_MIN, INT64_MAX };
	c = &idle->covers[base];
	if (item->shape != SLICE)
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
event(struct stream *s, const struct event *ev)
{
	struct draw *d = s->arg;
	struct idle *idle = d->arg;

	drawevent(d, ev);
	if (!idle->begun && ev->type != TYPE_META) {
		idle->begun = true;
		idle->first = subsat(ev->number[KEY_TS], d->base);
	}
}

static void
finish(struct stream *s)
{
	struct draw *d = s->arg;
	struct idle *idle = d->arg;
	int64_t end;

	drawfinish(d);
	end = subsat(d->end, d->base);
	idle->total = subsat(end, idle->first);
	for (size_t i = 0; i < idle->count; i++)
		if (idle->covers[i].since < end)
			idle->covers[i].sum =
			    addsat(idle->covers[i].sum, subsat(end, idle->covers[i].since));
}

/* Copies an input to a file that has no name, and makes that the standard input. */
static void
spool(int from, const char *name)
{
	const char *folder = getenv("TMPDIR");
	struct buf path = { 0 }, block = { 0 };
	ssize_t n;
	int to;

	bufprintf(&path, "%s/nst-XXXXXX", folder && *folder ? folder : "/tmp");
	to = mkstemp(path.p);
	if (to < 0 || unlink(path.p) != 0)
		die("%s:", path.p);
	bufroom(&block, OUT_BLOCK);
	while ((n = inread(from, block.p, OUT_BLOCK)) > 0) {
		block.n = (size_t)n;
		if (!outto(to, &block))
			die("temporary file:");
	}
	if (n < 0)
		die("%s:", name);
	if (lseek(to, 0, SEEK_SET) != 0 || dup2(to, STDIN_FILENO) < 0)
		die("temporary file:");
	close(to);
	free(path.p);
	free(block.p);
}

const char *
idleread(struct idle *idle, const char *path)
{
	struct stage stage = {
		.want = DRAW_KEYS, .event = event, .finish = finish, .partial = true
	};
	struct stream stream = { 0 };
	struct draw draw = { .put = put, .arg = idle, .early = true, .stack = &stream.stack };
	bool named = path && strcmp(path, "-") != 0;
	int fd = named ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	off_t start;

	if (fd < 0)
		die("%s:", path);
	start = lseek(fd, 0, SEEK_CUR);
	if (start < 0) {
		spool(fd, named ? path : "stdin");
		path = NULL;
		start = 0;
	}
	if (named)
		close(fd);
	stream.arg = &draw;
	errquiet(true);
	idle->failed = streamrun(&stream, &stage, path) != DONE;
	errquiet(false);
	outpending(NULL, NULL);
	drawfree(&draw);
	if (!path || strcmp(path, "-") == 0)
		lseek(STDIN_FILENO, start, SEEK_SET);
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
