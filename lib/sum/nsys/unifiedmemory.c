/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "base/json.h"
#include "unifiedmemory.h"

/* An address, or an instruction, with what happened there. */
struct place {
	int64_t address;
	uint32_t text;               /* of an instruction */
	wide tohost, todevice, time; /* bytes moved, and ns that took */
	uint64_t faults, gpufaults;  /* on the CPU, on GPUs */
	size_t order;                /* in which they came */
};

struct um {
	struct collector collector;
	struct collectorargs ask;
	struct stringtable names;
	struct map known; /* address -> place */
	struct place *places;
	size_t count, room;
	struct buf scratch;
	bool apart;     /* addresses have a row each */
	bool addressed; /* some event has one */
	uint64_t lowest, highest;
};

/* The place of an address, or of a text. */
static struct place *
blockplace(struct um *u, int64_t address, uint32_t text)
{
	bool fresh;
	uint32_t *at = mapput(&u->known, (struct mapkey){ (uint64_t)address, text }, &fresh);

	if (fresh) {
		*at = (uint32_t)u->count;
		GROW(u->places, u->room, u->count + 1);
		u->places[u->count++] =
		    (struct place){ .address = address, .text = text, .order = *at };
	}
	return &u->places[*at];
}

/* Which way unified memory moved: 1 to a device, -1 to the host, 0 for another copy. */
static int
wayof(struct um *u, const struct event *ev)
{
	struct span kind = evarg(ev, "kind");

	if (ev->type != TYPE_MEMCPY || !jsonisstring(kind))
		return 0;
	kind = jsontext(kind, &u->scratch);
	if (!memmem(kind.p, kind.n, "Unified", strlen("Unified")))
		return 0;
	if (memmem(kind.p, kind.n, "Host-to-Device", strlen("Host-to-Device")))
		return 1;
	return memmem(kind.p, kind.n, "Device-to-Host", strlen("Device-to-Host")) ? -1 : 0;
}

/* An address as reports write it, in scratch. */
static struct tablecell
addressentry(struct um *u, uint64_t address)
{
	u->scratch.n = 0;
	bufprintf(&u->scratch, "0x%" PRIX64, address);
	return celltext(bufall(&u->scratch));
}

/* Adds a copy or a fault to a place. */
static void
umadd(struct place *p, const struct event *ev, int way)
{
	int64_t n;

	if (way != 0) {
		n = jsonint(evarg(ev, "bytes"), &n) && n > 0 ? n : 0;
		p->todevice += way > 0 ? n : 0;
		p->tohost += way < 0 ? n : 0;
		p->time += evnumber(ev, KEY_DUR);
	} else if (evhas(ev, KEY_DEVICE)) {
		p->gpufaults += jsonint(evarg(ev, "faults"), &n) && n > 0 ? (uint64_t)n : 1;
	} else {
		p->faults++;
	}
}

static void
umevent(struct collector *e, const struct event *ev)
{
	struct um *u = (struct um *)e;
	int way = wayof(u, ev);
	int64_t address = 0;

	if ((way == 0 && ev->type != TYPE_UM_FAULT) || !collectortouches(&u->ask, ev))
		return;
	if (jsonint(evarg(ev, "address"), &address)) {
		uint64_t at = (uint64_t)address;

		u->lowest = !u->addressed || at < u->lowest ? at : u->lowest;
		u->highest = !u->addressed || at > u->highest ? at : u->highest;
		u->addressed = true;
	}
	umadd(blockplace(u, u->apart ? address : 0, 0), ev, way);
}

static void
umfault(struct collector *e, const struct event *ev)
{
	struct um *u = (struct um *)e;
	struct span text = evarg(ev, "function");
	uint32_t name = 0;
	int64_t pc;

	if (evhas(ev, KEY_DEVICE) || !collectortouches(&u->ask, ev))
		return;
	if (jsonisstring(text))
		name = stringintern(&u->names, jsontext(text, &u->scratch)) + 1;
	else if (jsonint(evarg(ev, "pc"), &pc))
		name = stringintern(&u->names, addressentry(u, (uint64_t)pc).text) + 1;
	blockplace(u, 0, name)->faults++;
}

/* The most bytes moved first, then the most faults, then as they came. */
static int
bysize(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	wide s = x->tohost + x->todevice, t = y->tohost + y->todevice;
	uint64_t m = x->faults + x->gpufaults, n = y->faults + y->gpufaults;

	if (s != t)
		return s < t ? 1 : -1;
	if (m != n)
		return m < n ? 1 : -1;
	return (x->order > y->order) - (x->order < y->order);
}

enum { ADDRESS, TO_DEVICE, TO_HOST, FAULTS, GPU_FAULTS, SPEED, LOWEST, HIGHEST, INSTRUCTION };

