/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "base/json.h"
#include "unifiedmemory.h"

/* The copies and faults of an address, or of an instruction. */
struct umplace {
	int64_t address;
	uint32_t text;               /* of an instruction, plus one */
	wide tohost, todevice, time; /* bytes moved each way, and duration in ns */
	uint64_t faults, gpufaults;  /* on the CPU, on GPUs */
	size_t order;                /* the order in which places were made */
};

struct unifiedmemory {
	struct collector collector;
	struct collectorargs args;
	struct stringtable names;
	struct map known; /* (address, text) -> index of the place */
	struct umplace *umplaces;
	size_t count, room;
	struct buf scratch;
	bool byaddress; /* each address has a row */
	bool addressed; /* some event has an address */
	uint64_t lowest, highest;
};

/* Returns the place of an address or text; makes it if it is new. */
static struct umplace *
umplaceof(struct unifiedmemory *u, int64_t address, uint32_t text)
{
	bool fresh;
	uint32_t *at = mapput(&u->known, (struct mapkey){ (uint64_t)address, text }, &fresh);

	if (fresh) {
		*at = (uint32_t)u->count;
		GROW(u->umplaces, u->room, u->count + 1);
		u->umplaces[u->count++] =
		    (struct umplace){ .address = address, .text = text, .order = *at };
	}
	return &u->umplaces[*at];
}

/* Returns 1 for a copy of unified memory to a device, -1 for one to the host, 0 for any other
 * event. */
static int
migrationof(struct unifiedmemory *u, const struct event *ev)
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

/* Formats an address in scratch. */
static struct tablecell
addresscell(struct unifiedmemory *u, uint64_t address)
{
	u->scratch.n = 0;
	bufprintf(&u->scratch, "0x%" PRIX64, address);
	return celltext(bufall(&u->scratch));
}

