/* SPDX-License-Identifier: MIT */
/* Collective operations: each rank waits for all others. */
#ifndef NST_COLLECTIVE_H
#define NST_COLLECTIVE_H

#include "stream/event.h"

/* Returns true if the event is one rank's part of a collective: an NCCL kernel, or an MPI call that
 * synchronizes all ranks, such as MPI_Allreduce. It must have a pid and a duration. */
bool iscollective(const struct event *ev);

#endif
