/* SPDX-License-Identifier: MIT */
/*
 * The args that most events have, as messages of our own: Perfetto reads fields that a trace
 * describes itself, and a field takes a byte or two where an annotation takes two and the number of
 * its name. Described are integers, lists of them, and objects with some inside; all else is no
 * field.
 */
#ifndef NST_TYPED_H
#define NST_TYPED_H

#include <stdbool.h>

#include "mem.h"

/* The messages; the first is that of all args. */
enum typed_message { TYPED_ARGS, TYPED_CALL, TYPED_COUNT };

enum typed_kind { TYPED_INT, TYPED_INTS, TYPED_DOUBLE, TYPED_MESSAGE };

/* A field of a message. */
struct typed {
	enum typed_message message;
	unsigned field;
	const char *name;
	enum typed_kind kind;
	enum typed_message inner; /* what a TYPED_MESSAGE is */
};

/* The field of an event that holds the args: one of those that are free for anybody. */
enum { TYPED_FIELD = 9951 };

/* The field of a message that has this name, as in a JSON string; NULL for none. */
const struct typed *typedfind(enum typed_message message, struct span name);

/* Writes what describes the messages and the field of the event, a FileDescriptorSet. */
void typeddescribe(struct buf *out);

#endif
