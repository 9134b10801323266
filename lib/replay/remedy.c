/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/escape.h"
#include "base/json.h"
#include "remedy.h"
#include "stream/record.h"
#include "table/format.h"

/* The option of nst-replay that follows the advice of a rule, and its value or NULL. A pattern of
 * calls stands for those that nst-state and nst-advise take for the rule. */
static const struct {
	const char *rule, *option, *value;
} remedies[REMEDIES] = {
	{ "copies-alone", "--remove", "^Memcpy (HtoD|Host-to-Device)" },
	{ "pageable-copy", "--async-copies", NULL },
	{ "sync-copy", "--async-copies", NULL },
	{ "exposed-communication", "--bandwidth", "nvlink=1000x" },
	{ "sync-calls", "--remove", "^(cuda|cu|hip)\\w*Synchronize" },
	{ "allocations", "--remove", "^(cuda|cu|hip)\\w*([Aa]lloc|Free)" },
	{ "launch-bound", "--launch", "2us" },
	{ "blocking-item", "--remove", "^aten::(item|_local_scalar_dense|is_nonzero|nonzero)" },
	{ "slow-rank", "--equal-ranks", NULL },
};

/* The longest line of the text, in characters. */
enum { COLUMNS = 79 };

/* A finding. */
struct remedied {
	struct event *event;
	struct buf kept;  /* holds event */
	size_t remedy;    /* index in remedies, or REMEDIES */
	int64_t saved;    /* ns; NO_TIME without a remedy */
	size_t number;    /* in the order of the stream */
};

static size_t
remedyof(struct remedies *r, const struct event *ev)
{
	struct span rule = jsontext(ev->value[KEY_NAME], &r->scratch);
	size_t i = 0;

	while (i < REMEDIES && !spanis(rule, remedies[i].rule))
		i++;
	return i;
}

static void
remediesevent(struct stage *stage, struct event *ev)
{
	struct remedies *r = (struct remedies *)stage;
	struct remedied *one;

	if (ev->type != TYPE_FINDING || !evhas(ev, KEY_NAME) ||
	    !jsonisstring(ev->value[KEY_NAME])) {
		stagegive(stage, ev);
		return;
	}
	GROW(r->p, r->room, r->count + 1);
	one = &r->p[r->count];
	*one = (struct remedied){ .number = r->count, .saved = NO_TIME };
	one->remedy = remedyof(r, ev);
	one->event = evcopy(ev, &one->kept);
	r->count++;
}

/* Adds the change that a remedy makes. */
static void
addremedy(struct changes *c, size_t remedy)
{
	const char *option = remedies[remedy].option, *value = remedies[remedy].value;

	if (strcmp(option, "--remove") == 0)
		changesremove(c, value);
	else if (strcmp(option, "--bandwidth") == 0)
		changesbandwidth(c, value);
	else if (strcmp(option, "--launch") == 0)
		c->launch = 2000;
	c->asynccopies = c->asynccopies || strcmp(option, "--async-copies") == 0;
	c->equalranks = c->equalranks || strcmp(option, "--equal-ranks") == 0;
}

/* Returns the length of the run replayed with the remedies whose members of wanted are true, ns. */
static int64_t
replayed(const struct remedies *r, const bool wanted[REMEDIES])
{
	struct changes changes = { .launch = -1 };
	struct replay replay = { .run = r->run, .changes = &changes };
	int64_t after;

	for (size_t i = 0; i < REMEDIES; i++)
		if (wanted[i])
			addremedy(&changes, i);
	replayrun(&replay);
	after = replay.after;
	replayfree(&replay);
	changesfree(&changes);
	return after;
}

/* Replays the run with the remedy of each finding, and with all of them. */
static void
predict(struct remedies *r)
{
	bool all[REMEDIES] = { false }, some = false;

	for (size_t i = 0; i < r->count; i++) {
		struct remedied *one = &r->p[i];
		bool only[REMEDIES] = { false };

		if (one->remedy == REMEDIES)
			continue;
		only[one->remedy] = all[one->remedy] = some = true;
		if (r->after[one->remedy] == NO_TIME)
			r->after[one->remedy] = replayed(r, only);
		one->saved = r->before - r->after[one->remedy];
	}
	if (some)
		r->all = replayed(r, all);
}

