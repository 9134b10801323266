/* SPDX-License-Identifier: MIT */
/*
 * Reads a stream as text and gives its records to stages: lines, positions, header and end records,
 * truncation; nst-event(5) has the rules.
 */
#ifndef NST_STREAM_H
#define NST_STREAM_H

#include "base/err.h"
#include "io/filetype.h"
#include "stage.h"

/* Reads the stream at path ("-" or NULL is standard input) to its end; partial accepts input
 * without its end record. Says what is wrong with a bad line, truncated or empty input, and returns
 * FAILED: behind a bad line only the last stage is finished, so that what it writes is well-formed
 * as far as it goes. The caller ends the output (outend). */
enum status streamrun(struct stage *first, const char *path, bool partial);

/* The same for an open descriptor, from which some bytes were read already, and which messages call
 * by a name; the caller closes it. */
enum status streamfrom(
    struct stage *first, int fd, const char *name, struct span begun, bool partial);

/* What is known of a stream being read, by whatever reads it. All zero but first and partial. */
struct streamreader {
	struct stage *first; /* whose begin was called */
	bool partial;        /* it need not have an end record */
	bool any;            /* a record came */
	int64_t latest;      /* the largest ts, ns */
	uint64_t headers, ends, events;
	bool held;           /* an end record was read and not yet given */
	bool cut;            /* it says that its stream was cut before */
	bool failed;         /* the program before this one did, as it says */
};

/* Gives a record to the stages. */
void streamreadergive(struct streamreader *r, struct event *ev);

/* Ends the stages behind the last record, and says whether the input, called by a name in messages,
 * was whole. */
enum status streamreaderend(struct streamreader *r, const char *name);

/* Ends the stages behind an input that went wrong. */
void streamreaderstop(const struct streamreader *r);

/* Says what is wrong with a line that is no record; for what is no stream at all, by its content,
 * what it is. The content is FILETYPE_STREAM where records came before. */
void streamwarnbad(const struct where *where, enum filetype type, const struct parseerror *error);

/* Says that a descriptor waits for somebody to type a stream, where it is a terminal. */
void streamwarnterminal(int fd);

/* What messages call the input at path. */
const char *streamname(const char *path);

#endif
