/* SPDX-License-Identifier: MIT */
/* Writes "gpu-state" records with notes of their values, so that no reader parses or notes them. */
#ifndef NST_STATERECORD_H
#define NST_STATERECORD_H

#include "gputable.h"

/* The name of a record: bits of stateinterval.works, or that of the time before or after all
 * work. */
enum { STATE_BEFORE = 1 << WORK_COUNT, STATE_AFTER, STATE_NAMES };

/* All zero is empty; the caller frees the line. */
struct staterecord {
	struct event ev;
	struct buf line;
	struct valuenote notes[KEY_COUNT];
};

/* Writes the record of an interval of a GPU. Returns the event, which is valid until the next
 * call. */
struct event *staterecordwrite(struct staterecord *r, const struct stateinterval *interval,
    const struct trackedgpu *gpu, unsigned name, struct buf *stack);

#endif
