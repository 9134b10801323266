/* SPDX-License-Identifier: MIT */
/* Collectives: what no rank leaves before all have come. */
#ifndef NST_COLLECTIVE_H
#define NST_COLLECTIVE_H

#include "stream/event.h"

/* Whether an event is one rank's part of a collective: a kernel of NCCL, or a call of MPI in which
 * all wait for all; of a process, and with a duration. */
bool iscollective(const struct event *ev);

#endif
