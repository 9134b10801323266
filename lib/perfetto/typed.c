/* SPDX-License-Identifier: MIT */
#include "proto.h"
#include "typed.h"

/* Numbers never change. Those below 16 take a byte, and are for what comes most. */
static const struct typed fields[] = {
	{ TYPED_ARGS, 1, "grid", TYPED_INTS, 0 },
	{ TYPED_ARGS, 2, "block", TYPED_INTS, 0 },
	{ TYPED_ARGS, 3, "registers", TYPED_INT, 0 },
	{ TYPED_ARGS, 4, "shared_static", TYPED_INT, 0 },
	{ TYPED_ARGS, 5, "shared_dynamic", TYPED_INT, 0 },
	{ TYPED_ARGS, 6, "shared_executed", TYPED_INT, 0 },
	{ TYPED_ARGS, 7, "local_thread", TYPED_INT, 0 },
	{ TYPED_ARGS, 8, "local_total", TYPED_INT, 0 },
	{ TYPED_ARGS, 9, "grid_id", TYPED_INT, 0 },
	{ TYPED_ARGS, 10, "corr", TYPED_INT, 0 },
	{ TYPED_ARGS, 11, "latency", TYPED_INT, 0 },
	{ TYPED_ARGS, 12, "queued", TYPED_INT, 0 },
	{ TYPED_ARGS, 13, "launch", TYPED_MESSAGE, TYPED_CALL },
	{ TYPED_ARGS, 14, "count", TYPED_INT, 0 },
	{ TYPED_ARGS, 15, "sum", TYPED_INT, 0 },
	{ TYPED_ARGS, 16, "range", TYPED_MESSAGE, TYPED_CALL },
	{ TYPED_ARGS, 17, "bytes", TYPED_INT, 0 },
	{ TYPED_ARGS, 18, "copies", TYPED_INT, 0 },
	{ TYPED_ARGS, 19, "GB/s", TYPED_DOUBLE, 0 },
	{ TYPED_ARGS, 20, "event", TYPED_INT, 0 },
	{ TYPED_ARGS, 21, "event_sync", TYPED_INT, 0 },
	{ TYPED_ARGS, 22, "cluster", TYPED_INTS, 0 },
	{ TYPED_ARGS, 23, "graph_node", TYPED_INT, 0 },
	{ TYPED_CALL, 1, "ts", TYPED_INT, 0 },
	{ TYPED_CALL, 2, "dur", TYPED_INT, 0 },
	{ TYPED_CALL, 3, "tid", TYPED_INT, 0 },
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
	FIELD_MESSAGE = 6,
	FIELD_OPTIONS = 8,
	OPTION_PACKED = 2
};
enum { LABEL_OPTIONAL = 1, LABEL_REPEATED = 3 };

static const unsigned types[] = {
	[TYPED_INT] = 3, [TYPED_INTS] = 3, [TYPED_DOUBLE] = 1, [TYPED_MESSAGE] = 11
};
static const char *const messages[TYPED_COUNT] = { [TYPED_ARGS] = "Args", [TYPED_CALL] = "Call" };

/* Where to look for a name; those that share a place are next to each other. */
static unsigned char places[256]; /* 1 + number of a field, 0 for none */

static unsigned
placeof(enum typed_message message, struct span name)
{
	const unsigned char *p = (const unsigned char *)name.p;

	return name.n > 0 ? ((unsigned)name.n * 37 + p[0] * 11u + p[name.n - 1] * 5u +
	                        p[name.n / 2] + message * 101u) %
	        sizeof(places)
	                  : 0;
}

static void
fill(void)
{
	for (unsigned i = 0; i < FIELDS; i++) {
		unsigned at = placeof(fields[i].message, spanof(fields[i].name));

		while (places[at])
			at = (at + 1) % sizeof(places);
		places[at] = (unsigned char)(i + 1);
	}
}

const struct typed *
typedfind(enum typed_message message, struct span name)
{
	static bool filled;

	if (!filled)
		fill();
	filled = true;
	for (unsigned at = placeof(message, name); places[at]; at = (at + 1) % sizeof(places)) {
		const struct typed *t = &fields[places[at] - 1];

		if (t->message == message && strncmp(t->name, name.p, name.n) == 0 &&
		    !t->name[name.n])
			return t;
	}
	return NULL;
}

static void
puttext(struct buf *out, unsigned field, const char *text)
{
	protobytes(out, field, spanof(text));
}

/* Writes the name of a message, as one refers to it. */
static void
putreference(struct buf *out, enum typed_message message)
{
	size_t start = protoopen(out, FIELD_MESSAGE);

	bufstr(out, ".nst.");
	bufstr(out, messages[message]);
	protoclose(out, start);
}

static void
putfield(struct buf *out, const struct typed *t)
{
	size_t field = protoopen(out, MESSAGE_FIELD), options;

	puttext(out, FIELD_NAME, t->name);
	protouint(out, FIELD_NUMBER, t->field);
	protouint(out, FIELD_LABEL, t->kind == TYPED_INTS ? LABEL_REPEATED : LABEL_OPTIONAL);
	protouint(out, FIELD_TYPE, types[t->kind]);
	if (t->kind == TYPED_MESSAGE)
		putreference(out, t->inner);
	if (t->kind == TYPED_INTS) {
		options = protoopen(out, FIELD_OPTIONS);
		protouint(out, OPTION_PACKED, true);
		protoclose(out, options);
	}
	protoclose(out, field);
}

/* Writes the field of the event, under the name that Perfetto gives to annotations. Its place is
 * inside of a message: code is made of it only there. */
static void
putextension(struct buf *out)
{
	size_t message = protoopen(out, FILE_MESSAGE), field;

	puttext(out, MESSAGE_NAME, "Event");
	field = protoopen(out, MESSAGE_EXTENSION);
	puttext(out, FIELD_NAME, "debug");
	puttext(out, FIELD_EXTENDS, ".perfetto.protos.TrackEvent");
	protouint(out, FIELD_NUMBER, TYPED_FIELD);
	protouint(out, FIELD_LABEL, LABEL_OPTIONAL);
	protouint(out, FIELD_TYPE, types[TYPED_MESSAGE]);
	putreference(out, TYPED_ARGS);
	protoclose(out, field);
	protoclose(out, message);
}

void
typeddescribe(struct buf *out)
{
	size_t file = protoopen(out, SET_FILE), message;

	puttext(out, FILE_NAME, "nst.proto");
	puttext(out, FILE_PACKAGE, "nst");
	for (enum typed_message m = 0; m < TYPED_COUNT; m++) {
		message = protoopen(out, FILE_MESSAGE);
		puttext(out, MESSAGE_NAME, messages[m]);
		for (unsigned i = 0; i < FIELDS; i++)
			if (fields[i].message == m)
				putfield(out, &fields[i]);
		protoclose(out, message);
	}
	putextension(out);
	protoclose(out, file);
}
