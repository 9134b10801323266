/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "payload.h"
#include "rowwriter.h"
#include "stream/record.h"

/* Returns true if a value has a type that its kind allows, else counts a flaw. */
static bool
typed(struct rowwriter *w, const struct op *op, const struct cell *cell)
{
	bool ok = kinds[op->kind].types >> cell->type & 1;

	w->table->flaws.odd += !ok;
	return ok;
}

/* Returns true if the key of an integer is left out. */
static inline bool
silent(const struct op *op, const struct cell *cell)
{
	return op->silent && cell->number == op->nothing;
}

/* Writes the lead of a value. Returns its end, where the buffer has room for an integer. */
static inline char *
putlead(struct buf *out, const struct op *op)
{
	size_t n = op->lead.n;
	char *p = bufroom(out, (n < LEAD ? LEAD : n) + INT_ROOM);

	memcpy(p, op->lead.p, LEAD);
	if (n > LEAD)
		memcpy(p + LEAD, op->lead.p + LEAD, n - LEAD);
	out->n += n;
	return p + n;
}

/* Writes a key with an integer. */
static inline void
rowwriterputplain(struct buf *out, const struct op *op, int64_t v)
{
	char *p = putlead(out, op);

	out->n += (size_t)(memputint(p, v) - p);
}

/* Writes an array of neighbouring columns, unless one is NULL or all are 0. */
static void
putarray(struct rowwriter *w, const struct op *op)
{
	const struct op *ops = w->plan->ops, *end = ops + op->next;
	const struct cell *cells = w->row->cells;
	bool any = false;

	for (const struct op *o = op; o < end; o++) {
		const struct cell *cell = &cells[o->column];

		if (cell->type == CELL_NULL || !typed(w, o, cell))
			return;
		any = any || cell->number != 0;
	}
	if (!any)
		return;
	for (const struct op *o = op; o < end; o++)
		rowwriterputplain(w->out, o, cells[o->column].number);
	bufchar(w->out, ']');
}

/* Returns the label of a code. */
static struct span
label(struct rowwriter *w, const struct op *op, int64_t code)
{
	return stringat(&w->strings->text, stringlabel(w->strings, op->aux, code));
}

/* Writes a value in quotes, without them. */
static void
rowwriterputtext(struct rowwriter *w, const struct op *op, const struct cell *cell)
{
	struct span text;

	switch (op->kind) {
	case K_TEXT:
		text = rowtext(w->row, cell);
		jsonescape(w->out, text.p, text.n);
		break;
	case K_STRING:
		bufspan(w->out, stringget(w->strings, cell->number));
		break;
	case K_TEMPLATE:
		bufspan(w->out, stringtemplate(w->strings, cell->number));
		break;
	case K_LABEL:
	case K_CODE:
		bufspan(w->out, label(w, op, cell->number));
		break;
	case K_NUMBERED:
		bufint(w->out, cell->number);
		break;
	case K_DOMAIN:
		namingputdomain(w->meta->naming, w->id->process, cell->number, w->out);
		break;
	case K_CATEGORY:
		namingputcategory(
		    w->meta->naming, w->id->process, w->id->domain, cell->number, w->out);
		break;
	case K_COLOR:
		bufprintf(w->out, "#%06x", (unsigned)(cell->number & 0xFFFFFF));
		break;
	default:
		break;
	}
}

/* Writes a number that is not plain, or a value in quotes. */
static void
rowwriterputvalue(struct rowwriter *w, const struct op *op, const struct cell *cell)
{
	putlead(w->out, op);
	if (kinds[op->kind].quoted) {
		rowwriterputtext(w, op, cell);
		bufchar(w->out, '"');
	} else if (op->kind == K_UINT) {
		bufuint(w->out, (uint64_t)cell->number);
	} else if (cell->type == CELL_REAL) {
		jsondouble(w->out, cell->as.real);
	} else {
		jsondouble(w->out, (double)cell->number);
	}
}

