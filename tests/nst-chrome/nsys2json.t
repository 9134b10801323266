#!/bin/sh
# SPDX-License-Identifier: MIT
# contrib/nsys2json and nst-convert --labels against what nsys2json wrote for the same exports, and
# the command line of nsys2json, which Python's argparse reads.
. tests/tap.sh
. tests/nst-chrome/nsys2json.sh

script=$top/contrib/nsys2json

# script PROFILE FORM: the script with the options of that form, in the folder of the test.
script() {
	case $2 in
	kernel) set -- "$1" -t kernel ;;
	kernel-api) set -- "$1" -t kernel cuda-api ;;
	default) set -- "$1" ;;
	all) set -- "$1" -t kernel nvtx nvtx-kernel cuda-api ;;
	prefix)
		set -- "$1" -t kernel nvtx nvtx-kernel cuda-api --nvtx-event-prefix aten::m
		;;
	color)
		set -- "$1" -t kernel nvtx nvtx-kernel \
			--nvtx-color-scheme '{"mm": "good", "relu": "terrible"}'
		;;
	esac
	"$script" -f "$@" -o "$tmp/out" 2>/dev/null
}
comparerecorded script kernel kernel-api default all prefix color

# The same bytes, where nsys2json has none of its faults: calls that it has twice or in another
# order, and names that it lacks.
while read -r output; do
	case=${output##*/}
	case=${case%.json.gz}
	name=${case%.*}
	[ -e "$(profile "$name")" ] && chosen || continue
	faults=$(sql "$name" "SELECT 1 FROM pragma_table_info('CUPTI_ACTIVITY_KIND_RUNTIME') WHERE name = 'eventClass'")
	[ -z "$faults" ] ||
		faults=$(sql "$name" 'SELECT 1 FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE eventClass = 67 LIMIT 1')
	[ -z "$(sql "$name" "SELECT 1 FROM sqlite_schema WHERE name = 'NVTX_EVENTS'")" ] ||
		faults=$faults$(sql "$name" 'SELECT 1 FROM NVTX_EVENTS WHERE textId IS NOT NULL AND text IS NULL LIMIT 1')
	script "$(profile "$name")" "${case##*.}"
	zcat "$output" >"$tmp/theirs"
	if [ -n "$faults" ] && ! cmp -s "$tmp/out" "$tmp/theirs"; then
		note "$case: $name has what nsys2json does wrong"
	else
		ok "$case: the same bytes" cmp "$tmp/out" "$tmp/theirs"
	fi
done <"$tmp/list"

# Names beyond ASCII, escapes and whole microseconds.
sqlite3 "$tmp/strange" <<'END'
CREATE TABLE StringIds(id INTEGER, value TEXT);
CREATE TABLE NVTX_EVENTS(start INTEGER, [end] INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER);
INSERT INTO NVTX_EVENTS VALUES(1000, 3000, 59, 'é 世 😀 "a", {b: 1} \ ' || char(9), 281474993487873);
INSERT INTO NVTX_EVENTS VALUES(4000, 4500, 59, '', 281474993487873);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, [end] INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, shortName INTEGER);
INSERT INTO StringIds VALUES(1, 'k');
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(5000, 6001, 0, 7, 1, 281474976710656, 1);
END
"$script" -f "$tmp/strange" -t nvtx kernel -o "$tmp/out" 2>/dev/null
is "$(jq -r '.[].name' "$tmp/out" | od -An -tx1)" "$(printf 'k\né 世 😀 "a", {b: 1} \\ \t\n\n' | od -An -tx1)" 'names are as they were'
ok '... escaped as json.dump does' grep -qF '"name": "\u00e9 \u4e16 \ud83d\ude00 \"a\", {b: 1} \\ \t", "ph"' "$tmp/out"
is "$(grep -o '"\(ts\|dur\)": [^,]*' "$tmp/out" | paste -s -d ' ')" '"ts": 5.0 "dur": 1.001 "ts": 1.0 "dur": 2.0 "ts": 4.0 "dur": 0.5' 'times are floats'
is "$(LC_ALL=C tr -d ' -~' <"$tmp/out" | wc -c)" 0 'one line of ASCII'

