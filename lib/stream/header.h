/* SPDX-License-Identifier: MIT */
/*
 * What a stream says about itself, in its headers and end records (nst-event(5), stream and end).
 * Programs ask this module, so that all of them give one stream one meaning.
 *
 *   headerinfo   the members of one header
 *   streaminfo   all headers of a stream together: a merged stream may have several
 *   streamsource the captures that a stream comes from
 *
 * Example: headers with the windows [5, 20) and [10, 30) make the window [5, 30); a header without
 * a window makes all of them open.
 */
#ifndef NST_HEADER_H
#define NST_HEADER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "event.h"
#include "filtered.h"

/* Spans point into the header, and are JSON. A span is empty if the header lacks the member. */
struct headerinfo {
	bool present; /* the input has a header */
	bool hasutc, hasclock, hasfrom, hasto, linked;
	int64_t utc;      /* UNIX time at ts 0, ns */
	int64_t clock;    /* the host's system clock at ts 0, ns */
	int64_t from, to; /* the time window that was kept, ns */
	struct span schema, product;
	struct span names; /* which names kernels have; empty if short */
	struct span host; /* identifies the host: a hash of its name */
	struct span hostname;
	struct span program, argument; /* the command: its program, its first word behind that */
	struct span hosts;  /* an array of such strings, if the input was merged */
	struct span merged; /* an array of the inputs merged into this one */
	struct filtered filtered; /* as the line says */
};

/* Parses a header record, which must be padded by JSON_SLACK bytes and outlive h. An empty record
 * gives a header that is not present. */
void headerinforead(struct headerinfo *h, struct span header, struct buf *stack);

/* Which names kernels have, as nst-dump --names wrote them. NAMES_BOTH: short, and demangled as an
 * argument. */
enum kernelnames {
	NAMES_SHORT,
	NAMES_TEMPLATE,
	NAMES_DEMANGLED,
	NAMES_MANGLED,
	NAMES_BOTH
};

/* Returns which names a header declares. */
enum kernelnames headernames(const struct headerinfo *h);

/* All zero is a stream of no record. */
struct streaminfo {
	uint64_t headers;
	bool events;    /* an event was read */
	bool headless;  /* events precede the first header, so no header describes them */
	bool linked;    /* by nst-link, as every header says */
	bool steps;     /* nst-step looked for steps, as every header says */
	struct filtered filtered; /* what filters removed, as the headers say */
	enum kernelnames names; /* of the first header */
	bool hasutc;    /* a header has "utc" */
	int64_t utc;    /* UNIX time at ts 0, ns, of the first header that has it */
	int64_t from, to; /* the union of the windows of headers, ns; streaminfofrom reads it */
};

/* Reads a header. ev->line is as it was read; keys that a stage has set since count. */
void streaminfoheader(struct streaminfo *s, const struct event *ev);

/* Reads an event. */
static inline void
streaminfoevent(struct streaminfo *s)
{
	s->events = true;
}

/* The integer keys of headers that must be decoded. */
#define STREAMINFO_KEYS (EVKEY(KEY_FROM) | EVKEY(KEY_TO))

/* The window that the stream still covers, ns: INT64_MIN and INT64_MAX if it is open. */
int64_t streaminfofrom(const struct streaminfo *s);
int64_t streaminfoto(const struct streaminfo *s);

/* Returns true if a filter removed the events outside a window. */
static inline bool
streaminfocut(const struct streaminfo *s)
{
	return streaminfofrom(s) != INT64_MIN || streaminfoto(s) != INT64_MAX;
}

/* All zero is that of no header; streamsourcefree frees it. */
struct streamsource {
	struct stringtable products;
	struct stringtable hosts; /* the names of hosts, or else their hashes */
	struct stringtable commands; /* a program, a NUL, and its first argument or nothing */
	struct buf merged; /* the first "merged": a JSON array, then JSON_SLACK bytes; or empty */
	struct buf scratch;
};

/* Reads a header. */
void streamsourceheader(struct streamsource *s, const struct event *ev);

/* Returns the program of a command, and its first argument, which may be empty. */
struct span commandprogram(struct span command, struct span *argument);

/* Appends up to most commands, separated by commas. */
void commandtexts(const struct stringtable *commands, size_t most, struct buf *out);

void streamsourcefree(struct streamsource *s);

#endif
