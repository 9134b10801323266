/* SPDX-License-Identifier: MIT */
/* Colour schemes: the first line is a scheme, each other one a name that it may colour. */
#include <stdlib.h>

#include "base/json.h"
#include "filter/scheme.h"
#include "fuzz.h"
#include "gpu/color.h"

/* Reads a scheme and uses it; a program, since a bad one ends it. */
static int
program(int argc, char *argv[])
{
	struct scheme scheme = { 0 };
	struct buf stack = { 0 };
	char *copy;

	errinit(argv[0]);
	schemeread(&scheme, "color", argv[1]);
	copy = fuzzcopy(spanof(argv[1]));
	fuzzhold(jsonskip(jsonspace(copy), &stack));
	for (int i = 2; i < argc; i++) {
		const char *color = schemecolor(&scheme, spanof(argv[i]));

		fuzzhold(!color || colorfind(spanof(color)) == color);
	}
	schemefree(&scheme);
	free(copy);
	free(stack.p);
	return DONE;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span input = { (const char *)data, size };
	char *copy = fuzzcopy(input), *words[FUZZ_WORDS];
	int count = fuzzwords(copy, "\n", "color", words);

	if (count > 1 && !fuzzhard(input) && words[1][0] != '@') /* a file */
		fuzzrun(program, count, words, (struct span){ "", 0 });
	free(copy);
	return 0;
}
