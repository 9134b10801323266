#!/bin/sh
# SPDX-License-Identifier: MIT
# Random traces of PyTorch's profiler against a model of nst-dump and nst-link that is written from
# their manuals only: the events of a trace, their order, and the links. MODEL_SEEDS sets the number
# of traces, MODEL_FIRST the first seed.
. tests/tap.sh

: "${MODEL_SEEDS:=12}" "${MODEL_FIRST:=1}"

# quoted: numbers of times as strings.
quoted() {
	sed -E 's/"(ts|dur)" *: *([-+0-9.eE]+)/"\1":"\2"/g'
}

# model FILE ARGUMENT...: runs a program of the model.
model() {
	program=$1
	shift
	jq -L tests/nst-dump -c -S -f "tests/nst-dump/model$program.jq" "$@"
}

# differences GOT WANTED: prints the first.
differences() {
	sort "$1" >"$tmp/left"
	sort "$2" >"$tmp/right"
	diff "$tmp/left" "$tmp/right" | head -n 4 | cut -c -600
}

seed=$MODEL_FIRST
events=0
links=0
while [ $seed -lt $((MODEL_FIRST + MODEL_SEEDS)) ]; do
	jq -n -j --argjson seed $seed -f tests/nst-dump/modeltrace.jq >"$tmp/trace.json"
	quoted <"$tmp/trace.json" >"$tmp/quoted.json"
	run nst-dump "$tmp/trace.json"
	mv "$tmp/out" "$tmp/stream"
	wrong="$(grep -v 'ends of events (phase E) without a beginning' "$tmp/err")"
	zero=$(sed -n '1s/^{"ts":\([-0-9]*\).*/\1/p' "$tmp/stream")
	quoted <"$tmp/stream" >"$tmp/lines"
	model events --arg zero "$zero" "$tmp/quoted.json" >"$tmp/wanted"
	model stream --arg zero "$zero" "$tmp/lines" >"$tmp/got"
	events=$((events + $(wc -l <"$tmp/wanted")))
	is "$status$wrong$(differences "$tmp/got" "$tmp/wanted")" 0 "seed $seed: the events"
	# in order of time; open ranges first, then the longest, instants last
	is "$(jq -s -c 'map([.t, (if .open then -1e300 elif .d then -.d else 1 end)]) | . == sort' "$tmp/got")" true "seed $seed: their order"
	nst-link --quiet "$tmp/stream" | quoted >"$tmp/linked"
	model links -s "$tmp/lines" >"$tmp/wanted"
	model linked -s "$tmp/linked" >"$tmp/got"
	links=$((links + $(wc -l <"$tmp/wanted")))
	is "$(differences "$tmp/got" "$tmp/wanted")" '' "seed $seed: the links"
	seed=$((seed + 1))
done
ok "there are events and links: $events, $links" test $((events / MODEL_SEEDS)) -gt 20 -a $links -gt $((MODEL_SEEDS * 5))
finish
