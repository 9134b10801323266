#!/bin/sh
# SPDX-License-Identifier: MIT
# The tree of tracks as a performance engineer would draw it, as Perfetto shows it: that of the
# sample whole, and the rules of nst-chrome(1) for all profiles.
. tests/tap.sh
. tests/viewers/viewers.sh
needperfetto

# processes FILE: processes of a stream in the order in which they must come: by their time on GPUs,
# by what else they did, by number.
processes() {
	jq -r -n '[inputs | select(.pid and .type != "meta")] | group_by(.pid) | map({ pid: .[0].pid,
		gpu: (map(select(.dur and .stream != null) | .dur) | add // 0),
		did: (map(select((.stream == null or .tid) and .value == null and .type != "nvtx-kernel" and (.type == "sched" and .name == "sched-out" | not))) | length) })
		| map(select(.did > 0)) | sort_by(-.gpu, .pid)[] | "\(.gpu) \(.pid)"' "$1" | awk '$1 > 0 { print $2 }'
}

# rows PAGE: the rows of the manual's table in their order.
rows() {
	mandoc -Tutf8 "$1" | sed "s/.$(printf '\b')//g" | awk '/^ *row  *what is in it/ { on = 1; match($0, "row"); next } on && /^ *$/ { exit } on { print substr($0, RSTART) }' |
		sed 's/  .*//' | grep -v '^$'
}
rows man/nst-chrome.1 >"$tmp/rows"
is "$(sed -n '1p;$p' "$tmp/rows" | paste -s -d ,)" "NVTX,Diagnostics" "the manual lists rows ($(grep -c . "$tmp/rows"))"

# rules: what is wrong with a tree, on standard input: lines of depth, label, kind, unit, scale.
rules() {
	awk -F '\t' -v rows="$tmp/rows" '
		function wrong(what) { print what ": " $2 }
		# characters of UTF-8
		function size(s) { gsub(/[\200-\277]/, "", s); return length(s) }
		function first(s) { sub(/ · .*/, "", s); sub(/ \(default\)$/, "", s); sub(/^Stream [0-9]+$/, "Stream", s); return s }
		BEGIN { while ((getline line <rows) > 0) rank[line] = ++n }
		{ path[$1] = $2; key = ""; for (i = 0; i < $1 + 0; i++) key = key path[i] "/" }
		$2 == "" { wrong("no label") }
		(key, $2) in seen { wrong("twice in " key) }
		{ seen[key, $2] = 1 }
		$3 != "process" && size($2) > 30 { wrong("longer than 30 characters") }
		$1 == 0 { where = $3 == "process" ? 2 : $2 == "System" ? 3 : /GPU/ ? 1 : 9; split("", last); split("", done) }
		$1 == 0 && where < before { wrong("out of order among groups") }
		$1 == 0 { before = where; name = $2; next }
		$1 == 0 && where == 9 { wrong("a group of what?") }
		where == 2 && index($2, name) && name !~ /^main / { wrong("the process again, " name) }
		where == 2 && $1 == 1 && done["Profiler"] { wrong("behind the profiler") }
		where == 2 && $1 == 1 { done[$2] = 1 }
		$3 == "group" { split("", last); next }
		$3 == "counter" && $4 == "%" && $5 != "%" { wrong("percent without a common scale") }
		$3 == "counter" { next }
		!(first($2) in rank) { wrong("a row that the manual does not have"); next }
		rank[first($2)] < last[$1] { wrong("out of order among rows") }
		{ last[$1] = rank[first($2)] }'
}

