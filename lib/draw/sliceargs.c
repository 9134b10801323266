/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "base/map.h"
#include "base/scan.h"
#include "label.h"
#include "occupancy.h"
#include "sliceargs.h"

/* How an arg is formatted. */
enum argformat {
	AS_DIMENSIONS, /* "2 × 66 × 1" */
	UNLESS_ZERO,   /* under another key; left out if it is 0 */
	UNLESS_IN_NAME,   /* left out if the event's name ends with it */
	UNLESS_SOURCE,   /* left out if it is before "-to-" in the event's name */
	UNLESS_DESTINATION,     /* left out if it is after "-to-" in the event's name */
	UNLESS_NO_CLUSTER,  /* left out if there is no cluster */
	UNLESS_DEFAULT,
	AS_MICROS,     /* ns, in µs under another key */
	/* the range's own duration, and the delay of the work after the start of the range */
	AS_RANGE,
	AS_SIZE,       /* bytes, and in a larger unit */
	LAST,          /* the id of a launch, moved to the end: it differs from launch to launch */
	AS_STACK
};

struct argrule {
	const char *key;
	enum argformat format;
	const char *text; /* the other key, or the default value as JSON */
};

/* The rules for args of some types; each list ends with a NULL key. */
static const struct argrule kernel[] = {
	{ "grid", AS_DIMENSIONS, NULL },
	{ "block", AS_DIMENSIONS, NULL },
	{ "cluster", AS_DIMENSIONS, NULL },
	{ "shared_static", UNLESS_ZERO, "shared_static_bytes" },
	{ "shared_dynamic", UNLESS_ZERO, "shared_dynamic_bytes" },
	{ "shared_executed", UNLESS_ZERO, "shared_executed_bytes" },
	{ "local_thread", UNLESS_ZERO, "local_thread_bytes" },
	{ "local_total", UNLESS_ZERO, "local_total_bytes" },
	{ "launch_type", UNLESS_DEFAULT, "\"Regular\"" },
	{ "cache", UNLESS_DEFAULT, "\"Shared\"" },
	{ "cluster_policy", UNLESS_NO_CLUSTER, NULL },
	{ "wait", AS_MICROS, "wait_us" },         /* of nst-skew, as is the transfer */
	{ "transfer", AS_MICROS, "transfer_us" },
	{ "grid_id", LAST, NULL },
	{ NULL, LAST, NULL },
};

static const struct argrule mpi[] = {
	{ "wait", AS_MICROS, "wait_us" },
	{ "transfer", AS_MICROS, "transfer_us" },
	{ NULL, LAST, NULL },
};

static const struct argrule collective[] = {
	{ "spread", AS_MICROS, "spread_us" },
	{ "transfer", AS_MICROS, "transfer_us" },
	{ "apart", AS_MICROS, "apart_us" },
	{ NULL, LAST, NULL },
};

static const struct argrule state[] = {
	{ "before_call", AS_MICROS, "before_call_us" },
	{ "in_call", AS_MICROS, "in_call_us" },
	{ "after_call", AS_MICROS, "after_call_us" },
	{ NULL, LAST, NULL },
};

static const struct argrule copy[] = {
	{ "bytes", AS_SIZE, NULL },
	{ "kind", UNLESS_IN_NAME, NULL },
	{ "src_kind", UNLESS_SOURCE, NULL },
	{ "dst_kind", UNLESS_DESTINATION, NULL },
	{ "copies", UNLESS_DEFAULT, "1" },
	{ NULL, LAST, NULL },
};

static const struct argrule set[] = {
	{ "bytes", AS_SIZE, NULL },
	{ NULL, LAST, NULL },
};

static const struct argrule ofrange[] = {
	{ "sum", AS_MICROS, "sum_us" },
	{ "range", AS_RANGE, NULL },
	{ NULL, LAST, NULL },
};

static const struct argrule called[] = {
	{ "stack", AS_STACK, NULL },
	{ NULL, LAST, NULL },
};

/* The rules of each type of events; NULL for none. */
static const struct argrule *const argrules[TYPE_COUNT + 1] = {
	[TYPE_KERNEL] = kernel,
	[TYPE_MEMCPY] = copy,
	[TYPE_MEMSET] = set,
	[TYPE_MPI] = mpi,
	[TYPE_COLLECTIVE] = collective,
	[TYPE_GPU_STATE] = state,
	[TYPE_NVTX_KERNEL] = ofrange,
	[TYPE_CALL_KERNEL] = ofrange,
	[TYPE_SAMPLE] = called,
	[TYPE_CUDA_API] = called,
	[TYPE_OSRT] = called,
	[TYPE_SYSCALL] = called,
};

