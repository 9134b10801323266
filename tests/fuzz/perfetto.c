/* SPDX-License-Identifier: MIT */
/* nst-perfetto on any stream: what it writes is packets, also when the stream is bad. */
#define NAME "nst-perfetto"
#include "proto.h"
#include "reader.h"

#define main program
#include "../../bin/nst-perfetto.c"

/* The fields of a packet that are messages. */
enum { PACKETS = 1, TRACK_EVENT = 11, INTERNED_DATA = 12, TRACK_DESCRIPTOR = 60 };

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

static void
packet(struct span message)
{
	struct span bytes;

	while (message.n > 0) {
		uint64_t number = field(&message, &bytes);

		if (number == TRACK_EVENT || number == INTERNED_DATA || number == TRACK_DESCRIPTOR)
			walk(bytes);
	}
}

static void
check(struct fuzzrun run)
{
	struct span bytes;

	while (run.out.n > 0) {
		if (field(&run.out, &bytes) != PACKETS)
			fuzzfail("not a packet");
		packet(bytes);
	}
}