static struct tablecell
umentry(const void *arg, size_t row, const struct column *column)
{
	struct um *u = (struct um *)arg;
	const struct place *p = &u->places[row];

	switch (column->what) {
	case ADDRESS:
		return addressentry(u, (uint64_t)p->address);
	case TO_DEVICE:
		return cellratio(p->todevice, 1000000);
	case TO_HOST:
		return cellratio(p->tohost, 1000000);
	case FAULTS:
		return cellwhole((wide)p->faults);
	case GPU_FAULTS:
		return cellwhole((wide)p->gpufaults);
	case SPEED: /* bytes in a us are MB/s */
		return cellratio((p->todevice + p->tohost) * 1000, p->time);
	case INSTRUCTION:
		if (p->text == 0)
			return (struct tablecell){ 0 };
		return celltext(stringat(&u->names, p->text - 1));
	}
	if (!u->addressed)
		return (struct tablecell){ 0 };
	return addressentry(u, column->what == LOWEST ? u->lowest : u->highest);
}

static const struct column sums[] = {
	{ "Virtual Address", COLUMN_TEXT, umentry, ADDRESS, 0 },
	{ "HtoD Migration Size (MB)", COLUMN_MEGABYTES, umentry, TO_DEVICE, 0 },
	{ "DtoH Migration Size (MB)", COLUMN_MEGABYTES, umentry, TO_HOST, 0 },
	{ "CPU Page Faults", COLUMN_INTEGER, umentry, FAULTS, 0 },
	{ "GPU Page Faults", COLUMN_INTEGER, umentry, GPU_FAULTS, 0 },
	{ "Migration Throughput (MB/s)", COLUMN_MEGABYTES, umentry, SPEED, 0 },
};

static const struct column totals[] = {
	{ "Total HtoD Migration Size (MB)", COLUMN_MEGABYTES, umentry, TO_DEVICE, 0 },
	{ "Total DtoH Migration Size (MB)", COLUMN_MEGABYTES, umentry, TO_HOST, 0 },
	{ "Total CPU Page Faults", COLUMN_INTEGER, umentry, FAULTS, 0 },
	{ "Total GPU PageFaults", COLUMN_INTEGER, umentry, GPU_FAULTS, 0 },
	{ "Minimum Virtual Address", COLUMN_TEXT, umentry, LOWEST, 0 },
	{ "Maximum Virtual Address", COLUMN_TEXT, umentry, HIGHEST, 0 },
};

static const struct column faults[] = {
	{ "CPU Page Faults", COLUMN_INTEGER, umentry, FAULTS, 0 },
	{ "CPU Instruction Address", COLUMN_TEXT, umentry, INSTRUCTION, 0 },
};

/* Writes the first rows, at most so many; 0 for all. */
static size_t
umput(struct um *u, const struct column *columns, size_t count, size_t most)
{
	if (u->count > 0)
		qsort(u->places, u->count, sizeof(*u->places), bysize);
	return collectorwrite(&u->ask, columns, count, u->count, most, u);
}

/* Addresses are many: as many rows as "nsys stats" has. */
enum { SUM_ROWS = 10 };

#define COLUMNS(list) (list), sizeof(list) / sizeof(*(list))

static size_t
writesum(struct collector *e)
{
	return umput((struct um *)e, COLUMNS(sums), SUM_ROWS);
}

static size_t
writetotal(struct collector *e)
{
	return umput((struct um *)e, COLUMNS(totals), 0);
}

static size_t
writefaults(struct collector *e)
{
	return umput((struct um *)e, COLUMNS(faults), 0);
}

static void
umrelease(struct collector *e)
{
	struct um *u = (struct um *)e;

	stringtablefree(&u->names);
	mapfree(&u->known);
	free(u->places);
	free(u->scratch.p);
	free(u);
}

static struct collector *
ummake(const struct collectorargs *ask, void (*take)(struct collector *, const struct event *),
    size_t (*writerows)(struct collector *))
{
	struct um *u = xzalloc(1, sizeof(*u));

	u->ask = *ask;
	u->collector = (struct collector){
		.want = EVKEY(KEY_DEVICE), .event = take, .write = writerows, .free = umrelease
	};
	return &u->collector;
}

struct collector *
unifiedmemorysum(const struct collectorargs *ask)
{
	struct collector *e = ummake(ask, umevent, writesum);

	((struct um *)e)->apart = true;
	return e;
}

struct collector *
unifiedmemorytotal(const struct collectorargs *ask)
{
	return ummake(ask, umevent, writetotal);
}

struct collector *
unifiedmemoryfaults(const struct collectorargs *ask)
{
	return ummake(ask, umfault, writefaults);
}
