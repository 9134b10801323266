/* SPDX-License-Identifier: MIT */
/*
 * A report made of an export: what nst-import would make that export of, as far as reports are
 * understood. It is for samples and tests: nothing but nst has to be able to read it.
 */
#ifndef NST_MKREPORT_H
#define NST_MKREPORT_H

#include "base/mem.h"

/* Writes an export as a report to an empty file, or ends the program; the path of the report is for
 * messages. Appends to left what the export has and the report has not, each with its count,
 * between commas. */
void mkreport(const char *export, const char *path, int fd, struct buf *skipped);

#endif
