#!/bin/sh
# SPDX-License-Identifier: MIT
# What is made of several tables: names, units, sums, spans, stacks, payloads; and what none of them
# should hold.
. tests/tap.sh
. tests/nst-dump/oracle.sh

process='((1 << 48) | (77 << 24))'
thread="($process | 78)"
strings="INSERT INTO StringIds WITH RECURSIVE n(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM n WHERE n < 50) SELECT n, 'string ' || n FROM n;"
min=-9223372036854775808 max=9223372036854775807

# gives DESCRIPTION SQL <EVENTS: what nst-dump $options makes of a fixture: its events, as SQL has
# them too unless $only is "-", without a word.
gives() {
	cat >"$tmp/wanted"
	made events "$1" "$2"
}
options='' only=''

# Counters.
names="CREATE TABLE TARGET_INFO_GPU_METRICS(typeId, sourceId, typeName, metricId, metricName);
	INSERT INTO TARGET_INFO_GPU_METRICS VALUES (1 << 56 | 3, 1, 'GA100', 7, 'GPC Clock Frequency [MHz]'), (1 << 56 | 4, 1, 'GA100', 7, 'SMs Active [Throughput %]'), (1 << 56 | 4, 1, 'GA100', 8, 'Plain');"
gives 'GPU metrics: the name goes by type and metric, the GPU is in the type' "CREATE TABLE GPU_METRICS(rawTimestamp, timestamp, typeId, metricId, value); $names
	INSERT INTO GPU_METRICS VALUES (0, 10, 1 << 56 | 3, 7, 1410), (0, 10, 1 << 56 | 4, 7, 55), (0, 10, 1 << 56 | 4, 8, -1), (0, 10, 1 << 56 | 4, 9, $max), (0, 20, NULL, 7, $min);
	CREATE TABLE TARGET_INFO_GPU(id, cuDevice, name, uuid, busLocation); INSERT INTO TARGET_INFO_GPU VALUES (3, 0, 'A100', 'GPU-3', '0000:01:00.0');" <<END
{"ts":10,"type":"gpu-metric","name":"GPC Clock Frequency [MHz]","gpu":3,"value":1410,"args":{"unit":"MHz"}}
{"ts":10,"type":"gpu-metric","name":"SMs Active [Throughput %]","gpu":4,"value":55,"args":{"unit":"Throughput %"}}
{"ts":10,"type":"gpu-metric","name":"Plain","gpu":4,"value":-1}
{"ts":10,"type":"gpu-metric","name":"Metric 9","gpu":4,"value":$max}
{"ts":20,"type":"gpu-metric","name":"Metric 7","value":$min}
END
is "$(grep '"type":"meta"' "$tmp/out")" '{"ts":10,"type":"meta","name":"device","gpu":3,"args":{"name":"A100","uuid":"GPU-3","bus":"0000:01:00.0","gpu":3,"ordinal":0}}' 'the GPU is named'
fixture times <<END
CREATE TABLE GPU_METRICS(timestamp, typeId, metricId, value);
INSERT INTO GPU_METRICS VALUES (NULL, 3, 7, 1), (10, 3, 7, 2);
END
run nst-dump "$db"
is "$status $(cat "$tmp/err")" "0 nst-dump: $db: GPU_METRICS: left out 1 rows without a time, which nsys could not collect" 'a sample without a time'
gives 'SoC metrics' "CREATE TABLE SOC_METRICS(timestamp, typeId, metricId, value); INSERT INTO SOC_METRICS VALUES (1, 5, 1, 2);
	CREATE TABLE TARGET_INFO_SOC_METRICS(typeId, metricId, metricName); INSERT INTO TARGET_INFO_SOC_METRICS VALUES (5, 1, 'EMC [%]');" <<END
{"ts":1,"type":"soc-metric","name":"EMC [%]","value":2,"args":{"unit":"%"}}
END
gives 'counters of units, several for each event' "CREATE TABLE PMU_EVENTS(start, end, globalVm, cpu, counter_id); INSERT INTO PMU_EVENTS VALUES (10, 20, 0, 1, 1), (5, 10, 0, 0, 2), (12, 13, 0, 2, 99);
	CREATE TABLE PMU_EVENT_COUNTERS(id, idx, value); INSERT INTO PMU_EVENT_COUNTERS VALUES (1, 1, 100), (1, 2, 200), (2, 1, 50), (3, 1, 1);
	CREATE TABLE PMU_EVENT_REQUESTS(id, eventid, source, unit_type, event_name); INSERT INTO PMU_EVENT_REQUESTS VALUES (1, 8, 1, 1, 'INST_RETIRED');
	CREATE TABLE UNCORE_PMU_EVENTS(start, end, globalVm, clusterId, counterId); INSERT INTO UNCORE_PMU_EVENTS VALUES (7, 9, 0, 3, 1);
	CREATE TABLE UNCORE_PMU_EVENT_VALUES(id, type, value, rawId, clusterId); INSERT INTO UNCORE_PMU_EVENT_VALUES VALUES (1, 140, 6, 8, 3);
	CREATE TABLE BANDWIDTH_USAGE_EVENTS(start, end, globalVm, valuesId); INSERT INTO BANDWIDTH_USAGE_EVENTS VALUES (7, 9, 0, 1);
	CREATE TABLE BANDWIDTH_USAGE_VALUES(id, idx, value, PRIMARY KEY (id, idx)); INSERT INTO BANDWIDTH_USAGE_VALUES VALUES (1, 0, 66);" <<END
{"ts":5,"type":"cpu-metric","name":"INST_RETIRED","value":50,"args":{"cpu":0,"period":5}}
{"ts":7,"type":"soc-metric","name":"140","value":6,"args":{"cluster":3,"raw":8,"period":2}}
{"ts":7,"type":"soc-metric","name":"Memory client 0","value":66,"args":{"period":2}}
{"ts":10,"type":"cpu-metric","name":"INST_RETIRED","value":100,"args":{"cpu":1,"period":10}}
{"ts":10,"type":"cpu-metric","name":"Counter 2","value":200,"args":{"cpu":1,"period":10}}
{"ts":12,"type":"cpu-metric","args":{"cpu":2,"period":1}}
END

