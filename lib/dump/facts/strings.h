/* SPDX-License-Identifier: MIT */
/* The strings that events refer to by an id, and the labels of codes: fetched when an event needs
 * them, and kept, escaped for JSON. */
#ifndef NST_STRINGS_H
#define NST_STRINGS_H

#include "base/map.h"
#include "source/sqlite/profile.h"
#include "source/sqlite/secrets.h"

struct strings {
	struct profile *profile;
	struct secrets secrets;
	sqlite3_stmt *query; /* for one string */
	struct stringtable text; /* escaped */
	uint32_t *small;     /* a text plus one for each small id; 0 where it was not fetched */
	size_t smallcount;
	struct map large;    /* other ids -> text */
	struct map labels;   /* enumeration, code -> text */
};

/* Makes ready to fetch strings of a profile, also for its queries: nst_string(id) is the text of a
 * string, NULL where there is none to be told. It stays where it is; the caller frees with
 * stringsclose. */
void stringsopen(struct strings *s, struct profile *p);

void stringsclose(struct strings *s);

/* The text of a StringIds id, escaped; the number itself where the id dangles or
 * leads to a secret. Valid until the next
 * call. */
struct span stringget(struct strings *s, int64_t id);

/* Appends the text of a StringIds id as it is; nothing where there is none to be told. */
void stringraw(struct strings *s, int64_t id, struct buf *out);

/* The label of a code in an enumeration: from the file's table of that name, else as the
 * documentation has it, else the number. It is a name in the text, escaped. */
uint32_t stringlabel(struct strings *s, const char *enumeration, int64_t code);

#endif
