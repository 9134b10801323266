#!/bin/sh
# SPDX-License-Identifier: MIT
# Plain words: ../shared/tools/riddles finds at most 1.5 hard sentences in 1,000 words of README,
# the cookbook, NEWS and the manual.
. tests/tap.sh

riddles=../shared/tools/riddles
[ -x "$riddles" ] || skipall '../shared/tools/riddles is absent'
command -v python3 >/dev/null || skipall 'python3 is not installed'

# rate FILE...: hits in 1,000 words.
rate() {
	"$riddles" -q "$@" | sed -n 's/.*: \([0-9.]*\) per 1,000$/\1/p'
}

# few WHAT FILE...
few() {
	what=$1
	shift
	rate=$(rate "$@")
	ok "$what: $rate in 1,000 words" awk -v rate="$rate" 'BEGIN { exit !(rate != "" && rate <= 1.5) }'
	[ "$failed" -eq "$before" ] || note "$("$riddles" "$@" | head -n 20)"
	before=$failed
}

before=0
# the tool takes text without a suffix for a script
cp NEWS "$tmp/NEWS.md"
printf 'What it is, who has it and so many lie here: it is said.\n' >"$tmp/hard.md"
ok 'a hard sentence is found' awk -v rate="$(rate "$tmp/hard.md")" 'BEGIN { exit !(rate > 100) }'
few README README.md
few cookbook doc/guide.md
few NEWS "$tmp/NEWS.md"
few manual man/*
finish
