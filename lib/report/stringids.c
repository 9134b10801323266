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
	struct wirefield f;

	if (w->end - w->p >= 2 && w->p[0] == (STRING << 3 | WIRE_BYTES) && w->p[1] < 0x80 &&
	    w->p[1] <= w->end - w->p - 2) {
		*string = (struct span){ (const char *)w->p + 2, w->p[1] };
		w->p += 2 + string->n;
		return true;
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

void
repstringsopen(struct repstrings *s, const struct repfile *f)
{
	struct wire w;
	struct span string;
	const unsigned char *begin, *at;

	*s = (struct repstrings){ 0 };
	s->message = repfileblock(f, &f->strings, &s->scratch);
	free(s->scratch.packed.p);
	s->scratch.packed = (struct buf){ 0 };
	w = wireopen(s->message);
	for (begin = at = w.p; next(&w, &string); s->count++, at = w.p) {
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

void
repstringfind(const struct repstrings *s, const char *const *texts, uint64_t *ids, size_t count)
{
	struct wire w = wireopen(s->message);
	struct span string;
	size_t left = count;
	uint64_t lengths = 0; /* a bit for each length of a text */

	for (size_t i = 0; i < count; i++) {
		ids[i] = REP_NOSTRING;
		lengths |= UINT64_C(1) << strlen(texts[i]) % 64;
	}
	for (uint64_t id = 0; left > 0 && next(&w, &string); id++)
		for (size_t i = 0; lengths >> string.n % 64 & 1 && i < count; i++)
			if (ids[i] == REP_NOSTRING && spanis(string, texts[i])) {
				ids[i] = id;
				left--;
			}
}
