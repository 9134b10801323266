#!/bin/sh
# SPDX-License-Identifier: MIT
# Exports hold process environments and captured output, here all marked NST_CANARY: no stage of the
# pipeline lets any of it out, nor any message.
. tests/tap.sh

found=0
for name in $(profiles); do
	file=$(profile "$name")
	if grep -aq NST_CANARY "$file"; then
		found=$((found + 1))
	fi
	{
		nst-dump "$file" | tee "$tmp/dump" | nst-link --ops kernel,memcpy,memset,graph | tee "$tmp/linked" |
			nst-filter --color '{".":"good"}' | tee "$tmp/filtered" | nst-chrome >"$tmp/trace"
		nst-chrome --labels --object "$tmp/linked" >"$tmp/labels"
		nst-perfetto --plain "$tmp/linked" >"$tmp/pftrace"
		nst-dump --names demangled "$file" >"$tmp/demangled"
		nst-dump --names mangled "$file" >"$tmp/mangled"
		nst-dump --stacks --type cpu,gpu,graphics,counter,nvtx,nvtx-mark "$file" >"$tmp/stacks"
		nst-dump --tables "$file" >"$tmp/tables"
	} 2>"$tmp/err"
	is "$(cd "$tmp" && grep -ac NST_CANARY dump linked filtered trace labels pftrace demangled mangled stacks tables err | grep -v ':0$')" '' "$name: nothing comes out"
	ok "$name: although something does" test "$(wc -l <"$tmp/trace")" -gt 3
done
ok 'there was something to hide' test "$found" -ge 1

# The sample with a canary in every place that no event refers to, and another kind of them in what
# is written only if it is asked for.
made=$tmp/made.sqlite
cp "$(profile sample)" "$made"
sqlite3 -batch -bail "$made" <<END
INSERT INTO StringIds VALUES (90001, 'NST_CANARY unused'), (90002, 'NST_CANARY /home/user/secret.log'), (90003, 'NST_CANARY output'), (90004, 'NST_CANARY label'),
	(90005, 'NST_CANARY thread that does nothing'), (90006, 'NST_CANARY name of a file'), (90007, 'app --token NST_CANARY');
