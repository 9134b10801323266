#!/bin/sh
# SPDX-License-Identifier: MIT
# Tables describe themselves, and nst-diff refuses those that it cannot compare with the other side.
# The first record of nst-sum --json, nst-sum(1).
. tests/tap.sh

nst-dump "$(profile sample)" 2>/dev/null | nst-link >"$tmp/stream" 2>/dev/null
table() {
	file=$1
	shift
	nst-sum --json "$@" "$tmp/stream" >"$tmp/$file" 2>/dev/null
}
record() {
	head -n 1 "$tmp/table" | jq -c ".table | $1"
}

table table
is "$(record '[.by, .top, .from, .event, .over]')" '[["type","name"],null,null,null,null]' \
	'the usual table'
header=$(head -n 1 "$tmp/stream")
is "$(record .source)" "$(echo "$header" | jq -c '{product, utc, host} | with_entries(select(.value))')" \
	'the capture, as the header of the stream tells it'
is "$(record '.not_additive | contains(["mean", "median", "share", "p90"])')" true 'means are not added'
is "$(record '.not_additive | contains(["total"])')" false 'totals are'
for column in $(record .not_additive | jq -r '.[]'); do
	case $column in count | total | bytes | kernels | kernel_time | self | wait | transfer) ok "$column" false ;; esac
done
table table --by nvtx:all,type
is "$(record '.not_additive | contains(["total", "count"])')" true '--by nvtx:all: nothing is added'
table table --top 3 --event gemm --from +10ms --to +20ms
is "$(record '[.top, .event, (.to - .from)]')" '[3,["gemm"],10000000]' '--top, --event, --from and --to'
run nst-sum --json "$tmp/stream"
is "$(sed -n '2,$p' "$tmp/out" | grep -c '"span":')" 1 'the record of the span'
is "$(jq -c 'select(has("busy")) | .device' "$tmp/out" | sort | paste -sd ' ')" \
	"$(jq -r 'select(.device != null and .type == "kernel") | .device' "$tmp/stream" | sort -u | paste -sd ' ')" \
	'a record for each GPU'
nst-sum --by none --json "$tmp/stream" | grep -e '"span":' -e '"busy":' >"$tmp/want"
grep -e '"span":' -e '"busy":' "$tmp/out" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'these records are those of --by none'

# A table is equal to its stream, whole and cut.
table whole
runrows nst-diff --json "$tmp/whole" "$tmp/stream"
is "$status $(jq -r 'select(has("change")).change' "$tmp/out" | sort -u)" '0 equal' 'a table and its stream'
nst-filter --from +100ms --to +150ms "$tmp/stream" >"$tmp/cut"
nst-sum --json "$tmp/cut" >"$tmp/cuttable" 2>/dev/null
runrows nst-diff --json "$tmp/cuttable" "$tmp/cut"
is "$status $(jq -r 'select(has("change")).change' "$tmp/out" | sort -u)" '0 equal' 'of a part of the time'

# refused WHY OPTION...: a table with these options is not compared with the whole stream.
refused() {
	why=$1
	shift
	table table "$@"
	run nst-diff "$tmp/table" "$tmp/stream"
	is "$status $(wc -l <"$tmp/err") $(cat "$tmp/out")" '1 1 ' "refused: $*"
	like "$(cat "$tmp/err")" "$why" "refused, and why: $*"
}
refused 'has only the first rows of each type' --top 3
refused 'is by \["type"\] and not by name' --by type
refused 'counts an event in several rows' --by type,nvtx:all,name
refused 'counts an event in several rows' --event gemm --event reduce
refused '--event restricts them to other names' --event gemm
refused 'only one of them is cut to a window' --from +10ms
refused 'has a row for each part of time' --bins 4
refused 'only one of them is cut to a window' --to -10ms
table one --event gemm
table two --event gemm
run nst-diff "$tmp/one" "$tmp/two"
is "$status" 0 'both have the same --event'
table two --event 'gemm|x'
run nst-diff "$tmp/one" "$tmp/two"
is "$status" 1 'they have other ones'
finish
