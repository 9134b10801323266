/* SPDX-License-Identifier: MIT */
/* The name, rank and host of each input, from its path or from --label. */
#ifndef NST_INPUTLABEL_H
#define NST_INPUTLABEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Example: "out/run.rank3.sqlite" gives { "run.rank3", true, 3, false, NULL }. */
struct inputlabel {
	char *name; /* of the file, without folder and extensions */
	bool hasrank;
	int64_t rank;
	bool numbered; /* rank is only the input's place among all inputs */
	char *host; /* from --label; NULL for none */
};

/* Makes a label from each path. The rank is the number after "rank" if all names have one. If none
 * has, and the names differ in exactly one number, the rank is that number. Otherwise no label has
 * a rank. The caller frees the labels with inputlabelsfree. */
struct inputlabel *inputlabelsmake(char *const *paths, size_t count);

/* Parses a list of RANK, @HOST or RANK@HOST, one for each input, into the labels. Ends the program
 * if the list is malformed or has another length. */
void inputlabelsset(struct inputlabel *labels, size_t count, const char *list);

/* Gives each label its index as the rank, unless some label has a rank. */
void inputlabelsnumber(struct inputlabel *labels, size_t count);

/* Warns that labels were numbered, and names the first inputs. */
void inputlabelswarn(const struct inputlabel *labels, size_t count);

void inputlabelsfree(struct inputlabel *labels, size_t count);

#endif
