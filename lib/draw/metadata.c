/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "metadata.h"

/* The subject of a key of metadata.stringof. */
enum { OF_PROCESS = 'p', OF_HOST = 'h', OF_THREAD = 't', OF_DEFAULT_STREAM = 's' };

/* The subject of a key of metadata.gpuids. */
enum { OF_DEVICE = 'd', OF_ANY_DEVICE = 'a', OF_GPU = 'g' };

static struct mapkey
metadatakey(int subject, int64_t pid, uint64_t id)
{
	return (struct mapkey){ (uint64_t)pid << 8 | (unsigned)subject, id };
}

static uint64_t
streamid(int64_t context, int64_t stream)
{
	return (uint64_t)context << 32 ^ (uint64_t)stream;
}

/* Interns a JSON string as UTF-8; other JSON values become the empty string. Returns its
 * number. */
static uint32_t
internstring(struct metadata *k, struct span quoted)
{
	k->scratch.n = 0;
	if (jsonisstring(quoted))
		jsonutf8(&k->scratch, (struct span){ quoted.p + 1, quoted.n - 2 });
	return stringintern(&k->strings, bufall(&k->scratch));
}

/* Interns the last component of a path in a JSON string. */
static uint32_t
internbasename(struct metadata *k, struct span quoted)
{
	uint32_t id = internstring(k, quoted);
	struct span path = stringat(&k->strings, id);
	size_t n = path.n;

	while (n > 0 && path.p[n - 1] != '/')
		n--;
	if (n == 0 || n == path.n)
		return id;
	k->scratch.n = 0;
	bufmem(&k->scratch, path.p + n, path.n - n);
	return stringintern(&k->strings, bufall(&k->scratch));
}

static struct span
metadatastring(const struct metadata *k, struct mapkey key)
{
	const uint32_t *id = mapget(&k->stringof, key);

	return id ? stringat(&k->strings, *id) : (struct span){ NULL, 0 };
}

/* Returns the number of a process's host in metadata.hosts: 0 if it is unknown. */
static uint32_t
hostid(struct metadata *k, int64_t pid)
{
	struct span none = { "", 0 }, host = metadatastring(k, metadatakey(OF_HOST, pid, 0));

	stringintern(&k->hosts, none);
	return stringintern(&k->hosts, host.n > 0 ? host : none);
}

/* Returns the index of the GPU with an identity; adds it if it is new. */
static uint32_t
gpuid(struct metadata *k, struct span text, int64_t number, uint32_t host)
{
	size_t before = k->gpukeys.used;
	uint32_t id = stringintern(&k->gpukeys, text), none;

	if (k->gpukeys.used > before) {
		none = internstring(k, (struct span){ NULL, 0 });
		GROW(k->gpus, k->room, k->gpukeys.used);
		k->gpus[id] = (struct gpu){ number, none, none, host };
	}
	return id;
}

/* Returns the GPU with an identity that is unique on its host only, such as a bus address. */
static uint32_t
gpuonhost(struct metadata *k, struct span what, int64_t number, uint32_t host)
{
	struct buf text = { 0 };
	uint32_t id;

	bufspan(&text, what);
	bufprintf(&text, "@%lu", (unsigned long)host);
	id = gpuid(k, bufall(&text), number, host);
	free(text.p);
	return id;
}

/* Returns the GPU of a host of which only the number is known. */
static uint32_t
gpubynumber(struct metadata *k, int64_t number, uint32_t host)
{
	struct buf text = { 0 };
	uint32_t id;

	bufprintf(&text, "#%lld", (long long)number);
	id = gpuonhost(k, bufall(&text), number, host);
	free(text.p);
	return id;
}

static uint32_t
learngpu(struct metadata *k, struct mapkey key, uint32_t identity)
{
	bool fresh;

	return *mapput(&k->gpuids, key, &fresh) = identity;
}

/* Sets a string of a GPU, unless it has one. */
static void
settext(struct metadata *k, uint32_t *text, struct span quoted)
{
	if (jsonisstring(quoted) && stringat(&k->strings, *text).n == 0)
		*text = internstring(k, quoted);
}

/* Learns the GPU behind a process's device number, or behind a GPU number of the profile. Some
 * profiles have a uuid of zeros, which identifies no GPU. */
