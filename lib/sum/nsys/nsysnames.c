/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>

#include "base/json.h"
#include "nsysnames.h"

struct span
nsysnamescall(const struct event *ev, struct span name, struct buf *scratch)
{
	size_t n = name.n, digits = 0;

	(void)ev;
	(void)scratch;
	while (digits < n && isdigit((unsigned char)name.p[n - 1 - digits]))
		digits++;
	if (digits == 4 && n > 6 && memcmp(name.p + n - 6, "_v", 2) == 0)
		name.n = n - 6;
	return name;
}

struct span
nsysnamesgpu(const struct event *ev, struct span name, struct buf *scratch)
{
	if (ev->type != TYPE_MEMCPY && ev->type != TYPE_MEMSET)
		return name;
	scratch->n = 0;
	bufstr(scratch, "[CUDA ");
	bufspan(scratch, name);
	if (name.n > 0)
		scratch->p[6] = (char)tolower((unsigned char)name.p[0]);
	bufchar(scratch, ']');
	return bufall(scratch);
}

struct span
nsysnamesoperation(const struct event *ev, struct span name, struct buf *scratch)
{
	if (ev->type == TYPE_CUDA_API)
		return nsysnamescall(ev, name, scratch);
	return nsysnamesgpu(ev, name, scratch);
}

/* Appends the text of a JSON string; nothing for other values. */
static void
nsysnamesputtext(struct buf *out, struct span value)
{
	struct buf decoded = { 0 };

	if (jsonisstring(value))
		bufspan(out, jsontext(value, &decoded));
	free(decoded.p);
}

struct span
nsysnamesrange(const struct event *ev, struct span name, struct buf *scratch)
{
	scratch->n = 0;
	if (evhas(ev, KEY_DOMAIN))
		nsysnamesputtext(scratch, ev->value[KEY_DOMAIN]);
	bufchar(scratch, ':');
	bufspan(scratch, name);
	return bufall(scratch);
}

struct span
nsysnamesranged(const struct event *ev, struct span name, struct buf *scratch)
{
	struct span item, last = { NULL, 0 };
	struct json j;

	if (!evhas(ev, KEY_NVTX) || *ev->value[KEY_NVTX].p != '[')
		return name;
	jsonopen(&j, ev->value[KEY_NVTX].p, ev->stack);
	while (jsonitem(&j, &item) > 0)
		last = item;
	if (!jsonisstring(last))
		return name;
	scratch->n = 0;
	nsysnamesputtext(scratch, last);
	bufchar(scratch, '/');
	bufspan(scratch, name);
	return bufall(scratch);
}

struct span
nsysnamesopenacc(const struct event *ev, struct span name, struct buf *scratch)
{
	struct span file = evarg(ev, "file"), line = evarg(ev, "line");
	int64_t number;

	scratch->n = 0;
	bufspan(scratch, name);
	if (name.n == 0)
		nsysnamesputtext(scratch, evarg(ev, "event"));
	if (jsonisstring(file)) {
		bufchar(scratch, '@');
		nsysnamesputtext(scratch, file);
		if (jsonint(line, &number)) {
			bufchar(scratch, ':');
			bufint(scratch, number);
		}
	}
	return bufall(scratch);
}

struct span
nsysnamesmarker(const struct event *ev, struct span name, struct buf *scratch)
{
	struct span text = evarg(ev, "text");

	return jsonisstring(text) ? jsontext(text, scratch) : name;
}

struct span
nsysnamescategory(const struct event *ev, int part, struct buf *scratch)
{
	(void)part;
	(void)scratch;
	if (ev->type == TYPE_CUDA_API)
		return spanof("CUDA_API");
	return spanof(ev->type == TYPE_KERNEL ? "CUDA_KERNEL" : "MEMORY_OPER");
}

struct span
nsysnamessource(const struct event *ev, int part, struct buf *scratch)
{
	(void)part;
	(void)scratch;
	if (evarg(ev, "peer").p || evarg(ev, "tag").p)
		return spanof("p2p");
	if (evarg(ev, "communicator").p || evarg(ev, "root").p || evarg(ev, "bytes").p ||
	    evarg(ev, "bytes_received").p)
		return spanof("coll");
	return spanof(evarg(ev, "request").p ? "start_wait" : "other");
}

struct span
nsysnamesside(const struct event *ev, int part, struct buf *scratch)
{
	struct span source = nsysnamessource(ev, part, scratch);

	if (spanis(source, "p2p"))
		return source;
	return spanof(part == 0 ? "coll_send" : "coll_recv");
}

struct span
nsysnamesshape(const struct event *ev, struct span array, struct buf *scratch)
{
	struct span item;
	struct json j;
	int64_t number;
	int count = 0;

	if (array.n == 0 || *array.p != '[')
		return (struct span){ NULL, 0 };
	scratch->n = 0;
	jsonopen(&j, array.p, ev->stack);
	for (; jsonitem(&j, &item) > 0 && jsonint(item, &number); count++)
		bufprintf(scratch, count > 0 ? " %4lld" : "%4lld", (long long)number);
	return count == 3 ? bufall(scratch) : (struct span){ NULL, 0 };
}

struct span
nsysnamesgrid(const struct event *ev, int part, struct buf *scratch)
{
	(void)part;
	return nsysnamesshape(ev, evarg(ev, "grid"), scratch);
}

struct span
nsysnamesblock(const struct event *ev, int part, struct buf *scratch)
{
	(void)part;
	return nsysnamesshape(ev, evarg(ev, "block"), scratch);
}
