/* SPDX-License-Identifier: MIT */
/*
 * One record of the stream, written key by key in the order of event.h: begin, keys, end. Where
 * a key is a constant the compiler knows what is written before its value.
 */
#ifndef NST_RECORD_H
#define NST_RECORD_H

#include "event.h"

/* Begins a record at ts, ns. */
static inline void
recordbegin(struct buf *out, int64_t ts)
{
	bufstr(out, "{\"ts\":");
	bufint(out, ts);
}

/* Writes what stands before the value of a key. */
static inline void
recordkey(struct buf *out, enum event_key key)
{
	static const struct {
		const char *p;
		size_t n;
	} leads[] = {
#define K(id, name, integer) { ",\"" name "\":", sizeof(",\"" name "\":") - 1 },
		EVENT_KEYS(K)
#undef K
	};

	bufmem(out, leads[key].p, leads[key].n);
}

static inline void
recordint(struct buf *out, enum event_key key, int64_t v)
{
	recordkey(out, key);
	bufint(out, v);
}

/* Writes a key with its value as JSON. */
static inline void
recordvalue(struct buf *out, enum event_key key, struct span json)
{
	recordkey(out, key);
	bufspan(out, json);
}

/* Writes a key with a string, whose text is escaped already. */
static inline void
recordtext(struct buf *out, enum event_key key, struct span escaped)
{
	recordkey(out, key);
	bufchar(out, '"');
	bufspan(out, escaped);
	bufchar(out, '"');
}

/* Begins the object of a key: "args" or "launch". */
static inline void
recordopen(struct buf *out, enum event_key key)
{
	recordkey(out, key);
	bufchar(out, '{');
}

/* Writes what stands before the value of a member: of the object begun last, or of the record where
 * no event has such a key. */
static inline void
recordmember(struct buf *out, const char *name)
{
	if (out->p[out->n - 1] != '{')
		bufchar(out, ',');
	bufchar(out, '"');
	bufstr(out, name);
	bufstr(out, "\":");
}

static inline void
recordmemberint(struct buf *out, const char *name, int64_t v)
{
	recordmember(out, name);
	bufint(out, v);
}

/* Ends the object begun last. */
static inline void
recordclose(struct buf *out)
{
	bufchar(out, '}');
}

/* Ends the record and its line. */
static inline void
recordend(struct buf *out)
{
	bufstr(out, "}\n");
}

/* Writes an event some of whose keys were set; the slow half of recordevent. */
void recordmodified(struct buf *out, const struct event *ev);

/* Writes an event: its line as it was read, without the keys that were set since, and those. */
static inline void
recordevent(struct buf *out, const struct event *ev)
{
	size_t n = ev->line.n;
	char *p;

	if (ev->set) {
		recordmodified(out, ev);
		return;
	}
	p = bufroom(out, n + 1);
	memcpy(p, ev->line.p, n);
	p[n] = '\n';
	out->n += n + 1;
}

/* Makes an event what it is once it was written and read again: nothing of it is set, and all
 * stands in its line, which is written into the buffer. want has the bits of integer keys to
 * decode, as for evparse. */
void recordserialize(struct event *ev, struct buf *line, unsigned want);

/* Appends an event to those that are kept as text: its line and a NUL, for evparse to read again.
 */
void recordkeep(struct buf *kept, const struct event *ev);

/* Writes an end record: events is the number of records since the header or the last end, meta
 * records included. */
void recordfinal(struct buf *out, int64_t ts, uint64_t events, bool partial);

#endif
