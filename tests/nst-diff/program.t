#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-diff as a program among the others: its command line, the programs that it runs, inputs that
# are bad, output that cannot be written, bounded memory.
. tests/tap.sh

small=$top/tests/stream/small.ndjson
sample=$(profile sample)

for option in --unknown -x --partial=1 --gate --gate=x --gate=5 --top=0 --by= --type= --rename=x; do
	run nst-diff "$option" "$small" "$small"
	is "$status $(cat "$tmp/out")" '2 ' "$option: status 2 and no output"
done
for files in '' "$small" "$small $small $small" "--old $small" "--new $small" "--old $small --new" "--old $small --new $small -- $small"; do
	# shellcheck disable=SC2086 # several words
	run nst-diff $files
	is "$status $(cat "$tmp/out")" '2 ' "files '$files': status 2 and no output"
done
# All files behind --old and --new up to the next option, - among them.
nst-diff --tsv "$small" "$small" >"$tmp/want"
for files in "--old $small --new $small" "--new=$small --old=$small" "--old $small --top 9 --new $small" "--old - --new $small" "--old $small --new -" "-- $small $small"; do
	# shellcheck disable=SC2086
	run nst-diff --tsv $files <"$small"
	is "$status $(cat "$tmp/err")" '0 ' "$files"
	cp "$tmp/out" "$tmp/got"
	same "$tmp/got" "$tmp/want" "$files: the same"
done
nst-diff --json --old "$small" "$small" "$small" --new "$small" "$small" | tablerows >"$tmp/out"
is "$(jq -r .confidence "$tmp/out" | sort -u)" 0.8 'three runs and two: 80 %' # 1 - 2 / 10: all ways to deal ranks to three and two
cp "$small" "$tmp/-odd"
run env -C "$tmp" nst-diff --tsv -- -odd -odd
is "$status" 0 'a file whose name begins with -'
cp "$sample" "$tmp/-odd.sqlite"
run env -C "$tmp" nst-diff --tsv -- -odd.sqlite -odd.sqlite
is "$status $(said)" '0 ' 'a profile whose name begins with -'

# What is wrong with an input.
for file in "$tmp/missing" "$tmp"; do
	run nst-diff "$small" "$file"
	like "$status $(cat "$tmp/out" "$tmp/err")" "^1 nst-diff: $file: (No such file or directory|Is a directory)\$" "$file"
done
run nst-diff "$small" /dev/null
is "$status $(cat "$tmp/out" "$tmp/err")" '1 nst-diff: /dev/null: empty input: not even a header' 'empty input'
run nst-diff --partial "$small" /dev/null
is "$status $(cat "$tmp/err")" '0 ' 'empty input, --partial: all is gone'
sed '$d' "$small" >"$tmp/cut"
run nst-diff "$tmp/cut" "$small"
is "$status $(cat "$tmp/out" "$tmp/err")" "1 nst-diff: $tmp/cut: truncated input: it has a header and no end record" 'truncated input'
run nst-diff --partial "$tmp/cut" "$small"
is "$status $(cat "$tmp/err")" '0 ' 'truncated input, --partial'
while IFS= read -r line; do
	printf '%s\n' '{"ts":1,"dur":1,"type":"osrt","name":"good"}' "$line" >"$tmp/in"
	run nst-diff "$tmp/in" "$small"
	like "$status $(cat "$tmp/out" "$tmp/err")" "^1 nst-diff: $tmp/in:2: bad line: " "a stream with $line"
	printf '%s\n' '{"type":"osrt","name":"good","count":1,"total":1}' "$line" >"$tmp/in"
	run nst-diff "$tmp/in" "$small"
	like "$status $(cat "$tmp/out" "$tmp/err")" "^1 nst-diff: $tmp/in:2: bad line: " "a table with $line"
