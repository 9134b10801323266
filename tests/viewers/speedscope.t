#!/bin/sh
# SPDX-License-Identifier: MIT
# speedscope's importer takes the lines of nst-fold for stacks, and has each with its weight.
. tests/tap.sh
. tests/viewers/viewers.sh
neednpm speedscope

# imported FILE: what speedscope has of it.
imported() {
	run node tests/viewers/speedscope.cjs "$BUILD/viewers" "$1"
	sort "$tmp/out" >"$tmp/got"
}

for name in $(profiles | grep -x -e sample -e 'opengl.*' -e 'pytorch-nccl.*' -e 'saxpy.*'); do
	nst-dump --stacks "$(profile "$name")" 2>/dev/null | nst-link 2>/dev/null >"$tmp/linked"
	for what in gpu cpu samples; do
		nst-fold --what $what "$tmp/linked" 2>/dev/null | awk '$NF > 0' | sort >"$tmp/lines"
		[ -s "$tmp/lines" ] || continue
		imported "$tmp/lines"
		is "$status $(cat "$tmp/err")" '0 ' "$name: $what: speedscope imports it"
		same "$tmp/got" "$tmp/lines" "$name: $what: all stacks and weights"
	done
done
echo 'no stacks' >"$tmp/none"
imported "$tmp/none"
is "$status" 1 'what is none is not taken for some'

finish