/* Writes JSON from a text, or a string by its id, in one line. Returns false if it is no JSON. */
static bool
putjson(struct rowwriter *w, const struct op *op, const struct cell *cell)
{
	struct span text;
	char *p;

	w->scratch.n = 0;
	if (cell->type == CELL_TEXT)
		bufspan(&w->scratch, rowtext(w->row, cell));
	else if (cell->type == CELL_INT)
		stringraw(w->strings, cell->number, &w->scratch);
	else
		return false;
	jsonpad(&w->scratch);
	text.p = jsonspace(w->scratch.p);
	p = (char *)jsonskip(text.p, &w->stack);
	if (!p || jsonspace(p) != w->scratch.p + w->scratch.n)
		return false;
	text.n = (size_t)(p - text.p);
	for (p = w->scratch.p; *p; p++) /* only white space can be one of these */
		if (*p == '\n' || *p == '\r')
			*p = ' ';
	bufspan(w->out, bufall(&op->lead));
	jsonclean(w->out, text);
	return true;
}

/* Keeps the first value that a lookup finds as JSON; an empty text stands for none. */
static uint32_t
keepfound(struct rowwriter *w, struct lookup *lookup)
{
	const struct cell *cell;
	struct buf json = { 0 };
	uint32_t id;

	if (lookup->next(lookup, &w->result)) {
		cell = &w->result.cells[0];
		if (cell->type == CELL_INT) {
			bufint(&json, cell->number);
		} else if (cell->type == CELL_TEXT) {
			struct span text = facttext(&w->result, cell);

			jsonstring(&json, text.p, text.n);
		}
	}
	id = stringintern(&w->found, (struct span){ json.n > 0 ? json.p : "", json.n });
	free(json.p);
	return id;
}

/* Writes the result of a lookup. Returns false if it has none. */
static bool
putlookup(struct rowwriter *w, struct op *op, const struct cell *cell)
{
	static const struct cell none = { .type = CELL_INT };
	const struct cell *by = op->by >= 0 ? &w->row->cells[op->by] : &none;
	struct span found;
	uint32_t *id;
	bool fresh;

	if (cell->type != CELL_INT || by->type != CELL_INT)
		return false;
	id = mapput(
	    &op->found, (struct mapkey){ (uint64_t)cell->number, (uint64_t)by->number }, &fresh);
	if (fresh) {
		op->lookup->find(op->lookup, cell->number, by->number);
		*id = keepfound(w, op->lookup);
	}
	found = stringat(&w->found, *id);
	if (found.n == 0)
		return false;
	bufspan(w->out, bufall(&op->lead));
	bufspan(w->out, found);
	return true;
}

/* Writes the frames of a call chain, the leaf last. Returns false if it has none. */
static bool
putstack(struct rowwriter *w, struct op *op, const struct cell *cell)
{
	static const char *const keys[] = { "{\"symbol\":\"", "\",\"module\":\"" };
	size_t at = w->out->n, frames = 0;

	bufspan(w->out, bufall(&op->lead));
	bufchar(w->out, '[');
	op->lookup->find(op->lookup, cell->number, 0);
	for (; op->lookup->next(op->lookup, &w->result); frames++) {
		if (frames > 0)
			bufchar(w->out, ',');
		for (int i = 0; i < 2; i++) {
			bufstr(w->out, keys[i]);
			bufspan(w->out, stringget(w->strings, w->result.cells[i].number));
		}
		bufstr(w->out, "\"}");
	}
	bufchar(w->out, ']');
	if (frames == 0)
		w->out->n = at;
	return frames > 0;
}

static void
putpayload(struct rowwriter *w, const struct op *op, const struct cell *cell)
{
	if (!w->payloads)
		w->payloads = payloadsopen(w->source);
	bufspan(w->out, bufall(&op->lead));
	payloadput(w->payloads, rowtext(w->row, cell), w->out);
}

/* Writes the distance of a time from the start of the row. Returns false on an overflow. */
static bool
putperiod(struct rowwriter *w, const struct op *op, const struct cell *cell)
{
	int64_t v;

	if (__builtin_sub_overflow(cell->number, w->row->cells[0].number, &v)) {
		w->table->flaws.odd++;
		return false;
	}
	rowwriterputplain(w->out, op, v);
	return true;
}

