/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "headerinfo.h"

/* Returns a member that is a string, else an empty span. */
static struct span
originstring(struct span header, const char *name, struct buf *stack)
{
	struct span value = jsonmember(header, name, stack);

	return jsonisstring(value) ? value : (struct span){ NULL, 0 };
}

/* Returns a member that is an array, else an empty span. */
static struct span
array(struct span header, const char *name, struct buf *stack)
{
	struct span value = jsonmember(header, name, stack);

	return value.n > 0 && value.p[0] == '[' ? value : (struct span){ NULL, 0 };
}

void
headerinforead(struct headerinfo *f, struct span header, struct buf *stack)
{
	*f = (struct headerinfo){ .header = header.n > 0 };
	if (!f->header)
		return;
	f->hasutc = jsonint(jsonmember(header, "utc", stack), &f->utc);
	f->hasclock = jsonint(jsonmember(header, "clock", stack), &f->clock);
	f->hasfrom = jsonint(jsonmember(header, "from", stack), &f->from);
	f->hasto = jsonint(jsonmember(header, "to", stack), &f->to);
	f->linked = spanis(jsonmember(header, "linked", stack), "true");
	f->schema = originstring(header, "schema", stack);
	f->product = originstring(header, "product", stack);
	f->host = originstring(header, "host", stack);
	f->hostname = originstring(header, "hostname", stack);
	f->hosts = array(header, "hosts", stack);
	f->merged = array(header, "merged", stack);
}
