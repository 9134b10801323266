/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "gpu/kernelname.h"
#include "label.h"

#define ELLIPSIS "\xE2\x80\xA6"

static bool
labelcharstart(char c)
{
	return ((unsigned char)c & 0xC0) != 0x80;
}

size_t
labellength(struct span text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++)
		n += labelcharstart(text.p[i]);
	return n;
}

/* Returns the byte offset of a character by its index. */
static size_t
charoffset(struct span text, size_t number)
{
	size_t i = 0;

	for (; i < text.n; i++)
		if (labelcharstart(text.p[i]) && number-- == 0)
			break;
	return i;
}

void
labelshorten(struct buf *out, struct span text, size_t max)
{
	size_t n = labellength(text), head, tail;

	if (n <= max) {
		bufspan(out, text);
		return;
	}
	if (max < 5)
		return;
	head = charoffset(text, max / 2);
	tail = charoffset(text, n - (max - 1 - max / 2));
	bufmem(out, text.p, head);
	bufstr(out, ELLIPSIS);
	bufmem(out, text.p + tail, text.n - tail);
}

struct span
labelkernel(struct kernellabels *k, struct span full)
{
	size_t before = k->names.used;
	uint32_t number = stringintern(&k->names, full);

	if (k->names.used > before) {
		k->scratch.n = 0;
		if (memchr(full.p, '\\', full.n)) /* an escape, which must stay whole */
			bufspan(&k->scratch, full);
		else
			kernelnameshort(&k->scratch, full);
		GROW(k->labelof, k->room, k->names.used);
		k->labelof[number] = stringintern(&k->labels, bufall(&k->scratch));
	}
	return stringat(&k->labels, k->labelof[number]);
}

void
kernellabelsfree(struct kernellabels *k)
{
	stringtablefree(&k->names);
	stringtablefree(&k->labels);
	free(k->labelof);
	free(k->scratch.p);
	*k = (struct kernellabels){ 0 };
}

/* Cuts ", KEY = DIGITS" off the end of a name. lead is the text before the digits. */
static inline bool
takenumber(struct span *name, struct span lead, struct span *digits)
{
	const char *p = name->p + name->n, *end = p;

	while (p > name->p && (unsigned char)(p[-1] - '0') < 10)
		p--;
	if (p == end || end - p > 18 || (size_t)(p - name->p) < lead.n || p[-1] != ' ' ||
	    memcmp(p - lead.n, lead.p, lead.n) != 0)
		return false;
	*digits = (struct span){ p, (size_t)(end - p) };
	name->n = (size_t)(p - name->p) - lead.n;
	return true;
}

bool
labeloperator(struct operator *o, struct span name)
{
	*o = (struct operator){ .name = name };
	if (name.n == 0 || name.p[name.n - 1] < '0' || name.p[name.n - 1] > '9')
		return false;
	takenumber(&o->name, spanof(", op_id = "), &o->id);
	if (o->name.n > 0 && (unsigned char)(o->name.p[o->name.n - 1] - '0') < 10)
		takenumber(&o->name, spanof(", seq = "), &o->seq);
	return o->name.n > 0 && o->name.n < name.n;
}
