/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/err.h"
#include "schema.h"

/* Tables without events, and their content; a star stands for the rest of a name. */
static const struct {
	const char *table, *why;
} known[] = {
	{ "StringIds", "the strings that events refer to" },
	{ "ENUM_*", "labels of codes" },
	{ "UnwindMethodType", "labels of codes" },
	{ "PROCESSES", "names of processes" },
	{ "ThreadNames", "names of threads" },
	{ "TARGET_INFO_*", "the machine, and what counters are called" },
	{ "NIC_ID_MAP", "the machine" },
	{ "NET_IB_DEVICE_*", "the network" },
	{ "META_DATA_*", "how it was captured and exported, with the environment" },
	{ "EXPORT_META_DATA", "how it was exported" },
	{ "ANALYSIS_DETAILS", "the length of the session" },
	{ "ANALYSIS_FILE", "captured files" },
	{ "ProcessStreams", "captured output" },
	{ "OSRT_CALLCHAINS", "stacks of events, which --stacks writes" },
	{ "CUDA_CALLCHAINS", "stacks of events, which --stacks writes" },
	{ "SAMPLING_CALLCHAINS", "stacks of events, which --stacks writes" },
	{ "SYSCALL_CALLCHAINS", "stacks of events, which --stacks writes" },
	{ "OSRT_ARGUMENTS", "arguments of calls, which nsys says not to rely on" },
	{ "OSRT_FILE_ACCESS_DESCRIPTORS", "the files that accesses are of" },
	{ "MPI_RANKS", "ranks of threads" },
	{ "MPI_COMMUNICATORS", "what communicators consist of" },
	{ "UCP_WORKERS", "workers of threads" },
	{ "NVTX_PAYLOAD_*", "how payloads are to be read" },
	{ "NVTX_SCOPES", "where counters belong" },
	{ "NVTX_EVENTS_PAYLOAD_SCHEMAS", "which event has which payload" },
	{ "NVTX_EXPORT_TRANSLATION", "names of payloads" },
	{ "DYNAMIC_NVTXPAYLOAD_*", "payloads once more, a table for each schema" },
	{ "NVTXT_META_EVENTS", "names of threads and processes" },
	{ "GENERIC_EVENT_SOURCES", "what events are of" },
	{ "GENERIC_EVENT_TYPES", "what events are of" },
	{ "GENERIC_EVENT_TYPE_FIELD*", "what the data of events are called" },
	{ "GENERIC_EVENT_DATA", "the data of events" },
	{ "ETW_PROVIDERS", "what events are of" },
	{ "ETW_TASKS", "what events are of" },
	{ "PMU_EVENT_COUNTERS", "the values of events" },
	{ "PMU_EVENT_REQUESTS", "what counters are called" },
	{ "UNCORE_PMU_EVENT_VALUES", "the values of events" },
	{ "BANDWIDTH_USAGE_VALUES", "the values of events" },
	{ "VULKAN_PIPELINE_*", "details of calls, without a time" },
	{ "VULKAN_MEMORY_*", "details of calls, without a time" },
	{ "DX12_MEMORY_OPERATION", "details of calls, without a time" },
	{ "NVAPI_MEMORY_OPERATION", "details of calls, without a time" },
	{ "sqlite_*", "SQLite's own" },
};

const struct mapping *
schemafind(const char *table)
{
	for (const struct mapping *s = schema; s->table; s++)
		if (strcmp(s->table, table) == 0)
			return s;
	return NULL;
}

bool
schemareads(const char *table)
{
	return schemafind(table) != NULL;
}

const char *
schemawhy(const char *table)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		size_t n = strcspn(known[i].table, "*");

		if (strncmp(table, known[i].table, n) == 0 &&
		    (known[i].table[n] == '*' || !table[n]))
			return known[i].why;
	}
	return NULL;
}

/* Types that are not dumped by default: their events may be very many, or have a meaning that only
 * the traced program knows. */
uint64_t
schemausual(void)
{
	return ~(EVTYPE(TYPE_GENERIC) | EVTYPE(TYPE_ETW) | EVTYPE(TYPE_BLOCK));
}

uint64_t
schematypes(void)
{
	uint64_t types = 0;

	for (const struct mapping *s = schema; s->table; s++)
		if (evtypename(s->type) && s->type != TYPE_META)
			types |= EVTYPE(s->type);
	return types;
}

const char *
schemaunusual(const char *table)
{
	for (const struct mapping *s = schema; s->table; s++)
		if (strcmp(s->table, table) == 0 && evtypename(s->type))
			return schemausual() & EVTYPE(s->type) ? NULL : evtypename(s->type);
	return NULL;
}

const struct field *
schemaclass(const struct mapping *s)
{
	for (const struct field *f = s->fields; f->kind != K_END_OF_ROW; f++)
		if (f->kind == K_ONLY || f->kind == K_NOT)
			return f;
	return NULL;
}