/* The args of an event are not cached if they have more bytes. */
enum { CACHED_MAX = 4096 };

/* The key of the number that differs in each launch of a kernel. */
static const char gridkey[] = "\"grid_id\":";

/* Returns the rule for an arg, or NULL. The type must have rules. */
static const struct argrule *
argruleof(enum event_type type, struct span key)
{
	const struct argrule *d = argrules[type];

	while (d->key && !spanis(key, d->key))
		d++;
	return d->key ? d : NULL;
}

/* Appends a key, after a comma if it is not the first. */
static void
putkey(struct buf *out, struct span key)
{
	bufstr(out, out->p[out->n - 1] == '{' ? "\"" : ",\"");
	bufspan(out, key);
	bufstr(out, "\":");
}

static void
sliceargsmember(struct buf *out, const char *key, struct span value)
{
	putkey(out, spanof(key));
	bufspan(out, value);
}

static void
sliceargsputmicros(struct buf *out, const char *key, int64_t ns)
{
	putkey(out, spanof(key));
	sliceargsmicros(out, ns);
}

void
sliceargsmicros(struct buf *out, int64_t ns)
{
	uint64_t v = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;

	if (ns < 0)
		bufchar(out, '-');
	bufuint(out, v / 1000);
	v %= 1000;
	if (v == 0)
		return;
	bufuint(out, 1000 + v);
	out->p[out->n - 4] = '.';
	while (out->p[out->n - 1] == '0')
		out->n--;
}

/* Appends a JSON array of integers as "2 × 66 × 1". Returns false, and appends nothing, if it
 * contains anything else. */
static bool
putdimensions(struct buf *out, struct span list)
{
	const char *p = list.p, *end = list.p + list.n;
	size_t before = out->n;

	if (list.n < 3 || *p != '[')
		return false;
	bufchar(out, '"');
	for (p++; p < end && *p != ']'; p++) {
		if (*p == ',')
			bufstr(out, " \xC3\x97 ");
		else if ((*p >= '0' && *p <= '9') || *p == '-')
			bufchar(out, *p);
		else if (*p != ' ')
			break;
	}
	if (p == end || *p != ']') {
		out->n = before;
		return false;
	}
	bufchar(out, '"');
	return true;
}

/* Appends a number of bytes, 1000 or more, with three digits and a unit: "4.20 GB". */
static void
putsize(struct buf *out, int64_t bytes)
{
	static const char units[] = "kMGTPE";
	uint64_t v = (uint64_t)bytes, unit = 1;
	size_t i = 0, point;

	while (v / unit >= 1000) /* round to three digits: v of them, times unit */
		unit *= 10;
	v = (v + unit / 2) / unit;
	if (v == 1000) {
		v = 100;
		unit *= 10;
	}
	for (; unit >= 1000; unit /= 1000)
		i++;
	/* digits after the point, in the next larger unit */
	point = unit == 1 ? 0 : unit == 10 ? 2 : 1;
	i -= point == 0;
	bufchar(out, '"');
	bufuint(out, point == 2 ? v / 100 : point == 1 ? v / 10 : v);
	if (point > 0) {
		bufchar(out, '.');
		if (point == 2)
			bufchar(out, (char)('0' + v / 10 % 10));
		bufchar(out, (char)('0' + v % 10));
	}
	bufchar(out, ' ');
	bufchar(out, units[i]);
	bufstr(out, "B\"");
}

/* Appends the duration of an NVTX range, and the delay from its start to its projection on the
 * GPU. */
static void
putrange(struct buf *out, const struct event *ev, struct span range)
{
	struct span key, value;
	struct json j;
	int64_t v;

	jsonopen(&j, range.p, ev->stack);
	while (jsonnext(&j, &key, &value) == 1)
		if (spanis(key, "dur") && jsonint(value, &v))
			sliceargsputmicros(out, "range_us", v);
		else if (spanis(key, "ts") && jsonint(value, &v))
			sliceargsputmicros(out, "latency_us", subsat(ev->number[KEY_TS], v));
		else if (spanis(key, "open"))
			sliceargsmember(out, "range_open", value);
}

