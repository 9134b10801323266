/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <unistd.h>

#include "align.h"
#include "base/json.h"
#include "beats.h"
#include "gpu/collective.h"
#include "rhythm.h"

/* The ends of one collective are not farther apart than this, ns: on one host it is tens of us. */
#define APART INT64_C(200000)

/* With so many inputs that have their shifts another one is compared. */
enum { TRIES = 8 };

/* The collectives of one GPU or thread. */
struct player {
	struct beats beats;
};

/* All of them in an input. */
struct orchestra {
	struct map known; /* (pid, device or thread) -> player */
	struct player *players;
	size_t count, room;
};

/* Inputs whose clocks differ by what is known: those of one host. */
struct unit {
	struct incoming *leader; /* the first of them */
	struct beats beats;      /* of the input that has most, on the leader's clock */
	struct pairing fit;
	bool aligned;
};

static void
rhythmtake(struct orchestra *o, const struct event *ev, struct stringtable *names)
{
	enum event_key key = ev->type == TYPE_KERNEL ? KEY_DEVICE : KEY_TID;
	struct mapkey whose = { (uint64_t)evnumber(ev, KEY_PID),
		(uint64_t)evnumber(ev, key) << 1 | (key == KEY_TID) };
	bool fresh;
	uint32_t *number = mapput(&o->known, whose, &fresh);

	if (fresh) {
		*number = (uint32_t)o->count;
		GROW(o->players, o->room, o->count + 1);
		o->players[o->count++] = (struct player){ 0 };
	}
	beatsadd(&o->players[*number].beats, stringintern(names, ev->value[KEY_NAME]), evend(ev));
}

/* Reads the collectives of an input: those of the GPU or thread that has most. False when the
 * input is not whole. */
static bool
listen(struct beats *most, const char *path, struct stringtable *names, bool partial)
{
	struct intakeasks asks = { .types = "kernel,mpi" };
	struct orchestra o = { 0 };
	struct intake feed;
	size_t best = 0;
	bool whole;

	intakeopen(&feed, path, &asks, 1 << 18);
	while (intakenext(&feed, EVKEY(KEY_DEVICE) | EVKEY(KEY_TID), partial))
		if (iscollective(&feed.ev))
			rhythmtake(&o, &feed.ev, names);
	whole = !feed.failed;
	intakeclose(&feed);
	for (size_t i = 1; i < o.count; i++)
		if (o.players[i].beats.count > o.players[best].beats.count)
			best = i;
	for (size_t i = 0; i < o.count; i++)
		if (i == best)
			*most = o.players[i].beats;
		else
			free(o.players[i].beats.all);
	mapfree(&o.known);
	free(o.players);
	return whole;
}

/* Moves collectives onto another clock. */
static void
retime(struct beats *b, const struct shift *shift)
{
	for (size_t i = 0; i < b->count; i++)
		if (!shifttime(shift, b->all[i].end, &b->all[i].end))
			die("times of collectives are out of range");
}

/* Adds an input to the unit of its host, or as a unit of its own. */
static void
rhythmjoin(struct merger *m, struct incoming *b, struct unit *units, size_t *count,
    struct beats *beats)
{
	const struct incoming *leader = alignleader(m, b);
	struct unit *u = units;

	while (u < units + *count && u->leader != leader)
		u++;
	if (!leader)
		u = &units[(*count)++];
	if (!leader) {
		*u = (struct unit){ .leader = b };
	} else {
		alignfollow(b, leader);
		retime(beats, &b->shift);
	}
	if (beats->count > u->beats.count) {
		free(u->beats.all);
		u->beats = *beats;
	} else {
		free(beats->all);
	}
}

static bool
believed(const struct pairing *fit)
{
	return fit->pairs > 0 && fit->residual <= APART && !pairingambiguous(fit);
}

/* Fits a unit to those that are aligned, the first one first; keeps the best of what is not
 * believed. */
