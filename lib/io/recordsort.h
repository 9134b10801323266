/* SPDX-License-Identifier: MIT */
/*
 * An external merge sort of records with bounded memory. Records are compared by the bytes of their
 * keys (base/sortkey.h makes such keys). When the memory is full, the records in it are sorted and
 * appended to a temporary file as a run. Reading merges the runs.
 */
#ifndef NST_RECORDSORT_H
#define NST_RECORDSORT_H

#include "spillfile.h"

/* The default limit on the memory of what a program sorts or spills, bytes. */
enum { RECORDSORT_LIMIT = 256 << 20 };

/* Returns that limit: RECORDSORT_LIMIT, or for tests the bytes that NST_SORT_MEMORY says. */
size_t recordsortlimit(void);

/* Returns the bytes that a table may take before its entries are spilled to a sort, out of a limit
 * for both: half the first time. Later tables get less, since a table that stays in the processor's
 * cache is faster. */
static inline size_t
recordsorttable(size_t limit, bool spilled)
{
	return limit / (spilled ? 16 : 2);
}

/* All zero but memory and keep is ready; recordsortfree frees it. */
struct recordsort {
	size_t memory; /* bytes of records in memory */
	size_t keep;   /* only that many of the records with the same prefix are needed, the first
	                * ones; 0 for all */
	struct buf bytes; /* the records in memory */
	struct recordplace *places;
	size_t count, room;
	struct spillfile file;
	uint64_t *runs; /* for each run its position in the file */
	size_t runcount, runroom;

	/* Reading. */
	struct recordcursor *cursors; /* of the runs */
	struct recordcursor **heap;   /* the cursor of the least record is first */
	size_t heapcount;
	size_t next; /* if no run was written: index of the next place */
	struct buf prefix; /* of the record before */
	size_t same;       /* number of records with it */

	/* What keep drops while records are added. */
	struct recordcut *cuts;
	size_t cutcount, cutroom;
	size_t dropat; /* the records in memory at which the next drop is worth it; 0 for the
	                * least number */
};

/* Adds a record. The first prefix bytes of the key are what keep counts by. */
void recordsortadd(struct recordsort *s, struct span key, size_t prefix, struct span value);

/* Returns true if keep already drops each record with that key, so that it need not be added. */
bool recordsortdrops(const struct recordsort *s, struct span key, size_t prefix);

/* Begins to read; no record may be added afterwards. */
void recordsortread(struct recordsort *s);

/* Returns the next record in order of the keys; records with equal keys are in any order. Both
 * spans are valid until the next call. Returns false at the end. */
bool recordsortnext(struct recordsort *s, struct span *key, struct span *value);

void recordsortfree(struct recordsort *s);

#endif
