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
factcut(const struct fact *fact, const struct piece *piece, struct share *share)
{
	int64_t end = addsat(fact->ts, fact->dur);

	if (piece->from >= piece->to || !evtouches(fact->ts, end, piece->from, piece->to))
		return false;
	*share = (struct share){ .ts = fact->ts, .upto = fact->dur };
	if (fact->ts < piece->from) {
		share->ts = piece->from;
		share->past = subsat(piece->from, fact->ts);
	}
	if (piece->to != INT64_MAX && end > piece->to)
		share->upto = subsat(piece->to, fact->ts);
	return true;
}

/* Of a number that the whole came with what goes to the share: those of all shares add up to the
 * number. */
static wide
prorate(int64_t number, const struct fact *fact, const struct share *share)
{
	if (share->past == 0 && share->upto == fact->dur)
		return number;
	return (wide)number * share->upto / fact->dur - (wide)number * share->past / fact->dur;
}

/* Adds the kernels that a projected range or call launched. */
static void
addkernels(
    struct facts *f, uint32_t group, const struct fact *fact, const struct share *share)
{
	struct extras *x = &f->groups->extras;
	uint32_t projected = groupsextra(f->groups, group, EXTRA_PROJECTED);

	f->prorated += share->past > 0 || share->upto < fact->dur;
	f->saturated |= fact->number[1] == INT64_MAX;
	extrasadd(x, projected, EXTRA_KERNELS, prorate(fact->number[0], fact, share));
	extrasadd(x, projected, EXTRA_KERNEL_TIME, prorate(fact->number[1], fact, share));
}

/* Adds what a call launched; its delays count where it began. */
static void
addlaunch(struct facts *f, uint32_t group, const struct fact *fact, const struct piece *piece,
    const struct share *share)
{
	wide latency = (wide)fact->ts - fact->number[0], queue = latency - fact->number[1];
	struct extras *x = &f->groups->extras;
	uint32_t call = groupsextra(f->groups, group, EXTRA_CALL);

	if (fact->number[2])
		extrasadd(x, call, EXTRA_LAUNCHED_TIME, share->upto - share->past);
	if (fact->ts < piece->from)
		return;
	extrasadd(x, call, EXTRA_LAUNCHES, 1);
	extrasadd(x, call, EXTRA_LAUNCHED, fact->number[2] != 0);
	extrasadd(x, call, EXTRA_LATENCY, latency);
	if (fact->number[1] >= 0 && queue > 0) {
		extrasadd(x, call, EXTRA_QUEUED, 1);
		extrasadd(x, call, EXTRA_QUEUE, queue);
	}
}

/* Adds what a fact has besides its duration, of ns in this share. */
static void
addextra(struct facts *f, uint32_t group, const struct fact *fact, const struct share *share,
    int64_t ns)
{
	struct extras *x = &f->groups->extras;
	uint32_t record;

	switch (fact->kind) {
	case FACT_COPY:
		record = groupsextra(f->groups, group, EXTRA_COPY);
		extrasadd(x, record, EXTRA_MOVES, 1);
		extrasadd(x, record, EXTRA_BYTES, prorate(fact->number[0], fact, share));
		extrasadd(x, record, EXTRA_MOVING, ns);
		break;
	case FACT_NVTX:
		record = groupsextra(f->groups, group, EXTRA_RANGE);
		extrasadd(x, record, EXTRA_RANGED, 1);
		break;
	case FACT_RANGE:
		record = groupsextra(f->groups, group, EXTRA_PROJECTED);
		extrasadd(x, record, EXTRA_RANGES, 1);
		extrasadd(x, record, EXTRA_RANGE_TIME, prorate(fact->number[2], fact, share));
		addkernels(f, group, fact, share);
		break;
	case FACT_CALL:
		record = groupsextra(f->groups, group, EXTRA_CALL);
		extrasadd(x, record, EXTRA_CALLS, 1);
		addkernels(f, group, fact, share);
		break;
	case FACT_WAIT:
	case FACT_TRANSFER:
		record = groupsextra(f->groups, group, EXTRA_COLLECTIVE);
		extrasadd(x, record, EXTRA_WAITS, 1);
		extrasadd(
		    x, record, fact->kind == FACT_WAIT ? EXTRA_WAIT : EXTRA_TRANSFER, ns);
		break;
	default:
		record = groupsextra(f->groups, group, EXTRA_RANGE);
		extrasadd(x, record, EXTRA_SELF, ns);
	}
}

/* Adds to the time that shares are shares of. */
static void
addwhole(struct facts *f, uint32_t share, size_t bin, int64_t ns)
{
	size_t bins = f->bins > 0 ? f->bins : 1, at = share * bins + bin, before = f->wholeroom;

	GROW(f->wholes, f->wholeroom, at + 1);
	memset(f->wholes + before, 0, (f->wholeroom - before) * sizeof(*f->wholes));
	f->wholes[at] += ns;
}

static void
factcount(struct counts *c, enum fact_kind kind)
{
	c->events++;
	c->instants += kind == FACT_INSTANT;
	c->counters += kind == FACT_COUNTER;
	c->open += kind == FACT_OPEN;
}

