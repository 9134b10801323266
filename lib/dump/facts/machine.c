/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "machine.h"
#include "stream/record.h"

/* The columns of the table of GPUs, and the keys that they get in "args". */
#define GPU_FACT(column) { column, FACT_ANY, FACT_OPTIONAL }
static const struct factcolumn gpucolumns[] = {
	GPU_FACT("name"),
	GPU_FACT("uuid"),
	GPU_FACT("busLocation"),
	GPU_FACT("chipName"),
	GPU_FACT("id"),
	GPU_FACT("cuDevice"),
	GPU_FACT("totalMemory"),
	GPU_FACT("memoryBandwidth"),
	GPU_FACT("clockRate"),
	GPU_FACT("smCount"),
	GPU_FACT("computeMajor"),
	GPU_FACT("computeMinor"),
};
static const char *const gpukeys[] = { "name", "uuid", "bus", "chip", "gpu", "ordinal", "memory",
	"bandwidth", "clock", "sms", "compute_major", "compute_minor" };

/* The same of the map from a process's CUDA ordinals to GPUs. An older one has no uuid. */
static const struct factcolumn mapcolumns[] = { GPU_FACT("uuid"), { "gpuId", FACT_ANY,
    FACT_REQUIRED } };
static const char *const mapkeys[] = { "uuid", "gpu" };

/* A row that is written as "args". */
struct argsrow {
	const char *const *keys;
	size_t count;
	struct buf *out;
	bool found;
};

/* Writes the cells of a row that are numbers or texts. */
static bool
putfacts(void *arg, const struct row *row)
{
	struct argsrow *a = arg;
	bool any = false;

	a->found = true;
	for (size_t i = 0; i < a->count; i++) {
		const struct cell *cell = &row->cells[i];

		if (cell->type != CELL_INT && cell->type != CELL_TEXT)
			continue;
		if (!any)
			recordopen(a->out, KEY_ARGS);
		any = true;
		recordmember(a->out, a->keys[i]);
		if (cell->type == CELL_INT) {
			bufint(a->out, cell->number);
		} else {
			struct span text = facttext(row, cell);

			jsonstring(a->out, text.p, text.n);
		}
	}
	if (any)
		recordclose(a->out);
	return false;
}

/* Writes the facts about the GPU that has this number in a column. */
static bool
machineputgpu(const struct machine *m, const char *column, int64_t number, struct buf *out)
{
	struct argsrow args = { gpukeys, sizeof(gpukeys) / sizeof(*gpukeys), out, false };

	sourcefacts(m->source,
	    &(struct factquery){ .table = "TARGET_INFO_GPU",
	        .columns = gpucolumns,
	        .count = args.count,
	        .where = { column },
	        .equals = { number } },
	    putfacts, &args);
	return args.found;
}

/* Reads the first row of the map for a device of a process. */
static void
mapfirst(const struct machine *m, int64_t pid, int64_t device, const struct factcolumn *columns,
    size_t count, bool (*each)(void *arg, const struct row *row), void *arg)
{
	sourcefacts(m->source,
	    &(struct factquery){ .table = "TARGET_INFO_CUDA_DEVICE",
	        .columns = columns,
	        .count = count,
	        .where = { "pid", "cudaId" },
	        .equals = { pid, device } },
	    each, arg);
}

bool
machinegpu(const struct machine *m, int64_t gpu, struct buf *out)
{
	return machineputgpu(m, "id", gpu, out);
}

/* Takes the first cell of a row. */
static bool
takecell(void *arg, const struct row *row)
{
	*(struct cell *)arg = row->cells[0];
	return false;
}

/* The order of TARGET_INFO_GPU is not that of the ordinals. An export may have the map and no list
 * of GPUs. */
