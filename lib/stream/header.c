/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "header.h"

/* Returns a member if it is a string, else an empty span. */
static struct span
headerstring(struct span header, const char *name, struct buf *stack)
{
	struct span value = jsonmember(header, name, stack);

	return jsonisstring(value) ? value : (struct span){ NULL, 0 };
}

/* Returns a member if it is an array, else an empty span. */
static struct span
array(struct span header, const char *name, struct buf *stack)
{
	struct span value = jsonmember(header, name, stack);

	return value.n > 0 && value.p[0] == '[' ? value : (struct span){ NULL, 0 };
}

void
headerinforead(struct headerinfo *h, struct span header, struct buf *stack)
{
	*h = (struct headerinfo){ .present = header.n > 0 };
	if (!h->present)
		return;
	h->hasutc = jsonint(jsonmember(header, "utc", stack), &h->utc);
	h->hasclock = jsonint(jsonmember(header, "clock", stack), &h->clock);
	h->hasfrom = jsonint(jsonmember(header, "from", stack), &h->from);
	h->hasto = jsonint(jsonmember(header, "to", stack), &h->to);
	h->linked = spanis(jsonmember(header, "linked", stack), "true");
	h->schema = headerstring(header, "schema", stack);
	h->product = headerstring(header, "product", stack);
	h->names = headerstring(header, "names", stack);
	h->host = headerstring(header, "host", stack);
	h->hostname = headerstring(header, "hostname", stack);
	h->program = headerstring(header, "program", stack);
	h->argument = headerstring(header, "argument", stack);
	h->hosts = array(header, "hosts", stack);
	h->merged = array(header, "merged", stack);
	h->filtered = filteredvalue(jsonmember(header, "filtered", stack), stack);
}

enum kernelnames
headernames(const struct headerinfo *h)
{
	static const char *const words[] = {
		[NAMES_SHORT] = "\"short\"",
		[NAMES_TEMPLATE] = "\"template\"",
		[NAMES_DEMANGLED] = "\"demangled\"",
		[NAMES_MANGLED] = "\"mangled\"",
		[NAMES_BOTH] = "\"both\"",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (spanis(h->names, words[i]))
			return (enum kernelnames)i;
	return NAMES_SHORT;
}

/* Parses the header in an event. */
static void
headerinfoevent(struct headerinfo *h, const struct event *ev)
{
	struct span line = { ev->line.p ? jsonspace(ev->line.p) : NULL, 0 };

	if (line.p)
		line.n = (size_t)(ev->line.p + ev->line.n - line.p);
	headerinforead(h, line, ev->stack);
	h->linked = evhas(ev, KEY_LINKED) && spanis(ev->value[KEY_LINKED], "true");
}

void
streaminfoheader(struct streaminfo *s, const struct event *ev)
{
	int64_t from = evhas(ev, KEY_FROM) ? ev->number[KEY_FROM] : INT64_MIN;
	int64_t to = evhas(ev, KEY_TO) ? ev->number[KEY_TO] : INT64_MAX;
	bool first = s->headers++ == 0;
	struct headerinfo h;

	headerinfoevent(&h, ev);
	if (first)
		s->names = headernames(&h);
	s->headless = s->headless || (first && s->events);
	s->linked = (first || s->linked) && h.linked;
	s->steps = (first || s->steps) && evhas(ev, KEY_STEPS);
	s->filtered = first ? filteredread(ev) : filteredeither(s->filtered, filteredread(ev));
	s->from = first || from < s->from ? from : s->from;
	s->to = first || to > s->to ? to : s->to;
	if (!s->hasutc && h.hasutc) {
		s->hasutc = true;
		s->utc = h.utc;
	}
}

int64_t
streaminfofrom(const struct streaminfo *s)
{
	return s->headers > 0 && !s->headless ? s->from : INT64_MIN;
}

int64_t
streaminfoto(const struct streaminfo *s)
{
	return s->headers > 0 && !s->headless ? s->to : INT64_MAX;
}

/* Adds a JSON string to a table, if there is one. */
static void
streamsourcekeep(struct streamsource *s, struct span value, struct stringtable *names)
{
	if (value.n > 0)
		stringintern(names, jsontext(value, &s->scratch));
}

/* Adds the command of a header, if it tells one. */
static void
streamsourcecommand(struct streamsource *s, const struct headerinfo *h)
{
	struct buf command = { 0 };

	if (h->program.n == 0)
		return;
	bufspan(&command, jsontext(h->program, &s->scratch));
	bufchar(&command, '\0');
	if (h->argument.n > 0)
		bufspan(&command, jsontext(h->argument, &s->scratch));
	stringintern(&s->commands, bufall(&command));
	free(command.p);
}

struct span
commandprogram(struct span command, struct span *argument)
{
	size_t n = strnlen(command.p, command.n);

	*argument = (struct span){ command.p + n, command.n - n };
	if (argument->n > 0) { /* behind the NUL */
		argument->p++;
		argument->n--;
	}
	return (struct span){ command.p, n };
}

void
commandtexts(const struct stringtable *commands, size_t most, struct buf *out)
{
	for (uint32_t i = 0; i < commands->used && i < most; i++) {
		struct span argument, program = commandprogram(stringat(commands, i), &argument);

		bufstr(out, i > 0 ? ", " : "");
		bufspan(out, program);
		bufstr(out, argument.n > 0 ? " " : "");
		bufspan(out, argument);
	}
}

void
streamsourceheader(struct streamsource *s, const struct event *ev)
{
	struct headerinfo h;

	headerinfoevent(&h, ev);
	streamsourcekeep(s, h.product, &s->products);
	streamsourcekeep(s, h.hostname.n > 0 ? h.hostname : h.host, &s->hosts);
	streamsourcecommand(s, &h);
	if (h.merged.n > 0 && s->merged.n == 0) {
		bufspan(&s->merged, h.merged);
		jsonpad(&s->merged);
	}
}

void
streamsourcefree(struct streamsource *s)
{
	stringtablefree(&s->products);
	stringtablefree(&s->hosts);
	stringtablefree(&s->commands);
	free(s->merged.p);
	free(s->scratch.p);
}
