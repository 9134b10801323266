#!/bin/sh
# SPDX-License-Identifier: MIT
# Clocks told by collectives: shifts and drifts that are known are found again, and what does not
# tell is refused.
. tests/tap.sh

# split PROFILE PID SHIFT: the events of a process, earlier by some ns, as if of another host.
split() {
	nst-dump "$(profile "$1")" 2>/dev/null | grep -e '"type":"stream"' -e '"type":"end"' -e "\"pid\":$2[,}]" |
		sed '1s/,"host":"[^"]*"//' |
		awk -v by="$3" '{ match($0, /^{"ts":[0-9]+/); printf "{\"ts\":%.0f%s\n", substr($0, 7, RLENGTH - 6) - by, substr($0, RLENGTH + 1) }'
}

# ends FILE: where its collectives end.
ends() {
	jq -r 'select(.type == "kernel" and (.name | startswith("nccl"))) | .ts + .dur' "$1"
}

# offset: of the second input, in the output of the last run.
offset() {
	head -n 1 "$tmp/out" | jq -r '.merged[1].offset'
}

# within VALUE LOW HIGH
within() {
	[ "$1" -ge "$2" ] && [ "$1" -le "$3" ]
}

# One clock, by another formula: the median of how far the ends are apart, in order.
while read -r name first second pairs limit; do
	[ -e "$(profile "$name")" ] || {
		report 0 "$name # SKIP it is not there"
		continue
	}
	split "$name" "$first" 0 >"$tmp/rank0"
	split "$name" "$second" 123456789 >"$tmp/rank1"
	run nst-merge -v --align collectives "$tmp/rank0" "$tmp/rank1"
	ends "$tmp/rank0" >"$tmp/ends0"
	ends "$tmp/rank1" >"$tmp/ends1"
	want=$(paste "$tmp/ends0" "$tmp/ends1" | awk '{ printf "%.0f\n", $1 - $2 }' | sort -n | awk '{ v[NR] = $1 } END { printf "%.0f\n", v[int(NR / 2) + 1] }')
	is "$status $(offset)" "0 $want" "$name: the median of the ends"
	ok "$name: it is the shift, within $limit ns" within "$((want - 123456789))" "-$limit" "$limit"
	like "$(cat "$tmp/err")" "^nst-merge: rank1: [+]123\.4[0-9]* ms, residual [0-9.]* us, $pairs collectives\$" "$name: it is said"
done <<'END'
sample 4201 4202 18 5000
pytorch-nccl-2gpu-3.25.0 148 149 31 22000
END

# made RANK [awk assignment]...: a rank of a made job, in order of time. Steps are 20 ms and some,
# by chance, and end in a collective; its ends are apart by up to 10 us. clock: drift (1) and offset
# (ns) of the rank. without: a collective that it lacks. second: one more communicator, whose
# collectives have the same names, end 3 ms before, and come in every second step.
made() {
	rank=$1
	shift
	awk -v rank="$rank" -v steps=200 -v drift=0 -v by=0 -v without=-1 -v utc=0 -v even=0 -v noise=10000 "$@" '
		function chance() {
			seed = (seed * 1103515245 + 12345) % 2147483648
			return seed / 2147483648
		}
		function own(i) {
			return int((sin(i * 7919 + rank * 104729) + 1) / 2 * noise)
		}
		function kernel(end, i, stream) {
			end = end + own(i * 2 + stream)
			end = int((end - by) * (1 + drift))
			if (i != without)
				printf "{\"ts\":%.0f,\"dur\":100000,\"type\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce\",\"pid\":1,\"device\":0,\"stream\":%d}\n", end - 100000, stream
		}
		BEGIN {
			print "{\"ts\":0,\"type\":\"stream\",\"format\":1" (utc ? ",\"utc\":" utc : "") "}"
			seed = 42
			for (i = 0; i < steps; i++) {
				t += 20000000 + (even ? 0 : int(chance() * 2000000))
				if (second && i % 2)
					kernel(t - 3000000, i, 2)
				kernel(t, i, 1)
			}
			print "{\"ts\":0,\"type\":\"end\"}"
		}' | sort -s -t: -k2,2n | awk '/"end"/ { end = $0; next } /"stream","f/ { print; next } { rest = rest $0 "\n" } END { printf "%s%s\n", rest, end }'
}

made 0 >"$tmp/rank0"
made 1 -v by=-5000000000 >"$tmp/rank1"
run nst-merge -v --align collectives "$tmp/rank0" "$tmp/rank1"
ok 'five seconds' within "$(($(offset) + 5000000000))" -2000 2000
made 1 -v by=3000000 -v without=0 >"$tmp/rank1"
run nst-merge -v --align collectives "$tmp/rank0" "$tmp/rank1"
ok 'a capture that begins later by one' within "$(($(offset) - 3000000))" -2000 2000
made 1 -v by=3000000 -v without=100 >"$tmp/rank1"
run nst-merge -v --align collectives "$tmp/rank0" "$tmp/rank1"
ok 'one that is missing in the middle' within "$(($(offset) - 3000000))" -2000 2000
made 0 -v second=1 >"$tmp/rank0"
made 1 -v by=3000000 -v second=1 >"$tmp/rank1"
run nst-merge -v --align collectives "$tmp/rank0" "$tmp/rank1"
ok 'two communicators' within "$(($(offset) - 3000000))" -2000 2000

