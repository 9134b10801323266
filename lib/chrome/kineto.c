/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "io/out.h"
#include "kineto.h"
#include "stream/record.h"

/* The most bytes of events that are held until the process is known. */
enum { HELD_MAX = 64 << 20 };

/* Readers hold times as floating-point microseconds, which are exact to the nanosecond up to about
 * this many ns (28 hours). */
#define KINETO_EXACT_NS INT64_C(100000000000000)

/* What other programs derive from the events: the trace has it in other forms. */
#define DERIVED \
	(EVTYPE(TYPE_NVTX_KERNEL) | EVTYPE(TYPE_CALL_KERNEL) | EVTYPE(TYPE_GPU_STATE) | \
	    EVTYPE(TYPE_PATH) | \
	    EVTYPE(TYPE_GPU_QUEUE) | EVTYPE(TYPE_COLLECTIVE))

/* Writes an event of the process, or counts one of another. */
static void
kinetogive(struct kineto *k, const struct event *ev)
{
	if (!evhas(ev, KEY_PID) || ev->number[KEY_PID] == k->pid) {
		kinetoput(k, ev);
		return;
	}
	if (evfamily(ev->type) == FAMILY_GPU)
		evdie(ev,
		    "GPU work of process %lld in a trace of process %lld: such a trace is of one "
		    "process; choose it with nst-filter --pid or --rank",
		    (long long)ev->number[KEY_PID], (long long)k->pid);
	k->left++;
}

/* Begins the trace with the process and the time of the first event, and writes the held events. */
static void
kinetochoose(struct kineto *k, int64_t pid, int64_t first)
{
	struct event ev = { 0 };
	struct parseerror error;

	k->chosen = true;
	k->pid = pid;
	k->first = first;
	if (first < 0 || first >= KINETO_EXACT_NS)
		k->origin = first;
	kinetoputhead(k);
	jsonpad(&k->held);
	for (size_t at = 0; at < k->held.n; at += ev.line.n + 1) {
		evparse(&ev, spanof(k->held.p + at), KINETO_KEYS, &k->stack, &error);
		kinetogive(k, &ev);
	}
	free(k->held.p);
	k->held = (struct buf){ 0 };
}

/* Begins the trace if no GPU work tells the process: it must be the only one. */
static void
kinetochooseonly(struct kineto *k)
{
	int64_t pid = -1, first = 0;
	struct event ev = { 0 };
	struct parseerror error;

	jsonpad(&k->held);
	for (size_t at = 0; at < k->held.n; at += ev.line.n + 1) {
		evparse(&ev, spanof(k->held.p + at), KINETO_KEYS, &k->stack, &error);
		if (at == 0)
			first = ev.number[KEY_TS];
		if (!evhas(&ev, KEY_PID))
			continue;
		if (pid >= 0 && pid != ev.number[KEY_PID])
			die("%s: events of processes %lld and %lld, and no GPU work before them: "
			    "such a trace is of one process; choose it with nst-filter --pid or "
			    "--rank",
			    k->path, (long long)pid, (long long)ev.number[KEY_PID]);
		pid = ev.number[KEY_PID];
	}
	kinetochoose(k, pid, first);
}

/* Holds an event until the process is known. */
static void
kinetohold(struct kineto *k, const struct event *ev)
{
	if (evfamily(ev->type) == FAMILY_GPU && evhas(ev, KEY_PID)) {
		struct event copy = { .number[KEY_TS] = ev->number[KEY_TS] };
		struct parseerror error;

		jsonpad(&k->held);
		if (k->held.n > 0)
			evparse(&copy, spanof(k->held.p), KINETO_KEYS, &k->stack, &error);
		kinetochoose(k, ev->number[KEY_PID], copy.number[KEY_TS]);
		kinetogive(k, ev);
		return;
	}
	recordkeep(&k->held, ev);
	if (k->held.n > HELD_MAX)
		kinetochooseonly(k);
}

static void
kinetoheader(struct stage *stage, struct event *ev)
{
	streaminfoheader(&((struct kineto *)stage)->info, ev);
}

