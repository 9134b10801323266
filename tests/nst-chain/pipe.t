#!/bin/sh
# SPDX-License-Identifier: MIT
# What nst-chain writes, says and returns is what the pipe of the programs does, of each profile.
. tests/tap.sh

bash=$(command -v bash) || skipall 'no bash, whose pipefail the status is held against'

# piped WORD...: the same words through a shell: sets $status, leaves $tmp/out and $tmp/err.
piped() {
	line=
	for word; do
		case $word in
		'|') line="$line |" ;;
		*) line="$line '$(printf '%s' "$word" | sed "s/'/'\\\\''/g")'" ;;
		esac
	done
	run "$bash" -c "set -o pipefail; $line"
}

# alike WORD...: both do the same. Programs of a pipe speak in any order.
alike() {
	chosen || return 0
	piped "$@"
	sort "$tmp/err" >"$tmp/wanterr"
	cp "$tmp/out" "$tmp/want"
	wantstatus=$status
	run nst-chain "$@"
	sort "$tmp/err" >"$tmp/goterr"
	same "$tmp/out" "$tmp/want" "$name: $*"
	is "$status $(cat "$tmp/goterr")" "$wantstatus $(cat "$tmp/wanterr")" '... status and messages'
}

# all PROFILE: many pipelines of it.
all() {
	name=${1##*/}
	set -- nst-dump "$1"
	alike "$@" '|' nst-link
	alike "$@" '|' nst-perfetto
	alike "$@" '|' nst-filter --type gpu
	alike "$@" --stacks --hosts --names both '|' nst-link --project nvtx,cpu --graphs '|' \
		nst-filter --rename kernel '|' nst-chrome --object
	alike "$@" '|' nst-link '|' nst-filter --rename 's/a/b/' --color '{"gemm":"good","":"bad"}' \
		'|' nst-filter --min-dur 1us --rename pytorch --match 'a|e'
	alike "$@" --from +1ms --to -1ms '|' nst-link '|' nst-filter --inside . '|' nst-chrome --labels
	alike "$@" --type cpu,counter '|' nst-link '|' nst-filter --type nosuch --prefix nosuch '|' \
		nst-chrome
	alike "$@" '|' nst-link '|' nst-perfetto --render-stages --no-flows
	alike "$@" '|' nst-link --across threads '|' nst-filter --from -10ms '|' \
		nst-perfetto --min-activity 1%
	alike "$@" '|' nst-link '|' nst-sum
	alike "$@" '|' nst-link '|' nst-step '|' nst-state '|' nst-scrub --salt x '|' \
		nst-sum --by name,step --top 3
	alike "$@" '|' nst-link '|' nst-state --queue '|' nst-sum --report cuda_gpu_kern_sum --csv
	alike "$@" '|' nst-link '|' nst-state '|' nst-step
	alike "$@" --stacks '|' nst-link '|' nst-fold --what cpu
	alike "$@" '|' nst-scrub --salt x '|' nst-link '|' nst-fold --pprof
	alike "$@" '|' nst-link '|' nst-step --auto
	alike "$@" '|' nst-link --across threads '|' nst-step --range forward '|' nst-chrome --object
	alike "$@" '|' nst-link '|' nst-step --range . '|' nst-perfetto
	alike "$@" -j 2 '|' nst-link '|' nst-sum --json
	alike "$@" -j 3 --from +1ms '|' nst-link '|' nst-perfetto
	alike "$@" -j 5 --stacks '|' nst-link '|' nst-filter --from +2ms --to -2ms '|' nst-chrome
}

all "$BUILD/sample.sqlite"
all "$BUILD/sample.nsys-rep"
any=
for profile in "$PROFILES"/*.sqlite; do
	[ -e "$profile" ] || break
	any=1
	all "$profile"
done
[ -n "$any" ] || skip "no real exports in $PROFILES" 'the same of real exports'
# A scheme of colours that can be read once only, with programs that can't stand in one process.
printf '{"a":"good"}' >"$tmp/scheme"
mkfifo "$tmp/once"
for words in '' '--across threads'; do
	# shellcheck disable=SC2086 # words
	nst-dump "$BUILD/sample.sqlite" 2>/dev/null | nst-link $words 2>/dev/null |
		nst-filter --color "@$tmp/scheme" >"$tmp/want"
	cat "$tmp/scheme" >"$tmp/once" &
	# shellcheck disable=SC2086 # words
	run timeout 20 nst-chain nst-dump "$BUILD/sample.sqlite" '|' nst-link $words '|' \
		nst-filter --color "@$tmp/once"
	is "$status" 0 "a scheme from a pipe: nst-link $words"
	same "$tmp/out" "$tmp/want" '... as from a file'
	wait
done

finish
