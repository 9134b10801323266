/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "base/proto.h"
#include "out.h"
#include "spillfile.h"
#include "tempfile.h"

/* The bytes that are written at once, and those that a reader reads at once. */
enum { WRITE_BLOCK = 1 << 18, READ_BLOCK = 1 << 18 };

void
spillfileflush(struct spillfile *f)
{
	if (f->out.n == 0)
		return;
	if (!f->opened)
		f->fd = tempfileopen();
	f->opened = true;
	if (!outwriteto(f->fd, &f->out))
		die("temporary file (TMPDIR):");
	f->written += f->out.n;
	f->out.n = 0;
}

void
spillfileadd(struct spillfile *f, struct span first, struct span second)
{
	protovarint(&f->out, first.n + second.n);
	bufspan(&f->out, first);
	bufspan(&f->out, second);
	if (f->out.n >= WRITE_BLOCK)
		spillfileflush(f);
}

void
spillfilefree(struct spillfile *f)
{
	if (f->opened)
		close(f->fd);
	free(f->out.p);
	*f = (struct spillfile){ 0 };
}

/* Reads more bytes, until there are want of them behind r->next. */
static void
spillfilefill(struct spillreader *r, size_t want)
{
	size_t block = r->block > 0 ? r->block : READ_BLOCK, least = want > block ? want : block;

	if (r->next > 0)
		memmove(r->p, r->p + r->next, r->n - r->next);
	r->n -= r->next;
	r->next = 0;
	GROW(r->p, r->room, least);
	while (r->n < want) {
		size_t most = r->end - r->at < r->room - r->n ? (size_t)(r->end - r->at) :
		                                                r->room - r->n;
		ssize_t n = pread(r->file->fd, r->p + r->n, most, (off_t)r->at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			die("temporary file (TMPDIR):");
		if (n == 0)
			die("temporary file (TMPDIR): it became shorter");
		r->n += (size_t)n;
		r->at += (uint64_t)n;
	}
}

bool
spillfileread(struct spillreader *r, struct span *record)
{
	uint64_t length;

	if (r->n - r->next < PROTO_VARINT_BYTES) {
		uint64_t rest = r->n - r->next + (r->end - r->at);

		if (rest == 0)
			return false;
		spillfilefill(r, rest < PROTO_VARINT_BYTES ? (size_t)rest : PROTO_VARINT_BYTES);
	}
	r->next = (size_t)(protoread(r->p + r->next, &length) - r->p);
	if (r->n - r->next < length)
		spillfilefill(r, (size_t)length);
	*record = (struct span){ r->p + r->next, (size_t)length };
	r->next += (size_t)length;
	return true;
}
