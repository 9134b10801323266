/* SPDX-License-Identifier: MIT */
/* The enumerations that nsys adds to exports: tables with a name and a label for each number
 * in some column. They are those of exports from 2022 to 2026. */
#ifndef NST_ENUMS_H
#define NST_ENUMS_H

#include <stdint.h>

/* A value of an enumeration, in versions from since on and before until. Example: number 1,
 * name CUDA_MEMCPY_KIND_HTOD, label Host-to-Device. */
struct enumvalue {
	uint32_t since, until;
	int64_t number;
	const char *name, *label; /* a NULL name ends the list */
};

/* The tables that need an enumeration. Until 2025.1 exports have all enumerations, later ones
 * only those that they need. */
enum enumneed {
	NEED_NOTHING,
	NEED_CUDA,
	NEED_THREADS, /* samples, scheduling or the OS runtime */
	NEED_FILES,
	NEED_OPENACC,
	NEED_OTHERS, /* tables that a report never has */
};

/* An enumeration: a table with its values. */
struct enumeration {
	const char *table;
	enum enumneed need;
	uint32_t since, until;
	const struct enumvalue *values;
};

/* All enumerations; the last has no table. */
extern const struct enumeration enumerations[];

/* The first version with enumerations, and the first that omits unneeded ones. */
enum { ENUMS_SINCE = 20220400, ENUMS_NEEDED = 20250300 };

/* The methods of unwinding, in a table without labels that exports before UNWINDMETHODS_UNTIL
 * have. */
extern const struct enumvalue unwindmethods[];

enum { UNWINDMETHODS_UNTIL = 20230300 };

#endif