# convert PROFILE FORM: the same by nst-convert, for the forms that are whole pipelines.
convert() {
	rm -f "$tmp/out"
	case $2 in
	prefix) set -- "$1" --prefix aten::m --dump-type kernel,nvtx,cuda-api ;;
	all) set -- "$1" --dump-type kernel,nvtx,cuda-api ;;
	default) set -- "$1" --type kernel,nvtx-kernel ;;
	esac
	nst-convert --labels -o - "$@" 2>/dev/null >"$tmp/out"
}
comparerecorded convert default all prefix

cp "$(profile sample)" "$tmp/a.b.sqlite"
cp "$(profile sample)" "$tmp/plain"
cd "$tmp" || exit

# gives WANTED ARGUMENT...: the script writes the trace of the file WANTED.
gives() {
	want=$1
	shift
	rm -f out.json
	run "$script" "$@"
	is "$status" 0 "$*: status"
	same out.json "$want" "$*"
}
events="kernel nvtx nvtx-kernel cuda-api"
# shellcheck disable=SC2086 # a list of types
run "$script" -f plain -o all.json -t $events
run "$script" -f plain -o layer.json -t nvtx --nvtx-event-prefix Layer
run "$script" -f plain -o two.json -t nvtx --nvtx-event-prefix Layer Step
run "$script" -f plain -o default.json
run "$script" -f plain
same plain.json default.json 'a name without a suffix gets one'
run "$script" --filename a.b.sqlite
same a.b.json default.json 'the suffix is replaced, and no other part of the name'
is "$(jq -r '.[].cat' default.json | sort -u | paste -s -d ' ')" 'cuda nvtx-kernel' \
	'default types'
is "$(jq -r '.[].name' layer.json | cut -c 1-5 | sort -u)" Layer 'one prefix'
is "$(jq -r '.[].name' two.json | cut -c 1-4 | sort -u | paste -s -d ' ')" 'Laye Step' \
	'two prefixes'
is "$(jq -r '.[].pid' layer.json | sort -u | paste -s -d ' ')" \
	"$(jq -r '.[] | select(.cat == "nvtx").pid' all.json | sort -u | paste -s -d ' ')" \
	'ranges alone are on their devices'
gives layer.json -f plain -t nvtx --nvtx-event-prefix lAYER -o out.json
gives layer.json --nvtx-e Layer --act nvtx --file=plain --output=out.json
gives layer.json -fplain -tnvtx -oout.json --nvtx-event-prefix=Layer
gives layer.json -f plain -t kernel -t nvtx -o out.json --nvtx-event-prefix X \
	--nvtx-event-prefix Layer
gives two.json --nvtx-event-prefix Layer -9 Step -t nvtx nvtx -f plain -o out.json
gives default.json -f plain -o none -o out.json --nvtx-color-scheme '{}'
ln -s /proc/self/fd/1 stdout
run "$script" -f plain -o stdout
same out default.json 'a link to standard output is written through'
ok 'and stays' test -h stdout
run "$script" --help
is "$status $(head -c 18 out)" '0 usage: nsys2json -' '--help'

# refused PATTERN ARGUMENT...: a usage error.
refused() {
	pattern=$1
	shift
	run "$script" "$@"
	is "$status $(wc -c <out)" '2 0' "$*: refused"
	like "$(cat err)" "$pattern" "$*: why"
}
refused 'required: -f/--filename'
refused 'invalid choice: .api' -f plain -t api
refused 'unrecognized arguments: plain' plain
refused 'unrecognized arguments: b' -f plain b
refused 'unrecognized arguments: nvtx' -f plain --activity-type=kernel nvtx
refused 'ambiguous option: --nvtx' -f plain --nvtx x
refused 'unrecognized arguments: --gzip' -f plain --gzip
refused '^nsys2json: error: -t: expected' -t -f plain
refused '--nvtx-event-prefix: expected' -f plain --nvtx-event-prefix
run "$script" -f none
is "$status" 1 'no such file'
like "$(cat err)" 'none' 'and it is named'
run "$script" -f plain --nvtx-color-scheme '{"a"' -t nvtx
is "$status" 2 'a scheme that is no JSON'
run "$script" -f plain -o plain
is "$status" 1 'the input is not replaced'
cmp -s plain "$(profile sample)" || report 1 'the input is as it was'
is "$(find . -name '.nst*')" '' 'nothing is left'
finish
