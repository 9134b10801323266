/* SPDX-License-Identifier: MIT */
/*
 * Nearly all events have the fields of an earlier one, in the same order. A cursor learns a
 * template from an event: which bytes stand before each value, and which cells of a row the value
 * is. An event that fits is read in one go. One that differs anywhere is read as if there were no
 * template, and so is all that has to be noticed: events and fields that are unknown, rows that are
 * parts of an event, and what is malformed.
 */
#ifndef NST_TEMPLATE_H
#define NST_TEMPLATE_H

#include <stdbool.h>

#include "base/mem.h"

struct repcursor;
struct repsought;

/* One of these; NULL is none. */
struct reptemplate;

/* Templates are kept by the number of the event's type: so many types, and so many of each. Where
 * TEMPLATE_MOST were learned, events have no order, and learning costs more than it saves. */
enum { TEMPLATE_TYPES = 32, TEMPLATE_EACH = 8, TEMPLATE_MOST = 4096 };

/* The templates of a cursor. All zero is none; templatesfree frees them. */
struct reptemplates {
	struct reptemplate *list[TEMPLATE_TYPES][TEMPLATE_EACH];
	size_t learned; /* so far */
	/* Columns of the row read last that are looked at more closely. */
	const struct repsought **late;
	size_t count, room;
};

/* What is known of an event that fits a template. */
struct repfit {
	size_t kind; /* of repevents */
	size_t form; /* the number of its table; REP_NOFORM for none */
	bool wanted; /* its row is read: all cells but those late, and those not quickly found */
};

/* Learns from the event at hand of a cursor, if all that it is is one row, which is known. */
void templatelearn(struct repcursor *c);

/* Reads an event by a template, and says what is known of it until something is learned; NULL when
 * none fits. The event has at least TEMPLATE_SLACK bytes of its block behind it. */
enum { TEMPLATE_SLACK = 16 };
const struct repfit *templateread(struct repcursor *c, struct span event);

void templatesfree(struct reptemplates *t);

#endif
