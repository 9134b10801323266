/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <unistd.h>

#include "align.h"
#include "base/json.h"
#include "clockfit.h"
#include "collectivealign.h"
#include "gpu/collective.h"

/* largest residual of a trusted fit, ns; on one host collectives end within tens of us */
#define RESIDUAL_MAX INT64_C(200000)

/* most aligned groups that a group is compared with */
enum { COMPARISONS_MAX = 8 };

struct collectivechannel {
	struct collectivelist list;
};

/* The collectives of an input, by GPU or thread. */
struct collectivechannels {
	struct map ids; /* (pid, device or thread) -> index in channels */
	struct collectivechannel *channels;
	size_t count, room;
};

/* Inputs of one host and boot: their clocks differ by known amounts, so they are shifted
 * together. */
struct hostgroup {
	struct mergeinput *leader; /* first input of the host */
	struct collectivelist list;      /* of the input that has most, on the leader's clock */
	struct clockfit fit;
	bool aligned;
};

static void
addcollective(struct collectivechannels *o, const struct event *ev, struct stringtable *names)
{
	enum event_key key = ev->type == TYPE_KERNEL ? KEY_DEVICE : KEY_TID;
	struct mapkey whose = { (uint64_t)evnumber(ev, KEY_PID),
		(uint64_t)evnumber(ev, key) << 1 | (key == KEY_TID) };
	bool fresh;
	uint32_t *number = mapput(&o->ids, whose, &fresh);

	if (fresh) {
		*number = (uint32_t)o->count;
		GROW(o->channels, o->room, o->count + 1);
		o->channels[o->count++] = (struct collectivechannel){ 0 };
	}
	collectivelistadd(&o->channels[*number].list, stringintern(names, ev->value[KEY_NAME]),
	    evend(ev));
}

/* Reads the collectives of an input and stores those of the GPU or thread with the most. Returns
 * false if the input is incomplete. */
static bool
readcollectives(struct collectivelist *most, const char *path, struct stringtable *names,
    bool partial)
{
	struct dumpoptions options = { .types = "kernel,mpi" };
	struct collectivechannels o = { 0 };
	struct inputstream input;
	size_t best = 0;
	bool whole;

	inputstreamopen(&input, path, &options, 1 << 18);
	while (inputstreamnext(&input, EVKEY(KEY_DEVICE) | EVKEY(KEY_TID), partial))
		if (iscollective(&input.ev))
			addcollective(&o, &input.ev, names);
	whole = !input.failed;
	inputstreamclose(&input);
	for (size_t i = 1; i < o.count; i++)
		if (o.channels[i].list.count > o.channels[best].list.count)
			best = i;
	for (size_t i = 0; i < o.count; i++)
		if (i == best)
			*most = o.channels[i].list;
		else
			free(o.channels[i].list.all);
	mapfree(&o.ids);
	free(o.channels);
	return whole;
}

/* Applies a shift to the ends. */
static void
mapends(struct collectivelist *b, const struct clockshift *shift)
{
	for (size_t i = 0; i < b->count; i++)
		if (!clockshiftapply(shift, b->all[i].end, &b->all[i].end))
			die("times of collectives are out of range");
}

/* Adds an input to the group of its host, or makes a group. A group keeps the longest list of its
 * inputs. */
static void
joinhostgroup(struct merger *m, struct mergeinput *in, struct hostgroup *groups, size_t *count,
    struct collectivelist *list)
{
	const struct mergeinput *leader = alignleader(m, in);
	struct hostgroup *u = groups;

	while (u < groups + *count && u->leader != leader)
		u++;
	if (!leader)
		u = &groups[(*count)++];
	if (!leader) {
		*u = (struct hostgroup){ .leader = in };
	} else {
		alignfollow(in, leader);
		mapends(list, &in->shift);
	}
	if (list->count > u->list.count) {
		free(u->list.all);
		u->list = *list;
	} else {
		free(list->all);
	}
}

static bool
fitistrusted(const struct clockfit *fit)
{
	return fit->pairs > 0 && fit->residual <= RESIDUAL_MAX && !clockfitambiguous(fit);
}

/* Fits a group to the aligned groups, in order, until a fit is trusted. Else keeps the fit with the
 * smallest residual. */
