/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "accumulator.h"

/* A part of the window: all of it, or a bin. */
struct piece {
	int64_t from, to; /* ns; [from, to), or without an end if to is INT64_MAX */
	size_t bin;
};

/* The share of an addend that is in a piece. It starts at ts, and is the part [past, upto) of the
 * addend's duration; all in ns. */
struct share {
	int64_t ts;
	int64_t past, upto;
};

static bool
addendclip(const struct addend *addend, const struct piece *piece, struct share *share)
{
	int64_t end = addsat(addend->ts, addend->dur);

	if (piece->from >= piece->to || !evoverlaps(addend->ts, end, piece->from, piece->to))
		return false;
	*share = (struct share){ .ts = addend->ts, .upto = addend->dur };
	if (addend->ts < piece->from) {
		share->ts = piece->from;
		share->past = subsat(piece->from, addend->ts);
	}
	if (piece->to != INT64_MAX && end > piece->to)
		share->upto = subsat(piece->to, addend->ts);
	return true;
}

/* Returns the share's part of a number that belongs to the whole addend, in proportion to time. The
 * parts of all shares add up to the number. */
static wide
prorate(int64_t number, const struct addend *addend, const struct share *share)
{
	if (share->past == 0 && share->upto == addend->dur)
		return number;
	return (wide)number * share->upto / addend->dur - (wide)number * share->past / addend->dur;
}

/* Adds the kernels that a projected range or call launched. */
static void
addkernels(
    struct accumulator *a, uint32_t group, const struct addend *addend, const struct share *share)
{
	struct groupsums *x = &a->groups->sums;
	uint32_t projected = groupsrecord(a->groups, group, SUM_PROJECTED);

	a->prorated += share->past > 0 || share->upto < addend->dur;
	a->saturated |= addend->number[1] == INT64_MAX;
	groupsumsadd(x, projected, SUM_KERNELS, prorate(addend->number[0], addend, share));
	groupsumsadd(x, projected, SUM_KERNEL_TIME, prorate(addend->number[1], addend, share));
}

/* Adds a GPU event to the call that launched it. Its latency counts in the piece in which the GPU
 * event begins. */
static void
addlaunch(struct accumulator *a, uint32_t group, const struct addend *addend,
    const struct piece *piece, const struct share *share)
{
	wide latency = (wide)addend->ts - addend->number[0], queue = latency - addend->number[1];
	struct groupsums *x = &a->groups->sums;
	uint32_t call = groupsrecord(a->groups, group, SUM_CALL);

	if (addend->number[2])
		groupsumsadd(x, call, SUM_LAUNCHED_TIME, share->upto - share->past);
	if (addend->ts < piece->from)
		return;
	groupsumsadd(x, call, SUM_LAUNCHES, 1);
	groupsumsadd(x, call, SUM_LAUNCHED, addend->number[2] != 0);
	groupsumsadd(x, call, SUM_LATENCY, latency);
	if (addend->number[1] >= 0 && queue > 0) {
		groupsumsadd(x, call, SUM_QUEUED, 1);
		groupsumsadd(x, call, SUM_QUEUE, queue);
	}
}

/* Adds ns to a sum. */
static void
addinterval(struct accumulator *a, uint32_t group, enum sum_id sum, int64_t ns)
{
	enum sum_id set = sum - sum % SUMS_PER_SET;

	groupsumsadd(&a->groups->sums, groupsrecord(a->groups, group, set), sum, ns);
}

