/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/wide.h"
#include "flame.h"
#include "html.h"
#include "table/format.h"

/* Widths in SVG user units: of the picture, of a row, and of a character at most. */
enum { FLAME_WIDE = 1000, FLAME_ROW = 16, FLAME_CHARACTER = 6 };

/* Boxes narrower than a unit are left out, and rows below these. */
enum { FLAME_DEPTH = 40 };

/* A node with the work inside it, ns; where it begins, ns; and how much of it has been placed. */
struct flamebox {
	uint64_t sum, begin, placed;
};

/* Returns the boxes of all stacks by their number. The caller frees them. */
static struct flamebox *
flameboxes(const struct fold *f, const uint32_t *order)
{
	const struct stacknode *p = f->stacks.p;
	struct flamebox *boxes = xzalloc(f->stacks.count, sizeof(*boxes));

	for (size_t i = f->stacks.count - 1; i > 0; i--) {
		boxes[i].sum += foldweight(f, (uint32_t)i);
		boxes[p[i].outer].sum += boxes[i].sum; /* an outer stack has a lower number */
	}
	for (size_t i = 0; i + 1 < f->stacks.count; i++) {
		struct flamebox *box = &boxes[order[i]], *outer = &boxes[p[order[i]].outer];

		box->begin = outer->begin + outer->placed;
		outer->placed += box->sum;
	}
	return boxes;
}

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
	size_t room = width > 4000 ? (size_t)(width / 1000 - 4) / FLAME_CHARACTER : 0, n = 0;

	while (n < name.n && room > 0) {
		n++;
		while (n < name.n && ((unsigned char)name.p[n] & 0xC0) == 0x80)
			n++;
		room--;
	}
	if (n == 0 || (n < name.n && n < 4))
		return;
	bufstr(out, "<text x=\"");
	formatexact(out, x + 2000);
	bufprintf(out, "\" y=\"%lu\">", (unsigned long)y + 11);
	htmltext(out, (struct span){ name.p, n });
	bufstr(out, "</text>");
}

/* Writes a box with its name. work: it is a kernel or a copy, and no range. */
static void
putbox(const struct fold *f, const struct stacknode *s, const struct flamebox *box, bool work,
    uint64_t all, struct buf *out)
{
	struct span name = stringat(&f->stacks.frames, s->frame);
	wide x = flameunits(box->begin, all), width = flameunits(box->begin + box->sum, all) - x;
	uint32_t y = (s->depth - 1) * FLAME_ROW;

	bufstr(out, work ? "<g class=\"work\"><title>" : "<g><title>");
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

/* Returns true if a box is drawn. */
static bool
isdrawn(const struct stacknode *s, const struct flamebox *box, uint64_t all)
{
	return s->depth <= FLAME_DEPTH && flameunits(box->sum, all) >= 1000;
}

void
flamewrite(const struct fold *f, struct buf *out)
{
	const struct stacknode *p = f->stacks.p;
	uint32_t *order, depth = 0;
	struct flamebox *boxes;
	size_t left = 0;

	order = stacktreeorder(&f->stacks);
	boxes = flameboxes(f, order);
	for (size_t i = 1; i < f->stacks.count; i++) {
		bool drawn = isdrawn(&p[i], &boxes[i], boxes[STACKTREE_ROOT].sum);

		left += !drawn;
		depth = drawn && p[i].depth > depth ? p[i].depth : depth;
	}
	if (depth > 1 && !f->weights.full) {
		bufstr(out, "<h3>GPU time by range</h3>\n<p class=\"axis\">A box is as wide as "
		    "the GPU work that was launched in it");
		if (left > 0)
			bufprintf(out, "; %zu boxes are too narrow to be drawn", left);
		bufprintf(out,
		    ".</p>\n<svg class=\"flame\" role=\"img\" aria-label=\"flame graph of GPU time "
		    "by range\" viewBox=\"0 0 %d %lu\" width=\"100%%\">\n",
		    FLAME_WIDE, (unsigned long)depth * FLAME_ROW);
		for (size_t i = 0; i + 1 < f->stacks.count; i++)
			if (isdrawn(&p[order[i]], &boxes[order[i]], boxes[STACKTREE_ROOT].sum))
				putbox(f, &p[order[i]], &boxes[order[i]],
				    foldweight(f, order[i]) > 0, boxes[STACKTREE_ROOT].sum, out);
		bufstr(out, "</svg>\n");
	}
	free(boxes);
	free(order);
}
