/* SPDX-License-Identifier: MIT */
/*
 * nst-dump on a report whose messages are the input (recipe.h): the rows of its blocks give the
 * stream that those of its import give, with one reader and with two.
 */
#include "dump/dump.h"
#include "fuzz.h"
#include "recipe.h"

/* Dumps standard input with so many readers: with two words all that there is, with three its
 * import, with four by two readers. */
static int
program(int argc, char *argv[])
{
	struct dumping d = { .path = "-",
		.wanted = { .types = schematypes(), .style = "short", .stacks = true },
		.workers = argc == 4 ? 2 : 1 };

	errinit(argv[0]);
	d.wanted.imported = argc == 3;
	return (int)dump(&d);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char name[] = "rows", option[] = "-";
	char *words[] = { name, option, option, option, NULL };
	struct buf file = { 0 }, blocks = { 0 };
	enum status status;
	struct fuzzrun run;

	if (size < 1)
		return 0;
	/* The first byte is that of the target report, whose seeds these are. */
	recipe(&file, (struct span){ (const char *)data + 1, size - 1 });
	run = fuzzrun(program, 2, words, bufall(&file));
	status = run.status;
	bufspan(&blocks, run.out);
	for (int argc = 3; argc < 5; argc++) {
		run = fuzzrun(program, argc, words, bufall(&file));
		fuzzhold(run.status == status);
		fuzzhold(run.out.n == blocks.n &&
		    (blocks.n == 0 || memcmp(run.out.p, blocks.p, blocks.n) == 0));
	}
	free(file.p);
	free(blocks.p);
	return 0;
}
