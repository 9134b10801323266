/* SPDX-License-Identifier: MIT */
/* What the columns of tables mean, for those who point at a heading or hear the page. */
#ifndef NST_HEADING_H
#define NST_HEADING_H

/* Returns the meaning of a column of nst-sum as a text without quotes or markup; NULL if it has
 * none. Example: "use" -> "busy time in percent of the span". */
const char *headingmeaning(const char *column);

#endif
