/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "map.h"
#include "textmemo.h"

bool
textmemoget(struct textmemo *m, struct span text, uint32_t *number)
{
	if (text.n > TEXTMEMO_LONGEST) {
		m->slot = NULL;
		return false;
	}
	if (!m->slots)
		m->slots = xzalloc(TEXTMEMO_SLOTS, sizeof(*m->slots));
	m->slot = &m->slots[stringhash(text) % TEXTMEMO_SLOTS];
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