/* Adds a copy or a fault to a place. */
static void
umadd(struct umplace *p, const struct event *ev, int direction)
{
	int64_t n;

	if (direction != 0) {
		n = jsonint(evarg(ev, "bytes"), &n) && n > 0 ? n : 0;
		p->todevice += direction > 0 ? n : 0;
		p->tohost += direction < 0 ? n : 0;
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
	struct unifiedmemory *u = (struct unifiedmemory *)e;
	int direction = migrationof(u, ev);
	int64_t address = 0;

	if ((direction == 0 && ev->type != TYPE_UM_FAULT) || !collectortouches(&u->args, ev))
		return;
	if (jsonint(evarg(ev, "address"), &address)) {
		uint64_t at = (uint64_t)address;

		u->lowest = !u->addressed || at < u->lowest ? at : u->lowest;
		u->highest = !u->addressed || at > u->highest ? at : u->highest;
		u->addressed = true;
	}
	umadd(umplaceof(u, u->byaddress ? address : 0, 0), ev, direction);
}

static void
umfault(struct collector *e, const struct event *ev)
{
	struct unifiedmemory *u = (struct unifiedmemory *)e;
	struct span text = evarg(ev, "function");
	uint32_t name = 0;
	int64_t pc;

	if (evhas(ev, KEY_DEVICE) || !collectortouches(&u->args, ev))
		return;
	if (jsonisstring(text))
		name = stringintern(&u->names, jsontext(text, &u->scratch)) + 1;
	else if (jsonint(evarg(ev, "pc"), &pc))
		name = stringintern(&u->names, addresscell(u, (uint64_t)pc).text) + 1;
	umplaceof(u, 0, name)->faults++;
}

/* The most bytes first, then the most faults, then in the order of the stream. */
static int
bysize(const void *a, const void *b)
{
	const struct umplace *x = a, *y = b;
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
umcell(const void *arg, size_t row, const struct column *column)
{
	struct unifiedmemory *u = (struct unifiedmemory *)arg;
	const struct umplace *p = &u->umplaces[row];

	switch (column->id) {
	case ADDRESS:
		return addresscell(u, (uint64_t)p->address);
	case TO_DEVICE:
		return cellratio(p->todevice, 1000000);
	case TO_HOST:
		return cellratio(p->tohost, 1000000);
	case FAULTS:
		return cellwhole((wide)p->faults);
	case GPU_FAULTS:
		return cellwhole((wide)p->gpufaults);
	case SPEED: /* bytes per us are MB/s */
		return cellratio((p->todevice + p->tohost) * 1000, p->time);
	case INSTRUCTION:
		if (p->text == 0)
			return (struct tablecell){ 0 };
		return celltext(stringat(&u->names, p->text - 1));
	}
	if (!u->addressed)
		return (struct tablecell){ 0 };
	return addresscell(u, column->id == LOWEST ? u->lowest : u->highest);
}

static const struct column sums[] = {
	{ "Virtual Address", COLUMN_TEXT, umcell, ADDRESS, 0 },
	{ "HtoD Migration Size (MB)", COLUMN_MEGABYTES, umcell, TO_DEVICE, 0 },
	{ "DtoH Migration Size (MB)", COLUMN_MEGABYTES, umcell, TO_HOST, 0 },
	{ "CPU Page Faults", COLUMN_INTEGER, umcell, FAULTS, 0 },
	{ "GPU Page Faults", COLUMN_INTEGER, umcell, GPU_FAULTS, 0 },
	{ "Migration Throughput (MB/s)", COLUMN_MEGABYTES, umcell, SPEED, 0 },
};

static const struct column totals[] = {
	{ "Total HtoD Migration Size (MB)", COLUMN_MEGABYTES, umcell, TO_DEVICE, 0 },
	{ "Total DtoH Migration Size (MB)", COLUMN_MEGABYTES, umcell, TO_HOST, 0 },
	{ "Total CPU Page Faults", COLUMN_INTEGER, umcell, FAULTS, 0 },
	{ "Total GPU PageFaults", COLUMN_INTEGER, umcell, GPU_FAULTS, 0 },
	{ "Minimum Virtual Address", COLUMN_TEXT, umcell, LOWEST, 0 },
	{ "Maximum Virtual Address", COLUMN_TEXT, umcell, HIGHEST, 0 },
};

static const struct column faults[] = {
	{ "CPU Page Faults", COLUMN_INTEGER, umcell, FAULTS, 0 },
	{ "CPU Instruction Address", COLUMN_TEXT, umcell, INSTRUCTION, 0 },
};

/* Writes the first max rows; all if max is 0. */
static size_t
umwrite(struct unifiedmemory *u, const struct column *columns, size_t count, size_t max)
{
	if (u->count > 0)
		qsort(u->umplaces, u->count, sizeof(*u->umplaces), bysize);
	return collectorwrite(&u->args, columns, count, u->count, max, u);
}

/* The number of rows that "nsys stats" has by default. */
enum { SUM_ROWS = 10 };

#define COLUMNS(list) (list), sizeof(list) / sizeof(*(list))

static size_t
writesum(struct collector *e)
{
	return umwrite((struct unifiedmemory *)e, COLUMNS(sums), SUM_ROWS);
}

static size_t
writetotal(struct collector *e)
{
	return umwrite((struct unifiedmemory *)e, COLUMNS(totals), 0);
}

static size_t
writefaults(struct collector *e)
{
	return umwrite((struct unifiedmemory *)e, COLUMNS(faults), 0);
}

static void
umfree(struct collector *e)
{
	struct unifiedmemory *u = (struct unifiedmemory *)e;

	stringtablefree(&u->names);
	mapfree(&u->known);
	free(u->umplaces);
	free(u->scratch.p);
	free(u);
}

static struct collector *
ummake(const struct collectorargs *args, void (*take)(struct collector *, const struct event *),
    size_t (*writerows)(struct collector *))
{
	struct unifiedmemory *u = xzalloc(1, sizeof(*u));

	u->args = *args;
	u->collector = (struct collector){
		.want = EVKEY(KEY_DEVICE), .event = take, .write = writerows, .free = umfree
	};
	return &u->collector;
}

struct collector *
unifiedmemorysum(const struct collectorargs *args)
{
	struct collector *e = ummake(args, umevent, writesum);

	((struct unifiedmemory *)e)->byaddress = true;
	return e;
}

struct collector *
unifiedmemorytotal(const struct collectorargs *args)
{
	return ummake(args, umevent, writetotal);
}

struct collector *
unifiedmemoryfaults(const struct collectorargs *args)
{
	return ummake(args, umfault, writefaults);
}
