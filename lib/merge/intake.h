/* SPDX-License-Identifier: MIT */
/* One of the inputs that are merged: a stream, or a profile that nst-dump makes a stream of. */
#ifndef NST_INTAKE_H
#define NST_INTAKE_H

#include <sys/types.h>

#include "io/lines.h"
#include "stream/event.h"

struct intake {
	const char *path;
	struct lines lines;
	pid_t child; /* the nst-dump that writes it; 0 for none */
	bool pipe;   /* what it is read from can be read but once, and told a failure itself */
	struct where where;
	struct buf stack; /* the scanner's */
	/* The first header record, once one was read, with JSON_SLACK bytes behind. */
	struct buf header;
	struct event ev; /* the record at hand */
	uint64_t headers, ends;
	bool any;       /* a record came */
	int64_t latest; /* the largest ts of an event so far, ns; INT64_MIN before */
	bool cut;       /* its end record is missing */
	bool failed;    /* what wrote it failed, or was not whole */
};

/* What nst-dump is to be told, where an input is a profile. */
struct intakeasks {
	const char *types; /* for --type; NULL for all */
	bool hosts;        /* --hosts */
};

/* Opens the input at path ("-" is standard input), which is read in blocks of so many bytes, or
 * ends the program. */
void intakeopen(struct intake *f, const char *path, const struct intakeasks *asks, size_t block);

/* Reads the next record that is not about the stream itself into ev, pid, gpu and the integers in
 * want decoded. False at the end, whether good or bad: that was said. Ends the program at a line
 * that is no record, or is out of order. */
bool intakenext(struct intake *f, unsigned want, bool partial);

void intakeclose(struct intake *f);

#endif
