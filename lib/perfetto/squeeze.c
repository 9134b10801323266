/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "gzip.h"
#include "out.h"
#include "proto.h"
#include "squeeze.h"

enum { TRACE_PACKET = 1, PACKET_COMPRESSED = 50 };

/* Compresses whole packets into one, and takes them out of the buffer. */
static void
squeeze(struct squeeze *s, struct buf *packets)
{
	size_t packet, inner;

	if (packets->n == 0)
		return;
	packet = protoopen(&s->out, TRACE_PACKET);
	inner = protoopen(&s->out, PACKET_COMPRESSED);
	gzipplain(bufall(packets), &s->out);
	protoclose(&s->out, inner);
	protoclose(&s->out, packet);
	packets->n = 0;
}

static void
take(struct buf *packets, void *arg)
{
	struct squeeze *s = arg;

	squeeze(s, packets);
	outcheck(&s->out);
}

/* Where the program ends early: what is whole is written. */
static void
rescue(struct buf *out, void *arg)
{
	struct squeeze *s = arg;

	(void)out;
	packetwhole(&s->perfetto->packets);
	squeeze(s, &s->perfetto->out);
}

void
squeezebegin(struct squeeze *s, struct perfetto *p)
{
	*s = (struct squeeze){ .perfetto = p };
	p->drain = take;
	p->drainarg = s;
	outpending(&s->out, rescue, s);
}

void
squeezeend(struct squeeze *s)
{
	squeeze(s, &s->perfetto->out);
	free(s->perfetto->out.p);
	s->perfetto->out = (struct buf){ 0 };
}
