/* SPDX-License-Identifier: MIT */
/* Writes one record, key by key in the order of event.h: recordbegin, keys, recordend. The
 * functions are inline: if the key is a constant, so is the text before its value. */
#ifndef NST_RECORD_H
#define NST_RECORD_H

#include "stage.h"

/* Begins a record with its ts, in ns. */
static inline void
recordbegin(struct buf *out, int64_t ts)
{
	bufstr(out, "{\"ts\":");
	bufint(out, ts);
}

/* Writes the comma, the key and the colon. */
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

/* The bytes that recordputkey needs. */
enum { RECORD_KEY_ROOM = 24 };

_Static_assert(RECORD_KEY_ROOM >= EVENT_KEY_LONGEST + 4, "a key has quotes, a comma and a colon");

/* Does what recordkey does for a key that the compiler does not know. Writes to p, which has
 * RECORD_KEY_ROOM bytes, and returns the end of the colon. */
static inline char *
recordputkey(char *p, enum event_key key)
{
	static const struct {
		char text[RECORD_KEY_ROOM];
		size_t n;
	} leads[] = {
#define K(id, name, integer) { ",\"" name "\":", sizeof(",\"" name "\":") - 1 },
		EVENT_KEYS(K)
#undef K
	};

	memcpy(p, leads[key].text, RECORD_KEY_ROOM);
	return p + leads[key].n;
}

static inline void
recordint(struct buf *out, enum event_key key, int64_t v)
{
	recordkey(out, key);
	bufint(out, v);
}

/* Writes a key with a value, which is JSON. */
static inline void
recordvalue(struct buf *out, enum event_key key, struct span json)
{
	recordkey(out, key);
	bufspan(out, json);
}

/* Writes a key with a string, whose text is already escaped. */
static inline void
recordtext(struct buf *out, enum event_key key, struct span escaped)
{
	recordkey(out, key);
	bufchar(out, '"');
	bufspan(out, escaped);
	bufchar(out, '"');
}

/* Begins an object as the value of a key: "args" or "launch". */
static inline void
recordopen(struct buf *out, enum event_key key)
{
	recordkey(out, key);
	bufchar(out, '{');
}

/* Writes the comma, the name and the colon of a member: of the object begun last, or of the record
 * if its key is not one of event.h. */
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

/* Writes the line that was read, if there is one, without its closing brace. */
void recordprefix(struct buf *out, const struct event *ev);

/* Writes a comma, a key that was set, and its value. Returns the offset of the value. */
static inline size_t
recordset(struct buf *out, const struct event *ev, enum event_key key)
{
	bool integer = EVENT_INTEGERS & EVKEY(key);
	size_t room = integer ? INT_ROOM : ev->value[key].n, at;
	char *p = recordputkey(bufroom(out, RECORD_KEY_ROOM + room), key);

	at = (size_t)(p - out->p);
	if (integer) {
		p = memputint(p, ev->number[key]);
	} else {
		memcpy(p, ev->value[key].p, room);
		p += room;
	}
	out->n = (size_t)(p - out->p);
	return at;
}

/* Writes an event with keys that were set or removed; the slow half of recordevent. */
void recordmodified(struct buf *out, const struct event *ev);

/* Writes an event as a line: the line that was read, with the changes since. */
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

/* Serializes an event with changes: writes its new line to the buffer, parses the values again, and
 * clears set. want has the bits of the integer keys to decode, as for evparse. */
void recordserialize(struct event *ev, struct buf *line, unsigned want);

/* Writes the text of integer keys that were set to the buffer, so that they have a value as keys in
 * a line have one. */
void recordsetvalues(struct event *ev, struct buf *text);

/* Appends the event's line and a NUL, which evparse can read later. */
void recordkeep(struct buf *kept, const struct event *ev);

/* Writes an end record. events is the number of records since the header or the last end record,
 * meta records included. */
void recordfinal(struct buf *out, const struct streamend *end, uint64_t events);

#endif
