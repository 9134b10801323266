/* SPDX-License-Identifier: MIT */
/*
 * Statements that make shadows: temporary tables with the names of tables of the file, whose
 * columns nst_... combine several rows or tables; or temporary tables to look things up in. "e.*"
 * stands for the columns that are needed (temptable.c). nst_fits(...) returns 1, and ends the
 * program if the rows it saw are larger than in any file of nsys. Indexes of the file are not used,
 * since an index that was added may lack rows: joined tables are subqueries, which LIMIT keeps from
 * being flattened, and SQLite makes an index for each.
 */
#include <string.h>

#include "prepare.h"

#define MAIN(table) "main.[" table "] NOT INDEXED"
#define EVENT(table) "main.[" table "] e NOT INDEXED"
#define OF(columns, table) "(SELECT " columns " FROM " MAIN(table) " LIMIT -1)"

/* Context switches: a context runs from its first RESTORE_START (8) to its next SAVE_END (7). Other
 * tags, and an end without a beginning, have no duration. */
#define SWITCHES(table) \
	"CREATE TEMP TABLE [" table "] AS SELECT *, [tag] AS [nst_tag], " \
	"CASE WHEN [tag] = 8 THEN [nst_next] ELSE [timestamp] END AS [nst_end] " \
	"FROM (SELECT e.*, lag([tag]) OVER p AS [nst_last], " \
	"min(CASE [tag] WHEN 7 THEN [timestamp] END) " \
	"OVER (p ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS [nst_next] " \
	"FROM " EVENT(table) " WHERE nst_fits(e.*) " \
	"WINDOW p AS (PARTITION BY [gpuId], [vmId], [contextId], " \
	"[tag] IN (7, 8) ORDER BY [timestamp], [seqNo])) " \
	"WHERE [tag] NOT IN (7, 8) OR [nst_last] IS NOT 8 ORDER BY [timestamp], [seqNo]"

/* Values in another table: one event for each value, and one for each row without a value. */
#define JOINED(table, columns, values, taken, on) \
	"CREATE TEMP TABLE [" table "] AS SELECT e.*, " columns " FROM " EVENT(table) " " \
	"LEFT JOIN " OF("_rowid_ AS [nst_row], " taken, values) " v ON " on " " \
	"WHERE nst_fits(e.*, " taken ") ORDER BY e.[start], e._rowid_, [nst_row]"

/* CUDA events, at their time on the device, else at that of the call. There are several attempts,
 * since the file may lack either. */
#define EVENTS(time, clock, join) \
	"CREATE TEMP TABLE [CUPTI_ACTIVITY_KIND_CUDA_EVENT] AS SELECT e.*, " \
	"coalesce(" time ", 0) AS [nst_time], " clock " AS [nst_clock] " \
	"FROM " EVENT("CUPTI_ACTIVITY_KIND_CUDA_EVENT") " " join " " \
	"WHERE nst_fits(e.*) ORDER BY [nst_time], e._rowid_"
#define CALLED \
	"LEFT JOIN (SELECT [correlationId] AS [call], [globalTid] & ~0xFFFFFF AS [caller], " \
	"min([start]) AS [began] FROM " MAIN("CUPTI_ACTIVITY_KIND_RUNTIME") " " \
	"WHERE [eventClass] <> 67 AND [correlationId] <> 0 AND [correlationId] IN " \
	OF("[correlationId]", "CUPTI_ACTIVITY_KIND_CUDA_EVENT") " GROUP BY 1, 2) " \
	"ON [call] = e.[correlationId] AND [caller] = e.[globalPid]"

/* File accesses have plain ids. The process is the one that opened the file, if it is listed; else
 * that of the only thread with this id and a name. */
#define FILES(path, thread, joins) \
	"CREATE TEMP TABLE [OSRT_FILE_ACCESS_EVENTS] AS SELECT e.*, " \
	path " AS [nst_path], " thread " AS [nst_thread] " \
	"FROM " EVENT("OSRT_FILE_ACCESS_EVENTS") " " joins \
	"WHERE nst_fits(e.*, " path ") ORDER BY [startedAt], e._rowid_"
#define OPENED \
	"LEFT JOIN (SELECT [fileAccessId] AS [file], [processId] & 0xFFFFFF AS [process], " \
	"[filePath] AS [path], min(_rowid_) FROM " MAIN("OSRT_FILE_ACCESS_DESCRIPTORS") " " \
	"GROUP BY 1) ON [file] = e.[fileAccessId] "
#define LISTED \
	"LEFT JOIN (SELECT [pid] AS [plain], min([globalPid]) AS [listed] " \
	"FROM " MAIN("PROCESSES") " GROUP BY 1) ON [plain] = [process] "