/* Notes the last value of the text, which begins at an offset. */
static inline void
note(struct rowwriter *w, enum event_key key, size_t from, int64_t number)
{
	if (w->batch)
		batchvalue(w->batch, key, from, w->out->n, number);
}

/* Writes a part of a packed id. */
static void
putid(struct rowwriter *w, enum event_key key, int64_t v)
{
	size_t at;

	recordkey(w->out, key);
	at = w->out->n;
	bufint(w->out, v);
	note(w, key, at, v);
}

/* Writes one key with a value that is not NULL. Returns false if it is left out. */
static bool
putop(struct rowwriter *w, struct op *op, const struct cell *cell)
{
	if (!typed(w, op, cell) ||
	    (cell->type == CELL_TEXT && op->aux && spanis(rowtext(w->row, cell), op->aux)))
		return false;
	switch (op->kind) {
	case K_PROCESS:
		putid(w, KEY_PID, packedpid(w->source, w->id->process));
		break;
	case K_THREAD:
		putid(w, KEY_PID, packedpid(w->source, w->id->process));
		putid(w, KEY_TID, packedtid(w->source, w->id->thread));
		break;
	case K_ENDTHREAD:
		if ((uint64_t)cell->number == w->id->thread)
			return false;
		putid(w, KEY_ENDTID, packedtid(w->source, (uint64_t)cell->number));
		break;
	case K_PERIOD:
		return putperiod(w, op, cell);
	case K_JSON:
		return putjson(w, op, cell);
	case K_LOOKUP:
		return putlookup(w, op, cell);
	case K_STACK:
		return putstack(w, op, cell);
	case K_PAYLOAD:
		putpayload(w, op, cell);
		break;
	case K_MEMBERS:
		bufspan(w->out, rowtext(w->row, cell));
		break;
	default:
		rowwriterputvalue(w, op, cell);
	}
	return true;
}

/* Notes the value that an op wrote between two offsets of the text, if some stage may read it;
 * putid notes its own. */
static inline void
notevalue(struct rowwriter *w, const struct op *op, const struct cell *cell, size_t before,
    size_t end)
{
	int64_t v = 0;

	if (op->key == KEY_COUNT || op->kind == K_PROCESS || op->kind == K_THREAD ||
	    op->kind == K_ENDTHREAD)
		return;
	if (op->plain && cell->type == CELL_INT)
		v = cell->number & op->mask;
	else if (EVENT_INTEGERS & EVKEY(op->key))
		batchunsure(w->batch);
	batchvalue(w->batch, op->key, before + op->colon, end, v);
}

/* Writes the keys of the row from one op to another. */
static inline __attribute__((always_inline)) void
putops(struct rowwriter *w, size_t first, size_t end, bool noting)
{
	static const struct cell constant = { .type = CELL_INT };
	const struct cell *cells = w->row->cells;
	struct op *ops = w->plan->ops, *op = ops + first, *last = ops + end;

	while (op < last) {
		const struct cell *cell = op->column < 0 ? &constant : cells + op->column;
		size_t before = w->out->n;
		bool written = true;

		if (op->kind == K_ELEMENT)
			putarray(w, op);
		else if (cell->type == CELL_NULL || (cell->type == CELL_INT && silent(op, cell)))
			written = false;
		else if (cell->type == CELL_INT && op->plain)
			rowwriterputplain(w->out, op, cell->number & op->mask);
		else
			written = putop(w, op, cell);
		if (noting && w->out->n > before)
			notevalue(w, op, cell, before, w->out->n);
		op = written ? ops + op->next : op + 1;
	}
}

/* Copies the lead of a step to p, where the buffer has room. Returns its end. */
static inline char *
copylead(char *p, struct span lead)
{
	memcpy(p, lead.p, LEAD);
	if (lead.n > LEAD)
		memcpy(p + LEAD, lead.p + LEAD, lead.n - LEAD);
	return p + lead.n;
}

/* Writes an integer; most have one digit. */
static inline char *
copyint(char *p, int64_t v)
{
	if ((uint64_t)v < 10) {
		*p = (char)('0' + v);
		return p + 1;
	}
	return memputint(p, v);
}

