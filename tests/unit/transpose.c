/* SPDX-License-Identifier: MIT */
/* perfetto/transpose.h: a reader made from the description there gives back random packets, byte for
 * byte, also those that have no place in columns; the result is not longer than promised. */
#include <stdlib.h>

#include "base/proto.h"
#include "perfetto/transpose.h"
#include "tap.h"

enum { TRACES = 200 };

/* A reader of the transposed form. */
struct reader {
	struct span in;
	size_t at[256], end[256];
	uint64_t last[256];
	struct field {
		uint64_t kind, tag, operand;
	} *fields;
	size_t starts[1 << 13], room, shapes;
	struct buf out;
	bool bad;
};

static void
collect(struct span bytes, void *arg)
{
	bufspan(arg, bytes);
}

static uint64_t
number(struct reader *r, uint64_t column)
{
	uint64_t v = 0;

	for (unsigned shift = 0; shift < 64 && r->at[column] < r->end[column]; shift += 7) {
		unsigned char byte = (unsigned char)r->in.p[r->at[column]++];

		v |= (uint64_t)(byte & 0x7F) << shift;
		if (byte < 0x80)
			return v;
	}
	r->bad = true;
	return 0;
}

static void
take(struct reader *r, uint64_t column, uint64_t n)
{
	if (n > r->end[column] - r->at[column]) {
		r->bad = true;
		return;
	}
	bufmem(&r->out, r->in.p + r->at[column], n);
	r->at[column] += n;
}

static void
takebytes(struct reader *r, uint64_t column)
{
	uint64_t n = number(r, column);

	protovarint(&r->out, n);
	take(r, column, n);
}

static void
define(struct reader *r)
{
	size_t n = r->starts[r->shapes - 1];

	for (unsigned depth = 1; depth > 0 && !r->bad; n++) {
		struct field f = { .kind = number(r, COLUMN_DEFINITIONS) };

		if (f.kind == SHAPE_END)
			depth--;
		else
			f.tag = number(r, COLUMN_DEFINITIONS);
		if (f.kind == SHAPE_MESSAGE)
			depth++;
		else if (f.kind != SHAPE_END)
			f.operand = number(r, COLUMN_DEFINITIONS);
		GROW(r->fields, r->room, n + 1);
		r->fields[n] = f;
	}
	r->starts[r->shapes++] = n;
}

static void
takefield(struct reader *r, const struct field *f)
{
	double d;

	switch (f->kind) {
	case SHAPE_LITERAL:
		protovarint(&r->out, f->operand);
		break;
	case SHAPE_VARINT:
		protovarint(&r->out, number(r, f->operand));
		break;
	case SHAPE_DIFFERENCE: {
		uint64_t v = number(r, f->operand);

		r->last[f->operand] += v & 1 ? -((v + 1) / 2) : v / 2;
		protovarint(&r->out, r->last[f->operand]);
		break;
	}
	case SHAPE_BYTES:
		takebytes(r, f->operand);
		break;
	case SHAPE_FIXED:
		take(r, f->operand, 8);
		break;
	case SHAPE_THOUSANDTHS:
		d = (double)number(r, f->operand) / 1000;
		bufmem(&r->out, (const char *)&d, sizeof(d));
		break;
	default:
		r->bad = true;
	}
}

static void
takepacket(struct reader *r)
{
	uint64_t shape = number(r, COLUMN_SHAPES);
	size_t open[200], depth = 1;

	bufchar(&r->out, 10);
	if (shape == 0) {
		takebytes(r, COLUMN_PACKETS);
		return;
	}
	if (shape == r->shapes)
		define(r);
	if (shape >= r->shapes) {
		r->bad = true;
		return;
	}
	bufchar(&r->out, 0);
	open[0] = r->out.n;
	for (size_t i = r->starts[shape - 1]; i < r->starts[shape] && !r->bad; i++) {
		const struct field *f = &r->fields[i];

		if (f->kind == SHAPE_END) {
			protoclose(&r->out, open[--depth]);
			continue;
		}
		protovarint(&r->out, f->tag);
		if (f->kind == SHAPE_MESSAGE) {
			bufchar(&r->out, 0);
			open[depth++] = r->out.n;
		} else {
			takefield(r, f);
		}
	}
}

