/* SPDX-License-Identifier: MIT */
/* Decides which losses are findings, by the further thresholds of the rules, and writes their
 * sentences. advisedadd applies the least cost. */
#ifndef NST_JUDGE_H
#define NST_JUDGE_H

#include "finding.h"

/* Makes the findings of the rules that the user chose. advisedlistfree frees them. */
void judgeall(struct advisedlist *f, const struct advise *a);

#endif
