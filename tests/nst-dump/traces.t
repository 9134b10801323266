#!/bin/sh
# SPDX-License-Identifier: MIT
# Traces in Chrome's format that are written by hand: each rule, damage, and other programs.
. tests/tap.sh

cd "$tmp" || exit 1

# dumps DESCRIPTION TRACE <EVENTS: nst-dump makes these events of a trace, with status 0.
dumps() {
	printf '%s' "$2" >trace.json
	cat >wanted
	run nst-dump trace.json
	is "$status" 0 "$1: exit status"
	grep -vE '"type":"(stream|meta|end)"' out >got
	same got wanted "$1"
}

# fails DESCRIPTION TRACE PATTERN [EVENTS]: nst-dump fails with one message, after so many events.
fails() {
	printf '%s' "$2" >trace.json
	run nst-dump trace.json
	is "$status $(grep -cvE '"type":"(stream|meta|end|failed)"' out)" "1 ${4:-0}" \
		"$1: exit status, and events"
	like "$(cat err)" "^nst-dump: trace.json: $3\$" "$1: the message"
}

# x TS DUR: a range as Chrome writes it.
x() {
	echo '{"ph":"X","name":"a","pid":1,"tid":2,"ts":'"$1"',"dur":'"$2"'}'
}

# Times.
dumps 'microseconds become nanoseconds, exactly' "[$(x 1712195495505543.2 0.001),$(x 0 7),$(x -1.5 0.25),\
$(x 1e3 1.5E-1),$(x 9007199254740993.001 12),$(x 1.0004 1.0005),$(x 2.25 1234.56789)]" <<'END'
{"ts":-1500,"dur":250,"type":"nvtx","name":"a","pid":1,"tid":2}
{"ts":0,"dur":7000,"type":"nvtx","name":"a","pid":1,"tid":2}
{"ts":1000,"dur":1001,"type":"nvtx","name":"a","pid":1,"tid":2}
{"ts":2250,"dur":1234568,"type":"nvtx","name":"a","pid":1,"tid":2}
{"ts":1000000,"dur":150,"type":"nvtx","name":"a","pid":1,"tid":2}
{"ts":1712195495505543200,"dur":1,"type":"nvtx","name":"a","pid":1,"tid":2}
{"ts":9007199254740993001,"dur":12000,"type":"nvtx","name":"a","pid":1,"tid":2}
END
dumps 'digits before and behind the point' "[$(x 9214148664817921.03 0),$(x 9214148664817922.999 0),$(x 0.9999 1.),\
$(x 1.00000000000000000000 0),$(x 1234567890123456.7 2.5004)]" <<'END'
{"ts":1000,"dur":1000,"type":"nvtx","name":"a","pid":1,"tid":2}
{"ts":1000,"dur":0,"type":"nvtx","name":"a","pid":1,"tid":2}
{"ts":1234567890123456700,"dur":2500,"type":"nvtx","name":"a","pid":1,"tid":2}
{"ts":9214148664817921030,"dur":0,"type":"nvtx","name":"a","pid":1,"tid":2}
{"ts":9214148664817922999,"dur":0,"type":"nvtx","name":"a","pid":1,"tid":2}
END
dumps 'the limits of 64 bits' "[$(x 9223372036854775.807 0),$(x -9223372036854775.807 0)]" <<'END'
{"ts":-9223372036854775807,"dur":0,"type":"nvtx","name":"a","pid":1,"tid":2}
{"ts":9223372036854775807,"dur":0,"type":"nvtx","name":"a","pid":1,"tid":2}
END
for ts in 9223372036854775.808 1e30 NaN Infinity -Infinity '"5"' null true 01 '[1]'; do
	fails "a time of $ts" "[$(x 1 1),$(x "$ts" 1),$(x 1 "$ts"),{\"ph\":\"X\",\"ts\":1}]" \
		'3 events have no valid time and were left out' 1
done
printf '[%s]' "$(x 5 -1)" >trace.json
run nst-dump trace.json
is "$status $(grep nvtx out)" '0 {"ts":5000,"dur":0,"type":"nvtx","name":"a","pid":1,"tid":2}' \
	'a negative duration'
like "$(cat err)" 'TRACE_RANGES: 1 events end before they start' 'a negative duration: the message'

