/* SPDX-License-Identifier: MIT */
/* The kinds of fields: how the value of a column is written. */
#ifndef NST_KIND_H
#define NST_KIND_H

#include <stdbool.h>
#include <stdint.h>

/* If the value is NULL, the key is left out, whatever the kind is. */
enum kind {
	K_END_OF_ROW,
	/* not written */
	K_ONLY, /* the mapping is for rows whose class is listed in aux */
	K_NOT,  /* the mapping is for rows whose class is not listed in aux */
	/* The mapping is for tables that have the column: nsys gave one name to tables with
	 * different columns. */
	K_SHAPE,
	K_ARGS, /* the following fields go into "args" */
	/* times */
	K_START, /* ns: "ts" */
	K_STOP,  /* ns: "dur", from the start; "open":true where it is NULL */
	K_CLOSE, /* ns: "dur", from the start; 0 where it is NULL */
	/* the thread, process, or GPU of an event */
	K_THREAD,    /* a packed id (naming.h): "pid" and "tid" */
	K_PROCESS,   /* a packed id: "pid" */
	K_ENDTHREAD, /* a packed id: "endtid", if it is not the thread of K_THREAD */
	K_DEVICE,    /* a CUDA device, as its process numbers it */
	K_GPU,       /* a GPU, as the profile numbers it */
	K_TYPEGPU,   /* a GPU in the lowest byte of the id of a type of metrics */
	K_CONTEXT,   /* a CUDA context */
	K_STREAM,    /* a CUDA stream; 4294967295 means "none", and is left out */
	K_DOMAIN,    /* an NVTX domain of the thread's process: its name; 0 is left out */
	/* numbers */
	K_INT,
	K_UINT, /* 64 bits without a sign */
	K_REAL,
	K_COUNT,   /* an integer; 0 is left out */
	K_U32,     /* an integer; 4294967295 means "none", and is left out */
	K_NUMBER,  /* an integer, or with a fraction */
	K_ELEMENT, /* an integer in an array, together with its neighbours of the same key */
	K_PERIOD,  /* a time, ns: its distance from the start */
	/* computed from more than the value */
	/* The first result of the SQL query aux, whose parameters are the value and the column
	 * "by": a number or a text. */
	K_LOOKUP,
	/* JSON in a text, or in a string by its id. A text equal to aux is left out. */
	K_JSON,
	K_MEMBERS, /* members of an object as JSON in a text, each behind a comma */
	K_PAYLOAD, /* bytes that an NVTX payload schema describes */
	K_STACK,   /* the id of a call chain in the table aux; only with --stacks */
	/* text */
	K_TEXT,     /* a text equal to aux is left out */
	K_STRING,   /* the id of a string */
	K_TEMPLATE, /* the id of a kernel's demangled name, for its template form */
	K_LABEL,    /* a code of the enumeration aux */
	K_CODE,     /* a code of the enumeration aux; 0 is left out */
	K_NUMBERED, /* an integer, as text */
	K_CONSTANT, /* the prefix alone; no column */
	K_CATEGORY, /* an NVTX category of the event's domain: its name; 0 is left out */
	K_COLOR,    /* 0xAARRGGBB: "#rrggbb" */
	KINDS
};

/* What the id in a column identifies. */
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

/* The integer for which a key is left out. */
enum silent { SILENT_NEVER, SILENT_ZERO, SILENT_U32 };

/* The properties of a kind. */
struct kindfacts {
	unsigned types;     /* a bit for each enum cell_type that a value may have */
	bool plain;         /* an integer is written in decimal */
	int64_t mask;       /* the bits of an integer that are written; 0: all */
	bool quoted;        /* the value is written in quotes */
	enum silent silent;
	enum role role;
	bool unwritten;     /* no key after "type" */
	bool classes;       /* aux lists values of the class column */
	bool aux;           /* the field must have aux */
	bool bare;          /* the field has no column */
};

extern const struct kindfacts kinds[KINDS];

#endif
