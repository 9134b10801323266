/* SPDX-License-Identifier: MIT */
/* The longest stretches in which a GPU did not work, as nst-state found them. */
#ifndef NST_WAITS_H
#define NST_WAITS_H

#include "base/map.h"
#include "gpu/groupname.h"
#include "gpu/identity.h"
#include "program/clip.h"
#include "table/tableview.h"

/* A text is a number in waits.texts; that of "" if there is none. */
struct wait {
	int64_t ts, dur; /* ns */
	int64_t pid, device;
	uint32_t cause, kind, blame;
	uint32_t before, after; /* the names of the work around it */
};

/* What a device did first and last. */
struct waitdevice {
	int64_t pid, device;
	int64_t first;    /* the beginning of its first work, ns; INT64_MAX before that */
	uint32_t firstname;
	int64_t end;      /* the latest end of its work, ns */
	uint32_t name;    /* the work that ended then */
	size_t expecting; /* number of waits whose next work has not begun */
};

/* All zero except the first fields, which the caller sets. waitsfree frees it. */
struct waits {
	size_t most; /* number of waits to keep; 0 for none, SIZE_MAX for all */
	bool neighbours; /* also the names of the work around them */
	const struct clip *clip;
	struct groupnamer *namer;
	struct identitytable *ids; /* the caller's, which reads the meta records */

	struct stringtable texts;
	struct wait *p; /* the longest first */
	size_t count, room;
	uint64_t all;   /* number of waits */
	struct waitdevice *devices;
	size_t devicecount, deviceroom;
	struct buf scratch;
};

/* The integer keys that must have been decoded. */
#define WAITS_KEYS (EVKEY(KEY_TS) | EVKEY(KEY_DUR) | IDENTITY_KEYS)

/* Reads an event: a state of a GPU, or work. Events must be in order of ts. */
void waitsevent(struct waits *w, const struct event *ev);

/* Writes the first rows of them as a table. */
void waitswrite(struct waits *w, const struct tableview *s, size_t rows, struct buf *out);

void waitsfree(struct waits *w);

#endif
