/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "filtered.h"

static const char *const options[] = {
#define O(id, name) name,
	FILTER_OPTIONS(O)
#undef O
};

/* The name that stands for types that nst does not know. */
static const char other[] = "other";

_Static_assert(TYPE_OTHER < 64, "a set of types has a bit for the unknown ones");

/* The types that a filter may remove. */
static const uint64_t alltypes = ~UINT64_C(0) >> (63 - TYPE_OTHER) &
    ~(EVTYPE(TYPE_HEADER) | EVTYPE(TYPE_END) | EVTYPE(TYPE_FAILED) | EVTYPE(TYPE_META));

uint64_t
filteredwithout(uint64_t kept)
{
	return alltypes & ~kept;
}

/* Returns the option with that name. */
static enum filteroption
filteroption(struct span name)
{
	for (int i = 0; i < FILTEREDBY_COUNT; i++)
		if (spanis(name, options[i]))
			return (enum filteroption)i;
	return FILTEREDBY_UNKNOWN;
}

/* Opens an array to read its items. Returns false if the value is none. */
static bool
openarray(struct json *j, struct span value, struct buf *stack)
{
	if (value.n == 0 || *value.p != '[')
		return false;
	jsonopen(j, value.p, stack);
	return true;
}

struct filtered
filteredvalue(struct span object, struct buf *stack)
{
	struct filtered f = { 0, 0 };
	uint64_t kept = 0;
	struct buf scratch = { 0 };
	struct span item;
	struct json j;

	if (object.n == 0 || *object.p != '{')
		return f;
	if (openarray(&j, jsonmember(object, "by", stack), stack))
		while (jsonitem(&j, &item) > 0)
			f.by |= 1u << filteroption(jsontext(item, &scratch));
	if (f.by == 0)
		f.by = 1u << FILTEREDBY_UNKNOWN;
	if (openarray(&j, jsonmember(object, "types", stack), stack)) {
		while (jsonitem(&j, &item) > 0)
			kept |= EVTYPE(evtype(jsontext(item, &scratch)));
		f.without = filteredwithout(kept);
	}
	free(scratch.p);
	return f;
}

struct filtered
filteredread(const struct event *header)
{
	bool has = evhas(header, KEY_FILTERED);

	return filteredvalue(
	    has ? header->value[KEY_FILTERED] : (struct span){ NULL, 0 }, header->stack);
}

/* Types that programs behind a filter may have added. */
static const uint64_t added = EVTYPE(TYPE_NVTX_KERNEL) | EVTYPE(TYPE_CALL_KERNEL) |
    EVTYPE(TYPE_COLLECTIVE) | EVTYPE(TYPE_GPU_STATE) | EVTYPE(TYPE_GPU_QUEUE) |
    EVTYPE(TYPE_PATH) | EVTYPE(TYPE_FINDING);

struct filtered
filteredboth(struct filtered first, struct filtered second)
{
	return (struct filtered){ first.by | second.by, (first.without & ~added) | second.without };
}

struct filtered
filteredeither(struct filtered one, struct filtered two)
{
	return (struct filtered){ one.by | two.by, one.without & two.without };
}

bool
filteredcalls(struct filtered f)
{
	const unsigned both = FILTEREDBY(TYPE) | FILTEREDBY(PREFIX) | FILTEREDBY(DOMAIN) |
	    FILTEREDBY(PID) | FILTEREDBY(RANK);

	return (f.by & ~both) != 0 || (f.without & EVTYPE(TYPE_CUDA_API)) != 0;
}

bool
filteredwork(struct filtered f)
{
	const unsigned whole = FILTEREDBY(TYPE) | FILTEREDBY(PREFIX) | FILTEREDBY(DOMAIN) |
	    FILTEREDBY(INSIDE) | FILTEREDBY(PID) | FILTEREDBY(DEVICE) | FILTEREDBY(RANK);
	const uint64_t work = EVTYPE(TYPE_KERNEL) | EVTYPE(TYPE_GRAPH) | EVTYPE(TYPE_MEMCPY) |
	    EVTYPE(TYPE_MEMSET) | EVTYPE(TYPE_DECOMPRESS);

	return (f.by & ~whole) != 0 || (f.without & work) != 0;
}

bool
filteredlinks(struct filtered f)
{
	return filteredcalls(f) || filteredwork(f);
}

/* Begins the next item of a list. */
static void
nextitem(struct buf *out, const char **comma, const char *text)
{
	bufstr(out, *comma);
	bufstr(out, text);
	*comma = "\",\"";
}

/* Writes the types that are left. */
static void
filteredtypes(uint64_t without, struct buf *out)
{
	const char *comma = "\"";

	bufstr(out, ",\"types\":[");
	for (int i = 0; i <= TYPE_OTHER; i++)
		if (alltypes & ~without & EVTYPE(i))
			nextitem(out, &comma,
			    i == TYPE_OTHER ? other : evtypename((enum event_type)i));
	bufstr(out, (alltypes & ~without) != 0 ? "\"]" : "]");
}

void
filteredobject(struct filtered f, struct buf *out)
{
	const char *comma = "{\"by\":[\"";

	for (int i = 0; i < FILTEREDBY_COUNT; i++)
		if (f.by & 1u << i)
			nextitem(out, &comma, options[i]);
	if (f.by & 1u << FILTEREDBY_UNKNOWN)
		nextitem(out, &comma, other);
	bufstr(out, "\"]");
	if (f.without != 0)
		filteredtypes(f.without, out);
	bufchar(out, '}');
}

void
filteredoptions(struct filtered f, struct buf *out)
{
	const char *comma = "--";

	for (int i = 0; i < FILTEREDBY_COUNT; i++)
		if (f.by & 1u << i) {
			bufstr(out, comma);
			bufstr(out, options[i]);
			comma = ", --";
		}
	if (f.by == 1u << FILTEREDBY_UNKNOWN)
		bufstr(out, "an option that this version does not know");
}

void
filteredwarn(struct filtered f, const char *path, const char *effect)
{
	struct buf by = { 0 };

	filteredoptions(f, &by);
	warn("%s: events were filtered out (%.*s): %s", path, (int)by.n, by.p, effect);
	free(by.p);
}