bool
machinedevice(const struct machine *m, int64_t pid, int64_t device, struct buf *out)
{
	static const struct factcolumn gpuid = { "gpuId", FACT_INTEGER, FACT_REQUIRED };
	struct argsrow args = { mapkeys, sizeof(mapkeys) / sizeof(*mapkeys), out, false };
	struct cell gpu = { .type = CELL_NULL };
	bool mapped;

	mapfirst(m, pid, device, &gpuid, 1, takecell, &gpu);
	mapped = gpu.type != CELL_NULL;
	if (machineputgpu(m, mapped ? "id" : "cuDevice", mapped ? gpu.number : device, out))
		return true;
	mapfirst(m, pid, device, mapcolumns, args.count, putfacts, &args);
	return args.found;
}

/* Returns the entry of a stream; makes it if there is none. */
static struct streamfacts *
streamof(struct machine *m, int64_t pid, int64_t context, int64_t stream)
{
	int64_t key[] = { pid, context, stream };
	size_t before = m->streams.used;
	uint32_t i = stringintern(&m->streams, (struct span){ (const char *)key, sizeof(key) });

	GROW(m->facts, m->room, m->streams.used);
	if (m->streams.used > before)
		m->facts[i] = (struct streamfacts){ 0 };
	return &m->facts[i];
}

/* Returns the entry of the stream in the first three cells of a row; NULL if they are no ids. */
static struct streamfacts *
rowstream(struct machine *m, const struct row *row)
{
	const struct cell *c = row->cells;

	if (c[0].type != CELL_INT || c[1].type != CELL_INT || c[2].type != CELL_INT)
		return NULL;
	return streamof(m, c[0].number, c[1].number, c[2].number);
}

/* Learns that a stream is the default one of its context. */
static bool
learnnull(void *arg, const struct row *row)
{
	struct streamfacts *facts = rowstream(arg, row);

	if (facts)
		facts->null = true;
	return true;
}

/* Learns the priority and the kind of a stream. The priority is a signed number of 32 bits that is
 * stored without its sign. */
static bool
learnlisted(void *arg, const struct row *row)
{
	const int64_t sign = INT64_C(1) << 31;
	struct streamfacts *facts = rowstream(arg, row);

	if (facts && !facts->listed) {
		facts->priority = addsat(row->cells[3].number, sign) % (2 * sign) - sign;
		facts->flag = row->cells[4].number;
		facts->listed = true;
	}
	return true;
}

#define STREAM_ID(column) { column, FACT_ANY, FACT_REQUIRED }
static const struct factcolumn contextinfo[] = { STREAM_ID("processId"), STREAM_ID("contextId"),
	STREAM_ID("nullStreamId") };
static const struct factcolumn nullstream[] = { STREAM_ID("processId"), STREAM_ID("contextId"),
	STREAM_ID("streamId") };
static const struct factcolumn listedstream[] = { STREAM_ID("processId"), STREAM_ID("contextId"),
	STREAM_ID("streamId"), { "priority", FACT_INTEGER, FACT_REQUIRED },
	{ "flag", FACT_INTEGER, FACT_REQUIRED } };

/* Learns all facts about CUDA streams: there can be as many as kernels, too many to look each of
 * them up in tables without an index. */
static void
learnstreams(struct machine *m)
{
	sourcefacts(m->source,
	    &(struct factquery){
	        .table = "TARGET_INFO_CUDA_CONTEXT_INFO", .columns = contextinfo, .count = 3 },
	    learnnull, m);
	sourcefacts(m->source,
	    &(struct factquery){
	        .table = "TARGET_INFO_CUDA_NULL_STREAM", .columns = nullstream, .count = 3 },
	    learnnull, m);
	sourcefacts(m->source,
	    &(struct factquery){
	        .table = "TARGET_INFO_CUDA_STREAM", .columns = listedstream, .count = 5 },
	    learnlisted, m);
	m->learned = true;
}

struct streamfacts
machinestream(struct machine *m, int64_t pid, int64_t context, int64_t stream)
{
	if (!m->learned)
		learnstreams(m);
	return *streamof(m, pid, context, stream);
}

void
machineclose(struct machine *m)
{
	stringtablefree(&m->streams);
	free(m->facts);
}
