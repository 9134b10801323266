/* SPDX-License-Identifier: MIT */
/*
 * The numbers that most events have among their args, as fields of a message of our own: Perfetto
 * reads fields that a trace describes itself, and a field takes a byte or two where an annotation
 * takes two and the number of its name.
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

/* Where to look for a name. */
struct typedindex {
	unsigned char places[256]; /* 1 + number of a field, 0 for none */
};

/* The field of an event that holds the args; that and those behind it, for one each, are among the
 * numbers that are free for anybody. */
enum { TYPED_FIELD = 9951 };

/* Fills the index. */
void typedfill(struct typedindex *index);

/* The field that has this name, as in a JSON string; NULL for none. */
const struct typed *typedfind(const struct typedindex *index, struct span name);

/* Writes args, one field or more, into an event. */
void typedput(struct buf *out, struct span args);

/* Writes what describes the message and the field of the event, a FileDescriptorSet. */
void typeddescribe(struct buf *out);

#endif
