/* SPDX-License-Identifier: MIT */
/*
 * What is run before a table is read: SQL that makes a temporary table of the same name, whose
 * columns nst_... are put together from several rows or tables, or one to look things up in.
 */
#include <string.h>

#include "schema.h"

/* Context switches: a context runs from the first RESTORE_START (8) to the next SAVE_END (7) of it.
 * Other tags, and an end without a beginning, last no time. */
#define SWITCHES(table) \
	"CREATE TEMP TABLE [" table "] AS SELECT *, [tag] AS [nst_tag], " \
	"CASE WHEN [tag] = 8 THEN [nst_next] ELSE [timestamp] END AS [nst_end] " \
	"FROM (SELECT *, lag([tag]) OVER p AS [nst_last], " \
	"min(CASE [tag] WHEN 7 THEN [timestamp] END) " \
	"OVER (p ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS [nst_next] " \
	"FROM main.[" table "] WINDOW p AS (PARTITION BY [gpuId], [vmId], [contextId], " \
	"[tag] IN (7, 8) ORDER BY [timestamp], [seqNo])) " \
	"WHERE [tag] NOT IN (7, 8) OR [nst_last] IS NOT 8 ORDER BY [timestamp], [seqNo]"

/* Values that stand in a table of their own, one event for each; one without a value for what has
 * none there. */
#define JOINED(table, columns, values, on) \
	"CREATE TEMP TABLE [" table "] AS SELECT e.*, " columns " FROM main.[" table "] e " \
	"LEFT JOIN main.[" values "] v ON " on " ORDER BY e.[start], e._rowid_, v._rowid_"

/* CUDA events, at the time that the device took, else that of the call; several attempts since
 * either may be missing. */
#define EVENTS(time, clock, join) \
	"CREATE TEMP TABLE [CUPTI_ACTIVITY_KIND_CUDA_EVENT] AS SELECT e.*, " \
	"coalesce(" time ", 0) AS [nst_time], " clock " AS [nst_clock] " \
	"FROM main.[CUPTI_ACTIVITY_KIND_CUDA_EVENT] e " join " ORDER BY [nst_time], e._rowid_"
#define CALLED \
	"LEFT JOIN (SELECT [correlationId] AS [call], [globalTid] & ~0xFFFFFF AS [caller], " \
	"min([start]) AS [began] FROM main.[CUPTI_ACTIVITY_KIND_RUNTIME] " \
	"WHERE [eventClass] <> 67 AND [correlationId] <> 0 AND [correlationId] IN " \
	"(SELECT [correlationId] FROM main.[CUPTI_ACTIVITY_KIND_CUDA_EVENT]) GROUP BY 1, 2) " \
	"ON [call] = e.[correlationId] AND [caller] = e.[globalPid]"

/* File accesses, which have plain ids: the process is the one that opened the file, as it is
 * listed; else that of the only thread with a name and this id. */
#define FILES(path, thread, joins) \
	"CREATE TEMP TABLE [OSRT_FILE_ACCESS_EVENTS] AS SELECT e.*, " \
	path " AS [nst_path], " thread " AS [nst_thread] " \
	"FROM main.[OSRT_FILE_ACCESS_EVENTS] e " joins "ORDER BY [startedAt], e._rowid_"
#define OPENED \
	"LEFT JOIN (SELECT [fileAccessId] AS [file], [processId] & 0xFFFFFF AS [process], " \
	"[filePath] AS [path], min(_rowid_) FROM main.[OSRT_FILE_ACCESS_DESCRIPTORS] " \
	"GROUP BY 1) ON [file] = e.[fileAccessId] "
#define LISTED \
	"LEFT JOIN (SELECT [pid] AS [plain], min([globalPid]) AS [listed] FROM main.[PROCESSES] " \
	"GROUP BY 1) ON [plain] = [process] "
#define THREADS \
	"LEFT JOIN (SELECT [globalTid] & 0xFFFFFF AS [tid], min([globalTid]) AS [thread] " \
	"FROM main.[ThreadNames] GROUP BY 1 HAVING min([globalTid]) = max([globalTid])) " \
	"ON [tid] = e.[threadId] & 0xFFFFFF "
#define PLAIN "(281474976710656 | ([process] << 24))"
#define TID "(e.[threadId] & 0xFFFFFF)"

