#!/bin/sh
# SPDX-License-Identifier: MIT
# --rank: the lines that jq picks by the ranks that process records tell; of a merged job each rank
# is its own profile.
. tests/tap.sh

cat >"$tmp/in" <<'END'
{"ts":0,"type":"meta","name":"process","pid":5,"args":{"name":"a","host":"0","rank":3}}
{"ts":0,"type":"meta","name":"process","pid":100000005,"args":{"name":"a","pid":5,"host":"1","rank":-1}}
{"ts":0,"type":"meta","name":"process","pid":6,"args":{"name":"b"}}
{"ts":0,"type":"meta","name":"process","pid":7,"args":{"name":"c","rank":"3"}}
{"ts":1,"dur":9,"type":"nvtx","name":"x","pid":5,"tid":3}
{"ts":2,"dur":9,"type":"nvtx","name":"y","pid":100000005,"tid":3}
{"ts":3,"dur":9,"type":"nvtx","name":"z","pid":6,"tid":3}
{"ts":4,"dur":9,"type":"nvtx","name":"text","pid":7,"tid":3}
{"ts":5,"dur":9,"type":"nvtx","name":"nobody","pid":3,"tid":3}
{"ts":6,"dur":9,"type":"collective","name":"none","args":{"last":3}}
{"ts":7,"dur":1,"type":"kernel","name":"k","pid":5,"device":0,"stream":3}
END
# keeps NAMES OPTION...: the names of events that are kept.
keeps() {
	names=$1
	shift
	run nst-filter "$@" "$tmp/in"
	is "$status $(jq -r 'select(.type | IN("meta", "stream", "end") | not).name' "$tmp/out" | paste -sd ' ')" "0 $names" "$*"
}
keeps 'x k' --rank 3
keeps 'y' --rank -1
keeps 'x y k' --rank 3,-1
keeps 'x y k' --rank 3 --rank -1
keeps 'k' --rank 3 --type kernel
keeps 'y z text nobody none' --rank 3 --invert
run nst-filter --rank 3 "$tmp/in"
is "$(jq -c 'select(.type == "meta").pid' "$tmp/out" | paste -sd ' ')" '5 100000005 6 7' 'meta records pass'
is "$(grep '"x"' "$tmp/out")" "$(grep '"x"' "$tmp/in")" 'a line is copied byte for byte'
run nst-filter --rank a "$tmp/in"
is "$status" 2 'a rank is a number'

# A job of two files, whose processes do not tell ranks themselves: each rank has what its file has.
if [ -e "$(profile sample)" ]; then
	nst-dump --type kernel,nvtx "$(profile sample)" 2>/dev/null | sed 's/,"rank":[0-9]*//' >"$tmp/rank0.ndjson"
	nst-dump --type kernel "$(profile sample)" 2>/dev/null | sed 's/,"rank":[0-9]*//' >"$tmp/rank1.ndjson"
	nst-merge --label 4@a,7@b "$tmp/rank0.ndjson" "$tmp/rank1.ndjson" >"$tmp/job" 2>/dev/null
	count() {
		jq -c 'select(.pid and .type != "meta") | [.ts, .dur, .name]' "$1" | sort
	}
	for rank in 0 1; do
		count "$tmp/rank$rank.ndjson" >"$tmp/want"
		nst-filter --rank $((rank * 3 + 4)) "$tmp/job" | count - >"$tmp/got"
		ok "rank $rank: there is some" test -s "$tmp/want"
		same "$tmp/got" "$tmp/want" "rank $rank of a job is its profile"
	done
else
	report 0 'a job # SKIP no shared profile'
fi
finish
