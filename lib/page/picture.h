/* SPDX-License-Identifier: MIT */
/* Pictures of GPUs: their time by state as a bar, and how busy they were over time. SVG with
 * attributes: the page's policy forbids styles in elements. */
#ifndef NST_PICTURE_H
#define NST_PICTURE_H

#include "sum/busy.h"
#include "sum/sheet.h"

/* Both are for sheet.write, with the GPUs, a struct busy, as sheet.to. */

/* Writes, of a table of states by GPU, a bar and its figures for each GPU. */
void picturestates(const struct sheet *s, struct buf *out);

/* Writes, of a table of GPUs by bin, a curve for each GPU. */
void pictureusage(const struct sheet *s, struct buf *out);

/* The same as a bar, of a table of GPUs without bins: at work and idle. */
void picturebusy(const struct sheet *s, struct buf *out);

#endif
