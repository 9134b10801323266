/* SPDX-License-Identifier: MIT */
/*
 * The loop of every program that reads a stream: lines, positions, header and end records,
 * truncation. A program is one callback per record; nst-event(5) has the rules.
 */
#ifndef NST_STREAM_H
#define NST_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "err.h"
#include "event.h"
#include "mem.h"

struct stream;

/* What a program does with a stream. */
struct stage {
	unsigned want;     /* bits of the integer keys that it reads */
	bool relay;        /* it writes a stream again: header and end records are passed on */
	bool partial;      /* input without its end record is accepted */
	void (*event)(struct stream *, const struct event *); /* each record but header and end */
	/* After the last event, before the end record; may be NULL. */
	void (*finish)(struct stream *);
	/* Makes what was written whole when the program has to end at once; NULL cuts off half a
	 * line. */
	void (*whole)(struct buf *);
};

/* A stream being read, and where its program writes to. */
struct stream {
	/* What was written and not yet flushed; a relay writes whole records through the calls
	 * below. */
	struct buf out;
	uint64_t line;     /* of the record at hand, from 1 */
	const char *path;  /* for messages */
	struct buf stack;  /* the scanner's */
	void *arg;         /* for the program */
	int64_t latest;    /* the largest ts seen, ns */
	struct {
		uint64_t records;  /* written since the last end record */
		uint64_t headers;  /* read */
		uint64_t ends;     /* read */
		bool held;         /* an end record was read and not yet written */
	} count;
};

/* Reads the stream at path ("-" or NULL is standard input) to its end. Says what is wrong with a
 * bad line, truncated or empty input, and returns FAILED: finish was called all the same, so that
 * the output is well-formed as far as it goes. The caller ends the output (outend). */
enum status streamrun(struct stream *s, const struct stage *stage, const char *path);

/* Ends the program because of the record at hand: "program: path:line: why", after writing what is
 * ready. */
void streamdie(struct stream *s, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/* Copies a record to the output as it was read. */
void streamcopy(struct stream *s, const struct event *ev);

/* Ends a record that the program wrote to s->out itself. */
void streamput(struct stream *s);

#endif
