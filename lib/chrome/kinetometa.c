/* SPDX-License-Identifier: MIT */
/* What a Kineto trace says of the capture, of processes, threads and GPUs. */
#include <stdlib.h>

#include "base/json.h"
#include "chrome.h"
#include "kineto.h"
#include "stream/record.h"

/* Kineto's order of processes: GPUs come after all processes. */
enum { GPU_ORDER = 5000000 };

/* Members of the capture's meta record that are in "distributedInfo". */
static const char *const distributed[] = { "backend", "rank", "world_size", "pg_count",
	"nccl_version" };

/* The members of "deviceProperties", and the arguments of a device's meta record. */
static const struct {
	const char *kineto, *ours;
} properties[] = {
	{ "name", "name" },
	{ "totalGlobalMem", "memory" },
	{ "numSms", "sms" },
	{ "computeMajor", "compute_major" },
	{ "computeMinor", "compute_minor" },
	{ "uuid", "uuid" },
	{ "busId", "bus" },
	{ "clockRateHz", "clock" },
	{ "memoryBandwidth", "bandwidth" },
	{ "chip", "chip" },
};

/* Keeps the args of a device's meta record. */
static void
kinetolearndevice(struct kineto *k, const struct event *ev)
{
	struct kinetodevice d = { .pid = evnumber(ev, KEY_PID), .device = ev->number[KEY_DEVICE] };
	struct span sms = evarg(ev, "sms");

	for (size_t i = 0; i < k->devicecount; i++)
		if (k->devices[i].pid == d.pid && k->devices[i].device == d.device)
			return;
	if (sms.n == 0 || !jsonint(sms, &d.sms))
		d.sms = 0;
	bufspan(&d.args, ev->value[KEY_ARGS]);
	jsonpad(&d.args);
	d.chip = jsonmember(bufall(&d.args), "chip", &k->stack);
	d.chip = jsonisstring(d.chip) ? (struct span){ d.chip.p + 1, d.chip.n - 2 } : spanof("");
	GROW(k->devices, k->devicesroom, k->devicecount + 1);
	k->devices[k->devicecount++] = d;
}

const struct kinetodevice *
kinetodeviceof(const struct kineto *k, int64_t device)
{
	for (size_t i = 0; i < k->devicecount; i++)
		if (k->devices[i].pid == k->pid && k->devices[i].device == device)
			return &k->devices[i];
	return NULL;
}

void
kinetolearn(struct kineto *k, const struct event *ev)
{
	metadatalearn(&k->metadata, ev);
	if (!evhas(ev, KEY_NAME) || !evhas(ev, KEY_ARGS) || *ev->value[KEY_ARGS].p != '{')
		return;
	if (spanis(ev->value[KEY_NAME], "\"device\"") && evhas(ev, KEY_DEVICE))
		kinetolearndevice(k, ev);
	if (spanis(ev->value[KEY_NAME], "\"capture\"") && k->capture.n == 0) {
		bufspan(&k->capture, ev->value[KEY_ARGS]);
		jsonpad(&k->capture);
	}
}

/* Writes "distributedInfo": what a trace said, and the rank of the process. HTA searches for
 * "rank", a colon and a space. */
static void
kinetoputdistributed(struct kineto *k)
{
	struct buf *out = &k->out;
	int64_t rank;
	bool any = identityrank(&k->metadata.ranks, k->pid, &rank);

	bufstr(out, "\"distributedInfo\":{");
	if (any)
		bufprintf(out, "\"rank\": %lld", (long long)rank);
	for (size_t i = 0; i < sizeof(distributed) / sizeof(*distributed); i++) {
		struct span value = { NULL, 0 };

		if (k->capture.n > 0)
			value = jsonmember(bufall(&k->capture), distributed[i], &k->stack);
		if (value.n == 0 || (any && strcmp(distributed[i], "rank") == 0))
			continue;
		kinetoargskey(out, distributed[i]);
		bufchar(out, ' ');
		jsonclean(out, value);
	}
	if (out->p[out->n - 1] == '{')
		out->n -= strlen("\"distributedInfo\":{");
	else
		bufstr(out, "},\n");
}

/* Writes what a trace said of its capture. */
static void
kinetoputcapture(struct kineto *k)
{
	struct span key, value;
	struct json j;

	if (k->capture.n == 0)
		return;
	jsonopen(&j, k->capture.p, &k->stack);
	while (jsonnext(&j, &key, &value) > 0) {
		bool known = spanis(key, "schemaVersion");

		for (size_t i = 0; i < sizeof(distributed) / sizeof(*distributed); i++)
			known = known || spanis(key, distributed[i]);
		if (known)
			continue;
		bufchar(&k->out, '"');
		jsonclean(&k->out, key);
		bufstr(&k->out, "\":");
		jsonclean(&k->out, value);
		bufstr(&k->out, ",\n");
	}
}

