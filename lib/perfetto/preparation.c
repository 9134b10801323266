/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "preparation.h"

/* The head of a prepared item. Its name and its object follow if they are not part of the record;
 * then p is NULL. The other args and the typed ones are next. */
struct preparedhead {
	int64_t ts, dur;
	uint64_t flow;
	uint32_t track, counter;
	enum shape shape;
	bool flowsource;
	struct span category, name, stack, value, object;
	size_t others, encoded; /* sizes in bytes */
};

/* The head of one of the other args; its name and its value follow, and a NUL behind each. */
struct otherhead {
	size_t name, value;
};

/* Appends a text and a NUL, where the JSON scanner stops at a number. */
static void
preparetext(struct buf *out, struct span text)
{
	bufspan(out, text);
	bufchar(out, '\0');
}

/* Takes a text and its NUL from a position. */
static struct span
taketext(const char **p, size_t n)
{
	struct span text = { *p, n };

	*p += n + 1;
	return text;
}

/* Appends a text of an item, unless it is part of the record, which lives as long. */
static void
keeppart(struct preparation *r, const struct event *ev, struct span *text)
{
	if ((uintptr_t)text->p - (uintptr_t)ev->line.p < ev->line.n || text->n == 0)
		return;
	preparetext(&r->items, *text);
	text->p = NULL;
}

/* Takes a text of an item if it follows. */
static void
takepart(const char **p, struct span *text)
{
	if (!text->p && text->n > 0)
		*text = taketext(p, text->n);
}

/* Prepares an argument. */
static void
preparearg(struct preparation *r, struct span name, struct span value)
{
	struct otherhead other = { name.n, value.n };

	if (packetargtyped(r->typed, &r->encoded, &r->scanner, name, value))
		return;
	bufmem(&r->items, (const char *)&other, sizeof(other));
	preparetext(&r->items, name);
	preparetext(&r->items, value);
}

/* Prepares an argument of an item. Viewers show the value of a counter without it. */
static void
prepareitemarg(struct itemformatter *f, struct span name, struct span value)
{
	preparearg(f->own, name, value);
}

static void
preparecounterarg(struct itemformatter *f, struct span name, struct span value)
{
	if (!spanis(name, "value"))
		preparearg(f->own, name, value);
}

/* Prepares the members of an object. Returns false, and prepares none, if their encoding is cached
 * by packetargs, or one has members itself. */
static bool
preparemembers(struct preparation *r, struct span object)
{
	size_t before = r->items.n;
	struct span key, value;
	struct json j;

	if (packetargscached(object))
		return false;
	jsonopen(&j, object.p, &r->scanner);
	while (jsonnext(&j, &key, &value) == 1) {
		if (value.p[0] == '{' || value.p[0] == '[') {
			r->items.n = before;
			r->encoded.n = 0;
			return false;
		}
		preparearg(r, key, value);
	}
	return true;
}

/* Prepares the other args and the typed ones. */
static void
prepareargs(struct preparation *r, struct itemformatter *f, const struct item *item)
{
	if (item->shape == SHAPE_COUNTER)
		itemargs(f, item, false, preparecounterarg);
	else
		itemargs(f, item, item->flow != 0 && !r->noflows, prepareitemarg);
}

void
prepare(struct preparation *r, struct itemformatter *f, const struct item *item)
{
	const struct event *ev = item->ev;
	size_t at = r->items.n, others;
	struct preparedhead head = { item->ts, item->dur, item->flow, item->track, item->counter,
		item->shape, item->flowsource, .category = item->category, .name = item->name,
		.stack = f->sliceargs.stack };

	if (item->shape == SHAPE_COUNTER)
		head.value = ev->value[KEY_VALUE];
	bufroom(&r->items, sizeof(head));
	r->items.n += sizeof(head);
	keeppart(r, ev, &head.name);
	others = r->items.n;
	r->encoded.n = 0;
	if (item->args.n > 2 && !preparemembers(r, item->args)) {
		head.object = item->args;
		keeppart(r, ev, &head.object);
		others = r->items.n;
	}
	prepareargs(r, f, item);
	head.others = r->items.n - others;
	head.encoded = r->encoded.n;
	bufspan(&r->items, bufall(&r->encoded));
	memcpy(r->items.p + at, &head, sizeof(head));
}

void
preparationready(struct preparation *r)
{
	jsonpad(&r->items);
}

bool
preparationnext(const struct preparation *r, size_t *at, struct prepared *p)
{
	const char *text = r->items.p + *at;
	struct preparedhead head;

	if (*at >= r->items.n)
		return false;
	memcpy(&head, text, sizeof(head));
	text += sizeof(head);
	takepart(&text, &head.name);
	takepart(&text, &head.object);
	p->item.ev = NULL;
	p->item.shape = head.shape;
	p->item.track = head.track;
	p->item.counter = head.counter;
	p->item.ts = head.ts;
	p->item.dur = head.dur;
	p->item.category = head.category;
	p->item.name = head.name;
	p->item.color = NULL;
	p->item.flow = head.flow;
	p->item.flowsource = head.flowsource;
	p->item.args = (struct span){ NULL, 0 };
	p->item.extra = false; /* so the spans behind it stay unset */
	p->stack = head.stack;
	p->value = head.value;
	p->object = head.object;
	p->others = (struct span){ text, head.others };
	p->encoded = (struct span){ text + head.others, head.encoded };
	*at = (size_t)(text + head.others + head.encoded - r->items.p);
	return true;
}

bool
preparednext(struct prepared *p, struct span *name, struct span *value)
{
	const char *text = p->others.p;
	struct otherhead other;

	if (p->others.n == 0)
		return false;
	memcpy(&other, text, sizeof(other));
	text += sizeof(other);
	*name = taketext(&text, other.name);
	*value = taketext(&text, other.value);
	p->others.n -= (size_t)(text - p->others.p);
	p->others.p = text;
	return true;
}

void
preparationclear(struct preparation *r)
{
	r->items.n = 0;
}

void
preparationfree(struct preparation *r)
{
	free(r->items.p);
	free(r->encoded.p);
	free(r->scanner.p);
}
