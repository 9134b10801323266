/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stddef.h>

#include "occupancy.h"

enum { WARP = 32 };

/*
 * The limits of a multiprocessor by chip, from the table of technical specifications per
 * compute capability in the CUDA C++ programming guide. Each multiprocessor has 64 Ki registers.
 */
enum { REGISTERS = 1 << 16 };
static const struct sm {
	const char *chip; /* a prefix of chip names; the first match counts */
	int threads, blocks;
	int partitions;       /* warp schedulers; each has an equal part of the registers */
	int shared;       /* shared memory, KiB */
	int sharedunit;        /* allocation unit of shared memory, bytes */
	int reserved;     /* shared memory that the system takes per block, bytes */
} sms[] = {
	{ "GM20", 2048, 32, 4, 96, 256, 0 },     /* 5.2 */
	{ "GM", 2048, 32, 4, 64, 256, 0 },       /* 5.0 */
	{ "GP100", 2048, 32, 2, 64, 256, 0 },    /* 6.0 */
	{ "GP", 2048, 32, 4, 96, 256, 0 },       /* 6.1 */
	{ "GV", 2048, 32, 4, 96, 256, 0 },       /* 7.0 */
	{ "TU", 1024, 16, 4, 64, 256, 0 },       /* 7.5 */
	{ "GA100", 2048, 32, 4, 164, 128, 1024 }, /* 8.0 */
	{ "GA10B", 1536, 16, 4, 164, 128, 1024 }, /* 8.7 */
	{ "GA", 1536, 16, 4, 100, 128, 1024 },   /* 8.6 */
	{ "AD", 1536, 24, 4, 100, 128, 1024 },   /* 8.9 */
	{ "GH", 2048, 32, 4, 228, 128, 1024 },   /* 9.0 */
	{ "GB10", 2048, 32, 4, 228, 128, 1024 }, /* 10.0 */
	{ "GB20", 1536, 24, 4, 100, 128, 1024 }, /* 12.0 */
};

/* Registers are allocated to a warp in units of this size. */
enum { REGISTERS_UNIT = 256 };

static const struct sm *
smof(struct span chip)
{
	for (size_t i = 0; i < sizeof(sms) / sizeof(*sms); i++) {
		size_t n = strlen(sms[i].chip);

		if (chip.n >= n && memcmp(chip.p, sms[i].chip, n) == 0)
			return &sms[i];
	}
	return NULL;
}

static int64_t
roundup(int64_t v, int64_t unit)
{
	return (v + unit - 1) / unit * unit;
}

/* Returns the number of blocks that fit on a multiprocessor, 0 if the kernel cannot run on it. */
static int64_t
occupancyblocks(const struct sm *sm, const struct kernelresources *d)
{
	int64_t warps, blocks, shared;

	if (!sm || d->threads < 1 || d->threads > 1024 || d->registers < 0 || d->registers > 255 ||
	    d->shared < 0 || d->shared > sm->shared * INT64_C(1024))
		return 0;
	warps = roundup(d->threads, WARP) / WARP;
	blocks = sm->threads / WARP / warps;
	if (blocks > sm->blocks)
		blocks = sm->blocks;
	if (d->registers > 0) {
		int64_t fit = REGISTERS / roundup(d->registers * WARP, REGISTERS_UNIT);

		fit = fit / sm->partitions * sm->partitions / warps;
		blocks = blocks < fit ? blocks : fit;
	}
	shared = roundup(d->shared + sm->reserved, sm->sharedunit);
	if (shared > 0 && blocks > sm->shared * INT64_C(1024) / shared)
		blocks = sm->shared * INT64_C(1024) / shared;
	return blocks;
}

int
occupancy(struct span chip, const struct kernelresources *d)
{
	const struct sm *sm = smof(chip);
	int64_t blocks = occupancyblocks(sm, d), warps = roundup(d->threads, WARP) / WARP, most;

	if (blocks <= 0)
		return -1;
	most = sm->threads / WARP;
	return (int)((blocks * warps * 200 / most + 1) / 2);
}

int
occupancyachieved(struct span chip, const struct kernelresources *d, double blocks)
{
	const struct sm *sm = smof(chip);
	int64_t most = occupancyblocks(sm, d);

	if (most <= 0)
		return -1;
	if ((double)most < blocks)
		blocks = (double)most;
	/* Kineto computes with floats: 22.4999 % where a double is 22.5 % */
	return (int)(0.5 + (double)((float)blocks * (float)d->threads / (float)sm->threads) * 100);
}
