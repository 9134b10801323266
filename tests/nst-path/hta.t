#!/bin/sh
# SPDX-License-Identifier: MIT
# The critical path of traces of PyTorch, beside that of HolisticTraceAnalysis.
. tests/tap.sh

traces=$top/../shared/kineto
[ -e "$traces/alexnet-sync-events.json.gz" ] || skipall "$traces is not there"

# shares NAME OPTION...: the share of host, GPU and gaps in the path, in per cent. HTA gives no time
# to the edges between operators of a thread: the time of annotations of the user outside of
# operators, and outside of ranges.
shares() {
	nst-dump "$traces/$1.json.gz" 2>/dev/null | nst-link 2>/dev/null | nst-step --quiet >"$tmp/linked"
	shift
	nst-path "$@" "$tmp/linked" 2>/dev/null >"$tmp/path"
	jq -r 'select(.type == "nvtx" and .domain == "user_annotation") | .name' "$tmp/path" | sort -u >"$tmp/annotations"
	jq -r 'select(.type == "path") | [.args.kind, .name // "", .dur] | @tsv' "$tmp/path" | awk -F '\t' '
		NR == FNR { annotation[$1]; next }
		$1 == "host other" || ($1 == "host range" && $2 in annotation) { between += $3; next }
		$1 ~ /^host/ || $1 == "synchronisation" { host += $3 }
		$1 ~ /^(kernel|copy|communication)$/ { gpu += $3 }
		$1 == "device gap" { gap += $3 }
		$1 == "launch delay" { launch += $3 }
		END { all = host + gpu + gap + launch + counted * between; printf "%.3f %.3f %.3f %.3f\n", 100 * host / all, 100 * gpu / all, 100 * gap / all, 100 * between / (all + (1 - counted) * between) }' counted="$counted" "$tmp/annotations" -
}

# near GOT WANTED DESCRIPTION: two shares differ by at most two points.
near() {
	ok "$3: $1 %, HTA $2 %" awk "BEGIN { exit !($1 - $2 <= 2 && $2 - $1 <= 2) }"
}

# hta NAME KEY
hta() {
	jq -r ".critical_path.percent_bound_by.$2 // 0" "$traces/$1.hta.json"
}

# The range of the alexnet trace is an operator, so its own time counts there.
counted=1
# shellcheck disable=SC2046 # words
set -- $(shares alexnet-sync-events --range 'measure.*forward')
near "$1" "$(hta alexnet-sync-events cpu_bound)" 'alexnet: host'
near "$2" "$(hta alexnet-sync-events gpu_compute_bound)" 'alexnet: GPU'
near "$3" "$(hta alexnet-sync-events gpu_kernel_kernel_overhead)" 'alexnet: between kernels'

counted=0
# shellcheck disable=SC2046
set -- $(shares resnet-ddp-v100-ns --step first)
near "$1" "$(hta resnet-ddp-v100-ns cpu_bound)" 'resnet: host'
near "$2" "$(hta resnet-ddp-v100-ns gpu_compute_bound)" 'resnet: GPU'
near "$3" "$(hta resnet-ddp-v100-ns gpu_kernel_kernel_overhead)" 'resnet: between kernels'
note "resnet: $4 % of the path is between operators, which HTA leaves out"

finish
