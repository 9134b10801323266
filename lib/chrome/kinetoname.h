/* SPDX-License-Identifier: MIT */
/* Categories and names of events as PyTorch's profiler (Kineto) writes them. Texts are JSON string
 * contents without the quotes. */
#ifndef NST_KINETONAME_H
#define NST_KINETONAME_H

#include <stdbool.h>

#include "base/mem.h"

/* An NVTX range as Kineto has it. */
struct kinetorange {
	struct span name;       /* without what PyTorch appends */
	struct span seq, op_id; /* numbers that it appends: digits, or empty */
	struct span sizes;      /* of the inputs, as JSON: "[[2, 3], []]", or empty */
	struct span inputs;     /* of the graph, "[(1,0), (2,0)]", or empty */
	const char *category;   /* cpu_op, user_annotation or python_function */
	bool owndomain;         /* the domain is the category */
};

/* Reads the name of a range and its domain, which is empty if it has none. */
void kinetorangeread(struct kinetorange *r, struct span name, struct span domain);

/* Returns "cuda_driver" or "cuda_runtime". */
const char *kinetocallcategory(struct span name);

/* Returns CUPTI's number of a call without its version, -1 if it is not known. */
int kinetocallnumber(struct span name);

/* Returns Kineto's name of a wait, or the name itself if Kineto has none. */
struct span kinetosyncname(struct span name);

/* Appends Kineto's name of a copy: "Memcpy HtoD (Pinned -> Device)" of "Host-to-Device", "Pinned"
 * and "Device". The kinds of memory may be empty. Returns false if Kineto has no name for it. */
bool kinetocopyname(struct buf *out, struct span kind, struct span from, struct span to);

#endif
