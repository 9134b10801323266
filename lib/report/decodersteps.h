/* SPDX-License-Identifier: MIT */
/* The steps of a decoder. Only decoder.c and eventlayout.c know them. */
#ifndef NST_DECODERSTEPS_H
#define NST_DECODERSTEPS_H

#include "quickevent.h"

/* The most steps of a decoder. */
enum { DECODER_STEPS = 96 };

/* What a step does. The steps up to DECODE_OPEN expect a tag and read a value; the others use
 * the value that was read last. */
enum stepkind {
	DECODE_PASS,   /* skips a number */
	DECODE_TAKE,   /* reads a number */
	DECODE_CELL,   /* reads a number into a cell */
	DECODE_BYTES,  /* reads bytes; the value is their packed place */
	DECODE_OPEN,   /* enters a message, whose fields follow */
	DECODE_ALSO,   /* stores the value in a cell */
	DECODE_TEXT,   /* stores the bytes as text in a cell */
	DECODE_SLOT,   /* stores the value as a field of its message */
	DECODE_SAME,   /* the value must equal .v */
	DECODE_CLOSED, /* the string must not be the name of a call that opens a file */
	DECODE_CLOSE,  /* the message must end */
	DECODE_END,    /* the event must end */
};

struct decoderstep {
	unsigned char what, message, field;
	unsigned char bytes; /* bytes of the tag */
	uint16_t tag, mask;
	/* The length of the step's last value, as most values have the same length again: its
	 * bytes, and their continuation bits (ends). Both are 0 after a value of more than 8
	 * bytes. */
	uint32_t length;
	uint32_t cell, wantedcol; /* indices of the cell and of the wanted column */
	uint32_t open;         /* of DECODE_CLOSE: the index of the message's DECODE_OPEN */
	uint64_t ends;
	uint64_t v; /* the limit of a cell; the end of a message; or the expected value */
};

struct repdecoder {
	struct repdecoded fit;
	uint64_t there, taken; /* bit sets of messages, as in the cursor */
	struct decoderstep *steps;
	uint32_t *nulls; /* cells that are NULL in such events */
	size_t count, nullcount;
};

#endif