# The order of the stream.
dumps 'events in any order, the longer one first' "[$(x 5 1),$(x 3 2),$(x 3 4),$(x 1 1)]" <<'END'
{"ts":1000,"dur":1000,"type":"nvtx","name":"a","pid":1,"tid":2}
{"ts":3000,"dur":4000,"type":"nvtx","name":"a","pid":1,"tid":2}
{"ts":3000,"dur":2000,"type":"nvtx","name":"a","pid":1,"tid":2}
{"ts":5000,"dur":1000,"type":"nvtx","name":"a","pid":1,"tid":2}
END

# Events that are sorted in the temporary file give the stream that events in memory give.
awk 'BEGIN {
	srand(1)
	print "["
	for (i = 0; i < 200000; i++)
		printf "{\"ph\":\"X\",\"name\":\"%d\",\"pid\":1,\"tid\":%d,\"ts\":%d.%03d,\"dur\":%d},\n",
			i, i % 7, rand() * 50000, rand() * 1000, rand() * 9
	print "{\"ph\":\"X\",\"name\":\"z\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1}]"
}' >large.json
nst-dump large.json >memory 2>err
nst-dump --sort-memory 1 large.json >file 2>err
same file memory 'an external sort'
is "$(grep -c nvtx file)" 200001 'an external sort: all events'
is "$(grep nvtx file | sed 's/{"ts"://; s/,"dur":/ /; s/,.*//' | sort -c -k1,1n -k2,2nr 2>&1)" '' \
	'an external sort: the order'
{
	echo '['
	yes "$(x 7 1)," | head -n 70000
	echo "$(x 1 1)]"
} >ties.json
run nst-dump ties.json
is "$status $(grep -c nvtx out)" '0 70001' '70,000 events at one time'

# Identity.
dumps 'ids of any size, and texts' '[{"ph":"X","name":"a","pid":-5,"tid":-549452224,"ts":1,"dur":1},
{"ph":"X","name":"b","pid":4294967295,"tid":140234567890123,"ts":2,"dur":1},
{"ph":"X","name":"c","pid":"Spans","tid":"x","ts":3,"dur":1},{"ph":"X","name":"d","ts":4,"dur":1}]' <<'END'
{"ts":1000,"dur":1000,"type":"nvtx","name":"a"}
{"ts":2000,"dur":1000,"type":"nvtx","name":"b","pid":4294967295,"tid":140234567890123}
{"ts":3000,"dur":1000,"type":"nvtx","name":"c","pid":4294967298,"tid":4294967298}
{"ts":4000,"dur":1000,"type":"nvtx","name":"d","pid":4294967299,"tid":4294967299}
END
like "$(grep meta out)" '"name":"process","pid":4294967298,"args":\{"name":"Spans"\}' \
	'the text is the name of the process'

call='{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","ts":1,"dur":1'
kernel='{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":5,"dur":1,"args":{"device":0,"stream":7'
dumps 'GPU events belong to the process that makes the calls' \
	"[$kernel,\"correlation\":3}},$call,\"pid\":42,\"tid\":43,\"args\":{\"correlation\":3}}]" <<'END'
{"ts":1000,"dur":1000,"type":"cuda-api","name":"cudaLaunchKernel","pid":42,"tid":43,"corr":3}
{"ts":5000,"dur":1000,"type":"kernel","name":"k","pid":42,"device":0,"stream":7,"corr":3}
END
dumps 'of several processes, the one whose call it is' "[$kernel,\"correlation\":3}},$kernel,\"correlation\":4}},
$kernel,\"correlation\":5}},$call,\"pid\":42,\"tid\":43,\"args\":{\"correlation\":3}},
$call,\"pid\":44,\"tid\":44,\"args\":{\"correlation\":4}},$call,\"pid\":42,\"tid\":43,\"args\":{\"correlation\":5}},
$call,\"pid\":44,\"tid\":44,\"args\":{\"correlation\":5}}]" <<'END'
{"ts":1000,"dur":1000,"type":"cuda-api","name":"cudaLaunchKernel","pid":42,"tid":43,"corr":3}
{"ts":1000,"dur":1000,"type":"cuda-api","name":"cudaLaunchKernel","pid":44,"tid":44,"corr":4}
{"ts":1000,"dur":1000,"type":"cuda-api","name":"cudaLaunchKernel","pid":42,"tid":43,"corr":5}
{"ts":1000,"dur":1000,"type":"cuda-api","name":"cudaLaunchKernel","pid":44,"tid":44,"corr":5}
{"ts":5000,"dur":1000,"type":"kernel","name":"k","pid":42,"device":0,"stream":7,"corr":3}
{"ts":5000,"dur":1000,"type":"kernel","name":"k","pid":44,"device":0,"stream":7,"corr":4}
{"ts":5000,"dur":1000,"type":"kernel","name":"k","device":0,"stream":7,"corr":5}
END

