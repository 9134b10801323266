/* SPDX-License-Identifier: MIT */
#include <string.h>

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
	static const char *const options[] = { "--type", "--prefix", "--match", "--inside",
		"--domain", "--pid", "--tid", "--device", "--stream", "--rank", "--min-dur",
		"--launches" };

	if (strcmp(words[0], "--invert") == 0)
		return 1;
	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++) {
		size_t n = strlen(options[i]);

		if (strncmp(words[0], options[i], n) == 0 && words[0][n] == '=')
			return 1;
		if (strcmp(words[0], options[i]) == 0)
			return words[1] ? 2 : 1;
	}
	return 0;
}