INSERT INTO ProcessStreams SELECT globalPid, 90002, 90003 FROM PROCESSES;
INSERT INTO ANALYSIS_FILE VALUES (90, 'NST_CANARY.conf', 90003, 0);
ALTER TABLE ANALYSIS_FILE ADD content TEXT;
UPDATE ANALYSIS_FILE SET content = 'NST_CANARY content';
ALTER TABLE ANALYSIS_DETAILS ADD commandLine TEXT;
UPDATE ANALYSIS_DETAILS SET commandLine = 'python --token NST_CANARY';
INSERT INTO TARGET_INFO_SYSTEM_ENV VALUES (0, 'NST_CANARY', 'NST_CANARY', 1, 'NST_CANARY'), (0, 'CommandLine', 'CommandLine', 2, 'python --token NST_CANARY');
INSERT INTO META_DATA_CAPTURE VALUES ('PROCESS_9:COMMAND_LINE', '--token NST_CANARY'), ('NST_CANARY', 'x');
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_OUTPUT_FILE', '/home/NST_CANARY'), ('NST_CANARY', 'x');
CREATE TABLE EXPORT_META_DATA(name, value);
INSERT INTO EXPORT_META_DATA VALUES ('EXPORT_INPUT_FILE', '/home/NST_CANARY');
ALTER TABLE PROCESSES ADD commandLine TEXT;
ALTER TABLE PROCESSES ADD environment TEXT;
UPDATE PROCESSES SET commandLine = 'python --token NST_CANARY', environment = 'TOKEN=NST_CANARY';
INSERT INTO PROCESSES(globalPid, pid, name) VALUES ((1 << 48) + (77777 << 24), 77777, 'NST_CANARY process that does nothing');
INSERT INTO ThreadNames VALUES (90005, 0, (1 << 48) + (77777 << 24) + 1);
UPDATE TARGET_INFO_SESSION_START_TIME SET localTime = 'NST_CANARY', utcTime = 'NST_CANARY';
UPDATE TARGET_INFO_GPU SET ctxswDevPath = '/NST_CANARY', ctrlDevPath = '/NST_CANARY';
INSERT INTO TARGET_INFO_GPU(vmId, id, name, uuid) VALUES (0, 99, 'NST_CANARY GPU that nobody uses', 'NST_CANARY');
CREATE TABLE TARGET_INFO_NIC_INFO(GUID, name);
INSERT INTO TARGET_INFO_NIC_INFO VALUES ('NST_CANARY', 'NST_CANARY');
INSERT INTO ENUM_CUDA_MEMCPY_OPER(id, name, label) VALUES (999, 'NST_CANARY', 'NST_CANARY');
INSERT INTO NVTX_EVENTS(start, eventType, text) SELECT min(start), 98, 'NST_CANARY of a kind that is not known' FROM NVTX_EVENTS;
INSERT INTO NVTX_EVENTS(start, eventType, text, domainId, globalTid) SELECT min(start), 75, 'NST_CANARY domain that nobody uses', 77, 5 FROM NVTX_EVENTS;
INSERT INTO NVTX_EVENTS(start, eventType, text, domainId, category, globalTid) SELECT min(start), 33, 'NST_CANARY category that nobody uses', 77, 7, 5 FROM NVTX_EVENTS;
CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId, schemaId, idx, type, flags, arrayOrUnionDetail, offset, name, description);
INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES (77, 1, 0, 5, 0, 0, 0, 'NST_CANARY', 'NST_CANARY');
CREATE TABLE OSRT_CALLCHAINS(id, symbol, module, stackDepth);
INSERT INTO OSRT_CALLCHAINS VALUES (99999, 90004, 90004, 0);
CREATE TABLE NEW_SECRETS(secret);
INSERT INTO NEW_SECRETS VALUES ('NST_CANARY');
CREATE TABLE GENERIC_EVENT_SOURCES(sourceId, nameId, data);
INSERT INTO GENERIC_EVENT_SOURCES VALUES (6, 90004, 'NST_CANARY'), (8, 90010, 'NST_CANARY');
CREATE TABLE GENERIC_EVENT_TYPES(typeId, sourceId, nameId, etwProviderNameId, data);
INSERT INTO GENERIC_EVENT_TYPES VALUES (4, 6, 90004, 90004, 'NST_CANARY'), (5, 8, 90010, 90010, 'NST_CANARY');
INSERT INTO StringIds VALUES (90010, 'NST_ASKED');
CREATE TABLE GENERIC_EVENTS(rawTimestamp, timestamp, typeId, globalTid, data);
INSERT INTO GENERIC_EVENTS SELECT 0, min(start), 5, NULL, '{"CommandLine":"--token NST_ASKED"}' FROM NVTX_EVENTS;
CREATE TABLE ETW_EVENTS(rawTimestamp, timestamp, typeId, globalTid, opcode, data);
INSERT INTO ETW_EVENTS SELECT 0, min(start), 5, NULL, 2, '{"CommandLine":"--token NST_ASKED"}' FROM NVTX_EVENTS;
CREATE TABLE ETW_EVENTS_DEPRECATED_TABLE(start, end, globalTid, providerName, taskName, description);
INSERT INTO ETW_EVENTS_DEPRECATED_TABLE SELECT min(start), min(start) + 1, NULL, 90010, 90010, 90010 FROM NVTX_EVENTS;
END
ok 'a profile is made' test "$(grep -ao NST_CANARY "$made" | wc -l)" -gt 40

# silent DESCRIPTION PATTERN: nothing of what was said or written since the last time matches.
: >"$tmp/said"
silent() {
	is "$(grep -ao ".\{0,60\}$2.\{0,20\}" "$tmp/said" | head -n 3)" '' "$1"
	ok "... but something else is said" test "$(wc -c <"$tmp/said")" -gt 200
	: >"$tmp/said"
}