static void
kinetoevent(struct stage *stage, struct event *ev)
{
	struct kineto *k = (struct kineto *)stage;

	if (ev->type == TYPE_META) {
		kinetolearn(k, ev);
		return;
	}
	if (DERIVED & EVTYPE(ev->type))
		return;
	evchecksorted(ev, k->latest);
	k->latest = ev->number[KEY_TS];
	if (k->chosen)
		kinetogive(k, ev);
	else
		kinetohold(k, ev);
}

/* Leaves the array open behind the last complete object, so that readers refuse the trace. */
static void
kinetocut(struct buf *out, void *arg)
{
	out->n = ((const struct kineto *)arg)->complete;
}

static void
kinetostart(struct stage *stage)
{
	struct kineto *k = (struct kineto *)stage;

	outsetpending(&k->out, kinetocut, k);
}

/* Prints the numbers of events that are not in the trace, by type. */
static void
kinetowarn(const struct kineto *k)
{
	struct buf text = { 0 };

	for (int type = 0; type <= TYPE_COUNT; type++)
		if (k->skipped[type] > 0)
			bufprintf(&text, "%s%llu %s%s", text.n > 0 ? ", " : "",
			    (unsigned long long)k->skipped[type],
			    type == TYPE_OTHER ? "of other types" : evtypename(type),
			    type == TYPE_CUDA_SYNC ? " (see --sync)" : "");
	if (text.n > 0)
		warn("left out: %s", text.p);
	free(text.p);
	if (k->left > 0)
		warn("left out %llu event%s of other processes: such a trace is of one, here of "
		     "process %lld",
		    (unsigned long long)k->left, k->left == 1 ? "" : "s", (long long)k->pid);
	if (k->graphs > 0)
		warn("%llu launches of whole graphs are kernels in the trace: nsys did not trace "
		     "their nodes",
		    (unsigned long long)k->graphs);
	if (k->origin != 0 && !k->info.hasutc)
		warn("0 in the trace is %lld ns in the stream, which has no utc",
		    (long long)k->origin);
}

/* Learns from an end record how many projections a trace of PyTorch had. */
static void
kinetoended(struct stage *stage, const struct streamend *end)
{
	struct kineto *k = (struct kineto *)stage;
	int64_t count;

	k->ended = true;
	k->projected = k->projected ||
	    (end->skipped.n > 0 &&
	        jsonint(jsonmember(end->skipped, KINETO_PROJECTION, &k->stack), &count));
}

/* Returns true if the stream is of a trace of PyTorch that had no projections: TensorBoard's plugin
 * counts them as other time on the host or as communication. */
static bool
kinetounprojected(const struct kineto *k)
{
	return k->capture.n > 0 && k->ended && !k->projected;
}

void
kinetoclose(struct kineto *k)
{
	if (!k->chosen)
		kinetochooseonly(k);
	kinetoputopen(k);
	if (!kinetounprojected(k))
		kinetoputprojections(k);
	kinetoputstep(k);
	k->empty = !k->any;
	kinetoputnames(k);
	kinetoputtail(k);
	kinetowarn(k);
}

void
kinetoinit(struct kineto *k)
{
	*k = (struct kineto){
		.stage = {
			.want = KINETO_KEYS,
			.begin = kinetostart,
			.header = kinetoheader,
			.event = kinetoevent,
			.end = kinetoended,
		},
		.path = "stdin",
		.latest = INT64_MIN,
	};
}

void
kinetofree(struct kineto *k)
{
	for (size_t i = 0; i < k->devicecount; i++)
		free(k->devices[i].args.p);
	free(k->devices);
	free(k->held.p);
	free(k->capture.p);
	free(k->args.p);
	free(k->tracks);
	free(k->open.p);
	free(k->name.p);
	free(k->stack.p);
	free(k->openids);
	mapfree(&k->trackids);
	metadatafree(&k->metadata);
	kinetolinksfree(&k->links);
}
