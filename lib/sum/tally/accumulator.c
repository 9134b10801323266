/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "accumulator.h"

/* A part of the window, and which it is. */
struct piece {
	int64_t from, to; /* ns; half open, but to INT64_MAX it has no end */
	size_t bin;
};

/* What of a fact lies in a piece: [ts, end), ns, that is from past to upto of the whole. */
struct share {
	int64_t ts;
	int64_t past, upto; /* of dur */
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

/* Of a number that the whole came with what goes to the share: those of all shares add up to the
 * number. */
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
    struct accumulator *f, uint32_t group, const struct addend *addend, const struct share *share)
{
	struct groupsums *x = &f->groups->sums;
	uint32_t projected = groupsrecord(f->groups, group, SUM_PROJECTED);

	f->prorated += share->past > 0 || share->upto < addend->dur;
	f->saturated |= addend->number[1] == INT64_MAX;
	groupsumsadd(x, projected, SUM_KERNELS, prorate(addend->number[0], addend, share));
	groupsumsadd(x, projected, SUM_KERNEL_TIME, prorate(addend->number[1], addend, share));
}

/* Adds what a call launched; its delays count where it began. */
static void
addlaunch(struct accumulator *f, uint32_t group, const struct addend *addend,
    const struct piece *piece, const struct share *share)
{
	wide latency = (wide)addend->ts - addend->number[0], queue = latency - addend->number[1];
	struct groupsums *x = &f->groups->sums;
	uint32_t call = groupsrecord(f->groups, group, SUM_CALL);

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

/* Adds what a fact has besides its duration, of ns in this share. */
static void
addextra(struct accumulator *f, uint32_t group, const struct addend *addend,
    const struct share *share, int64_t ns)
{
	struct groupsums *x = &f->groups->sums;
	uint32_t record;

	switch (addend->kind) {
	case ADDEND_COPY:
		record = groupsrecord(f->groups, group, SUM_COPY);
		groupsumsadd(x, record, SUM_MOVES, 1);
		groupsumsadd(x, record, SUM_BYTES, prorate(addend->number[0], addend, share));
		groupsumsadd(x, record, SUM_MOVING, ns);
		break;
	case ADDEND_NVTX:
		record = groupsrecord(f->groups, group, SUM_RANGE);
		groupsumsadd(x, record, SUM_RANGED, 1);
		break;
	case ADDEND_RANGE:
		record = groupsrecord(f->groups, group, SUM_PROJECTED);
		groupsumsadd(x, record, SUM_RANGES, 1);
		groupsumsadd(x, record, SUM_RANGE_TIME, prorate(addend->number[2], addend, share));
		addkernels(f, group, addend, share);
		break;
	case ADDEND_CALL:
		record = groupsrecord(f->groups, group, SUM_CALL);
		groupsumsadd(x, record, SUM_CALLS, 1);
		addkernels(f, group, addend, share);
		break;
	case ADDEND_WAIT:
	case ADDEND_TRANSFER:
		record = groupsrecord(f->groups, group, SUM_COLLECTIVE);
		groupsumsadd(x, record, SUM_WAITS, 1);
		groupsumsadd(
		    x, record, addend->kind == ADDEND_WAIT ? SUM_WAIT : SUM_TRANSFER, ns);
		break;
	default:
		record = groupsrecord(f->groups, group, SUM_RANGE);
		groupsumsadd(x, record, SUM_SELF, ns);
	}
}

/* Adds to the time that shares are shares of. */
static void
adddenominator(struct accumulator *f, uint32_t share, size_t bin, int64_t ns)
{
	size_t bins = f->bins > 0 ? f->bins : 1, at = share * bins + bin, before = f->wholeroom;

	GROW(f->wholes, f->wholeroom, at + 1);
	memset(f->wholes + before, 0, (f->wholeroom - before) * sizeof(*f->wholes));
	f->wholes[at] += ns;
}

static void
factcount(struct eventcounts *c, enum addend_kind kind)
{
	c->events++;
	c->instants += kind == ADDEND_INSTANT;
	c->counters += kind == ADDEND_COUNTER;
	c->open += kind == ADDEND_OPEN;
}

/* Adds the share of a fact that lies in a piece of the window. */
static void
addshare(struct accumulator *f, const struct addend *addend, const struct piece *piece,
    const struct share *share)
{
	uint32_t group = addend->group;
	int64_t ns = share->upto - share->past;

	if (addend->kind == ADDEND_DENOMINATOR) {
		adddenominator(f, addend->group, piece->bin, ns);
		return;
	}
	if (f->bins > 0)
		group = groupspart(f->groups, group, (int64_t)piece->bin);
	if (addend->kind == ADDEND_BYTES) {
		groupsadd(f->groups, group, (int64_t)prorate(addend->number[0], addend, share));
		return;
	}
	if (addend->kind <= ADDEND_RANGE)
		groupsadd(f->groups, group, ns);
	if (addend->kind == ADDEND_LAUNCH)
		addlaunch(f, group, addend, piece, share);
	else if (addend->kind != ADDEND_TIME)
		addextra(f, group, addend, share, ns);
}

/* Adds what of a fact lies in a piece of the window. */
static void
factadd(struct accumulator *f, const struct addend *addend, const struct piece *piece)
{
	struct share share;

	if (addendclip(addend, piece, &share))
		addshare(f, addend, piece, &share);
}

void
accumulatorcount(struct accumulator *f, enum addend_kind kind, int64_t ts, int64_t dur)
{
	struct addend addend = { .ts = ts, .dur = dur, .kind = kind };

	if (!f->clip->narrow)
		factcount(&f->count, kind);
	else
		accumulatoradd(f, &addend);
}

void
accumulatoradd(struct accumulator *f, const struct addend *addend)
{
	static const struct piece all = { INT64_MIN, INT64_MAX, 0 };
	struct share whole = { addend->ts, 0, addend->dur };
	enum clipped where = CLIP_INSIDE;

	if (accumulatorunclipped(f) && addend->kind < ADDEND_EVENT) { /* most are */
		addshare(f, addend, &all, &whole);
		return;
	}
	if (f->clip->narrow)
		where = clipposition(f->clip, addend->ts, addsat(addend->ts, addend->dur));
	if (where == CLIP_OUTSIDE)
		return;
	if (where == CLIP_INSIDE && addend->kind >= ADDEND_EVENT) {
		factcount(&f->count, addend->kind);
	} else if (where == CLIP_INSIDE && f->bins == 0) {
		factadd(f, addend, &all);
	} else {
		GROW(f->held, f->heldroom, f->heldcount + 1);
		f->held[f->heldcount++] = *addend;
	}
}

int64_t
accumulatorbin(const struct accumulator *f, size_t bin)
{
	int64_t from = clipstart(f->clip), to = clipend(f->clip);

	return (int64_t)(from + ((wide)to - from) * (wide)bin / (wide)f->bins);
}

/* The bin that a time in the window lies in. */
static size_t
binof(const struct accumulator *f, int64_t ts)
{
	int64_t from = clipstart(f->clip), to = clipend(f->clip);
	size_t bin = 0;

	if (ts > from && to > from)
		bin = (size_t)(((wide)ts - from) * (wide)f->bins / ((wide)to - from));
	bin = bin < f->bins ? bin : f->bins - 1;
	while (bin > 0 && accumulatorbin(f, bin) > ts) /* those that begin at one ns hold nothing */
		bin--;
	while (bin + 1 < f->bins && accumulatorbin(f, bin + 1) <= ts)
		bin++;
	return bin;
}

/* Adds a fact to each bin that it lies in. The last bin has what begins at the end of the
 * window. */
static void
addbins(struct accumulator *f, const struct addend *addend)
{
	int64_t end = addsat(addend->ts, addend->dur);
	int64_t to = clipto(f->clip);
	bool last = to > f->clip->latest || to == INT64_MAX;

	for (size_t bin = binof(f, addend->ts); bin < f->bins; bin++) {
		struct piece piece = { accumulatorbin(f, bin), accumulatorbin(f, bin + 1), bin };

		if (bin + 1 == f->bins && last)
			piece.to = INT64_MAX;
		if (piece.from > end)
			break;
		if (piece.from < piece.to)
			factadd(f, addend, &piece);
	}
}

void
accumulatorflush(struct accumulator *f)
{
	struct piece window = { clipfrom(f->clip), clipto(f->clip), 0 };

	for (size_t i = 0; i < f->heldcount; i++) {
		const struct addend *addend = &f->held[i];
		struct share share;

		if (addend->kind >= ADDEND_EVENT && addendclip(addend, &window, &share))
			factcount(&f->count, addend->kind);
		else if (addend->kind < ADDEND_EVENT && f->bins > 0)
			addbins(f, addend);
		else if (addend->kind < ADDEND_EVENT)
			factadd(f, addend, &window);
	}
	f->heldcount = 0;
}

wide
accumulatordenominator(const struct accumulator *f, uint32_t share, size_t bin)
{
	size_t at = share * (f->bins > 0 ? f->bins : 1) + bin;

	return at < f->wholeroom ? f->wholes[at] : 0;
}

void
accumulatorfree(struct accumulator *f)
{
	free(f->wholes);
	free(f->held);
	*f = (struct accumulator){ 0 };
}
