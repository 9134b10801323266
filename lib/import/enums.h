/* SPDX-License-Identifier: MIT */
/* What the numbers in some columns stand for: the enumerations that nsys adds to every export, with
 * the names and labels that exports from 2022 to 2026 have. */
#ifndef NST_ENUMS_H
#define NST_ENUMS_H

#include <stdint.h>

/* One number of an enumeration, in versions from since on until the first without it. */
struct enumvalue {
	uint32_t since, until;
	int64_t number;
	const char *name, *label; /* no name ends the list */
};

/* Until 2025.1 exports have all enumerations, later ones those that their tables need. */
enum enumneed {
	NEED_NOTHING,
	NEED_CUDA,
	NEED_THREADS, /* samples, scheduling or the OS runtime */
	NEED_FILES,
	NEED_OPENACC,
	NEED_OTHERS, /* tables that no report gives */
};

/* A table of numbers. */
struct enumeration {
	const char *table;
	enum enumneed need;
	uint32_t since, until;
	const struct enumvalue *values;
};

/* All of them; the last has no table. */
extern const struct enumeration enumerations[];

/* The first version that has any, and the first that has only what is needed. */
enum { ENUMS_SINCE = 20220400, ENUMS_NEEDED = 20250300 };

/* The methods of unwinding, without labels, that have a table of their own before that version. */
extern const struct enumvalue unwindmethods[];

enum { UNWINDMETHODS_UNTIL = 20230300 };

#endif
