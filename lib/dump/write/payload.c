/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "payload.h"

/* Offsets in the head of a blob. */
enum { AT_DOMAIN = 0, AT_SCHEMA = 8, AT_SIZE = 16, HEAD = 32 };

/* The deepest nesting of schemas. The output of a blob has at most MOST bytes, and MOST_EACH for
 * each byte of the blob: a schema may contain another one several times. */
enum { DEPTH = 8, MOST = 1 << 20, MOST_EACH = 64 };

/* Bits of an entry's flags: its value is elsewhere in memory, and the kind of array. */
enum {
	ELSEWHERE = 1 << 1 | 1 << 2 | 1 << 3,
	ARRAY = 3 << 4,
	FIXED = 1 << 4,
	TERMINATED = 2 << 4,
	COUNTED = 3 << 4
};

/* Types of entries that NVTX defines. From OWN_TYPES on they are schemas and enumerations of the
 * program. */
enum {
	CHAR = 1,
	FIRST_CSTRING = 75,
	LAST_CSTRING = 76,
	FIRST_TIME = 128,
	LAST_TIME = 255,
	OWN_TYPES = 1 << 24
};

/* How the value of a predefined type is read. */
enum form { NONE, SIGNED, UNSIGNED, FLOAT, TEXT };

static const struct type {
	unsigned char size, form;
} types[] = {
	[1] = { 1, TEXT },
	[2] = { 1, UNSIGNED },
	[3] = { 2, SIGNED },
	[4] = { 2, UNSIGNED },
	[5] = { 4, SIGNED },
	[6] = { 4, UNSIGNED },
	[7] = { 8, SIGNED },
	[8] = { 8, UNSIGNED },
	[9] = { 8, SIGNED },
	[10] = { 8, UNSIGNED },
	[11] = { 1, SIGNED },
	[12] = { 1, UNSIGNED },
	[13] = { 2, SIGNED },
	[14] = { 2, UNSIGNED },
	[15] = { 4, SIGNED },
	[16] = { 4, UNSIGNED },
	[17] = { 8, SIGNED },
	[18] = { 8, UNSIGNED },
	[19] = { 4, FLOAT },
	[20] = { 8, FLOAT },
	[22] = { 8, UNSIGNED },
	[23] = { 8, UNSIGNED },
	[25] = { 1, TEXT },
	[32] = { 1, UNSIGNED },
	[43] = { 4, FLOAT },
	[44] = { 8, FLOAT },
	[FIRST_CSTRING] = { 1, TEXT },
	[LAST_CSTRING] = { 1, TEXT },
	[80] = { 8, UNSIGNED },
	[90] = { 4, UNSIGNED },
	[91] = { 4, SIGNED },
	[92] = { 4, UNSIGNED },
};

/* The key by which entries and constants are sorted: schema, and index or value in it. */
struct place {
	int64_t domain, schema, number;
};

/* An entry of a schema. */
struct entry {
	struct place at;
	int64_t type, flags, count;
	int64_t offset; /* -1 when the export does not say */
	uint32_t name;
};

/* A value of an enumeration. */
struct constant {
	struct place at;
	uint32_t name;
};

/* The entries of a schema, and bytes that it describes. */
struct layout {
	const struct entry *entries;
	size_t count;
	struct span bytes;
};

struct payloads {
	struct entry *entries;
	struct constant *constants;
	size_t entrycount, entryroom, constantcount, constantroom;
	size_t most;       /* where the output of the blob at hand has to end */
	struct stringtable text; /* escaped */
};

static uint32_t
keepname(struct payloads *all, struct span text)
{
	struct buf name = { 0 };
	uint32_t id;

	if (text.p)
		jsonescape(&name, text.p, text.n);
	id = stringintern(&all->text, (struct span){ name.n > 0 ? name.p : "", name.n });
	free(name.p);
	return id;
}

static int
payloadbyplace(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->domain != y->domain)
		return x->domain < y->domain ? -1 : 1;
	if (x->schema != y->schema)
		return x->schema < y->schema ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Returns the place in the first columns of a row. */
static struct place
payloadplace(const struct row *row)
{
	return (struct place){ row->cells[0].number, row->cells[1].number, row->cells[2].number };
}

