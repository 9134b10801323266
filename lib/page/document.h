/* SPDX-License-Identifier: MIT */
/* The document around what a page shows. */
#ifndef NST_DOCUMENT_H
#define NST_DOCUMENT_H

#include "mem.h"

struct webpage;

/* Writes the page. */
void documentwrite(struct webpage *p, struct buf *out);

#endif
