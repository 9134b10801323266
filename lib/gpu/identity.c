/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "identity.h"

/* Returns the process with that pid, or NULL. */
static const struct processinfo *
identityfind(const struct identitytable *ids, int64_t pid)
{
	const uint32_t *number = mapget(&ids->processes, (struct mapkey){ (uint64_t)pid, 0 });

	return number ? &ids->infos[*number] : NULL;
}

/* Interns the text of a JSON string; the empty string for any other value. */
static uint32_t
identityintern(struct identitytable *ids, struct span value)
{
	struct span bytes = { "", 0 };

	if (jsonisstring(value))
		bytes = jsontext(value, &ids->scratch);
	return stringintern(&ids->texts, bytes);
}

static void
identitylearnprocess(struct identitytable *ids, const struct event *ev)
{
	struct mapkey key = { (uint64_t)ev->number[KEY_PID], 0 };
	bool fresh;
	uint32_t *number = mapput(&ids->processes, key, &fresh);
	struct processinfo *who;

	if (fresh) {
		*number = (uint32_t)ids->count;
		GROW(ids->infos, ids->room, ids->count + 1);
		ids->count++;
	}
	who = &ids->infos[*number];
	who->pid = ev->number[KEY_PID];
	who->hasrank = jsonint(evarg(ev, "rank"), &who->rank);
	who->host = identityintern(ids, evarg(ev, "host"));
	who->name = identityintern(ids, evarg(ev, "name"));
}

/* Maps the device of a process, key, to the GPU with that identity text. A new GPU gets the number
 * of the device, or the lowest number that no other GPU has. */
static void
identitymapgpu(struct identitytable *ids, struct mapkey key, struct span known)
{
	size_t before = ids->gpus.used;
	uint32_t gpu = stringintern(&ids->gpus, known);
	bool fresh = false;

	*mapput(&ids->devices, key, &fresh) = gpu;
	if (ids->gpus.used == before)
		return;
	GROW(ids->numbers, ids->numbersroom, ids->gpus.used);
	ids->numbers[gpu] = (int64_t)key.b;
	mapput(&ids->usednumbers, (struct mapkey){ key.b, 0 }, &fresh);
	for (uint64_t n = 0; !fresh; n++) {
		ids->numbers[gpu] = (int64_t)n;
		mapput(&ids->usednumbers, (struct mapkey){ n, 0 }, &fresh);
	}
}

/* Learns the GPU of a process and device number from a meta record. */
static void
identitylearndevice(struct identitytable *ids, const struct event *ev)
{
	struct mapkey key = { (uint64_t)ev->number[KEY_PID], (uint64_t)ev->number[KEY_DEVICE] };
	struct span uuid = evarg(ev, "uuid"), bus = evarg(ev, "bus"), host;
	struct buf known = { 0 };

	if (mapget(&ids->devices, key))
		return;
	host = identityhost(ids, (int64_t)key.a);
	if (jsonisstring(uuid) && strspn(uuid.p, "\"0-") < uuid.n) { /* not all zeros */
		bufspan(&known, uuid);
	} else if (jsonisstring(bus) && bus.n > 2) {
		bufspan(&known, host);
		bufspan(&known, bus);
	} else {
		return;
	}
	identitymapgpu(ids, key, bufall(&known));
	free(known.p);
}

void
identitylearn(struct identitytable *ids, const struct event *ev)
{
	struct span what;

	if (ev->type != TYPE_META || !evhas(ev, KEY_PID) || !evhas(ev, KEY_NAME))
		return;
	what = ev->value[KEY_NAME];
	if (spanis(what, "\"process\""))
		identitylearnprocess(ids, ev);
	else if (spanis(what, "\"device\"") && evhas(ev, KEY_DEVICE))
		identitylearndevice(ids, ev);
}

bool
identityrank(const struct identitytable *ids, int64_t pid, int64_t *rank)
{
	const struct processinfo *who = identityfind(ids, pid);

	if (!who || !who->hasrank)
		return false;
	*rank = who->rank;
	return true;
}

struct span
identityhost(const struct identitytable *ids, int64_t pid)
{
	const struct processinfo *who = identityfind(ids, pid);

	return who ? stringat(&ids->texts, who->host) : (struct span){ NULL, 0 };
}

void
identitylabel(const struct identitytable *ids, int64_t pid, struct buf *out)
{
	const struct processinfo *who = identityfind(ids, pid);
	struct span name = { NULL, 0 };

	if (who)
		name = stringat(&ids->texts, who->name);
	if (who && who->hasrank)
		bufprintf(out, "rank %lld", (long long)who->rank);
	else if (name.n > 0)
		bufprintf(out, "%.*s %lld", (int)name.n, name.p, (long long)pid);
	else
		bufprintf(out, "process %lld", (long long)pid);
}

int64_t
identitygpu(struct identitytable *ids, int64_t pid, int64_t device)
{
	struct mapkey key = { (uint64_t)pid, (uint64_t)device };
	const uint32_t *gpu = mapget(&ids->devices, key);
	struct span host;
	struct buf known = { 0 };

	if (!gpu) { /* by host and device number, a text that no uuid or bus id equals */
		host = identityhost(ids, pid);
		bufspan(&known, host);
		bufprintf(&known, " %lld", (long long)device);
		identitymapgpu(ids, key, bufall(&known));
		free(known.p);
		gpu = mapget(&ids->devices, key);
	}
	return gpu ? ids->numbers[*gpu] : device;
}

void
identitytablefree(struct identitytable *ids)
{
	mapfree(&ids->processes);
	mapfree(&ids->devices);
	mapfree(&ids->usednumbers);
	stringtablefree(&ids->texts);
	stringtablefree(&ids->gpus);
	free(ids->infos);
	free(ids->numbers);
	free(ids->scratch.p);
}
