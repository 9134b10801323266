/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <sys/random.h>

#include "base/err.h"
#include "base/json.h"
#include "scrub.h"
#include "sip.h"
#include "stream/filtered.h"
#include "stream/record.h"

/* Types whose names come from CUDA, a library, the system or nst, never from the user's program.
 * Graphics types are missing, since their markers have the user's texts. */
static const enum event_type safetypes[] = { TYPE_META, TYPE_CUDA_API, TYPE_CUDA_SYNC,
	TYPE_OVERHEAD, TYPE_CUDNN, TYPE_CUBLAS, TYPE_OPENACC, TYPE_OPENMP, TYPE_MPI, TYPE_UCX,
	TYPE_NVVIDEO, TYPE_OSRT, TYPE_FILE_ACCESS, TYPE_SYSCALL, TYPE_SCHED, TYPE_NIC_EVENT,
	TYPE_GRAPH, TYPE_MEMCPY, TYPE_MEMSET, TYPE_DECOMPRESS, TYPE_HOST_LAUNCH, TYPE_CUDA_EVENT,
	TYPE_UM_FAULT, TYPE_BLOCK, TYPE_CONTEXT_SWITCH, TYPE_VIDEO_GPU, TYPE_GPU_METRIC,
	TYPE_GPU_MEMORY, TYPE_GPU_POOL, TYPE_SOC_METRIC, TYPE_CPU_METRIC, TYPE_NIC_METRIC,
	TYPE_GPU_STATE, TYPE_GPU_QUEUE };

/* Keys whose strings are from a fixed list of words. */
static const char *const enumkeys[] = { "type", "cname", "schema", "product", "access", "block",
	"cache", "cause", "chip", "clock", "codec", "color", "device_type", "dst_kind", "engine",
	"flag", "format", "interface", "interrupt", "kind", "launch_type", "operation", "packet",
	"severity", "shared_limit", "src_kind", "state", "status", "unit" };

/* Keys whose values are objects, or arrays of objects, with keys defined by nst. */
static const char *const structkeys[] = { "range", "stack", "merged" };

/* The words that a header may have in "names". */
static const char *const kernelnames[] = { "\"template\"", "\"demangled\"", "\"mangled\"",
	"\"both\"" };

static bool
scrubamong(const char *const *list, size_t count, struct span key)
{
	for (size_t i = 0; i < count; i++)
		if (spanis(key, list[i]))
			return true;
	return false;
}

#define AMONG(list, key) scrubamong(list, sizeof(list) / sizeof(*(list)), key)

/* Writes the hash of a string. */
static void
puthash(struct scrub *s, struct span quoted)
{
	struct span text = jsontext(quoted, &s->text);

	if (text.n == 0)
		bufstr(&s->after, "\"\"");
	else
		bufprintf(&s->after, "\"x%016llx\"",
		    (unsigned long long)siphash(s->key, text));
}

/* Writes a JSON value with all its strings hashed; the keys of objects only if keys is false. */
static void
putscrubbed(struct scrub *s, struct span value, bool keys)
{
	const char *p = value.p, *end = p + value.n;

	while (p < end) {
		const char *quote = memchr(p, '"', (size_t)(end - p)), *close;

		bufmem(&s->after, p, (size_t)((quote ? quote : end) - p));
		if (!quote)
			return;
		for (close = quote + 1; *close != '"'; close++)
			close += *close == '\\';
		p = close + 1;
		if (keys && *jsonspace(p) == ':')
			bufmem(&s->after, quote, (size_t)(p - quote));
		else
			puthash(s, (struct span){ quote, (size_t)(p - quote) });
	}
}

static void
putmembers(struct scrub *s, struct span object, bool names)
{
	struct span key, value;
	bool first = true;
	struct json j;

	if (*object.p != '{') {
		putscrubbed(s, object, false);
		return;
	}
	jsonopen(&j, object.p, &s->stack);
	for (; jsonnext(&j, &key, &value) > 0; first = false) {
		bufstr(&s->after, first ? "{\"" : ",\"");
		bufspan(&s->after, key);
		bufstr(&s->after, "\":");
		if (AMONG(enumkeys, key) || (names && spanis(key, "name")) || spanis(key, "type"))
			bufspan(&s->after, value);
		else
			putscrubbed(s, value, AMONG(structkeys, key));
	}
	bufstr(&s->after, first ? "{}" : "}");
}

