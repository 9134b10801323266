/* SPDX-License-Identifier: MIT */
/* The kinds of columns: how a column's value is written, and what holds of each kind. */
#ifndef NST_KIND_H
#define NST_KIND_H

#include <stdbool.h>
#include <stdint.h>

/* NULL leaves a key out, whatever the kind. */
enum kind {
	K_END_OF_ROW,
	/* not written */
	K_ONLY, /* the row is this event when the value is among those listed in aux */
	K_NOT,  /* or is not among them */
	/* The table is this event when it has the column: nsys gave one name to tables of several
	   shapes. */
	K_SHAPE,
	K_ARGS, /* the fields from here on go into "args" */
	/* times */
	K_START, /* ns: "ts" */
	K_STOP,  /* ns: "dur", from the start; "open":true where it is NULL */
	K_CLOSE, /* the same; a duration of 0 where it is NULL */
	/* whom an event belongs to */
	K_THREAD,    /* packed: "pid" and "tid" */
	K_PROCESS,   /* packed: "pid" */
	K_ENDTHREAD, /* packed: "endtid", where it is another thread than K_THREAD's */
	K_DEVICE,    /* a CUDA device, as its process numbers it */
	K_GPU,       /* a GPU, as the profile numbers it */
	K_TYPEGPU,   /* the same, in the lowest byte of the id of a type of metrics */
	K_CONTEXT,   /* a CUDA context */
	K_STREAM,    /* a CUDA stream; 4294967295 means "none", and is left out */
	K_DOMAIN,    /* an NVTX domain of the thread's process: its name; 0 left out */
	/* numbers */
	K_INT,
	K_UINT, /* 64 bits without a sign */
	K_REAL,
	K_COUNT,   /* an integer whose 0 says nothing, and is left out */
	K_U32,     /* an integer whose 4294967295 means "none", and is left out */
	K_NUMBER,  /* an integer, or with a fraction */
	K_ELEMENT, /* an integer in an array, with its neighbours of the same key */
	K_PERIOD,  /* a time, ns: how long after the start it is */
	/* made of more than the value */
	/* What the query aux finds for the value, ?1, and that of the column by, ?2: a number or a
	   text. */
	K_LOOKUP,
	/* A text, or an id in StringIds, that is JSON. A text like aux is left out. */
	K_JSON,
	K_PAYLOAD, /* bytes that the payload schemas of NVTX describe */
	K_STACK,   /* the id of a call chain in the table aux; only with --stacks */
	/* text */
	K_TEXT,     /* one like aux is left out */
	K_STRING,   /* an id in StringIds */
	K_LABEL,    /* a code in the enumeration aux */
	K_CODE,     /* the same, 0 left out */
	K_NUMBERED, /* an integer, as text */
	K_CONSTANT, /* only the prefix; no column */
	K_CATEGORY, /* an NVTX category of the event's domain: its name; 0 left out */
	K_COLOR,    /* 0xAARRGGBB: "#rrggbb" */
	KINDS
};

/* What a column says of whom an event, or a name, belongs to. */
enum role {
	ROLE_NONE,
	ROLE_THREAD,
	ROLE_PROCESS,
	ROLE_DEVICE,
	ROLE_GPU,
	ROLE_CONTEXT,
	ROLE_STREAM,
	ROLE_DOMAIN,
	ROLE_CATEGORY,
	ROLES
};

/* Which integer says nothing, so that its key is left out. */
enum silent { SILENT_NEVER, SILENT_ZERO, SILENT_U32 };

/* What holds of a kind. */
struct kindfacts {
	unsigned types;     /* a bit for each enum cell_type that a value may have */
	bool plain;         /* an integer is written as it is, */
	int64_t mask;       /* or these bits of it; 0 is all */
	bool quoted;        /* it is written in quotes */
	enum silent silent;
	enum role role;
	bool unwritten;     /* it is no key behind the type */
	bool classes;       /* aux lists values of the class column */
	bool aux;           /* a field of it needs aux */
	bool bare;          /* a field of it has no column */
};

extern const struct kindfacts kinds[KINDS];

#endif