# Memory in use, for each process, device, context and kind of memory, in order of time and not of
# rows.
memory="CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start, globalPid, deviceId, contextId, address, bytes, memKind, memoryOperationType); INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES
	(30, $process, 0, 1, 1, 100, 2, 1), (10, $process, 0, 1, 1, 100, 2, 0), (20, $process, 0, 1, 2, 50, 2, 0), (20, $process, 0, 2, 2, 7, 2, 0), (20, $process, 1, 1, 2, 8, 2, 0), (40, $process, 0, 1, 3, 9, 1, 0);"
gives 'memory in use' "$memory" <<END
{"ts":10,"type":"gpu-memory","name":"Memory in use: Device","pid":77,"device":0,"context":1,"value":100,"args":{"unit":"B","operation":"Allocation","bytes":100,"kind":"Device","address":1}}
{"ts":20,"type":"gpu-memory","name":"Memory in use: Device","pid":77,"device":0,"context":1,"value":150,"args":{"unit":"B","operation":"Allocation","bytes":50,"kind":"Device","address":2}}
{"ts":20,"type":"gpu-memory","name":"Memory in use: Device","pid":77,"device":0,"context":2,"value":7,"args":{"unit":"B","operation":"Allocation","bytes":7,"kind":"Device","address":2}}
{"ts":20,"type":"gpu-memory","name":"Memory in use: Device","pid":77,"device":1,"context":1,"value":8,"args":{"unit":"B","operation":"Allocation","bytes":8,"kind":"Device","address":2}}
{"ts":30,"type":"gpu-memory","name":"Memory in use: Device","pid":77,"device":0,"context":1,"value":50,"args":{"unit":"B","operation":"Deallocation","bytes":100,"kind":"Device","address":1}}
{"ts":40,"type":"gpu-memory","name":"Memory in use: Pinned","pid":77,"device":0,"context":1,"value":9,"args":{"unit":"B","operation":"Allocation","bytes":9,"kind":"Pinned","address":3}}
END
is "$(nst-dump --from 25 "$db" | events - | jq -c .value | paste -sd ' ')" '50 9' 'a window: what was allocated before counts'
is "$(nst-dump -j 3 "$db" | cksum)" "$(nst-dump "$db" | cksum)" 'several readers: the same sums'
fixture huge <<END
$memory
UPDATE CUDA_GPU_MEMORY_USAGE_EVENTS SET bytes = CASE memoryOperationType WHEN 0 THEN $max ELSE $min END;
END
run nst-dump "$db"
is "$status $(events "$tmp/out" | wc -l)" '0 6' 'sums that do not fit: all events are there'

# Context switches: from the first begin to the end that matches; what has none.
for table in GPU_CONTEXT_SWITCH_EVENTS FECS_EVENTS; do
	gives "$table" "CREATE TABLE $table(tag, vmId, seqNo, contextId, timestamp, globalPid, gpuId); INSERT INTO $table VALUES
		(7, 0, 1, 1, 5, $process, 0), (8, 0, 2, 1, 10, $process, 0), (8, 0, 3, 1, 12, $process, 0), (8, 0, 4, 2, 13, $process, 0), (1, 0, 5, 1, 14, $process, 0), (7, 0, 6, 1, 20, $process, 0),
		(7, 0, 7, 2, 23, $process, 0), (8, 0, 8, 1, 30, $process, 0), (8, 0, 9, 1, 30, NULL, 1);" <<-END
		{"ts":5,"dur":0,"type":"gpu-context-switch","name":"Save end","pid":77,"gpu":0,"args":{"context":1,"sequence":1}}
		{"ts":10,"dur":10,"type":"gpu-context-switch","name":"Context","pid":77,"gpu":0,"args":{"context":1,"sequence":2}}
		{"ts":13,"dur":10,"type":"gpu-context-switch","name":"Context","pid":77,"gpu":0,"args":{"context":2,"sequence":4}}
		{"ts":14,"dur":0,"type":"gpu-context-switch","name":"Request by host","pid":77,"gpu":0,"args":{"context":1,"sequence":5}}
		{"ts":30,"open":true,"type":"gpu-context-switch","name":"Context","pid":77,"gpu":0,"args":{"context":1,"sequence":8}}
		{"ts":30,"open":true,"type":"gpu-context-switch","name":"Context","gpu":1,"args":{"context":1,"sequence":9}}
	END
done

