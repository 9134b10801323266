#!/bin/sh
# SPDX-License-Identifier: MIT
# Every option and some combinations: what is kept, and with --invert what is dropped, are the
# input's very lines that jq picks.
. tests/tap.sh

# input NAME: its linked stream, thinned when it is long.
input() {
	nst-dump "$(profile "$1")" 2>/dev/null | nst-link 2>/dev/null >"$tmp/whole" || note "$1: nst-dump or nst-link failed"
	every=$(($(wc -l <"$tmp/whole") / 4000 + 1))
	awk "NR % $every == 1 % $every || /\"type\":\"(meta|end)\"/" "$tmp/whole"
}

# pick JQ: the values of an expression over the input, most frequent first.
pick() {
	jq -r "$1 | values" "$tmp/in" | sort | uniq -c | sort -rn | awk '{ print $2 }'
}

# When jq keeps an event, a tab, and the options that say the same.
rules() {
	cat <<EOT
true	
.type == "kernel"	--type kernel
.type | IN("kernel", "nvtx-kernel", "sched")	--type kernel,nvtx-kernel,sched
.type | IN("cuda-api", "nvtx", "nvtx-mark", "nvtx-kernel")	--type cuda-api --type ranges
.type | IN("gpu-memory", "gpu-metric")	--type counter
.type | IN("kernel", "memcpy", "memset", "graph", "call-kernel", "nvtx-mark")	--type gpu,nvtx-mark
.type | IN("cuda-api", "cuda-sync", "graph-node", "cublas", "osrt", "mpi", "sched", "overhead", "sample", "diagnostic", "opengl", "opengl-gpu")	--type cpu --type graphics
.type == "nvtx-mark"	--type nvtx-mark --min-dur 1s
prefix("Layer")	--prefix Layer
prefix("Layer") or prefix("nccl") or prefix("MPI_")	--prefix Layer --prefix nccl --prefix MPI_
prefix("a")	--prefix a --prefix aten::m
prefix("layer")	--prefix layer
true	--prefix ''
(.type | IN("nvtx", "nvtx-mark", "nvtx-kernel")) and (.name | startswith("Step"))	--prefix Step --type ranges
domain("$domain")	--domain '$domain'
domain(null)	--domain ''
domain(null) or domain("$domain")	--domain '' --domain '$domain'
annotated | not	--domain nobody
(.type | IN("nvtx", "nvtx-mark", "nvtx-kernel")) and domain("$domain") and prefix("ncclAll")	--domain '$domain' --prefix ncclAll --type ranges
name("gemm")	--match gemm
name("^(aten::|cuda|Layer [0-9])")	--match '^(aten::|cuda|Layer [0-9])'
name("(Async|Launch)[^_]*_v[0-9]+\$|^sched-in\$")	--match '(Async|Launch)[^_]*_v[0-9]+\$|^sched-in\$'
name("^.{5,12}\$")	--match '^.{5,12}\$'
true	--match ''
.pid == $pid	--pid $pid
.pid | IN($pid, $otherpid)	--pid $otherpid,$pid
(.pid | IN($pid, $otherpid)) and (.type | IN("kernel", "osrt"))	--pid $pid --pid $otherpid --type kernel,osrt
.tid == $tid	--tid $tid
(.tid | IN($tid, $othertid)) and .pid == $pid	--tid $tid,$othertid --pid $pid
.device == 1	--device 1
(.device | IN(0, 1)) and (.type | IN("kernel", "memset"))	--device 0,1 --type kernel,memset
.stream == 7	--stream 7
.stream == $stream and .device == 0	--stream $stream,99 --device 0
.ts >= $from or ends > $from	--from $from
.ts >= $from or ends > $from	--from=${from}ns
.ts < $to	--to $to
window($fromus * 1000; $toms * 1000000)	--from ${fromus}us --to ${toms}ms
window($froms * 1000000000 + 500000000; $froms * 1000000000 + 500000001)	--from $froms.5s --to $froms.500000001s
.type == "nvtx"	--type nvtx
.ts < $to	--from +0s --to $to
window($fromus * 1000 + 250; infinite)	--from $fromus.25us
lasts(10000)	--min-dur 10us
lasts(250000) and (.type | IN("kernel", "nvtx", "nvtx-mark"))	--min-dur 0.25ms --type kernel,nvtx,nvtx-mark
true	--min-dur 0
(prefix("Layer") or prefix("nccl")) and lasts(20000) and window($from; infinite) and name("[lL]")	--prefix Layer --prefix nccl --min-dur 20000 --from $from --match '[lL]'
EOT
}

