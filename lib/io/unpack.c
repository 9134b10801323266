/* SPDX-License-Identifier: MIT */
#include <lzma.h>
#include <stdbool.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/err.h"
#include "fd.h"
#include "in.h"
#include "unpack.h"

/* How much is read at once, and what an input may make us allocate: twice as much as xz -9 needs,
 * and what zstd reads when it is not asked for more; bytes. */
enum { BLOCK = 1 << 16, MEMORY_LOG = 27 };

/* What is written at once: zlib counts in 32 bits. */
enum { LARGEST = 1 << 30 };

#define TOO_MUCH "it needs more than 128 MiB of memory: decompress it before this program"

struct unpack {
	const struct packer *packer;
	enum filetype type;
	int fd;
	struct buf block;   /* as it was read */
	size_t used;        /* of the block */
	bool eof;           /* of the descriptor */
	bool whole;         /* all that was begun has ended */
	const char *why;
	union {
		z_stream gzip;
		lzma_stream xz;
		ZSTD_DStream *zstd;
	} with;
};

/* Where the next bytes go. */
struct room {
	unsigned char *p;
	size_t n;
};

/* A way to compress: begin sets up; step takes some of the block and fills some of the room, and is
 * false, with the reason in why, when that can't be; end frees. */
struct packer {
	bool (*begin)(struct unpack *u);
	bool (*step)(struct unpack *u, struct room *room);
	void (*end)(struct unpack *u);
};

/* What of the block is still to be taken. */
static struct span
rest(const struct unpack *u)
{
	return (struct span){ u->block.p + u->used, u->block.n - u->used };
}

static bool
damaged(struct unpack *u, const char *why)
{
	u->why = why;
	return false;
}

static bool
gzipbegin(struct unpack *u)
{
	/* the largest window, and gzip's header */
	return inflateInit2(&u->with.gzip, 15 + 16) == Z_OK;
}

/* Several may stand one behind the other, and zeros behind them, as on tapes. */
static bool
gzipstep(struct unpack *u, struct room *room)
{
	z_stream *z = &u->with.gzip;
	struct span from;
	int code;

	if (u->whole) {
		while (u->used < u->block.n && u->block.p[u->used] == '\0')
			u->used++;
		if (u->used == u->block.n)
			return true;
		(void)inflateReset(z);
	}
	from = rest(u);
	z->next_in = (unsigned char *)from.p;
	z->avail_in = (uInt)from.n;
	z->next_out = room->p;
	z->avail_out = (uInt)room->n;
	code = inflate(z, Z_NO_FLUSH);
	u->used += from.n - z->avail_in;
	room->p = z->next_out;
	room->n = z->avail_out;
	u->whole = code == Z_STREAM_END;
	if (code == Z_MEM_ERROR)
		die("out of memory");
	return code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR || damaged(u, "damaged");
}

static void
gzipend(struct unpack *u)
{
	(void)inflateEnd(&u->with.gzip);
}

static bool
zstdbegin(struct unpack *u)
{
	u->with.zstd = ZSTD_createDStream();
	return u->with.zstd &&
	    !ZSTD_isError(ZSTD_DCtx_setParameter(u->with.zstd, ZSTD_d_windowLogMax, MEMORY_LOG));
}

static bool
zstdstep(struct unpack *u, struct room *room)
{
	struct span from = rest(u);
	ZSTD_inBuffer in = { from.p, from.n, 0 };
	ZSTD_outBuffer out = { room->p, room->n, 0 };
	size_t left = ZSTD_decompressStream(u->with.zstd, &out, &in);

	if (ZSTD_isError(left)) {
		switch (ZSTD_getErrorCode(left)) {
		case ZSTD_error_memory_allocation:
			die("out of memory");
		case ZSTD_error_frameParameter_windowTooLarge:
			return damaged(u, TOO_MUCH);
		default:
			return damaged(u, "damaged");
		}
	}
	u->used += in.pos;
	room->p += out.pos;
	room->n -= out.pos;
	u->whole = left == 0;
	return true;
}

static void
zstdend(struct unpack *u)
{
	(void)ZSTD_freeDStream(u->with.zstd);
}

static bool
xzbegin(struct unpack *u)
{
	u->with.xz = (lzma_stream)LZMA_STREAM_INIT;
	return lzma_stream_decoder(&u->with.xz, UINT64_C(1) << MEMORY_LOG, LZMA_CONCATENATED) ==
	    LZMA_OK;
}

static bool
xzstep(struct unpack *u, struct room *room)
{
	lzma_stream *x = &u->with.xz;
	struct span from = rest(u);
	lzma_ret code;

	x->next_in = (const uint8_t *)from.p;
	x->avail_in = from.n;
	x->next_out = room->p;
	x->avail_out = room->n;
	code = lzma_code(x, u->eof ? LZMA_FINISH : LZMA_RUN);
	u->used += from.n - x->avail_in;
	room->p = x->next_out;
	room->n = x->avail_out;
	u->whole = code == LZMA_STREAM_END;
	if (code == LZMA_MEM_ERROR)
		die("out of memory");
	if (code == LZMA_MEMLIMIT_ERROR)
		return damaged(u, TOO_MUCH);
	return code == LZMA_OK || code == LZMA_STREAM_END || code == LZMA_BUF_ERROR ||
	    damaged(u, "damaged");
}

static void
xzend(struct unpack *u)
{
	lzma_end(&u->with.xz);
}

static const struct packer packers[] = {
	[FILETYPE_GZIP] = { gzipbegin, gzipstep, gzipend },
	[FILETYPE_ZSTD] = { zstdbegin, zstdstep, zstdend },
	[FILETYPE_XZ] = { xzbegin, xzstep, xzend },
};

struct unpack *
decompressbegin(enum filetype type, int fd, struct span head, struct span more)
{
	struct unpack *u = xzalloc(1, sizeof(*u));

	u->packer = &packers[type];
	u->type = type;
	u->fd = fd;
	bufspan(&u->block, head);
	bufspan(&u->block, more);
	if (!u->packer->begin(u))
		die("out of memory");
	return u;
}

/* Reads the next block when the last one was taken; false when that fails. */
static bool
refill(struct unpack *u)
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
decompressread(struct unpack *u, void *p, size_t n)
{
	struct room room = { p, n < LARGEST ? n : LARGEST };
	size_t all = room.n;

	if (u->why)
		return -1;
	while (room.n == all) {
		size_t before;

		if (!refill(u))
			return -1;
		if (u->eof && u->whole)
			return 0;
		before = u->used;
		if (!u->packer->step(u, &room))
			return -1;
		if (!u->whole && room.n == all && u->used == before) {
			u->why = u->eof ? "truncated" : "damaged";
			return -1;
		}
	}
	return (ssize_t)(all - room.n);
}

const char *
decompresswhy(const struct unpack *u)
{
	return u->why;
}

enum filetype
decompresstype(const struct unpack *u)
{
	return u->type;
}

void
decompressend(struct unpack *u)
{
	u->packer->end(u);
	free(u->block.p);
	free(u);
}