# CUDA events: the device's time, else that of the call; older exports have only that.
calls="CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start, end, eventClass, globalTid, correlationId, nameId);
	INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (90, 99, 67, $thread, 5, 1), (100, 101, 0, $thread, 5, 1), (200, 201, 0, $thread + (1 << 24), 5, 1), (300, 301, 0, $thread, 6, 1);"
record="deviceId, contextId, streamId, correlationId, globalPid, eventId"
options='--type cuda-event' only=cuda-event
gives 'CUDA events with times' "$calls CREATE TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT(timestamp, $record); INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES
	(150, 0, 1, 7, 5, $process, 1), (0, 0, 1, 7, 5, $process, 2), (NULL, 0, 1, 4294967295, 6, $process, 4294967295);" <<END
{"ts":100,"type":"cuda-event","name":"Event 2","pid":77,"device":0,"context":1,"stream":7,"corr":5,"args":{"event":2,"clock":"call"}}
{"ts":150,"type":"cuda-event","name":"Event 1","pid":77,"device":0,"context":1,"stream":7,"corr":5,"args":{"event":1,"clock":"device"}}
{"ts":300,"type":"cuda-event","name":"Event 4294967295","pid":77,"device":0,"context":1,"corr":6,"args":{"clock":"call"}}
END
gives 'CUDA events without' "$calls CREATE TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT($record); INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES (0, 1, 7, 6, $process, 2);" <<END
{"ts":300,"type":"cuda-event","name":"Event 2","pid":77,"device":0,"context":1,"stream":7,"corr":6,"args":{"event":2,"clock":"call"}}
END
options='' only=''

# What others have recorded.
options='--type etw' only=etw
gives 'events of Windows, by provider and task' "CREATE TABLE ETW_EVENTS(timestamp, processId, threadId, providerId, taskId, eventId, version, opcode, data);
	INSERT INTO ETW_EVENTS VALUES (1, 77, 78, 1, 2, 3, 4, 5, '{\"a\":[1,\"2\"]}'), (2, 77, 78, 1, 9, 3, 4, NULL, '{broken');
	CREATE TABLE ETW_TASKS(taskNameId, taskId, providerId); INSERT INTO ETW_TASKS VALUES (8, 2, 0), (9, 2, 1);
	CREATE TABLE ETW_PROVIDERS(providerId, providerNameId, guid); INSERT INTO ETW_PROVIDERS VALUES (1, 10, '');
	CREATE TABLE PROCESSES(globalPid, pid, name); INSERT INTO PROCESSES VALUES ($process, 77, 'app');" <<END
{"ts":1,"type":"etw","name":"string 9","pid":77,"tid":78,"args":{"provider":"string 10","event":3,"version":4,"opcode":5,"data":{"a":[1,"2"]}}}
{"ts":2,"type":"etw","name":"Task 9","pid":77,"tid":78,"args":{"provider":"string 10","event":3,"version":4,"data":"{broken"}}
END
is "$(grep -c '"name":"process","pid":77,"args":{"name":"app"}' "$tmp/out")" 1 'events of Windows: plain ids are those of the process that has a name'
types="CREATE TABLE GENERIC_EVENT_TYPES(typeId, sourceId, nameId, etwProviderNameId); INSERT INTO GENERIC_EVENT_TYPES VALUES (5, 6, 7, 8);"
gives 'events of Windows, by type' "CREATE TABLE ETW_EVENTS(rawTimestamp, timestamp, typeId, globalTid, opcode, data); INSERT INTO ETW_EVENTS VALUES (0, 1, 5, $thread, 2, '[]'); $types" <<END
{"ts":1,"type":"etw","name":"string 7","pid":77,"tid":78,"args":{"provider":"string 8","opcode":2,"data":[]}}
END
options='--type generic' only=generic
generic="CREATE TABLE GENERIC_EVENTS(genericEventId, rawTimestamp, timestamp, typeId, globalTid, data); INSERT INTO GENERIC_EVENTS VALUES (1, 0, 10, 5, $thread, NULL), (2, 0, 9, 4, NULL, '{\"a\":\"1\"}'); $types
	CREATE TABLE GENERIC_EVENT_SOURCES(sourceId, nameId); INSERT INTO GENERIC_EVENT_SOURCES VALUES (6, 11);"
gives 'generic events, with their data as JSON' "$generic" <<END
{"ts":9,"type":"generic","name":"Type 4","args":{"data":{"a":"1"}}}
{"ts":10,"type":"generic","name":"string 7","pid":77,"tid":78,"args":{"source":"string 11"}}
END
gives 'generic events, with their data in a table' "$generic CREATE TABLE GENERIC_EVENT_TYPE_FIELDS(typeId, fieldIdx, fieldNameId); INSERT INTO GENERIC_EVENT_TYPE_FIELDS VALUES (5, 0, 12), (5, 1, 13), (4, 0, 14);
	CREATE TABLE GENERIC_EVENT_DATA(genericEventId, fieldIdx, intVal, uintVal, floatVal, doubleVal);
	INSERT INTO GENERIC_EVENT_DATA VALUES (1, 0, -1, NULL, NULL, NULL), (1, 1, NULL, -1, NULL, NULL), (1, 2, NULL, NULL, 1.5, NULL), (1, 3, NULL, NULL, NULL, 2.25);" <<END
{"ts":9,"type":"generic","name":"Type 4","args":{"data":{"a":"1"}}}
{"ts":10,"type":"generic","name":"string 7","pid":77,"tid":78,"args":{"source":"string 11","data":{"string 12":-1,"string 13":18446744073709551615,"2":1.5,"3":2.25}}}
END
options='' only=''

