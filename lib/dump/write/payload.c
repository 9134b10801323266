/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "payload.h"

/* The head of a blob. */
enum { AT_DOMAIN = 0, AT_SCHEMA = 8, AT_SIZE = 16, HEAD = 32 };

/* A schema may be nested in another, so deep at most. What is nested several times over may be
 * large, and is written up to so many bytes, and so many for each byte of the blob. */
enum { DEPTH = 8, MOST = 1 << 20, MOST_EACH = 64 };

/* Bits of an entry's flags: where its value is another place of memory, and what kind of array it
 * is. */
enum {
	ELSEWHERE = 1 << 1 | 1 << 2 | 1 << 3,
	ARRAY = 3 << 4,
	FIXED = 1 << 4,
	TERMINATED = 2 << 4,
	COUNTED = 3 << 4
};

/* Types of entries that NVTX defines; those that are not here have no bytes of their own. From
 * OWN_TYPES on they are schemas and enumerations. */
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

/* What entries and constants are sorted by: their schema, and in it their index, or value. */
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

/* What is read by one schema: its entries, and the bytes. */
struct layout {
	const struct entry *entries;
	size_t count;
	struct span bytes;
};

struct payloads {
	struct entry *entries;
	struct constant *constants;
	size_t entrycount, constantcount;
	size_t most;       /* where the output of the blob at hand has to end */
	struct stringtable text; /* escaped */
};

static uint32_t
keepname(struct payloads *all, const struct profile *p, sqlite3_stmt *st, int column)
{
	struct span text = profiletext(p, st, column);
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

/* The place of a row, in its first columns. */
static struct place
payloadplace(sqlite3_stmt *st)
{
	return (struct place){ sqlite3_column_int64(st, 0), sqlite3_column_int64(st, 1),
		sqlite3_column_int64(st, 2) };
}

/* How many elements of a sorted array, each of so many bytes, come before a place: what is behind
 * them is the first that may be there. */
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

static void
readentries(struct payloads *all, struct profile *p)
{
	sqlite3_stmt *st = profiletry(p,
	    "SELECT [domainId], [schemaId], [idx], [type], [flags], [arrayOrUnionDetail], "
	    "coalesce([offset], CASE [idx] WHEN 0 THEN 0 ELSE -1 END), "
	    "[name] FROM [NVTX_PAYLOAD_SCHEMA_ENTRIES] NOT INDEXED GROUP BY 1, 2, 3");
	size_t room = 0;

	while (st && profilestep(p, st, "NVTX_PAYLOAD_SCHEMA_ENTRIES")) {
		GROW(all->entries, room, all->entrycount + 1);
		all->entries[all->entrycount++] = (struct entry){
			payloadplace(st),
			sqlite3_column_int64(st, 3),
			sqlite3_column_int64(st, 4),
			sqlite3_column_int64(st, 5),
			sqlite3_column_int64(st, 6),
			keepname(all, p, st, 7),
		};
	}
	sqlite3_finalize(st);
	if (all->entrycount > 0)
		qsort(all->entries, all->entrycount, sizeof(*all->entries), payloadbyplace);
}

static void
readconstants(struct payloads *all, struct profile *p)
{
	sqlite3_stmt *st = profiletry(p,
	    "SELECT [domainId], [schemaId], [value], [name] "
	    "FROM [NVTX_PAYLOAD_ENUM_ENTRIES] NOT INDEXED "
	    "WHERE [name] NOT NULL GROUP BY 1, 2, 3");
	size_t room = 0;

	while (st && profilestep(p, st, "NVTX_PAYLOAD_ENUM_ENTRIES")) {
		GROW(all->constants, room, all->constantcount + 1);
		all->constants[all->constantcount++] =
		    (struct constant){ payloadplace(st), keepname(all, p, st, 3) };
	}
	sqlite3_finalize(st);
	if (all->constantcount > 0)
		qsort(all->constants, all->constantcount, sizeof(*all->constants), payloadbyplace);
}

struct payloads *
payloadsopen(struct profile *p)
{
	struct payloads *all = xmalloc(sizeof(*all));

	*all = (struct payloads){ 0 };
	readentries(all, p);
	readconstants(all, p);
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

/* The entries of a schema; none when it is not known. */
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

/* The constant of an enumeration that has the value, or else the next larger one; NULL when there
 * is none. */
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

/* Writes a value of an enumeration, of 4 bytes as C has them: its name, or the number. False when
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

/* How a predefined type is read; NULL for one of no known size. */
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

/* The bytes from an entry's offset on; false when it is beyond them, or not known. */
static bool
bytesof(const struct layout *l, const struct entry *e, struct span *bytes)
{
	if ((uint64_t)e->offset > l->bytes.n)
		return false;
	*bytes = (struct span){ l->bytes.p + e->offset, l->bytes.n - (size_t)e->offset };
	return true;
}

/* Reads how long an array is from the entry with that index, a plain integer. */
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

/* How many elements an entry has that begins with these bytes; false when that cannot be known. */
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

static bool putschema(const struct payloads *all, int64_t domain, int64_t schema, struct span bytes,
    int depth, struct buf *out);

/* Writes the value of an entry; false when it cannot be read from the bytes. */
static bool /* NOLINTNEXTLINE(misc-no-recursion): putschema counts */
putentry(const struct payloads *all, const struct layout *l, const struct entry *e, int depth,
    struct buf *out)
{
	const struct type *type = predefined(e);
	struct span bytes;
	uint64_t count;

	if ((e->flags & ELSEWHERE) || !bytesof(l, e, &bytes))
		return false;
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

/* Writes the entries of a schema as an object; false, with whatever was written, when they do not
 * fit the bytes, or are too many. */
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
