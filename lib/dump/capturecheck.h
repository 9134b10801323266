/* SPDX-License-Identifier: MIT */
/* The rule that decides whether an export belongs to a report: both must be of one capture. */
#ifndef NST_CAPTURECHECK_H
#define NST_CAPTURECHECK_H

#include "base/err.h"

/* Compares the host and the start of two profiles. Returns DONE if both facts are known in both
 * files and equal; else prints why the export is not used, and returns FAILED. Ends the program if
 * a file cannot be read. Reads no event. */
enum status capturecheck(const char *report, const char *export);

#endif
