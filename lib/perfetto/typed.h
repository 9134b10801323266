/* SPDX-License-Identifier: MIT */
/*
 * Writes the frequent args with numbers as fields of a message of ours: Perfetto reads fields that
 * the trace describes itself. A field takes one or two bytes for its key; an annotation takes two,
 * and the number of its name.
 */
#ifndef NST_TYPED_H
#define NST_TYPED_H

#include <stdbool.h>

#include "base/mem.h"

enum typed_kind { TYPED_INT, TYPED_DOUBLE };

struct typed {
	unsigned field;
	const char *name;
	enum typed_kind kind;
};

/* A hash index of the names. */
struct typedindex {
	unsigned char places[256]; /* index of a field plus one, 0 for none */
	unsigned char lengths[256]; /* bytes in its name */
};

/* The field number of the args in TrackEvent. That and the ones above it, each for a single
 * argument, are in the range that Perfetto leaves to everybody. */
enum { TYPED_FIELD = 9951 };

/* Fills the index. */
void typedfill(struct typedindex *index);

/* Finds the field of a name, the text of a JSON string; NULL if there is none. */
const struct typed *typedfind(const struct typedindex *index, struct span name);

/* Writes args, one field or more, into an event. */
void typedput(struct buf *out, struct span args);

/* Writes a FileDescriptorSet that describes the message and the fields of the event. */
void typeddescribe(struct buf *out);

#endif
