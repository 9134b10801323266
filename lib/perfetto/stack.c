/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "base/proto.h"
#include "stack.h"

/* Field numbers of the interned data and its messages. */
enum {
	INTERNED_FUNCTION = 5,
	INTERNED_FRAME = 6,
	INTERNED_STACK = 7,
	INTERNED_PATH = 17,
	INTERNED_MAPPING = 19
};
enum { NUMBER = 1, TEXT = 2 };
enum { FRAME_FUNCTION = 2, FRAME_MAPPING = 3 };
enum { STACK_FRAME = 2 };
enum { MAPPING_PATH = 7 };

/* Indices of stacks.past. */
enum { PAST_FUNCTIONS, PAST_MODULES, PAST_FRAMES, PAST_STACKS };

/* The size at which all are dropped, bytes. */
enum { BYTES = 1 << 24 };

/* Returns the number of a text among names, from 1; *fresh is true if it is new. */
static uint32_t
stacknumberof(struct stringtable *names, uint32_t past, struct span text, bool *fresh)
{
	size_t before = names->used;
	uint32_t number = stringintern(names, text) + 1 + past;

	*fresh = names->used > before;
	return number;
}

/* Returns the number of a function or module by its name, a JSON string; 0 if it has none. */
static uint32_t
stacknamed(struct stringtable *names, uint32_t past, struct span quoted, unsigned field,
    struct buf *out, bool *fresh)
{
	uint32_t number;
	size_t entry, text;

	*fresh = false;
	if (!jsonisstring(quoted))
		return 0;
	number = stacknumberof(names, past, quoted, fresh);
	if (*fresh) {
		entry = protoopen(out, field);
		protouint(out, NUMBER, number);
		text = protoopen(out, TEXT);
		jsonutf8(out, (struct span){ quoted.p + 1, quoted.n - 2 });
		protoclose(out, text);
		protoclose(out, entry);
	}
	return number;
}

/* Returns the number of a frame. */
static uint32_t
frameput(struct stacks *s, struct span frame, struct buf *out, struct buf *scanner)
{
	struct span symbol = jsonmember(frame, "symbol", scanner),
	            module = jsonmember(frame, "module", scanner);
	bool fresh;
	uint32_t id[2], number;
	size_t entry;

	id[0] = stacknamed(&s->functions, s->past[PAST_FUNCTIONS], symbol, INTERNED_FUNCTION, out,
	    &fresh);
	id[1] = stacknamed(&s->modules, s->past[PAST_MODULES], module, INTERNED_PATH, out, &fresh);
	if (fresh) { /* the mapping of a path has the same number as the path */
		entry = protoopen(out, INTERNED_MAPPING);
		protouint(out, NUMBER, id[1]);
		protouint(out, MAPPING_PATH, id[1]);
		protoclose(out, entry);
	}
	number = stacknumberof(&s->frames, s->past[PAST_FRAMES],
	    (struct span){ (const char *)id, sizeof(id) }, &fresh);
	if (!fresh)
		return number;
	entry = protoopen(out, INTERNED_FRAME);
	protouint(out, NUMBER, number);
	if (id[0])
		protouint(out, FRAME_FUNCTION, id[0]);
	if (id[1])
		protouint(out, FRAME_MAPPING, id[1]);
	protoclose(out, entry);
	return number;
}

static void
stackforget(struct stringtable *names, uint32_t *past)
{
	*past += (uint32_t)names->used;
	stringtablefree(names);
}

static void
forgetall(struct stacks *s)
{
	stackforget(&s->functions, &s->past[PAST_FUNCTIONS]);
	stackforget(&s->modules, &s->past[PAST_MODULES]);
	stackforget(&s->frames, &s->past[PAST_FRAMES]);
	stackforget(&s->stacks, &s->past[PAST_STACKS]);
}

uint32_t
stackput(struct stacks *s, struct span frames, struct buf *fresh, struct buf *scanner)
{
	struct span frame;
	struct json j;
	bool new;
	uint32_t number, id;
	size_t entry;

	if (s->functions.text.n + s->frames.text.n + s->stacks.text.n >= BYTES)
		forgetall(s);
	s->list.n = 0;
	jsonopen(&j, frames.p, scanner);
	while (jsonitem(&j, &frame) == 1)
		if (frame.p[0] == '{') {
			id = frameput(s, frame, fresh, scanner);
			bufmem(&s->list, (const char *)&id, sizeof(id));
		}
	if (s->list.n == 0)
		return 0;
	number = stacknumberof(&s->stacks, s->past[PAST_STACKS], bufall(&s->list), &new);
	if (!new)
		return number;
	entry = protoopen(fresh, INTERNED_STACK);
	protouint(fresh, NUMBER, number);
	for (size_t i = 0; i < s->list.n; i += sizeof(id)) {
		memcpy(&id, s->list.p + i, sizeof(id));
		protouint(fresh, STACK_FRAME, id);
	}
	protoclose(fresh, entry);
	return number;
}

void
stacksfree(struct stacks *s)
{
	stringtablefree(&s->functions);
	stringtablefree(&s->modules);
	stringtablefree(&s->frames);
	stringtablefree(&s->stacks);
	free(s->list.p);
}
