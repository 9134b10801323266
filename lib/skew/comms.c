/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "comms.h"

/* The members of "args" that tell of a collective. */
enum commsarg { COMMS_GROUP, COMMS_RANKS, COMMS_OPERATION, COMMS_SEQ, COMMS_SRC, COMMS_DST,
	COMMS_ARGS };

static const char *const commsnames[] = {
	[COMMS_GROUP] = "Process Group Name",
	[COMMS_RANKS] = "Process Group Ranks",
	[COMMS_OPERATION] = "Collective name",
	[COMMS_SEQ] = "Seq",
	[COMMS_SRC] = "Src Rank",
	[COMMS_DST] = "Dst Rank",
};

/* What an operator tells: ids in commstable.texts. */
struct commsargs {
	uint32_t values[COMMS_ARGS];
};

void
commslearn(struct commstable *t, const struct event *ev)
{
	struct commsargs *to;
	struct span group;
	uint32_t *index;
	int64_t id;
	bool fresh;

	if (ev->type != TYPE_NVTX || !evhas(ev, KEY_PID) || !evhas(ev, KEY_NAME) ||
	    !spanis(ev->value[KEY_NAME], "\"record_param_comms\"") ||
	    !jsonint(evarg(ev, "External id"), &id))
		return;
	group = evarg(ev, commsnames[COMMS_GROUP]);
	if (!jsonisstring(group))
		return;
	index = mapput(
	    &t->operators, (struct mapkey){ (uint64_t)ev->number[KEY_PID], (uint64_t)id }, &fresh);
	if (fresh)
		*index = (uint32_t)t->count++;
	GROW(t->told, t->room, t->count);
	to = &t->told[*index];
	for (int i = 0; i < COMMS_ARGS; i++)
		to->values[i] = stringintern(&t->texts, evarg(ev, commsnames[i]));
}

/* Returns what the operator of a kernel tells, or NULL. */
static const struct commsargs *
commsoperator(const struct commstable *t, const struct event *ev)
{
	const uint32_t *index;
	int64_t id;

	if (!jsonint(evarg(ev, "External id"), &id))
		return NULL;
	index = mapget(
	    &t->operators, (struct mapkey){ (uint64_t)evnumber(ev, KEY_PID), (uint64_t)id });
	return index ? &t->told[*index] : NULL;
}

/* Reads all members: of the kernel, and where it lacks one, of its operator. */
static void
commsvalues(const struct commstable *t, const struct event *ev, struct span *values)
{
	const struct commsargs *operator = commsoperator(t, ev);

	for (int i = 0; i < COMMS_ARGS; i++) {
		values[i] = evarg(ev, commsnames[i]);
		if (values[i].n == 0 && operator)
			values[i] = stringat(&t->texts, operator->values[i]);
	}
}

static bool
ismessage(const struct span *values)
{
	return spanis(values[COMMS_OPERATION], "\"send\"") ||
	    spanis(values[COMMS_OPERATION], "\"recv\"");
}

/* Returns true if a process group has two ranks: "[0, 1]". */
static bool
ispair(struct span ranks)
{
	size_t commas = 0;

	for (size_t i = 0; i < ranks.n; i++)
		commas += ranks.p[i] == ',';
	return commas == 1;
}

/* Appends what tells the messages of a process group apart: the ranks between which they are sent.
 * If a rank is unknown, that is nothing in a group of two, and else the process, so that the
 * message stays without a partner. */
static void
commspeers(struct buf *to, const struct span *values, int64_t rank, int64_t pid)
{
	bool send = spanis(values[COMMS_OPERATION], "\"send\"");
	int64_t peer;

	if (rank >= 0 && jsonint(values[send ? COMMS_DST : COMMS_SRC], &peer))
		bufprintf(to, "%lld>%lld", (long long)(send ? rank : peer),
		    (long long)(send ? peer : rank));
	else if (!ispair(values[COMMS_RANKS]))
		bufprintf(to, "process %lld", (long long)pid);
}

bool
commsread(struct commstable *t, const struct event *ev, int64_t rank, struct comms *c)
{
	struct span values[COMMS_ARGS];
	bool message;

	*c = (struct comms){ .group = COMMS_NONE, .operation = COMMS_NONE, .seq = -1 };
	commsvalues(t, ev, values);
	if (!jsonisstring(values[COMMS_GROUP]))
		return false;
	message = ismessage(values);
	c->name = values[COMMS_GROUP];
	t->scratch.n = 0;
	bufspan(&t->scratch, values[COMMS_GROUP]);
	bufspan(&t->scratch, values[COMMS_RANKS]);
	if (message)
		commspeers(&t->scratch, values, rank, evnumber(ev, KEY_PID));
	c->group = stringintern(&t->groups, bufall(&t->scratch));
	t->scratch.n = 0;
	bufspan(&t->scratch, message ? spanof("message") : values[COMMS_OPERATION]);
	if (!message && (!jsonint(values[COMMS_SEQ], &c->seq) || c->seq < 0))
		c->seq = -1;
	if (c->seq >= 0)
		bufprintf(&t->scratch, " %lld", (long long)c->seq);
	c->operation = stringintern(&t->operations, bufall(&t->scratch));
	return true;
}

void
commstablefree(struct commstable *t)
{
	stringtablefree(&t->groups);
	stringtablefree(&t->operations);
	mapfree(&t->operators);
	free(t->told);
	stringtablefree(&t->texts);
	free(t->scratch.p);
}