for jobs in 1 3; do
	for style in short demangled mangled; do
		nst-dump -j $jobs --names $style --progress "$made" >>"$tmp/said" 2>&1
		nst-dump -j $jobs --names $style --stacks --from 0 --to 999s "$made" >>"$tmp/said" 2>&1
	done
	silent "-j $jobs, all names, with and without call chains, a window" 'NST_\(CANARY\|ASKED\)'
done
types=$(nst-dump --tables | cut -f 1 | sort -u)
for type in $types; do
	nst-dump --type "$type" --stacks "$made" >"$tmp/typed" 2>&1
	case $type in
	etw | generic) is "$(grep -c NST_ASKED "$tmp/typed")" "$(grep -c "\"type\":\"$type\"" "$tmp/typed")" "--type $type is how to ask for it" ;;
	*) grep -a NST_ASKED "$tmp/typed" >>"$tmp/said" ;;
	esac
	cat "$tmp/typed" >>"$tmp/said"
done
is "$(echo "$types" | wc -l) $(grep -c '"type":"stream"' "$tmp/said")" "$(echo "$types" | wc -l) $(echo "$types" | wc -l)" 'each type is asked for alone'
silent 'each type alone' NST_CANARY
nst-dump --type "$(echo "$types" | paste -sd ,)" --stacks "$made" 2>>"$tmp/said" >"$tmp/all"
cat "$tmp/all" >>"$tmp/said"
silent 'all types together' NST_CANARY
cp "$made" "$tmp/command.sqlite"
sqlite3 -batch -bail "$tmp/command.sqlite" "UPDATE META_DATA_CAPTURE SET value = '--token=NST_CANARY' WHERE name = 'PROCESS_0:ARGUMENT_0'"
nst "$tmp/command.sqlite" >"$tmp/answer" 2>>"$tmp/said"
ok 'the command is in the answer' grep -q '^torchrun --token ' "$tmp/answer"
cat "$tmp/answer" >>"$tmp/said"
nst --json "$tmp/command.sqlite" >>"$tmp/said" 2>&1
nst page "$tmp/command.sqlite" >>"$tmp/said" 2>&1
silent 'the command: only its first word is told' NST_CANARY
for family in cpu gpu graphics counter; do
	nst-dump --type $family "$made" >>"$tmp/said" 2>&1
done
silent 'families' 'NST_\(CANARY\|ASKED\)'

nst-link --ops kernel,memcpy,memset,graph "$tmp/all" >"$tmp/linked" 2>>"$tmp/said"
for reader in nst-link 'nst-step --auto' 'nst-state --queue' 'nst-filter --match .' 'nst-chrome --labels' 'nst-chrome --object' 'nst-perfetto --plain' nst-page nst-sum 'nst-sum --by name,type,pid --tsv' 'nst-sum --json' nst-fold 'nst-fold --what cpu' 'nst-fold --what samples' "nst-diff $tmp/linked"; do
	$reader "$tmp/linked" >>"$tmp/said" 2>&1
done
silent 'what other programs make of all types' NST_CANARY

# Messages about what is wrong do not tell what it is.
cp "$made" "$tmp/bad.sqlite"
sqlite3 "$tmp/bad.sqlite" "UPDATE OSRT_API SET nameId = 'NST_CANARY', start = CASE WHEN rowid % 2 THEN 'NST_CANARY' ELSE start END; UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET shortName = 90003, demangledName = 90002, gridX = x'4E53545F43414E415259'"
sqlite3 "$tmp/bad.sqlite" "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET demangledName = 90003, mangledName = 90003; UPDATE OSRT_API SET nameId = 90003 WHERE rowid % 3 = 0"
for style in short demangled mangled; do
	nst-dump --names $style --stacks "$tmp/bad.sqlite" >>"$tmp/said" 2>&1
done
silent 'captured output that events refer to, values of wrong types' NST_CANARY