# Who did it: ranks, workers, files.
gives 'MPI: rank, communicator and peer; a call that never ended' "CREATE TABLE MPI_P2P_EVENTS(start, end, globalTid, textId, commHandle, commUid, tag, remoteRank, size, requestHandle);
	INSERT INTO MPI_P2P_EVENTS VALUES (1, 3, $thread, 3, 4, NULL, 5, 1, 4096, NULL), (2, NULL, $thread, 3, 4, -1, 5, -2, 4096, 6);
	CREATE TABLE MPI_RANKS(globalTid, rank); INSERT INTO MPI_RANKS VALUES ($thread, 3);" <<END
{"ts":1,"dur":2,"type":"mpi","name":"string 3","pid":77,"tid":78,"args":{"rank":3,"communicator":4,"bytes":4096,"tag":5,"peer":1}}
{"ts":2,"open":true,"type":"mpi","name":"string 3","pid":77,"tid":78,"args":{"rank":3,"communicator":18446744073709551615,"bytes":4096,"tag":5,"peer":-2,"request":6}}
END
gives 'UCX: workers' "CREATE TABLE UCP_SUBMIT_EVENTS(start, end, globalTid, textId, bufferAddr, packedSize, peerWorkerUid, tag); INSERT INTO UCP_SUBMIT_EVENTS VALUES (1, 3, $thread, 3, 16, 8, 2, -1);
	CREATE TABLE UCP_WORKERS(globalTid, workerUid); INSERT INTO UCP_WORKERS VALUES ($thread, 1);" <<END
{"ts":1,"dur":2,"type":"ucx","name":"string 3","pid":77,"tid":78,"args":{"worker":1,"bytes":8,"peer":2,"tag":18446744073709551615,"address":16}}
END
access="CREATE TABLE OSRT_FILE_ACCESS_EVENTS(fileAccessId, threadId, startedAt, endedAt, eventType, apiCallId, bytesProcessed, context);
	INSERT INTO OSRT_FILE_ACCESS_EVENTS VALUES (2, 78, 20, 30, 1, 3, 512, ''), (1, 79, 10, 11, 0, 4, 0, 'why'), (9, 78, 40, 41, 1, 3, 1, ''), (9, 81, 50, 51, 1, 3, 1, '');"
opened="CREATE TABLE OSRT_FILE_ACCESS_DESCRIPTORS(fileAccessId, processId, openedAt, closedAt, filePath);
	INSERT INTO OSRT_FILE_ACCESS_DESCRIPTORS VALUES (1, 77, 0, 9, '/a'), (2, 80, 0, 9, '/b'), (1, 70, 10, 11, '/c');"
listed="CREATE TABLE PROCESSES(globalPid, pid, name); INSERT INTO PROCESSES VALUES ($process | (2 << 48), 77, 'app');"
threads="CREATE TABLE ThreadNames(nameId, globalTid); INSERT INTO ThreadNames VALUES (5, (1 << 48) | (80 << 24) | 78), (6, (1 << 48) | (80 << 24) | 81), (7, (1 << 48) | (90 << 24) | 81);"
gives 'file accesses: whose, of what' "$access $opened $listed $threads" <<END
{"ts":10,"dur":1,"type":"file-access","name":"string 4","pid":77,"tid":79,"args":{"kind":"0","file":"/a","bytes":0,"file_id":1,"context":"why"}}
{"ts":20,"dur":10,"type":"file-access","name":"string 3","pid":80,"tid":78,"args":{"kind":"1","file":"/b","bytes":512,"file_id":2}}
{"ts":40,"dur":1,"type":"file-access","name":"string 3","pid":80,"tid":78,"args":{"kind":"1","bytes":1,"file_id":9}}
{"ts":50,"dur":1,"type":"file-access","name":"string 3","args":{"kind":"1","bytes":1,"file_id":9}}
END
is "$(grep -c '"name":"thread","pid":80,"tid":78,"args":{"name":"string 5"}' "$tmp/out")" 1 'file accesses: the thread of a process that is not listed'
is "$(grep -c '"name":"process","pid":77,"args":{"name":"app"}' "$tmp/out")" 1 'file accesses: the process that is listed'
# tables SQL: which it creates.
tables() {
	echo "$1" | sed -n 's/.*CREATE TABLE \([A-Za-z_]*\).*/\1/p' | paste -sd ' '
}
for rest in "$opened $threads" "$opened $listed" "$opened"; do
	fixture part <<-END
		$strings
		$access $rest
	END
	run nst-dump "$db"
	is "$status $(cat "$tmp/err") $(events "$tmp/out" | jq -c '[.pid, .tid, .args.file]' | head -n 2 | paste -sd ' ')" '0  [77,79,"/a"] [80,78,"/b"]' "file accesses with no more than $(tables "$rest")"
	agrees "$db" "file accesses as SQL has them, with no more than $(tables "$rest")"
done
for rest in "$threads" "$listed" ''; do
	fixture part <<-END
		$strings
		$access $rest
	END
	run nst-dump "$db"
	is "$status $(cat "$tmp/err") $(events "$tmp/out" | wc -l)" '0  4' "file accesses without a file: with $(tables "$rest")"
	agrees "$db" "file accesses without a file, as SQL has them: with $(tables "$rest")"
