/* SPDX-License-Identifier: MIT */
/* Rows of an export as the messages of a report: the table of messages, run backwards. */
#ifndef NST_ENCODE_H
#define NST_ENCODE_H

#include "base/row.h"
#include "report/repschema.h"

/* Whether a column's values can be put into a message. */
bool encodable(const struct repcol *col);

/* Appends the fields of a message that columns of a row are, and the messages in it. The row has
 * all columns of the table in their order. */
void encode(struct buf *out, const struct repschema *shape, const struct reptable *table,
    const struct row *row, enum repmessage m);

/* The kind of event that a row is, of those that give rows of its table; NULL when it is none. */
const struct repeventdef *encodeeventdef(const struct reptable *table, const struct row *row);

/* The type of the event. */
uint64_t encodetype(
    const struct repeventdef *kind, const struct reptable *table, const struct row *row);

/* The integer in a column of a row, by its name; none where there is no such one. */
int64_t encodeint(
    const struct reptable *table, const struct row *row, const char *column, int64_t none);

#endif
