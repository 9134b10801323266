/* SPDX-License-Identifier: MIT */
/* Strings by their ids and labels by their codes. Both are fetched from the source once and cached,
 * escaped for JSON: interning. */
#ifndef NST_STRINGS_H
#define NST_STRINGS_H

#include "base/map.h"
#include "source/source.h"

struct strings {
	struct source *source;
	struct stringtable text;   /* escaped */
	uint32_t *small;     /* for each small id: 1 + its number in text, 0 if not fetched */
	size_t smallcount;
	struct map large;    /* other ids -> number in text */
	struct map templates; /* id -> number in text of the template form */
	struct map labels;   /* enumeration, code -> number in text */
};

/* The strings keep the pointer to the source. The caller frees with stringsclose. */
void stringsopen(struct strings *s, struct source *source);

void stringsclose(struct strings *s);

/* Returns the text of a string, escaped; the id in digits if there is no such string, or it is a
 * secret. Valid until the next call. */
struct span stringget(struct strings *s, int64_t id);

/* The same for the template form (kernelname.h) of a kernel's name. */
struct span stringtemplate(struct strings *s, int64_t id);

/* Appends the text of a string, not escaped; nothing if there is none, or it is a secret. */
void stringraw(struct strings *s, int64_t id, struct buf *out);

/* Returns the number in text of the label of a code, escaped: from the profile's enumeration, else
 * as NVIDIA documents it, else the code in digits. */
uint32_t stringlabel(struct strings *s, const char *enumeration, int64_t code);

#endif
