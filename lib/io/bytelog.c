/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "bytelog.h"
#include "out.h"
#include "tempfile.h"

/* The bytes that are read at once. */
enum { BLOCK = 1 << 16 };

void
bytelogcheck(struct bytelog *l)
{
	if (l->bytes.n <= (l->limit > 0 ? l->limit : BYTELOG_LIMIT))
		return;
	if (!l->opened)
		l->fd = tempfileopen();
	l->opened = true;
	if (!outwriteto(l->fd, &l->bytes))
		die("temporary file (TMPDIR):");
	l->written += l->bytes.n;
	l->bytes.n = 0;
}

/* Copies n bytes of the file. */
static void
filecopy(const struct bytelog *l, uint64_t at, char *to, size_t n)
{
	while (n > 0) {
		ssize_t got = pread(l->fd, to, n, (off_t)at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			die("temporary file (TMPDIR):");
		if (got == 0)
			die("temporary file (TMPDIR): it became shorter");
		to += got;
		at += (uint64_t)got;
		n -= (size_t)got;
	}
}

void
bytelogcopy(const struct bytelog *l, uint64_t at, char *to, size_t n)
{
	size_t first = 0;

	if (at < l->written) {
		first = n < l->written - at ? n : (size_t)(l->written - at);
		filecopy(l, at, to, first);
	}
	if (first < n)
		memcpy(to + first, l->bytes.p + (at + first - l->written), n - first);
}

void
bytelogfree(struct bytelog *l)
{
	if (l->opened)
		close(l->fd);
	free(l->bytes.p);
	*l = (struct bytelog){ .limit = l->limit };
}

bool
bytelogfill(struct bytelogreader *r)
{
	uint64_t rest = bytelogend(r->log) - r->at;

	if (!r->p)
		r->p = xzalloc(BLOCK, 1);
	r->n = rest < BLOCK ? (size_t)rest : BLOCK;
	r->next = 0;
	bytelogcopy(r->log, r->at, r->p, r->n);
	r->at += r->n;
	return r->n > 0;
}

uint64_t
bytelogslowvarint(struct bytelogreader *r)
{
	uint64_t v = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		int byte = bytelogbyte(r);

		if (byte < 0)
			return v;
		v |= (uint64_t)(byte & 0x7F) << shift;
		if (byte < 0x80)
			break;
	}
	return v;
}
