/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <lz4.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "file.h"
#include "io/filetype.h"
#include "wire.h"

/* Magic bytes: of the file, of its end, and of the section with the events. */
static const char magic[] = "NVIDIA Tegra Profiler Report ", last[] = "U3w[END]",
                  text[] = "QDTEXT00";

enum {
	TRAILER = 16,             /* the offset of the directory, and the magic bytes of the end */
	TEXT = sizeof(text) - 1,  /* block offsets count from the end of these bytes */
	DIRECTORY = 1 << 20,      /* a directory has some hundred bytes */
	VARINTS = 20,             /* two of the longest varints */
	RATIO = 255,              /* the largest ratio of compression that LZ4 can have */
};

/* Fields of the container's own messages. */
enum { DIR_SECTION = 1, DIR_NAME = 1, DIR_AT = 2, DIR_SIZE = 3 };
enum { OFFSETS_PACKER = 1, OFFSETS_STRINGS = 2, OFFSETS_THIRD = 3 };
enum { CHUNK_THREADS = 5, CHUNK_PACKER = 9, CHUNK_ONE = 10, CHUNK_ANOTHER = 12 };

void
repfilebad(const struct repfile *f, uint64_t at, const char *what)
{
	die("%s: malformed: %s (byte %llu)", f->path, what, (unsigned long long)at);
}

/* Reads exactly n bytes at an offset. */
static void
readat(const struct repfile *f, uint64_t at, char *p, size_t n)
{
	while (n > 0) {
		ssize_t some = pread(f->fd, p, n, (off_t)at);

		if (some < 0 && errno == EINTR)
			continue;
		if (some < 0)
			die("%s:", f->path);
		if (some == 0)
			die("%s: truncated while it was read (byte %llu)", f->path,
			    (unsigned long long)at);
		p += some;
		at += (uint64_t)some;
		n -= (size_t)some;
	}
}

/* Reads a section of at most most bytes. */
static void
readall(const struct repfile *f, struct repsection s, uint64_t most, struct buf *out)
{
	if (s.n > most)
		repfilebad(f, s.at, "a message that is too long");
	readat(f, s.at, bufroom(out, (size_t)s.n), (size_t)s.n);
	out->n = (size_t)s.n;
}

/* Reads a section that is a message, and checks its fields. */
static void
readmessage(const struct repfile *f, struct repsection s, struct buf *out)
{
	readall(f, s, REP_MESSAGE, out);
	if (!wirevalid(bufall(out)))
		repfilebad(f, s.at, "a message of no fields");
}

/* Reads up to two varints at the start of a section, and removes them from it. */
static void
integers(const struct repfile *f, struct repsection *s, uint64_t v[], int count)
{
	char bytes[VARINTS] = { 0 };
	size_t n = s->n < sizeof(bytes) ? (size_t)s->n : sizeof(bytes);
	struct wire w;

	readat(f, s->at, bytes, n);
	w = wireopen((struct span){ bytes, n });
	for (int i = 0; i < count; i++)
		if (!wirevarint(&w, &v[i]))
			repfilebad(f, s->at, "a length that is cut");
	n -= (size_t)(w.end - w.p);
	s->at += n;
	s->n -= n;
}

/* Removes the first n bytes of a section. Returns them as a section. */
static struct repsection
filetake(const struct repfile *f, struct repsection *s, uint64_t n, const char *what)
{
	struct repsection first = { s->at, n };

	if (n > s->n)
		repfilebad(f, s->at, what);
	s->at += n;
	s->n -= n;
	return first;
}

/* Reads a message, which follows its length, and removes both from the section. */
static void
takemessage(const struct repfile *f, struct repsection *s, struct buf *out)
{
	uint64_t n;

	integers(f, s, &n, 1);
	readmessage(f, filetake(f, s, n, "a message longer than its section"), out);
}

/* Indexes a block, and removes it from the section. */
static struct repblock
takeblock(const struct repfile *f, struct repsection *s, uint64_t most)
{
	struct repsection packed;
	uint64_t n[2];

	integers(f, s, n, 2);
	packed = filetake(f, s, n[0], "a block longer than its section");
	if (n[1] > most)
		repfilebad(f, packed.at, "a block is too large");
	if (n[1] / RATIO > n[0] || n[0] > LZ4_COMPRESSBOUND(n[1]))
		repfilebad(f, packed.at, "a block that cannot have as many bytes as it says");
	return (struct repblock){ packed.at, (uint32_t)n[0], (uint32_t)n[1] };
}

