/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "base/wide.h"
#include "message.h"

/* The sizes of elements in bytes, by the names of PyTorch. */
static const struct {
	const char *name;
	int64_t bytes;
} elements[] = {
	{ "Float", 4 }, { "Half", 2 }, { "BFloat16", 2 }, { "Double", 8 }, { "Int", 4 },
	{ "Long", 8 }, { "Short", 2 }, { "Char", 1 }, { "Byte", 1 }, { "Bool", 1 },
	{ "Float8_e4m3fn", 1 }, { "Float8_e5m2", 1 }, { "Float8_e4m3fnuz", 1 },
	{ "Float8_e5m2fnuz", 1 }, { "ComplexFloat", 8 }, { "ComplexDouble", 16 },
};

/* How often each byte crosses a link, of n ranks. */
enum traffic {
	TRAFFIC_TWICE, /* 2 (n - 1) / n */
	TRAFFIC_ONCE,  /* (n - 1) / n */
	TRAFFIC_WHOLE  /* 1 */
};

/* The names of collectives in PyTorch. */
static const struct {
	const char *name;
	enum traffic traffic;
} collectives[] = {
	{ "allreduce", TRAFFIC_TWICE }, { "allreduce_coalesced", TRAFFIC_TWICE },
	{ "all_reduce", TRAFFIC_TWICE }, { "all_reduce_coalesced", TRAFFIC_TWICE },
	{ "allgather", TRAFFIC_ONCE }, { "_allgather_base", TRAFFIC_ONCE },
	{ "all_gather", TRAFFIC_ONCE }, { "all_gather_into_tensor_coalesced", TRAFFIC_ONCE },
	{ "allgather_coalesced", TRAFFIC_ONCE },
	{ "allgather_into_tensor_coalesced", TRAFFIC_ONCE },
	{ "reduce_scatter", TRAFFIC_ONCE }, { "_reduce_scatter_base", TRAFFIC_ONCE },
	{ "reduce_scatter_tensor_coalesced", TRAFFIC_ONCE },
	{ "all_to_all", TRAFFIC_ONCE }, { "alltoall", TRAFFIC_ONCE },
	{ "alltoall_base", TRAFFIC_ONCE }, { "gather", TRAFFIC_ONCE }, { "scatter", TRAFFIC_ONCE },
	{ "broadcast", TRAFFIC_WHOLE }, { "_broadcast_oop", TRAFFIC_WHOLE },
	{ "reduce", TRAFFIC_WHOLE }, { "_reduce_oop", TRAFFIC_WHOLE },
	{ "send", TRAFFIC_WHOLE }, { "recv", TRAFFIC_WHOLE },
};

/* Returns the text of an argument, empty if there is none. */
static struct span
messagetext(const struct event *ev, const char *name, struct buf *scratch)
{
	struct span value = evarg(ev, name);

	return jsonisstring(value) ? jsontext(value, scratch) : spanof("");
}

/* Returns the size of an element, bytes; 0 if it is unknown. */
static int64_t
elementsize(struct span name)
{
	for (size_t i = 0; i < sizeof(elements) / sizeof(*elements); i++)
		if (spanis(name, elements[i].name))
			return elements[i].bytes;
	return 0;
}

/* Returns the number of elements: the larger one of the input and the output; -1 if unknown. */
static int64_t
elementcount(const struct event *ev)
{
	int64_t in, out;

	if (!jsonint(evarg(ev, "In msg nelems"), &in) ||
	    !jsonint(evarg(ev, "Out msg nelems"), &out) || in < 0 || out < 0)
		return -1;
	return in > out ? in : out;
}

/* Sets a message and computes the bytes that cross the slowest link. */
static void
messageset(struct message *m, int64_t bytes, enum traffic traffic, int64_t ranks)
{
	m->bytes = m->bus = bytes;
	if (traffic == TRAFFIC_ONCE)
		m->bus = (int64_t)widedivide((wide)bytes * (ranks - 1), ranks);
	else if (traffic == TRAFFIC_TWICE)
		m->bus = (int64_t)widedivide((wide)bytes * 2 * (ranks - 1), ranks);
}

bool
messageread(struct message *m, const struct event *ev, struct buf *scratch)
{
	int64_t size = elementsize(messagetext(ev, "dtype", scratch)), count = elementcount(ev);
	struct span name = messagetext(ev, "Collective name", scratch);
	int64_t ranks;
	size_t i = 0;

	while (i < sizeof(collectives) / sizeof(*collectives) &&
	    !spanis(name, collectives[i].name))
		i++;
	if (i == sizeof(collectives) / sizeof(*collectives) || size == 0 || count < 0 ||
	    count > INT64_MAX / size || !jsonint(evarg(ev, "Group size"), &ranks) || ranks < 1)
		return false;
	messageset(m, count * size, collectives[i].traffic, ranks);
	return m->bus >= 0;
}

/* The calls of NCCL, and whether the count that the caller gives is that of one rank. */
static const struct {
	const char *name;
	enum traffic traffic;
	bool ofrank;
} calls[] = {
	{ "ncclAllReduce", TRAFFIC_TWICE, false }, { "ncclAllGather", TRAFFIC_ONCE, true },
	{ "ncclReduceScatter", TRAFFIC_ONCE, true }, { "ncclAlltoAll", TRAFFIC_ONCE, true },
	{ "ncclGather", TRAFFIC_ONCE, true }, { "ncclScatter", TRAFFIC_ONCE, true },
	{ "ncclBroadcast", TRAFFIC_WHOLE, false }, { "ncclBcast", TRAFFIC_WHOLE, false },
	{ "ncclReduce", TRAFFIC_WHOLE, false }, { "ncclSend", TRAFFIC_WHOLE, false },
	{ "ncclRecv", TRAFFIC_WHOLE, false },
};

bool
messageofnccl(struct message *m, struct span call, int64_t size, int64_t ranks)
{
	size_t i = 0;

	while (i < sizeof(calls) / sizeof(*calls) && !spanis(call, calls[i].name))
		i++;
	if (i == sizeof(calls) / sizeof(*calls) ||
	    (ranks < 1 && calls[i].traffic != TRAFFIC_WHOLE))
		return false;
	if (calls[i].ofrank && size > INT64_MAX / ranks)
		return false;
	messageset(m, calls[i].ofrank ? size * ranks : size, calls[i].traffic, ranks);
	return m->bus >= 0;
}