/* Returns the number of elements of a sorted array that are before a place (binary search); size is
 * that of an element, bytes. */
static size_t
payloadbefore(const void *sorted, size_t count, size_t size, struct place at)
{
	size_t low = 0;

	while (low < count) {
		size_t middle = low + (count - low) / 2;

		if (payloadbyplace((const char *)sorted + middle * size, &at) < 0)
			low = middle + 1;
		else
			count = middle;
	}
	return low;
}

#define ENTRY_FACT(column) { column, FACT_INTEGER, FACT_REQUIRED }
static const struct factcolumn entrycolumns[] = { ENTRY_FACT("domainId"), ENTRY_FACT("schemaId"),
	ENTRY_FACT("idx"), ENTRY_FACT("type"), ENTRY_FACT("flags"),
	ENTRY_FACT("arrayOrUnionDetail"), ENTRY_FACT("offset"),
	{ "name", FACT_TEXT, FACT_REQUIRED } };
static const struct factcolumn constantcolumns[] = { ENTRY_FACT("domainId"), ENTRY_FACT("schemaId"),
	ENTRY_FACT("value"), { "name", FACT_TEXT, FACT_GIVEN } };

static bool
addentry(void *arg, const struct row *row)
{
	struct payloads *all = arg;
	const struct cell *cells = row->cells, *offset = &cells[6];

	GROW(all->entries, all->entryroom, all->entrycount + 1);
	all->entries[all->entrycount++] = (struct entry){
		.at = payloadplace(row),
		.type = cells[3].number,
		.flags = cells[4].number,
		.count = cells[5].number,
		.offset = offset->type == CELL_INT ? offset->number
		    : cells[2].type == CELL_INT && cells[2].number == 0 ? 0 : -1,
		.name = keepname(all, facttext(row, &cells[7])),
	};
	return true;
}

static bool
addconstant(void *arg, const struct row *row)
{
	struct payloads *all = arg;

	GROW(all->constants, all->constantroom, all->constantcount + 1);
	all->constants[all->constantcount++] =
	    (struct constant){ payloadplace(row), keepname(all, facttext(row, &row->cells[3])) };
	return true;
}

struct payloads *
payloadsopen(struct source *s)
{
	struct payloads *all = xmalloc(sizeof(*all));

	*all = (struct payloads){ 0 };
	sourcefacts(s,
	    &(struct factquery){ .table = "NVTX_PAYLOAD_SCHEMA_ENTRIES",
	        .columns = entrycolumns,
	        .count = 8,
	        .distinct = 3 },
	    addentry, all);
	sourcefacts(s,
	    &(struct factquery){ .table = "NVTX_PAYLOAD_ENUM_ENTRIES",
	        .columns = constantcolumns,
	        .count = 4,
	        .distinct = 3 },
	    addconstant, all);
	if (all->entrycount > 0)
		qsort(all->entries, all->entrycount, sizeof(*all->entries), payloadbyplace);
	if (all->constantcount > 0)
		qsort(all->constants, all->constantcount, sizeof(*all->constants), payloadbyplace);
	return all;
}

void
payloadsfree(struct payloads *all)
{
	if (!all)
		return;
	free(all->entries);
	free(all->constants);
	stringtablefree(&all->text);
	free(all);
}

static uint64_t
little(const char *p, size_t size)
{
	uint64_t v = 0;

	while (size-- > 0)
		v = v << 8 | (unsigned char)p[size];
	return v;
}

/* Writes one number. */
static void
payloadputnumber(struct buf *out, enum form form, const char *p, size_t size)
{
	uint64_t v = little(p, size);
	uint32_t half = (uint32_t)v;
	unsigned unused = (unsigned)(64 - 8 * size);
	double real;
	float single;

	if (form == SIGNED) {
		bufint(out, (int64_t)(v << unused) >> unused);
	} else if (form == FLOAT && size == sizeof(single)) {
		memcpy(&single, &half, sizeof(single));
		jsondouble(out, (double)single);
	} else if (form == FLOAT) {
		memcpy(&real, &v, sizeof(real));
		jsondouble(out, real);
	} else {
		bufuint(out, v);
	}
}

