/* SPDX-License-Identifier: MIT */
/* label.h: shortened texts, kernels and operators; occupancy.h. */
#include <stdio.h>
#include <stdlib.h>

#include "draw/label.h"
#include "gpu/kernelname.h"
#include "draw/occupancy.h"
#include "tap.h"

static void
cutting(void)
{
	static const struct {
		const char *text;
		size_t most;
		const char *want;
	} table[] = {
		{ "", 5, "" },
		{ "abcdef", 6, "abcdef" },
		{ "abcdefg", 6,
		    "abc\xE2\x80\xA6"
		    "fg" },
		{ "abcdefg", 5,
		    "ab\xE2\x80\xA6"
		    "fg" },
		{ "abcdefg", 4, "" },
		{ "abcdefg", 0, "" },
		{ "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 5,
		    "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9" },
		{ "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xB6", 5,
		    "\xC3\xA9\xC3\xA9\xE2\x80\xA6\xC3\xA9\xC3\xB6" },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		struct buf out = { 0 };

		labelshorten(&out, spanof(table[i].text), table[i].most);
		ok(spanis(bufall(&out), table[i].want), "'%s' in %zu", table[i].text,
		    table[i].most);
		free(out.p);
	}
}

/* Names of kernels that break a parser of C++: all calls return, and a name always has the same
 * label. */
static void
kernels(void)
{
	static const char *const parts[] = { "a", "bb", "::", "<", ">", "(", ")", "[", "]", "{",
		"}", ",", " ", "*", "&", "-", "operator ()", "const", "[lambda() (instance 1)]",
		"<unnamed>", "(anonymous namespace)", "Functor", "Op", "(int)4", "float", "void ",
		"\\u00e9", "->" };
	struct kernellabels k = { 0 };
	int wrong = 0;

	for (int i = 0; i < 20000; i++) {
		struct buf name = { 0 }, want = { 0 };
		struct span label;

		for (uint64_t n = taprandom(12) + 1; n > 0; n--)
			bufstr(&name, parts[taprandom(sizeof(parts) / sizeof(*parts))]);
		if (memchr(name.p, '\\', name.n))
			bufspan(&want, bufall(&name));
		else
			kernelnameshort(&want, bufall(&name));
		for (int again = 0; again < 2; again++) {
			label = labelkernel(&k, bufall(&name));
			wrong += !spansame(label, bufall(&want));
		}
		free(name.p);
		free(want.p);
	}
	ok(wrong == 0, "names of kernels have their template forms");
	kernellabelsfree(&k);
	k = (struct kernellabels){ 0 };
	{
		struct buf deep = { 0 };

		for (int i = 0; i < 100000; i++)
			bufstr(&deep, "f<");
		ok(labelkernel(&k, bufall(&deep)).n > 0, "a name that is 100,000 deep");
		free(deep.p);
	}
	kernellabelsfree(&k);
}

/* Occupancies from NVIDIA's occupancy calculator, by compute capability. */
static void
occupancies(void)
{
	static const struct {
		const char *chip;
		struct kernelresources resources;
		int want;
	} table[] = {
		{ "GA100", { 256, 32, 0 }, 100 },
		{ "GA100", { 256, 64, 0 }, 50 },
		{ "GA100", { 1024, 32, 0 }, 100 },
		{ "GA100", { 1024, 65, 0 }, -1 },
		{ "GA100", { 128, 255, 33280 }, 13 }, /* 2 blocks of 4 warps by registers */
		{ "GA100", { 32, 16, 0 }, 50 },       /* 32 blocks of a warp */
		{ "GA100", { 256, 32, 81920 }, 25 },  /* 2 blocks by shared memory */
		{ "GH100", { 384, 168, 213196 }, 19 },
		{ "TU102", { 256, 32, 0 }, 100 },
		{ "AD107", { 256, 32, 0 }, 100 },
		{ "GP100", { 96, 40, 0 }, 75 },
		{ "GA100", { 0, 32, 0 }, -1 },
		{ "GA100", { 2048, 32, 0 }, -1 },
		{ "GA100", { 256, 32, 1 << 20 }, -1 },
		{ "GX1", { 256, 32, 0 }, -1 },
		{ "", { 256, 32, 0 }, -1 },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		int got = occupancy(spanof(table[i].chip), &table[i].resources);

		ok(got == table[i].want, "%s, %d threads, %d registers, %d bytes: %d %%, got %d",
		    table[i].chip, (int)table[i].resources.threads, (int)table[i].resources.registers,
		    (int)table[i].resources.shared, table[i].want, got);
	}
}

/* The estimate of PyTorch's profiler. Of A100: kernels of ../shared/kineto/nccl-2streams. */
static void
achieved(void)
{
	struct kernelresources small = { 128, 16, 0 }, large = { 512, 40, 400 };
	struct kernelresources half = { 64, 40, 0 };

	ok(occupancyachieved(spanof("GA100"), &small, 1.0 / 108) == 0, "one block on the GPU");
	ok(occupancyachieved(spanof("GA100"), &large, 512.0 / 108) == 75, "as many as fit");
	ok(occupancyachieved(spanof("GV100"), &half, 7.2) == 22, "22.5 percent in floats is less");
	ok(occupancyachieved(spanof("GX1"), &small, 1) == -1, "an unknown chip");
	ok(occupancyachieved(spanof("GA100"), &(struct kernelresources){ 0, 32, 0 }, 1) == -1,
	    "no thread");
}

int
main(void)
{
	cutting();
	kernels();
	occupancies();
	achieved();
	return tapend();
}
