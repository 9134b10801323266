/* SPDX-License-Identifier: MIT */
/* A stage that ends the program if the input is several streams in which one pid means different
 * processes. That happens if streams of several hosts are concatenated: nst-link would then give a
 * kernel of one process the launch of the other. nst-merge renumbers such processes. */
#ifndef NST_PIDCHECK_H
#define NST_PIDCHECK_H

#include "base/map.h"
#include "stage.h"

struct pidcheck {
	struct stage stage;
	uint64_t types;     /* of the events that are checked: bits, EVTYPE() each */
	uint64_t headers;   /* number of header records; one stream needs no check */
	bool captures;      /* headers differ in utc: the streams are of several captures */
	bool hasutc;
	int64_t utc;        /* of the first header that has it, ns */
	bool apart;         /* the message about their times was printed */
	bool warned;        /* that nothing tells if a process is one */
	struct stringtable strings; /* things that meta records name, and their names */
	uint32_t *nameids;  /* by id of a thing, such as "thread" 7 9 0: the id of its name */
	size_t room;
	struct map threads; /* (pid, tid) to the index in ends */
	int64_t *ends;      /* by thread: the end of its latest call, ns */
	size_t endsroom;
	struct buf scratch;
};

/* Makes a stage that passes all records on; pidcheckfree frees it. */
void pidcheckinit(struct pidcheck *m);

void pidcheckfree(struct pidcheck *m);

#endif
