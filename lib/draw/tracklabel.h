/* SPDX-License-Identifier: MIT */
/* The labels of groups, branches and rows, from what is known of them. */
#ifndef NST_TRACKLABEL_H
#define NST_TRACKLABEL_H

#include "layout.h"

/* Between the parts of a label. */
#define DOT " \xC2\xB7 "

/* Sets the label of a GPU's group: its number, its host where there are several, and its name. */
void tracklabelgpu(const struct layout *l, struct trackgroup *g);

/* Sets that of a process, by what is known by now: its rank, its host where there are several, and
 * its name; and that of a GPU again where there are several hosts. */
void tracklabelgroup(const struct layout *l, struct trackgroup *g);

void tracklabelbranch(const struct layout *l, struct branch *b);

/* Sets that of a row, which others may have as well: it tells more from level to level. */
void tracklabelrow(const struct layout *l, struct track *t, int level);

/* Sets those of all rows: no two beside each other have the same. */
void tracklabelrows(struct layout *l);

/* Appends a process with its number, cut to so many characters. */
void tracklabelprocess(const struct layout *l, int64_t pid, size_t most, struct buf *out);

/* Writes a track's label for viewers without branches: the row, what is special of its branch, and
 * its lane. */
void tracklabelflat(const struct layout *l, const struct track *t, struct buf *out);

/* Writes what a row is of, in words: the process, thread, context and stream; nothing for rows that
 * have it in their labels. */
void tracklabeldescribe(const struct layout *l, const struct track *t, struct buf *out);

#endif