static int
bysaved(const void *a, const void *b)
{
	const struct remedied *x = a, *y = b;

	if (x->saved != y->saved)
		return x->saved > y->saved ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Writes a share of the run. */
static void
putshare(struct buf *out, const struct remedies *r, int64_t ns)
{
	formatdecimals(out, r->before > 0 ? widedivide((wide)ns * 1000, r->before) : 0, 1, false);
	bufstr(out, " %");
}

/* Writes the replay error in per cent. */
static void
puterror(struct buf *out, const struct remedies *r)
{
	bufprintf(out, "replay error %.1f %%", 100 * r->error);
}

/* Writes the sentence of a finding, and what it would save. */
static void
putsentence(struct remedies *r, const struct remedied *one, struct span sentence)
{
	struct buf more = { 0 };

	bufspan(&r->args, (struct span){ sentence.p, sentence.n - 1 });
	bufstr(&more, " Without that, the replayed run is ");
	formattime(&more, (wide)(one->saved < 0 ? -one->saved : one->saved) * 1000);
	bufstr(&more, one->saved < 0 ? " longer (" : " shorter (");
	putshare(&more, r, one->saved < 0 ? -one->saved : one->saved);
	bufstr(&more, ", ");
	puterror(&more, r);
	bufstr(&more, ").");
	jsonescape(&r->args, more.p, more.n);
	bufchar(&r->args, '"');
	free(more.p);
}

/* Writes the option that follows the advice as a JSON array of words. */
static void
putchange(struct buf *out, size_t remedy)
{
	const char *option = remedies[remedy].option, *value = remedies[remedy].value;

	bufchar(out, '[');
	jsonstring(out, option, strlen(option));
	if (value) {
		bufchar(out, ',');
		jsonstring(out, value, strlen(value));
	}
	bufchar(out, ']');
}

/* Sets the arguments of a finding that has a remedy. */
static void
setargs(struct remedies *r, const struct remedied *one)
{
	struct span key, value;
	struct json j;

	r->args.n = 0;
	bufchar(&r->args, '{');
	jsonopen(&j, one->event->value[KEY_ARGS].p, &r->stack);
	while (jsonnext(&j, &key, &value) > 0) {
		if (r->args.n > 1)
			bufchar(&r->args, ',');
		bufchar(&r->args, '"');
		bufspan(&r->args, key);
		bufstr(&r->args, "\":");
		if (spanis(key, "sentence") && jsonisstring(value))
			putsentence(r, one, value);
		else
			bufspan(&r->args, value);
	}
	recordmemberint(&r->args, "saved", one->saved);
	recordmember(&r->args, "replay_error");
	bufprintf(&r->args, "%.6f", r->error);
	recordmember(&r->args, "change");
	putchange(&r->args, one->remedy);
	bufchar(&r->args, '}');
	jsonpad(&r->args);
	evset(one->event, KEY_ARGS, bufall(&r->args));
}

static void
remediesfinish(struct stage *stage)
{
	struct remedies *r = (struct remedies *)stage;

	predict(r);
	if (r->count > 0)
		qsort(r->p, r->count, sizeof(*r->p), bysaved);
	for (size_t i = 0; i < r->count; i++) {
		struct event *ev = r->p[i].event;

		ev->stack = &r->stack;
		if (r->p[i].remedy < REMEDIES && evhas(ev, KEY_ARGS) &&
		    *ev->value[KEY_ARGS].p == '{')
			setargs(r, &r->p[i]);
		stagegive(stage, ev);
	}
}

void
remediesinit(struct remedies *r)
{
	*r = (struct remedies){ .all = NO_TIME };
	r->stage.event = remediesevent;
	r->stage.finish = remediesfinish;
	for (size_t i = 0; i < REMEDIES; i++)
		r->after[i] = NO_TIME;
}

/* Returns true if the finding is the first one with its remedy. */
static bool
isfirst(const struct remedies *r, size_t number)
{
	for (size_t i = 0; i < number; i++)
		if (r->p[i].remedy == r->p[number].remedy)
			return false;
	return true;
}

/* Writes the time that a change saves or loses, and its share of the run. */
static void
putsaved(struct buf *out, const struct remedies *r, int64_t ns)
{
	struct buf time = { 0 }, share = { 0 };
	const char *sign = ns < 0 ? "-" : "";
	int64_t size = ns < 0 ? -ns : ns;

	bufstr(&time, sign);
	formattime(&time, (wide)size * 1000);
	bufstr(&share, sign);
	putshare(&share, r, size);
	bufprintf(out, "%12.*s  %8.*s  ", (int)time.n, time.p, (int)share.n, share.p);
	free(time.p);
	free(share.p);
}

/* Writes the findings that have no remedy, each rule once. */
static void
putothers(const struct remedies *r, struct buf *out)
{
	struct buf text = { 0 }, name = { 0 };

	for (size_t i = 0; i < r->count; i++) {
		bool first = r->p[i].remedy == REMEDIES;

		for (size_t k = 0; first && k < i; k++)
			first = !spansame(r->p[k].event->value[KEY_NAME],
			    r->p[i].event->value[KEY_NAME]);
		if (!first)
			continue;
		bufstr(&text, text.n == 0 ? "No change of times stands for the advice of " : ", ");
		name.n = 0;
		jsonutf8(&name, r->p[i].event->value[KEY_NAME]);
		escapetext(&text, bufall(&name));
	}
	if (text.n > 0) {
		bufstr(&text, ".");
		bufchar(out, '\n');
		formatparagraph(out, bufall(&text), COLUMNS, "", "");
	}
	free(text.p);
	free(name.p);
}

void
remediestext(const struct remedies *r, struct buf *out)
{
	bufstr(out, "The run took ");
	formattime(out, (wide)r->before * 1000);
	bufstr(out, ", ");
	puterror(out, r);
	bufstr(out, ".\n");
	if (r->count == 0)
		bufstr(out, "Nothing was found that costs much time.\n");
	if (r->all != NO_TIME)
		bufstr(out,
		    "\n       saved     share  if the advice were followed as far as it goes\n");
	for (size_t i = 0; i < r->count; i++) {
		const struct remedied *one = &r->p[i];

		if (one->remedy == REMEDIES || !isfirst(r, i))
			continue;
		putsaved(out, r, one->saved);
		bufprintf(out, "%s\n%24s%s", remedies[one->remedy].rule, "",
		    remedies[one->remedy].option);
		if (remedies[one->remedy].value)
			bufprintf(out, " '%s'", remedies[one->remedy].value);
		bufchar(out, '\n');
	}
	if (r->all != NO_TIME) {
		putsaved(out, r, r->before - r->all);
		bufstr(out, "all of them together\n");
	}
	putothers(r, out);
}

void
remediesjson(const struct remedies *r, struct buf *out)
{
	bufchar(out, '{');
	recordmemberint(out, "before", r->before);
	recordmember(out, "error");
	bufprintf(out, "%.6f,\"findings\":[", r->error);
	for (size_t i = 0, n = 0; i < r->count; i++) {
		const struct remedied *one = &r->p[i];

		if (one->remedy == REMEDIES || !isfirst(r, i))
			continue;
		bufstr(out, n++ > 0 ? ",{" : "{");
		recordmember(out, "rule");
		jsonstring(out, remedies[one->remedy].rule, strlen(remedies[one->remedy].rule));
		recordmember(out, "change");
		putchange(out, one->remedy);
		recordmemberint(out, "after", r->after[one->remedy]);
		recordmemberint(out, "saved", one->saved);
		bufchar(out, '}');
	}
	bufchar(out, ']');
	if (r->all != NO_TIME)
		recordmemberint(out, "all", r->all);
	bufstr(out, "}\n");
}

void
remediesfree(struct remedies *r)
{
	for (size_t i = 0; i < r->count; i++)
		free(r->p[i].kept.p);
	free(r->p);
	free(r->args.p);
	free(r->scratch.p);
	free(r->stack.p);
}
