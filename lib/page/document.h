/* SPDX-License-Identifier: MIT */
/* The document around what a page shows. */
#ifndef NST_DOCUMENT_H
#define NST_DOCUMENT_H

#include "base/mem.h"

struct webpage;

/* Makes the title of a page and what stands before its warnings: p->title, p->body. */
void documentbody(struct webpage *p);

/* How many bytes the page is without its trace. */
size_t documentsize(struct webpage *p);

/* Writes the page. */
void documentwrite(struct webpage *p, struct buf *out);

/* Writes what any page begins with, up to the body, and the script that stands at its end. */
void documenthead(struct span title, struct buf *out);
void documentscript(struct buf *out);

#endif
