/* SPDX-License-Identifier: MIT */
/*
 * The strings of a profile that no event has a reason to refer to: captured output, environments
 * and command lines. An id that leads to one, wrong or made to, is written as a number.
 */
#ifndef NST_SECRETS_H
#define NST_SECRETS_H

#include "base/map.h"
#include "profile.h"

struct secrets {
	struct map ids;     /* of captured output */
	struct stringtable texts; /* variables of environments, and command lines */
};

/* Learns what a profile says of its secrets; the caller frees with secretsclose. */
void secretsopen(struct secrets *s, const struct profile *p);

void secretsclose(struct secrets *s);

/* Whether the string with that id was captured. */
bool secretsid(const struct secrets *s, int64_t id);

/* Whether the text of a string is an environment or a command line. */
bool secretstext(const struct secrets *s, struct span text);

#endif
