/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "stringids.h"
#include "wire.h"

/* The field that is a string. */
enum { STRING = 1 };

/* Reads the next string; returns false at the first other field. Nearly all are shorter than 128
 * bytes, so that their tag and their length have a byte each. */
static inline bool
next(struct wire *w, struct span *string)
{
	size_t left = (size_t)(w->end - w->p);
	struct wirefield f;
	uint16_t head;

	if (left >= sizeof(head)) {
		memcpy(&head, w->p, sizeof(head));
		head = le16toh(head);
		if ((head & 0x80FF) == (STRING << 3 | WIRE_BYTES) &&
		    head >> 8 <= left - sizeof(head)) {
			*string = (struct span){
				(const char *)w->p + sizeof(head), head >> 8 };
			w->p += sizeof(head) + string->n;
			return true;
		}
	}
	if (!wirenext(w, &f) || f.number != STRING || f.type != WIRE_BYTES)
		return false;
	*string = f.bytes;
	return true;
}

/* Checks that no string follows another field: repstring() would have to search for it. */
static void
checkrest(const struct repfile *f, struct wire *w)
{
	struct wirefield field;

	while (wirenext(w, &field))
		if (field.number == STRING)
			repfilebad(f, f->strings.at, "a string behind the strings");
	if (w->bad)
		repfilebad(f, f->strings.at, "its strings");
}

/* Sets the id of a string that is one of the texts. */
static __attribute__((noinline)) void
find(struct repsearch *search, struct span string, uint64_t id)
{
	for (size_t i = 0; i < search->count; i++)
		if (search->ids[i] == REP_NOSTRING && spanis(string, search->texts[i]))
			search->ids[i] = id;
}

void
repstringsopen(struct repstrings *s, const struct repfile *f, struct repsearch *search)
{
	struct wire w;
	struct span string;
	const unsigned char *begin, *at;
	uint64_t lengths = 0; /* a bit for each length of a text */

	for (size_t i = 0; i < search->count; i++) {
		search->ids[i] = REP_NOSTRING;
		lengths |= UINT64_C(1) << strlen(search->texts[i]) % 64;
	}
	*s = (struct repstrings){ 0 };
	s->message = repfileblock(f, &f->strings, &s->scratch);
	free(s->scratch.packed.p);
	s->scratch.packed = (struct buf){ 0 };
	w = wireopen(s->message);
	for (begin = at = w.p; next(&w, &string); s->count++, at = w.p) {
		if (lengths >> string.n % 64 & 1)
			find(search, string, s->count);
		if (s->count % REP_STRIDE != 0)
			continue;
		GROW(s->offsets, s->room, s->count / REP_STRIDE + 1);
		s->offsets[s->count / REP_STRIDE] = (uint32_t)(at - begin);
	}
	s->rest = (struct span){ (const char *)at, (size_t)(w.end - at) };
	checkrest(f, &w);
}

void
repstringsclose(struct repstrings *s)
{
	repscratchfree(&s->scratch);
	free(s->offsets);
}

struct span
repstring(const struct repstrings *s, uint64_t id)
{
	struct span string = { NULL, 0 };
	struct wire w;
	uint32_t at;

	if (id >= s->count)
		return (struct span){ NULL, 0 };
	at = s->offsets[id / REP_STRIDE];
	w = wireopen((struct span){ s->message.p + at, s->message.n - at });
	for (uint64_t i = 0; i <= id % REP_STRIDE; i++)
		next(&w, &string);
	return string;
}
