/* SPDX-License-Identifier: MIT */
#include "base/proto.h"
#include "typed.h"

/* These numbers never change. Those below 16 take one byte, for the most frequent args. */
static const struct typed fields[] = {
	{ 1, "registers", TYPED_INT },
	{ 2, "shared_static_bytes", TYPED_INT },
	{ 3, "shared_dynamic_bytes", TYPED_INT },
	{ 4, "shared_executed_bytes", TYPED_INT },
	{ 5, "local_thread_bytes", TYPED_INT },
	{ 6, "local_total_bytes", TYPED_INT },
	{ 7, "grid_id", TYPED_INT },
	{ 8, "occupancy_%", TYPED_INT },
	{ 9, "corr", TYPED_INT },
	{ 10, "latency_us", TYPED_DOUBLE },
	{ 11, "queued_us", TYPED_DOUBLE },
	{ 12, "op_id", TYPED_INT },
	{ 13, "seq", TYPED_INT },
	{ 14, "count", TYPED_INT },
	{ 15, "sum_us", TYPED_DOUBLE },
	{ 16, "range_us", TYPED_DOUBLE },
	{ 17, "bytes", TYPED_INT },
	{ 18, "GB/s", TYPED_DOUBLE },
	{ 19, "launch_tid", TYPED_INT },
	{ 20, "copies", TYPED_INT },
	{ 21, "event", TYPED_INT },
	{ 22, "event_sync", TYPED_INT },
	{ 23, "graph_node", TYPED_INT },
	{ 24, "cpu", TYPED_INT },
	{ 25, "cycles", TYPED_INT },
	{ 26, "cluster_policy", TYPED_INT },
	{ 27, "graph", TYPED_INT },
	{ 28, "graph_exec", TYPED_INT },
	{ 29, "return", TYPED_INT },
	{ 30, "step", TYPED_INT },
	{ 31, "inherited", TYPED_INT },
};

enum { FIELDS = sizeof(fields) / sizeof(*fields) };

/* Field numbers, message by message. */
enum { SET_FILE = 1 };
enum { FILE_NAME = 1, FILE_PACKAGE = 2, FILE_MESSAGE = 4 };
enum { MESSAGE_NAME = 1, MESSAGE_FIELD = 2, MESSAGE_EXTENSION = 6 };
enum {
	FIELD_NAME = 1,
	FIELD_EXTENDS = 2,
	FIELD_NUMBER = 3,
	FIELD_LABEL = 4,
	FIELD_TYPE = 5,
	FIELD_MESSAGE = 6
};
enum { LABEL_OPTIONAL = 1 };
enum { TYPE_IS_DOUBLE = 1, TYPE_IS_INT64 = 3, TYPE_IS_MESSAGE = 11 };

static const unsigned types[] = {
	[TYPED_INT] = TYPE_IS_INT64, [TYPED_DOUBLE] = TYPE_IS_DOUBLE
};

/* The hash of a name: the place where its search begins. */
static unsigned
blockplace(struct span name)
{
	const unsigned char *p = (const unsigned char *)name.p;
	size_t n = name.n;

	if (n == 0)
		return 0;
	return (unsigned char)(n * 37 + p[0] * (size_t)11 + p[n - 1] * (size_t)5 + p[n / 2]);
}

void
typedfill(struct typedindex *index)
{
	*index = (struct typedindex){ 0 };
	for (unsigned i = 0; i < FIELDS; i++) {
		unsigned at = blockplace(spanof(fields[i].name));

		while (index->places[at])
			at = (at + 1) % sizeof(index->places);
		index->places[at] = (unsigned char)(i + 1);
		index->lengths[at] = (unsigned char)strlen(fields[i].name);
	}
}

const struct typed *
typedfind(const struct typedindex *index, struct span name)
{
	for (unsigned at = blockplace(name); index->places[at];
	     at = (at + 1) % sizeof(index->places)) {
		const struct typed *t = &fields[index->places[at] - 1];

		if (index->lengths[at] == name.n && memcmp(t->name, name.p, name.n) == 0)
			return t;
	}
	return NULL;
}

static void
typedputtext(struct buf *out, unsigned field, const char *text)
{
	protobytes(out, field, spanof(text));
}

static void
putfield(struct buf *out, const struct typed *t)
{
	size_t field = protoopen(out, MESSAGE_FIELD);

	typedputtext(out, FIELD_NAME, t->name);
	protouint(out, FIELD_NUMBER, t->field);
	protouint(out, FIELD_LABEL, LABEL_OPTIONAL);
	protouint(out, FIELD_TYPE, types[t->kind]);
	protoclose(out, field);
}

/* Begins a field with the name that Perfetto gives to annotations. */
static size_t
extend(struct buf *out, unsigned number)
{
	size_t field = protoopen(out, MESSAGE_EXTENSION);

	typedputtext(out, FIELD_EXTENDS, ".perfetto.protos.TrackEvent");
	protouint(out, FIELD_NUMBER, number);
	protouint(out, FIELD_LABEL, LABEL_OPTIONAL);
	return field;
}

/* Writes the extension fields of the event: one for the message of args, and one for each argument.
 * They are declared inside a message, since Perfetto's code generator demands it. */
static void
putextensions(struct buf *out)
{
	size_t message = protoopen(out, FILE_MESSAGE), field, name;

	typedputtext(out, MESSAGE_NAME, "Event");
	field = extend(out, TYPED_FIELD);
	typedputtext(out, FIELD_NAME, "debug");
	protouint(out, FIELD_TYPE, TYPE_IS_MESSAGE);
	typedputtext(out, FIELD_MESSAGE, ".nst.Args");
	protoclose(out, field);
	for (unsigned i = 0; i < FIELDS; i++) {
		field = extend(out, TYPED_FIELD + fields[i].field);
		name = protoopen(out, FIELD_NAME);
		bufstr(out, "debug.");
		bufstr(out, fields[i].name);
		protoclose(out, name);
		protouint(out, FIELD_TYPE, types[fields[i].kind]);
		protoclose(out, field);
	}
	protoclose(out, message);
}

/* Skips a varint. */
static const char *
skipvarint(const char *p)
{
	while (*p & 0x80)
		p++;
	return p + 1;
}

/* A single argument takes fewer bytes as an extension field of its kind. */
void
typedput(struct buf *out, struct span args)
{
	const char *value = skipvarint(args.p), *end;
	unsigned tag = (unsigned char)args.p[0] & 0x7F;

	if (value == args.p + 2)
		tag |= (unsigned)(unsigned char)args.p[1] << 7;
	end = (tag & 7) == PROTO_FIXED64 ? value + 8 : skipvarint(value);
	if (end == args.p + args.n) {
		protovarint(out, tag + (TYPED_FIELD << 3));
		bufmem(out, value, (size_t)(end - value));
	} else {
		protobytes(out, TYPED_FIELD, args);
	}
}

void
typeddescribe(struct buf *out)
{
	size_t file = protoopen(out, SET_FILE), message;

	typedputtext(out, FILE_NAME, "nst.proto");
	typedputtext(out, FILE_PACKAGE, "nst");
	message = protoopen(out, FILE_MESSAGE);
	typedputtext(out, MESSAGE_NAME, "Args");
	for (unsigned i = 0; i < FIELDS; i++)
		putfield(out, &fields[i]);
	protoclose(out, message);
	putextensions(out);
	protoclose(out, file);
}