/* Ends the buffer at p and makes room for n more bytes. Returns the end again. */
static inline char *
roomat(struct buf *out, const char *p, size_t n)
{
	out->n = (size_t)(p - out->p);
	return bufroom(out, n);
}

/* Writes a text and its closing quote. Returns the end, where the buffer has room for n bytes. */
static inline char *
copytext(struct buf *out, char *p, struct span text, size_t n)
{
	p = memputtext(roomat(out, p, text.n + 1 + n), text);
	*p = '"';
	return p + 1;
}

/* Makes the text of a label with its key. */
static __attribute__((noinline)) void
makelabel(struct rowwriter *w, const struct op *op, int64_t code)
{
	struct buf *text = &op->labels[code];

	bufspan(text, bufall(&op->lead));
	bufspan(text, label(w, op, code));
	bufchar(text, '"');
	memset(bufroom(text, LABEL), 0, LABEL);
}

/* Writes a label with its key. Returns the end, where the buffer has room for n bytes. */
static inline char *
copylabel(struct rowwriter *w, const struct rowstep *step, char *p, int64_t code, size_t n)
{
	const struct op *op = step->op;
	const struct buf *text = &op->labels[code];

	if ((uint64_t)code >= CODES)
		return copytext(w->out, copylead(p, step->lead), label(w, op, code), n);
	if (!text->p)
		makelabel(w, op, code);
	if (text->n > LABEL) {
		p = roomat(w->out, p, text->n + n);
		memcpy(p + LABEL, text->p + LABEL, text->n - LABEL);
	}
	memcpy(p, text->p, LABEL);
	return p + text->n;
}

/* Makes the text of the keys of a thread, or only of its process. */
static __attribute__((noinline)) void
makekeys(const struct rowwriter *w, struct threadkeys *k, bool thread)
{
	struct buf text = { 0 };

	k->pid = packedpid(w->source, w->id->process);
	recordint(&text, KEY_PID, k->pid);
	k->half = text.n;
	if (thread) {
		k->tid = packedtid(w->source, w->id->thread);
		recordint(&text, KEY_TID, k->tid);
	}
	k->n = text.n;
	memcpy(k->text, text.p, text.n); /* 7 bytes twice, and 20 digits twice at most */
	free(text.p);
}

/* Notes the value of a key that was written from one byte of the output to another. */
static inline void
notebytes(struct rowwriter *w, enum event_key key, const char *from, const char *to, int64_t number)
{
	const char *text = w->out->p;

	batchvalue(w->batch, key, (size_t)(from - text), (size_t)(to - text), number);
}

/* Writes the thread of the row, and its process. */
static inline __attribute__((always_inline)) char *
copythread(struct rowwriter *w, char *p, bool noting)
{
	static const size_t key = sizeof(",\"pid\":") - 1; /* as long as that of "tid" */
	struct threadkeys *k = w->keys;

	if (k->n == 0)
		makekeys(w, k, true);
	memcpy(p, k->text, sizeof(k->text));
	if (noting) {
		notebytes(w, KEY_PID, p + key, p + k->half, k->pid);
		notebytes(w, KEY_TID, p + k->half + key, p + k->n, k->tid);
	}
	return p + k->n;
}

/* Writes the process of the row. */
static inline __attribute__((always_inline)) char *
copyprocess(struct rowwriter *w, char *p, bool noting)
{
	struct threadkeys *k = w->keys;

	if (k->n == 0)
		makekeys(w, k, false);
	memcpy(p, k->text, INT_ROOM);
	if (noting)
		notebytes(w, KEY_PID, p + sizeof(",\"pid\":") - 1, p + k->half, k->pid);
	return p + k->half;
}

/* Writes an array of neighbouring columns, unless all are 0. Returns the end. */
static inline __attribute__((always_inline)) char *
copyarray(const struct rowwriter *w, const struct op *op, char *p)
{
	const struct op *end = w->plan->ops + op->next, *o = op;
	const struct cell *cells = w->row->cells;

	while (cells[o->column].number == 0)
		if (++o == end)
			return p;
	for (o = op; o < end; o++)
		p = copyint(copylead(p, bufall(&o->lead)), cells[o->column].number);
	*p++ = ']';
	return p;
}

