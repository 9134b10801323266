/* SPDX-License-Identifier: MIT */
/* Names of ranges that are steps of a loop: those asked for, or those that people use. */
#ifndef NST_STEPNAMES_H
#define NST_STEPNAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pattern.h"

/* Patterns; a name belongs to the first that it matches. */
struct stepnames {
	struct pattern *p;
	size_t count;
};

/* Takes a pattern of the user's, in place of those that people use. */
void stepnamesask(struct stepnames *s, const char *option, const char *regex);

/* Takes the patterns of names that people use. */
void stepnamesusual(struct stepnames *s);

/* Whether a name is that of a step: the number of its pattern, or -1. *number is what the first
 * group captured, if that is a number, else -1. */
int stepnamesmatch(const struct stepnames *s, struct span name, int64_t *number);

void stepnamesfree(struct stepnames *s);

#endif
