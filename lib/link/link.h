/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-link: each GPU event gets the call that launched it and the ranges around that,
 * and each range becomes an event for each device that it kept busy.
 */
#ifndef NST_LINK_H
#define NST_LINK_H

#include "call.h"
#include "stage.h"

struct link {
	struct stage stage;
	uint64_t ops; /* bits of the types that a projected range counts */
	struct scopes scopes;
	struct calls calls;
	size_t pending; /* calls from here on came at now: a range that encloses them may still come */
	int64_t now;    /* ts of the latest event, ns */
	struct buf launch, nvtx, args; /* values of the event at hand */
	struct buf stack; /* the scanner's, for events of its own */
	uint32_t *path; /* the names of the ranges around it, the innermost first */
	size_t pathroom;
};

/* Makes a stage that counts kernels and graphs; linkfree frees it. */
void linkinit(struct link *l);

void linkfree(struct link *l);

#endif
