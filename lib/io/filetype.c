/* SPDX-License-Identifier: MIT */
#include "filetype.h"

/* The first bytes of each format, from its documentation; that of reports is the same in all public
 * reports. */
static const struct magic {
	enum filetype kind;
	const char *bytes;
	size_t n;
} magics[] = {
#define M(kind, bytes) { kind, bytes, sizeof(bytes) - 1 }
	M(FILETYPE_EXPORT, "SQLite format 3\0"),
	M(FILETYPE_REPORT, "NVIDIA Tegra Profiler Report "),
	M(FILETYPE_GZIP, "\x1F\x8B\x08"),
	M(FILETYPE_ZSTD, "\x28\xB5\x2F\xFD"),
	M(FILETYPE_XZ, "\xFD" "7zXZ\0"),
#undef M
};

/* The first keys of a Chrome trace, and those that PyTorch's profiler writes first. */
static const char *const chromekeys[] = { "\"traceEvents\"", "\"displayTimeUnit\"",
	"\"otherData\"" };
static const char *const pytorchkeys[] = { "\"schemaVersion\"", "\"distributedInfo\"",
	"\"deviceProperties\"", "\"metadata\"", "\"record_shapes\"", "\"with_stack\"",
	"\"trace_id\"", "\"traceName\"", "\"baseTimeNanoseconds\"", "\"cupti_version\"",
	"\"cuda_runtime_version\"", "\"profile_memory\"" };

static const struct {
	const char *name, *remedy;
} kinds[] = {
	[FILETYPE_EMPTY] = { "empty", "" },
	[FILETYPE_STREAM] = { "a stream of events", "" },
	[FILETYPE_EXPORT] = { "an SQLite file", ": nst-dump makes one of it" },
	[FILETYPE_REPORT] = { "a report", ": nst-dump makes one of it" },
	[FILETYPE_CHROME] = { "a Chrome trace", ": nst-dump makes one of it" },
	[FILETYPE_PYTORCH] = { "a PyTorch trace", ": nst-dump makes one of it" },
	[FILETYPE_PERFETTO] = { "a Perfetto trace", "" },
	[FILETYPE_GZIP] = { "compressed by gzip", "" },
	[FILETYPE_ZSTD] = { "compressed by zstd", "" },
	[FILETYPE_XZ] = { "compressed by xz", "" },
	[FILETYPE_OTHER] = { "of an unknown type", "" },
};

static bool
filetypebegins(struct span s, const char *bytes, size_t n)
{
	return s.n >= n && memcmp(s.p, bytes, n) == 0;
}

/* Returns the bytes after leading white space. */
static struct span
skipwhite(struct span s)
{
	while (s.n > 0 && strchr(" \t\r\n", *s.p) && *s.p)
		s = (struct span){ s.p + 1, s.n - 1 };
	return s;
}

/* Returns true if a text begins with one of some keys. */
static bool
filetypekey(struct span s, const char *const *keys, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (filetypebegins(s, keys[i], strlen(keys[i])))
			return true;
	return false;
}

static enum filetype
jsontype(struct span s)
{
	if (*s.p == '[')
		return FILETYPE_CHROME;
	s = skipwhite((struct span){ s.p + 1, s.n - 1 });
	if (filetypekey(s, pytorchkeys, sizeof(pytorchkeys) / sizeof(*pytorchkeys)))
		return FILETYPE_PYTORCH;
	if (filetypekey(s, chromekeys, sizeof(chromekeys) / sizeof(*chromekeys)))
		return FILETYPE_CHROME;
	return FILETYPE_STREAM;
}

enum filetype
filetypeof(struct span head)
{
	struct span text = skipwhite(head);

	for (size_t i = 0; i < sizeof(magics) / sizeof(*magics); i++)
		if (filetypebegins(head, magics[i].bytes, magics[i].n))
			return magics[i].kind;
	if (text.n == 0)
		return FILETYPE_EMPTY;
	if (*text.p == '{' || *text.p == '[')
		return jsontype(text);
	/* the tag of field 1, a packet, of the message Trace */
	return *head.p == '\n' ? FILETYPE_PERFETTO : FILETYPE_OTHER;
}

/* Returns true if the type is not only a guess from the first byte: of JSON, a quote follows the
 * first brace. */
static bool
filetypecertain(enum filetype type, struct span head)
{
	struct span text = skipwhite(head);

	if (type == FILETYPE_OTHER || type == FILETYPE_PERFETTO)
		return false;
	if (type != FILETYPE_STREAM && type != FILETYPE_CHROME)
		return true;
	if (*text.p == '[')
		text = skipwhite((struct span){ text.p + 1, text.n - 1 });
	if (text.n == 0 || *text.p != '{')
		return false;
	text = skipwhite((struct span){ text.p + 1, text.n - 1 });
	return text.n > 0 && *text.p == '"';
}

enum filetype
filetypenamed(struct span head, const char *path)
{
	enum filetype type = filetypeof(head);

	return filetypebysuffix(path) && !filetypecertain(type, head) ? FILETYPE_OTHER : type;
}

enum filetype
filetypecompressed(struct span head)
{
	enum filetype found = FILETYPE_OTHER;

	for (size_t i = 0; i < sizeof(magics) / sizeof(*magics); i++) {
		const struct magic *m = &magics[i];

		if (m->kind != FILETYPE_GZIP && m->kind != FILETYPE_ZSTD && m->kind != FILETYPE_XZ)
			continue;
		if (filetypebegins(head, m->bytes, m->n))
			return m->kind;
		if (head.n < m->n && memcmp(head.p, m->bytes, head.n) == 0)
			found = FILETYPE_EMPTY;
	}
	return found;
}

bool
filetypeforeign(enum filetype type)
{
	return type != FILETYPE_STREAM && type != FILETYPE_EMPTY && type != FILETYPE_OTHER;
}

const char *
filetypename(enum filetype kind)
{
	return kinds[kind].name;
}

const char *
filetyperemedy(enum filetype kind)
{
	return kinds[kind].remedy;
}

const char *
filetypebysuffix(const char *path)
{
	/* Files that people take for profiles. */
	static const struct {
		const char *suffix, *what;
	} rows[] = {
		{ ".ncu-rep", "a report of Nsight Compute, not of Nsight Systems" },
		{ ".nsys-rep", "named like a report of Nsight Systems, but not one" },
		{ ".qdrep", "named like a report of Nsight Systems, but not one" },
		{ ".qdstrm", "not a report yet: QdstrmImporter makes one of it" },
		{ ".sqlite", "named like an export of Nsight Systems, but not one" },
	};
	size_t n = strlen(path);

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		size_t length = strlen(rows[i].suffix);

		if (n > length && strcmp(path + n - length, rows[i].suffix) == 0)
			return rows[i].what;
	}
	return NULL;
}
