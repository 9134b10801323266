/* SPDX-License-Identifier: MIT */
/* What an input is called, and which rank it is by its name or by --label. */
#ifndef NST_TAGS_H
#define NST_TAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tag {
	char *name; /* of the file, without its folder and ending */
	bool ranked;
	int64_t rank;
	char *host; /* by --label; NULL for none */
};

/* Names the inputs by their paths. The ranks are the numbers behind "rank" in the names, where all
 * have one; else the one number in which names that are otherwise the same all differ. The caller
 * frees them with tagsfree. */
struct tag *tagsmake(char *const *paths, size_t count);

/* Takes a list of RANK, @HOST or RANK@HOST, one for each input, or ends the program. */
void tagsset(struct tag *labels, size_t count, const char *list);

void tagsfree(struct tag *labels, size_t count);

#endif