/* Returns true if the name of an event ends with a value; both are JSON strings. */
static bool
nameendswith(const struct event *ev, struct span value)
{
	struct span name = ev->value[KEY_NAME];

	return evhas(ev, KEY_NAME) && jsonisstring(value) && name.n >= value.n &&
	    memcmp(name.p + name.n - value.n + 1, value.p + 1, value.n - 1) == 0;
}

/* Returns true if the name of an event ends with a direction such as " Host-to-Device" that
 * contains a value: after "-to-" if to is true, else before it. */
static bool
namehasdirection(const struct event *ev, struct span value, bool to)
{
	static const char between[] = "-to-";
	const size_t n = sizeof(between) - 1;
	struct span name = ev->value[KEY_NAME], text = { value.p + 1, value.n - 2 };
	const char *p, *end = name.p + name.n - 1;

	if (!evhas(ev, KEY_NAME) || !jsonisstring(name) || !jsonisstring(value))
		return false;
	p = memmem(name.p, name.n, between, n);
	if (!p)
		return false;
	if (to)
		return spansame((struct span){ p + n, (size_t)(end - p) - n }, text);
	return (size_t)(p - name.p) > text.n && p[-1 - (ptrdiff_t)text.n] == ' ' &&
	    memcmp(p - text.n, text.p, text.n) == 0;
}

/* Returns true if a value is a number of 1 to 18 decimal digits. */
static bool
isplaincount(struct span value)
{
	return value.n > 0 && value.n < 19 && strspn(value.p, "0123456789") >= value.n;
}

/* Finds the launch number in a kernel's args. Returns no bytes if there is none, or if the
 * args contain objects, so that it may be inside of one of them. */
static struct span
gridid(struct span args)
{
	const size_t lead = sizeof(gridkey) - 1;
	struct span digits = { args.p, 0 };
	const char *p = args.p + args.n;

	while ((p = memrchr(args.p, 'g', (size_t)(p - args.p))) && p > args.p) {
		if ((size_t)(args.p + args.n - p) < lead || memcmp(p - 1, gridkey, lead) != 0)
			continue;
		digits.p = p - 1 + lead;
		digits.n = strspn(digits.p, "0123456789");
		break;
	}
	return isplaincount(digits) && strchr(",}", digits.p[digits.n]) &&
	        !memchr(args.p + 1, '{', args.n - 1)
	    ? digits
	    : (struct span){ args.p, 0 };
}

/* Appends an arg by its rule. Returns false if the rule does not apply to the value: then the
 * caller appends it unchanged. */
static bool
putformatted(struct buf *out, const struct event *ev, const struct argrule *d, struct span value)
{
	int64_t v = 0;
	bool number = jsonint(value, &v);

	switch (d->format) {
	case AS_DIMENSIONS: {
		size_t before = out->n;

		putkey(out, spanof(d->key));
		if (!putdimensions(out, value)) {
			out->n = before;
			return false;
		}
		return true;
	}
	case UNLESS_ZERO:
		if (!number || v != 0)
			sliceargsmember(out, d->text, value);
		return true;
	case UNLESS_IN_NAME:
		return nameendswith(ev, value);
	case UNLESS_SOURCE:
	case UNLESS_DESTINATION:
		return namehasdirection(ev, value, d->format == UNLESS_DESTINATION);
	case UNLESS_NO_CLUSTER:
		return evarg(ev, "cluster").n == 0;
	case UNLESS_DEFAULT:
		return spanis(value, d->text);
	case AS_MICROS:
		if (number)
			sliceargsputmicros(out, d->text, v);
		return number;
	case AS_RANGE:
		if (value.p[0] == '{')
			putrange(out, ev, value);
		return value.p[0] == '{';
	case AS_SIZE:
		sliceargsmember(out, d->key, value);
		if (number && v >= 1000) {
			putkey(out, spanof("size"));
			putsize(out, v);
		}
		return true;
	case LAST:
		return gridid(ev->value[KEY_ARGS]).p == value.p;
	default:
		return false;
	}
}

/* Reads the resources of a launch from the args. Returns false if they lack the registers or
 * the block. */
