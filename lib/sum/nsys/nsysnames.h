/* SPDX-License-Identifier: MIT */
/* What the reports of "nsys stats" call events and where they put them. A text is a span of the
 * event, of the name handed in, or of scratch, which is overwritten; scratch is none of these. */
#ifndef NST_NSYSNAMES_H
#define NST_NSYSNAMES_H

#include "stream/event.h"

/* A call without the version of its interface, which exports have behind it: _v3020. Those of other
 * lengths, _v2 and _v10000, are part of the name. */
struct span nsysnamescall(const struct event *ev, struct span name, struct buf *scratch);

/* Work on a GPU: kernels have their names, "[CUDA memcpy Host-to-Device]" is what copies are. */
struct span nsysnamesgpu(const struct event *ev, struct span name, struct buf *scratch);

/* Either of both. */
struct span nsysnamesoperation(const struct event *ev, struct span name, struct buf *scratch);

/* A range: its domain, a colon and the name; the default domain has no name. */
struct span nsysnamesrange(const struct event *ev, struct span name, struct buf *scratch);

/* A kernel behind the innermost range around its launch and a slash. */
struct span nsysnamesranged(const struct event *ev, struct span name, struct buf *scratch);

/* An OpenACC construct, with its file and line behind an @. */
struct span nsysnamesopenacc(const struct event *ev, struct span name, struct buf *scratch);

/* The text of a marker. */
struct span nsysnamesmarker(const struct event *ev, struct span name, struct buf *scratch);

/* Labels, as in struct ways: which of the CUDA tables, or of those of MPI, an event is in; the
 * blocks of a grid and the threads of a block; from which side of a collective a size is. */
struct span nsysnamescategory(const struct event *ev, int part, struct buf *scratch);
struct span nsysnamessource(const struct event *ev, int part, struct buf *scratch);
struct span nsysnamesgrid(const struct event *ev, int part, struct buf *scratch);
struct span nsysnamesblock(const struct event *ev, int part, struct buf *scratch);
struct span nsysnamesside(const struct event *ev, int part, struct buf *scratch);

/* Three numbers of an array, as reports write them: ' 148    1    1'. Nothing where they are not
 * three. */
struct span nsysnamesshape(const struct event *ev, struct span array, struct buf *scratch);

#endif
