/* SPDX-License-Identifier: MIT */
/* Strings that may not fit into memory, in a paged array. Each of the latest strings has one id and
 * is stored once. A string that was not seen for long may be stored again, with another id. */
#ifndef NST_PAGEDSTRINGS_H
#define NST_PAGEDSTRINGS_H

#include "base/map.h"
#include "pagedarray.h"

/* The initializer of empty strings in a pool; pagedstringsfree frees them. */
#define PAGEDSTRINGS(where) { .words = { .pool = (where), .size = sizeof(uint64_t) } }

/* Ids are below this one. */
#define PAGEDSTRINGS_MOST ((uint32_t)INT32_MAX)

struct pagedstrings {
	struct pagedarray words;    /* of each string the length, and its bytes */
	struct pagedstring *latest; /* the latest strings */
	size_t used, room;          /* of latest */
	struct hashindex slots;     /* string -> index in latest */
};

/* Returns an id of a string. */
uint32_t pagedintern(struct pagedstrings *s, struct span string);

/* Returns the string with that id. Valid until pagestrim; JSON_SLACK bytes behind it may be
 * read. */
static inline struct span
pagedstring(const struct pagedstrings *s, uint32_t id)
{
	const uint64_t *words = pagedread(&s->words, id);

	return (struct span){ (const char *)(words + 1), (size_t)*words };
}

/* Like pagedintern, but faster for a string that is equal to the one before. *latest holds the id
 * of that one; the caller sets it to 0 before the first call. */
static inline uint32_t
pagedinternlike(struct pagedstrings *s, struct span string, uint32_t *latest)
{
	if (s->used == 0 || !spansame(string, pagedstring(s, *latest)))
		*latest = pagedintern(s, string);
	return *latest;
}

void pagedstringsfree(struct pagedstrings *s);

#endif
