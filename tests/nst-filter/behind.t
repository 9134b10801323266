#!/bin/sh
# SPDX-License-Identifier: MIT
# Events behind a window are passed over by the beginning of their lines. What is written equals
# what jq selects from unsorted streams, and all that later records say still counts.
. tests/tap.sh

# stream SEED: 300 records, of which many are out of order, in forms that programs other than nst
# write as well.
stream() {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
		for (i = 0; i < 300; i++) {
			ts = int(rand() * 20) * 50 + i - 20
			dur = rand() < 0.7 ? ",\"dur\":" int(rand() * 300) : ""
			type = rand() < 0.1 ? "meta" : rand() < 0.5 ? "nvtx" : "custom"
			name = "\"name\":\"" type i "\""
			form = rand()
			if (form < 0.7)
				printf "{\"ts\":%d%s,\"type\":\"%s\",%s}\n", ts, dur, type, name
			else if (form < 0.8)
				printf "{\"type\":\"%s\",%s%s,\"ts\":%d}\n", type, name, dur, ts
			else if (form < 0.9)
				printf "{\"ts\":%d%s,\"type\":\"\\u00%x%s\",%s}\n", ts, dur,
				    type == "custom" ? 99 : type == "meta" ? 109 : 110,
				    substr(type, 2), name
			else
				printf " { \"ts\" : %d%s, \"type\": \"%s\", %s } \n", ts, dur,
				    type, name
			if (rand() < 0.02)
				print ""
		}
		print "{\"ts\":5000,\"type\":\"end\",\"skipped\":{\"a\":{\"b\":3}}}"
	}'
}

# model FROM TO: the names that are kept, by jq
model() {
	jq -r --argjson from "$1" --argjson to "$2" 'select(.name and (.type == "meta" or
	    (.ts < $to and (.ts >= $from or .ts + (.dur // 0) > $from)))) | .name'
}

for seed in 1 2 3 4 5 6; do
	stream $seed >"$tmp/in"
	for window in '100 101' '0 300' '450 620' '990 1000' '0 5000'; do
		from=${window% *} to=${window#* }
		model "$from" "$to" <"$tmp/in" >"$tmp/wanted"
		run nst-filter --from "$from" --to "$to" "$tmp/in"
		jq -r '.name // empty' "$tmp/out" >"$tmp/got"
		same "$tmp/got" "$tmp/wanted" "stream $seed: from $from to $to"
		is "$(tail -n 1 "$tmp/out")" "{\"ts\":5000,\"type\":\"end\",\"events\":$(
			wc -l <"$tmp/got" | tr -d ' '),\"skipped\":{\"a\":{\"b\":3}}}" \
			'the end record has the time and the numbers of the whole stream'
	done
done

cat >"$tmp/in" <<'EOT'
{"ts":10,"type":"stream","format":1}
{"ts":10,"dur":5,"type":"nvtx","name":"a","pid":1}
{"ts":50,"dur":5,"type":"nvtx","name":"b","pid":2}
{"ts":60,"dur":5,"type":"nvtx","name":"c","pid":3}
EOT
end='{"ts":60,"type":"end","events":3}'

# filtered OPTION...: runs nst-filter up to 20 ns over the records and an end record.
filtered() {
	{
		cat "$tmp/in"
		echo "$end"
	} >"$tmp/whole"
	run nst-filter --to 20 "$@" <"$tmp/whole"
}
filtered --pid 1,3
is "$status $(cat "$tmp/err")" '0 ' 'a value that only a later event has is no typing error'
filtered --pid 1,4
is "$status $(cat "$tmp/err")" '0 nst-filter: --pid: no event has pid 4' 'one that none has is'
filtered --match c
is "$status $(cat "$tmp/err")" '0 ' 'the same for a pattern'
filtered --invert
is "$(jq -r '.name // empty' "$tmp/out" | tr -d '\n')" bc '--invert keeps what is behind'

run nst-filter --to 20 "$tmp/in"
like "$status $(cat "$tmp/err")" '^1 .*: truncated input: it has a header and no end record$' \
	'truncation behind the window is noticed'
printf '{"ts":70,"dur":5,"type":"nv' >>"$tmp/in"
run nst-filter --to 20 "$tmp/in"
like "$status $(cat "$tmp/err")" '^1 .*: truncated input: ' 'also within a line'
{
	sed '$d' "$tmp/in"
	echo '{"ts":70,"type":"failed"}'
} >"$tmp/failed"
run nst-filter --to 20 "$tmp/failed"
like "$status $(cat "$tmp/err")" ':5: the program that wrote it failed here$' \
	'so is a record that its writer failed'
{
	sed '$d' "$tmp/in"
	echo '{"ts":70,"type":'
	echo "$end"
} >"$tmp/bad"
run nst-filter --to 20 "$tmp/bad"
like "$status $(cat "$tmp/err")" ':5: bad line: ' 'so is a line that is no record'
{
	sed '$d' "$tmp/in"
	echo '{"ts":5,"type":"nvtx","name":"early"}'
	echo "$end"
} >"$tmp/unsorted"
run nst-filter --to +10 "$tmp/unsorted"
like "$status $(cat "$tmp/err")" ':5: ts 5 comes after 10: put the stream in order first' \
	'times from the start need a sorted stream'

# The line is no JSON, but its beginning shows that it is behind the window.
{
	sed '$d' "$tmp/in"
	echo '{"ts":70,"type":"nvtx","name":nothing}'
	echo "$end"
} >"$tmp/passed"
run nst-filter --to 20 "$tmp/passed"
is "$status $(jq -r '.name // empty' "$tmp/out" | tr -d '\n')" '0 a' \
	'the rest of a line behind the window is not read'
run nst-filter --to 80 "$tmp/passed"
is "$status" 1 'in the window it is'
finish
