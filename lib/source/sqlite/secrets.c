/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "secrets.h"
#include "sqlite.h"

/* The longest text, which is that of an argument or a variable on Linux, and how many are kept. */
enum { TEXT_MOST = 128 << 10, TEXTS_MOST = 1 << 16 };

/* The settings of the capture have the environment, as NAME="value", and the command lines. */
#define CAPTURE "FROM [META_DATA_CAPTURE] "
#define VARIABLE CAPTURE "WHERE [name] GLOB '*:ENVIRONMENT_VARIABLE'"
#define ARGUMENTS \
	"(SELECT group_concat([value], ' ') FROM (SELECT [value] " CAPTURE "WHERE [name] GLOB " \
	"replace(c.[name], ':COMMAND', ':ARGUMENT_*') " \
	"ORDER BY CAST(substr([name], instr([name], ':ARGUMENT_') + 10) AS INTEGER)))"

static const struct {
	const char *table, *query;
} sources[] = {
	{ "META_DATA_CAPTURE",
	    "SELECT [value] " VARIABLE " UNION ALL SELECT replace([value], '\"', '') " VARIABLE
	    " UNION ALL SELECT [value] " CAPTURE "WHERE [name] GLOB '*COMMAND_LINE*' "
	    "UNION ALL SELECT c.[value] || ' ' || " ARGUMENTS " FROM [META_DATA_CAPTURE] c "
	    "WHERE c.[name] GLOB 'PROCESS_*:COMMAND'" },
	{ "TARGET_INFO_SYSTEM_ENV",
	    "SELECT [value] FROM [TARGET_INFO_SYSTEM_ENV] "
	    "WHERE [name] IN ('DeviceEnvironment', 'CommandLine')" },
	{ "PROCESSES", "SELECT [commandLine] FROM [PROCESSES]" },
	{ "PROCESSES", "SELECT [environment] FROM [PROCESSES]" },
	{ "ANALYSIS_DETAILS", "SELECT [commandLine] FROM [ANALYSIS_DETAILS]" },
};

/* Captured output is a string, by its id. */
static void
learnids(struct secrets *s, const struct sqlite *p, const char *table)
{
	struct buf sql = { 0 };
	sqlite3_stmt *st;
	bool fresh;

	bufprintf(&sql, "SELECT [contentId] FROM [%s]", table);
	st = sqliteoptional(p, table, sql.p);
	while (st && sqlitestep(p, st, table))
		mapput(&s->ids, (struct mapkey){ 0, (uint64_t)sqlite3_column_int64(st, 0) },
		    &fresh);
	sqlite3_finalize(st);
	free(sql.p);
}

void
secretsadd(void *arg, struct span text)
{
	struct secrets *s = arg;

	if (text.n > 0 && text.n <= TEXT_MOST && s->texts.used < TEXTS_MOST)
		stringintern(&s->texts, text);
}

void
secretsopen(struct secrets *s, const struct sqlite *p)
{
	*s = (struct secrets){ 0 };
	learnids(s, p, "ProcessStreams");
	learnids(s, p, "ANALYSIS_FILE");
	for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++) {
		sqlite3_stmt *st = sqliteoptional(p, sources[i].table, sources[i].query);

		while (st && s->texts.used < TEXTS_MOST && sqlitestep(p, st, sources[i].table))
			secretsadd(s, sqlitetext(p, st, 0));
		sqlite3_finalize(st);
	}
}

void
secretsclose(struct secrets *s)
{
	mapfree(&s->ids);
	stringtablefree(&s->texts);
}

bool
secretsid(const struct secrets *s, int64_t id)
{
	return mapget(&s->ids, (struct mapkey){ 0, (uint64_t)id });
}

bool
secretstext(const struct secrets *s, struct span text)
{
	const char *end = text.n > 0 ? memchr(text.p, '\0', text.n) : NULL;

	/* An environment: NAME=value, each with a NUL after it. */
	return (end && memchr(text.p, '=', text.n)) || (text.n > 0 && stringisinterned(&s->texts,
	    text));
}
