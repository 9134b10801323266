/* SPDX-License-Identifier: MIT */
/* Names of events as the stats reports have them. name is the event's own name. The result is part
 * of the event, of name, or of scratch, which is overwritten; name must not be in scratch. */
#ifndef NST_NSYSNAMES_H
#define NST_NSYSNAMES_H

#include "stream/event.h"

/* Strips the version of the API, which exports append to calls: _v3020. Suffixes of other lengths,
 * _v2 and _v10000, belong to the name. */
struct span nsysnamescall(const struct event *ev, struct span name, struct buf *scratch);

/* Copies and sets are "[CUDA memcpy Host-to-Device]"; kernels keep their names. */
struct span nsysnamesgpu(const struct event *ev, struct span name, struct buf *scratch);

/* Applies one of the two above. */
struct span nsysnamesoperation(const struct event *ev, struct span name, struct buf *scratch);

/* A range is "DOMAIN:NAME"; the default domain is empty. */
struct span nsysnamesrange(const struct event *ev, struct span name, struct buf *scratch);

/* A kernel is "RANGE/KERNEL", with the innermost range around its launch. */
struct span nsysnamesranged(const struct event *ev, struct span name, struct buf *scratch);

/* An OpenACC construct is "NAME@FILE:LINE". */
struct span nsysnamesopenacc(const struct event *ev, struct span name, struct buf *scratch);

/* A marker has its text instead of the name of the call. */
struct span nsysnamesmarker(const struct event *ev, struct span name, struct buf *scratch);

/* Labels, as in struct tallyhooks: the category of a CUDA event, the source of an MPI event (p2p,
 * coll, start_wait or other), the shape of a grid or block, and the direction of a message size. */
struct span nsysnamescategory(const struct event *ev, int part, struct buf *scratch);
struct span nsysnamessource(const struct event *ev, int part, struct buf *scratch);
struct span nsysnamesgrid(const struct event *ev, int part, struct buf *scratch);
struct span nsysnamesblock(const struct event *ev, int part, struct buf *scratch);
struct span nsysnamesside(const struct event *ev, int part, struct buf *scratch);

/* Formats an array of three numbers: ' 148    1    1'. Returns NULL for other arrays. */
struct span nsysnamesshape(const struct event *ev, struct span array, struct buf *scratch);

#endif