static void
fitunit(struct unit *u, const struct unit *units, size_t count)
{
	int tries = 0;

	for (size_t i = 0; i < count && tries < TRIES && !u->aligned; i++) {
		struct pairing fit;

		if (!units[i].aligned)
			continue;
		tries++;
		fit = beatspair(&u->beats, &units[i].beats);
		u->aligned = believed(&fit);
		if (u->aligned || u->fit.pairs == 0 ||
		    (fit.pairs > 0 && fit.residual < u->fit.residual))
			u->fit = fit;
	}
	if (u->aligned)
		retime(&u->beats, &u->fit.shift);
}

/* Says why a unit was not aligned, or ends the program for it. */
static void
doubt(const struct unit *u, bool force)
{
	struct buf text = { 0 };
	const struct pairing *fit = &u->fit;

	if (fit->pairs == 0) {
		bufstr(&text, "too few collectives that others have, too");
	} else if (fit->residual > APART) {
		bufstr(&text, "its collectives end apart from those of others, by ");
		aligntime(&text, false, fit->residual);
	} else {
		bufstr(
		    &text, "its collectives fit those of others in two ways: they end apart by ");
		aligntime(&text, false, fit->residual);
		bufstr(&text, " or ");
		aligntime(&text, false, fit->other);
	}
	bufchar(&text, '\0');
	if (!force)
		die("%s: %s (--force goes on)", u->leader->tag->name, text.p);
	warn("%s: %s", u->leader->tag->name, text.p);
	free(text.p);
}

/* Gives the inputs of a unit their shifts. */
static void
rhythmsettle(struct merger *m, struct unit *u, bool force)
{
	struct incoming *b = u->leader;

	if (!u->aligned)
		doubt(u, force);
	if (u->fit.pairs > 0) {
		b->shift = u->fit.shift;
		b->by = ALIGN_COLLECTIVES;
	} else if (b->facts.hasutc && m->inputs[0].facts.hasutc) {
		b->shift.offset = subsat(b->facts.utc, m->inputs[0].facts.utc);
		b->by = ALIGN_UTC;
	}
}

/* Says what became of a unit. */
static void
rhythmsay(const struct unit *u)
{
	struct buf note = { 0 };

	if (u->fit.pairs > 0) {
		bufstr(&note, ", residual ");
		aligntime(&note, false, u->fit.residual);
		bufprintf(&note, ", %zu collectives", u->fit.pairs);
	}
	bufchar(&note, '\0');
	alignsay(u->leader, note.p);
	free(note.p);
}

/* Ends the program where an input could not be read a second time. */
static void
checktwice(const struct merger *m)
{
	for (size_t i = 0; i < m->count; i++)
		if (m->inputs[i].feed.lines.in.fd == STDIN_FILENO ||
		    (m->inputs[i].feed.pipe && m->inputs[i].feed.child == 0))
			die("%s: collectives are looked for before: what can be read but once "
			    "must become a file",
			    m->inputs[i].feed.path);
}

bool
rhythmalign(struct merger *m, char *const *paths, bool force)
{
	struct stringtable names = { 0 };
	size_t count = 0, done, before;
	struct unit *units;
	bool whole = true;

	checktwice(m);
	units = xzalloc(m->count, sizeof(*units));
	for (size_t i = 0; i < m->count && whole; i++) {
		struct beats beats = { 0 };

		whole = listen(&beats, paths[i], &names, m->partial);
		rhythmjoin(m, &m->inputs[i], units, &count, &beats);
	}
	for (size_t i = 0; i < count; i++)
		beatssort(&units[i].beats);
	units[0].aligned = true;
	done = 1;
	do {
		before = done;
		for (size_t i = 1; i < count && whole; i++)
			if (!units[i].aligned) {
				fitunit(&units[i], units, count);
				done += units[i].aligned;
			}
	} while (done > before && done < count);
	for (size_t i = 1; i < count && whole; i++) {
		rhythmsettle(m, &units[i], force);
		rhythmsay(&units[i]);
	}
	for (size_t i = 1; i < m->count && whole; i++) {
		const struct incoming *leader = alignleader(m, &m->inputs[i]);

		if (leader) {
			alignfollow(&m->inputs[i], leader);
			alignsay(&m->inputs[i], "");
		}
	}
	for (size_t i = 0; i < count; i++)
		free(units[i].beats.all);
	free(units);
	stringtablefree(&names);
	return whole;
}
