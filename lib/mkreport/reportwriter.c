/* SPDX-License-Identifier: MIT */
#include <lz4.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/proto.h"
#include "io/out.h"
#include "reportwriter.h"

/* The number of entries in each block but the last, as in reports of nsys. */
enum { ENTRIES = 7000 };

/* The same fields as in lib/report. */
enum { ENTRY_EVENT = 1, ENTRY_GENERIC = 2 };
enum { DIR_SECTION = 1, DIR_NAME = 1, DIR_AT = 2, DIR_SIZE = 3 };
enum { OFFSETS_PACKER = 1, OFFSETS_STRINGS = 2 };
enum { CHUNK_EVENTS = 1, CHUNK_STRINGS = 3, CHUNK_THREADS = 5, CHUNK_PACKER = 9 };
enum { CHUNK_ONE = 10, CHUNK_ANOTHER = 12, CHUNK_GENERIC = 15 };

void
reportwriteropen(struct reportwriter *b, const char *path, int fd)
{
	*b = (struct reportwriter){ .path = path, .fd = fd };
}

/* Compresses a message into a block. */
static void
pack(const struct reportwriter *b, struct buf *out, struct span message)
{
	struct buf plain = { 0 };
	int most, n;
	char *p;

	protovarint(&plain, message.n);
	bufspan(&plain, message);
	if (plain.n > LZ4_MAX_INPUT_SIZE)
		die("%s: a block is too large", b->path);
	most = LZ4_compressBound((int)plain.n);
	p = xmalloc((size_t)most);
	n = LZ4_compress_default(plain.p, p, (int)plain.n, most);
	if (n <= 0)
		die("%s: a block cannot be packed", b->path);
	protovarint(out, (uint64_t)n);
	protovarint(out, plain.n);
	bufmem(out, p, (size_t)n);
	free(p);
	free(plain.p);
}

/* Ends the current block. */
static void
endblock(struct reportwriter *b)
{
	if (b->entrycount > 0)
		pack(b, &b->blocks, bufall(&b->entries));
	b->entries.n = 0;
	b->entrycount = 0;
}

static void
reportwriterentry(struct reportwriter *b, unsigned field, struct span message)
{
	protobytes(&b->entries, field, message);
	if (++b->entrycount == ENTRIES)
		endblock(b);
}

void
reportwriterevent(struct reportwriter *b, struct span message)
{
	b->events++;
	reportwriterentry(b, ENTRY_EVENT, message);
}

void
reportwritergeneric(struct reportwriter *b, struct span message)
{
	b->generic++;
	reportwriterentry(b, ENTRY_GENERIC, message);
}

/* Ends a section, which is everything written since the last one, and adds it to the
 * directory. */
static void
section(struct reportwriter *b, struct buf *directory, const char *name, uint64_t *at)
{
	uint64_t end = b->written + b->out.n;
	size_t open = protoopen(directory, DIR_SECTION);

	protobytes(directory, DIR_NAME, spanof(name));
	protouint(directory, DIR_AT, *at);
	protouint(directory, DIR_SIZE, end - *at);
	protoclose(directory, open);
	*at = end;
	if (!outwriteto(b->fd, &b->out))
		die("%s:", b->path);
	b->written = end;
	b->out.n = 0;
}

/* Appends a message after its length. */
static void
putmessage(struct buf *out, struct span message)
{
	protovarint(out, message.n);
	bufspan(out, message);
}

/* Appends the chunk header. */
static void
putchunk(struct reportwriter *b, const struct reportparts *parts)
{
	struct buf chunk = { 0 };

	protouint(&chunk, CHUNK_EVENTS, b->events);
	protouint(&chunk, CHUNK_STRINGS, parts->stringcount);
	protouint(&chunk, CHUNK_THREADS, parts->threadcount);
	protobytes(&chunk, CHUNK_PACKER, spanof("lz4"));
	protouint(&chunk, CHUNK_ONE, 1);
	protouint(&chunk, CHUNK_ANOTHER, 1);
	bufspan(&chunk, parts->sources);
	protouint(&chunk, CHUNK_GENERIC, b->generic);
	putmessage(&b->out, bufall(&chunk));
	free(chunk.p);
}

/* Writes the section with the events. Returns the offset of the strings, counted from the end
 * of the section's magic bytes. */
static uint64_t
putevents(struct reportwriter *b, const struct reportparts *parts)
{
	static const char mark[] = "QDTEXT00";
	uint64_t strings;

	endblock(b);
	bufstr(&b->out, mark);
	putmessage(&b->out, parts->header);
	putchunk(b, parts);
	bufspan(&b->out, bufall(&b->blocks));
	strings = b->out.n - (sizeof(mark) - 1);
	pack(b, &b->out, parts->strings);
	if (parts->threadcount > 0)
		putmessage(&b->out, parts->threads);
	putmessage(&b->out, parts->target);
	return strings;
}

/* Writes the magic bytes of a report, which contain the version: "2024@6@2@225-..." for
 * 2024.6.2.225. */
static void
putmagic(struct reportwriter *b, const char *product)
{
	int dots = 0;

	bufstr(&b->out, "NVIDIA Tegra Profiler Report ");
	for (; *product; product++)
		bufchar(&b->out, *product == '.' && dots++ < 3 ? '@' : *product);
	bufchar(&b->out, '.');
}

void
reportwriterclose(struct reportwriter *b, const struct reportparts *parts)
{
	struct buf directory = { 0 };
	uint64_t at, strings;

	putmagic(b, parts->product);
	at = b->out.n;
	bufspan(&b->out, parts->options);
	section(b, &directory, "Analysis Options Data", &at);
	strings = putevents(b, parts);
	section(b, &directory, "Raw Sampling Data", &at);
	protobytes(&b->out, OFFSETS_PACKER, spanof("lz4"));
	protouint(&b->out, OFFSETS_STRINGS, strings);
	section(b, &directory, "Sampling Data Offsets", &at);
	bufspan(&b->out, parts->options);
	section(b, &directory, "Agent activity list", &at);
	bufspan(&b->out, parts->ui);
	section(b, &directory, "UI Data", &at);
	section(b, &directory, "Telemetry", &at);
	bufspan(&b->out, bufall(&directory));
	for (int i = 0; i < 8; i++)
		bufchar(&b->out, (char)(at >> 8 * i));
	bufstr(&b->out, "U3w[END]");
	if (!outwriteto(b->fd, &b->out))
		die("%s:", b->path);
	free(directory.p);
	free(b->out.p);
	free(b->entries.p);
	free(b->blocks.p);
}