/* Returns true if a field of a message is this text. */
static bool
hastext(struct span message, uint32_t number, const char *value)
{
	struct span s = wirebytes(message, number);

	return s.p && spanis(s, value);
}

/* Finds the named sections in the directory. Other sections are ignored. */
static void
sections(const struct repfile *f, struct span directory, uint64_t end,
    const char *const *names, struct repsection *found, size_t count)
{
	struct wire w = wireopen(directory);
	struct wirefield field;

	while (wirenext(&w, &field)) {
		uint64_t at, n;

		if (field.number != DIR_SECTION || field.type != WIRE_BYTES)
			continue;
		at = wireuint(field.bytes, DIR_AT, 0);
		n = wireuint(field.bytes, DIR_SIZE, 0);
		if (!wirevalid(field.bytes) || at > end || n > end - at)
			repfilebad(f, end, "a directory with a section outside of the file");
		for (size_t i = 0; i < count; i++)
			if (hastext(field.bytes, DIR_NAME, names[i])) {
				if (found[i].n > 0)
					repfilebad(f, end, "a directory with a section twice");
				found[i] = (struct repsection){ at, n };
			}
	}
	if (w.bad)
		repfilebad(f, end, "its directory");
}

/* Indexes the section with the events. The offsets message tells where the strings begin. */
static void
indexblocks(struct repfile *f, struct repsection raw, struct span offsets)
{
	uint64_t strings = wireuint(offsets, OFFSETS_STRINGS, UINT64_MAX);
	uint64_t third = wireuint(offsets, OFFSETS_THIRD, 0), filebegin = raw.at + TEXT;
	struct repsection events;
	char mark[TEXT];

	if (raw.n < TEXT || strings > raw.n - TEXT || third > raw.n - TEXT)
		repfilebad(f, raw.at, "offsets outside of the events");
	readat(f, raw.at, mark, TEXT);
	if (memcmp(mark, text, TEXT) != 0)
		repfilebad(f, raw.at, "events of a format that is not known");
	f->third = third != 0;
	if (f->third)
		raw.n = TEXT + third;
	filetake(f, &raw, TEXT, "");
	takemessage(f, &raw, &f->header);
	takemessage(f, &raw, &f->chunk);
	if (raw.at - filebegin > strings)
		repfilebad(f, raw.at, "strings before the events");
	events = filetake(f, &raw, strings - (raw.at - filebegin),
	    "strings outside of their section");
	while (events.n > 0) {
		if (f->count == REP_BLOCKS)
			repfilebad(f, events.at, "too many blocks");
		GROW(f->blocks, f->room, f->count + 1);
		f->blocks[f->count++] = takeblock(f, &events, REP_BLOCK);
	}
	f->strings = takeblock(f, &raw, REP_STRINGS);
	if (wireuint(bufall(&f->chunk), CHUNK_THREADS, 0) > 0)
		takemessage(f, &raw, &f->threads);
	takemessage(f, &raw, &f->target);
	if (raw.n > 0)
		repfilebad(f, raw.at, "something behind its last message");
}

/* Checks that the compression is LZ4. CHUNK_ONE and CHUNK_ANOTHER are 1 in all reports seen. */
static void
checkpacker(const struct repfile *f, struct repsection raw, struct span offsets)
{
	struct span chunk = bufall(&f->chunk);

	if (!hastext(offsets, OFFSETS_PACKER, "lz4") || !hastext(chunk, CHUNK_PACKER, "lz4") ||
	    wireuint(chunk, CHUNK_ONE, 0) != 1 || wireuint(chunk, CHUNK_ANOTHER, 0) != 1)
		repfilebad(f, raw.at, "blocks of a format that is not known");
}

bool
repfileis(const char *head, size_t n)
{
	return n >= sizeof(magic) - 1 && memcmp(head, magic, sizeof(magic) - 1) == 0;
}

void
repfilerefuse(const char *path)
{
	const char *end = strrchr(path, '.');

	if (end && strcmp(end, ".qdstrm") == 0)
		die("%s: not a report yet; make one with: QdstrmImporter -i %s", path, path);
}