done
gives 'messages of the profiler are of no process' "CREATE TABLE DIAGNOSTIC_EVENT(timestamp, timestampType, source, severity, text, globalPid);
	INSERT INTO DIAGNOSTIC_EVENT VALUES (-5, 1, 2, 2, 'a', 1 << 48), (0, 2, 3, 1, 'b', 0xFE00000000000000), (1, 9, 9, 9, 'c', $process);" <<END
{"ts":-5,"type":"diagnostic","name":"a","args":{"severity":"2","source":"2","clock":"target"}}
{"ts":0,"type":"diagnostic","name":"b","args":{"severity":"1","source":"3","clock":"host"}}
{"ts":1,"type":"diagnostic","name":"c","pid":77,"args":{"severity":"9","source":"9","clock":"9"}}
END

# Stacks: only if asked for; the leaf last; that of a CUDA call is with the wrapper of the same
# thread and id.
stacks="CREATE TABLE COMPOSITE_EVENTS(id INTEGER PRIMARY KEY, start, cpu, threadState, globalTid, cpuCycles); INSERT INTO COMPOSITE_EVENTS VALUES (1, 10, 3, 1, $thread, 1), (2, 20, 3, 0, $thread, 0);
	CREATE TABLE SAMPLING_CALLCHAINS(id, symbol, module, stackDepth, PRIMARY KEY (id, stackDepth)); INSERT INTO SAMPLING_CALLCHAINS VALUES (1, 5, 6, 0), (1, 7, 6, 1), (1, 8, 99, 2);
	CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start, end, eventClass, globalTid, correlationId, nameId, callchainId);
	INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (29, 41, 67, $thread, 5, 1, 4), (29, 41, 67, $thread + 1, 5, 1, 3), (30, 40, 0, $thread, 5, 1, NULL), (50, 60, 0, $thread, 6, 1, NULL);
	CREATE TABLE CUDA_CALLCHAINS(id, symbol, module, stackDepth, PRIMARY KEY (id, stackDepth)); INSERT INTO CUDA_CALLCHAINS VALUES (4, 9, 6, 0), (3, 1, 1, 0);
	CREATE TABLE OSRT_API(start, end, globalTid, nameId, callchainId); INSERT INTO OSRT_API VALUES (70, 80, $thread, 1, 0), (90, 91, $thread, 1, 1);
	CREATE TABLE OSRT_CALLCHAINS(id, symbol, module, stackDepth, PRIMARY KEY (id, stackDepth)); INSERT INTO OSRT_CALLCHAINS VALUES (1, 2, 3, 0);
	CREATE TABLE SYSCALL(start, end, globalTid, nameId, callchainId); INSERT INTO SYSCALL VALUES (100, 101, $thread, 1, 1);
	CREATE TABLE SYSCALL_CALLCHAINS(id, stackDepth, symbol, module, PRIMARY KEY (id, stackDepth)); INSERT INTO SYSCALL_CALLCHAINS VALUES (1, 0, 3, 4);"
gives 'no stacks' "$stacks" <<END
{"ts":10,"type":"sample","name":"string 5","pid":77,"tid":78,"args":{"cpu":3,"state":"1","cycles":1}}
{"ts":20,"type":"sample","pid":77,"tid":78,"args":{"cpu":3,"cycles":0}}
{"ts":30,"dur":10,"type":"cuda-api","name":"string 1","pid":77,"tid":78,"corr":5}
{"ts":50,"dur":10,"type":"cuda-api","name":"string 1","pid":77,"tid":78,"corr":6}
{"ts":70,"dur":10,"type":"osrt","name":"string 1","pid":77,"tid":78}
{"ts":90,"dur":1,"type":"osrt","name":"string 1","pid":77,"tid":78}
{"ts":100,"dur":1,"type":"syscall","name":"string 1","pid":77,"tid":78}
END
options=--stacks only=-
gives 'stacks' "$stacks" <<END
{"ts":10,"type":"sample","name":"string 5","pid":77,"tid":78,"args":{"cpu":3,"state":"1","cycles":1,"stack":[{"symbol":"string 8","module":"99"},{"symbol":"string 7","module":"string 6"},{"symbol":"string 5","module":"string 6"}]}}
{"ts":20,"type":"sample","pid":77,"tid":78,"args":{"cpu":3,"cycles":0}}
{"ts":30,"dur":10,"type":"cuda-api","name":"string 1","pid":77,"tid":78,"corr":5,"args":{"stack":[{"symbol":"string 9","module":"string 6"}]}}
{"ts":50,"dur":10,"type":"cuda-api","name":"string 1","pid":77,"tid":78,"corr":6}
{"ts":70,"dur":10,"type":"osrt","name":"string 1","pid":77,"tid":78}
{"ts":90,"dur":1,"type":"osrt","name":"string 1","pid":77,"tid":78,"args":{"stack":[{"symbol":"string 2","module":"string 3"}]}}
{"ts":100,"dur":1,"type":"syscall","name":"string 1","pid":77,"tid":78,"args":{"stack":[{"symbol":"string 3","module":"string 4"}]}}
END

