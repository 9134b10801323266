/* SPDX-License-Identifier: MIT */
/* The sections of a page: each has a table, a picture, or a sentence that says why it is empty. */
#ifndef NST_SECTION_H
#define NST_SECTION_H

#include "base/mem.h"

struct webpage;

/* Each writes the content of a section, below its heading. They must be called in this
 * order. */
void sectionsummary(struct webpage *p, struct buf *out);
void sectiongpus(struct webpage *p, struct buf *out);
void sectionuse(struct webpage *p, struct buf *out);
void sectionidle(struct webpage *p, struct buf *out);
void sectionkernels(struct webpage *p, struct buf *out);
void sectionranges(struct webpage *p, struct buf *out);
void sectionsteps(struct webpage *p, struct buf *out);
void sectionranks(struct webpage *p, struct buf *out);

/* Appends the main figures as members of a JSON object, each behind a comma: sums over GPUs and
 * over kernels. */
void sectionfigures(struct webpage *p, struct buf *out);

#endif
