# SPDX-License-Identifier: MIT
# tmp is that of tests/tap.sh; real says whether pages of real exports are wanted.
# shellcheck shell=sh disable=SC2154
# Makes the pages of browser.t and firefox.t, and what they are compared with, in $tmp.

# page NAME [OPTION...]: the page and the trace of the stream $tmp/NAME.ndjson.
page() {
	name=$1
	shift
	nst-page --partial --title "$name" "$@" "$tmp/$name.ndjson" >"$tmp/$name.html" 2>"$tmp/err" &&
		nst-perfetto --plain --partial "$tmp/$name.ndjson" >"$tmp/$name.pftrace" 2>"$tmp/err" || {
		cat "$tmp/err" >&2
		exit 1
	}
}

nst-dump "$(profile sample)" | nst-link 2>"$tmp/err" | nst-state >"$tmp/sample.ndjson"
page sample
# The same within a budget, which is beside the style and the script.
cp "$tmp/sample.ndjson" "$tmp/merged.ndjson"
page merged --budget $(($(cat lib/page/web/* | wc -c) / 1000 + 180))k

# A stream of which the test knows all: times in ns.
nst-link --partial >"$tmp/small.ndjson" <<'EOF'
{"ts":0,"dur":1000000,"type":"nvtx","name":"step","pid":100,"tid":100}
{"ts":50000,"dur":700000,"type":"nvtx","name":"forward","pid":100,"tid":100}
{"ts":100000,"dur":20000,"type":"cuda-api","name":"cudaLaunchKernel","pid":100,"tid":100,"corr":1}
{"ts":200000,"dur":300000,"type":"kernel","name":"gemm","pid":100,"device":0,"stream":7,"corr":1,"args":{"registers":32,"label":"first","of":{"deep":[1,"two",9007199254740993]}}}
{"ts":550000,"dur":10000,"type":"cuda-api","name":"cudaLaunchKernel","pid":100,"tid":100,"corr":2}
{"ts":600000,"dur":100000,"type":"kernel","name":"softmax","pid":100,"device":0,"stream":7,"corr":2}
{"ts":700000,"dur":100000,"type":"kernel","name":"Gemm","pid":100,"device":0,"stream":7,"corr":3}
EOF
page small

# A million slices: half of them kernels, half the calls that launch them.
awk 'BEGIN {
	for (i = 0; i < 500000; i++) {
		t += 500 + i * 7919 % 6000
		printf "{\"ts\":%d,\"dur\":400,\"type\":\"cuda-api\",\"name\":\"cudaLaunchKernel\",\"pid\":100,\"tid\":%d,\"corr\":%d}\n", t, 100 + i % 3, i
		printf "{\"ts\":%d,\"dur\":%d,\"type\":\"kernel\",\"name\":\"kernel_%d\",\"pid\":100,\"device\":%d,\"stream\":%d,\"corr\":%d}\n", t + 450, 300 + i * 104729 % 4000, i % 61, i % 2, 7 + i % 4, i
	}
}' | nst-link --partial >"$tmp/million.ndjson"
page million --budget 100M

# Names that want to be more than text, in all places where names are.
awk 'BEGIN {
	for (long = "x"; length(long) < 70000;)
		long = long long
	n = split("</script><script>window.pwned=1</script>\t<img src=x onerror=window.pwned=1>\t<!--<script>\t]]>\t\\\" onload=window.pwned=1 x=\\\"\t__proto__\tconstructor\tjavascript:window.pwned=1\t\\u0000\\u0001\\u001b[31m\t\\u202eabc\\u2066\t&lt;b&gt;&amp;\t" long "\tπ𝛑é\\ud83d\\ude00", names, "\t")
	print "{\"ts\":0,\"type\":\"meta\",\"name\":\"process\",\"pid\":100,\"args\":{\"name\":\"</title><svg onload=window.pwned=1>\"}}"
	print "{\"ts\":0,\"type\":\"meta\",\"name\":\"thread\",\"pid\":100,\"tid\":100,\"args\":{\"name\":\"<iframe src=//x>\"}}"
	for (i = 1; i <= n; i++) {
		printf "{\"ts\":%d,\"dur\":900,\"type\":\"nvtx\",\"name\":\"%s\",\"pid\":100,\"tid\":100}\n", i * 1000, names[i]
		printf "{\"ts\":%d,\"dur\":100,\"type\":\"cuda-api\",\"name\":\"%s\",\"pid\":100,\"tid\":100,\"corr\":%d}\n", i * 1000 + 100, names[i], i
		printf "{\"ts\":%d,\"dur\":400,\"type\":\"kernel\",\"name\":\"%s\",\"pid\":100,\"device\":0,\"stream\":7,\"corr\":%d,\"args\":{\"%s\":\"%s\"}}\n", i * 1000 + 300, names[i], i, names[i], names[i]
	}
}' | nst-link --partial >"$tmp/hostile.ndjson"
page hostile

for name in $(profiles); do
	[ "$name" != sample ] && [ -n "$real" ] || continue
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link 2>/dev/null | nst-state >"$tmp/profile-$name.ndjson"
	page "profile-$name"
done

# More tracks than there can be names of at once: a thread for each.
awk 'BEGIN {
	for (i = 1; i <= 3000; i++)
		printf "{\"ts\":%d,\"dur\":1000,\"type\":\"osrt\",\"name\":\"call %d\",\"pid\":100,\"tid\":%d}\n", i * 10, i, 100 + i
}' | nst-link --partial >"$tmp/threads.ndjson"
page threads

# A thread that launches, and one that does not.
nst-link --partial >"$tmp/idle.ndjson" <<'EOF'
{"ts":0,"dur":10000,"type":"nvtx","name":"step","pid":100,"tid":100}
{"ts":100,"dur":5000,"type":"osrt","name":"poll","pid":100,"tid":101}
{"ts":1000,"dur":100,"type":"cuda-api","name":"cudaLaunchKernel","pid":100,"tid":100,"corr":1}
{"ts":2000,"dur":3000,"type":"kernel","name":"gemm","pid":100,"device":0,"stream":7,"corr":1}
{"ts":6000,"dur":100,"type":"nvtx","name":"load","pid":100,"tid":101}
EOF
page idle

# The same with a process that calls no GPU.
{
	cat "$tmp/idle.ndjson"
	echo '{"ts":7000,"dur":500,"type":"nvtx","name":"watch","pid":200,"tid":200}'
} | nst-filter --partial >"$tmp/other.ndjson"
page other

# Ranks that wait for each other, and for each row of their tables: caption, rank, last rank and the
# number of its events.
nst-dump "$(profile sample)" | nst-link 2>"$tmp/err" | nst-skew >"$tmp/ranks.ndjson"
page ranks
jq -rn '[inputs] | (map(select(.type == "meta" and .name == "process" and .args.rank)) | map({key: "\(.pid)", value: .args.rank}) | from_entries) as $rank
	| map(select(.dur and .pid) | .rank = $rank["\(.pid)"]) | [
		(map(select(.args.last_pid and .type != "collective")) | group_by(.rank)[] | ["collectives of rank \(.[0].rank)", length]),
		(group_by([.type, .rank])[] | {kernel: "kernels", graph: "CUDA graphs", memcpy: "copies", mpi: "MPI calls", "cuda-api": "CUDA calls"}[.[0].type] as $what
			| select($what) | ["\($what) of rank \(.[0].rank)", length]),
		(map(select(.args.last_pid and .type != "collective")) | group_by([.type, .rank, .args.last])[]
			| ["collectives of rank \(.[0].rank), rank \(.[0].args.last) last", length])
	] | map("\(.[0]): \(.[1])")[]' "$tmp/ranks.ndjson" | sort >"$tmp/ranks.want"

# Eight alike GPUs: the first one of the sample eight times, each with a process of its own.
nst-dump "$(profile sample)" 2>"$tmp/err" | tests/nst-page/eightfold | nst-link --partial 2>"$tmp/err" | nst-step | nst-state | nst-advise >"$tmp/eight.ndjson"
page eight

# Call stacks, some of which share frames.
nst-dump --stacks "$(profile sample)" | nst-link 2>"$tmp/err" >"$tmp/stacks.ndjson"
page stacks
jq -r 'select(.type == "sample" and .args.stack) | "\(.ts)\t\(.tid)\t\([.args.stack | reverse[] | "\(.symbol) \(.module)"] | join("; "))"' "$tmp/stacks.ndjson" | sort >"$tmp/stacks.want"

# A stream that begins before 0: its trace begins there.
echo '{"ts":-500,"dur":900,"type":"osrt","name":"early","pid":100,"tid":100}' >"$tmp/early.ndjson"
page early

# A finding in it, at 1500 ns of the trace.
cat "$tmp/early.ndjson" - >"$tmp/found.ndjson" <<'EOF'
{"ts":1000,"dur":400,"type":"finding","name":"gpu-gaps","args":{"sentence":"idle","cost":400,"advice":"work"}}
{"ts":1000,"dur":9000,"type":"osrt","name":"late","pid":100,"tid":100}
EOF
page found

# Work of a GPU, and a record of the profiler long after it.
cat >"$tmp/views.ndjson" <<'EOF'
{"ts":1000,"dur":100000,"type":"osrt","name":"read","pid":100,"tid":100}
{"ts":51000,"dur":10000,"type":"kernel","name":"k","pid":100,"device":0,"context":1,"stream":7}
{"ts":9001000,"dur":1000,"type":"overhead","name":"flush","pid":100,"tid":100}
EOF
page views

# The same with a record shortly after it.
sed 's/9001000/101000/' "$tmp/views.ndjson" >"$tmp/margin.ndjson"
page margin

# Two runs: in the new one, which begins later, and its first step later still, gemm is slower; lost
# is gone, extra and a finding came.
side() {
	awk -v begin="$1" -v first="$2" -v gemm="$3" -v own="$4" 'BEGIN {
		printf "{\"ts\":%d,\"dur\":10,\"type\":\"osrt\",\"name\":\"open\",\"pid\":100,\"tid\":100}\n", begin
		for (i = 0; i < 4; i++) {
			step = first + 10000 * i
			printf "{\"ts\":%d,\"dur\":9000,\"type\":\"nvtx\",\"name\":\"train\",\"pid\":100,\"tid\":100,\"step\":%d}\n", step, i
			printf "{\"ts\":%d,\"dur\":%d,\"type\":\"kernel\",\"name\":\"gemm\",\"pid\":100,\"device\":0,\"stream\":7,\"step\":%d}\n", step + 1000, gemm, i
			printf "{\"ts\":%d,\"dur\":500,\"type\":\"kernel\",\"name\":\"%s\",\"pid\":100,\"device\":0,\"stream\":7,\"step\":%d}\n", step + 6000, own, i
		}
	}'
	printf '{"ts":%d,"dur":1000,"type":"finding","name":"%s","args":{"sentence":"%s","cost":%d,"advice":"work"}}\n' \
		"$(($2 + 2000))" gpu-gaps "$4 is idle" 800 "$(($2 + 3000))" "${4%?}" "$4 alone" 400
}
side 0 1000 2000 lost >"$tmp/old.ndjson"
side 90000 93000 3000 extra >"$tmp/new.ndjson"
nst-diff --partial --page "$tmp/old.ndjson" "$tmp/new.ndjson" >"$tmp/compared.html" 2>"$tmp/err" || {
	cat "$tmp/err" >&2
	exit 1
}

# More time than numbers of a browser hold.
echo '{"ts":9007199254740993,"dur":5,"type":"osrt","name":"far","pid":100,"tid":100}' >"$tmp/far.ndjson"
page far

# Streams with nothing to draw.
echo '{"ts":0,"type":"stream","format":1}' >"$tmp/empty.ndjson"
page empty

if ! flock "$BUILD/viewers.lock" "$query" "$tmp/small.pftrace" 'select 1' >/dev/null 2>&1 ||
	oldperfetto "$tmp/small.pftrace"; then
	query=
fi
for name in "$tmp"/*.pftrace; do
	name=${name##*/}
	name=${name%.pftrace}
	case $name in million | merged | hostile | threads | stacks | far | early | ranks | eight | found | views | margin | empty) continue ;; esac
	[ -z "$query" ] || tree "$tmp/$name.pftrace" | awk -F '\t' '$6 > 0 { print $1 "\t" $2 "\t" $6 } $6 == 0 { print $1 "\t" $2 }' >"$tmp/$name.tree"
done
nst-dump "$(profile sample)" | nst-link 2>"$tmp/err" | nst-step | nst-state |
	nst-page --title steps-by-name >"$tmp/steps.html"
(cd "$tmp" && nst-page --index sample.html small.html steps.html >index.html) || exit 1