/* Adds the share of a fact that lies in a piece of the window. */
static void
addshare(struct facts *f, const struct fact *fact, const struct piece *piece,
    const struct share *share)
{
	uint32_t group = fact->group;
	int64_t ns = share->upto - share->past;

	if (fact->kind == FACT_WHOLE) {
		addwhole(f, fact->group, piece->bin, ns);
		return;
	}
	if (f->bins > 0)
		group = groupspart(f->groups, group, (int64_t)piece->bin);
	if (fact->kind == FACT_BYTES) {
		groupstake(f->groups, group, (int64_t)prorate(fact->number[0], fact, share));
		return;
	}
	if (fact->kind <= FACT_RANGE)
		groupstake(f->groups, group, ns);
	if (fact->kind == FACT_LAUNCH)
		addlaunch(f, group, fact, piece, share);
	else if (fact->kind != FACT_TIME)
		addextra(f, group, fact, share, ns);
}

/* Adds what of a fact lies in a piece of the window. */
static void
factadd(struct facts *f, const struct fact *fact, const struct piece *piece)
{
	struct share share;

	if (factcut(fact, piece, &share))
		addshare(f, fact, piece, &share);
}

void
factscount(struct facts *f, enum fact_kind kind, int64_t ts, int64_t dur)
{
	struct fact fact = { .ts = ts, .dur = dur, .kind = kind };

	if (!f->clip->narrow)
		factcount(&f->count, kind);
	else
		factsput(f, &fact);
}

void
factsput(struct facts *f, const struct fact *fact)
{
	static const struct piece all = { INT64_MIN, INT64_MAX, 0 };
	struct share whole = { fact->ts, 0, fact->dur };
	enum clipped where = CLIP_INSIDE;

	if (factsplain(f) && fact->kind < FACT_EVENT) { /* most are */
		addshare(f, fact, &all, &whole);
		return;
	}
	if (f->clip->narrow)
		where = clipwhere(f->clip, fact->ts, addsat(fact->ts, fact->dur));
	if (where == CLIP_OUTSIDE)
		return;
	if (where == CLIP_INSIDE && fact->kind >= FACT_EVENT) {
		factcount(&f->count, fact->kind);
	} else if (where == CLIP_INSIDE && f->bins == 0) {
		factadd(f, fact, &all);
	} else {
		GROW(f->held, f->heldroom, f->heldcount + 1);
		f->held[f->heldcount++] = *fact;
	}
}

int64_t
factsbin(const struct facts *f, size_t bin)
{
	int64_t from = clipstart(f->clip), to = clipend(f->clip);

	return (int64_t)(from + ((wide)to - from) * (wide)bin / (wide)f->bins);
}

/* The bin that a time in the window lies in. */
static size_t
binof(const struct facts *f, int64_t ts)
{
	int64_t from = clipstart(f->clip), to = clipend(f->clip);
	size_t bin = 0;

	if (ts > from && to > from)
		bin = (size_t)(((wide)ts - from) * (wide)f->bins / ((wide)to - from));
	bin = bin < f->bins ? bin : f->bins - 1;
	while (bin > 0 && factsbin(f, bin) > ts) /* those that begin at one ns hold nothing */
		bin--;
	while (bin + 1 < f->bins && factsbin(f, bin + 1) <= ts)
		bin++;
	return bin;
}

/* Adds a fact to each bin that it lies in. The last bin has what begins at the end of the
 * window. */
static void
addbins(struct facts *f, const struct fact *fact)
{
	int64_t end = addsat(fact->ts, fact->dur);
	int64_t to = clipto(f->clip);
	bool last = to > f->clip->latest || to == INT64_MAX;

	for (size_t bin = binof(f, fact->ts); bin < f->bins; bin++) {
		struct piece piece = { factsbin(f, bin), factsbin(f, bin + 1), bin };

		if (bin + 1 == f->bins && last)
			piece.to = INT64_MAX;
		if (piece.from > end)
			break;
		if (piece.from < piece.to)
			factadd(f, fact, &piece);
	}
}

void
factssettle(struct facts *f)
{
	struct piece window = { clipfrom(f->clip), clipto(f->clip), 0 };

	for (size_t i = 0; i < f->heldcount; i++) {
		const struct fact *fact = &f->held[i];
		struct share share;

		if (fact->kind >= FACT_EVENT && factcut(fact, &window, &share))
			factcount(&f->count, fact->kind);
		else if (fact->kind < FACT_EVENT && f->bins > 0)
			addbins(f, fact);
		else if (fact->kind < FACT_EVENT)
			factadd(f, fact, &window);
	}
	f->heldcount = 0;
}

wide
factswhole(const struct facts *f, uint32_t share, size_t bin)
{
	size_t at = share * (f->bins > 0 ? f->bins : 1) + bin;

	return at < f->wholeroom ? f->wholes[at] : 0;
}

void
factsfree(struct facts *f)
{
	free(f->wholes);
	free(f->held);
	*f = (struct facts){ 0 };
}
