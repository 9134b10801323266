/* SPDX-License-Identifier: MIT */
/*
 * Nearly all events have the fields of an earlier one, in the same order. A cursor learns a
 * template from an event: which bytes stand before each value, and which cells of a row the value
 * is. An event that fits is read in one go. One that differs anywhere is read as if there were no
 * template, and so is all that has to be noticed: events and fields that are unknown, rows that are
 * parts of an event, and what is malformed.
 */
#ifndef NST_DECODER_H
#define NST_DECODER_H

#include <stdbool.h>

#include "base/mem.h"

struct repcursor;
struct repwantedcol;

/* One of these; NULL is none. */
struct repdecoder;

/* Templates are kept by the number of the event's type: so many types, and so many of each. Where
 * DECODER_MAX were learned, events have no order, and learning costs more than it saves. */
enum { DECODER_TYPES = 32, DECODER_EACH = 8, DECODER_MAX = 4096 };

/* The templates of a cursor. All zero is none; decodersfree frees them. */
struct repdecoders {
	struct repdecoder *list[DECODER_TYPES][DECODER_EACH];
	size_t learned; /* so far */
	/* Columns of the row read last that are looked at more closely. */
	const struct repwantedcol **late;
	size_t count, room;
};

/* What is known of an event that fits a template. */
struct repdecoded {
	size_t kind; /* of repeventdefs */
	size_t table; /* the number of its table; REP_NONE for none */
	bool wanted; /* its row is read: all cells but those late, and those not quickly found */
};

/* Learns from the event at hand of a cursor, if all that it is is one row, which is known. */
void decoderlearn(struct repcursor *c);

/* Reads an event by a template, and says what is known of it until something is learned; NULL when
 * none fits. The event has at least DECODER_SLACK bytes of its block behind it. */
enum { DECODER_SLACK = 16 };
const struct repdecoded *decoderread(struct repcursor *c, struct span event);

void decodersfree(struct repdecoders *t);

#endif
