/* SPDX-License-Identifier: MIT */
#include "collective.h"

bool
iscollective(const struct event *ev)
{
	static const char *const calls[] = { "\"MPI_Barrier\"", "\"MPI_Allreduce\"",
		"\"MPI_Allgather\"", "\"MPI_Allgatherv\"", "\"MPI_Alltoall\"", "\"MPI_Alltoallv\"",
		"\"MPI_Alltoallw\"", "\"MPI_Reduce_scatter\"", "\"MPI_Reduce_scatter_block\"" };
	struct span name = evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ NULL, 0 };

	if (!evhas(ev, KEY_DUR) || !evhas(ev, KEY_PID))
		return false;
	if (ev->type == TYPE_KERNEL)
		return name.n > 5 && memcmp(name.p + 1, "nccl", 4) == 0;
	for (size_t i = 0; ev->type == TYPE_MPI && i < sizeof(calls) / sizeof(*calls); i++)
		if (spanis(name, calls[i]))
			return true;
	return false;
}