# Values.
dumps 'args: NaN and infinities are strings, of two members with one name the last counts' \
	'[{"ph":"X","cat":"cpu_op","name":"x","name":"a\u0041\n\"","pid":1,"tid":1,"ts":1,"dur":1,
"args":{"a":NaN,"b":[1, -Infinity,{"c":inf}],"d":1,"d":[ 2 ],"é":"\ud83d\ude00","f":1.50,"g":null}}]' <<'END'
{"ts":1000,"dur":1000,"type":"nvtx","name":"aA\n\"","pid":1,"tid":1,"domain":"cpu_op","args":{"a":"NaN","b":[1,"-Infinity",{"c":"Infinity"}],"d":[ 2 ],"é":"😀","f":1.50,"g":null}}
END
dumps 'a member that is called like a key of ours, or has another type' \
	"[$kernel,\"shared\":1,\"grid\":[1,2],\"block\":[1,2,3],\"correlation\":\"x\"}}]" <<'END'
{"ts":5000,"dur":1000,"type":"kernel","name":"k","device":0,"stream":7,"args":{"block":[1,2,3],"shared_":1,"grid_":[1,2],"correlation":"x"}}
END
{
	printf '[{"ph":"X","name":"'
	head -c 2000000 /dev/zero | tr '\0' n
	printf '","ts":1,"dur":1,"args":{"deep":'
	head -c 500000 /dev/zero | tr '\0' '['
	head -c 500000 /dev/zero | tr '\0' ']'
	printf '}}]'
} >big.json
run nst-dump big.json
is "$status $(grep nvtx out | tr -cd '[]' | wc -c) $(grep -c '"name":"n\{32000\}' out)" '0 1000000 1' \
	'a name of 2 MB, and a depth of 500,000'

# Objects in arrays in objects, of a depth of up to 70; then each with a wrong bracket.
deep() { # DEPTH: an object or array of this depth
	awk -v n="$1" 'BEGIN {
		for (i = 0; i < n; i++)
			printf "%s", i % 2 ? "[ 1," : "{\"a\": "
		printf "%s", n % 2 ? "null" : "2"
		for (i = n - 1; i >= 0; i--)
			printf "%s", i % 2 ? " ]" : "}"
	}'
}
: >wanted
: >got
: >accepted
for depth in 1 2 30 60 61 62 63 64 65 66 70; do
	deep $depth | jq -c . >>wanted
	printf '[{"ph":"X","name":"a","pid":1,"tid":2,"ts":1,"dur":1,"args":{"x":%s}}]' "$(deep $depth)" >deep.json
	nst-dump deep.json 2>&1 | jq -c 'select(.type == "nvtx").args.x' >>got
	sed 's/\(.*\)}/\1]/; s/\(null\|2\)}/\1]/' deep.json >bad.json
	nst-dump bad.json >/dev/null 2>&1 && echo $depth >>accepted
	sed 's/null/"n" 1/; s/ 1,2/ 1 2/' deep.json >bad.json
	nst-dump bad.json >/dev/null 2>&1 && echo $depth >>accepted
done
same got wanted 'objects in arrays in objects'
is "$(cat accepted)" '' '... which end wrongly are refused'

