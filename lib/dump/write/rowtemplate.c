/* SPDX-License-Identifier: MIT */
#include "rowtemplate.h"

/* The bytes of the head of a record: three keys and two integers. */
enum { HEAD_ROOM = 128 + 2 * INT_ROOM + 2 * LEAD };

/* Returns how a value with this type is written. */
static int
codeof(const struct op *op, enum cell_type type)
{
	if (op->kind == K_CONSTANT)
		return STEP_FIXED;
	if (op->kind == K_TEXT && type == CELL_TEXT)
		return STEP_TEXT;
	if (op->kind == K_JSON && type == CELL_TEXT && op->aux)
		return STEP_UNEQUAL;
	if (type != CELL_INT)
		return STEP_OTHER;
	if (op->kind == K_THREAD)
		return STEP_THREAD;
	if (op->kind == K_PROCESS)
		return STEP_PROCESS;
	if (op->kind == K_ENDTHREAD)
		return STEP_ENDTHREAD;
	if (op->plain)
		return op->silent ? STEP_SILENT : STEP_INT;
	if (op->kind == K_STRING)
		return STEP_STRING;
	if (op->kind == K_LABEL || op->kind == K_CODE)
		return op->silent ? STEP_CODE : STEP_LABEL;
	return op->silent ? STEP_UNLESS : STEP_OTHER;
}

/* Returns true if such a step writes its key whatever the value is. */
static bool
always(int code)
{
	return code == STEP_INT || code == STEP_STRING || code == STEP_FIXED || code == STEP_ARRAY;
}

/* Returns true if the cells of all elements of an array are integers. */
static bool
areintegers(const struct plan *plan, const struct op *op, const struct row *row)
{
	const struct op *end = plan->ops + op->next;

	for (; op < end; op++)
		if (row->cells[op->column].type != CELL_INT)
			return false;
	return true;
}

/* Adds a step. Returns the index of the next op that may write something. */
static size_t
addstep(struct rowtemplate *t, const struct plan *plan, size_t index, const struct row *row)
{
	struct op *op = &plan->ops[index];
	enum cell_type type = op->column < 0 ? CELL_INT : row->cells[op->column].type;
	size_t next = op->kind == K_ELEMENT ? op->next : index + 1;
	int code = codeof(op, type);

	if (type == CELL_NULL)
		return next;
	if (op->kind == K_ELEMENT)
		code = areintegers(plan, op, row) ? STEP_ARRAY : STEP_OTHER;
	t->steps[t->count++] = (struct rowstep){
		.code = code,
		.column = op->column < 0 ? 0 : (uint32_t)op->column,
		.lead = bufall(&op->lead),
		.aux = { op->aux, op->aux ? strlen(op->aux) : 0 },
		.op = op,
		.mask = op->mask,
		.nothing = op->nothing,
	};
	for (size_t i = index; i < next; i++)
		t->room += (plan->ops[i].lead.n > LEAD ? plan->ops[i].lead.n : LEAD) +
		    (size_t)2 * INT_ROOM + (plan->ops[i].labels ? LABEL : 0);
	return always(code) ? op->next : next;
}

/* Sets which step follows each one once it has written its key. */
static void
setnexts(struct rowtemplate *t, const struct plan *plan)
{
	for (size_t i = 0; i < t->count; i++) {
		size_t next = i + 1;

		while (next < t->count && t->steps[next].op < plan->ops + t->steps[i].op->next)
			next++;
		t->steps[i].next = &t->steps[next];
	}
}

struct rowtemplate *
rowtemplatemake(const struct plan *plan, const struct row *row)
{
	struct rowtemplate *t =
	    xzalloc(1, sizeof(*t) + plan->count * sizeof(*t->steps));
	size_t i = 0;

	t->room = HEAD_ROOM;
	while (i < plan->args)
		i = addstep(t, plan, i, row);
	t->args = t->count;
	while (i < plan->count)
		i = addstep(t, plan, i, row);
	setnexts(t, plan);
	for (int role = ROLE_NONE + 1; role < ROLES; role++) {
		int column = plan->roles[role].column;

		if (column >= 0 && row->cells[column].type == CELL_INT)
			t->columns[t->columncount++] = (uint32_t)column;
	}
	plan->templates[row->shape] = t;
	return t;
}