static const struct preparation {
	const char *table;
	bool stacks;
	const char *statement;
} preparations[] = {
	{ "CUPTI_ACTIVITY_KIND_RUNTIME", true,
	    "CREATE TEMP TABLE [nst_backtraces] AS SELECT DISTINCT [globalTid] AS [thread], "
	    "[correlationId] AS [corr], [callchainId] AS [chain] "
	    "FROM main.[CUPTI_ACTIVITY_KIND_RUNTIME] "
	    "WHERE [eventClass] = 67 AND [callchainId] NOT NULL; "
	    "CREATE INDEX temp.[nst_backtraced] ON [nst_backtraces]([thread], [corr])" },
	{ "CUPTI_ACTIVITY_KIND_CUDA_EVENT", false,
	    EVENTS("nullif(e.[timestamp], 0), [began]", "coalesce(e.[timestamp], 0) = 0", CALLED) },
	{ "CUPTI_ACTIVITY_KIND_CUDA_EVENT", false, EVENTS("[began]", "1", CALLED) },
	{ "CUPTI_ACTIVITY_KIND_CUDA_EVENT", false, EVENTS("[timestamp]", "0", "") },
	{ "CUDA_GPU_MEMORY_USAGE_EVENTS", false,
	    "CREATE TEMP TABLE [CUDA_GPU_MEMORY_USAGE_EVENTS] AS SELECT *, CAST(total("
	    "CASE [memoryOperationType] WHEN 0 THEN [bytes] WHEN 1 THEN -[bytes] END) "
	    "OVER (PARTITION BY [globalPid], [deviceId], [contextId], [memKind] "
	    "ORDER BY [start], _rowid_ ROWS UNBOUNDED PRECEDING) AS INTEGER) AS [nst_used] "
	    "FROM main.[CUDA_GPU_MEMORY_USAGE_EVENTS] ORDER BY [start], _rowid_" },
	{ "GPU_CONTEXT_SWITCH_EVENTS", false, SWITCHES("GPU_CONTEXT_SWITCH_EVENTS") },
	{ "FECS_EVENTS", false, SWITCHES("FECS_EVENTS") },
	{ "PMU_EVENTS", false,
	    JOINED("PMU_EVENTS", "v.[idx] AS [nst_idx], v.[value] AS [nst_value]",
	        "PMU_EVENT_COUNTERS", "v.[id] = e.[counter_id]") },
	{ "UNCORE_PMU_EVENTS", false,
	    JOINED("UNCORE_PMU_EVENTS",
	        "v.[type] AS [nst_type], v.[rawId] AS [nst_raw], v.[value] AS [nst_value]",
	        "UNCORE_PMU_EVENT_VALUES", "v.[id] = e.[counterId]") },
	{ "BANDWIDTH_USAGE_EVENTS", false,
	    JOINED("BANDWIDTH_USAGE_EVENTS", "v.[idx] AS [nst_idx], v.[value] AS [nst_value]",
	        "BANDWIDTH_USAGE_VALUES", "v.[id] = e.[valuesId]") },
	{ "OSRT_FILE_ACCESS_EVENTS", false,
	    FILES("[path]", "coalesce(coalesce([listed], " PLAIN ") | " TID ", [thread])",
	        OPENED LISTED THREADS) },
	{ "OSRT_FILE_ACCESS_EVENTS", false,
	    FILES("[path]", "coalesce(" PLAIN " | " TID ", [thread])", OPENED THREADS) },
	{ "OSRT_FILE_ACCESS_EVENTS", false,
	    FILES("[path]", "coalesce([listed], " PLAIN ") | " TID, OPENED LISTED) },
	{ "OSRT_FILE_ACCESS_EVENTS", false, FILES("[path]", PLAIN " | " TID, OPENED) },
	{ "OSRT_FILE_ACCESS_EVENTS", false, FILES("NULL", "[thread]", THREADS) },
	{ "GENERIC_EVENTS", false,
	    "CREATE TEMP TABLE [GENERIC_EVENTS] AS SELECT e.*, [nst_data] "
	    "FROM main.[GENERIC_EVENTS] e LEFT JOIN (SELECT d.[genericEventId] AS [event], "
	    "json_group_object(coalesce([field], d.[fieldIdx]), "
	    "CASE WHEN typeof(d.[intVal]) = 'integer' THEN d.[intVal] "
	    "WHEN typeof(d.[uintVal]) = 'integer' THEN json(printf('%u', d.[uintVal])) "
	    "WHEN abs(d.[floatVal]) < 9e307 THEN d.[floatVal] + 0.0 "
	    "WHEN abs(d.[doubleVal]) < 9e307 THEN d.[doubleVal] + 0.0 END) AS [nst_data] "
	    "FROM main.[GENERIC_EVENT_DATA] d "
	    "JOIN main.[GENERIC_EVENTS] g USING ([genericEventId]) "
	    "LEFT JOIN (SELECT f.[typeId] AS [type], f.[fieldIdx] AS [at], nst_string([fieldNameId]) "
	    "AS [field] FROM main.[GENERIC_EVENT_TYPE_FIELDS] f) ON [type] = g.[typeId] AND [at] = d.[fieldIdx] "
	    "GROUP BY 1) ON [event] = e.[genericEventId] ORDER BY e.[timestamp], e._rowid_" },
};

const char *
schemaprepare(const char *table, bool stacks, size_t attempt)
{
	for (size_t i = 0; i < sizeof(preparations) / sizeof(*preparations); i++) {
		const struct preparation *p = &preparations[i];

		if (strcmp(p->table, table) == 0 && (stacks || !p->stacks) && attempt-- == 0)
			return p->statement;
	}
	return NULL;
}