# Members of args that occur twice: the last one counts. Of two keys for one column the first
# counts, and the other one is kept.
k() {
	echo '[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":1,"args":{"stream":7,'"$1"'}}]'
}
dumps 'a key twice, and its last value does not fit' "$(k '"grid":[1,2,3],"device":1,"grid":[1,2],"device":"x"')" <<'END'
{"ts":1000,"dur":1000,"type":"kernel","name":"k","stream":7,"args":{"grid_":[1,2],"device":"x"}}
END
dumps 'a key twice, and its first value does not fit' "$(k '"grid":[1,2],"x":1,"grid":[1,2,3],"x":[2]')" <<'END'
{"ts":1000,"dur":1000,"type":"kernel","name":"k","stream":7,"args":{"grid":[1,2,3],"x":[2]}}
END
dumps 'two keys of one column' "$(k '"registers per thread":8,"registers":9,"correlation":4,"corr":5')" <<'END'
{"ts":1000,"dur":1000,"type":"kernel","name":"k","stream":7,"corr":4,"args":{"registers":8,"registers_":9,"corr":5}}
END
for value in '{"a":[1,2,3]}' '[1,2,[3]]' '"a1 2 3"' '[1,2,3,4]' '[1,2,-3]' '"1 2"' 7 '""' '[]'; do
	dumps "no dimension: $value" "$(k "\"block\":$value")" <<END
{"ts":1000,"dur":1000,"type":"kernel","name":"k","stream":7,"args":{"block_":$value}}
END
done
for value in '[4,5,6]' '[ 4 ,
5,	6]' '"4 × 5 × 6"'; do
	dumps "a dimension: $value" "$(k "\"block\":$value")" <<'END'
{"ts":1000,"dur":1000,"type":"kernel","name":"k","stream":7,"args":{"block":[4,5,6]}}
END
done

# Damage.
fails 'truncated inside an event' "{\"traceEvents\":[$(x 1 1),$(x 2 1),{\"ph\":\"X\",\"na" \
	'truncated: the trace ends at byte [0-9]+ inside an event or before its end; the events before it were dumped' 2
fails 'truncated behind an event' "{\"schemaVersion\":1,\"traceEvents\":[$(x 1 1)," 'truncated: .*' 1
fails 'truncated behind the array' "{\"schemaVersion\":1,\"traceEvents\":[$(x 1 1)]" 'truncated: .*' 1
dumps 'an array may lack its end' "[$(x 1 1)," <<'END'
{"ts":1000,"dur":1000,"type":"nvtx","name":"a","pid":1,"tid":2}
END
for bad in '[{]' '[{"a" 1}]' '[{"a":1 "b":2}]' '[{"a":1,}]' '[{,"a":1}]' '[1]' '[{}x]' '[{}] x' '[{"a":"
"}]' '[{"a":"\q"}]' '[{"a":[1}]}]' '{"traceEvents":[]} {}' '{"traceEvents":[{}],}' '{"traceEvents" []}'; do
	fails "no JSON: $(echo "$bad" | tr '\n' ' ')" "$bad" 'byte [0-9]+: not a Chrome trace: [a-z].*'
done
for bad in '01' '1.' 'nul' 'x' '+1' '1e' '[1,nul]'; do
	fails "no value: $bad" "[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":1,\"args\":{\"v\":$bad}}]" \
		'byte 1: a value in args is not JSON'
done
fails 'an end that exceeds 64 bits' "[$(x 9223372036854774 1),$(x 1 9223372036854775.000)]" '1 events have no valid time and were left out' 1
# pair BEGIN END
pair() {
	printf '{"ph":"B","name":"a","pid":1,"tid":2,"ts":%s},{"ph":"E","pid":1,"tid":2,"ts":%s}' "$1" "$2"
}
for times in '-9e15 9e15' '9e15 -9e15' '-4611686018427387.905 4611686018427387.904'; do
	fails "a duration of B and E that exceeds 64 bits: $times" "[$(x 1 1),$(pair ${times% *} ${times#* })]" \
		'1 events have no valid time and were left out' 1
done
dumps 'the longest duration of B and E' "[$(pair -4611686018427387.904 4611686018427387.903)]" <<'END'
{"ts":-4611686018427387904,"dur":9223372036854775807,"type":"nvtx","name":"a","pid":1,"tid":2}
END
fails 'no object' '{"traceEvents":[{"ph":"X","ts":1,"dur":1},7]}' 'byte [0-9]+: not a Chrome trace: an event is not an object'
# Of compressed traces, too, the events before the end are dumped.
awk 'BEGIN { srand(1); printf "["; for (i = 1; i < 5000; i++)
	printf("%s{\"ph\":\"X\",\"name\":\"%d\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":1}",
		(i > 1 ? ",\n" : ""), rand() * 1e9, i); print "]" }' >whole