# Payloads by their schemas: numbers of each kind, texts and arrays of three kinds, enumerations, a
# schema inside; what does not fit is hexadecimal.
options=''
entries="CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId, schemaId, idx, flags, type, name, description, arrayOrUnionDetail, offset);
	CREATE TABLE NVTX_PAYLOAD_ENUM_ENTRIES(domainId, schemaId, idx, name, value, isFlag); INSERT INTO NVTX_PAYLOAD_ENUM_ENTRIES VALUES (1, 16777220, 0, 'SUM', 0, 0), (1, 16777220, 1, 'MAX', 2, 0);
	INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES (1, 16777217, 0, NULL, 18, 'comm', '', NULL, NULL), (1, 16777217, 1, NULL, 5, 'rank', '', NULL, 8), (1, 16777217, 2, NULL, 16777220, 'op', '', NULL, 12),
	(1, 16777218, 0, NULL, 19, 'ratio', '', NULL, NULL), (1, 16777218, 1, 16, 1, 'text', '', 4, 4), (1, 16777218, 2, 16, 13, 'pair', '', 2, 8), (1, 16777218, 3, NULL, 16777219, 'in', '', NULL, 12),
	(1, 16777219, 0, NULL, 12, NULL, '', NULL, NULL), (1, 16777221, 0, 2, 18, 'elsewhere', '', NULL, NULL), (1, 16777222, 0, NULL, 16777222, 'itself', '', NULL, NULL),
	(1, 16777224, 0, NULL, 4, 'n', '', NULL, NULL), (1, 16777224, 1, 48, 12, 'values', '', 0, 2), (1, 16777225, 0, 48, 12, 'values', '', 7, NULL),
	(1, 16777226, 0, 32, 75, 'text', '', NULL, NULL), (1, 16777227, 0, 32, 14, 'values', '', NULL, NULL), (1, 16777228, 0, 32, 75, 'texts', '', 2, NULL),
	(1, 16777229, 0, NULL, 75, 'text', '', NULL, NULL), (1, 16777230, 0, NULL, 129, 'time', '', NULL, NULL), (1, 16777230, 1, NULL, 44, 'real', '', NULL, 8),
	(1, 16777231, 0, 16, 12, 'lengths', '', 2, NULL), (1, 16777231, 1, 48, 12, 'matrix', '', 0, 2),
	(1, 16777241, 0, NULL, 12, 'n', '', NULL, NULL), (1, 16777241, 1, NULL, 16777299, 'op', '', NULL, 4),
	(1, 16777223, 0, NULL, 12, 'first', '', NULL, NULL), (1, 16777223, 1, NULL, 12, 'somewhere', '', NULL, NULL),
	(1, 16777217, 0, NULL, 18, 'comm', '', NULL, NULL);"