# A drift: both ends of the capture are where they were.
for ppm in 5 -37; do
	made 0 -v steps=1500 >"$tmp/rank0"
	made 1 -v steps=1500 -v by=3000000 -v drift=$ppm"e-6" >"$tmp/rank1"
	run nst-merge -v --align collectives "$tmp/rank0" "$tmp/rank1"
	like "$(cat "$tmp/err")" 'drift -?[0-9.]+ ppm, residual [0-9]\.[0-9]* us, 1500 collectives$' "a drift of $ppm ppm: it is said"
	ok "a drift of $ppm ppm: within 0.2 ppm" within "$(($(head -n 1 "$tmp/out" | jq '.merged[1].drift') + ppm * 1000000))" -200000 200000
	sed 1d "$tmp/out" | jq -r 'select(.type == "kernel") | "\(.pid) \(.ts)"' | awk '
		$1 == 1 { a[n++] = $2 } $1 != 1 { b[k++] = $2 }
		END { for (i = 0; i < n; i++) { d = a[i] - b[i]; if (d < 0) d = -d; if (d > worst) worst = d } print n, k, worst < 12000 ? "near" : worst }' >"$tmp/got"
	is "$(cat "$tmp/got")" '1500 1500 near' "a drift of $ppm ppm: all ends are together"
done
is "$(head -n 1 "$tmp/out" | jq '.merged[1].drift != 0')" true 'the header has it'

# A file of offsets gives the same again.
made 1 -v steps=1500 -v by=3000000 -v drift=5e-6 >"$tmp/rank1"
run nst-merge -v --align collectives --offset "$tmp/offsets" "$tmp/rank0" "$tmp/rank1"
sed 1d "$tmp/out" >"$tmp/want"
run nst-merge -v --offset "$tmp/offsets" "$tmp/rank0" "$tmp/rank1"
sed 1d "$tmp/out" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'offsets from a file'

# Inputs of one host go together, by the one that has collectives.
made 0 >"$tmp/rank0"
made 1 -v by=7000000 | sed '1s/}$/,"host":"h","clock":500}/' >"$tmp/rank1"
printf '%s\n' '{"ts":0,"type":"stream","host":"h","clock":400}' '{"ts":3,"type":"x","pid":9}' '{"ts":3,"type":"end"}' >"$tmp/rank2"
run nst-merge -v --align collectives "$tmp/rank0" "$tmp/rank2" "$tmp/rank1"
got=$(head -n 1 "$tmp/out" | jq -c '[.merged[1, 2].offset]')
is "$(echo "$got" | jq '.[1] - .[0]')" 100 'one host: by its clock'
ok 'one host: by collectives onto the others' within "$(($(echo "$got" | jq '.[1]') - 7000000))" -2000 2000

# refused REASON: the second input is, and with --force taken.
refused() {
	run nst-merge -v --align collectives "$tmp/rank0" "$tmp/rank1"
	is "$status $(wc -c <"$tmp/out")" '1 0' "$1: refused"
	like "$(cat "$tmp/err")" "^nst-merge: rank1: $1.* \(--force goes on\)\$" "$1: it is said"
	run nst-merge -v --align collectives --force "$tmp/rank0" "$tmp/rank1"
	is "$status $(tail -n 1 "$tmp/out" | jq -r .type)" '0 end' "$1: --force"
}
made 0 -v utc=1000 >"$tmp/rank0"
made 1 -v steps=3 -v utc=1500 >"$tmp/rank1"
refused 'too few collectives that others have, too'
is "$(offset) $(grep '+500' "$tmp/err")" '500 nst-merge: rank1: +500 ns, by UTC' 'too few, and --force: by UTC'
grep -v kernel "$tmp/rank1" >"$tmp/none"
mv "$tmp/none" "$tmp/rank1"
refused 'too few collectives that others have, too'
made 0 -v even=1 >"$tmp/rank0"
made 1 -v even=1 >"$tmp/rank1"
refused 'its collectives fit those of others in two ways'
made 0 >"$tmp/rank0"
made 1 -v noise=3000000 >"$tmp/rank1"
refused 'its collectives end apart from those of others'
run nst-merge -v --force "$tmp/rank0" "$tmp/rank1"
is "$status" 2 '--force without collectives is a usage error'
status=0
nst-merge -v --align collectives "$tmp/rank0" - <"$tmp/rank1" >"$tmp/out" 2>"$tmp/err" || status=$?
is "$status $(cat "$tmp/err")" "1 nst-merge: stdin: --align collectives reads its input twice: write it to a file first" 'standard input cannot be read twice'
head -n 100 "$tmp/rank1" >"$tmp/cut"
run nst-merge -v --align collectives "$tmp/rank0" "$tmp/cut"
is "$status $(wc -c <"$tmp/out") $(cat "$tmp/err")" "1 0 nst-merge: $tmp/cut: truncated input: it has a header and no end record" 'an input that is cut'
finish
