/* SPDX-License-Identifier: MIT */
/* table.h and meta.h: rows of small tables against the records that they must become. */
#include <inttypes.h>
#include <stdlib.h>

#include "export.h"
#include "program/cli.h"
#include "tap.h"

#define NVTX \
	"CREATE TABLE NVTX_EVENTS ([start] INTEGER NOT NULL, [end] INTEGER, eventType INTEGER NOT NULL, rangeId INTEGER, category INTEGER, color INTEGER, " \
	"text TEXT, globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER, uint64Value INTEGER, int64Value INTEGER, doubleValue REAL, " \
	"uint32Value INTEGER, int32Value INTEGER, floatValue REAL);"
#define RUNTIME \
	"CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME ([start] INTEGER, [end] INTEGER, eventClass INTEGER, globalTid INTEGER, correlationId INTEGER, " \
	"nameId INTEGER, returnValue INTEGER);"
#define KERNEL \
	"CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL ([start] INTEGER, [end] INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, " \
	"globalPid INTEGER, demangledName INTEGER, shortName INTEGER, mangledName INTEGER, launchType INTEGER, cacheConfig INTEGER, registersPerThread INTEGER, " \
	"gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER, clusterX INTEGER, clusterY INTEGER, clusterZ INTEGER, " \
	"staticSharedMemory INTEGER, dynamicSharedMemory INTEGER, localMemoryPerThread INTEGER, localMemoryTotal INTEGER, gridId INTEGER, " \
	"sharedMemoryExecuted INTEGER, graphNodeId INTEGER, graphId INTEGER, greenContextId INTEGER);"
#define MEMCPY \
	"CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY ([start] INTEGER, [end] INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, " \
	"globalPid INTEGER, bytes INTEGER, copyKind INTEGER, srcKind INTEGER, dstKind INTEGER, copyCount INTEGER, virtualAddress INTEGER);"
#define MEMSET \
	"CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET ([start] INTEGER, [end] INTEGER, deviceId INTEGER, streamId INTEGER, bytes INTEGER, value INTEGER, memKind INTEGER);"
#define SYNC \
	"CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION ([start] INTEGER, [end] INTEGER, globalPid INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, " \
	"correlationId INTEGER, eventId INTEGER, eventSyncId INTEGER);"
#define SCHED \
	"CREATE TABLE SCHED_EVENTS ([start] INTEGER, cpu INTEGER, isSchedIn INTEGER, globalTid INTEGER, threadState INTEGER, threadBlock INTEGER);"
#define STRINGS "INSERT INTO StringIds VALUES(1,'one'),(2,'two'),(3,'three');"
/* pid 5 and thread 6 of it, packed */
#define P5 "(5<<24)"
#define T6 "(5<<24|6)"
#define T7 "(5<<24|7)"

