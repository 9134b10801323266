/* SPDX-License-Identifier: MIT */
#include "base/proto.h"
#include "packet.h"
#include "typed.h"

/* Field numbers, message by message. */
enum { PACKET_DESCRIPTOR = 60, PACKET_EXTENSION = 72 };
enum { EXTENSION_SET = 1 };
enum {
	DESCRIPTOR_UUID = 1,
	DESCRIPTOR_NAME = 2,
	DESCRIPTOR_PROCESS = 3,
	DESCRIPTOR_THREAD = 4,
	DESCRIPTOR_PARENT = 5,
	DESCRIPTOR_COUNTER = 8,
	DESCRIPTOR_CHILDREN = 11,
	DESCRIPTOR_RANK = 12,
	DESCRIPTOR_ABOUT = 14,
	DESCRIPTOR_PROCESSES = 19,
	DESCRIPTOR_THREADS = 20
};
enum { EXPLICIT = 1, EXPLICIT_CHILDREN = 3 };
enum { COUNTER_UNIT = 3, COUNTER_UNIT_NAME = 6, COUNTER_SCALE = 7, UNIT_SIZE_BYTES = 3 };
enum { PROCESS_PID = 1, PROCESS_NAME = 6, THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5 };

static void
descriptorputtext(struct buf *out, unsigned field, struct span text)
{
	protobytes(out, field, text);
}

/* Writes the unit and the scale of a counter. */
static void
descriptorputcounter(struct buf *out, const struct descriptor *d)
{
	size_t counter = protoopen(out, DESCRIPTOR_COUNTER);

	if (d->bytes)
		protouint(out, COUNTER_UNIT, UNIT_SIZE_BYTES);
	else if (d->unit.n > 0)
		descriptorputtext(out, COUNTER_UNIT_NAME, d->unit);
	if (d->scale.n > 0)
		descriptorputtext(out, COUNTER_SCALE, d->scale);
	protoclose(out, counter);
}

/* Writes the members that depend on the kind. */
static void
putkind(struct buf *out, const struct descriptor *d)
{
	size_t kind;

	switch (d->kind) {
	case DESCRIBES_PROCESS:
		kind = protoopen(out, DESCRIPTOR_PROCESS);
		protouint(out, PROCESS_PID, (uint64_t)d->pid);
		descriptorputtext(out, PROCESS_NAME, d->name);
		protoclose(out, kind);
		return;
	case DESCRIBES_THREAD:
		kind = protoopen(out, DESCRIPTOR_THREAD);
		protouint(out, THREAD_PID, (uint64_t)d->pid);
		protouint(out, THREAD_TID, (uint64_t)d->tid);
		descriptorputtext(out, THREAD_NAME, d->name);
		protoclose(out, kind);
		return;
	case DESCRIBES_COUNTER:
		descriptorputtext(out, DESCRIPTOR_NAME, d->name);
		descriptorputcounter(out, d);
		return;
	case DESCRIBES_GROUP:
		protouint(out, DESCRIPTOR_CHILDREN, EXPLICIT_CHILDREN);
		/* fallthrough */
	default:
		descriptorputtext(out, DESCRIPTOR_NAME, d->name);
	}
}

void
packetbegin(struct packets *k)
{
	static const struct descriptor root = { .uuid = 0 };
	size_t packet = packetopen(k), extension = protoopen(k->out, PACKET_EXTENSION),
	       set = protoopen(k->out, EXTENSION_SET);

	typeddescribe(k->out);
	protoclose(k->out, set);
	protoclose(k->out, extension);
	protoclose(k->out, packet);
	packetdescriptor(k, &root);
	typedfill(&k->index);
}

void
packetdescriptor(struct packets *k, const struct descriptor *d)
{
	struct buf *out = k->out;
	size_t packet = packetopen(k), descriptor = protoopen(out, PACKET_DESCRIPTOR);

	protouint(out, DESCRIPTOR_UUID, d->uuid);
	if (d->uuid == 0) {
		protouint(out, DESCRIPTOR_CHILDREN, EXPLICIT_CHILDREN);
		protouint(out, DESCRIPTOR_PROCESSES, EXPLICIT);
		protouint(out, DESCRIPTOR_THREADS, EXPLICIT);
	} else {
		if (d->parent)
			protouint(out, DESCRIPTOR_PARENT, d->parent);
		putkind(out, d);
		protouint(out, DESCRIPTOR_RANK, (uint64_t)d->rank);
		if (d->about.n > 0)
			descriptorputtext(out, DESCRIPTOR_ABOUT, d->about);
	}
	protoclose(out, descriptor);
	protoclose(out, packet);
}
