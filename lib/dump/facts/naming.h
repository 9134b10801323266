/* SPDX-License-Identifier: MIT */
/* The names of processes, threads, NVTX domains and categories, and MPI ranks, escaped for JSON. */
#ifndef NST_NAMING_H
#define NST_NAMING_H

#include "base/map.h"
#include "dump/tables/table.h"
#include "strings.h"

struct naming {
	struct strings *strings;
	struct stringtable text;  /* escaped */
	struct map threads; /* packed id -> number in text */
	struct map others;  /* processes, their ranks, domains, categories -> number in text */
};

/* Reads the names of processes and threads; the caller frees with namingclose. */
void namingopen(struct naming *n, struct strings *s);

void namingclose(struct naming *n);

/* Learns the name in a row of NVTX_EVENTS; class is its eventType. */
void namingrow(struct naming *n, const struct plan *plan, const struct row *row, int64_t class);

/* Return the name of a process or thread by its packed id, or of an NVTX domain of a process; p is
 * NULL if it has none. Valid until the next call. */
struct span namingprocess(const struct naming *n, uint64_t process);
struct span namingthread(const struct naming *n, uint64_t thread);
struct span namingdomain(const struct naming *n, uint64_t process, int64_t domain);

/* Returns the MPI rank of a process, in digits; p is NULL if it has none. */
struct span namingrank(const struct naming *n, uint64_t process);

/* Write a domain or a category as events have them: the name, or else "domain#N" or N. */
void
namingputdomain(const struct naming *n, uint64_t process, int64_t domain, struct buf *out);
void namingputcategory(const struct naming *n, uint64_t process, int64_t domain, int64_t category,
    struct buf *out);

/* A packed id has 8 bits of a machine, 8 bits of a virtual machine, a pid of 24 bits and a tid
 * of 24 bits. For example, thread 0x1122 of process 0x3344 is 0x0001003344001122 on the first
 * machine. A source whose ids may be larger packs them in another way. */
static inline int64_t
packedpid(const struct source *s, uint64_t id)
{
	return s->ops->pid ? s->ops->pid(s, id) : (int64_t)(id >> 24 & 0xFFFFFF);
}

static inline int64_t
packedtid(const struct source *s, uint64_t id)
{
	return s->ops->tid ? s->ops->tid(s, id) : (int64_t)(id & 0xFFFFFF);
}

static inline uint64_t
packedprocess(uint64_t id)
{
	return id & ~(uint64_t)0xFFFFFF;
}

#endif
