#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-merge --align collectives with three and five ranks whose clocks drift. A model knows the
# true time of each event and writes it into the event's args as rank 0's clock shows it. The tests
# compare the merged times with these, not with the ends of collectives that nst-merge compared.
. tests/tap.sh

# model RANK BY PPM GROUPS: writes the stream of a rank to $tmp/rankRANK. At the time t (ns) the
# clock of the rank shows t + t * PPM / 10^6 + BY. A step takes 20 to 22 ms and has one kernel that
# is no collective, and one collective for each letter in GROUPS, the communicators of the rank.
# Its end is up to 10 us late; nst-merge(1) says "10 to 20 us apart". args.at is the true end on
# the clock of rank 0.
model() {
	awk -v rank="$1" -v by="$2" -v ppm="$3" -v groups="$4" '
		function chance() {
			seed = (seed * 1103515245 + 12345) % 2147483648
			return seed / 2147483648
		}
		function clock(t, by, ppm) {
			return int(t * (1 + ppm / 1e6)) + by
		}
		function event(t, name, stream) {
			printf "{\"ts\":%.0f,\"dur\":100000,\"type\":\"kernel\",\"name\":\"%s\",",
			    clock(t, by, ppm) - 100000, name
			printf "\"pid\":%d,\"device\":0,\"stream\":%d,\"args\":{\"at\":%.0f}}\n",
			    rank + 1, stream, clock(t, 2000000000, 12)
		}
		BEGIN {
			print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
			seed = 42
			for (i = 0; i < 1500; i++) {
				t += 20000000 + int(chance() * 2000000)
				for (g = 0; g < 5; g++) {
					letter = substr("abcde", g + 1, 1)
					late = sin(i * 7919 + g * 31 + rank * 104729) + 1
					if (index(groups, letter))
						event(t + g * 1000000 + int(late * 5000),
						    "ncclDevKernel_AllReduce_" letter, g)
				}
				event(t + 6000000 + rank * 1000, "gemm", 7)
			}
			print "{\"ts\":0,\"type\":\"end\"}"
		}' >"$tmp/rank$1"
}

# merge RANK...: aligns these ranks.
merge() {
	for rank; do
		shift
		set -- "$@" "$tmp/rank$rank"
	done
	run nst-merge -v --align collectives "$@"
}

# near EVENTS DESCRIPTION: the output has these events, "RANK NUMBER" for each rank, and each is
# within 20 us of the model.
near() {
	sed 1d "$tmp/out" |
		jq -r 'select(.type == "kernel") | [.pid - 1, .ts + .dur - .args.at] | @tsv' |
		awk '{
			n[$1]++
			far = $2 < 0 ? -$2 : $2
			if (far > 20000) print "rank " $1 ": " far " ns from the model"
		}
		END { for (r in n) print r, n[r] }' | sort >"$tmp/near"
	is "$(paste -s -d ' ' "$tmp/near")" "$1" "$2: each event is within 20 us of the model"
}

# inorder DESCRIPTION: the output is in order of time.
inorder() {
	jq -r 'select(.type == "kernel") | .ts' "$tmp/out" >"$tmp/times"
	ok "$1: the output is in order of time" sort -n -c "$tmp/times"
}

# drifts DESCRIPTION PPM...: for each input but the first, the header has the drift that makes a
# clock which is fast by PPM run as rank 0's does, within 0.2 ppm: 6 us in the 31 s of the capture.
drifts() {
	head -n 1 "$tmp/out" | jq -r '.merged[1:][].drift / 1e6' >"$tmp/drifts"
	what=$1
	shift
	for ppm; do
		awk -v ppm="$ppm" 'BEGIN { print ((1 + 12e-6) / (1 + ppm * 1e-6) - 1) * 1e6 }'
	done | paste "$tmp/drifts" - >"$tmp/both"
	is "$(awk 'NF != 2 || $1 - $2 > 0.2 || $2 - $1 > 0.2' "$tmp/both")" '' \
		"$what: drifts within 0.2 ppm"
}

# aligned: the status of the last run, and for each message of a rank that was aligned with a
# drift the rank and the number of collectives.
aligned() {
	echo "$status"
	sed -n "s/^nst-merge: \(rank[0-9]\): .*, drift [-0-9.]* ppm, residual [0-9.]* us, \
\([0-9]*\) collectives\$/\1 \2/p" "$tmp/err"
}

# The name of a test, the groups of each rank, the inputs in order, and the events of each rank.
while IFS='|' read -r what groups order events; do
	rank=0
	for group in $groups; do
		set -- 2000000000,12 -5000000000,-37 3000000,80 7123456789,5 -999,-120
		shift "$rank"
		model "$rank" "${1%,*}" "${1#*,}" "$group"
		rank=$((rank + 1))
	done
	# shellcheck disable=SC2086 # a list of ranks
	merge $order
	want=0
	set --
	for rank in ${order#0}; do
		want="$want rank$rank 1500"
		ppms='12 -37 80 5 -120'
		set -- "$@" "$(echo "$ppms" | cut -d ' ' -f $((rank + 1)))"
	done
	is "$(aligned | paste -s -d ' ')" "$want" "$what: each rank is aligned"
	drifts "$what" "$@"
	near "$events" "$what"
	inorder "$what"
done <<'END'
three ranks|a a a|0 1 2|0 3000 1 3000 2 3000
five ranks|a a a a a|0 1 2 3 4|0 3000 1 3000 2 3000 3 3000 4 3000
one shares collectives only with an input behind it|a b ab|0 1 2|0 3000 1 3000 2 4500
one shares collectives only with an input before it|a b ab|0 2 1|0 3000 1 3000 2 4500
a chain, each rank with the next, last rank first|a ab bc cd d|0 4 3 2 1|0 3000 1 4500 2 4500 3 4500 4 3000
END

# A rank that shares nothing with any other is named; --force leaves it and aligns the others.
model 1 -5000000000 -37 a
model 2 3000000 80 a
model 3 7123456789 5 e
merge 0 1 3 2
is "$status $(wc -c <"$tmp/out") $(tail -n 1 "$tmp/err")" \
	'1 0 nst-merge: rank3: too few collectives that others have, too (--force goes on)' \
	'one shares nothing: it is named'
run nst-merge -v --align collectives --force "$tmp/rank0" "$tmp/rank1" "$tmp/rank3" "$tmp/rank2"
is "$(aligned | paste -s -d ' ')" '0 rank1 1500 rank2 1500' \
	'one shares nothing, and --force: the others are aligned'
is "$(head -n 1 "$tmp/out" | jq -c '.merged[2] | [.offset, .drift // 0]')" '[0,0]' \
	'one shares nothing, and --force: it is not moved'
grep -v '"pid":4,' "$tmp/out" >"$tmp/others"
mv "$tmp/others" "$tmp/out"
near '0 3000 1 3000 2 3000' 'one shares nothing, and --force: the others'
finish