/* Writes a step that may need any number of bytes. Returns true if it wrote its key. */
static bool
putother(struct rowwriter *w, const struct rowstep *step)
{
	static const struct cell constant = { .type = CELL_INT };
	struct op *op = step->op;
	const struct cell *cell = op->column < 0 ? &constant : &w->row->cells[op->column];

	if (op->kind == K_ELEMENT) {
		putarray(w, op);
		return true;
	}
	if (cell->type == CELL_INT && silent(op, cell))
		return false;
	return putop(w, op, cell);
}

/* Returns true if a text is one that its op leaves out. */
static inline bool
unwanted(const struct rowstep *step, struct span text)
{
	return spansame(text, step->aux);
}

/* Writes steps from p on, where the buffer has room for all steps but texts. A text makes room for
 * itself and for the steps behind it. Returns the end of the last step. */
static inline __attribute__((always_inline)) char *
putsteps(struct rowwriter *w, const struct rowtemplate *t, size_t first, size_t end, char *p,
    bool noting)
{
	struct buf *out = w->out;
	const struct cell *cells = w->row->cells;

	for (const struct rowstep *step = t->steps + first, *last = t->steps + end, *next;
	    step < last; step = next) {
		const struct cell *cell = &cells[step->column];
		const struct op *op = step->op;
		size_t before = noting ? (size_t)(p - out->p) : 0;

		next = step + 1;

		switch (step->code) {
		case STEP_SILENT:
			if (cell->number == step->nothing)
				continue;
			/* fall through */
		case STEP_INT:
			p = copyint(copylead(p, step->lead), cell->number & step->mask);
			break;
		case STEP_STRING:
			p = copytext(out, copylead(p, step->lead),
			    stringget(w->strings, cell->number), t->room);
			break;
		case STEP_CODE:
			if (cell->number == step->nothing)
				continue;
			/* fall through */
		case STEP_LABEL:
			p = copylabel(w, step, p, cell->number, t->room);
			break;
		case STEP_FIXED:
			p = copylead(p, step->lead);
			*p++ = '"';
			break;
		case STEP_THREAD:
			p = copythread(w, p, noting);
			break;
		case STEP_PROCESS:
			p = copyprocess(w, p, noting);
			break;
		case STEP_ENDTHREAD:
			if ((uint64_t)cell->number == w->id->thread)
				continue;
			goto other;
		case STEP_UNLESS:
			if (cell->number == step->nothing)
				continue;
			goto other;
		case STEP_TEXT:
			if (step->aux.p && unwanted(step, rowtext(w->row, cell)))
				continue;
			roomat(out, copylead(p, step->lead), 0);
			jsonescape(out, rowtext(w->row, cell).p, cell->as.text.n);
			p = bufroom(out, t->room);
			*p++ = '"';
			break;
		case STEP_ARRAY:
			p = copyarray(w, op, p);
			break;
		case STEP_UNEQUAL:
			if (unwanted(step, rowtext(w->row, cell)))
				continue;
			goto other;
		case STEP_OTHER:
		other:
			roomat(out, p, 0);
			if (!putother(w, step)) {
				p = bufroom(out, t->room);
				continue;
			}
			p = bufroom(out, t->room);
			break;
		default:
			__builtin_unreachable();
		}
		if (noting && (size_t)(p - out->p) > before)
			notevalue(w, op, cell, before, (size_t)(p - out->p));
		next = step->next;
	}
	return p;
}

/* Writes "args", unless it has no keys. Each key begins with a comma; the first comma becomes a
 * brace. */
static void
rowwriterputargs(struct rowwriter *w)
{
	struct buf *out = w->out;
	size_t at = out->n, first;

	recordkey(out, KEY_ARGS);
	first = out->n;
	putops(w, w->plan->args, w->plan->count, false);
	if (out->n == first) {
		out->n = at;
		return;
	}
	out->p[first] = '{';
	recordclose(out);
	note(w, KEY_ARGS, first, 0);
}