/* What is dumped of an export. Every %% in out and err stands for its path. */
static const struct dump {
	const char *what, *sql, *out, *err;
	const char *style; /* short where NULL */
	uint64_t types;    /* all where 0 */
	int64_t from, to;  /* no window where both are 0 */
} dumps[] = {
	/* names of kernels, and ids that say nothing */
	{ "short names",
	    STRINGS KERNEL
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ([start],[end],demangledName,shortName,mangledName) "
	    "VALUES(1,2,2,1,3),(2,3,2,NULL,3),(3,4,NULL,NULL,3),(4,5,NULL,NULL,NULL),(5,6,1,99,2);",
	    "{\"ts\":1,\"dur\":1,\"type\":\"kernel\",\"name\":\"one\"}\n{\"ts\":2,\"dur\":1,\"type\":\"kernel\",\"name\":\"two\"}\n"
	    "{\"ts\":3,\"dur\":1,\"type\":\"kernel\",\"name\":\"three\"}\n{\"ts\":4,\"dur\":1,\"type\":\"kernel\"}\n{\"ts\":5,\"dur\":1,\"type\":\"kernel\",\"name\":\"99\"}\n",
	    "", NULL, 0, 0, 0 },
	{ "demangled names",
	    STRINGS KERNEL
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ([start],[end],demangledName,shortName,mangledName) VALUES(1,2,2,1,3),(2,3,NULL,1,3);",
	    "{\"ts\":1,\"dur\":1,\"type\":\"kernel\",\"name\":\"two\"}\n{\"ts\":2,\"dur\":1,\"type\":\"kernel\",\"name\":\"one\"}\n",
	    "", "demangled", 0, 0, 0 },
	{ "mangled names",
	    STRINGS KERNEL
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ([start],[end],demangledName,shortName,mangledName) VALUES(1,2,2,1,3),(2,3,2,NULL,NULL);",
	    "{\"ts\":1,\"dur\":1,\"type\":\"kernel\",\"name\":\"three\"}\n{\"ts\":2,\"dur\":1,\"type\":\"kernel\",\"name\":\"two\"}\n",
	    "", "mangled", 0, 0, 0 },
	{ "every key of a kernel",
	    STRINGS KERNEL "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(10,25,1,2,7,33," P5
	                   ",2,1,3,1,2,40,8,4,2,256,1,1,2,1,1,0,512,16,1024,77,2048,88,9,3);",
	    "{\"ts\":10,\"dur\":15,\"type\":\"kernel\",\"name\":\"one\",\"pid\":5,\"device\":1,\"context\":2,\"stream\":7,\"corr\":33,\"args\":{\"grid\":[8,4,2],"
	    "\"block\":[256,1,1],\"cluster\":[2,1,1],\"registers\":40,\"shared_static\":0,\"shared_dynamic\":512,\"shared_executed\":2048,\"local_thread\":16,"
	    "\"local_total\":1024,\"launch_type\":\"Regular\",\"cache\":\"L1\",\"grid_id\":77,\"graph\":9,\"graph_node\":88,\"green_context\":3}}\n",
	    "", NULL, 0, 0, 0 },
	{ "what says nothing",
	    KERNEL
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ([start],[end],deviceId,streamId,correlationId,clusterX,clusterY,clusterZ,greenContextId,gridX,gridY,gridZ) "
	    "VALUES(10,25,0,4294967295,0,0,0,0,0,0,0,0);",
	    "{\"ts\":10,\"dur\":15,\"type\":\"kernel\",\"device\":0}\n", "", NULL, 0, 0, 0 },
	{ "an array with a NULL in it",
	    KERNEL
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ([start],[end],gridX,gridZ) VALUES(10,25,8,2);",
	    "{\"ts\":10,\"dur\":15,\"type\":\"kernel\"}\n", "", NULL, 0, 0, 0 },
	{ "an array with a column missing",
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL ([start] INTEGER, [end] INTEGER, gridX INTEGER, gridY INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER);"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(3,5,8,8,1,0,0);",
	    "{\"ts\":3,\"dur\":2,\"type\":\"kernel\",\"args\":{\"block\":[1,0,0]}}\n", "", NULL, 0,
	    0, 0 },
	{ "columns in another order, others missing, others unknown",
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL ([end] INTEGER, zebra TEXT, streamId INTEGER, [start] INTEGER, registersPerThread INTEGER); "
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(5,'z',7,3,32);",
	    "{\"ts\":3,\"dur\":2,\"type\":\"kernel\",\"stream\":7,\"args\":{\"registers\":32}}\n",
	    "", NULL, 0, 0, 0 },
	/* wrong types */
	{ "values of a wrong type",
	    KERNEL
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ([start],[end],deviceId,streamId,shortName,registersPerThread,gridId) VALUES(10,25,'x',1.5,x'00','y',4);",
	    "{\"ts\":10,\"dur\":15,\"type\":\"kernel\",\"args\":{\"grid_id\":4}}\n",
	    "test: %%: CUPTI_ACTIVITY_KIND_KERNEL: left out 4 values of a wrong type\nodd\n",
	    NULL, 0, 0, 0 },
	{ "a wrong type in an array",
	    KERNEL
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ([start],[end],gridX,gridY,gridZ) VALUES(10,25,8,'y',1);",
	    "{\"ts\":10,\"dur\":15,\"type\":\"kernel\"}\n",
	    "test: %%: CUPTI_ACTIVITY_KIND_KERNEL: left out 1 values of a wrong type\nodd\n",
	    NULL, 0, 0, 0 },
	{ "a wrong type at the start of an array",
	    KERNEL
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ([start],[end],gridX,gridY,gridZ) VALUES(10,25,'x',8,1);",
	    "{\"ts\":10,\"dur\":15,\"type\":\"kernel\"}\n",
	    "test: %%: CUPTI_ACTIVITY_KIND_KERNEL: left out 1 values of a wrong type\nodd\n",
	    NULL, 0, 0, 0 },
	{ "starts and ends of a wrong type",
	    KERNEL
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ([start],[end]) VALUES('x',25),(NULL,3),(1.5,3),(7,'y');",
	    "{\"ts\":7,\"type\":\"kernel\"}\n",
	    "test: %%: CUPTI_ACTIVITY_KIND_KERNEL: left out 4 values of a wrong type\nodd\n",
	    NULL, 0, 0, 0 },
	{ "rows without time, and rows that end before they start",
	    KERNEL
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ([start],[end],gridId) VALUES(0,0,1),(0,5,2),(9,4,3),(8,8,4);",
	    "{\"ts\":0,\"dur\":5,\"type\":\"kernel\",\"args\":{\"grid_id\":2}}\n{\"ts\":8,\"dur\":0,\"type\":\"kernel\",\"args\":{\"grid_id\":4}}\n"
	    "{\"ts\":9,\"dur\":0,\"type\":\"kernel\",\"args\":{\"grid_id\":3}}\n",
	    "test: %%: CUPTI_ACTIVITY_KIND_KERNEL: 1 events end before they start: they are written with a duration of 0\n"
	    "test: %%: CUPTI_ACTIVITY_KIND_KERNEL: left out 1 rows without a time, which nsys could not collect\n",
	    NULL, 0, 0, 0 },
	{ "synchronization without time",
	    SYNC
	    "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION ([start],[end],streamId,eventId) VALUES(0,0,7,6),(0,1,7,6);",
	    "{\"ts\":0,\"dur\":1,\"type\":\"cuda-sync\",\"name\":\"Stream wait event\",\"stream\":7,\"args\":{\"event\":6}}\n",
	    "test: %%: CUPTI_ACTIVITY_KIND_SYNCHRONIZATION: left out 1 rows without a time, which nsys could not collect\n",
	    NULL, 0, 0, 0 },
	{ "a column that is called as the row number is",
	    "CREATE TABLE OSRT_API (_rowid_ INTEGER, [start] INTEGER, [end] INTEGER, rowid TEXT); INSERT INTO OSRT_API VALUES(9,5,6,'x'),(9,3,4,'y'),(9,7,8,'z');",
	    "{\"ts\":3,\"dur\":1,\"type\":\"osrt\"}\n{\"ts\":5,\"dur\":1,\"type\":\"osrt\"}\n{\"ts\":7,\"dur\":1,\"type\":\"osrt\"}\n",
	    "", NULL, 0, 0, 0 },
	{ "a CPU event at 0",
	    RUNTIME
	    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME ([start],[end],correlationId) VALUES(0,0,1);",
	    "{\"ts\":0,\"dur\":0,\"type\":\"cuda-api\",\"corr\":1}\n", "", NULL, 0, 0, 0 },
	{ "negative times",
	    RUNTIME "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME ([start],[end]) VALUES(-5,3);",
	    "{\"ts\":-5,\"dur\":8,\"type\":\"cuda-api\"}\n", "", NULL, 0, 0, 0 },
	/* NVTX */
	{ "texts of ranges",
	    STRINGS NVTX
	    "INSERT INTO NVTX_EVENTS ([start],[end],eventType,text,textId,globalTid) VALUES(1,2,59,'own',1," T6
	    "),(2,3,60,NULL,2," T6 "),"
	    "(3,4,59,'',NULL," T6 "),(4,5,59,NULL,NULL," T6
	    "),(5,6,59,'a\"b\\c'||char(10)||char(0)||char(233)||'z',NULL,NULL);",
	    "{\"ts\":1,\"dur\":1,\"type\":\"nvtx\",\"name\":\"own\",\"pid\":5,\"tid\":6}\n{\"ts\":2,\"dur\":1,\"type\":\"nvtx\",\"name\":\"two\",\"pid\":5,\"tid\":6}\n"
	    "{\"ts\":3,\"dur\":1,\"type\":\"nvtx\",\"name\":\"\",\"pid\":5,\"tid\":6}\n{\"ts\":4,\"dur\":1,\"type\":\"nvtx\",\"pid\":5,\"tid\":6}\n"
	    "{\"ts\":5,\"dur\":1,\"type\":\"nvtx\",\"name\":\"a\\\"b\\\\c\\n\\u0000\xC3\xA9z\"}\n",
	    "", NULL, 0, 0, 0 },
	{ "text that is not UTF-8",
	    NVTX
	    "INSERT INTO NVTX_EVENTS ([start],[end],eventType,text) VALUES(1,2,59,CAST(x'61FF62C3' AS TEXT));",
	    "{\"ts\":1,\"dur\":1,\"type\":\"nvtx\",\"name\":\"a\xEF\xBF\xBD"
	    "b\xEF\xBF\xBD\"}\n",
	    "", NULL, 0, 0, 0 },
	{ "open ranges, marks, other threads",
	    NVTX
	    "INSERT INTO NVTX_EVENTS ([start],[end],eventType,globalTid,endGlobalTid,rangeId) VALUES(1,NULL,59," T6
	    ",NULL,1),"
	    "(2,9,60," T6 "," T7 ",2),(3,9,60," T6 "," T6 ",3),(4,NULL,34," T6
	    ",NULL,NULL),(5,9,34," T6 ",NULL,NULL);",
	    "{\"ts\":1,\"open\":true,\"type\":\"nvtx\",\"pid\":5,\"tid\":6,\"args\":{\"range_id\":1}}\n"
	    "{\"ts\":2,\"dur\":7,\"type\":\"nvtx\",\"pid\":5,\"tid\":6,\"endtid\":7,\"args\":{\"range_id\":2}}\n"
	    "{\"ts\":3,\"dur\":6,\"type\":\"nvtx\",\"pid\":5,\"tid\":6,\"args\":{\"range_id\":3}}\n{\"ts\":4,\"type\":\"nvtx-mark\",\"pid\":5,\"tid\":6}\n"
	    "{\"ts\":5,\"type\":\"nvtx-mark\",\"pid\":5,\"tid\":6}\n",
	    "", NULL, 0, 0, 0 },
	{ "ties: longer first, instants last",
	    NVTX
	    "INSERT INTO NVTX_EVENTS ([start],[end],eventType,text) VALUES(1,NULL,34,'mark'),(1,1,59,'none'),(1,5,59,'short'),"
	    "(1,9,59,'long'),(1,NULL,59,'open'),(1,5,59,'short too');",
	    "{\"ts\":1,\"open\":true,\"type\":\"nvtx\",\"name\":\"open\"}\n{\"ts\":1,\"dur\":8,\"type\":\"nvtx\",\"name\":\"long\"}\n{\"ts\":1,\"dur\":4,\"type\":\"nvtx\",\"name\":\"short\"}\n"
	    "{\"ts\":1,\"dur\":4,\"type\":\"nvtx\",\"name\":\"short too\"}\n{\"ts\":1,\"dur\":0,\"type\":\"nvtx\",\"name\":\"none\"}\n{\"ts\":1,\"type\":\"nvtx-mark\",\"name\":\"mark\"}\n",
	    "", NULL, 0, 0, 0 },
	{ "colours",
	    NVTX
	    "INSERT INTO NVTX_EVENTS ([start],[end],eventType,color) VALUES(1,2,59,4278255360),(2,3,59,0),(3,4,59,-1),(4,5,59,4660);",
	    "{\"ts\":1,\"dur\":1,\"type\":\"nvtx\",\"args\":{\"color\":\"#00ff00\"}}\n{\"ts\":2,\"dur\":1,\"type\":\"nvtx\",\"args\":{\"color\":\"#000000\"}}\n"
	    "{\"ts\":3,\"dur\":1,\"type\":\"nvtx\",\"args\":{\"color\":\"#ffffff\"}}\n{\"ts\":4,\"dur\":1,\"type\":\"nvtx\",\"args\":{\"color\":\"#001234\"}}\n",
	    "", NULL, 0, 0, 0 },
	{ "payloads",
	    NVTX
	    "INSERT INTO NVTX_EVENTS ([start],eventType,uint64Value,int64Value,doubleValue,uint32Value,int32Value,floatValue) VALUES(1,34,-1,NULL,NULL,NULL,NULL,NULL),"
	    "(2,34,NULL,-1,NULL,NULL,NULL,NULL),(3,34,NULL,NULL,0.1,NULL,NULL,NULL),(4,34,NULL,NULL,NULL,7,NULL,NULL),(5,34,NULL,NULL,NULL,NULL,-7,NULL),"
	    "(6,34,NULL,NULL,NULL,NULL,NULL,2.5),(7,34,NULL,NULL,9e999,NULL,NULL,NULL),(8,34,0,NULL,NULL,NULL,NULL,NULL);",
	    "{\"ts\":1,\"type\":\"nvtx-mark\",\"args\":{\"payload\":18446744073709551615}}\n{\"ts\":2,\"type\":\"nvtx-mark\",\"args\":{\"payload\":-1}}\n"
	    "{\"ts\":3,\"type\":\"nvtx-mark\",\"args\":{\"payload\":0.1}}\n{\"ts\":4,\"type\":\"nvtx-mark\",\"args\":{\"payload\":7}}\n"
	    "{\"ts\":5,\"type\":\"nvtx-mark\",\"args\":{\"payload\":-7}}\n{\"ts\":6,\"type\":\"nvtx-mark\",\"args\":{\"payload\":2.5}}\n"
	    "{\"ts\":7,\"type\":\"nvtx-mark\",\"args\":{\"payload\":\"Infinity\"}}\n{\"ts\":8,\"type\":\"nvtx-mark\",\"args\":{\"payload\":0}}\n",
	    "", NULL, 0, 0, 0 },
	{ "domains and categories, named after their use",
	    STRINGS NVTX
	    "INSERT INTO NVTX_EVENTS ([start],[end],eventType,text,textId,globalTid,domainId,category) VALUES"
	    "(1,2,59,'a',NULL," T6 ",0,0),(2,3,59,'b',NULL," T6 ",1,4),(3,4,59,'c',NULL," T6
	    ",2,9),(4,5,34,'d',NULL," T7 ",1,9),(5,6,59,'e',NULL," T6 ",0,4),"
	    "(6,7,59,'f',NULL,(8<<24|1),1,4),(9,NULL,75,'Torch',NULL," T6
	    ",1,NULL),(9,NULL,33,NULL,1," T6 ",1,4),(9,NULL,39,'worker',NULL," T7 ",0,NULL);",
	    "{\"ts\":1,\"dur\":1,\"type\":\"nvtx\",\"name\":\"a\",\"pid\":5,\"tid\":6}\n"
	    "{\"ts\":2,\"type\":\"meta\",\"name\":\"domain\",\"pid\":5,\"domain\":\"Torch\",\"args\":{\"id\":1}}\n"
	    "{\"ts\":2,\"dur\":1,\"type\":\"nvtx\",\"name\":\"b\",\"pid\":5,\"tid\":6,\"domain\":\"Torch\",\"args\":{\"category\":\"one\"}}\n"
	    "{\"ts\":3,\"dur\":1,\"type\":\"nvtx\",\"name\":\"c\",\"pid\":5,\"tid\":6,\"domain\":\"domain#2\",\"args\":{\"category\":\"9\"}}\n"
	    "{\"ts\":4,\"type\":\"meta\",\"name\":\"thread\",\"pid\":5,\"tid\":7,\"args\":{\"name\":\"worker\"}}\n"
	    "{\"ts\":4,\"type\":\"nvtx-mark\",\"name\":\"d\",\"pid\":5,\"tid\":7,\"domain\":\"Torch\",\"args\":{\"category\":\"9\"}}\n"
	    "{\"ts\":5,\"dur\":1,\"type\":\"nvtx\",\"name\":\"e\",\"pid\":5,\"tid\":6,\"args\":{\"category\":\"4\"}}\n"
	    "{\"ts\":6,\"dur\":1,\"type\":\"nvtx\",\"name\":\"f\",\"pid\":8,\"tid\":1,\"domain\":\"domain#1\",\"args\":{\"category\":\"4\"}}\n",
	    "", NULL, 0, 0, 0 },
	{ "domains of 64 bits",
	    NVTX
	    "INSERT INTO NVTX_EVENTS ([start],[end],eventType,text,globalTid,domainId) VALUES(1,2,59,'a'," T6
	    ",1),(2,3,59,'b'," T6 ",4294967297),"
	    "(9,NULL,75,'Torch'," T6 ",1);",
	    "{\"ts\":1,\"type\":\"meta\",\"name\":\"domain\",\"pid\":5,\"domain\":\"Torch\",\"args\":{\"id\":1}}\n"
	    "{\"ts\":1,\"dur\":1,\"type\":\"nvtx\",\"name\":\"a\",\"pid\":5,\"tid\":6,\"domain\":\"Torch\"}\n"
	    "{\"ts\":2,\"dur\":1,\"type\":\"nvtx\",\"name\":\"b\",\"pid\":5,\"tid\":6,\"domain\":\"domain#4294967297\"}\n",
	    "", NULL, 0, 0, 0 },
	/* calls */
	{ "class 67 repeats a call",
	    STRINGS RUNTIME "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(1,5,1," T6
	                    ",3,1,0),(1,5,67," T6 ",3,1,0),(6,7,0," T6 ",4,2,11),(8,9,NULL," T6
	                    ",5,3,-1);",
	    "{\"ts\":1,\"dur\":4,\"type\":\"cuda-api\",\"name\":\"one\",\"pid\":5,\"tid\":6,\"corr\":3}\n"
	    "{\"ts\":6,\"dur\":1,\"type\":\"cuda-api\",\"name\":\"two\",\"pid\":5,\"tid\":6,\"corr\":4,\"args\":{\"return\":11}}\n"
	    "{\"ts\":8,\"dur\":1,\"type\":\"cuda-api\",\"name\":\"three\",\"pid\":5,\"tid\":6,\"corr\":5,\"args\":{\"return\":-1}}\n",
	    "", NULL, 0, 0, 0 },
	{ "calls without a class",
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME ([start] INTEGER, [end] INTEGER, correlationId INTEGER); INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(1,2,3);",
	    "{\"ts\":1,\"dur\":1,\"type\":\"cuda-api\",\"corr\":3}\n", "", NULL, 0, 0, 0 },
	{ "synchronization by its shape",
	    SYNC "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES(1,2," P5
	         ",0,1,4294967295,9,4294967295,NULL),(2,3," P5 ",0,1,4294967295,9,6,NULL),"
	         "(3,4," P5 ",0,1,7,9,4294967295,NULL),(4,5," P5 ",0,1,7,9,6,4294967295),(5,6," P5
	         ",0,1,7,0,6,8);",
	    "{\"ts\":1,\"dur\":1,\"type\":\"cuda-sync\",\"name\":\"Context synchronize\",\"pid\":5,\"device\":0,\"context\":1,\"corr\":9}\n"
	    "{\"ts\":2,\"dur\":1,\"type\":\"cuda-sync\",\"name\":\"Event synchronize\",\"pid\":5,\"device\":0,\"context\":1,\"corr\":9,\"args\":{\"event\":6}}\n"
	    "{\"ts\":3,\"dur\":1,\"type\":\"cuda-sync\",\"name\":\"Stream synchronize\",\"pid\":5,\"device\":0,\"context\":1,\"stream\":7,\"corr\":9}\n"
	    "{\"ts\":4,\"dur\":1,\"type\":\"cuda-sync\",\"name\":\"Stream wait event\",\"pid\":5,\"device\":0,\"context\":1,\"stream\":7,\"corr\":9,\"args\":{\"event\":6}}\n"
	    "{\"ts\":5,\"dur\":1,\"type\":\"cuda-sync\",\"name\":\"Stream wait event\",\"pid\":5,\"device\":0,\"context\":1,\"stream\":7,\"args\":{\"event\":6,\"event_sync\":8}}\n",
	    "", NULL, 0, 0, 0 },
	{ "scheduling",
	    SCHED
	    "CREATE TABLE ENUM_SAMPLING_THREAD_STATE (id INTEGER, name TEXT, label TEXT); INSERT INTO ENUM_SAMPLING_THREAD_STATE VALUES(2,'RUN','Running'),(3,'WAIT',NULL);"
	    "INSERT INTO SCHED_EVENTS VALUES(1,3,1," T6 ",0,0),(2,0,0," T6 ",2,NULL),(3,0,0," T6
	    ",3,NULL),(4,0,0," T6 ",4,NULL),(5,0,2," T6 ",NULL,NULL);",
	    "{\"ts\":1,\"type\":\"sched\",\"name\":\"sched-in\",\"pid\":5,\"tid\":6,\"args\":{\"cpu\":3,\"block\":\"0\"}}\n"
	    "{\"ts\":2,\"type\":\"sched\",\"name\":\"sched-out\",\"pid\":5,\"tid\":6,\"args\":{\"cpu\":0,\"state\":\"Running\"}}\n"
	    "{\"ts\":3,\"type\":\"sched\",\"name\":\"sched-out\",\"pid\":5,\"tid\":6,\"args\":{\"cpu\":0,\"state\":\"WAIT\"}}\n"
	    "{\"ts\":4,\"type\":\"sched\",\"name\":\"sched-out\",\"pid\":5,\"tid\":6,\"args\":{\"cpu\":0,\"state\":\"4\"}}\n"
	    "{\"ts\":5,\"type\":\"sched\",\"name\":\"2\",\"pid\":5,\"tid\":6,\"args\":{\"cpu\":0}}\n",
	    "", NULL, 0, 0, 0 },
	{ "graphs",
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE ([start] INTEGER, [end] INTEGER, graphId INTEGER, graphExecId INTEGER); INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES(1,2,3,4);", "{\"ts\":1,\"dur\":1,\"type\":\"graph\",\"name\":\"Graph 3\",\"args\":{\"graph\":3,\"graph_exec\":4}}\n",
	    "", NULL, 0, 0, 0 },
	/* copies and sets */
	{ "copies, with the documented labels",
	    MEMCPY "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(1,2,0,1,7,9," P5
	           ",4096,1,1,2,NULL,NULL),(2,3,0,1,7,0," P5 ",0,77,0,NULL,3,-1),(3,4,0,1,7,0," P5
	           ",5,NULL,NULL,NULL,NULL,NULL);",
	    "{\"ts\":1,\"dur\":1,\"type\":\"memcpy\",\"name\":\"Memcpy Host-to-Device\",\"pid\":5,\"device\":0,\"context\":1,\"stream\":7,\"corr\":9,\"args\":{\"bytes\":4096,"
	    "\"kind\":\"Host-to-Device\",\"src_kind\":\"Pinned\",\"dst_kind\":\"Device\"}}\n"
	    "{\"ts\":2,\"dur\":1,\"type\":\"memcpy\",\"name\":\"Memcpy 77\",\"pid\":5,\"device\":0,\"context\":1,\"stream\":7,\"args\":{\"bytes\":0,"
	    "\"kind\":\"77\",\"src_kind\":\"Pageable\",\"address\":18446744073709551615,\"copies\":3}}\n"
	    "{\"ts\":3,\"dur\":1,\"type\":\"memcpy\",\"pid\":5,\"device\":0,\"context\":1,\"stream\":7,\"args\":{\"bytes\":5}}\n",
	    "", NULL, 0, 0, 0 },
	{ "the file's own labels come first",
	    MEMCPY
	    "CREATE TABLE ENUM_CUDA_MEMCPY_OPER (id INTEGER, name TEXT, label TEXT); INSERT INTO ENUM_CUDA_MEMCPY_OPER VALUES(1,'HTOD','Up \"1\"');"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY ([start],[end],copyKind) VALUES(1,2,1),(2,3,2);",
	    "{\"ts\":1,\"dur\":1,\"type\":\"memcpy\",\"name\":\"Memcpy Up \\\"1\\\"\",\"args\":{\"kind\":\"Up \\\"1\\\"\"}}\n"
	    "{\"ts\":2,\"dur\":1,\"type\":\"memcpy\",\"name\":\"Memcpy Device-to-Host\",\"args\":{\"kind\":\"Device-to-Host\"}}\n",
	    "", NULL, 0, 0, 0 },
	{ "sets", MEMSET "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES(1,2,0,7,64,0,2);",
	    "{\"ts\":1,\"dur\":1,\"type\":\"memset\",\"name\":\"Memset\",\"device\":0,\"stream\":7,\"args\":{\"bytes\":64,\"value\":0,\"kind\":\"Device\"}}\n",
	    "", NULL, 0, 0, 0 },
	/* tables */
	{ "no table", "", "", "", NULL, 0, 0, 0 },
	{ "a required column is missing",
	    "CREATE TABLE OSRT_API ([start] INTEGER, globalTid INTEGER); INSERT INTO OSRT_API VALUES(1,2);",
	    "", "test: %%: table OSRT_API has no column end: its osrt events are not read\n", NULL,
	    0, 0, 0 },
	{ "a view is no table",
	    "CREATE TABLE x ([start] INTEGER, [end] INTEGER); INSERT INTO x VALUES(1,2); CREATE VIEW OSRT_API AS SELECT * FROM x;",
	    "",
	    "test: %%: OSRT_API is a view or a virtual table: nst-dump does not "
	    "read it\n",
	    NULL, 0, 0, 0 },
	{ "ranges cannot be told without their type",
	    "CREATE TABLE NVTX_EVENTS ([start] INTEGER, [end] INTEGER, text TEXT); INSERT INTO NVTX_EVENTS VALUES(1,2,'x');",
	    "",
	    "test: %%: table NVTX_EVENTS has no column eventType: its nvtx events are not read\ntest: %%: table NVTX_EVENTS has no column eventType: its nvtx-mark events are not read\n"
	    "test: %%: table NVTX_EVENTS has no column eventType: its meta events are not read\n",
	    NULL, 0, 0, 0 },
	/* types and windows */
	{ "one type",
	    KERNEL RUNTIME NVTX
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ([start],[end]) VALUES(1,2); INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME ([start],[end]) VALUES(1,2);"
	    "INSERT INTO NVTX_EVENTS ([start],[end],eventType) VALUES(1,2,59),(1,2,34);",
	    "{\"ts\":1,\"type\":\"nvtx-mark\"}\n", "", NULL, EVTYPE(TYPE_NVTX_MARK), 0, 0 },
	{ "a window",
	    NVTX
	    "INSERT INTO NVTX_EVENTS ([start],[end],eventType,text) VALUES(1,9,59,'before'),(1,10,59,'until'),(1,11,59,'into'),(1,30,59,'over'),(1,NULL,59,'open'),"
	    "(9,NULL,34,'mark before'),(10,NULL,34,'mark at'),(10,10,59,'nothing at'),(19,40,59,'out of'),(20,21,59,'after'),(20,NULL,34,'mark after'),(20,NULL,59,'open after');",
	    "{\"ts\":1,\"open\":true,\"type\":\"nvtx\",\"name\":\"open\"}\n{\"ts\":1,\"dur\":29,\"type\":\"nvtx\",\"name\":\"over\"}\n{\"ts\":1,\"dur\":10,\"type\":\"nvtx\",\"name\":\"into\"}\n"
	    "{\"ts\":10,\"dur\":0,\"type\":\"nvtx\",\"name\":\"nothing at\"}\n{\"ts\":10,\"type\":\"nvtx-mark\",\"name\":\"mark at\"}\n{\"ts\":19,\"dur\":21,\"type\":\"nvtx\",\"name\":\"out of\"}\n",
	    "", NULL, 0, 10, 20 },
	/* what names things */
	{ "processes and threads are named once, just before their first event",
	    STRINGS RUNTIME KERNEL
	    "CREATE TABLE PROCESSES (globalPid INTEGER, pid INTEGER, name TEXT); INSERT INTO PROCESSES VALUES(" P5
	    ",5,'my \"app\"'),(9<<24,9,'idle'),(NULL,1,'x');"
	    "CREATE TABLE ThreadNames (nameId INTEGER, priority INTEGER, globalTid INTEGER); INSERT INTO ThreadNames VALUES(1,0," T6
	    "),(2,0," T7 "),(77,0,(8<<24|1));"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME ([start],[end],globalTid) VALUES(2,3," T7
	    "),(4,5," T6 "),(6,7," T7 "),(8,9,(8<<24|1));"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ([start],[end],globalPid) VALUES(1,2," P5 ");",
	    "{\"ts\":1,\"type\":\"meta\",\"name\":\"process\",\"pid\":5,\"args\":{\"name\":\"my \\\"app\\\"\"}}\n{\"ts\":1,\"dur\":1,\"type\":\"kernel\",\"pid\":5}\n"
	    "{\"ts\":2,\"type\":\"meta\",\"name\":\"thread\",\"pid\":5,\"tid\":7,\"args\":{\"name\":\"two\"}}\n{\"ts\":2,\"dur\":1,\"type\":\"cuda-api\",\"pid\":5,\"tid\":7}\n"
	    "{\"ts\":4,\"type\":\"meta\",\"name\":\"thread\",\"pid\":5,\"tid\":6,\"args\":{\"name\":\"one\"}}\n{\"ts\":4,\"dur\":1,\"type\":\"cuda-api\",\"pid\":5,\"tid\":6}\n"
	    "{\"ts\":6,\"dur\":1,\"type\":\"cuda-api\",\"pid\":5,\"tid\":7}\n{\"ts\":8,\"dur\":1,\"type\":\"cuda-api\",\"pid\":8,\"tid\":1}\n",
	    "", NULL, 0, 0, 0 },
	{ "devices and streams",
	    KERNEL
	    "CREATE TABLE TARGET_INFO_GPU (vmId INTEGER, id INTEGER, name TEXT, cuDevice INTEGER, uuid TEXT, totalMemory INTEGER, smCount INTEGER);"
	    "INSERT INTO TARGET_INFO_GPU VALUES(1,3,'First',0,'u0',1000,10),(1,4,'Second',1,NULL,2000,20);"
	    "CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER, pid INTEGER, uuid TEXT, numMultiprocessors INTEGER);"
	    "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES(4,0,5,'x',1),(3,1,5,'y',1);"
	    "CREATE TABLE TARGET_INFO_CUDA_STREAM (streamId INTEGER, processId INTEGER, contextId INTEGER, priority INTEGER, flag INTEGER);"
	    "INSERT INTO TARGET_INFO_CUDA_STREAM VALUES(7,5,1,0,0),(8,5,1,4294967291,1);"
	    "CREATE TABLE TARGET_INFO_CUDA_CONTEXT_INFO (nullStreamId INTEGER, processId INTEGER, contextId INTEGER); INSERT INTO TARGET_INFO_CUDA_CONTEXT_INFO VALUES(7,5,1);"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ([start],[end],globalPid,deviceId,contextId,streamId) VALUES(1,2," P5
	    ",0,1,7),(2,3," P5 ",0,1,8),(3,4," P5 ",1,2,7),(4,5," P5 ",0,1,7),"
	    "(5,6,(6<<24),0,1,7);",
	    "{\"ts\":1,\"type\":\"meta\",\"name\":\"device\",\"pid\":5,\"device\":0,\"args\":{\"name\":\"Second\",\"gpu\":4,\"ordinal\":1,\"memory\":2000,\"sms\":20}}\n"
	    "{\"ts\":1,\"type\":\"meta\",\"name\":\"stream\",\"pid\":5,\"device\":0,\"context\":1,\"stream\":7,\"args\":{\"default\":true,\"priority\":0,\"flag\":\"0\"}}\n"
	    "{\"ts\":1,\"dur\":1,\"type\":\"kernel\",\"pid\":5,\"device\":0,\"context\":1,\"stream\":7}\n"
	    "{\"ts\":2,\"type\":\"meta\",\"name\":\"stream\",\"pid\":5,\"device\":0,\"context\":1,\"stream\":8,\"args\":{\"default\":false,\"priority\":-5,\"flag\":\"1\"}}\n"
	    "{\"ts\":2,\"dur\":1,\"type\":\"kernel\",\"pid\":5,\"device\":0,\"context\":1,\"stream\":8}\n"
	    "{\"ts\":3,\"type\":\"meta\",\"name\":\"device\",\"pid\":5,\"device\":1,\"args\":{\"name\":\"First\",\"uuid\":\"u0\",\"gpu\":3,\"ordinal\":0,\"memory\":1000,\"sms\":10}}\n"
	    "{\"ts\":3,\"dur\":1,\"type\":\"kernel\",\"pid\":5,\"device\":1,\"context\":2,\"stream\":7}\n{\"ts\":4,\"dur\":1,\"type\":\"kernel\",\"pid\":5,\"device\":0,\"context\":1,\"stream\":7}\n"
	    "{\"ts\":5,\"type\":\"meta\",\"name\":\"device\",\"pid\":6,\"device\":0,\"args\":{\"name\":\"First\",\"uuid\":\"u0\",\"gpu\":3,\"ordinal\":0,\"memory\":1000,\"sms\":10}}\n"
	    "{\"ts\":5,\"dur\":1,\"type\":\"kernel\",\"pid\":6,\"device\":0,\"context\":1,\"stream\":7}\n",
	    "", NULL, 0, 0, 0 },
	{ "one pid on two machines",
	    RUNTIME
	    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME ([start],[end],globalTid) VALUES(1,2," T6
	    "),(2,3,(1<<56)|(5<<24)|6),(3,4,(1<<56)|(5<<24)|7);",
	    "{\"ts\":1,\"dur\":1,\"type\":\"cuda-api\",\"pid\":5,\"tid\":6}\n{\"ts\":2,\"dur\":1,\"type\":\"cuda-api\",\"pid\":5,\"tid\":6}\n{\"ts\":3,\"dur\":1,\"type\":\"cuda-api\",\"pid\":5,\"tid\":7}\n",
	    "test: %%: two machines have a process 5: their events are mixed\n", NULL, 0, 0, 0 },
	{ "only what an event needs is named",
	    RUNTIME
	    "CREATE TABLE PROCESSES (globalPid INTEGER, pid INTEGER, name TEXT); INSERT INTO PROCESSES VALUES(" P5
	    ",5,'five'),(6<<24,6,'six');"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME ([start],[end],globalTid) VALUES(1,2," T6
	    "),(11,12,(6<<24|1));",
	    "{\"ts\":11,\"type\":\"meta\",\"name\":\"process\",\"pid\":6,\"args\":{\"name\":\"six\"}}\n{\"ts\":11,\"dur\":1,\"type\":\"cuda-api\",\"pid\":6,\"tid\":1}\n",
	    "", NULL, 0, 10, 20 },
};

/* The export that the child dumps, and how. */
static char *path;

static void
dump(const void *arg)
{
	const struct dump *d = arg;
	struct wanted wanted = { .types = d->types ? d->types : ~UINT64_C(0),
		.style = d->style ? d->style : "short",
		.from = INT64_MIN,
		.to = INT64_MAX };
	struct buf out = { 0 };
	struct export e;
	bool odd = false;

	if (d->from != d->to) {
		wanted.from = d->from;
		wanted.to = d->to;
	}
	exportopen(&e, path, &wanted);
	while (exportnext(&e, &out))
		continue;
	if (out.n > 0)
		fwrite(out.p, 1, out.n, stdout);
	for (size_t i = 0; i < e.reader.count; i++)
		odd = tablereport(&e.reader.tables[i]) || odd;
	if (odd)
		fprintf(stderr, "odd\n");
	exportclose(&e);
	free(out.p);
}

/* Whether two texts are the same, %% standing for the path in the second. */
static bool
same(const char *got, const char *want)
{
	for (size_t n; *want; want += n, got += n) {
		n = 1;
		if (strncmp(want, "%%", 2) == 0) {
			if (strncmp(got, path, strlen(path)) != 0)
				return false;
			got += strlen(path) - 2;
			n = 2;
		} else if (*got != *want) {
			return false;
		}
	}
	return !*got;
}

static void
rows(void)
{
	for (size_t i = 0; i < sizeof(dumps) / sizeof(*dumps); i++) {
		struct child c;

		path = exportmake(dumps[i].sql);
		c = childrun(dump, &dumps[i], NULL);
		if (!ok(c.status == 0 && same(c.out.p, dumps[i].out) && same(c.err.p, dumps[i].err),
		        "%s", dumps[i].what))
			fprintf(stderr, "# status %d\n# got:\n%s%s# wanted:\n%s%s", c.status,
			    c.out.p, c.err.p, dumps[i].out, dumps[i].err);
		childfree(&c);
		childremove(path);
	}
}

/* Rows that end as late as can be have a duration, and are not open. */
static void
longest(void)
{
	static const struct dump d = { .sql = NVTX
		"INSERT INTO NVTX_EVENTS ([start],[end],eventType) VALUES(0,9223372036854775807,59),(-1,9223372036854775806,59),"
		"(1,9223372036854775807,59),(-9223372036854775807-1,9223372036854775807,59);" };
	struct child c;
	int durations = 0;

	path = exportmake(d.sql);
	c = childrun(dump, &d, NULL);
	for (const char *p = c.out.p; (p = strstr(p, "\"dur\":922337203685477580")); p++)
		durations++;
	if (!ok(c.status == 0 && durations == 4 && !strstr(c.out.p, "open"),
	        "the longest ranges that have an end are not open"))
		fprintf(stderr, "# got:\n%s", c.out.p);
	childfree(&c);
	childremove(path);
}

/* What table.h counts, and what it takes for a row's time. */
static void
counts(void)
{
	struct wanted wanted = { .types = EVTYPE(TYPE_NVTX) | EVTYPE(TYPE_CUDA_API),
		.style = "short",
		.from = INT64_MIN,
		.to = INT64_MAX };
	struct export e;
	const struct table *nvtx, *runtime;
	char *file = exportmake(NVTX RUNTIME KERNEL
	    "INSERT INTO NVTX_EVENTS ([start],[end],eventType) VALUES(1,2,59),(2,3,60),(3,NULL,34),(4,5,99),(5,6,12),(6,NULL,75),(7,NULL,76);"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME ([start],[end],eventClass) VALUES(1,2,0),(1,2,67),(1,2,1),(NULL,2,1);"
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL ([start],[end]) VALUES(1,2),(0,0),('x',2);");

	exportopen(&e, file, &wanted);
	ok(e.reader.count == 2 && strcmp(e.reader.tables[0].name, "NVTX_EVENTS") == 0 &&
	        strcmp(e.reader.tables[1].name, "CUPTI_ACTIVITY_KIND_RUNTIME") == 0,
	    "tables that are wanted, in the order of the schema");
	nvtx = &e.reader.tables[0];
	runtime = &e.reader.tables[1];
	ok(nvtx->flaws.strays == 2, "rows that no source claims are strays");
	ok(runtime->flaws.odd == 1 && nvtx->flaws.odd == 0, "a row without a time is odd");
	ok(e.rows == 4 && e.first == 1, "rows and the first time are of what is wanted");
	exportclose(&e);
	childremove(file);
}

static void
windows(void)
{
	static const struct {
		int64_t from, to, ts, span;
		bool open, want;
	} table[] = {
		{ 10, 20, 9, -1, false, false },
		{ 10, 20, 10, -1, false, true },
		{ 10, 20, 19, -1, false, true },
		{ 10, 20, 20, -1, false, false },
		{ 10, 20, 5, 5, false, false },
		{ 10, 20, 5, 6, false, true },
		{ 10, 20, 5, 100, false, true },
		{ 10, 20, 10, 0, false, true },
		{ 10, 20, 9, 0, false, false },
		{ 10, 20, 9, 1, false, false },
		{ 10, 20, 20, 5, false, false },
		{ 10, 20, 0, INT64_MAX, false, true },
		{ 10, 20, 0, -1, true, true },
		{ 10, 20, -100, -1, true, true },
		{ 10, 20, 19, -1, true, true },
		{ 10, 20, 20, -1, true, false },
		{ 10, 20, INT64_MIN, -1, true, true },
		{ 10, 20, INT64_MIN, INT64_MAX, false, false },
		{ 10, 20, 15, INT64_MAX, false, true },
		{ INT64_MIN, INT64_MAX, INT64_MIN, -1, false, true },
		{ INT64_MIN, INT64_MAX, INT64_MAX - 1, 5, false, true },
		{ INT64_MIN, INT64_MAX, INT64_MAX, -1, false, true },
		{ INT64_MIN, INT64_MAX, INT64_MAX, -1, true, true },
		{ INT64_MAX - 5, INT64_MAX, INT64_MAX - 9, 100, false, true },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		struct wanted wanted = { .from = table[i].from, .to = table[i].to };
		struct when w = { .ts = table[i].ts, .span = table[i].span, .open = table[i].open };

		ok(tableinside(&wanted, &w) == table[i].want,
		    "%" PRId64 " for %" PRId64 "%s is %s %" PRId64 " to %" PRId64, table[i].ts,
		    table[i].span, table[i].open ? ", open," : "", table[i].want ? "in" : "not in",
		    table[i].from, table[i].to);
	}
}

int
main(void)
{
	cliinit("test", "");
	rows();
	longest();
	counts();
	windows();
	return tapend();
}