functions='
	def annotated: .type | IN("nvtx", "nvtx-mark", "nvtx-kernel");
	def prefix($p): (annotated | not) or (.name // "" | startswith($p));
	def domain($d): (annotated | not) or .domain == $d;
	def name($re): .name // "" | test($re);
	def ends: if .open then infinite else .ts + (.dur // 0) end;
	def window($from; $to): .ts < $to and (.ts >= $from or ends > $from);
	def lasts($ns): .dur == null or .dur >= $ns;'

for name in sample saxpy-mpi-2.9.1 pytorch-nccl-2gpu-3.25.0 opengl-uvm-3.11.1; do
	[ -e "$(profile $name)" ] || continue
	input $name >"$tmp/in"
	{
		read -r pid
		read -r otherpid || otherpid=$pid
	} <<EOT
$(pick .pid)
EOT
	{
		read -r tid
		read -r othertid
	} <<EOT
$(pick .tid)
EOT
	domain=$(pick .domain | head -n 1)
	stream=$(pick .stream | sed -n '2p')
	: "${domain:=none}" "${stream:=$pid}"
	from=$(jq -s 'map(.ts) | sort | .[length / 3 | floor]' "$tmp/in")
	to=$(jq -s 'map(.ts) | sort | .[length * 2 / 3 | floor]' "$tmp/in")
	fromus=$((from / 1000)) toms=$((to / 1000000)) froms=$((from / 1000000000))

	rules >"$tmp/rules"
	conditions=$(cut -f 1 "$tmp/rules" | sed 's/.*/(&)/' | paste -s -d ,)
	# A line of input with a digit for each rule in front: 1 kept, 0 dropped, m for records that
	# always pass.
	jq -r "$functions if .type | IN(\"meta\", \"stream\", \"end\") then \"m\" else [$conditions] | map(if . then \"1\" else \"0\" end) | join(\"\") end" \
		"$tmp/in" | paste -d ' ' - "$tmp/in" >"$tmp/judged"
	rule=0
	while IFS='	' read -r condition options; do
		rule=$((rule + 1))
		awk -v rule=$rule -v kept="$tmp/kept" -v dropped="$tmp/dropped" '
			{ verdict = $1 == "m" ? "m" : substr($1, rule, 1); sub(/^[^ ]* /, "") }
			/"type":"end"/ { end = $0; next }
			verdict != "0" { print >kept; k++ }
			verdict != "1" { print >dropped; d++ }
			function finish(file, n) { sub(/"events":[0-9]*/, "\"events\":" n - 1, end); print end "\nstatus 0" >file }
			END { finish(kept, k); finish(dropped, d) }' "$tmp/judged"
		for way in kept dropped; do
			invert=
			[ $way = kept ] || invert=--invert
			eval "run nst-filter $options $invert \"\$tmp/in\""
			{ # the header's window, "filtered", and warnings: window.t, ../stream/filtered.t, warn.t
				sed -E '1s/(,"filtered":[{][^}]*[}])?(,"from":-?[0-9]+)?(,"to":-?[0-9]+)?}$/}/' "$tmp/out"
				grep -Ev '^nst-filter: .*: no (range|event|name) ' "$tmp/err"
				echo "status $status"
			} >"$tmp/got"
			same "$tmp/got" "$tmp/$way" "$name: ${options:-no option}: $way" || note "jq: $condition"
		done
	done <"$tmp/rules"
done
finish