/* Returns true if two fields make the same key of the same column. */
static bool
schemaalike(const struct field *f, const struct field *g)
{
	return g->key && g->column && strcmp(g->key, f->key) == 0 &&
	    strcmp(g->column, f->column) == 0;
}

/* Returns true if the line of a field was printed already: for a kind of the same column, or for
 * another K_SHAPE of the table. */
static bool
printed(const struct mapping *s, const struct field *f)
{
	for (const struct mapping *t = schema; t <= s; t++) {
		const struct field *g = t->fields;

		if (t->type != s->type || strcmp(t->table, s->table) != 0)
			continue;
		for (; g != f && g->kind != K_END_OF_ROW; g++)
			if (schemaalike(f, g))
				return true;
	}
	return false;
}

/* Prints the lines of a mapping. */
static void
printsource(const struct mapping *s, struct buf *out)
{
	const char *type = evtypename(s->type), *place = "";

	for (const struct field *f = s->fields; f->kind != K_END_OF_ROW; f++) {
		if (f->kind == K_ARGS)
			place = "args.";
		if (!f->key || !f->column || printed(s, f))
			continue;
		if (f->kind == K_THREAD)
			bufprintf(out, "%s\tpid\t%s\t%s\tif-present\n", type, s->table, f->column);
		bufprintf(out, "%s\t%s%s\t%s\t%s\t%s\n", type, place, f->key, s->table, f->column,
		    f->required ? "always" : "if-present");
	}
}

void
schemaprint(struct buf *out)
{
	for (const struct mapping *s = schema; s->table; s++)
		if (evtypename(s->type) && s->type != TYPE_META)
			printsource(s, out);
}

static int
schemafault(const struct mapping *s, const struct field *f, const char *what)
{
	warn("schema: %s: %s: %s", s->table, f && f->column ? f->column : "-", what);
	return 1;
}

static size_t
count(const char *s, char c)
{
	size_t n = 0;

	for (; *s; s++)
		n += *s == c;
	return n;
}

/* Returns true if a field that is no neighbour has the same key. */
static bool
again(const struct mapping *s, const struct field *f)
{
	if (!f->key || f == s->fields || (f[-1].key && strcmp(f->key, f[-1].key) == 0))
		return false;
	for (const struct field *g = s->fields; g < f; g++)
		if (g->key && strcmp(f->key, g->key) == 0)
			return true;
	return false;
}

/* Checks a field; args: it is a key of "args". */
static int
checkfield(const struct mapping *s, const struct field *f, bool args)
{
	const struct kindfacts *k = &kinds[f->kind];
	bool plain = f->column && f->column[0] != '(';
	int faults = 0;

	if (f->kind == K_START && f != s->fields)
		faults += schemafault(s, f, "a start that is not the first field");
	if (k->aux && !f->aux)
		faults += schemafault(s, f, "no aux");
	if (f->kind == K_CONSTANT && !f->prefix)
		faults += schemafault(s, f, "a constant without text");
	if (k->classes && f->aux && count(f->aux, ' ') >= CLASSES)
		faults += schemafault(s, f, "too many classes");
	if (k->bare != !f->column)
		faults += schemafault(s, f, "a column where none goes, or none");
	if (k->role && k->role != ROLE_CATEGORY && args)
		faults += schemafault(s, f,
		    "in \"args\" nobody looks for whom an event belongs to");
	if (plain && strcspn(f->column, " []\"'`") != strlen(f->column))
		faults += schemafault(s, f, "a column that needs quoting");
	if (again(s, f))
		faults += schemafault(s, f, "a key that comes twice, not as neighbours");
	return faults;
}

/* Compares a mapping with those before it in a list. */
static int
checksource(const struct mapping *list, const struct mapping *s)
{
	int faults = 0;

	for (const struct mapping *t = list; t < s; t++) {
		bool same = strcmp(s->table, t->table) == 0;

		if (same && s->type == t->type && s->type != TYPE_OTHER &&
		    s->fields[1].kind != K_SHAPE)
			faults += schemafault(s, NULL, "an event twice from one table");
		if (same && strcmp(s->table, s[-1].table) != 0)
			faults += schemafault(s, NULL,
			    "sources of one table that are no neighbours");
	}
	return faults;
}

int
schemacheck(const struct mapping *list)
{
	int faults = 0;

	for (const struct mapping *s = list; s->table; s++) {
		bool args = false;

		if (s->fields[0].kind != K_START || !s->fields[0].required)
			faults += schemafault(s, NULL, "the first field is no required start");
		if ((s->type == TYPE_OTHER) != (s->why != NULL))
			faults += schemafault(s, NULL, "a reason where none goes, or none");
		if (schemawhy(s->table))
			faults += schemafault(s, NULL, "also known to hold no events");
		faults += checksource(list, s);
		for (const struct field *f = s->fields; f->kind != K_END_OF_ROW; f++) {
			faults += checkfield(s, f, args);
			args = args || f->kind == K_ARGS;
		}
	}
	return faults;
}
