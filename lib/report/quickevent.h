/* SPDX-License-Identifier: MIT */
/* How events are read by decoders and by layouts: what cursor.c shares with them. */
#ifndef NST_QUICKEVENT_H
#define NST_QUICKEVENT_H

#include "cursor.h"

/* The field of a block's message that is an event. */
enum { ENTRY_EVENT = 1 };

/* Returns the next event of the block. p is NULL if the next entry is no event, has a length of
 * more than two bytes, or is too close to the end of the block for a decoder. */
static inline struct span
cursorentry(const struct repcursor *c)
{
	static const struct span none;
	const unsigned char *p = c->entries.p;
	size_t left = (size_t)(c->entries.end - p), n;

	if (left < 3 + DECODER_SLACK || *p++ != (ENTRY_EVENT << 3 | WIRE_BYTES))
		return none;
	n = *p++;
	left -= 3 + DECODER_SLACK;
	if (n >= 0x80) {
		if (*p >= 0x80)
			return none;
		n = (n & 0x7F) | (size_t)*p++ << 7;
	}
	return n > left ? none : (struct span){ (const char *)p, n };
}

/* Begins the row of an event that a decoder has read. Returns true if it is complete, and counts
 * it; else some columns have to be read by the general path. */
static inline bool
cursorrow(struct repcursor *c, const struct repdecoded *fit)
{
	c->table = fit->table;
	c->number = ++c->counts.rows[fit->table];
	c->nth = 0;
	if (fit->slow || c->decoders.count > 0)
		return false;
	c->coverage->rows[fit->table]++;
	return true;
}

/* Goes to the event that a decoder has just read, and counts it. */
static inline void
cursoradvance(struct repcursor *c, struct span event, const struct repdecoded *fit)
{
	c->at = (uint32_t)((const char *)c->entries.p - c->base);
	c->entries.p = (const unsigned char *)event.p + event.n;
	c->coverage->events++;
	c->coverage->kinds[fit->kind]++;
	c->chain = c->due = 0;
	if (!fit->wanted && fit->table != REP_NONE)
		c->counts.rows[fit->table]++;
}

/* Marks a column of the current row for a check by the general path, and keeps its value. The
 * columns are sorted as on the general path, so that anomalies are found in the same order. */
void cursorlate(struct repcursor *c, size_t table, uint32_t number, uint64_t v);

#endif