/* Returns the entries of a schema; none if it is unknown. */
static struct layout
layoutof(const struct payloads *all, int64_t domain, int64_t schema, struct span bytes)
{
	size_t first = payloadbefore(all->entries, all->entrycount, sizeof(*all->entries),
	           (struct place){ domain, schema, INT64_MIN }),
	       end = first;

	while (end < all->entrycount && all->entries[end].at.domain == domain &&
	    all->entries[end].at.schema == schema)
		end++;
	return (struct layout){ end > first ? &all->entries[first] : NULL, end - first, bytes };
}

/* Returns the constant of an enumeration with a value, or else the one with the next larger value;
 * NULL if there is none. */
static const struct constant *
constantof(const struct payloads *all, const struct entry *e, int64_t value)
{
	size_t i = payloadbefore(all->constants, all->constantcount, sizeof(*all->constants),
	    (struct place){ e->at.domain, e->type, value });

	if (i == all->constantcount || all->constants[i].at.domain != e->at.domain ||
	    all->constants[i].at.schema != e->type)
		return NULL;
	return &all->constants[i];
}

/* Writes a value of an enumeration, 4 bytes as in C: its name, or the number. Returns false if
 * there is no such enumeration. */
static bool
putconstant(const struct payloads *all, const struct entry *e, struct span bytes, struct buf *out)
{
	const struct constant *c;
	int64_t value;

	if (bytes.n < 4 || !constantof(all, e, INT64_MIN))
		return false;
	value = (int32_t)little(bytes.p, 4);
	c = constantof(all, e, value);
	if (!c || c->at.number != value) {
		bufint(out, value);
		return true;
	}
	bufchar(out, '"');
	bufspan(out, stringat(&all->text, c->name));
	bufchar(out, '"');
	return true;
}

/* Writes an array of a predefined type; characters are a text that ends at a NUL. */
static void
putarray(struct buf *out, enum form form, const char *p, size_t size, size_t count)
{
	if (form == TEXT) {
		jsonstring(out, p, strnlen(p, count));
		return;
	}
	bufchar(out, '[');
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			bufchar(out, ',');
		payloadputnumber(out, form, p + i * size, size);
	}
	bufchar(out, ']');
}

/* Returns how a predefined type is read; NULL if its size is unknown. */
static const struct type *
predefined(const struct entry *e)
{
	static const struct type time = { 8, UNSIGNED };
	bool known = e->type >= CHAR && (size_t)e->type < sizeof(types) / sizeof(*types) &&
	    types[e->type].form != NONE;

	if (e->type >= FIRST_TIME && e->type <= LAST_TIME)
		return &time;
	return known ? &types[e->type] : NULL;
}

/* Sets bytes to those from an entry's offset on. Returns false if they end before it, or it is
 * unknown. */
static bool
bytesof(const struct layout *l, const struct entry *e, struct span *bytes)
{
	if ((uint64_t)e->offset > l->bytes.n)
		return false;
	*bytes = (struct span){ l->bytes.p + e->offset, l->bytes.n - (size_t)e->offset };
	return true;
}

/* Reads the length of an array from the entry with this index, a plain integer. */
static bool
readcount(const struct layout *l, int64_t index, uint64_t *count)
{
	struct place at = { l->entries->at.domain, l->entries->at.schema, index };
	const struct entry *e = l->entries + payloadbefore(l->entries, l->count, sizeof(*e), at);
	const struct type *type =
	    e < l->entries + l->count && e->at.number == index ? predefined(e) : NULL;
	struct span bytes;

	if (!type || (type->form != SIGNED && type->form != UNSIGNED) ||
	    (e->flags & (ELSEWHERE | ARRAY)) || !bytesof(l, e, &bytes) || bytes.n < type->size)
		return false;
	*count = little(bytes.p, type->size); /* a negative one is more than there is */
	return true;
}

/* Sets count to the number of elements of an entry, which has these bytes. Returns false if it
 * cannot be known. */
