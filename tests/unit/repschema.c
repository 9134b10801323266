/* SPDX-License-Identifier: MIT */
/* report/messages.h, repschema.h and messagesdoc.h: the table of messages, for all versions
 * and for one. */
#include <stdlib.h>
#include <string.h>

#include "report/messagesdoc.h"
#include "report/repschema.h"
#include "tap.h"

/* The versions between which columns change, and some far off. */
static const uint32_t versions[] = { REP_VERSION(2000, 0, 0), REP_VERSION(2020, 3, 4),
	REP_VERSION(2021, 2, 1), REP_VERSION(2022, 1, 3), REP_VERSION(2023, 3, 3),
	REP_VERSION(2024, 2, 3), REP_VERSION(2025, 3, 2), REP_VERSION(2026, 1, 1),
	REP_VERSION(2026, 4, 0), REP_VERSION(9999, 99, 99) };

enum { VERSIONS = sizeof(versions) / sizeof(*versions) };

/* Returns true if a version has a table, and a column of it. */
static bool
has(uint32_t version, const char *table, const char *column)
{
	struct repschema s;
	size_t form;
	bool found;

	repschemamake(&s, version, false);
	form = reptablefind(&s, table);
	found = form != REP_NONE && (!column || repcolfind(&s.tables[form], column) != REP_NONE);
	repschemafree(&s);
	return found;
}

