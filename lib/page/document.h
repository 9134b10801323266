/* SPDX-License-Identifier: MIT */
/* The HTML document: head, sections, embedded data and script. */
#ifndef NST_DOCUMENT_H
#define NST_DOCUMENT_H

#include "base/mem.h"

struct webpage;

/* Makes the title and the body up to the warnings: p->title, p->body. */
void documentbody(struct webpage *p);

/* The size of the page without its trace, bytes. */
size_t documentsize(struct webpage *p);

/* Writes the whole page. */
void documentwrite(struct webpage *p, struct buf *out);

/* Writes the part that all kinds of pages begin with, up to the body, and the script for their
 * end. */
void documenthead(struct span title, struct buf *out);
void documentscript(struct buf *out);

/* Writes what a run is: its processes, GPUs, span, host, command and profiler. */
void documentidentity(const struct webpage *p, struct buf *out);

/* Writes the title of a page: the given one, else one from the stream. */
void documenttitle(const struct webpage *p, struct buf *out);

/* Writes the trace as an element with an id. */
void documenttrace(const struct webpage *p, const char *id, struct buf *out);

/* Writes members of a JSON object for the script: of the trace, and of the kinds of GPU work. */
void documentviews(const struct webpage *p, struct buf *out);
void documentkinds(struct buf *out);

#endif
