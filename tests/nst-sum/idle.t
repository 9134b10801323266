#!/bin/sh
# SPDX-License-Identifier: MIT
# The rules gpu_gaps and gpu_time_util of nst-sum against SQL over the same stream (idle.sql): on
# the sample, real exports and streams of random work.
. tests/tap.sh

# rules STREAM GAP CHUNKS THRESHOLD: a line for each row of both rules (GAP in ms).
rules() {
	for report in "gpu_gaps:gap=$2:rows=100000" \
		"gpu_time_util:chunks=$3:threshold=$4:rows=100000"; do
		nst-sum --json --report "$report" "$1" 2>/dev/null |
			jq -r --arg rule "${report%%:*}" '[$rule, ."Row#", (."In-Use (%)" // ""),
				."Duration (ns)", ."Start (ns)", .PID, ."Device ID", ."Context ID" // ""]
				| join("|")' | sed 's/\(^gpu_time_util|[0-9]*|[0-9]*\)|/\1.0|/'
	done
}

# oracle STREAM GAP CHUNKS THRESHOLD: the same by SQL.
oracle() {
	jq -r 'select(has("dur") and (.type == "overhead"
		or (.type | IN("kernel", "memcpy", "memset", "graph")) and has("device")))
		| [.pid, .device // 0, .context // "", (.type != "overhead" | if . then 1 else 0 end),
			.ts, .ts + .dur] | @csv' "$1" >"$tmp/op.csv"
	sqlite3 -batch -bail :memory: <<-END
		CREATE TABLE op(pid INT, device INT, context INT, work INT, a INT, b INT);
		CREATE TABLE ask(gap INT, chunks INT, threshold INT);
		INSERT INTO ask VALUES ($2 * 1000000, $3, $4);
		.mode csv
		.import $tmp/op.csv op
		UPDATE op SET context = NULL WHERE context = '';
		.mode list
		.read tests/nst-sum/idle.sql
	END
}

# compare NAME STREAM GAP CHUNKS THRESHOLD: the rules say what SQL says.
compare() {
	name=$1
	shift
	rules "$@" >"$tmp/got"
	oracle "$@" >"$tmp/want" 2>&1
	same "$tmp/got" "$tmp/want" "$name, gap=$2:chunks=$3:threshold=$4: $(grep -c gaps "$tmp/want") \
gaps, $(grep -c util "$tmp/want") chunks"
}

for name in $(profiles); do
	nst-dump "$(profile "$name")" 2>/dev/null >"$tmp/stream"
	compare "$name" "$tmp/stream" 1 30 50
	compare "$name" "$tmp/stream" 20 7 90
done

# random SEED: work of two processes on three GPUs, and overhead, with times in whole milliseconds,
# so that pieces of work touch and gaps are as long as the limit.
random() {
	awk -v seed="$1" '
		function chance(n) {
			seed = (seed * 1103515245 + 12345) % 2147483648
			return int(seed / 65536) % n
		}
		BEGIN {
			split("kernel memcpy memset kernel overhead osrt", types, " ")
			print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
			for (i = 0; i < 60; i++) {
				t += chance(5) * 1000000
				type = types[1 + chance(6)]
				printf "{\"ts\":%d,\"dur\":%d,\"type\":\"%s\",\"name\":\"n\",\"pid\":%d",
				    t, (1 + chance(4)) * 1000000, type, 7 - chance(2)
				device = chance(3)
				if (type != "overhead" && type != "osrt")
					printf ",\"device\":%d,\"context\":%d,\"stream\":7", device,
					    device + (device == 2 && chance(2))
				print "}"
			}
			printf "{\"ts\":%d,\"type\":\"end\"}\n", t
		}'
}
for seed in 1 2 3 4 5 6; do
	random "$seed" >"$tmp/stream"
	compare "random $seed" "$tmp/stream" "$((seed % 4 + 1))" "$((seed * 5))" "$((seed * 15))"
	ok "random $seed: there are rows of both" grep -q util "$tmp/got"
done