# Ids that lead to an environment, a command line or captured output, wherever an id can stand: it
# is a number, and what is beside it is still told.
types=$(nst-dump --tables | cut -f 1 | sort -u | paste -sd ,)
for secret in 91001 91002 91003 91004 91005 91006 90003; do
	cp "$made" "$tmp/bad.sqlite"
	sqlite3 -batch -bail "$tmp/bad.sqlite" <<-END
		INSERT INTO StringIds VALUES (91001, CAST(x'544F4B454E3D4E53545F43414E41525900504154483D2F62696E00' AS TEXT)), (91002, 'NST_CANARY=1' || char(0)), (91003, 'TOKEN=NST_CANARY'),
			(91004, 'python train.py --token NST_CANARY'), (91005, 'A=1;TOKEN=NST_CANARY'), (91006, 'run --token NST_CANARY'), (91007, 'what is beside it');
		INSERT INTO META_DATA_CAPTURE VALUES ('PROCESS_7:ENVIRONMENT_VARIABLE', 'TOKEN="NST_CANARY"'), ('PROCESS_7:ARGUMENT_10', 'NST_CANARY'), ('PROCESS_7:ARGUMENT_2', '--token'),
			('PROCESS_7:COMMAND', 'python'), ('PROCESS_7:ARGUMENT_0', 'train.py'), ('PROCESS_1:COMMAND_LINE', 'run --token NST_CANARY');
		INSERT INTO TARGET_INFO_SYSTEM_ENV VALUES (0, 'x', 'DeviceEnvironment', 610, 'A=1;TOKEN=NST_CANARY');
		UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET shortName = $secret, demangledName = $secret, mangledName = $secret;
		UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET nameId = CASE rowid % 2 WHEN 0 THEN $secret ELSE 91007 END;
		UPDATE OSRT_API SET nameId = $secret;
		UPDATE NVTX_EVENTS SET textId = $secret, text = NULL, jsonTextId = $secret;
		UPDATE ThreadNames SET nameId = $secret;
		UPDATE OSRT_CALLCHAINS SET symbol = $secret, module = $secret;
		UPDATE GENERIC_EVENT_SOURCES SET nameId = $secret;
		UPDATE GENERIC_EVENT_TYPES SET nameId = $secret, etwProviderNameId = $secret;
		UPDATE ETW_EVENTS_DEPRECATED_TABLE SET providerName = $secret, taskName = $secret, description = $secret;
		CREATE TABLE GENERIC_EVENT_TYPE_FIELDS(typeId, fieldIdx, fieldNameId);
		INSERT INTO GENERIC_EVENT_TYPE_FIELDS VALUES (5, 0, $secret);
		ALTER TABLE GENERIC_EVENTS ADD genericEventId;
		UPDATE GENERIC_EVENTS SET genericEventId = 1, data = NULL;
		CREATE TABLE GENERIC_EVENT_DATA(genericEventId, fieldIdx, intVal, uintVal, floatVal, doubleVal);
		INSERT INTO GENERIC_EVENT_DATA VALUES (1, 0, 5, NULL, NULL, NULL);
	END
	for style in short demangled mangled; do
		nst-dump --names $style --stacks --type "$types" "$tmp/bad.sqlite" >"$tmp/typed" 2>>"$tmp/said"
		cat "$tmp/typed" >>"$tmp/said"
	done
	is "$(jq -r 'select(.type == "kernel" or .type == "osrt").name' "$tmp/typed" | sort -u) $(grep -c '"type":"cuda-api","name":"what is beside it"' "$tmp/typed" | sed 's/[1-9][0-9]*/some/') $(jq -c 'select(.type == "generic").args.data' "$tmp/typed")" \
		"$secret some {\"0\":5}" "string $secret: its number instead"
done
silent 'environments, command lines and captured output that events refer to' 'NST_CANARY'
for line in 'NST_CANARY' '{"ts":"NST_CANARY"}' '{"ts":1,"type":"osrt","dur":"NST_CANARY"}' '{"ts":1,"type":"osrt","name":NST_CANARY}' '{"ts":1,"NST_CANARY'; do
	for p in $relays nst-step nst-state $viewers nst-page nst-sum nst-fold; do
		echo "$line" | $p 2>>"$tmp/said" >"$tmp/ignored"
	done
done
silent 'messages about bad lines' NST_CANARY

finish