static void
learndevice(struct metadata *k, const struct event *ev)
{
	struct span uuid = evarg(ev, "uuid"), bus = evarg(ev, "bus"), name = evarg(ev, "name");
	int64_t number = evnumber(ev, evhas(ev, KEY_GPU) ? KEY_GPU : KEY_DEVICE);
	bool numbered = jsonint(evarg(ev, "gpu"), &number) || evhas(ev, KEY_GPU);
	int64_t shown = number;
	uint64_t device = (uint64_t)evnumber(ev, KEY_DEVICE);
	uint32_t identity, host = hostid(k, evnumber(ev, KEY_PID)), *have;

	jsonint(evarg(ev, "ordinal"), &shown);
	have = numbered ? mapget(&k->gpuids, metadatakey(OF_GPU, 0, (uint64_t)number)) : NULL;

	if (jsonisstring(uuid) && strspn(uuid.p, "\"0-") < uuid.n)
		identity = gpuid(k, uuid, shown, host);
	else if (have && (k->gpus[*have].host == 0) != (host == 0))
		identity = *have; /* one record has a host, the other has no process */
	else if (jsonisstring(bus) && bus.n > 2)
		identity = gpuonhost(k, bus, shown, host);
	else if (numbered || jsonisstring(name))
		identity = gpubynumber(k, shown, host);
	else
		return;
	if (k->gpus[identity].host == 0)
		k->gpus[identity].host = host;
	settext(k, &k->gpus[identity].name, name);
	settext(k, &k->gpus[identity].chip, evarg(ev, "chip"));
	if (numbered)
		learngpu(k, metadatakey(OF_GPU, 0, (uint64_t)number), identity);
	if (!evhas(ev, KEY_DEVICE))
		return;
	learngpu(k, metadatakey(OF_DEVICE, evnumber(ev, KEY_PID), device), identity);
	if (!mapget(&k->gpuids, metadatakey(OF_ANY_DEVICE, host, device)))
		learngpu(k, metadatakey(OF_ANY_DEVICE, host, device), identity);
}

uint32_t
metadatagpu(struct metadata *k, const struct event *ev, bool must)
{
	enum event_key key = evhas(ev, KEY_GPU) ? KEY_GPU : KEY_DEVICE;
	int64_t number = evnumber(ev, key);
	struct mapkey own = key == KEY_GPU
	    ? metadatakey(OF_GPU, 0, (uint64_t)number)
	    : metadatakey(OF_DEVICE, evnumber(ev, KEY_PID), (uint64_t)number);
	uint32_t *identity = mapget(&k->gpuids, own);

	uint32_t host;

	if (!evhas(ev, key) && !must)
		return UINT32_MAX;
	if (identity)
		return *identity;
	metadatachanging(k);
	host = hostid(k, evnumber(ev, KEY_PID));
	if (key == KEY_DEVICE)
		identity = mapget(&k->gpuids, metadatakey(OF_ANY_DEVICE, host, (uint64_t)number));
	return identity ? *identity : learngpu(k, own, gpubynumber(k, number, host));
}

void
metadatalearn(struct metadata *k, const struct event *ev)
{
	struct span what = ev->value[KEY_NAME], name = evarg(ev, "name");
	int64_t pid = evnumber(ev, KEY_PID);
	bool fresh;

	if (!evhas(ev, KEY_NAME))
		return;
	metadatachanging(k);
	identitylearn(&k->ranks, ev);
	if (spanis(what, "\"process\"") && jsonisstring(evarg(ev, "host")))
		*mapput(&k->stringof, metadatakey(OF_HOST, pid, 0), &fresh) =
		    internstring(k, evarg(ev, "host"));
	if (spanis(what, "\"device\""))
		learndevice(k, ev);
	else if (spanis(what, "\"process\"") && jsonisstring(name))
		*mapput(&k->stringof, metadatakey(OF_PROCESS, pid, 0), &fresh) =
		    internbasename(k, name);
	else if (spanis(what, "\"thread\"") && jsonisstring(name))
		*mapput(&k->stringof, metadatakey(OF_THREAD, pid, (uint64_t)evnumber(ev, KEY_TID)),
		    &fresh) =
		    internbasename(k, name);
	else if (spanis(what, "\"stream\"") && spanis(evarg(ev, "default"), "true"))
		mapput(&k->stringof,
		    metadatakey(OF_DEFAULT_STREAM, pid,
		        streamid(evnumber(ev, KEY_CONTEXT), evnumber(ev, KEY_STREAM))),
		    &fresh);
}

struct span
metadataprocess(const struct metadata *k, int64_t pid)
{
	return metadatastring(k, metadatakey(OF_PROCESS, pid, 0));
}

struct span
metadatathread(const struct metadata *k, int64_t pid, int64_t tid)
{
	return metadatastring(k, metadatakey(OF_THREAD, pid, (uint64_t)tid));
}

struct span
metadatahost(const struct metadata *k, int64_t pid)
{
	if (!metadatamultihost(k))
		return (struct span){ NULL, 0 };
	return metadatastring(k, metadatakey(OF_HOST, pid, 0));
}

bool
metadatamultihost(const struct metadata *k)
{
	return k->hosts.used > 2; /* the first one is "" */
}

bool
metadatadefaultstream(const struct metadata *k, int64_t pid, int64_t context, int64_t stream)
{
	return mapget(&k->stringof, metadatakey(OF_DEFAULT_STREAM, pid, streamid(context, stream)));
}

void
metadatafree(struct metadata *k)
{
	stringtablefree(&k->strings);
	stringtablefree(&k->gpukeys);
	stringtablefree(&k->hosts);
	identitytablefree(&k->ranks);
	mapfree(&k->stringof);
	mapfree(&k->gpuids);
	free(k->gpus);
	free(k->scratch.p);
	*k = (struct metadata){ 0 };
}
