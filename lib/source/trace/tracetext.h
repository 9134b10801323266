/* SPDX-License-Identifier: MIT */
/* The text of events, read again by their entries. Events that are neighbours in time are in a few
 * places of the file, one for each thread, so a reader keeps several windows of it. */
#ifndef NST_TRACETEXT_H
#define NST_TRACETEXT_H

#include "tracefile.h"

enum { TRACE_WINDOWS = 8 };

/* One reader. All zero is ready; tracetextfree frees. */
struct tracetext {
	struct tracetextwindow {
		struct buf bytes; /* a NUL follows */
		uint64_t at;      /* of the first byte in the file */
		uint64_t used;    /* when it was used last */
	} windows[TRACE_WINDOWS];
	uint64_t uses;
	struct tracejson json;
	struct tracemembers args; /* of the event read last */
};

/* Reads an event. Ends the program if the file has changed. The spans are valid until the next
 * call. */
void tracetextread(const struct tracefile *t, struct tracetext *text, const struct traceentry *e,
    struct traceevent *ev);

/* Reads what a call has in common with the work that it launched: the key, "bind_id" of a trace of
 * nst-chrome, else the correlation id. Returns false if it has neither; corr is the key if it has
 * no correlation id. */
bool tracetextkey(const struct tracefile *t, struct tracetext *text, const struct traceentry *e,
    int64_t *key, int64_t *corr);

void tracetextfree(struct tracetext *text);

#endif