/* Adds the share of an addend, ns long, to those sums of its group that its kind has. */
static void
addsums(struct accumulator *a, uint32_t group, const struct addend *addend,
    const struct share *share, int64_t ns)
{
	struct groupsums *x = &a->groups->sums;
	uint32_t record;

	switch (addend->kind) {
	case ADDEND_COPY:
		record = groupsrecord(a->groups, group, SUM_COPY);
		groupsumsadd(x, record, SUM_MOVES, 1);
		groupsumsadd(x, record, SUM_BYTES, prorate(addend->number[0], addend, share));
		groupsumsadd(x, record, SUM_MOVING, ns);
		groupsumsadd(x, record, SUM_BUS, prorate(addend->number[1], addend, share));
		break;
	case ADDEND_NVTX:
		record = groupsrecord(a->groups, group, SUM_RANGE);
		groupsumsadd(x, record, SUM_RANGED, 1);
		break;
	case ADDEND_RANGE:
		record = groupsrecord(a->groups, group, SUM_PROJECTED);
		groupsumsadd(x, record, SUM_RANGES, 1);
		groupsumsadd(x, record, SUM_RANGE_TIME, prorate(addend->number[2], addend, share));
		addkernels(a, group, addend, share);
		break;
	case ADDEND_CALL:
		record = groupsrecord(a->groups, group, SUM_CALL);
		groupsumsadd(x, record, SUM_CALLS, 1);
		addkernels(a, group, addend, share);
		break;
	case ADDEND_WAIT:
	case ADDEND_TRANSFER:
		record = groupsrecord(a->groups, group, SUM_COLLECTIVE);
		groupsumsadd(x, record, SUM_WAITS, 1);
		groupsumsadd(
		    x, record, addend->kind == ADDEND_WAIT ? SUM_WAIT : SUM_TRANSFER, ns);
		break;
	case ADDEND_INTERVAL:
		addinterval(a, group, (enum sum_id)addend->number[0], ns);
		break;
	case ADDEND_GAP:
		addinterval(a, group, SUM_IDLE, ns);
		break;
	default:
		record = groupsrecord(a->groups, group, SUM_RANGE);
		groupsumsadd(x, record, SUM_SELF, ns);
	}
}

/* Adds to a denominator. */
static void
adddenominator(struct accumulator *a, uint32_t share, size_t bin, int64_t ns)
{
	size_t bins = a->bins > 0 ? a->bins : 1, at = share * bins + bin,
	       before = a->denominatorroom;

	GROW(a->denominators, a->denominatorroom, at + 1);
	memset(
	    a->denominators + before, 0, (a->denominatorroom - before) * sizeof(*a->denominators));
	a->denominators[at] += ns;
}

static void
counttype(struct eventcounts *c, enum addend_kind kind)
{
	c->events++;
	c->instants += kind == ADDEND_INSTANT;
	c->counters += kind == ADDEND_COUNTER;
	c->open += kind == ADDEND_OPEN;
}

/* Adds the share of an addend that is in a piece. */
static void
addshare(struct accumulator *a, const struct addend *addend, const struct piece *piece,
    const struct share *share)
{
	uint32_t group = addend->group;
	int64_t ns = share->upto - share->past;

	if (addend->kind == ADDEND_DENOMINATOR) {
		adddenominator(a, addend->group, piece->bin, ns);
		return;
	}
	if (a->bins > 0)
		group = groupssubgroup(a->groups, group, (int64_t)piece->bin);
	if (addend->kind == ADDEND_BYTES) {
		groupsadd(a->groups, group, (int64_t)prorate(addend->number[0], addend, share));
		return;
	}
	if (addend->kind <= ADDEND_RANGE)
		groupsadd(a->groups, group, ns);
	if (addend->kind == ADDEND_LAUNCH)
		addlaunch(a, group, addend, piece, share);
	else if (addend->kind != ADDEND_TIME)
		addsums(a, group, addend, share, ns);
}

/* Adds the part of an addend that is in a piece, if any. */
static void
addclipped(struct accumulator *a, const struct addend *addend, const struct piece *piece)
{
	struct share share;

	if (addendclip(addend, piece, &share))
		addshare(a, addend, piece, &share);
}

/* Returns true if the events before and after a gap touch the window. */
static bool
gapcounts(const struct accumulator *a, const struct addend *gap)
{
	int64_t from = a->final ? a->from : clipfrom(a->clip);
	int64_t to = a->final ? a->to : clipto(a->clip);

	return (gap->number[0] >= from || gap->ts > from) &&
	    (to == INT64_MAX || addsat(gap->ts, gap->dur) < to);
}

/* Returns the position of an addend. A gap that touches the window may count once another header
 * has made the window wider. */
static enum clipped
positionof(const struct accumulator *a, const struct addend *addend)
{
	int64_t end = addsat(addend->ts, addend->dur);

	if (addend->kind != ADDEND_GAP)
		return clipposition(a->clip, addend->ts, end);
	if (gapcounts(a, addend))
		return CLIP_INSIDE;
	return evoverlaps(addend->number[0], end, a->clip->from, a->clip->to) ? CLIP_ACROSS :
	                                                                        CLIP_OUTSIDE;
}

void
accumulatorcount(struct accumulator *a, enum addend_kind kind, int64_t ts, int64_t dur)
{
	struct addend addend = { .ts = ts, .dur = dur, .kind = kind };

	if (!a->clip->narrow)
		counttype(&a->counts, kind);
	else
		accumulatoradd(a, &addend);
}