static void
fitgroup(struct hostgroup *u, const struct hostgroup *groups, size_t count)
{
	int tries = 0;

	for (size_t i = 0; i < count && tries < COMPARISONS_MAX && !u->aligned; i++) {
		struct clockfit fit;

		if (!groups[i].aligned)
			continue;
		tries++;
		fit = clockfitfind(&u->list, &groups[i].list);
		u->aligned = fitistrusted(&fit);
		if (u->aligned || u->fit.pairs == 0 ||
		    (fit.pairs > 0 && fit.residual < u->fit.residual))
			u->fit = fit;
	}
	if (u->aligned)
		mapends(&u->list, &u->fit.shift);
}

/* Prints why a group has no trusted fit. Ends the program unless force is true. */
static void
reportunreliable(const struct hostgroup *u, bool force)
{
	struct buf text = { 0 };
	const struct clockfit *fit = &u->fit;

	if (fit->pairs == 0) {
		bufstr(&text, "too few collectives that others have, too");
	} else if (fit->residual > RESIDUAL_MAX) {
		bufstr(&text, "its collectives end apart from those of others, by ");
		aligntime(&text, false, fit->residual);
	} else {
		bufstr(
		    &text, "its collectives fit those of others in two ways: they end apart by ");
		aligntime(&text, false, fit->residual);
		bufstr(&text, " or ");
		aligntime(&text, false, fit->runnerup);
	}
	bufchar(&text, '\0');
	if (!force)
		die("%s: %s (--force goes on)", u->leader->label->name, text.p);
	warn("%s: %s", u->leader->label->name, text.p);
	free(text.p);
}

/* Sets the shift of a group's leader: from the fit, else by UTC. */
static void
setshift(struct merger *m, struct hostgroup *u, bool force)
{
	struct mergeinput *in = u->leader;

	if (!u->aligned)
		reportunreliable(u, force);
	if (u->fit.pairs > 0) {
		in->shift = u->fit.shift;
		in->alignedby = ALIGN_COLLECTIVES;
	} else if (in->header.hasutc && m->inputs[0].header.hasutc) {
		in->shift.offset = subsat(in->header.utc, m->inputs[0].header.utc);
		in->alignedby = ALIGN_UTC;
	}
}

/* Prints the shift of a group. */
static void
printfit(const struct hostgroup *u)
{
	struct buf note = { 0 };

	if (u->fit.pairs > 0) {
		bufstr(&note, ", residual ");
		aligntime(&note, false, u->fit.residual);
		bufprintf(&note, ", %zu collectives", u->fit.pairs);
	}
	bufchar(&note, '\0');
	alignreport(u->leader, note.p);
	free(note.p);
}

/* Ends the program if an input cannot be read twice. */
static void
checkrereadable(const struct merger *m)
{
	for (size_t i = 0; i < m->count; i++)
		if (m->inputs[i].reader.lines.in.fd == STDIN_FILENO ||
		    (m->inputs[i].reader.ispipe && m->inputs[i].reader.child == 0))
			die("%s: --align collectives reads its input twice: write it to a file "
			    "first",
			    m->inputs[i].reader.path);
}

bool
aligncollectives(struct merger *m, char *const *paths, bool force)
{
	struct stringtable names = { 0 };
	size_t count = 0, done, before;
	struct hostgroup *groups;
	bool whole = true;

	checkrereadable(m);
	groups = xzalloc(m->count, sizeof(*groups));
	for (size_t i = 0; i < m->count && whole; i++) {
		struct collectivelist list = { 0 };

		whole = readcollectives(&list, paths[i], &names, m->partial);
		joinhostgroup(m, &m->inputs[i], groups, &count, &list);
	}
	for (size_t i = 0; i < count; i++)
		collectivelistsort(&groups[i].list);
	groups[0].aligned = true;
	done = 1;
	do {
		before = done;
		for (size_t i = 1; i < count && whole; i++)
			if (!groups[i].aligned) {
				fitgroup(&groups[i], groups, count);
				done += groups[i].aligned;
			}
	} while (done > before && done < count);
	for (size_t i = 1; i < count && whole; i++) {
		setshift(m, &groups[i], force);
		printfit(&groups[i]);
	}
	for (size_t i = 1; i < m->count && whole; i++) {
		const struct mergeinput *leader = alignleader(m, &m->inputs[i]);

		if (leader) {
			alignfollow(&m->inputs[i], leader);
			alignreport(&m->inputs[i], "");
		}
	}
	for (size_t i = 0; i < count; i++)
		free(groups[i].list.all);
	free(groups);
	stringtablefree(&names);
	return whole;
}