static bool
kernelresourcesof(struct kernelresources *d, const struct event *ev)
{
	enum { BLOCK, REGISTERS, FIXED, DYNAMIC, ARGS };

	static const char *const names[ARGS] = { "block", "registers", "shared_static",
		"shared_dynamic" };
	int64_t fixed = 0, dynamic = 0, size;
	struct span args[ARGS], v;
	struct json j;

	*d = (struct kernelresources){ .threads = 1 };
	evargs(ev, names, args, ARGS);
	if (args[BLOCK].n == 0 || args[BLOCK].p[0] != '[' ||
	    !jsonint(args[REGISTERS], &d->registers))
		return false;
	jsonopen(&j, args[BLOCK].p, ev->stack);
	while (jsonitem(&j, &v) == 1)
		if (!jsonint(v, &size) || __builtin_mul_overflow(d->threads, size, &d->threads))
			return false;
	jsonint(args[FIXED], &fixed);
	jsonint(args[DYNAMIC], &dynamic);
	d->shared = addsat(fixed, dynamic);
	return true;
}

/* Appends the theoretical occupancy of a kernel, if its chip is known. */
static void
putoccupancy(struct buf *out, const struct event *ev, struct span chip)
{
	struct kernelresources kernelresources;
	int percent;

	if (ev->type != TYPE_KERNEL || chip.n == 0 || !kernelresourcesof(&kernelresources, ev))
		return;
	percent = occupancy(chip, &kernelresources);
	if (percent < 0)
		return;
	putkey(out, spanof("occupancy_%"));
	bufint(out, percent);
}

/* Appends the args of an event, each by its rule, as an object. */
static void
sliceargsputall(struct buf *out, struct sliceargs *d, const struct event *ev, struct span chip)
{
	struct span key, value;
	struct json j;

	bufchar(out, '{');
	jsonopen(&j, ev->value[KEY_ARGS].p, ev->stack);
	while (jsonnext(&j, &key, &value) == 1) {
		const struct argrule *rule = argruleof(ev->type, key);

		if (rule && rule->format == AS_STACK && d->separatestack && value.p[0] == '[') {
			d->stack = value;
			continue;
		}
		if (rule && putformatted(out, ev, rule, value))
			continue;
		putkey(out, key);
		bufspan(out, value);
	}
	putoccupancy(out, ev, chip);
	bufchar(out, '}');
}

/* Fills an entry of the cache, except for its key. */
static void
formatentry(struct sliceargs *d, struct sliceargsentry *entry, const struct event *ev)
{
	struct span full;

	entry->text.n = 0;
	sliceargsputall(&entry->text, d, ev, bufall(&entry->chip));
	jsonpad(&entry->text);
	full = ev->type == TYPE_KERNEL ? jsonmember(bufall(&entry->text), "demangled", ev->stack)
	                               : (struct span){ NULL, 0 };
	entry->full = full.n > 0 ? (size_t)(full.p - entry->text.p) : 0;
	entry->fulln = full.n;
	if (ev->type == TYPE_KERNEL || !jsonint(evarg(ev, "bytes"), &entry->bytes))
		entry->bytes = -1;
}

/* Formats the args of a kernel, a copy or a memset through the cache. The cache ignores the launch
 * number of a kernel, which is appended at the end. The args of copies depend on their names. */
static struct span
cachedargs(struct sliceargs *d, const struct event *ev, struct span chip)
{
	bool launch = ev->type == TYPE_KERNEL;
	struct span args = ev->value[KEY_ARGS], count = { args.p + args.n, 0 }, before, behind;
	struct sliceargsentry *entry;

	if (launch)
		count = gridid(args);
	before = (struct span){ args.p, (size_t)(count.p - args.p) };
	behind = (struct span){ count.p + count.n, args.n - before.n - count.n };
	if (!launch && evhas(ev, KEY_NAME))
		behind = ev->value[KEY_NAME];
	entry = &d->cache[(stringhash(before) + stringhash(behind)) %
	    (sizeof(d->cache) / sizeof(*d->cache))];
	if (entry->type != ev->type || !spansame(bufall(&entry->chip), chip) ||
	    entry->raw.n != before.n + behind.n ||
	    memcmp(entry->raw.p, before.p, before.n) != 0 ||
	    memcmp(entry->raw.p + before.n, behind.p, behind.n) != 0) {
		entry->type = ev->type;
		entry->chip.n = entry->raw.n = 0;
		bufspan(&entry->chip, chip);
		bufspan(&entry->raw, before);
		bufspan(&entry->raw, behind);
		formatentry(d, entry, ev);
	}
	d->bytes = entry->bytes;
	d->text.n = 0;
	bufspan(&d->text, bufall(&entry->text));
	if (count.n > 0) {
		d->text.n--;
		sliceargsmember(&d->text, "grid_id", count);
		bufchar(&d->text, '}');
	}
	jsonpad(&d->text);
	d->demangled = (struct span){ d->text.p + entry->full, entry->fulln };
	if (args.n > CACHED_MAX) {
		free(entry->chip.p);
		free(entry->raw.p);
		free(entry->text.p);
		*entry = (struct sliceargsentry){ 0 };
	}
	return bufall(&d->text);
}