done <<'LINES'
nope
{"count":1
{"count":1,"total":1}x
[]
{"count":1,"total":-1}
{"count":1.5,"total":1}
{"count":"1","total":1}
{"total":1}
LINES
# Values of other kinds than names and numbers are none.
printf '%s\n' '{"ts":1,"dur":1,"type":"kernel","name":"k","domain":{"a":	[1]},"nvtx":[{"b":	2}]}' '{"ts":1,"dur":2,"type":"kernel","name":"k","domain":"","nvtx":7}' >"$tmp/in"
is "$(nst-diff --json --by domain,nvtx,name "$tmp/in" "$tmp/in" | tablerows | jq -c '[.domain, .nvtx, .name, .count_old]')" '["",null,"k",1]
[null,null,"k",1]' 'values of other kinds'
printf '%s\n' '{"name":"k","device":{"a":	1},"count":1,"total":1}' >"$tmp/in"
is "$(nst-diff --json --by device,name "$tmp/in" "$tmp/in" | tablerows | jq -c '[.device, .name]')" '[null,"k"]' 'values of other kinds in a table'

# More than 64 bits.
yes '{"type":"kernel","name":"k","count":1,"total":9000000000000000000}' | head -n 50 >"$tmp/in"
is "$(nst-diff --tsv "$tmp/in" "$tmp/in" | sed -n 2p | cut -f 3-4,9)" 'equal	0	450000000000000000000' 'totals of more than 64 bits' ||
	note "$(nst-diff --tsv "$tmp/in" "$tmp/in")"

# The programs beside it.
mkdir "$tmp/alone"
cp "$BUILD/bin/nst-diff" "$tmp/alone"
run "$tmp/alone/nst-diff" "$sample" "$small"
is "$status $(cat "$tmp/out" "$tmp/err")" "1 nst-diff: $tmp/alone/nst-dump: No such file or directory" 'nst-dump is not there'
for fault in 'exit 1' 'kill -KILL $$' 'kill -TERM $$' "echo '{\"ts\":1,\"type\":\"stream\"}'" "nst-dump \"\$2\"; exit 1"; do
	for program in nst-dump nst-link; do
		cp "$BUILD/bin/nst-dump" "$BUILD/bin/nst-link" "$tmp/alone"
		rm "$tmp/alone/$program"
		printf '#!/bin/sh\n%s\n' "$fault" >"$tmp/alone/$program"
		chmod +x "$tmp/alone/$program"
		run "$tmp/alone/nst-diff" "$sample" "$small"
		is "$status $(cat "$tmp/out")" '1 ' "$program that does '$fault': it fails, without a table"
		case $fault in
		kill*) like "$(cat "$tmp/err")" "nst-diff: $sample: $program was killed by signal (9|15)\$" '... which is said' ;;
		esac
	done
done
printf 'SQLite format 3\0and no more' >"$tmp/bad.sqlite"
run nst-diff "$tmp/bad.sqlite" "$small"
like "$status $(cat "$tmp/out" "$tmp/err")" "^1 nst-dump: $tmp/bad.sqlite: neither a report nor an export nor a trace" 'a damaged profile: nst-dump says so, and nobody else'

for form in --tsv --json --markdown --top=3; do
	status=0
	nst-diff $form "$small" "$small" >/dev/full 2>"$tmp/err" || status=$?
	is "$status $(cat "$tmp/err")" '1 nst-diff: standard output: No space left on device' "$form: full disk"
done

# Memory grows with groups, and with steps, not with events.
awk 'BEGIN { for (i = 0; i < 400000; i++) printf "{\"ts\":%d,\"dur\":%d,\"type\":\"osrt\",\"name\":\"n%d\",\"pid\":1,\"tid\":1,\"step\":%d}\n", i, i % 977, i % 50, i / 40000 }' >"$tmp/many"
if readelf -W -s "$BUILD/bin/nst-diff" | grep -q __asan_init; then
	report 0 'memory # SKIP AddressSanitizer takes terabytes of addresses'
else
	status=0
	(
		# shellcheck disable=SC3045 # dash, bash and busybox have it
		ulimit -v 15000
		exec nst-diff --tsv "$tmp/many" "$tmp/many" >"$tmp/out" 2>"$tmp/err"
	) || status=$?
	is "$status $(wc -l <"$tmp/out") $(cat "$tmp/err")" '0 51 ' '400,000 events on each side in 15 MB'
fi
finish