static bool
keepstype(const struct scrub *s, enum event_type type)
{
	return type != TYPE_OTHER && s->kept & EVTYPE(type);
}

/* Returns true if the name of an event stays. The name of work projected from a call, and of
 * a part of the critical path, is that of an event of another type. */
static bool
keepsname(struct scrub *s, const struct event *ev)
{
	struct span type = evarg(ev, "type");

	if (ev->type == TYPE_CALL_KERNEL || ev->type == TYPE_PATH)
		return jsonisstring(type) && keepstype(s, evtype(jsontext(type, &s->text)));
	return keepstype(s, ev->type == TYPE_NVTX_KERNEL ? TYPE_NVTX : ev->type);
}

static void
scrubputvalue(struct scrub *s, const struct event *ev, struct span key, struct span value)
{
	bool device = ev->type == TYPE_META && spanis(ev->value[KEY_NAME], "\"device\"");

	switch (evkey(key)) {
	case KEY_NAME:
		if (!keepsname(s, ev))
			break;
		bufspan(&s->after, value);
		return;
	case KEY_NVTX:
	case KEY_CAPTURED:
		if (!keepstype(s, TYPE_NVTX))
			break;
		bufspan(&s->after, value);
		return;
	case KEY_FILTERED:
		if (ev->type != TYPE_HEADER)
			break;
		filteredobject(filteredread(ev), &s->after);
		return;
	case KEY_ARGS:
		putmembers(s, value, device);
		return;
	case KEY_LAUNCH:
		putmembers(s, value, keepstype(s, TYPE_CUDA_API));
		return;
	default:
		if (!AMONG(enumkeys, key) && !(spanis(key, "names") && AMONG(kernelnames, value)))
			break;
		bufspan(&s->after, value);
		return;
	}
	putscrubbed(s, value, AMONG(structkeys, key));
}

/* Gives a copy of an event without the user's texts. */
static void
scrub(struct scrub *s, struct event *ev, void (*give)(struct stage *, struct event *))
{
	struct event clean;
	struct parseerror error;
	struct span key, value;
	struct json j;

	s->before.n = s->after.n = 0;
	recordkeep(&s->before, ev);
	jsonpad(&s->before);
	jsonopen(&j, s->before.p, ev->stack);
	while (jsonnext(&j, &key, &value) > 0) {
		bufstr(&s->after, s->after.n == 0 ? "{\"" : ",\"");
		bufspan(&s->after, key);
		bufstr(&s->after, "\":");
		scrubputvalue(s, ev, key, value);
	}
	bufchar(&s->after, '}');
	jsonpad(&s->after);
	if (!evparse(&clean, bufall(&s->after), stagewant(s->stage.next), &s->stack, &error))
		evdie(ev, "%s", error.why);
	clean.where = ev->where;
	give(s->stage.next, &clean);
}

static void
scrubheader(struct stage *stage, struct event *ev)
{
	scrub((struct scrub *)stage, ev, stageheader);
}

static void
scrubevent(struct stage *stage, struct event *ev)
{
	scrub((struct scrub *)stage, ev, stage->next->event);
}

void
scrubinit(struct scrub *s)
{
	*s = (struct scrub){ .stage = { .header = scrubheader, .event = scrubevent } };
	for (size_t i = 0; i < sizeof(safetypes) / sizeof(*safetypes); i++)
		s->kept |= EVTYPE(safetypes[i]);
	if (getrandom(s->key, sizeof(s->key), 0) != (ssize_t)sizeof(s->key))
		die("no random numbers:");
}

void
scrubsalt(struct scrub *s, struct span salt)
{
	static const uint64_t keys[2][2] = { { 0, 1 }, { 2, 3 } };

	for (int i = 0; i < 2; i++)
		s->key[i] = siphash(keys[i], salt);
}

void
scrubfree(struct scrub *s)
{
	free(s->before.p);
	free(s->after.p);
	free(s->text.p);
	free(s->stack.p);
}
