/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "headerinfo.h"

/* Returns a member if it is a string, else an empty span. */
static struct span
headerstring(struct span header, const char *name, struct buf *stack)
{
	struct span value = jsonmember(header, name, stack);

	return jsonisstring(value) ? value : (struct span){ NULL, 0 };
}

/* Returns a member if it is an array, else an empty span. */
static struct span
array(struct span header, const char *name, struct buf *stack)
{
	struct span value = jsonmember(header, name, stack);

	return value.n > 0 && value.p[0] == '[' ? value : (struct span){ NULL, 0 };
}

void
headerinforead(struct headerinfo *h, struct span header, struct buf *stack)
{
	*h = (struct headerinfo){ .present = header.n > 0 };
	if (!h->present)
		return;
	h->hasutc = jsonint(jsonmember(header, "utc", stack), &h->utc);
	h->hasclock = jsonint(jsonmember(header, "clock", stack), &h->clock);
	h->hasfrom = jsonint(jsonmember(header, "from", stack), &h->from);
	h->hasto = jsonint(jsonmember(header, "to", stack), &h->to);
	h->linked = spanis(jsonmember(header, "linked", stack), "true");
	h->schema = headerstring(header, "schema", stack);
	h->product = headerstring(header, "product", stack);
	h->host = headerstring(header, "host", stack);
	h->hostname = headerstring(header, "hostname", stack);
	h->hosts = array(header, "hosts", stack);
	h->merged = array(header, "merged", stack);
}
