/* SPDX-License-Identifier: MIT */
/* proto.h: fields are read back by a small decoder; lengths of all sizes. */
#include <stdlib.h>

#include "base/proto.h"
#include "tap.h"

/* Decodes the varint at p into *v. Returns its end; NULL if it has none. */
static const unsigned char *
readvarint(const unsigned char *p, const unsigned char *end, uint64_t *v)
{
	int shift = 0;

	for (*v = 0; p < end; shift += 7) {
		if (shift > 63)
			return NULL;
		*v |= (uint64_t)(*p & 0x7F) << shift;
		if (!(*p++ & 0x80))
			return p;
	}
	return NULL;
}

static void
varints(void)
{
	static const struct {
		uint64_t v;
		size_t n;
	} sizes[] = { { 0, 1 }, { 1, 1 }, { 127, 1 }, { 128, 2 }, { 16383, 2 }, { 16384, 3 },
		{ UINT32_MAX, 5 }, { INT64_MAX, 9 }, { UINT64_MAX, 10 } };
	struct buf out = { 0 };
	int wrong = 0;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		out.n = 0;
		protovarint(&out, sizes[i].v);
		ok(out.n == sizes[i].n, "%llu takes %zu bytes", (unsigned long long)sizes[i].v,
		    sizes[i].n);
	}
	for (int i = 0; i < 100000; i++) {
		uint64_t v = taprandom(UINT64_MAX) >> taprandom(64), got;
		const unsigned char *p, *end;

		out.n = 0;
		protouint(&out, 7, v);
		p = (const unsigned char *)out.p;
		end = p + out.n;
		wrong += *p != (7 << 3) || readvarint(p + 1, end, &got) != end || got != v;
	}
	ok(wrong == 0, "100000 random fields read back");
	free(out.p);
}

static void
doubles(void)
{
	static const unsigned char want[] = { 5 << 3 | 1, 0, 0, 0, 0, 0, 0, 0xF8, 0xBF };
	struct buf out = { 0 };

	protodouble(&out, 5, -1.5);
	ok(out.n == sizeof(want) && memcmp(out.p, want, sizeof(want)) == 0,
	    "a double is eight bytes, the low one first");
	free(out.p);
}

/* A message of n bytes inside a message, with bytes before and after it. */
static void
nested(size_t n)
{
	struct buf out = { 0 };
	const unsigned char *p, *end;
	uint64_t v, outer = 0, inner = 0;
	size_t first, second;
	int wrong = 0;

	protouint(&out, 1, 5);
	first = protoopen(&out, 2);
	protouint(&out, 1, 6);
	second = protoopen(&out, 600);
	for (size_t i = 0; i < n; i++)
		bufchar(&out, (char)(i * 7));
	protoclose(&out, second);
	protouint(&out, 3, 7);
	protoclose(&out, first);
	protobytes(&out, 4, (struct span){ "end", 3 });

	p = (const unsigned char *)out.p + 2;
	end = (const unsigned char *)out.p + out.n - 5;
	wrong += *p++ != (2 << 3 | 2);
	p = readvarint(p, end, &outer);
	wrong += !p || outer != (uint64_t)(end - p) || p[0] != 1 << 3 || p[1] != 6;
	p = readvarint(p + 2, end, &v);
	wrong += v != (600 << 3 | 2);
	p = readvarint(p, end, &inner);
	wrong += inner != n;
	for (size_t i = 0; i < n; i++)
		wrong += p[i] != (unsigned char)(i * 7);
	wrong += p[n] != 3 << 3 || p[n + 1] != 7 || memcmp(end, "\42\3end", 5) != 0;
	ok(wrong == 0, "a message of %zu bytes in one of %llu", n, (unsigned long long)outer);
	free(out.p);
}

int
main(void)
{
	static const size_t sizes[] = { 0, 1, 118, 119, 120, 121, 127, 128, 129, 16000, 16375,
		16376, 16383, 16384, 2097151, 2097152 };

	varints();
	doubles();
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		nested(sizes[i]);
	return tapend();
}