static bool
countof(
    const struct layout *l, const struct entry *e, struct span bytes, size_t size, uint64_t *count)
{
	bool string = e->type == FIRST_CSTRING || e->type == LAST_CSTRING;

	switch (e->flags & ARRAY) {
	case COUNTED:
		return readcount(l, e->count, count);
	case TERMINATED:
		for (*count = 0; (*count + 1) * size <= bytes.n; ++*count)
			if (little(bytes.p + *count * size, size) == 0)
				return !string || e->count <= 0; /* else an array of strings */
		return false;
	default:
		*count = string || (e->flags & ARRAY) ? (uint64_t)e->count : 1;
		return !string || e->count > 0;
	}
}

/* Returns true if the profile defines neither an enumeration nor a schema of the entry's type:
 * exports lack the enumerations of NCCL. */
static bool
undefined(const struct payloads *all, const struct entry *e)
{
	return e->type >= OWN_TYPES && !constantof(all, e, INT64_MIN) &&
	    !layoutof(all, e->at.domain, e->type, (struct span){ NULL, 0 }).entries;
}

static bool putschema(const struct payloads *all, int64_t domain, int64_t schema, struct span bytes,
    int depth, struct buf *out);

/* Writes the value of an entry. Returns false if the bytes do not have it. */
static bool /* NOLINTNEXTLINE(misc-no-recursion): putschema counts */
putentry(const struct payloads *all, const struct layout *l, const struct entry *e, int depth,
    struct buf *out)
{
	const struct type *type = predefined(e);
	struct span bytes;
	uint64_t count;

	if ((e->flags & ELSEWHERE) || !bytesof(l, e, &bytes))
		return false;
	if (undefined(all, e)) {
		bufstr(out, "null");
		return true;
	}
	if (e->type >= OWN_TYPES)
		return (!(e->flags & ARRAY) || ((e->flags & ARRAY) == FIXED && e->count == 1)) &&
		    (putconstant(all, e, bytes, out) ||
		        putschema(all, e->at.domain, e->type, bytes, depth + 1, out));
	if (!type || !countof(l, e, bytes, type->size, &count) || count > bytes.n / type->size)
		return false;
	if (type->form == TEXT || (e->flags & ARRAY))
		putarray(out, (enum form)type->form, bytes.p, type->size, (size_t)count);
	else
		payloadputnumber(out, (enum form)type->form, bytes.p, type->size);
	return true;
}

/* Writes the entries of a schema as an object. Returns false after a part of it if the bytes do not
 * fit, or the output is too large. */
static bool /* NOLINTNEXTLINE(misc-no-recursion): no deeper than DEPTH */
putschema(const struct payloads *all, int64_t domain, int64_t schema, struct span bytes, int depth,
    struct buf *out)
{
	struct layout l = layoutof(all, domain, schema, bytes);

	if (!l.entries || depth > DEPTH)
		return false;
	for (size_t i = 0; i < l.count; i++) {
		struct span name = stringat(&all->text, l.entries[i].name);

		bufchar(out, i > 0 ? ',' : '{');
		bufchar(out, '"');
		bufspan(out, name);
		if (name.n == 0)
			bufprintf(out, "#%lld", (long long)l.entries[i].at.number);
		bufstr(out, "\":");
		if (!putentry(all, &l, &l.entries[i], depth, out) || out->n > all->most)
			return false;
	}
	bufchar(out, '}');
	return true;
}

void
payloadput(struct payloads *all, struct span blob, struct buf *out)
{
	static const char digits[] = "0123456789abcdef";
	size_t at = out->n;

	all->most = at + MOST + MOST_EACH * blob.n;
	if (blob.n >= HEAD && little(blob.p + AT_SIZE, 8) <= blob.n - HEAD &&
	    putschema(all, (int64_t)little(blob.p + AT_DOMAIN, 4),
	        (int64_t)little(blob.p + AT_SCHEMA, 4),
	        (struct span){ blob.p + HEAD, (size_t)little(blob.p + AT_SIZE, 8) }, 0, out))
		return;
	out->n = at;
	bufchar(out, '"');
	for (size_t i = 0; i < blob.n; i++) {
		bufchar(out, digits[(unsigned char)blob.p[i] >> 4]);
		bufchar(out, digits[blob.p[i] & 15]);
	}
	bufchar(out, '"');
}
