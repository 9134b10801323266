/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/wide.h"
#include "flame.h"
#include "html.h"
#include "table/format.h"

/* Widths in SVG user units: of the picture, of a row, and of a character at most. */
enum { FLAME_WIDE = 1000, FLAME_ROW = 16, FLAME_CHARACTER = 7 };

/* Boxes narrower than a unit are left out, and rows below these. */
enum { FLAME_DEPTH = 40 };

/* A box that is drawn: a stack, with the work inside it. */
struct flamebox {
	uint64_t begin, sum; /* ns of work before it and inside it */
	uint32_t depth;
	bool work;           /* it is a kernel or a copy, and no range */
	size_t name, length; /* its last frame: a place in flame.names, and bytes */
};

/* A box around the current stack. */
struct flameopen {
	uint64_t begin, sum, placed; /* ns; placed is the part of sum that is in boxes inside it */
	size_t frameend; /* of its last frame, a place in flame.path */
	size_t box;      /* index into flame.boxes, if it is not too deep */
};

/* The boxes, while the stacks are read in depth-first order. */
struct flame {
	uint64_t all;            /* the sum of all stacks, ns */
	struct flameopen *open;  /* the outermost first; [0] is around all */
	size_t depth;
	struct buf path;         /* the current stack */
	struct flamebox *boxes;
	size_t count, room;
	struct buf names;
	size_t left;             /* number of boxes that are not drawn */
};

/* Returns a part of all in thousandths of a unit. */
static wide
flameunits(uint64_t part, uint64_t all)
{
	return widedivide((wide)part * FLAME_WIDE * 1000, all > 0 ? (wide)all : 1);
}

/* Writes as much of a name as fits into a box, if that is not too little to be read. */
static void
putname(struct span name, wide x, uint32_t y, wide width, struct buf *out)
{
	size_t room = width > 4000 ? (size_t)(width / 1000 - 4) / FLAME_CHARACTER : 0, n;

	bool cut = formatwidth(name) > room;

	n = formatprefix(name, cut && room > 0 ? room - 1 : room);
	if (n == 0 || (cut && room < 4))
		return;
	bufstr(out, "<text x=\"");
	formatexact(out, x + 2000);
	bufprintf(out, "\" y=\"%lu\">", (unsigned long)y + 11);
	htmltext(out, (struct span){ name.p, n });
	bufstr(out, cut ? "\xE2\x80\xA6</text>" : "</text>");
}

/* Writes a box with its name. */
static void
putbox(const struct flame *m, const struct flamebox *box, struct buf *out)
{
	struct span name = { m->names.p + box->name, box->length };
	wide x = flameunits(box->begin, m->all);
	wide width = flameunits(box->begin + box->sum, m->all) - x;
	uint32_t y = (box->depth - 1) * FLAME_ROW;

	bufstr(out, box->work ? "<g class=\"work\"><title>" : "<g><title>");
	htmltext(out, name);
	bufstr(out, ": ");
	formattime(out, (wide)box->sum * 1000);
	bufstr(out, "</title>\n<rect x=\"");
	formatexact(out, x);
	bufprintf(out, "\" y=\"%lu\" width=\"", (unsigned long)y);
	formatexact(out, width);
	bufprintf(out, "\" height=\"%d\"/>", FLAME_ROW - 1);
	putname(name, x, y, width, out);
	bufstr(out, "</g>\n");
}

/* Opens a box inside the innermost one. Its frame ends at end in the path. */
static void
flameopenbox(struct flame *m, size_t end)
{
	struct flameopen *outer = &m->open[m->depth], *inner = outer + 1;
	size_t begin = outer->frameend + (m->depth > 0);

	*inner = (struct flameopen){
		.begin = outer->begin + outer->placed,
		.frameend = end,
		.box = m->count,
	};
	if (++m->depth > FLAME_DEPTH)
		return;
	GROW(m->boxes, m->room, m->count + 1);
	m->boxes[m->count++] = (struct flamebox){
		.begin = inner->begin,
		.depth = (uint32_t)m->depth,
		.name = m->names.n,
		.length = end - begin,
	};
	bufmem(&m->names, m->path.p + begin, end - begin);
}

/* Closes the innermost box, and keeps it if it is wide enough. Then all boxes inside a box that is
 * too narrow are gone, because they are narrower. */
static void
flameclosebox(struct flame *m)
{
	struct flameopen *inner = &m->open[m->depth], *outer = inner - 1;

	outer->sum += inner->sum;
	outer->placed += inner->sum;
	if (m->depth-- > FLAME_DEPTH) {
		m->left++;
	} else if (flameunits(inner->sum, m->all) < 1000) {
		m->left++;
		m->names.n = m->boxes[inner->box].name;
		m->count = inner->box;
	} else {
		m->boxes[inner->box].sum = inner->sum;
	}
}

/* Takes the next stack. */
static void
flameput(void *arg, struct span path, uint64_t weight)
{
	struct flame *m = arg;
	size_t same = 0, end;

	while (same < path.n && same < m->path.n && path.p[same] == m->path.p[same])
		same++;
	while (m->depth > 0 && (m->open[m->depth].frameend > same ||
	    (same < path.n && path.p[m->open[m->depth].frameend] != ';')))
		flameclosebox(m);
	m->path.n = 0;
	bufspan(&m->path, path);
	while ((end = m->open[m->depth].frameend) < path.n) {
		const char *next = memchr(path.p + end + 1, ';', path.n - end - 1);

		flameopenbox(m, next ? (size_t)(next - path.p) : path.n);
	}
	m->open[m->depth].sum += weight;
	if (m->depth <= FLAME_DEPTH && weight > 0)
		m->boxes[m->open[m->depth].box].work = true;
}

void
flamewrite(struct fold *f, struct buf *out)
{
	struct flame m = { .all = f->stacks.total };
	uint32_t depth = 0;

	m.open = xzalloc(STACKTREE_DEPTH + 1, sizeof(*m.open));
	foldeach(f, flameput, &m);
	while (m.depth > 0)
		flameclosebox(&m);
	for (size_t i = 0; i < m.count; i++)
		depth = m.boxes[i].depth > depth ? m.boxes[i].depth : depth;
	if (depth > 1 && !f->weights.full) {
		bufstr(out, "<h3>GPU time by range</h3>\n<p class=\"axis\">A box is as wide as "
		    "the GPU work that was launched in it");
		if (m.left > 0)
			bufprintf(out, "; %zu boxes are too narrow to be drawn", m.left);
		bufprintf(out,
		    ".</p>\n<svg class=\"flame\" role=\"img\" aria-label=\"flame graph of GPU time "
		    "by range\" viewBox=\"0 0 %d %lu\" width=\"100%%\">\n",
		    FLAME_WIDE, (unsigned long)depth * FLAME_ROW);
		for (size_t i = 0; i < m.count; i++)
			putbox(&m, &m.boxes[i], out);
		bufstr(out, "</svg>\n");
	}
	free(m.open);
	free(m.path.p);
	free(m.boxes);
	free(m.names.p);
}
