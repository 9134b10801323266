/* SPDX-License-Identifier: MIT */
/* The answer to "which step was slow, and why". */
#ifndef NST_STEPS_H
#define NST_STEPS_H

#include "sum/columns/grouprows.h"

struct answer;

/* Writes the answer. The rows are by step, process, device, type, name, cause and blame. */
void stepswrite(struct answer *a, struct grouprows *rows);

#endif