/* Skips a text; returns NULL if p is NULL or something else is there. */
static const char *
skiptext(const char *p, const char *text)
{
	size_t n = strlen(text);

	return p && strncmp(p, text, n) == 0 ? p + n : NULL;
}

/* Reads a number of at most 18 digits. */
static const char *
digitsof(const char *p, int64_t *v)
{
	uint64_t digits = 0;
	const char *end = p ? scandigits(p, &digits) : NULL;

	*v = (int64_t)digits;
	return end != p && end - p < 19 ? end : NULL;
}

/* Formats the args of a projected range quickly, if they are exactly as nst-link writes them.
 * Otherwise returns false, and appends nothing. */
static bool
putprojected(struct buf *out, const struct event *ev)
{
	struct span args = ev->value[KEY_ARGS];
	int64_t count, sum, ts, dur;
	const char *p = digitsof(skiptext(args.p, "{\"count\":"), &count);

	p = digitsof(skiptext(p, ",\"sum\":"), &sum);
	p = digitsof(skiptext(p, ",\"range\":{\"ts\":"), &ts);
	p = skiptext(digitsof(skiptext(p, ",\"dur\":"), &dur), "}}");
	if (p != args.p + args.n)
		return false;
	bufstr(out, "{\"count\":");
	bufint(out, count);
	bufstr(out, ",\"sum_us\":");
	sliceargsmicros(out, sum);
	bufstr(out, ",\"latency_us\":");
	sliceargsmicros(out, subsat(ev->number[KEY_TS], ts));
	bufstr(out, ",\"range_us\":");
	sliceargsmicros(out, dur);
	bufchar(out, '}');
	return true;
}

/* Returns true if the args of an event may differ from what a viewer shows. */
static bool
needsformat(const struct sliceargs *d, const struct event *ev)
{
	struct span args = ev->value[KEY_ARGS];

	if (argrules[ev->type] != called)
		return argrules[ev->type];
	return d->separatestack && scanhas(args.p, args.p + args.n, "\"stack\":");
}

struct span
sliceargsformat(struct sliceargs *d, const struct event *ev, struct span chip)
{
	struct span args = ev->value[KEY_ARGS];

	d->demangled.n = d->stack.n = 0;
	d->bytes = -1;
	d->projected = false;
	if (!evhas(ev, KEY_ARGS) || args.p[0] != '{')
		return (struct span){ NULL, 0 };
	if (!needsformat(d, ev))
		return args;
	if (ev->type == TYPE_KERNEL || ev->type == TYPE_MEMCPY || ev->type == TYPE_MEMSET)
		return cachedargs(d, ev, chip);
	d->text.n = 0;
	d->projected = ev->type == TYPE_NVTX_KERNEL && putprojected(&d->text, ev);
	if (!d->projected)
		sliceargsputall(&d->text, d, ev, chip);
	jsonpad(&d->text);
	return bufall(&d->text);
}

void
sliceargspath(struct buf *out, const struct event *ev, struct span nvtx)
{
	struct operator o;
	struct span name;
	struct json j;
	bool any = false;

	bufchar(out, '"');
	jsonopen(&j, nvtx.p, ev->stack);
	while (jsonitem(&j, &name) == 1) {
		if (!jsonisstring(name))
			continue;
		if (any)
			bufstr(out, " / ");
		any = true;
		labeloperator(&o, (struct span){ name.p + 1, name.n - 2 });
		bufspan(out, o.name);
	}
	bufchar(out, '"');
}

void
sliceargsfree(struct sliceargs *d)
{
	for (size_t i = 0; i < sizeof(d->cache) / sizeof(*d->cache); i++) {
		free(d->cache[i].chip.p);
		free(d->cache[i].raw.p);
		free(d->cache[i].text.p);
	}
	free(d->text.p);
}