nst-dump whole | grep nvtx >wanted
for tool in gzip zstd xz; do
	$tool -c whole >packed
	head -c $(($(wc -c <packed) / 2)) packed >cut.json.gz
	run nst-dump cut.json.gz
	is "$status $(sed -n 1p err)" "1 nst-dump: cut.json.gz: compressed by $tool, and truncated" \
		"truncated $tool"
	grep nvtx out >got
	count=$(wc -l <got)
	ok "truncated $tool: $count events" test "$count" -gt 100
	head -n "$count" wanted >some
	same got some "truncated $tool: the first events"
done
gzip -c whole >packed
head -c $(($(wc -c <packed) - 1)) packed >cut.json.gz
run nst-dump cut.json.gz
is "$status $(grep -c nvtx out)" '1 4999' 'truncated behind the last event'
head -c 5 packed >cut.json.gz
run nst-dump cut.json.gz
is "$status $(wc -l <out)" '1 0' 'truncated before the first event'
printf '\377\377\377\377\377\377' | dd of=packed bs=1 seek=9000 conv=notrunc 2>said
run nst-dump packed
is "$status $(wc -l <out) $(cat err)" '1 0 nst-dump: packed: compressed by gzip, and damaged' 'damaged gzip'

# A pipe.
nst-dump whole >wanted
run sh -c 'cat whole | nst-dump -'
same out wanted 'a pipe'
run sh -c 'gzip -c whole | nst-dump -'
same out wanted 'a pipe of compressed text'
run sh -c 'echo x | nst-dump -'
is "$status $(cat err)" '1 nst-dump: stdin: neither a report nor an export nor a trace' 'a pipe of other text'
run sh -c ': | nst-dump -'
is "$status $(cat err)" '1 nst-dump: stdin: the file is empty' 'an empty pipe'

# Each prefix of a trace is read, or refused with one message; it never has more events.
printf '{"schemaVersion":1,"deviceProperties":[{"id":0,"name":"x"}],"traceEvents":[%s,\n%s],"x":[1]}' \
	"$(x 1.5 1)" "$kernel,\"correlation\":1}}" >whole
n=1 wrong=''
while [ $n -lt "$(wc -c <whole)" ]; do
	head -c $n whole >trace.json
	run nst-dump trace.json
	[ "$status" -eq 1 ] && [ "$(wc -l <err)" -le 2 ] && [ -s err ] || wrong="$wrong $n"
	n=$((n + 1))
done
is "$wrong" '' 'every prefix of a trace has status 1'

# Other programs.
dumps 'B and E, nested, and one that never ends' '{"traceEvents":[{"ph":"B","name":"o","cat":"c","pid":1,"tid":1,"ts":1},
{"ph":"B","name":"i","pid":1,"tid":1,"ts":2,"args":{"k":1}},{"ph":"B","name":"t","pid":1,"tid":2,"ts":2},
{"ph":"E","pid":1,"tid":1,"ts":3},{"ph":"E","pid":1,"tid":1,"ts":4}]}' <<'END'
{"ts":1000,"dur":3000,"type":"nvtx","name":"o","pid":1,"tid":1,"domain":"c"}
{"ts":2000,"open":true,"type":"nvtx","name":"t","pid":1,"tid":2}
{"ts":2000,"dur":1000,"type":"nvtx","name":"i","pid":1,"tid":1,"args":{"k":1}}
END
fails 'an E before its B' '[{"ph":"E","pid":1,"tid":1,"ts":9},{"ph":"B","name":"a","pid":1,"tid":1,"ts":5}]' \
	'1 begins and ends of events \(phases B and E\) are earlier than the one before on their thread: their ranges are wrong' 1
