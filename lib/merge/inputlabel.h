/* SPDX-License-Identifier: MIT */
/* The name, rank and host of each input, from its file name and --label. */
#ifndef NST_INPUTLABEL_H
#define NST_INPUTLABEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct inputlabel {
	char *name; /* file name without folder and suffix */
	bool ranked; /* rank is set */
	int64_t rank;
	char *host; /* from --label, or NULL */
};

/* Makes labels from paths. The rank is the number after "rank" in the name, if all names have one.
 * Else, if the names differ in exactly one number, it is that number. The caller frees the labels
 * with inputlabelsfree. */
struct inputlabel *inputlabelsmake(char *const *paths, size_t count);

/* Applies --label: RANK, @HOST or RANK@HOST for each input. A malformed list ends the program. */
void inputlabelsset(struct inputlabel *labels, size_t count, const char *list);

void inputlabelsfree(struct inputlabel *labels, size_t count);

#endif
