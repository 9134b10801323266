/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "skipped.h"

void
skippedadd(struct skipped *s, struct span kind, uint64_t count)
{
	size_t known = s->kinds.used;
	uint32_t id = stringintern(&s->kinds, kind);

	if (id == s->room) {
		s->room = s->room ? 2 * s->room : 8;
		s->counts = xreallocarray(s->counts, s->room, sizeof(*s->counts));
	}
	if (id == known)
		s->counts[id] = 0;
	s->counts[id] += count;
}

void
skippedread(struct skipped *s, struct span object)
{
	struct buf stack = { 0 }, text = { 0 };
	struct span key, value;
	struct json j;
	int64_t count;

	jsonopen(&j, object.p, &stack);
	while (jsonnext(&j, &key, &value) > 0)
		if (jsonint(value, &count) && count > 0) {
			text.n = 0;
			jsonutf8(&text, key);
			skippedadd(s, bufall(&text), (uint64_t)count);
		}
	free(stack.p);
	free(text.p);
}

void
skippedmerge(struct skipped *s, const struct skipped *other)
{
	for (uint32_t i = 0; i < other->kinds.used; i++)
		skippedadd(s, stringat(&other->kinds, i), other->counts[i]);
}

void
skippedobject(const struct skipped *s, struct buf *out)
{
	for (uint32_t i = 0; i < s->kinds.used; i++) {
		struct span kind = stringat(&s->kinds, i);

		bufchar(out, i == 0 ? '{' : ',');
		jsonstring(out, kind.p, kind.n);
		bufchar(out, ':');
		bufuint(out, s->counts[i]);
	}
	if (s->kinds.used > 0)
		bufchar(out, '}');
}

void
skippedlist(const struct skipped *s, struct buf *out)
{
	for (uint32_t i = 0; i < s->kinds.used; i++) {
		bufstr(out, i == 0 ? "" : ", ");
		bufspan(out, stringat(&s->kinds, i));
		bufchar(out, ' ');
		bufuint(out, s->counts[i]);
	}
}

void
skippedfree(struct skipped *s)
{
	stringtablefree(&s->kinds);
	free(s->counts);
	*s = (struct skipped){ .room = 0 };
}