/* The same for a template. Returns the end of "args", or p if it has no keys. */
static char *
copyargs(struct rowwriter *w, const struct rowtemplate *t, char *p)
{
	static const char key[] = ",\"args\":";
	size_t n = sizeof(key) - 1, at = (size_t)(p - w->out->p);
	char *end;

	memcpy(p, key, n);
	end = putsteps(w, t, t->args, t->count, p + n, false);
	p = w->out->p + at;
	if (end == p + n)
		return p;
	p[n] = '{';
	*end++ = '}';
	if (w->batch)
		notebytes(w, KEY_ARGS, p + n, end, 0);
	return end;
}

/* Takes the id of a role, if the row has one. */
static inline void
takeid(struct rowwriter *w, enum role role, int64_t *v)
{
	int column = w->plan->roles[role].column;

	if (column < 0 || w->row->cells[column].type != CELL_INT)
		return;
	*v = w->row->cells[column].number & w->plan->roles[role].mask;
	w->own.has |= WHO(role);
}

/* Reads the identity of a row. */
static void
whose(struct rowwriter *w)
{
	struct identity *id = &w->own;
	int64_t packed = 0;

	*id = (struct identity){ 0 };
	takeid(w, ROLE_THREAD, &packed);
	id->thread = (uint64_t)packed;
	takeid(w, ROLE_PROCESS, &packed);
	id->process = packedprocess((uint64_t)packed);
	if (id->has & WHO(ROLE_THREAD))
		id->has |= WHO(ROLE_PROCESS);
	takeid(w, ROLE_DEVICE, &id->device);
	takeid(w, ROLE_GPU, &id->gpu);
	takeid(w, ROLE_CONTEXT, &id->context);
	takeid(w, ROLE_STREAM, &id->stream);
	if (id->stream == UINT32_MAX) /* none */
		id->has &= ~WHO(ROLE_STREAM);
	takeid(w, ROLE_DOMAIN, &id->domain);
	if (id->domain == 0) /* the default one has no name */
		id->has &= ~WHO(ROLE_DOMAIN);
}

/* Writes the keys that all records begin with. */
static void
puthead(struct rowwriter *w, const struct plan *plan, const struct when *when)
{
	struct buf *out = w->out;
	size_t at = out->n;

	recordbegin(out, when->ts);
	note(w, KEY_TS, at + sizeof("{\"ts\":") - 1, when->ts);
	at = out->n;
	if (when->open) {
		recordvalue(out, KEY_OPEN, spanof("true"));
		note(w, KEY_OPEN, at + sizeof(",\"open\":") - 1, 0);
	} else if (when->span >= 0) {
		recordint(out, KEY_DUR, when->span);
		note(w, KEY_DUR, at + sizeof(",\"dur\":") - 1, when->span);
	}
	at = out->n;
	bufspan(out, bufall(&plan->type));
	note(w, KEY_TYPE, at + sizeof(",\"type\":") - 1, 0);
}

/* A writer caches 1 << IDENTITY_BITS identities. */
enum { IDENTITY_BITS = 6 };

/* Reads the identity of a row and caches it, with the ids of the row. */
static __attribute__((noinline)) void
identify(struct rowwriter *w, const struct rowtemplate *t, struct rowidentity *i, int64_t ts)
{
	i->of = NULL;
	whose(w);
	metaneed(w->meta, w->out, &w->own, ts);
	for (size_t n = 0; n < t->columncount; n++)
		i->ids[n] = w->row->cells[t->columns[n]].number;
	i->identity = w->own;
	i->keys.n = 0;
	i->of = t;
}

/* Finds the identity of a row; if it is not cached, it is read, and its meta records are
 * written. */
static inline void
identified(struct rowwriter *w, const struct rowtemplate *t, int64_t ts)
{
	const struct cell *cells = w->row->cells;
	struct rowidentity *i;
	uint64_t hash = (uintptr_t)t, differences = 0;
	const size_t count = t->columncount;

	for (size_t n = 0; n < count; n++)
		hash = mapspread(hash ^ (uint64_t)cells[t->columns[n]].number);
	i = &w->identities[hash >> (64 - IDENTITY_BITS)];
	for (size_t n = 0; n < count; n++)
		differences |= (uint64_t)(i->ids[n] ^ cells[t->columns[n]].number);
	w->id = &i->identity;
	w->keys = &i->keys;
	if (differences != 0 || i->of != t)
		identify(w, t, i, ts);
}

