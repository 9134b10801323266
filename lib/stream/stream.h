/* SPDX-License-Identifier: MIT */
/* Reads a stream of NDJSON and gives its records to stages. It checks header and end records, and
 * detects truncated input; nst-event(5) has the rules. */
#ifndef NST_STREAM_H
#define NST_STREAM_H

#include "base/err.h"
#include "io/filetype.h"
#include "stage.h"

/* Reads the stream at path (NULL or "-" is standard input) to its end. partial accepts input
 * without an end record. If a line is bad, or the input is empty or truncated, it prints a message
 * and returns FAILED. After a bad line the stages are stopped, so that the output is well-formed up
 * to there. The caller closes the output (outend). */
enum status streamrun(struct stage *first, const char *path, bool partial);

/* The same for an open descriptor, which the caller closes. name is the input's name in messages;
 * begun are bytes that the caller has read from fd already. */
enum status streamfrom(
    struct stage *first, int fd, const char *name, struct span begun, bool partial);

/* The state of reading a stream. stream.c uses it for text, nst-chain for events in memory. The
 * caller sets first and partial; all else is zero. */
struct streamreader {
	struct stage *first; /* the first stage, whose begin was called */
	bool partial;        /* an end record may be missing */
	bool any;            /* a record was read */
	int64_t latest;      /* the largest ts, ns */
	uint64_t headers, ends, events;
	bool endpending;     /* an end record was read; the stages get it later */
	bool endpartial;     /* the end record says "partial":true */
	struct buf skipped;  /* its "skipped"; the two functions that end a read free it */
	bool failed;         /* a failed record was read: the writer of the stream failed */
};

/* Gives a record to the stages. */
void streamreadergive(struct streamreader *r, struct event *ev);

/* Finishes the stages after the last record. Returns DONE, or prints a message and returns FAILED
 * if the input was empty or truncated. name is the input's name in messages. */
enum status streamreaderend(struct streamreader *r, const char *name);

/* Stops the stages after an error in the input. */
void streamreaderstop(struct streamreader *r);

/* Prints why a line is not a record. If the input is another type of file, it prints that type
 * instead; pass FILETYPE_STREAM if records were read before. */
void streamwarnbad(const struct where *where, enum filetype type, const struct parseerror *error);

/* Warns if fd is a terminal, where the program would wait for the user to type a stream. */
void streamwarnterminal(int fd);

/* Returns the name of the input at path for messages. */
const char *streamname(const char *path);

#endif
