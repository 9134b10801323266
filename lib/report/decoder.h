/* SPDX-License-Identifier: MIT */
/*
 * Decoders: fast paths for events. Most events have the same fields as an earlier one, in the
 * same order. A cursor learns a decoder from such an earlier event: a list of steps, each of
 * which expects a tag, reads its value and stores it in a cell of the row. An event that fits is
 * read without parsing. Everything else takes the general path in cursor.c: events that differ
 * anywhere, unknown events and fields, events with several rows, and malformed ones. Example of
 * steps, for a copy: type must be 80; payload 107 opens; field 1 becomes cell start; ...; the
 * payload closes; the event ends.
 */
#ifndef NST_DECODER_H
#define NST_DECODER_H

#include <stdbool.h>

#include "base/mem.h"
#include "eventlayout.h"

struct repcursor;
struct repwantedcol;

/* A decoder. */
struct repdecoder;

/* Decoders are kept in lists by event type, modulo DECODER_TYPES, with DECODER_EACH per list.
 * After DECODER_MAX decoders, no more are learned: such events have no common layout, so
 * learning costs more than it saves. */
enum { DECODER_TYPES = 32, DECODER_EACH = 8, DECODER_MAX = 4096 };

/* The decoders of a cursor. All zero is empty; decodersfree frees them. */
struct repdecoders {
	struct repdecoder *list[DECODER_TYPES][DECODER_EACH];
	size_t learned; /* the number of decoders learned */
	struct eventlayouts layouts;
	/* Columns of the current row whose values must be checked by the general path. */
	const struct repwantedcol **late;
	size_t count, room;
};

/* What a decoder tells about an event that fits it. */
struct repdecoded {
	size_t kind;  /* an index in repeventdefs */
	size_t table; /* an index in the schema; REP_NONE for none */
	bool wanted;  /* it has read the row, except for checked and slow columns */
	bool slow;    /* there are slow columns */
};

/* Learns a decoder from the current event of a cursor, if the event is exactly one row of a
 * known kind. */
void decoderlearn(struct repcursor *c);

/* Reads an event with the first decoder that fits, or returns NULL. The result is valid until
 * the next decoderlearn(). At least DECODER_SLACK bytes of the block must follow the event,
 * because a decoder may read that far. */
enum { DECODER_SLACK = 16 };
const struct repdecoded *decoderread(struct repcursor *c, struct span event);

void decodersfree(struct repdecoders *t);

#endif