static void
tables(void)
{
	static const struct {
		const char *table, *column;
		uint32_t without, with;
	} table[] = {
		{ "PROCESSES", NULL, 20210303, 20220103 },
		{ "ANALYSIS_DETAILS", NULL, 20210303, 20220103 },
		{ "TARGET_INFO_SYSTEM_ENV", NULL, 20210201, 20210303 },
		{ "DIAGNOSTIC_EVENT", NULL, 20230404, 20240203 },
		{ "TARGET_INFO_CUDA_GPU", NULL, 20210201, 20200304 },
		{ "TARGET_INFO_CUDA_NULL_STREAM", NULL, 20230404, 20230303 },
		{ "TARGET_INFO_CUDA_CONTEXT_INFO", NULL, 20230303, 20230404 },
		{ "CUPTI_ACTIVITY_KIND_KERNEL", "greenContextId", 20230303, 20240203 },
		{ "CUPTI_ACTIVITY_KIND_KERNEL", "mangledName", 20210201, 20220103 },
		{ "CUPTI_ACTIVITY_KIND_KERNEL", "clusterX", 20250302, 20260101 },
		{ "PROFILER_OVERHEAD", "returnValue", 20260101, 20250302 },
		{ "PROFILER_OVERHEAD", "overheadType", 20250302, 20260101 },
		{ "SCHED_EVENTS", "threadState", 20240203, 20240501 },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		ok(!has(table[i].without, table[i].table, table[i].column) &&
		        has(table[i].with, table[i].table, table[i].column),
		    "%s %s: in %u, not in %u", table[i].table,
		    table[i].column ? table[i].column : "-", table[i].with, table[i].without);
	ok(!has(20250302, "NO_TABLE", NULL), "a table that nobody knows");
	ok(!has(20250302, "StringIds", "number"), "a column that nobody knows");
}

/* The indices of all columns differ, and no column occurs twice in a table. */
static void
places(uint32_t version)
{
	bool seen[2000] = { false }, once = true, twice = false, alternatives = true;
	struct repschema s;

	repschemamake(&s, version, false);
	for (size_t i = 0; i < s.count; i++)
		for (size_t j = 0; j < s.tables[i].count; j++) {
			const struct repcol *col = &s.tables[i].cols[j];

			once = once && col->index < s.columns && !seen[col->index];
			seen[col->index] = true;
			twice = twice || repcolfind(&s.tables[i], col->name) != j;
			alternatives = alternatives && col->count >= 1 && col->count <= 2;
		}
	ok(once, "%u: each column has its place", version);
	ok(!twice, "%u: no table has a column twice", version);
	ok(alternatives, "%u: a value is found in one way or two", version);
	repschemafree(&s);
}

/* Returns the index of a kind of event by its name. */
static size_t
named(const char *what)
{
	size_t i = 0;

	while (strcmp(repeventdefs[i].what, what) != 0)
		i++;
	return i;
}

static void
events(void)
{
	struct repschema s, proven;

	repschemamake(&s, 20250302, false);
	repschemamake(&proven, 20250302, true);
	ok(s.events[named("kernels")].count == 1 && s.events[named("kernels")].types[0] == 79,
	    "the type of an event");
	ok(s.events[named("creation of graphs")].count == 3, "an event of three types");
	ok(s.events[named("GPU metrics")].count == 0, "an event of any type");
	ok(s.payload[108] == M_CALL && s.payload[109] == M_MODULE && s.payload[1] == M_NONE,
	    "the payload in a field");
	ok(s.submessage[M_ACTIVITY][101] == M_KERNEL, "the message in a field of another");
	ok(s.classes[27] >> named("OS runtime calls") & 1 &&
	        !(s.classes[27] >> named("CUDA calls") & 1),
	    "events by their class");
	ok(s.events[named("NVDEC calls")].skipped, "what is no row is left");
	ok(s.events[named("JIT compilation")].skipped, "so are rows of a table that is not there");
	ok(!s.events[named("memory in use")].skipped && proven.events[named("memory in use")].skipped,
	    "and what is likely, if only what is proven is wanted");
	ok(!proven.events[named("kernels")].skipped, "but not what is proven");
	repschemafree(&s);
	repschemafree(&proven);
}

static void
numbers(void)
{
	uint64_t v[3];

	ok(repparsenumbers(NULL, v, 3) == 0 && repparsenumbers("", v, 3) == 0, "no numbers");
	ok(repparsenumbers("7", v, 3) == 1 && v[0] == 7, "a number");
	ok(repparsenumbers("7 80 123", v, 3) == 3 && v[2] == 123, "three numbers");
	ok(repparsenumbers("1 2 3 4", v, 3) == 3, "no more than there is room for");
}

/* Which system properties may be imported, and which not. */
static void
properties(void)
{
	static const uint64_t secrets[] = { 610, 619, 170, 173, 897, 910, 924 };

	ok(strcmp(repproperty(1, false), "CpuCores") == 0, "a property that may be known");
	ok(strcmp(repproperty(619, true), "Hostname") == 0 && !repproperty(610, true),
	    "the machine's name may be, for some");
	for (size_t i = 0; i < sizeof(secrets) / sizeof(*secrets); i++)
		ok(!repproperty(secrets[i], false), "property %d may not", (int)secrets[i]);
}

static void
schemas(void)
{
	ok(!repschemaversion(20210303), "no schema before 2022");
	ok(strcmp(repschemaversion(20250302), "3.20.3") == 0, "the schema of a version");
	ok(strcmp(repschemaversion(20250399), "3.20.3") == 0, "of one that nobody saw: the one before");
	ok(strcmp(repschemaversion(UINT32_MAX), "3.28.1") == 0, "of one to come: the last");
}

/* The output of --tables: lines of nine fields. */
static void
described(void)
{
	struct buf out = { 0 };
	size_t lines = 0, wrong = 0, begin = 0, tables = 0;
	bool ordered = true;

	repmessagesdoc(&out);
	for (size_t i = 0, tabs = 0; i < out.n; i++) {
		tabs += out.p[i] == '\t';
		if (out.p[i] != '\n')
			continue;
		wrong += tabs != 8 || out.p[begin] == '\t' || out.p[i - 1] == '\t';
		tabs = 0;
		begin = i + 1;
		lines++;
	}
	ok(lines > 300, "each column has a line (%zu)", lines);
	ok(wrong == 0, "of nine fields, from its table to what showed it (%zu have not)", wrong);
	for (const struct reptabledef *t = reptabledefs; t->name; t++, tables++) {
		struct buf line = { 0 };

		bufprintf(&line, "\n%s\t%s\t", t->name, t->columns[0].name);
		ordered = ordered &&
		    (tables == 0 || memmem(out.p, out.n, line.p, line.n) != NULL);
		free(line.p);
	}
	ok(ordered, "each table is there");
	free(out.p);
}

int
main(void)
{
	ok(repmessagescheck() == 0, "the table of messages is sound");
	tables();
	for (size_t i = 0; i < VERSIONS; i++)
		places(versions[i]);
	events();
	numbers();
	properties();
	schemas();
	described();
	return tapend();
}
