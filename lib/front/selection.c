/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "program/cli.h"
#include "selection.h"

bool
selectionof(const char *name)
{
	static const char *const names[] = { "nst-sum", "nst-fold", "nst-chrome", "nst-perfetto" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

size_t
selectionwords(char *const words[])
{
	const char *name = words[0] + 2;

	if (strncmp(words[0], "--", 2) != 0)
		return 0;
	if (strcmp(name, "invert") == 0)
		return 1;
	for (size_t i = 0; clifilteroptions[i]; i++) {
		size_t n = strlen(clifilteroptions[i]);

		if (strncmp(name, clifilteroptions[i], n) == 0 && name[n] == '=')
			return 1;
		if (strcmp(name, clifilteroptions[i]) == 0)
			return words[1] ? 2 : 1;
	}
	return 0;
}