void
accumulatoradd(struct accumulator *a, const struct addend *addend)
{
	static const struct piece all = { INT64_MIN, INT64_MAX, 0 };
	struct share whole = { addend->ts, 0, addend->dur };
	enum clipped where = CLIP_INSIDE;

	if (accumulatorunclipped(a) && addend->kind < ADDEND_EVENT) { /* the fast path: most
	                                                               * addends */
		addshare(a, addend, &all, &whole);
		return;
	}
	if (a->clip->narrow)
		where = positionof(a, addend);
	if (where == CLIP_OUTSIDE)
		return;
	if (where == CLIP_INSIDE && addend->kind >= ADDEND_EVENT) {
		counttype(&a->counts, addend->kind);
	} else if (where == CLIP_INSIDE && a->bins == 0) {
		addclipped(a, addend, &all);
	} else {
		GROW(a->deferred, a->deferredroom, a->deferredcount + 1);
		a->deferred[a->deferredcount++] = *addend;
	}
}

void
accumulatorfinal(struct accumulator *a)
{
	a->final = true;
	a->from = clipfrom(a->clip);
	a->to = clipto(a->clip);
	a->start = clipstart(a->clip);
	a->end = clipend(a->clip);
}

int64_t
accumulatorbin(const struct accumulator *a, size_t bin)
{
	return (int64_t)(a->start + ((wide)a->end - a->start) * (wide)bin / (wide)a->bins);
}

/* Returns the bin of a time in the window. */
static size_t
binof(const struct accumulator *a, int64_t ts)
{
	int64_t from = a->start, to = a->end;
	size_t bin = 0;

	if (ts > from && to > from)
		bin = (size_t)(((wide)ts - from) * (wide)a->bins / ((wide)to - from));
	bin = bin < a->bins ? bin : a->bins - 1;
	while (bin > 0 && accumulatorbin(a, bin) > ts) /* bins of 0 ns hold nothing */
		bin--;
	while (bin + 1 < a->bins && accumulatorbin(a, bin + 1) <= ts)
		bin++;
	return bin;
}

/* Adds the parts of an addend to their bins. The first and the last bin go on to the edges of the
 * window, for events outside the span; the last one includes events that begin at the end of the
 * window. */
static void
addbins(struct accumulator *a, const struct addend *addend)
{
	int64_t end = addsat(addend->ts, addend->dur);
	int64_t to = a->to;
	bool open = to > a->clip->span.all.last || to == INT64_MAX;

	for (size_t bin = binof(a, addend->ts); bin < a->bins; bin++) {
		struct piece piece = { accumulatorbin(a, bin), accumulatorbin(a, bin + 1), bin };

		if (bin == 0)
			piece.from = a->from;
		if (bin + 1 == a->bins)
			piece.to = open ? INT64_MAX : to;
		if (piece.from > end)
			break;
		if (piece.from < piece.to)
			addclipped(a, addend, &piece);
	}
}

void
accumulatormove(struct accumulator *a, struct groupmoves *moves)
{
	for (size_t i = 0; i < a->deferredcount; i++) {
		struct addend *addend = &a->deferred[i];

		if (addend->kind < ADDEND_DENOMINATOR)
			addend->group = groupsmove(moves, addend->group);
	}
}

void
accumulatorapply(struct accumulator *a, const struct addend *addend)
{
	struct piece window = { a->from, a->to, 0 };
	struct share share;

	if (addend->kind == ADDEND_GAP && !gapcounts(a, addend))
		return;
	if (addend->kind >= ADDEND_EVENT && addendclip(addend, &window, &share))
		counttype(&a->counts, addend->kind);
	else if (addend->kind < ADDEND_EVENT && a->bins > 0)
		addbins(a, addend);
	else if (addend->kind < ADDEND_EVENT)
		addclipped(a, addend, &window);
}

void
accumulatorflush(struct accumulator *a)
{
	for (size_t i = 0; i < a->deferredcount; i++)
		accumulatorapply(a, &a->deferred[i]);
	accumulatorforget(a);
}

void
accumulatorforget(struct accumulator *a)
{
	free(a->deferred);
	a->deferred = NULL;
	a->deferredcount = a->deferredroom = 0;
}

wide
accumulatordenominator(const struct accumulator *a, uint32_t share, size_t bin)
{
	size_t at = share * (a->bins > 0 ? a->bins : 1) + bin;

	return at < a->denominatorroom ? a->denominators[at] : 0;
}

void
accumulatorfree(struct accumulator *a)
{
	accumulatorforget(a);
	free(a->denominators);
	*a = (struct accumulator){ 0 };
}
