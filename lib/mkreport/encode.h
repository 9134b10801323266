/* SPDX-License-Identifier: MIT */
/* Encodes rows of an export as messages of a report. It reads the table of messages
 * (report/messages.h) in the opposite direction. */
#ifndef NST_ENCODE_H
#define NST_ENCODE_H

#include "base/row.h"
#include "report/repschema.h"

/* Returns true if the values of a column can be encoded. */
bool encodable(const struct repcol *col);

/* Appends the fields of message m from a row, and the messages inside of it. The row must have
 * all columns of the table, in their order. */
void encode(struct buf *out, const struct repschema *schema, const struct reptable *table,
    const struct row *row, enum repmessage m);

/* Returns the kind of event that a row of an event table is, or NULL if it is no known kind. */
const struct repeventdef *encodeeventdef(const struct reptable *table, const struct row *row);

/* Returns the event type for a row. */
uint64_t encodetype(
    const struct repeventdef *kind, const struct reptable *table, const struct row *row);

/* Returns the integer in a named column of a row, or none if there is no such column or value. */
int64_t encodeint(
    const struct reptable *table, const struct row *row, const char *column, int64_t none);

#endif
