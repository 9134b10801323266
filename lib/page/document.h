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

#endif