# Without options a gap is longer than 500 ms, and the time is cut into 30 chunks, of which those
# are shown of which less than half is used.
cat >"$tmp/stream" <<'END'
{"ts":0,"type":"stream","format":1}
{"ts":0,"dur":1000000000,"type":"kernel","name":"k","pid":1,"device":0,"context":1,"stream":7}
{"ts":1500000000,"dur":499999999,"type":"kernel","name":"k","pid":1,"device":0,"context":1,"stream":7}
{"ts":2500000000,"dur":500000000,"type":"kernel","name":"k","pid":1,"device":0,"context":1,"stream":7}
{"ts":3000000000,"type":"end"}
END
nst-sum --json --report gpu_gaps "$tmp/stream" >"$tmp/got"
printf '%s\n' '{"Row#":1,"Duration (ns)":500000001,"Start (ns)":1999999999,"PID":1,"Device ID":0,"Context ID":1}' >"$tmp/want"
same "$tmp/got" "$tmp/want" 'gpu_gaps: by default longer than 500 ms'
nst-sum --json --report gpu_time_util "$tmp/stream" >"$tmp/got"
nst-sum --json --report gpu_time_util:chunks=30:threshold=50 "$tmp/stream" >"$tmp/want"
same "$tmp/got" "$tmp/want" 'gpu_time_util: by default 30 chunks and 50 %'
# :around names the events around a gap, the call and its ranges, and the cause that nst-state
# found.
cat >"$tmp/stream" <<'END'
{"ts":0,"type":"stream","format":1,"linked":true}
{"ts":0,"dur":10000000,"type":"kernel","name":"a","pid":1,"device":0,"stream":7}
{"ts":1000000,"dur":1000000,"type":"kernel","name":"inner","pid":1,"device":0,"stream":8}
{"ts":2000000,"dur":10000000,"type":"memcpy","name":"b","pid":1,"device":0,"stream":8}
{"ts":2000000,"dur":40000000,"type":"kernel","name":"other","pid":2,"device":0,"stream":7}
{"ts":12000000,"dur":3000000,"type":"gpu-state","name":"idle","pid":1,"device":0,"args":{"cause":"short"}}
{"ts":15000000,"dur":15000000,"type":"gpu-state","name":"idle","pid":1,"device":0,"args":{"cause":"host","kind":"sync","blame":"cudaSynchronize"}}
{"ts":15000000,"dur":15000000,"type":"gpu-state","name":"compute","pid":1,"device":0,"args":{"cause":"no"}}
{"ts":12000000,"dur":90000000,"type":"gpu-state","name":"idle","pid":2,"device":0,"args":{"cause":"no"}}
{"ts":30000000,"dur":1000000,"type":"kernel","name":"c","pid":1,"device":0,"stream":8,"launch":{"ts":29000000,"dur":5,"tid":1,"name":"cudaLaunchKernel"},"nvtx":["step","layer"]}
{"ts":34000000,"dur":1000000,"type":"overhead","name":"flush","pid":1,"tid":1}
{"ts":50000000,"dur":1000000,"type":"kernel","name":"d","pid":1,"device":0,"stream":8}
{"ts":50000000,"type":"end","events":11}
END
nst-sum --csv --report gpu_gaps:gap=1:around "$tmp/stream" | cut -d , -f 1-3,7- >"$tmp/got"
cat >"$tmp/want" <<'END'
Row#,Duration (ns),Start (ns),Before,After,Call,Ranges,Cause,Kind,Blame
1,18000000,12000000,b,c,cudaLaunchKernel,step/layer,host,sync,cudaSynchronize
2,15000000,35000000,flush,d,,,,,
3,3000000,31000000,c,flush,,,,,
END
same "$tmp/got" "$tmp/want" 'gpu_gaps:around'
is "$(nst-sum --csv --report gpu_gaps:gap=1 "$tmp/stream" | head -n 2 | paste -sd /)" 'Row#,Duration (ns),Start (ns),PID,Device ID,Context ID/1,18000000,12000000,1,0,' 'not without it'
run nst-sum --report gpu_time_util:around "$tmp/stream"
is "$status" 2 'only gpu_gaps has it'

# Of real profiles each gap begins where an event of its name ends, and ends where another begins.
for name in sample pytorch-nccl-2gpu-3.25.0; do
	if ! file=$(profile "$name"); then
		skip "no $name in PROFILES" "$name: gpu_gaps:around"
		continue
	fi
	nst-dump "$file" 2>/dev/null | nst-link 2>/dev/null | nst-state >"$tmp/stream" 2>/dev/null
	nst-sum --json --report gpu_gaps:gap=1:around:rows=40 "$tmp/stream" >"$tmp/gaps" 2>/dev/null
	ok "$name: there are gaps" test -s "$tmp/gaps"
	jq -c 'select(.type | IN("kernel", "graph", "memcpy", "memset", "overhead", "gpu-state"))' "$tmp/stream" >"$tmp/work"
	jq -cn --slurpfile gaps "$tmp/gaps" --slurpfile work "$tmp/work" '
		$gaps[] | . as $gap | .Start = .["Start (ns)"] | .End = .Start + .["Duration (ns)"] |
		select([$work[] | select(.pid == $gap.PID and .type != "gpu-state")] as $own | . as $g |
			any($own[]; .name == $g.Before and .ts + .dur == $g.Start) and
			any($own[]; .name == $g.After and .ts == $g.End and
				((.nvtx // []) | join("/")) == $g.Ranges and (.launch.name // "") == $g.Call) and
			($g.Cause == "" or any($work[]; .type == "gpu-state" and .args.cause == $g.Cause and
				.ts < $g.End and .ts + .dur > $g.Start and (.args.blame // "") == $g.Blame)) | not)' >"$tmp/wrong"
	is "$(cat "$tmp/wrong")" '' "$name: gpu_gaps:around names the events around each gap"
done

finish
