/* SPDX-License-Identifier: MIT */
/*
 * Strings of a profile that no event shows: captured output, environments and command lines. An
 * event refers to one by mistake or malice; its id is written as a number then.
 */
#ifndef NST_SECRETS_H
#define NST_SECRETS_H

#include "base/map.h"
#include "base/mem.h"

struct sqlite;

struct secrets {
	struct map ids;     /* of captured output */
	struct stringtable texts; /* variables of environments, and command lines */
};

/* Reads the secrets from the tables that have them; the caller frees with secretsclose. */
void secretsopen(struct secrets *s, const struct sqlite *p);

/* Adds a text of a variable or a command line. */
void secretsadd(void *secrets, struct span text);

void secretsclose(struct secrets *s);

/* Returns true if the string with this id is captured output. */
bool secretsid(const struct secrets *s, int64_t id);

/* Returns true if a text is an environment, a variable or a command line. */
bool secretstext(const struct secrets *s, struct span text);

#endif
