/* SPDX-License-Identifier: MIT */
/* nst-perfetto on any stream: what it writes is packets, also when the stream is bad, and so is
 * what is in those that are compressed. */
#define NAME "nst-perfetto"
#include <stdlib.h>
#include <zlib.h>

#include "base/proto.h"
#include "reader.h"

#define main program
#include "../../bin/nst-perfetto.c"

/* The fields of a packet that are messages. */
enum {
	PACKETS = 1,
	TRACK_EVENT = 11,
	INTERNED_DATA = 12,
	COMPRESSED_PACKETS = 50,
	TRACK_DESCRIPTOR = 60
};

/* Takes an integer from the front of a message. */
static uint64_t
varint(struct span *message)
{
	uint64_t v = 0;

	for (int shift = 0; shift < 64; shift += 7) {
		unsigned char byte;

		if (message->n == 0)
			fuzzfail("a message that is cut");
		byte = (unsigned char)*message->p++;
		message->n--;
		v |= (uint64_t)(byte & 0x7F) << shift;
		if (byte < 0x80)
			return v;
	}
	fuzzfail("an integer of more than 64 bits");
}

/* Takes a field from the front of a message; returns its number, with its bytes where it has
 * them. */
static uint64_t
field(struct span *message, struct span *bytes)
{
	uint64_t tag = varint(message), n = 0;

	*bytes = (struct span){ message->p, 0 };
	if ((tag & 7) == PROTO_VARINT)
		varint(message);
	else if ((tag & 7) == PROTO_FIXED64)
		n = 8;
	else if ((tag & 7) == PROTO_BYTES)
		n = varint(message);
	else
		fuzzfail("a field of type %d", (int)(tag & 7));
	if (n > message->n)
		fuzzfail("%llu bytes where %zu are left", (unsigned long long)n, message->n);
	*bytes = (struct span){ message->p, (size_t)n };
	message->p += n;
	message->n -= (size_t)n;
	return tag >> 3;
}

static void
walk(struct span message)
{
	struct span bytes;

	while (message.n > 0)
		field(&message, &bytes);
}

/* Decompresses bytes of zlib's format into an empty buffer. */
static void
expand(struct span bytes, struct buf *out)
{
	uLongf n;
	int result = Z_BUF_ERROR;

	for (size_t room = bytes.n * 4 + 1; result == Z_BUF_ERROR; room *= 2) {
		n = (uLongf)room;
		result = uncompress((Bytef *)bufroom(out, room), &n, (const Bytef *)bytes.p,
		    (uLong)bytes.n);
	}
	if (result != Z_OK)
		fuzzfail("packets that zlib does not decompress: %d", result);
	out->n = n;
}

/* Looks at a packet; packets that were compressed hold no others. */
static void
packet(struct span message, void (*packed)(struct span))
{
	struct span bytes;

	while (message.n > 0) {
		uint64_t number = field(&message, &bytes);

		if (number == TRACK_EVENT || number == INTERNED_DATA || number == TRACK_DESCRIPTOR)
			walk(bytes);
		else if (number == COMPRESSED_PACKETS)
			packed(bytes);
	}
}

static void
never(struct span bytes)
{
	(void)bytes;
	fuzzfail("compressed twice");
}

static void
packets(struct span trace, void (*packed)(struct span))
{
	struct span bytes;

	while (trace.n > 0) {
		if (field(&trace, &bytes) != PACKETS)
			fuzzfail("not a packet");
		packet(bytes, packed);
	}
}

static void
compressed(struct span bytes)
{
	struct buf inside = { 0 };

	expand(bytes, &inside);
	packets(bufall(&inside), never);
	free(inside.p);
}

static void
check(struct fuzzrun run)
{
	packets(run.out, compressed);
}
