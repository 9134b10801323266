/* SPDX-License-Identifier: MIT */
/* The rows of a trace: events as cells of the columns that lib/dump/tables/mappings.c names. */
#ifndef NST_TRACEROWS_H
#define NST_TRACEROWS_H

#include "tracefile.h"

/* Returns the table of that name, TABLE_NONE if there is none. */
enum tracetable tracetablenamed(const char *name);

/* Returns the name of a table. */
const char *tracetablename(enum tracetable table);

/* Returns the names of the columns of a table; the caller frees. */
struct stringtable tracecolumns(enum tracetable table);

/* Begins to read a table. */
struct rows *tracerowsopen(const struct tracefile *t, const struct rowsof *of);

/* Packed ids (lib/dump/facts/naming.h) have bit 63 set here: below it are the numbers of the
 * process, 24 bits, and of the thread, 24 bits. */
#define TRACE_PACKED (UINT64_C(1) << 63)

static inline uint64_t
tracepacked(uint32_t process, uint32_t thread)
{
	return TRACE_PACKED | (uint64_t)process << 24 | thread;
}

#endif
