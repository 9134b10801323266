/* SPDX-License-Identifier: MIT */
#include <lzma.h>
#include <stdbool.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/err.h"
#include "decompress.h"
#include "fd.h"
#include "in.h"

/* The bytes to read at a time, and the memory that an input may make us allocate, as a power of
 * two: twice as much as xz -9 needs, and zstd's own default limit. */
enum { BLOCK = 1 << 16, MEMORY_LOG = 27 };

/* The most output in one call, in bytes: zlib counts in 32 bits. */
enum { LARGEST = 1 << 30 };

#define TOO_MUCH "it needs more than 128 MiB of memory: decompress it before this program"

struct decompressor {
	const struct codec *codec;
	enum filetype type;
	int fd;
	struct buf block;   /* input as it was read */
	size_t used;        /* bytes of the block that were consumed */
	bool eof;           /* the descriptor is at its end */
	bool ended;         /* no stream or frame is incomplete here */
	const char *why;
	union {
		z_stream gzip;
		lzma_stream xz;
		ZSTD_DStream *zstd;
	} with;
};

/* The free part of the caller's buffer. */
struct room {
	unsigned char *p;
	size_t n;
};

/* A compression format. begin allocates its state. step consumes some of the block and fills some
 * of the room; on an error it sets why and returns false. end frees the state. */
struct codec {
	bool (*begin)(struct decompressor *u);
	bool (*step)(struct decompressor *u, struct room *room);
	void (*end)(struct decompressor *u);
};

/* Returns the part of the block that was not consumed. */
static struct span
remaining(const struct decompressor *u)
{
	return (struct span){ u->block.p + u->used, u->block.n - u->used };
}

static bool
decompressfail(struct decompressor *u, const char *why)
{
	u->why = why;
	return false;
}

static bool
gzipbegin(struct decompressor *u)
{
	/* the largest window; + 16 asks for the header of gzip */
	return inflateInit2(&u->with.gzip, 15 + 16) == Z_OK;
}

/* A gzip file may have several members, one after the other, and zeros at its end, as on tapes. */
static bool
gzipstep(struct decompressor *u, struct room *room)
{
	z_stream *z = &u->with.gzip;
	struct span from;
	int code;

	if (u->ended) {
		while (u->used < u->block.n && u->block.p[u->used] == '\0')
			u->used++;
		if (u->used == u->block.n)
			return true;
		(void)inflateReset(z);
	}
	from = remaining(u);
	z->next_in = (unsigned char *)from.p;
	z->avail_in = (uInt)from.n;
	z->next_out = room->p;
	z->avail_out = (uInt)room->n;
	code = inflate(z, Z_NO_FLUSH);
	u->used += from.n - z->avail_in;
	room->p = z->next_out;
	room->n = z->avail_out;
	u->ended = code == Z_STREAM_END;
	if (code == Z_MEM_ERROR)
		die("out of memory");
	return code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR ||
	    decompressfail(u, "damaged");
}

static void
gzipend(struct decompressor *u)
{
	(void)inflateEnd(&u->with.gzip);
}

static bool
zstdbegin(struct decompressor *u)
{
	u->with.zstd = ZSTD_createDStream();
	return u->with.zstd &&
	    !ZSTD_isError(ZSTD_DCtx_setParameter(u->with.zstd, ZSTD_d_windowLogMax, MEMORY_LOG));
}

static bool
zstdstep(struct decompressor *u, struct room *room)
{
	struct span from = remaining(u);
	ZSTD_inBuffer in = { from.p, from.n, 0 };
	ZSTD_outBuffer out = { room->p, room->n, 0 };
	size_t left = ZSTD_decompressStream(u->with.zstd, &out, &in);

	if (ZSTD_isError(left)) {
		switch (ZSTD_getErrorCode(left)) {
		case ZSTD_error_memory_allocation:
			die("out of memory");
		case ZSTD_error_frameParameter_windowTooLarge:
			return decompressfail(u, TOO_MUCH);
		default:
			return decompressfail(u, "damaged");
		}
	}
	u->used += in.pos;
	room->p += out.pos;
	room->n -= out.pos;
	u->ended = left == 0;
	return true;
}

static void
zstdend(struct decompressor *u)
{
	(void)ZSTD_freeDStream(u->with.zstd);
}

static bool
xzbegin(struct decompressor *u)
{
	u->with.xz = (lzma_stream)LZMA_STREAM_INIT;
	return lzma_stream_decoder(&u->with.xz, UINT64_C(1) << MEMORY_LOG, LZMA_CONCATENATED) ==
	    LZMA_OK;
}

static bool
xzstep(struct decompressor *u, struct room *room)
{
	lzma_stream *x = &u->with.xz;
	struct span from = remaining(u);
	lzma_ret code;

	x->next_in = (const uint8_t *)from.p;
	x->avail_in = from.n;
	x->next_out = room->p;
	x->avail_out = room->n;
	code = lzma_code(x, u->eof ? LZMA_FINISH : LZMA_RUN);
	u->used += from.n - x->avail_in;
	room->p = x->next_out;
	room->n = x->avail_out;
	u->ended = code == LZMA_STREAM_END;
	if (code == LZMA_MEM_ERROR)
		die("out of memory");
	if (code == LZMA_MEMLIMIT_ERROR)
		return decompressfail(u, TOO_MUCH);
	return code == LZMA_OK || code == LZMA_STREAM_END || code == LZMA_BUF_ERROR ||
	    decompressfail(u, "damaged");
}

static void
xzend(struct decompressor *u)
{
	lzma_end(&u->with.xz);
}

static const struct codec codecs[] = {
	[FILETYPE_GZIP] = { gzipbegin, gzipstep, gzipend },
	[FILETYPE_ZSTD] = { zstdbegin, zstdstep, zstdend },
	[FILETYPE_XZ] = { xzbegin, xzstep, xzend },
};

struct decompressor *
decompressbegin(enum filetype type, int fd, struct span head, struct span more)
{
	struct decompressor *u = xzalloc(1, sizeof(*u));

	u->codec = &codecs[type];
	u->type = type;
	u->fd = fd;
	bufspan(&u->block, head);
	bufspan(&u->block, more);
	if (!u->codec->begin(u))
		die("out of memory");
	return u;
}

/* Reads the next block if the last one was consumed. Returns false if that fails. */
static bool
decompressfill(struct decompressor *u)
{
	ssize_t n;

	if (u->used < u->block.n || u->eof)
		return true;
	u->used = u->block.n = 0;
	n = fdread(u->fd, bufroom(&u->block, BLOCK), BLOCK);
	if (n < 0)
		return false;
	u->block.n = (size_t)n;
	u->eof = n == 0;
	return true;
}

ssize_t
decompressread(struct decompressor *u, void *p, size_t n)
{
	struct room room = { p, n < LARGEST ? n : LARGEST };
	size_t all = room.n;

	if (u->why)
		return -1;
	while (room.n == all) {
		size_t before;

		if (!decompressfill(u))
			return -1;
		if (u->eof && u->ended)
			return 0;
		before = u->used;
		if (!u->codec->step(u, &room))
			return -1;
		if (!u->ended && room.n == all && u->used == before) {
			u->why = u->eof ? "truncated" : "damaged";
			return -1;
		}
	}
	return (ssize_t)(all - room.n);
}

const char *
decompresswhy(const struct decompressor *u)
{
	return u->why;
}

enum filetype
decompresstype(const struct decompressor *u)
{
	return u->type;
}

void
decompressend(struct decompressor *u)
{
	u->codec->end(u);
	free(u->block.p);
	free(u);
}
