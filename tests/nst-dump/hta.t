#!/bin/sh
# SPDX-License-Identifier: MIT
# The figures that HolisticTraceAnalysis computes of nine traces of PyTorch, computed by our
# programs.
. tests/tap.sh

: "${KINETO:=../shared/kineto}"
[ -e "$KINETO/README.md" ] || skipall 'no traces of PyTorch'

for trace in "$KINETO"/*.json.gz; do
	name=$(basename "$trace" .json.gz)
	nst-dump "$trace" 2>"$tmp/err" | nst-link 2>>"$tmp/err" |
		nst-state --comm '(?i)^nccl' >"$tmp/stream" 2>>"$tmp/err"
	# HTA holds times as doubles: those of 1970 have a quarter of a microsecond.
	slack=0.0005
	gzip -dc "$trace" | grep -qE '"ts": *[0-9]{16}\.' && slack=0.25
	# jq has doubles too: it gets times from the first event on.
	first=$(sed -n '1s/{"ts":\([0-9]*\).*/\1/p' "$tmp/stream")
	awk -v first="$first" '{
		while (match($0, /"ts":[0-9]+/)) {
			ts = substr($0, RSTART + 5, RLENGTH - 5)
			printf "%s\"ts\":%s", substr($0, 1, RSTART - 1), less(ts)
			$0 = substr($0, RSTART + RLENGTH)
		}
		print
	}
	# The difference of two integers beyond 2^53: their first digits, then their last nine.
	function less(ts,    high, low) {
		high = substr(ts, 1, length(ts) - 9) - substr(first, 1, length(first) - 9)
		low = substr(ts, length(ts) - 8) - substr(first, length(first) - 8)
		return sprintf("%.0f", high * 1e9 + low)
	}' "$tmp/stream" >"$tmp/small"
	# HTA takes waits (cuda_sync) and overhead of the profiler for work of the GPU.
	case $name in
	alexnet-sync-events) unlike='idle time,other busy time,span' ;;
	eager-b200) unlike='idle time,compute time' ;;
	*) unlike='' ;;
	esac
	is "$(jq -rs --arg unlike "$unlike" --slurpfile hta "$KINETO/$name.hta.json" --arg slack "$slack" \
		-f tests/nst-dump/hta.jq "$tmp/small" 2>&1)" '' "$name: the figures of HTA"
done

finish
