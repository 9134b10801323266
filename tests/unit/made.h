/* SPDX-License-Identifier: MIT */
/* Small reports made for a test, of parts that may each be wrong. */
#ifndef NST_MADE_H
#define NST_MADE_H

#include <lz4.h>

#include "base/proto.h"
#include "child.h"

/* What a report is made of. All zero is one without anything in it; madefree frees it. */
struct made {
	struct buf events;  /* entries of a block that is not whole */
	struct buf blocks;  /* whole ones */
	struct buf strings; /* fields of the strings block */
	struct buf header, threads, target, sources, clocks;
	uint64_t eventcount, genericcount, stringcount, threadcount;
	const char *product; /* NULL for one of 2025 */
};

/* Packs a message, with what is said of its length instead where that is not 0. */
static inline void
madepack(struct buf *out, struct span message, uint64_t said)
{
	struct buf plain = { 0 };
	char *packed;
	int most, n;

	protovarint(&plain, message.n);
	bufspan(&plain, message);
	most = LZ4_compressBound((int)plain.n);
	packed = xmalloc((size_t)most);
	n = LZ4_compress_default(plain.p, packed, (int)plain.n, most);
	protovarint(out, (uint64_t)n);
	protovarint(out, said > 0 ? said : plain.n);
	bufmem(out, packed, (size_t)n);
	free(packed);
	free(plain.p);
}

/* Ends a block. */
static inline void
madeblock(struct made *m)
{
	madepack(&m->blocks, bufall(&m->events), 0);
	m->events.n = 0;
}

/* Adds a string; returns its number. */
static inline uint64_t
madestring(struct made *m, const char *text)
{
	protobytes(&m->strings, 1, spanof(text));
	return m->stringcount++;
}

/* An event that is being written. */
struct madeevent {
	size_t event, payload;
};

/* Begins an event with a payload; what is written to m->events next belongs to it. */
static inline struct madeevent
madebegin(struct made *m, uint64_t type, unsigned payload)
{
	struct madeevent e = { 0 };

	e.event = protoopen(&m->events, 1);
	protouint(&m->events, 1, type);
	e.payload = protoopen(&m->events, payload);
	m->eventcount++;
	return e;
}

static inline void
madeend(struct made *m, struct madeevent e)
{
	protoclose(&m->events, e.payload);
	protoclose(&m->events, e.event);
}

/* A call: class, name and what else all of them have. */
static inline void
madecall(struct made *m, uint64_t type, uint64_t class, uint64_t start, uint64_t name)
{
	struct madeevent e = madebegin(m, type, 108);

	protouint(&m->events, 1, start);
	protouint(&m->events, 2, start + 5);
	protouint(&m->events, 3, start);
	protouint(&m->events, 6, class);
	protouint(&m->events, 7, name);
	protouint(&m->events, 8, 0);
	protouint(&m->events, 13, (uint64_t)7 << 24 | 9);
	madeend(m, e);
}

static inline void
mademessage(struct buf *out, struct span message)
{
	protovarint(out, message.n);
	bufspan(out, message);
}

/* One section of a file. */
struct madesection {
	const char *name;
	struct buf bytes;
};

/* Puts sections together. */
static inline void
madebox(struct buf *out, const struct madesection *sections, size_t count)
{
	struct buf directory = { 0 };
	uint64_t at;

	bufstr(out, "NVIDIA Tegra Profiler Report 1.");
	for (size_t i = 0; i < count; i++) {
		size_t open = protoopen(&directory, 1);

		protobytes(&directory, 1, spanof(sections[i].name));
		protouint(&directory, 2, out->n);
		protouint(&directory, 3, sections[i].bytes.n);
		protoclose(&directory, open);
		bufspan(out, bufall(&sections[i].bytes));
	}
	at = out->n;
	bufspan(out, bufall(&directory));
	for (int i = 0; i < 8; i++)
		bufchar(out, (char)(at >> 8 * i));
	bufstr(out, "U3w[END]");
	free(directory.p);
}

/* The chunk header, which counts what there is. */
static inline void
madechunk(struct buf *out, const struct made *m)
{
	struct buf chunk = { 0 };

	protouint(&chunk, 1, m->eventcount);
	protouint(&chunk, 3, m->stringcount);
	protouint(&chunk, 5, m->threadcount);
	protobytes(&chunk, 9, spanof("lz4"));
	protouint(&chunk, 10, 1);
	protouint(&chunk, 12, 1);
	bufspan(&chunk, bufall(&m->sources));
	protouint(&chunk, 15, m->genericcount);
	mademessage(out, bufall(&chunk));
	free(chunk.p);
}

enum { MADE_RAW, MADE_OFFSETS, MADE_UI, MADE_CLOCKS, MADE_SECTIONS };

/* Makes the sections of a report, which may be spoilt before madebox puts them together; the caller
 * frees their bytes. */
static inline void
madesections(struct made *m, struct madesection s[MADE_SECTIONS])
{
	struct buf *raw = &s[MADE_RAW].bytes;

	memset(s, 0, MADE_SECTIONS * sizeof(*s));
	s[MADE_RAW].name = "Raw Sampling Data";
	s[MADE_OFFSETS].name = "Sampling Data Offsets";
	s[MADE_UI].name = "UI Data";
	s[MADE_CLOCKS].name = "Time Conversion Data";
	if (m->events.n > 0)
		madeblock(m);
	bufstr(raw, "QDTEXT00");
	mademessage(raw, bufall(&m->header));
	madechunk(raw, m);
	bufspan(raw, bufall(&m->blocks));
	protobytes(&s[MADE_OFFSETS].bytes, 1, spanof("lz4"));
	protouint(&s[MADE_OFFSETS].bytes, 2, raw->n - 8);
	madepack(raw, bufall(&m->strings), 0);
	if (m->threadcount > 0)
		mademessage(raw, bufall(&m->threads));
	mademessage(raw, bufall(&m->target));
	protobytes(&s[MADE_UI].bytes, 6, spanof(m->product ? m->product : "2025.3.2.367-1v0"));
	bufspan(&s[MADE_CLOCKS].bytes, bufall(&m->clocks));
}

static inline void
madefree(struct made *m)
{
	struct buf *bufs[] = { &m->events, &m->blocks, &m->strings, &m->header, &m->threads,
		&m->target, &m->sources, &m->clocks };

	for (size_t i = 0; i < sizeof(bufs) / sizeof(*bufs); i++)
		free(bufs[i]->p);
	*m = (struct made){ 0 };
}

/* Writes a report to a file, which the caller removes with childremove. */
static inline char *
madefile(struct made *m)
{
	struct madesection s[MADE_SECTIONS] = { { 0 } };
	struct buf out = { 0 };
	char *path;

	madesections(m, s);
	madebox(&out, s, MADE_SECTIONS);
	path = childfile(bufall(&out));
	for (size_t i = 0; i < MADE_SECTIONS; i++)
		free(s[i].bytes.p);
	free(out.p);
	return path;
}

#endif