#define THREADS \
	"LEFT JOIN (SELECT [globalTid] & 0xFFFFFF AS [tid], min([globalTid]) AS [thread] " \
	"FROM " MAIN("ThreadNames") " GROUP BY 1 HAVING min([globalTid]) = max([globalTid])) " \
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
	    "FROM " MAIN("CUPTI_ACTIVITY_KIND_RUNTIME") " WHERE [eventClass] = 67 AND "
	    "[callchainId] NOT NULL AND nst_fits([globalTid], [correlationId], [callchainId]); "
	    "CREATE INDEX temp.[nst_backtraced] ON [nst_backtraces]([thread], [corr])" },
	{ "CUPTI_ACTIVITY_KIND_CUDA_EVENT", false,
	    EVENTS("nullif(e.[timestamp], 0), [began]", "coalesce(e.[timestamp], 0) = 0", CALLED) },
	{ "CUPTI_ACTIVITY_KIND_CUDA_EVENT", false, EVENTS("[began]", "1", CALLED) },
	{ "CUPTI_ACTIVITY_KIND_CUDA_EVENT", false, EVENTS("[timestamp]", "0", "") },
	{ "CUDA_GPU_MEMORY_USAGE_EVENTS", false,
	    "CREATE TEMP TABLE [CUDA_GPU_MEMORY_USAGE_EVENTS] AS SELECT e.*, CAST(total("
	    "CASE [memoryOperationType] WHEN 0 THEN [bytes] WHEN 1 THEN -[bytes] END) "
	    "OVER (PARTITION BY [globalPid], [deviceId], [contextId], [memKind] "
	    "ORDER BY [start], _rowid_ ROWS UNBOUNDED PRECEDING) AS INTEGER) AS [nst_used] "
	    "FROM " EVENT("CUDA_GPU_MEMORY_USAGE_EVENTS") " WHERE nst_fits(e.*) "
	    "ORDER BY [start], _rowid_" },
	{ "GPU_CONTEXT_SWITCH_EVENTS", false, SWITCHES("GPU_CONTEXT_SWITCH_EVENTS") },
	{ "FECS_EVENTS", false, SWITCHES("FECS_EVENTS") },
	{ "PMU_EVENTS", false,
	    JOINED("PMU_EVENTS", "v.[idx] AS [nst_idx], v.[value] AS [nst_value]",
	        "PMU_EVENT_COUNTERS", "[id], [idx], [value]", "v.[id] = e.[counter_id]") },
	{ "UNCORE_PMU_EVENTS", false,
	    JOINED("UNCORE_PMU_EVENTS",
	        "v.[type] AS [nst_type], v.[rawId] AS [nst_raw], v.[value] AS [nst_value]",
	        "UNCORE_PMU_EVENT_VALUES", "[id], [type], [rawId], [value]",
	        "v.[id] = e.[counterId]") },
	{ "BANDWIDTH_USAGE_EVENTS", false,
	    JOINED("BANDWIDTH_USAGE_EVENTS", "v.[idx] AS [nst_idx], v.[value] AS [nst_value]",
	        "BANDWIDTH_USAGE_VALUES", "[id], [idx], [value]", "v.[id] = e.[valuesId]") },
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
	    "FROM " EVENT("GENERIC_EVENTS") " LEFT JOIN (SELECT d.[genericEventId] AS [event], "
	    "json_group_object(coalesce([field], d.[fieldIdx]), "
	    "CASE WHEN typeof(d.[intVal]) = 'integer' THEN d.[intVal] "
	    "WHEN typeof(d.[uintVal]) = 'integer' THEN json(printf('%u', d.[uintVal])) "
	    "WHEN abs(d.[floatVal]) < 9e307 THEN d.[floatVal] + 0.0 "
	    "WHEN abs(d.[doubleVal]) < 9e307 THEN d.[doubleVal] + 0.0 END) AS [nst_data] "
	    "FROM main.[GENERIC_EVENT_DATA] d NOT INDEXED "
	    "JOIN " OF("[genericEventId], [typeId]", "GENERIC_EVENTS") " g "
	    "USING ([genericEventId]) LEFT JOIN (SELECT [typeId] AS [type], [fieldIdx] AS [at], "
	    "nst_string([fieldNameId]) AS [field] FROM " MAIN("GENERIC_EVENT_TYPE_FIELDS") ") "
	    "ON [type] = g.[typeId] AND [at] = d.[fieldIdx] WHERE nst_fits([field]) "
	    "GROUP BY 1) ON [event] = e.[genericEventId] WHERE nst_fits(e.*, [nst_data]) "
	    "ORDER BY e.[timestamp], e._rowid_" },
};

const char *
preparestatement(const char *table, bool stacks, size_t attempt)
{
	for (size_t i = 0; i < sizeof(preparations) / sizeof(*preparations); i++) {
		const struct preparation *p = &preparations[i];

		if (strcmp(p->table, table) == 0 && (stacks || !p->stacks) && attempt-- == 0)
			return p->statement;
	}
	return NULL;
}
