/* SPDX-License-Identifier: MIT */
/* wire.h: messages as lib/proto writes them, and bytes that are none. */
#include <stdlib.h>

#include "base/proto.h"
#include "report/wire.h"
#include "tap.h"

/* Bytes that are not text, behind a length. */
#define BYTES(literal) { literal, sizeof(literal) - 1 }

static void
varints(void)
{
	static const uint64_t edges[] = { 0, 1, 127, 128, 16383, 16384, UINT32_MAX, INT64_MAX,
		(uint64_t)INT64_MAX + 1, UINT64_MAX };
	struct buf out = { 0 };
	int wrong = 0;

	for (size_t i = 0; i < sizeof(edges) / sizeof(*edges); i++) {
		struct wire w;
		uint64_t v;

		out.n = 0;
		protovarint(&out, edges[i]);
		w = wireopen(bufall(&out));
		ok(wirevarint(&w, &v) && v == edges[i] && w.p == w.end, "%llu",
		    (unsigned long long)edges[i]);
		for (size_t n = 0; n < out.n; n++) {
			w = wireopen((struct span){ out.p, n });
			wrong += wirevarint(&w, &v) || !w.bad;
		}
	}
	for (int i = 0; i < 100000; i++) {
		uint64_t v, drawn = taprandom(UINT64_MAX) >> taprandom(64);
		struct wire w;

		out.n = 0;
		protovarint(&out, drawn);
		w = wireopen(bufall(&out));
		wrong += !wirevarint(&w, &v) || v != drawn || w.p != w.end;
	}
	ok(wrong == 0, "random ones, and cut ones");
	free(out.p);
}

/* Varints that no 64 bits hold. */
static void
long_ones(void)
{
	static const struct {
		const char *what;
		bool good;
		struct span bytes;
	} ones[] = {
		{ "one bit in the tenth byte", true,
		    BYTES("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01") },
		{ "two bits in the tenth byte", false,
		    BYTES("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02") },
		{ "eleven bytes", false, BYTES("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01") },
		{ "zeros in front", true, BYTES("\x81\x80\x80\x00") },
	};

	for (size_t i = 0; i < sizeof(ones) / sizeof(*ones); i++) {
		struct wire w = wireopen(ones[i].bytes);
		uint64_t v;

		ok(wirevarint(&w, &v) == ones[i].good && w.bad == !ones[i].good, "%s",
		    ones[i].what);
	}
}

/* Each kind of field, and whether what follows is found. */
static void
fields(void)
{
	struct buf out = { 0 };
	struct wirefield f;
	struct wire w;

	protouint(&out, 1, UINT64_MAX);
	protobytes(&out, 536870911, spanof("text"));
	protodouble(&out, 3, 1.5);
	bufmem(&out, "\x25\x78\x56\x34\x12", 5);
	protobytes(&out, 15, spanof(""));
	w = wireopen(bufall(&out));
	ok(wirenext(&w, &f) && f.number == 1 && f.type == WIRE_VARINT && f.v == UINT64_MAX,
	    "a number");
	ok(wirenext(&w, &f) && f.number == 536870911 && f.type == WIRE_BYTES &&
	        spanis(f.bytes, "text"),
	    "bytes, in the field with the highest number");
	ok(wirenext(&w, &f) && f.number == 3 && f.type == WIRE_FIXED64 && f.v == 0x3FF8000000000000,
	    "64 bits");
	ok(wirenext(&w, &f) && f.number == 4 && f.type == WIRE_FIXED32 && f.v == 0x12345678,
	    "32 bits");
	ok(wirenext(&w, &f) && f.number == 15 && f.bytes.p && f.bytes.n == 0, "no bytes");
	ok(!wirenext(&w, &f) && !w.bad, "the end");
	ok(wirevalid(bufall(&out)), "all of it is well-formed");
	for (size_t n = 0; n < out.n; n++)
		ok(wirevalid((struct span){ out.p, n }) ==
		        (n == 0 || n == 11 || n == 21 || n == 30 || n == 35),
		    "cut behind %zu bytes", n);
	free(out.p);
	w = wireopen((struct span){ NULL, 0 });
	ok(!wirenext(&w, &f) && !w.bad, "no message");
}

/* Fields that are none. */
static void
malformed(void)
{
	static const struct {
		const char *what;
		struct span bytes;
	} messages[] = {
		{ "number 0", BYTES("\x00\x01") },
		{ "a group", BYTES("\x0B\x0C") },
		{ "the end of a group", BYTES("\x0C") },
		{ "type 6", BYTES("\x0E\x01") },
		{ "type 7", BYTES("\x0F\x01") },
		{ "a number of 33 bits", BYTES("\x80\x80\x80\x80\x80\x01\x01") },
		{ "a number of 64 bits", BYTES("\xF8\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01\x01") },
		{ "bytes that are cut", BYTES("\x0A\x05text") },
		{ "bytes without an end", BYTES("\x0A\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01") },
		{ "7 bytes of 8", BYTES("\x09\x01\x02\x03\x04\x05\x06\x07") },
		{ "3 bytes of 4", BYTES("\x0D\x01\x02\x03") },
	};

	for (size_t i = 0; i < sizeof(messages) / sizeof(*messages); i++) {
		struct wire w = wireopen(messages[i].bytes);
		struct wirefield f;

		ok(!wirenext(&w, &f) && w.bad, "%s: no field", messages[i].what);
		ok(!wirenext(&w, &f) && w.bad, "%s: nor behind it", messages[i].what);
		ok(!wirevalid(messages[i].bytes), "%s: no message", messages[i].what);
	}
}

/* The last field of a number counts; one of another type does not. */
static void
asked(void)
{
	struct buf out = { 0 };

	protouint(&out, 1, 5);
	protobytes(&out, 1, spanof("a"));
	protouint(&out, 1, 6);
	protobytes(&out, 2, spanof("b"));
	ok(wireuint(bufall(&out), 1, 9) == 6, "the last of two numbers");
	ok(wireuint(bufall(&out), 2, 9) == 9 && wireuint(bufall(&out), 3, 9) == 9, "no number");
	ok(spanis(wirebytes(bufall(&out), 1), "a") && spanis(wirebytes(bufall(&out), 2), "b"),
	    "bytes");
	ok(!wirebytes(bufall(&out), 3).p, "no bytes");
	free(out.p);
}

int
main(void)
{
	varints();
	long_ones();
	fields();
	malformed();
	asked();
	return tapend();
}