/* Writes a ts, which mostly has digits of that of the row before. */
static inline char *
copyts(struct rowwriter *w, char *p, int64_t ts)
{
	if (ts < (int64_t)MEM_EIGHT)
		return memputint(p, ts);
	return memputsimilar(&w->times, p, (uint64_t)ts);
}

/* Writes the keys that all records of events that are not open begin with, for a template. Returns
 * their end. */
static inline __attribute__((always_inline)) char *
copyhead(struct rowwriter *w, char *p, const struct when *when, bool noting)
{
	static const char ts[] = "{\"ts\":", dur[] = ",\"dur\":";
	char *from = p + sizeof(ts) - 1;

	memcpy(p, ts, sizeof(ts) - 1);
	p = copyts(w, from, when->ts);
	if (noting)
		notebytes(w, KEY_TS, from, p, when->ts);
	if (when->span >= 0) {
		from = p + sizeof(dur) - 1;
		memcpy(p, dur, sizeof(dur) - 1);
		p = memputuint(from, (uint64_t)when->span);
		if (noting)
			notebytes(w, KEY_DUR, from, p, when->span);
	}
	from = p + sizeof(",\"type\":") - 1;
	p = copylead(p, bufall(&w->plan->type));
	if (noting)
		notebytes(w, KEY_TYPE, from, p, 0);
	return p;
}

/* Writes the keys of a row up to "args". Returns their end, where the buffer has room for the
 * rest. */
static inline __attribute__((always_inline)) char *
copykeys(struct rowwriter *w, const struct rowtemplate *t, const struct when *when, bool noting)
{
	char *p = bufroom(w->out, t->room);

	if (when->open) {
		puthead(w, w->plan, when);
		p = bufroom(w->out, t->room);
	} else {
		p = copyhead(w, p, when, noting);
	}
	return putsteps(w, t, 0, t->args, p, noting);
}

/* Writes a row whose shape is known as a record. */
static inline void
writetemplate(struct rowwriter *w, struct rowtemplate *t, const struct when *when)
{
	struct buf *out = w->out;
	char *p = w->batch ? copykeys(w, t, when, true) : copykeys(w, t, when, false);

	if (t->args < t->count)
		p = copyargs(w, t, p);
	*p++ = '}';
	*p++ = '\n';
	out->n = (size_t)(p - out->p);
}

/* Writes a row whose cells may have any types as a record. */
static void
writeops(struct rowwriter *w, const struct when *when)
{
	puthead(w, w->plan, when);
	if (w->batch)
		putops(w, 0, w->plan->args, true);
	else
		putops(w, 0, w->plan->args, false);
	rowwriterputargs(w);
	recordend(w->out);
}

void
rowwrite(struct rowwriter *w, struct table *t, const struct plan *plan, const struct row *row,
    const struct when *when)
{
	struct rowtemplate *template = row->shape > 0 ? rowtemplateof(plan, row) : NULL;

	w->table = t;
	w->plan = plan;
	w->row = row;
	w->source->written++;
	t->flaws.backward += when->backward;
	if (when->span < 0)
		t->flaws.odd += plan->stops && !when->open;
	if (template) {
		if (!w->identities)
			w->identities =
			    xzalloc((size_t)1 << IDENTITY_BITS, sizeof(*w->identities));
		identified(w, template, when->ts);
	} else {
		whose(w);
		w->id = &w->own;
		metaneed(w->meta, w->out, &w->own, when->ts);
	}
	if (w->batch)
		batchbegin(w->batch, plan->mapping->type);
	if (template)
		writetemplate(w, template, when);
	else
		writeops(w, when);
	if (w->batch)
		batchend(w->batch);
}

void
rowwriterfree(struct rowwriter *w)
{
	payloadsfree(w->payloads);
	stringtablefree(&w->found);
	free(w->scratch.p);
	free(w->stack.p);
	free(w->identities);
	rowfree(&w->result);
}