/* Ends the program with a message that tells what the file is instead of a report. */
static void
filerefuse(const struct repfile *f, const char *head, size_t n)
{
	if (n == 0)
		die("%s: the file is empty", f->path);
	if (n >= 16 && memcmp(head, "SQLite format 3", 16) == 0)
		die("%s: an SQLite database, not a report", f->path);
	repfilerefuse(f->path);
	if (filetypebysuffix(f->path))
		die("%s: %s", f->path, filetypebysuffix(f->path));
	die("%s: not an Nsight Systems report: it does not begin as one", f->path);
}

/* Reads the directory. The end of the file has its offset, which is returned. */
static uint64_t
readdirectory(const struct repfile *f, struct buf *directory)
{
	unsigned char bytes[TRAILER];
	uint64_t at = 0, end = f->size - TRAILER;

	readat(f, end, (char *)bytes, sizeof(bytes));
	if (memcmp(bytes + TRAILER - strlen(last), last, strlen(last)) != 0)
		die("%s: truncated report", f->path);
	for (int i = 7; i >= 0; i--)
		at = at << 8 | bytes[i];
	if (at >= end)
		repfilebad(f, end, "its directory is outside of the file");
	readall(f, (struct repsection){ at, end - at }, DIRECTORY, directory);
	return at;
}

/* Opens the file and checks its magic bytes. */
static void
filebegin(struct repfile *f, const char *path)
{
	bool stdinput = strcmp(path, "-") == 0;
	char head[sizeof(magic) - 1];
	struct stat st;
	size_t n;

	f->path = stdinput ? "stdin" : path;
	/* O_NONBLOCK: opening a pipe without a writer would wait. */
	f->fd = stdinput ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (f->fd < 0 || fstat(f->fd, &st) != 0)
		die("%s:", f->path);
	if (!S_ISREG(st.st_mode))
		die("%s: not a regular file: nst reads a report from its end", f->path);
	f->size = (uint64_t)st.st_size;
	n = f->size < sizeof(head) ? (size_t)f->size : sizeof(head);
	readat(f, 0, head, n);
	if (!repfileis(head, n))
		filerefuse(f, head, n);
	if (f->size < sizeof(head) + TRAILER)
		die("%s: truncated report", f->path);
}

void
repfileopen(struct repfile *f, const char *path)
{
	enum { RAW, OFFSETS, UI, CLOCKS, SECTIONS };
	static const char *const names[SECTIONS] = { "Raw Sampling Data", "Sampling Data Offsets",
		"UI Data", "Time Conversion Data" };
	struct repsection found[SECTIONS] = { { 0, 0 } };
	struct buf directory = { 0 }, offsets = { 0 };
	uint64_t end;

	*f = (struct repfile){ .path = path };
	filebegin(f, path);
	end = readdirectory(f, &directory);
	sections(f, bufall(&directory), end, names, found, SECTIONS);
	if (found[RAW].n == 0 || found[OFFSETS].n == 0)
		repfilebad(f, f->size, "a report without events");
	readmessage(f, found[OFFSETS], &offsets);
	readmessage(f, found[UI], &f->ui);
	readmessage(f, found[CLOCKS], &f->clocks);
	indexblocks(f, found[RAW], bufall(&offsets));
	checkpacker(f, found[RAW], bufall(&offsets));
	free(directory.p);
	free(offsets.p);
}

void
repfileclose(struct repfile *f)
{
	struct buf *bufs[] = { &f->header, &f->chunk, &f->threads, &f->target, &f->ui, &f->clocks };

	for (size_t i = 0; i < sizeof(bufs) / sizeof(*bufs); i++)
		free(bufs[i]->p);
	free(f->blocks);
	close(f->fd);
}

struct span
repfileblock(const struct repfile *f, const struct repblock *b, struct repscratch *s)
{
	struct wire w;
	uint64_t n;

	readat(f, b->at, bufroom(&s->packed, b->packed), b->packed);
	bufroom(&s->plain, b->plain);
	if (LZ4_decompress_safe(s->packed.p, s->plain.p, (int)b->packed, (int)b->plain) !=
	    (int)b->plain)
		repfilebad(f, b->at, "a block that cannot be unpacked");
	w = wireopen((struct span){ s->plain.p, b->plain });
	if (!wirevarint(&w, &n) || n != (size_t)(w.end - w.p))
		repfilebad(f, b->at, "a block with a message of another length");
	return (struct span){ (const char *)w.p, (size_t)n };
}

void
repscratchfree(struct repscratch *s)
{
	free(s->packed.p);
	free(s->plain.p);
}
