/* SPDX-License-Identifier: MIT */
/* Reads a stream into a page, with its trace within a budget. */
#ifndef NST_PAGEREADER_H
#define NST_PAGEREADER_H

#include "base/err.h"
#include "page.h"

/* Reads the stream at path (NULL or "-" is standard input) into a page that pageinit made. Merges
 * slices of its trace until the page has at most budget bytes, 0 for any number; with a budget, an
 * input that cannot be read twice is copied to a temporary file. Messages of this program become
 * warnings of the page. partial accepts a stream without its end record. Returns FAILED, after a
 * message, if the input failed: the page has the events before that. */
enum status pagereaderread(
    struct webpage *p, const char *path, uint64_t budget, bool partial);

#endif
