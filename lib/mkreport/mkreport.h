/* SPDX-License-Identifier: MIT */
/*
 * Makes a report from an export: a file from which nst-import makes that export again, as far as
 * the format of reports is understood. It is for samples and tests; programs other than nst may
 * not be able to read it.
 *
 * Terms of this room:
 *   export     the SQLite file that nsys makes from a report
 *   report     the file that nsys records: .nsys-rep
 *   message    a protobuf message; report/messages.h lists those of a report
 *   entry      an event or a generic event in a block (reportwriter.h)
 *   generic event  values of several counters at one time, whose layout is in the chunk header
 *   part       a table or column of the export; parts that a report cannot have are skipped
 *              (conversion.h)
 */
#ifndef NST_MKREPORT_H
#define NST_MKREPORT_H

#include "base/mem.h"

/* Converts an export to a report in the empty file fd, or ends the program. path is the
 * report's, for messages. Appends to skipped the parts of the export that the report does not
 * have, each with its count, separated by commas. */
void mkreport(const char *export, const char *path, int fd, struct buf *skipped);

#endif
