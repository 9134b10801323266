/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "map.h"
#include "textmemo.h"

/* Returns the slot of a text. Three words are all of a text of 8 to 24 bytes. */
static size_t
memoslot(struct span text)
{
	uint64_t first, middle, last;

	if (text.n < 8 || text.n > 24)
		return stringhash(text) % TEXTMEMO_SLOTS;
	memcpy(&first, text.p, 8);
	memcpy(&middle, text.p + text.n / 2 - 4, 8);
	memcpy(&last, text.p + text.n - 8, 8);
	first = mapspread(first ^ text.n) >> 32 ^ middle;
	return mapspread(mapspread(first) >> 32 ^ last) >> 32 & (TEXTMEMO_SLOTS - 1);
}

bool
textmemoget(struct textmemo *m, struct span text, uint32_t *number)
{
	if (text.n > TEXTMEMO_LONGEST) {
		m->slot = NULL;
		return false;
	}
	if (!m->slots)
		m->slots = xzalloc(TEXTMEMO_SLOTS, sizeof(*m->slots));
	m->slot = &m->slots[memoslot(text)];
	if (m->slot->n != text.n + 1 || memcmp(m->slot->text, text.p, text.n) != 0)
		return false;
	*number = m->slot->number;
	return true;
}

uint32_t
textmemoput(struct textmemo *m, struct span text, uint32_t number)
{
	if (m->slot) {
		m->slot->number = number;
		m->slot->n = (uint32_t)text.n + 1;
		memcpy(m->slot->text, text.p, text.n);
	}
	return number;
}

void
textmemofree(struct textmemo *m)
{
	free(m->slots);
	*m = (struct textmemo){ 0 };
}
