/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "known.h"

/* What a key of known.names is about. */
enum { A_PROCESS = 'p', A_HOST = 'h', A_THREAD = 't', A_DEFAULT_STREAM = 's' };

/* What a key of known.gpus is about. */
enum { A_DEVICE = 'd', A_DEVICE_OF_ANY = 'a', A_GPU = 'g' };

static struct mapkey
knownkeyof(int subject, int64_t pid, uint64_t id)
{
	return (struct mapkey){ (uint64_t)pid << 8 | (unsigned)subject, id };
}

static uint64_t
streamid(int64_t context, int64_t stream)
{
	return (uint64_t)context << 32 ^ (uint64_t)stream;
}

/* Keeps a JSON string as UTF-8. */
static uint32_t
keeptext(struct known *k, struct span quoted)
{
	k->scratch.n = 0;
	if (jsonisstring(quoted))
		jsonutf8(&k->scratch, (struct span){ quoted.p + 1, quoted.n - 2 });
	return nameput(&k->text, bufall(&k->scratch));
}

/* The same of a path, without its folders. */
static uint32_t
keepbase(struct known *k, struct span quoted)
{
	uint32_t id = keeptext(k, quoted);
	struct span path = nameget(&k->text, id);
	size_t n = path.n;

	while (n > 0 && path.p[n - 1] != '/')
		n--;
	if (n == 0 || n == path.n)
		return id;
	k->scratch.n = 0;
	bufmem(&k->scratch, path.p + n, path.n - n);
	return nameput(&k->text, bufall(&k->scratch));
}

static struct span
textof(const struct known *k, struct mapkey key)
{
	const uint32_t *id = mapget(&k->names, key);

	return id ? nameget(&k->text, *id) : (struct span){ NULL, 0 };
}

/* The number of the host of a process: 0, that of no bytes, when it is not known. */
static uint32_t
hostof(struct known *k, int64_t pid)
{
	struct span none = { "", 0 }, host = textof(k, knownkeyof(A_HOST, pid, 0));

	nameput(&k->hosts, none);
	return nameput(&k->hosts, host.n > 0 ? host : none);
}

/* The identity that a text stands for, on a host, made when it is new. */
static uint32_t
identityof(struct known *k, struct span text, int64_t number, uint32_t host)
{
	size_t before = k->identities.used;
	uint32_t id = nameput(&k->identities, text), none;

	if (k->identities.used > before) {
		none = keeptext(k, (struct span){ NULL, 0 });
		GROW(k->machine, k->room, k->identities.used);
		k->machine[id] = (struct gpu){ number, none, none, host };
	}
	return id;
}

/* A GPU of a host of which only a text is known that others may have there, and its number. */
static uint32_t
onhost(struct known *k, struct span what, int64_t number, uint32_t host)
{
	struct buf text = { 0 };
	uint32_t id;

	bufspan(&text, what);
	bufprintf(&text, "@%lu", (unsigned long)host);
	id = identityof(k, bufall(&text), number, host);
	free(text.p);
	return id;
}

/* One of which only its number is known. */
static uint32_t
bynumberalone(struct known *k, int64_t number, uint32_t host)
{
	struct buf text = { 0 };
	uint32_t id;

	bufprintf(&text, "#%lld", (long long)number);
	id = onhost(k, bufall(&text), number, host);
	free(text.p);
	return id;
}

static uint32_t
learngpu(struct known *k, struct mapkey key, uint32_t identity)
{
	bool fresh;

	return *mapput(&k->gpus, key, &fresh) = identity;
}

/* Keeps a text of a GPU that it does not have yet. */
static void
settext(struct known *k, uint32_t *text, struct span quoted)
{
	if (jsonisstring(quoted) && nameget(&k->text, *text).n == 0)
		*text = keeptext(k, quoted);
}

/* Learns which GPU a process calls by a number, or which one has a number in the profile. A uuid of
 * zeros is none. */
