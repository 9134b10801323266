/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "spelling.h"

/* Returns the edit distance of a and b, by one row of the table of dynamic programming; SIZE_MAX if
 * a is too long for it. */
static size_t
distance(const char *a, size_t na, const char *b, size_t nb)
{
	size_t row[64];

	if (na >= sizeof(row) / sizeof(*row))
		return SIZE_MAX;
	for (size_t i = 0; i <= na; i++)
		row[i] = i;
	for (size_t j = 1; j <= nb; j++) {
		size_t corner = row[0];

		row[0] = j;
		for (size_t i = 1; i <= na; i++) {
			size_t best = corner + (a[i - 1] != b[j - 1]);

			corner = row[i];
			if (row[i] + 1 < best)
				best = row[i] + 1;
			if (row[i - 1] + 1 < best)
				best = row[i - 1] + 1;
			row[i] = best;
		}
	}
	return row[na];
}

const char *
spellingnearest(const char *text, size_t n, const char *const *names, size_t count)
{
	const char *nearest = NULL;
	size_t best = n / 2 + 1;

	for (size_t i = 0; i < count; i++) {
		size_t d = distance(text, n, names[i], strlen(names[i]));

		if (d < best) {
			best = d;
			nearest = names[i];
		}
	}
	return nearest;
}

const char *
spellinghint(struct span text, const char *const *names, size_t count)
{
	static char hint[128];
	const char *nearest = spellingnearest(text.p, text.n, names, count);

	if (!nearest)
		return "";
	snprintf(hint, sizeof(hint), "; is it '%s'?", nearest);
	return hint;
}

const char *
spellingchoice(struct span text, const char *const *names, size_t count)
{
	static struct buf choice;

	if (spellingnearest(text.p, text.n, names, count))
		return spellinghint(text, names, count);
	choice.n = 0;
	for (size_t i = 0; i < count; i++) {
		if (i > 0 && strcmp(names[i], names[i - 1]) == 0)
			continue; /* the families gpu and device share one name */
		bufstr(&choice, i == 0 ? "; there is " : ", ");
		bufstr(&choice, names[i]);
	}
	bufchar(&choice, '\0');
	return choice.p;
}
