/* SPDX-License-Identifier: MIT */
/* The names of a profile's processes, threads, NVTX domains and categories, escaped for JSON. */
#ifndef NST_NAMING_H
#define NST_NAMING_H

#include "base/map.h"
#include "dump/tables/table.h"
#include "strings.h"

struct naming {
	struct strings *strings;
	struct stringtable text; /* escaped */
	struct map threads; /* packed thread -> text */
	struct map others;  /* processes, their ranks, domains and categories -> text */
};

/* Reads the names of processes and threads; the caller frees with namingclose. */
void namingopen(struct naming *n, struct strings *s);

void namingclose(struct naming *n);

/* Takes the name that a row of NVTX_EVENTS gives, whose class is the type of event. */
void namingrow(struct naming *n, const struct plan *plan, const struct row *row, int64_t class);

/* The name of a packed process or thread, or of an NVTX domain of a process: p is NULL where it has
 * none. Valid until the next call. */
struct span namingprocess(const struct naming *n, uint64_t process);
struct span namingthread(const struct naming *n, uint64_t thread);
struct span namingdomain(const struct naming *n, uint64_t process, int64_t domain);

/* The MPI rank of a packed process, in digits; p is NULL where it has none. */
struct span namingrank(const struct naming *n, uint64_t process);

/* Writes what stands for a domain or category in an event: its name, or else "domain#N" and N. */
void
namingputdomain(const struct naming *n, uint64_t process, int64_t domain, struct buf *out);
void namingputcategory(const struct naming *n, uint64_t process, int64_t domain, int64_t category,
    struct buf *out);

/* The parts of a packed id: hardware and virtual machine of 8 bits each, pid and tid of 24. */
static inline int64_t
packedpid(uint64_t id)
{
	return (int64_t)(id >> 24 & 0xFFFFFF);
}

static inline int64_t
packedtid(uint64_t id)
{
	return (int64_t)(id & 0xFFFFFF);
}

static inline uint64_t
packedprocess(uint64_t id)
{
	return id & ~(uint64_t)0xFFFFFF;
}

#endif