static void
learndevice(struct known *k, const struct event *ev)
{
	struct span uuid = evarg(ev, "uuid"), bus = evarg(ev, "bus"), name = evarg(ev, "name");
	int64_t number = evnumber(ev, evhas(ev, KEY_GPU) ? KEY_GPU : KEY_DEVICE);
	bool numbered = jsonint(evarg(ev, "gpu"), &number) || evhas(ev, KEY_GPU);
	int64_t shown = number;
	uint64_t device = (uint64_t)evnumber(ev, KEY_DEVICE);
	uint32_t identity, host = hostof(k, evnumber(ev, KEY_PID)), *have;

	jsonint(evarg(ev, "ordinal"), &shown);
	have = numbered ? mapget(&k->gpus, knownkeyof(A_GPU, 0, (uint64_t)number)) : NULL;

	if (jsonisstring(uuid) && strspn(uuid.p, "\"0-") < uuid.n)
		identity = identityof(k, uuid, shown, host);
	else if (have && (k->machine[*have].host == 0) != (host == 0))
		identity = *have; /* one record tells the host, the other is of no process */
	else if (jsonisstring(bus) && bus.n > 2)
		identity = onhost(k, bus, shown, host);
	else if (numbered || jsonisstring(name))
		identity = bynumberalone(k, shown, host);
	else
		return;
	if (k->machine[identity].host == 0)
		k->machine[identity].host = host;
	settext(k, &k->machine[identity].name, name);
	settext(k, &k->machine[identity].chip, evarg(ev, "chip"));
	if (numbered)
		learngpu(k, knownkeyof(A_GPU, 0, (uint64_t)number), identity);
	if (!evhas(ev, KEY_DEVICE))
		return;
	learngpu(k, knownkeyof(A_DEVICE, evnumber(ev, KEY_PID), device), identity);
	if (!mapget(&k->gpus, knownkeyof(A_DEVICE_OF_ANY, host, device)))
		learngpu(k, knownkeyof(A_DEVICE_OF_ANY, host, device), identity);
}

uint32_t
knowngpu(struct known *k, const struct event *ev, bool must)
{
	enum event_key key = evhas(ev, KEY_GPU) ? KEY_GPU : KEY_DEVICE;
	int64_t number = evnumber(ev, key);
	struct mapkey own = key == KEY_GPU
	    ? knownkeyof(A_GPU, 0, (uint64_t)number)
	    : knownkeyof(A_DEVICE, evnumber(ev, KEY_PID), (uint64_t)number);
	uint32_t *identity = mapget(&k->gpus, own);

	uint32_t host;

	if (!evhas(ev, key) && !must)
		return UINT32_MAX;
	if (identity)
		return *identity;
	host = hostof(k, evnumber(ev, KEY_PID));
	if (key == KEY_DEVICE)
		identity = mapget(&k->gpus, knownkeyof(A_DEVICE_OF_ANY, host, (uint64_t)number));
	return identity ? *identity : learngpu(k, own, bynumberalone(k, number, host));
}

void
knownmeta(struct known *k, const struct event *ev)
{
	struct span what = ev->value[KEY_NAME], name = evarg(ev, "name");
	int64_t pid = evnumber(ev, KEY_PID);
	bool fresh;

	if (!evhas(ev, KEY_NAME))
		return;
	identitytake(&k->ids, ev);
	if (spanis(what, "\"process\"") && jsonisstring(evarg(ev, "host")))
		*mapput(&k->names, knownkeyof(A_HOST, pid, 0), &fresh) =
		    keeptext(k, evarg(ev, "host"));
	if (spanis(what, "\"device\""))
		learndevice(k, ev);
	else if (spanis(what, "\"process\"") && jsonisstring(name))
		*mapput(&k->names, knownkeyof(A_PROCESS, pid, 0), &fresh) = keepbase(k, name);
	else if (spanis(what, "\"thread\"") && jsonisstring(name))
		*mapput(&k->names, knownkeyof(A_THREAD, pid, (uint64_t)evnumber(ev, KEY_TID)),
		    &fresh) =
		    keepbase(k, name);
	else if (spanis(what, "\"stream\"") && spanis(evarg(ev, "default"), "true"))
		mapput(&k->names,
		    knownkeyof(A_DEFAULT_STREAM, pid,
		        streamid(evnumber(ev, KEY_CONTEXT), evnumber(ev, KEY_STREAM))),
		    &fresh);
}

struct span
knownprocess(const struct known *k, int64_t pid)
{
	return textof(k, knownkeyof(A_PROCESS, pid, 0));
}

struct span
knownthread(const struct known *k, int64_t pid, int64_t tid)
{
	return textof(k, knownkeyof(A_THREAD, pid, (uint64_t)tid));
}

struct span
knownhost(const struct known *k, int64_t pid)
{
	return knownseveral(k) ? textof(k, knownkeyof(A_HOST, pid, 0)) : (struct span){ NULL, 0 };
}

bool
knownseveral(const struct known *k)
{
	return k->hosts.used > 2; /* one is that of no bytes */
}

bool
knowndefault(const struct known *k, int64_t pid, int64_t context, int64_t stream)
{
	return mapget(&k->names, knownkeyof(A_DEFAULT_STREAM, pid, streamid(context, stream)));
}

void
knownfree(struct known *k)
{
	namesfree(&k->text);
	namesfree(&k->identities);
	namesfree(&k->hosts);
	identitiesfree(&k->ids);
	mapfree(&k->names);
	mapfree(&k->gpus);
	free(k->machine);
	free(k->scratch.p);
	*k = (struct known){ 0 };
}
