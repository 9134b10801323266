/* SPDX-License-Identifier: MIT */
/*
 * How rows of a plan and a shape (struct row) are written. The shape says which cells are NULL and
 * which have a type that nsys does not write, so the choice between alternatives is made once. For
 * example, the template of a kernel without a correlation id has no step for "corr".
 */
#ifndef NST_ROWTEMPLATE_H
#define NST_ROWTEMPLATE_H

#include "dump/facts/meta.h"
#include "dump/tables/table.h"

struct rowstep {
	enum {
		STEP_INT,     /* an integer */
		STEP_SILENT,  /* an integer; its key is left out if it is nothing */
		STEP_STRING,  /* a string by its id */
		STEP_TEXT,    /* a text; it is left out if it is aux */
		STEP_LABEL,   /* a code of an enumeration */
		STEP_CODE,    /* the same; its key is left out if it is nothing */
		STEP_FIXED,   /* only the lead */
		STEP_THREAD,  /* the thread of the row, and its process */
		STEP_PROCESS, /* the process of the row */
		STEP_ENDTHREAD,
		STEP_ARRAY,   /* neighbouring columns, all integers */
		STEP_UNLESS,  /* an integer written by its op; its key is left out if it is
			nothing */
		STEP_UNEQUAL, /* a text written by its op; it is left out if it is aux */
		STEP_OTHER
	} code;
	uint32_t column; /* 0 if it has none */
	struct span lead;
	struct span aux; /* a text that is left out; p is NULL if there is none */
	struct op *op;
	int64_t mask, nothing; /* as in the op */
	const struct rowstep *next; /* the step after it and its alternatives */
};

/* The keys "pid" and "tid" of a thread, as text. */
struct threadkeys {
	int64_t pid, tid;
	size_t n;    /* bytes of the text; 0 for none */
	size_t half; /* bytes of the text that are of "pid" */
	char text[2 * INT_ROOM];
};

/* The identity of a row, by its ids in the order of the columns of a template. */
struct rowidentity {
	const struct rowtemplate *of; /* NULL for none */
	int64_t ids[ROLES];
	struct identity identity; /* its meta records have been written */
	struct threadkeys keys;
};

struct rowtemplate {
	size_t args, count; /* the steps from args on write keys of "args" */
	size_t room;        /* the most bytes of all steps without texts, and of a head */
	/* The columns of the ids that identify a row. */
	uint32_t columns[ROLES];
	size_t columncount;
	struct rowstep steps[];
};

/* Makes the template for rows like this one; the slow half of rowtemplateof. */
struct rowtemplate *rowtemplatemake(const struct plan *plan, const struct row *row);

/* Returns the template for rows like this one, whose shape is known. The plan owns it. */
static inline struct rowtemplate *
rowtemplateof(const struct plan *plan, const struct row *row)
{
	struct rowtemplate *t = plan->templates[row->shape];

	return t ? t : rowtemplatemake(plan, row);
}

#endif