static void
takeblock(struct reader *r)
{
	size_t place, whole;
	uint64_t size, columns;

	r->end[0] = r->in.n;
	size = number(r, 0);
	whole = r->out.n + size;
	columns = number(r, 0);
	if (columns == 0) {
		take(r, 0, size);
		return;
	}
	for (uint64_t i = 1, n = number(r, 0), next; i <= columns; i++, n = next) {
		next = i < columns ? number(r, 0) : 0;
		r->end[i] = n; /* the length of column i - 1, for now */
	}
	place = r->at[0];
	for (uint64_t i = 0; i < columns; i++) {
		uint64_t n = r->end[i + 1];

		r->at[i] = place;
		place += n;
		r->end[i] = place;
	}
	while (r->out.n < whole && !r->bad)
		takepacket(r);
	r->at[0] = place;
}

static uint64_t
anynumber(void)
{
	uint64_t v = taprandom(UINT64_MAX) << 20 ^ taprandom(UINT64_MAX);

	return taprandom(4) ? taprandom(300) : v >> taprandom(64);
}

/* Appends random fields of a message. */
static void
putfields(struct buf *out, unsigned depth, unsigned kinds)
{
	static const unsigned known[] = { 4, 6, 7, 8, 9, 11, 12, 13, 9951, 9960 };

	for (uint64_t n = taprandom(taprandom(20) ? 6 : 150); n > 0; n--) {
		unsigned field = taprandom(4) ? known[taprandom(10)] :
		                                1 + (unsigned)taprandom(kinds);
		size_t start;

		switch (taprandom(depth < 40 ? 6 : 3)) {
		case 0:
			protodouble(out, field, (double)(int64_t)anynumber() / 1000);
			break;
		case 1:
			protodouble(out, field, (double)taprandom(100) / 7 - 3);
			break;
		case 2:
			protouint(out, field, anynumber());
			break;
		case 3:
			start = protoopen(out, field);
			if (field != 4 && field != 6 && field != 11 && field != 12 && field != 9951)
				for (uint64_t i = taprandom(300); i > 0; i--)
					bufchar(out, (char)taprandom(256));
			protoclose(out, start);
			break;
		case 4:
			start = protoopen(out, field);
			putfields(out, depth + 1 + (unsigned)taprandom(20), kinds);
			protoclose(out, start);
			break;
		default:
			if (taprandom(50) == 0) { /* a wire type that we do not use */
				protovarint(out, field << 3 | 5);
				bufmem(out, "abcd", 4);
			}
		}
	}
}

static void
putpackets(struct buf *out, uint64_t n, unsigned kinds, size_t most)
{
	for (; n > 0; n--) {
		size_t packet = protoopen(out, 1);

		if (taprandom(1000) == 0)
			for (uint64_t i = taprandom(most); i > 0; i--)
				bufchar(out, (char)taprandom(256));
		else
			putfields(out, 0, kinds);
		protoclose(out, packet);
	}
}

static void
trace(int i)
{
	static const unsigned kinds[] = { 5, 30, 2000 };
	struct transpose *t = transposenew();
	struct buf want = { 0 }, got = { 0 };
	struct reader r = { .shapes = 1 };
	bool small = true;

	for (uint64_t blocks = 1 + taprandom(4); blocks > 0; blocks--) {
		size_t before = want.n, had = got.n;

		putpackets(&want, taprandom(i % 20 ? 300 : 20000), kinds[i % 3],
		    i % 20 ? 1000 : 3000000);
		transpose(t, (struct span){ want.p + before, want.n - before }, collect, &got);
		small = small && got.n - had <= want.n - before + TRANSPOSE_MORE;
	}
	r.in = bufall(&got);
	while (r.at[0] < got.n && !r.bad)
		takeblock(&r);
	ok(!r.bad && r.out.n == want.n &&
	        (want.n == 0 || memcmp(r.out.p, want.p, want.n) == 0),
	    "trace %d: %zu bytes of packets, %zu transposed", i, want.n, got.n);
	ok(small, "trace %d: not longer than promised", i);
	free(r.out.p);
	free(r.fields);
	free(want.p);
	free(got.p);
	free(t);
}

int
main(void)
{
	for (int i = 0; i < TRACES; i++)
		trace(i);
	return tapend();
}