nvtx="CREATE TABLE NVTX_EVENTS(start, end, eventType, text, globalTid, domainId, jsonText, jsonTextId, binaryData); $entries INSERT INTO NVTX_EVENTS"
# blob DOMAIN SCHEMA HEX: a payload with its head, as SQL; the numbers are two digits.
blob() {
	size=$(printf '%02x' $((${#3} / 2)))
	echo "X'${1}00000000000000${2}00000100000000${size}00000000000000$(printf '%02x' $((${#3} / 2 + 32)))00000000000000$3'"
}
gives 'payloads' "$nvtx VALUES
	(1, 2, 59, 'a', $thread, 1, NULL, NULL, $(blob 01 01 fffffffffffffffffeffffff02000000)),
	(2, 3, 59, 'b', $thread, 1, NULL, NULL, $(blob 01 01 01000000000000000100000007000000)),
	(3, 4, 59, 'c', $thread, 1, NULL, NULL, $(blob 01 02 0000c03f68690000ffff0200ff)),
	(4, 5, 59, 'short', $thread, 1, NULL, NULL, $(blob 01 01 0100000000000000010000)),
	(5, 6, 59, 'elsewhere', $thread, 1, NULL, NULL, $(blob 01 05 0000000000000000)),
	(6, 7, 59, 'endless', $thread, 1, NULL, NULL, $(blob 01 06 00)),
	(6, 7, 59, 'where', $thread, 1, NULL, NULL, $(blob 01 07 0102)),
	(7, 8, 59, 'other domain', $thread, 2, NULL, NULL, $(blob 02 01 00)),
	(8, 9, 59, 'no head', $thread, 1, NULL, NULL, X'0102'),
	(9, 10, 59, 'h', $thread, 0, '{\"a\":[1,{\"b\":2}]}', NULL, NULL), (10, 11, 59, 'i', $thread, 0, '{broken', NULL, NULL),
	(20, 21, 59, 'counted', $thread, 1, NULL, NULL, $(blob 01 08 0300010203)), (21, 22, 59, 'counted, none', $thread, 1, NULL, NULL, $(blob 01 08 0000)),
	(22, 23, 59, 'counted, too many', $thread, 1, NULL, NULL, $(blob 01 08 030001)), (23, 24, 59, 'counted by nothing', $thread, 1, NULL, NULL, $(blob 01 09 00)),
	(24, 25, 59, 'terminated text', $thread, 1, NULL, NULL, $(blob 01 0a 686900ff)), (25, 26, 59, 'terminated', $thread, 1, NULL, NULL, $(blob 01 0b 010000010000)),
	(26, 27, 59, 'not terminated', $thread, 1, NULL, NULL, $(blob 01 0b 01000100)), (27, 28, 59, 'texts', $thread, 1, NULL, NULL, $(blob 01 0c 686900)),
	(28, 29, 59, 'no length', $thread, 1, NULL, NULL, $(blob 01 0d 686900)), (29, 30, 59, 'time', $thread, 1, NULL, NULL, $(blob 01 0e 0a00000000000000000000000000f03f)),
	(30, 31, 59, 'matrix', $thread, 1, NULL, NULL, $(blob 01 0f 0101ff)),
	(31, 32, 59, 'undefined', $thread, 1, NULL, NULL, $(blob 01 19 0100000002000000)), (32, 33, 59, 'undefined, short', $thread, 1, NULL, NULL, $(blob 01 19 01)),
	(11, 12, 59, 'j', $thread, 0, NULL, 3, NULL), (12, 13, 59, 'k', $thread, 0, NULL, 99, NULL), (13, 14, 59, 'l', $thread, 0, NULL, 60, NULL);
	INSERT INTO StringIds VALUES (60, ' {\"a\": ' || char(10) || '1}');" <<END
{"ts":1,"dur":1,"type":"nvtx","name":"a","pid":77,"tid":78,"domain":"domain#1","args":{"payload":{"comm":18446744073709551615,"rank":-2,"op":"MAX"}}}
{"ts":2,"dur":1,"type":"nvtx","name":"b","pid":77,"tid":78,"domain":"domain#1","args":{"payload":{"comm":1,"rank":1,"op":7}}}
{"ts":3,"dur":1,"type":"nvtx","name":"c","pid":77,"tid":78,"domain":"domain#1","args":{"payload":{"ratio":1.5,"text":"hi","pair":[-1,2],"in":{"#0":255}}}}
{"ts":4,"dur":1,"type":"nvtx","name":"short","pid":77,"tid":78,"domain":"domain#1","args":{"payload":"010000000000000001000001000000000b000000000000002b000000000000000100000000000000010000"}}
{"ts":5,"dur":1,"type":"nvtx","name":"elsewhere","pid":77,"tid":78,"domain":"domain#1","args":{"payload":"01000000000000000500000100000000080000000000000028000000000000000000000000000000"}}
{"ts":6,"dur":1,"type":"nvtx","name":"endless","pid":77,"tid":78,"domain":"domain#1","args":{"payload":"010000000000000006000001000000000100000000000000210000000000000000"}}
{"ts":6,"dur":1,"type":"nvtx","name":"where","pid":77,"tid":78,"domain":"domain#1","args":{"payload":"01000000000000000700000100000000020000000000000022000000000000000102"}}
{"ts":7,"dur":1,"type":"nvtx","name":"other domain","pid":77,"tid":78,"domain":"domain#2","args":{"payload":"020000000000000001000001000000000100000000000000210000000000000000"}}
{"ts":8,"dur":1,"type":"nvtx","name":"no head","pid":77,"tid":78,"domain":"domain#1","args":{"payload":"0102"}}
{"ts":9,"dur":1,"type":"nvtx","name":"h","pid":77,"tid":78,"args":{"payload":{"a":[1,{"b":2}]}}}
{"ts":10,"dur":1,"type":"nvtx","name":"i","pid":77,"tid":78,"args":{"payload":"{broken"}}
{"ts":11,"dur":1,"type":"nvtx","name":"j","pid":77,"tid":78,"args":{"payload":"string 3"}}
{"ts":12,"dur":1,"type":"nvtx","name":"k","pid":77,"tid":78,"args":{"payload":"99"}}
{"ts":13,"dur":1,"type":"nvtx","name":"l","pid":77,"tid":78,"args":{"payload":{"a":  1}}}
{"ts":20,"dur":1,"type":"nvtx","name":"counted","pid":77,"tid":78,"domain":"domain#1","args":{"payload":{"n":3,"values":[1,2,3]}}}
{"ts":21,"dur":1,"type":"nvtx","name":"counted, none","pid":77,"tid":78,"domain":"domain#1","args":{"payload":{"n":0,"values":[]}}}
{"ts":22,"dur":1,"type":"nvtx","name":"counted, too many","pid":77,"tid":78,"domain":"domain#1","args":{"payload":"0100000000000000080000010000000003000000000000002300000000000000030001"}}
{"ts":23,"dur":1,"type":"nvtx","name":"counted by nothing","pid":77,"tid":78,"domain":"domain#1","args":{"payload":"010000000000000009000001000000000100000000000000210000000000000000"}}
{"ts":24,"dur":1,"type":"nvtx","name":"terminated text","pid":77,"tid":78,"domain":"domain#1","args":{"payload":{"text":"hi"}}}
{"ts":25,"dur":1,"type":"nvtx","name":"terminated","pid":77,"tid":78,"domain":"domain#1","args":{"payload":{"values":[1,256]}}}
{"ts":26,"dur":1,"type":"nvtx","name":"not terminated","pid":77,"tid":78,"domain":"domain#1","args":{"payload":"01000000000000000b000001000000000400000000000000240000000000000001000100"}}
{"ts":27,"dur":1,"type":"nvtx","name":"texts","pid":77,"tid":78,"domain":"domain#1","args":{"payload":"01000000000000000c0000010000000003000000000000002300000000000000686900"}}
{"ts":28,"dur":1,"type":"nvtx","name":"no length","pid":77,"tid":78,"domain":"domain#1","args":{"payload":"01000000000000000d0000010000000003000000000000002300000000000000686900"}}
{"ts":29,"dur":1,"type":"nvtx","name":"time","pid":77,"tid":78,"domain":"domain#1","args":{"payload":{"time":10,"real":1}}}
{"ts":30,"dur":1,"type":"nvtx","name":"matrix","pid":77,"tid":78,"domain":"domain#1","args":{"payload":"01000000000000000f00000100000000030000000000000023000000000000000101ff"}}
{"ts":31,"dur":1,"type":"nvtx","name":"undefined","pid":77,"tid":78,"domain":"domain#1","args":{"payload":{"n":1,"op":null}}}
{"ts":32,"dur":1,"type":"nvtx","name":"undefined, short","pid":77,"tid":78,"domain":"domain#1","args":{"payload":"010000000000000019000001000000000100000000000000210000000000000001"}}
END
gives 'payloads that say the same byte 262,144 times' "CREATE TABLE NVTX_EVENTS(start, end, eventType, text, globalTid, domainId, binaryData); $entries
	WITH s(s) AS (VALUES (16777232), (16777233), (16777234), (16777235), (16777236), (16777237), (16777238), (16777239), (16777240)), i(i) AS (VALUES (0), (1), (2), (3))
	INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES SELECT 1, s, i, NULL, CASE s WHEN 16777240 THEN 2 ELSE s + 1 END, '', '', NULL, 0 FROM s, i;
	INSERT INTO NVTX_EVENTS VALUES (1, 2, 59, 'many', $thread, 1, $(blob 01 10 2a));" <<END
{"ts":1,"dur":1,"type":"nvtx","name":"many","pid":77,"tid":78,"domain":"domain#1","args":{"payload":"01000000000000001000000100000000010000000000000021000000000000002a"}}
END
# An entry is found among many without looking at all of them, and the entries of a schema come in
# the order of their numbers, however they are stored.
fixture entries <<END
CREATE TABLE NVTX_EVENTS(start, end, eventType, text, globalTid, domainId, binaryData); $entries
WITH RECURSIVE s(s) AS (SELECT 1 UNION ALL SELECT s + 1 FROM s WHERE s < 50000) INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES SELECT 1, s, 0, NULL, 12, 'other', '', NULL, 0 FROM s;
INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES (1, 16777232, '0', NULL, 2, 'a', '', NULL, 0), (1, 16777233, 0, NULL, 2, 'other', '', NULL, 0), ('1', 16777232, 1, NULL, 2, 'b', '', NULL, 0);
WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 50000) INSERT INTO NVTX_EVENTS SELECT n, n + 1, 59, 'x', $thread, 1, $(blob 01 10 2a) FROM n;
END
run timeout 10 nst-dump "$db"
is "$status $(grep -c '"payload":{"a":42,"b":42}' "$tmp/out")" '0 50000' '50,000 payloads of one schema among 50,000'
options='' only=''
gives 'ranges and marks of nvtxt files' "CREATE TABLE NVTXT_EVENTS(start, end, eventType, sourceId, category, color, text, globalTid, domainId, uint64Value, int64Value, doubleValue, uint32Value, int32Value, floatValue);
	INSERT INTO NVTXT_EVENTS(start, end, eventType, sourceId, text, globalTid, color, uint64Value) VALUES (1, 9, 70, 3, 'range', $thread, 0xFF00FF00, -1), (2, NULL, 71, 3, 'open', $thread, NULL, NULL),
	(3, NULL, 65, 3, 'mark', $thread, NULL, NULL), (0, NULL, 64, 3, 'a category', $thread, NULL, NULL);" <<END
{"ts":1,"dur":8,"type":"nvtx","name":"range","pid":77,"tid":78,"args":{"color":"#00ff00","payload":18446744073709551615,"source":"string 3"}}
{"ts":2,"open":true,"type":"nvtx","name":"open","pid":77,"tid":78,"args":{"source":"string 3"}}
{"ts":3,"type":"nvtx-mark","name":"mark","pid":77,"tid":78,"args":{"source":"string 3"}}
END

# What was captured is told to nobody, even where an event refers to the same string.
only=-
gives 'captured output' "CREATE TABLE ProcessStreams(globalPid, filenameId, contentId); INSERT INTO ProcessStreams VALUES ($process, 1, 2);
	CREATE TABLE ANALYSIS_FILE(id, filename, contentId, globalPid); INSERT INTO ANALYSIS_FILE VALUES (1, 'log', 3, $process);
	CREATE TABLE NVTX_EVENTS(start, end, eventType, text, textId, globalTid, jsonTextId); DELETE FROM StringIds WHERE id = 2; INSERT INTO StringIds VALUES (2, '{\"a\":1}');
	INSERT INTO NVTX_EVENTS VALUES (1, 2, 59, NULL, 2, $thread, 2), (2, 3, 59, NULL, 3, $thread, NULL), (3, 4, 59, NULL, 4, $thread, NULL);
" <<END
{"ts":1,"dur":1,"type":"nvtx","name":"2","pid":77,"tid":78,"args":{"payload":"2"}}
{"ts":2,"dur":1,"type":"nvtx","name":"3","pid":77,"tid":78}
{"ts":3,"dur":1,"type":"nvtx","name":"string 4","pid":77,"tid":78}
END
finish
