#!/bin/sh
# SPDX-License-Identifier: MIT
# --labels against what nsys2json itself wrote for the same exports.
. tests/tap.sh
. tests/nst-chrome/nsys2json.sh

# ours PROFILE FORM: what takes the place of nsys2json with the options of that form.
ours() {
	case $2 in
	kernel) nst-dump --type kernel "$1" ;;
	kernel-api) nst-dump --type kernel,cuda-api "$1" ;;
	prefix) nst-dump --type kernel,nvtx,cuda-api "$1" | nst-filter --prefix aten::m | nst-link ;;
	default) nst-dump --type kernel,nvtx,cuda-api "$1" | nst-link | nst-filter --type kernel,nvtx-kernel ;;
	all) nst-dump --type kernel,nvtx,cuda-api "$1" | nst-link ;;
	color) nst-dump --type kernel,nvtx,cuda-api "$1" | nst-link | nst-filter --type kernel,nvtx,nvtx-kernel --color '{"mm": "good", "relu": "terrible"}' ;;
	esac 2>/dev/null | nst-chrome --labels >"$tmp/out"
}

comparerecorded ours kernel kernel-api default all prefix color

nst-dump "$(profile sample)" 2>/dev/null | nst-link | nst-chrome --labels >"$tmp/out" 2>"$tmp/err"
like "$(cat "$tmp/err")" '^nst-chrome: left out, since nsys2json has no place for them: .*[0-9]+ nvtx-mark.*[0-9]+ memcpy' 'what is left out is said'
is "$(jq -r '.[].cat' "$tmp/out" | sort -u | paste -s -d ' ')" 'cuda cuda_api nvtx nvtx-kernel' 'its four types only'
is "$(grep -c '"[dt][us]r*":-*[0-9]*\(,\|\.[0-9]*0[0-9]*0,\)' "$tmp/out")" 0 'times as a floating-point number is written'
finish
