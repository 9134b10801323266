/* SPDX-License-Identifier: MIT */
/* The labels of groups, branches and rows, made from their metadata. */
#ifndef NST_TRACKLABEL_H
#define NST_TRACKLABEL_H

#include "layout.h"

/* The separator between the parts of a label: a middle dot. */
#define DOT " \xC2\xB7 "

/* Sets the label of a GPU's group: number, host if there are several, name. Example: "GPU 0 ·
 * NVIDIA H100 80GB HBM3". */
void tracklabelgpu(const struct layout *l, struct trackgroup *g);

/* Sets the label of a process's group from the current metadata: rank, host if there are
 * several, name. Updates the label of a GPU's group if there are several hosts. */
void tracklabelgroup(const struct layout *l, struct trackgroup *g);

void tracklabelbranch(const struct layout *l, struct branch *b);

/* Sets the label of a row. With a higher level it tells more and is more likely unique: 0 adds
 * nothing, 1 the number of the thread, 2 the context, 3 the process, 4 a serial number. */
void tracklabelrow(const struct layout *l, struct track *t, int level);

/* Sets the labels of all rows so that no two rows of a group or branch have the same one. */
void tracklabelrows(struct layout *l);

/* Appends the share of its GPU's stream time to the label of each stream, if the GPU has several:
 * "Stream 7 (default) · 62 %". Labels must be final (tracklabelrows). Marks streams with less than
 * 1 % as idle. */
void tracklabelshares(struct layout *l);

/* Appends the name and the pid of a process, shortened to at most max characters. */
void tracklabelprocess(const struct layout *l, int64_t pid, size_t max, struct buf *out);

/* Appends a track's label for viewers without branches: its row, its thread, and its lane if
 * that is not the first. */
void tracklabelflat(const struct layout *l, const struct track *t, struct buf *out);

/* Appends the process, thread, context and stream of a GPU's row as text. Appends nothing for
 * rows of processes, whose labels contain them. */
void tracklabeldescribe(const struct layout *l, const struct track *t, struct buf *out);

#endif