fails 'pairs whose ends are in another order' '[{"ph":"B","name":"a","pid":1,"tid":1,"ts":1},{"ph":"B","name":"b","pid":1,"tid":1,"ts":10},
{"ph":"E","pid":1,"tid":1,"ts":5},{"ph":"E","pid":1,"tid":1,"ts":20}]' '1 begins and ends of events .*: their ranges are wrong' 2
dumps 'pairs of two threads in any order' '[{"ph":"B","name":"a","pid":1,"tid":1,"ts":10},{"ph":"B","name":"b","pid":1,"tid":2,"ts":1},
{"ph":"E","pid":1,"tid":1,"ts":10},{"ph":"E","pid":1,"tid":2,"ts":4}]' <<'END'
{"ts":1000,"dur":3000,"type":"nvtx","name":"b","pid":1,"tid":2}
{"ts":10000,"dur":0,"type":"nvtx","name":"a","pid":1,"tid":1}
END
dumps 'instants and counters' '[{"ph":"i","name":"m","pid":1,"tid":1,"ts":1,"s":"t"},
{"ph":"C","name":"mem","pid":1,"ts":2,"args":{"used":5,"free":1.5}},{"ph":"C","name":"one","pid":1,"ts":3,"args":{"MB":7}}]' <<'END'
{"ts":1000,"type":"nvtx-mark","name":"m","pid":1,"tid":1}
{"ts":2000,"type":"cpu-metric","name":"mem used","pid":1,"tid":4294967297,"value":5}
{"ts":2000,"type":"cpu-metric","name":"mem free","pid":1,"tid":4294967297,"value":1.5}
{"ts":3000,"type":"cpu-metric","name":"one","pid":1,"tid":4294967297,"value":7,"args":{"series":"MB"}}
END
dumps 'a GPU event without device and stream is a range' \
	'[{"ph":"X","cat":"kernel","name":"k","pid":1,"tid":1,"ts":1,"dur":1}]' <<'END'
{"ts":1000,"dur":1000,"type":"nvtx","name":"k","pid":1,"tid":1,"domain":"kernel"}
END
printf '[%s,{"ph":"E","pid":1,"tid":1,"ts":1},{"ph":"b","id":1,"cat":"async","ts":1},{"ph":"s","id":1,"ts":1}]' \
	"$(x 1 1)" >trace.json
run nst-dump trace.json
is "$status $(cat err)" '0 nst-dump: trace.json: events not dumped: async 1, phase s 1
nst-dump: trace.json: 1 ends of events (phase E) without a beginning were left out' 'events that have no place'
run nst-dump --type nvtx trace.json
is "$(grep -c 'not dumped' err)" 0 'with --type nothing is said of other events'
printf '\n\307\004\302\004' >trace.pftrace
run nst-dump trace.pftrace
is "$status $(cat err)" '1 nst-dump: trace.pftrace: a Perfetto trace, not a profile: dump the profile that it was made of, or a trace of nst-chrome' "Perfetto's own format"

# A trace that nst-chrome wrote comes back as the events that it was made of.
events() {
	jq -c 'def gpu: .type | IN("kernel", "memcpy", "memset");
		select(gpu or (.type | IN("cuda-api", "nvtx", "overhead", "osrt", "mpi", "cudnn",
			"cublas", "syscall", "openmp", "diagnostic")))
		# Migrations are on a track of their own, and graphs come back as ranges.
		| select(.domain != "graph")
		| if .name // "" | startswith("Memcpy Unified") then .stream = null else . end
		| if .open or .args.open then .dur = null else . end
		# nst-chrome writes a pid only for tracks of threads, and for arrows.
		| if gpu | not then if (.tid // 0) == 0 then .pid = null | .tid = null else . end
			elif .launch == null then .pid = null else . end
		| [.ts, .dur, .type, .pid, .tid, .device, .stream, .corr, .domain, .launch.ts, .launch.name,
			(.name | if . == null then null else sub(", (seq|op_id) = .*"; "") end)]' "$1" | sort
}
for name in sample pytorch-nccl-2gpu-3.25.0 three-calls-3.17.2; do
	profile=$(profile $name)
	if ! [ -e "$profile" ]; then
		skip "no $name" "the round trip of $name"
		continue
	fi
	nst-dump "$profile" 2>err | nst-link 2>>err >linked
	nst-chrome linked >round.json 2>err
	run nst-dump round.json
	is "$status" 0 "the round trip of $name: exit status"
	nst-link out >back 2>err
	events linked >wanted
	events back >got
	same got wanted "the round trip of $name"
	ok "the round trip of $name has events" test -s got
done

finish
