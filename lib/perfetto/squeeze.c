/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "out.h"
#include "proto.h"
#include "squeeze.h"

enum { TRACE_PACKET = 1, PACKET_COMPRESSED = 50 };

/* What is larger is a packet of a name or args of many megabytes, which need not be in memory once
 * more. */
enum { LARGEST = 1 << 24 };

/* Compresses whole packets into one, and takes them out of the buffer. */
static void
squeeze(struct squeeze *s, struct buf *packets)
{
	size_t packet, inner;

	if (packets->n == 0)
		return;
	packet = protoopen(&s->out, TRACE_PACKET);
	inner = protoopen(&s->out, PACKET_COMPRESSED);
	compressput(&s->compressor, bufall(packets), &s->out);
	protoclose(&s->out, inner);
	protoclose(&s->out, packet);
	s->whole = s->out.n;
	packets->n = 0;
}

/* Writes what is compressed, and behind it packets as they are, which takes no memory. */
static void
writeplain(struct squeeze *s, struct buf *packets)
{
	s->out.n = s->whole;
	s->whole = 0;
	outwrite(&s->out);
	outwrite(packets);
}

static void
take(struct buf *packets, void *arg)
{
	struct squeeze *s = arg;

	if (packets->n > LARGEST)
		writeplain(s, packets);
	else
		squeeze(s, packets);
	if (s->out.n >= OUT_BLOCK) {
		s->whole = 0;
		outwrite(&s->out);
	}
}

/* Where the program ends early: what is whole is written. */
static void
rescue(struct buf *out, void *arg)
{
	struct squeeze *s = arg;
	struct buf *packets = &s->perfetto->out;

	(void)out;
	if (packets->n > 0) /* else the stage may not have begun */
		packetwhole(&s->perfetto->packets);
	writeplain(s, packets);
}

void
squeezebegin(struct squeeze *s, struct perfetto *p)
{
	*s = (struct squeeze){ .perfetto = p };
	compressbegin(&s->compressor);
	p->drain = take;
	p->drainarg = s;
	outpending(&s->out, rescue, s);
}

void
squeezeend(struct squeeze *s)
{
	take(&s->perfetto->out, s);
	compressfree(&s->compressor);
	free(s->perfetto->out.p);
	s->perfetto->out = (struct buf){ 0 };
}