# flat TRACE: the same of a JSON trace, as Perfetto and Chrome order it: lanes by their rows,
# threads by what stands behind the first dot.
flat() {
	jq -r '(if type == "object" then .traceEvents else . end) | map(select(.ph == "M")) as $m
		| [$m[] | { key: "\(.name) \(.pid) \(.name | if startswith("process") then "" else "x" end)\(if (.name | startswith("process")) then "" else .tid end)", value: (.args.name // .args.sort_index) }] | from_entries as $a
		| [$m[] | .pid] | unique | map({ pid: ., order: $a["process_sort_index \(.) "], name: $a["process_name \(.) "] }) | sort_by(.order)[] as $p
		| "0\t\($p.name)\t\(if $p.pid < 8388608 then "process" else "group" end)",
			([$m[] | select(.pid == $p.pid and .name == "thread_name") | .tid] | unique | map({ name: $a["thread_name \($p.pid) x\(.)"], order: $a["thread_sort_index \($p.pid) x\(.)"] }) | sort_by(.order)[]
				| "1\t\(.name)\ttrack")' "$1"
}

# flatrules: what is wrong with that.
flatrules() {
	awk -F '\t' '
		function wrong(what) { print what ": " $2 }
		function size(s) { gsub(/[\200-\277]/, "", s); return length(s) }
		$2 == "" || $2 == "null" { wrong("no label") }
		$1 == 0 { name = $2; where = $3 == "process" ? 2 : $2 == "System" ? 3 : 1; if (where < before) wrong("out of order among groups"); before = where }
		$1 == 0 && (size($2) > 30) { wrong("longer than 30 characters") }
		$1 == 0 { group++; next }
		(group, $2) in seen { wrong("twice in " name) }
		{ seen[group, $2] = 1 }
		{ lane = $2; sub(/ · [0-9]+$/, "", lane) }
		size(lane) > 30 { wrong("longer than 30 characters") }
		where == 2 && index($2, name) && name != "main" { wrong("the process again, " name) }'
}

for name in $(profiles); do
	ok "$name: drawn" draw "$name"
	nst-perfetto "$tmp/$name.ndjson" >"$tmp/$name.pftrace" 2>/dev/null
	tree "$tmp/$name.pftrace" >"$tmp/tree"
	is "$(rules <"$tmp/tree")" "" "$name: a good tree of $(grep -c . "$tmp/tree") rows"
	is "$(awk -F '\t' '{ n += $6 } END { print n + 0 }' "$tmp/tree")" "$(ask "$tmp/$name.pftrace" "select (select count(*) from slice) + (select count(*) from counter)")" "$name: with all that there is"
	is "$(awk -F '\t' '$3 == "process" { sub(/.* /, "", $2); print $2 }' "$tmp/tree" | head -n "$(processes "$tmp/$name.ndjson" | grep -c .)")" "$(processes "$tmp/$name.ndjson")" "$name: processes by their GPU work"
	is "$(ask "$tmp/$name.pftrace" "select distinct name from slice where category = 'sched'" | grep -vx Running)" "" "$name: idle is blank"
	flat "$tmp/$name.json" >"$tmp/flat"
	is "$(flatrules <"$tmp/flat")" "" "$name: good tracks in JSON ($(grep -c . "$tmp/flat"))"
	if [ "$name" = sample ]; then
		cp "$tmp/tree" "$tmp/sample.tree"
		cp "$tmp/flat" "$tmp/sample.flat"
	fi
done

if [ -n "${REWRITE-}" ]; then
	cp "$tmp/sample.tree" tests/viewers/sample.tree
	cp "$tmp/sample.flat" tests/viewers/sample.flat
fi
same "$tmp/sample.tree" tests/viewers/sample.tree "the sample: depth, label, kind, unit, scale and number of events of each row"
same "$tmp/sample.flat" tests/viewers/sample.flat "the sample in JSON: groups, tracks and lanes in order"

is "$(ask "$tmp/sample.json" "select p.name, p.pid, t.name from process p join thread t using (upid) where t.name is not null
	order by extract_arg(p.arg_set_id, 'process_sort_index_hint'), extract_arg(t.arg_set_id, 'thread_sort_index_hint')" | cut -f 3)" \
	"$(awk -F '\t' '$1 == 1 { print $2 }' "$tmp/sample.flat")" "Perfetto has the same order of JSON"
is "$(ask "$tmp/sample.json" "select count(*) from slice a join slice b on a.track_id = b.track_id and a.id < b.id
	and a.ts < b.ts + b.dur and b.ts < a.ts + a.dur
	and not (a.ts <= b.ts and b.ts + b.dur <= a.ts + a.dur) and not (b.ts <= a.ts and a.ts + a.dur <= b.ts + b.dur)")" 0 "slices of one track are nested or apart"
is "$(ask "$tmp/sample.json" "select count(distinct track_id) from slice s join thread_track tt on s.track_id = tt.id join thread t using (utid)
	where t.name glob 'Stream 7 (default)*'")" 2 "two kernels that overlap on one stream are on two lanes"
is "$(ask "$tmp/sample.json" "select count(*) from slice s join thread_track tt on s.track_id = tt.id
	join thread t using (utid) where t.is_main_thread")" 0 "no track passes for a main thread"

# what the checker is for
for bad in "0	python 1	process\n0	GPU 0	group" "0	python 1	process\n1	main 1	group\n2	CPU	track\n2	NVTX	track" "0	python 1	process\n1	Profiler	group\n1	main 1	group" \
	"0	python 1	process\n1	NVTX · python 1	track" "0	GPU 0	group\n1	a very long label that nobody reads	counter" "0	GPU 0	group\n1	NVTX	track\n1	NVTX	track" \
	"0	GPU 0	group\n1	SM	counter	%%" "0	GPU 0	group\n1	Scheduling	track" "0	System	group\n0	python 1	process"; do
	# shellcheck disable=SC2059 # the tree is the format
	ok "a bad tree is seen to be" test -n "$(printf "$bad\n" | rules)"
done

# more threads with names before "GPU" than the UI has places before processes
awk 'BEGIN {
	for (i = 10; i < 80; i++) {
		printf "{\"ts\":0,\"type\":\"meta\",\"name\":\"thread\",\"pid\":5,\"tid\":%d,\"args\":{\"name\":\"AsyncWorker\"}}\n", i
		printf "{\"ts\":%d,\"dur\":1,\"type\":\"osrt\",\"name\":\"n\",\"pid\":5,\"tid\":%d}\n", i, i
	}
	print "{\"ts\":90,\"dur\":1,\"type\":\"kernel\",\"name\":\"k\",\"pid\":5,\"device\":0,\"context\":1,\"stream\":7}"
	print "{\"ts\":99,\"type\":\"diagnostic\",\"name\":\"message\"}"
}' | nst-perfetto >"$tmp/t.pftrace"
is "$(tree "$tmp/t.pftrace" | awk -F '\t' '$1 == 0 { print $2 }' | paste -s -d ,)" " GPU 0,Process 5,System" "GPUs stay first and the system last, whatever threads are called"

finish
