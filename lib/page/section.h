/* SPDX-License-Identifier: MIT */
/* The sections of a page: each has tables, a picture, or a sentence that names the program which
 * adds them. */
#ifndef NST_SECTION_H
#define NST_SECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

struct finding;
struct webpage;

/* Each writes the content of a section, below its heading. Returns false if the page needs no such
 * section: the profile has nothing of the kind. They must be called in this order. */
bool sectionsummary(struct webpage *p, struct buf *out);
bool sectiongpus(struct webpage *p, struct buf *out);
bool sectionuse(struct webpage *p, struct buf *out);
bool sectionidle(struct webpage *p, struct buf *out);
bool sectionkernels(struct webpage *p, struct buf *out);
bool sectionmemory(struct webpage *p, struct buf *out);
bool sectionranges(struct webpage *p, struct buf *out);
bool sectioncalls(struct webpage *p, struct buf *out);
bool sectionhost(struct webpage *p, struct buf *out);
bool sectioncounters(struct webpage *p, struct buf *out);
bool sectionsteps(struct webpage *p, struct buf *out);
bool sectionranks(struct webpage *p, struct buf *out);

/* Return the sets of types that the tables by step and by rank have. */
uint64_t sectionsteptypes(void);
uint64_t sectionranktypes(void);

/* Writes a bar of the span for each GPU. */
void sectionbars(struct webpage *p, struct buf *out);

/* Writes a finding as an item of a list. Its link shows its place in the timeline: key is "time",
 * or in a page of two runs the side. Then former is what the finding said in the old run, or
 * NULL. */
void sectionfinding(const struct webpage *p, const struct finding *f, const char *key,
    const char *former, struct buf *out);

/* Appends the main figures as members of a JSON object, each behind a comma: sums over GPUs and
 * over kernels. */
void sectionfigures(struct webpage *p, struct buf *out);

#endif