void
kinetoputhead(struct kineto *k)
{
	struct buf *out = &k->out;

	bufstr(out, "{\"schemaVersion\":1,\n");
	kinetoputdistributed(k);
	kinetoputcapture(k);
	bufstr(out, "\"displayTimeUnit\":\"ms\",\n");
	if (k->info.hasutc) {
		bufstr(out, "\"baseTimeNanoseconds\":");
		bufint(out, addsat(k->info.utc, k->origin));
		bufstr(out, ",\n");
	}
	bufstr(out, "\"traceEvents\":[");
	k->complete = out->n;
}

/* Writes "deviceProperties" of the GPUs of the process. */
static void
kinetoputdevices(struct kineto *k)
{
	struct buf *out = &k->out;
	const char *lead = "\"deviceProperties\":[\n";

	for (size_t i = 0; i < k->devicecount; i++) {
		const struct kinetodevice *d = &k->devices[i];

		if (d->pid != k->pid)
			continue;
		bufstr(out, lead);
		lead = ",\n";
		bufprintf(out, "{\"id\":%lld", (long long)d->device);
		for (size_t p = 0; p < sizeof(properties) / sizeof(*properties); p++) {
			struct span value =
			    jsonmember(bufall(&d->args), properties[p].ours, &k->stack);

			if (value.n == 0)
				continue;
			kinetoargskey(out, properties[p].kineto);
			jsonclean(out, value);
		}
		bufchar(out, '}');
	}
	if (*lead == ',')
		bufstr(out, "],\n");
}

void
kinetoputtail(struct kineto *k)
{
	bufstr(&k->out, "\n],\n");
	kinetoputdevices(k);
	bufstr(&k->out, "\"traceName\":\"nst-chrome\"}\n");
}

/* Writes a metadata object with one argument, which is JSON. */
static void
kinetoputmeta(struct kineto *k, const char *what, struct kinetotrack track, const char *arg,
    struct span json)
{
	kinetobegin(k, 'M', NULL, spanof(what));
	bufstr(&k->out, ",\"ts\":");
	chromeputmicros(&k->out, subsat(k->first, k->origin));
	bufstr(&k->out, ",\"pid\":");
	bufint(&k->out, track.device >= 0 ? track.device : k->pid);
	bufstr(&k->out, ",\"tid\":");
	bufint(&k->out, track.tid);
	bufstr(&k->out, ",\"args\":{");
	kinetokey(k, arg);
	bufspan(&k->out, json);
	kinetofinish(k);
}

/* The same with a text. */
static void
kinetoputtext(struct kineto *k, const char *what, struct kinetotrack track, const char *arg)
{
	struct buf json = { 0 };

	jsonstring(&json, k->name.p, k->name.n);
	kinetoputmeta(k, what, track, arg, bufall(&json));
	free(json.p);
}

/* The same with a number. */
static void
kinetoputnumber(
    struct kineto *k, const char *what, struct kinetotrack track, const char *arg, int64_t v)
{
	struct buf json = { 0 };

	bufint(&json, v);
	kinetoputmeta(k, what, track, arg, bufall(&json));
	free(json.p);
}

/* Names the process, or one of its GPUs, as Kineto does: GPUs have the name of the process. */
static void
kinetonameprocess(struct kineto *k, int64_t device)
{
	struct kinetotrack track = { device, 0 };
	struct span name = metadataprocess(&k->metadata, k->pid);

	k->name.n = 0;
	bufspan(&k->name, name);
	kinetoputtext(k, "process_name", track, "name");
	k->name.n = 0;
	if (device < 0)
		bufstr(&k->name, "CPU");
	else
		bufprintf(&k->name, "GPU %lld", (long long)device);
	kinetoputtext(k, "process_labels", track, "labels");
	kinetoputnumber(k, "process_sort_index", track, "sort_index",
	    device < 0 ? k->pid : addsat(GPU_ORDER, device));
}

/* Names a thread or a stream. */
static void
kinetonametrack(struct kineto *k, struct kinetotrack track)
{
	struct span name = metadatathread(&k->metadata, k->pid, track.tid);

	k->name.n = 0;
	if (track.device >= 0) {
		bufprintf(&k->name, "stream %lld ", (long long)track.tid);
	} else {
		bufprintf(&k->name, "thread %lld (", (long long)track.tid);
		bufspan(&k->name, name);
		bufchar(&k->name, ')');
	}
	kinetoputtext(k, "thread_name", track, "name");
	kinetoputnumber(k, "thread_sort_index", track, "sort_index", track.tid);
}

void
kinetoputnames(struct kineto *k)
{
	struct map devices = { 0 };
	bool fresh;

	for (size_t i = 0; i < k->trackids.used; i++) {
		struct kinetotrack track = k->tracks[i];

		mapput(&devices, (struct mapkey){ (uint64_t)track.device, 0 }, &fresh);
		if (fresh)
			kinetonameprocess(k, track.device);
		kinetonametrack(k, track);
	}
	mapfree(&devices);
}
