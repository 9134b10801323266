/* SPDX-License-Identifier: MIT */
/* The words and figures of sentences. */
#ifndef NST_SENTENCE_H
#define NST_SENTENCE_H

#include "finding.h"

/* Writes the name of a GPU: "GPU 1", or "GPU 1 of rank 3" if another GPU has the same number. */
void sentencename(struct buf *out, const struct advise *a, const struct gpulosses *g);

/* Writes a time, ns, with its unit. */
void sentencetime(struct buf *out, int64_t ns);

/* Writes the cost of a finding with its share: "170.243 ms (19.4 %)". */
void sentencecost(struct buf *out, const struct advised *one);

/* Writes a number and a noun: "1 call", "2 calls". */
void sentencecount(struct buf *out, uint64_t count, const char *noun);

/* Writes "; 80 % of that in the range NAME", if a range is known. */
void sentencerange(struct buf *out, const struct advise *a, const struct advised *one);

/* Writes the share of one number in another: "19.4 %". */
void sentenceshare(struct buf *out, int64_t part, int64_t whole);

/* Writes the sentence of a rule that has losses on GPUs. */
void sentencegpu(
    struct buf *out, const struct advise *a, const struct advised *one, const struct gpulosses *g);

#endif
