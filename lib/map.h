/* SPDX-License-Identifier: MIT */
/* Hash tables with open addressing: integers to small numbers, and strings to ids. */
#ifndef NST_MAP_H
#define NST_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "mem.h"

/* Two integers as a key, such as a process and a correlation id. */
struct mapkey {
	uint64_t a, b;
};

/* A number times 2^64 over the golden ratio: the upper bits depend on all bits of it. */
static inline uint64_t
mapspread(uint64_t v)
{
	return v * 0x9E3779B97F4A7C15u;
}

/* From keys to 32-bit values. All zero is an empty map; mapfree frees it. */
struct map {
	struct mapslot *slots;
	size_t size, used; /* size is a power of two, or 0 */
};

/* The value of a key, or NULL; valid until the next mapput. */
uint32_t *mapget(const struct map *m, struct mapkey key);

/* The value of a key, made 0 when it is new (*fresh says which); valid until the next mapput. */
uint32_t *mapput(struct map *m, struct mapkey key, bool *fresh);

void mapfree(struct map *m);

/* Strings, each kept once and known by a number from 0. All zero is empty. */
struct names {
	struct buf text; /* the bytes of all of them, one behind the other */
	size_t *ends;    /* where each one ends in text */
	uint32_t *slots; /* see findname in map.c */
	size_t size, used, cap; /* size is a power of two, or 0 */
};

/* The number of a string, which is copied when it is new. */
uint32_t nameput(struct names *n, struct span name);

/* Whether a string has a number. */
bool nameknown(const struct names *n, struct span name);

/* The bytes of a number; valid until the next nameput. */
struct span nameget(const struct names *n, uint32_t id);

void namesfree(struct names *n);

/* The hash of a string; all its bits are good. */
uint64_t namehash(struct span name);

#endif
