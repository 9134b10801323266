#!/bin/sh
# SPDX-License-Identifier: MIT
# What the options of nst-dump choose, and what they refuse.
. tests/tap.sh
. tests/nst-dump/oracle.sh

sample=$(profile sample)
types=$(sed -n 's/^	T([^"]*"\([^"]*\)".*/\1/p' lib/stream/event.h | grep -Evx 'stream|end|failed|meta|nvtx-kernel|call-kernel|gpu-state|gpu-queue|collective|path|finding' | paste -sd ' ')
# family NAME...: the types of families of lib/stream/event.h. family NAME...: the types of families
# of lib/stream/event.h, without those to be asked for by name.
family() {
	for family; do
		sed -n "s/^	T([^\"]*\"\([^\"]*\)\", *$family).*/\1/p" lib/stream/event.h
	done | grep -Evx 'generic|etw|block' | paste -sd ' '
}

# Exports to ask: the sample, and what there is of those with other schemas.
chosen=
for name in sample opengl-uvm-3.11.1 saxpy-mpi-2.9.1 missing-columns; do
	[ ! -e "$(profile $name)" ] || chosen="$chosen $name"
done

# selects DESCRIPTION OPTION... : the options give for the export $file what the oracle, asked for
# $style, $from, $to and $only, says.
selects() {
	what=$1
	shift
	run nst-dump "$@" "$file"
	# shellcheck disable=SC2086
	oracle "$file" "${style:-short}" "$from" "$to" $only >"$tmp/oracle.ndjson"
	[ "$status" -eq 0 ] || note "exit status $status" "$(cat "$tmp/err")"
	same "$tmp/out" "$tmp/oracle.ndjson" "$what"
}

# refuses DESCRIPTION PATTERN ARGUMENT...: a usage error that says why, and nothing else.
refuses() {
	what=$1 pattern=$2
	shift 2
	run nst-dump "$@"
	is "$status $(wc -c <"$tmp/out")" '2 0' "$what: usage error"
	like "$(head -n 1 "$tmp/err")" "^nst-dump: .*$pattern" "$what: says why"
}

# --type
from=-9223372036854775808 to=9223372036854775807
for name in $chosen; do
	file=$(profile "$name")
	[ "$name" = sample ] && lists=$(echo "$types" | sed 's/^nvtx //; s/ nvtx / /') || lists= # that name is a family's
	for only in $lists 'nvtx-mark kernel' 'memset sched cuda-api nvtx-mark'; do
		selects "$name: --type $only" --type "$(echo "$only" | tr ' ' ,)"
		is "$(cat "$tmp/err")" '' "$name: --type $only: nothing to say"
	done
done
for name in $chosen; do
	file=$(profile "$name")
	only=$(family CPU)
	selects "$name: --type cpu" --type cpu
	only=$(family GPU DEVICE)
	selects "$name: --type gpu" --type gpu
	only="$(family GRAPHICS COUNTER) osrt"
	selects "$name: --type graphics,counter,osrt" --type graphics,counter,osrt
	only=$(family NVTX)
	selects "$name: --type ranges" --type ranges
done
only='kernel nvtx-mark'
file=$sample
selects 'the last --type does not undo the first' --type kernel --type nvtx-mark
only=kernel
selects 'a type twice' --type=kernel,kernel
is "$(nst-dump --type kernel "$sample" | sed -n 's/.*"type":"meta","name":"\([a-z]*\)".*/\1/p' | sort -u | paste -sd ' ')" 'device process stream' 'only what kernels need is named'

refuses 'a type misspelt' "'kernal'.*kernel" --type kernal "$sample"
refuses 'a type misspelt in a list' "'nvtx-marc'.*nvtx-mark" --type kernel,nvtx-marc "$sample"
refuses 'a type like no other' "'xylophones'" --type xylophones "$sample"
for type in meta stream end nvtx-kernel gpu-state; do
	refuses "--type $type, which no table gives" "$type" --type $type "$sample"
done
for list in '' ',' 'kernel,' ',kernel' 'kernel,,nvtx' ' kernel'; do
	refuses "--type '$list'" type --type "$list" "$sample"
done

# --from and --to
only=
for name in $chosen; do
	file=$(profile "$name")
	nst-dump "$file" 2>"$tmp/err" | events - | jq -r '[.ts, .ts + (.dur // 0)] | @tsv' >"$tmp/times"
	for at in 10 $(($(wc -l <"$tmp/times") / 2)); do
		ts=$(sed -n "${at}p" "$tmp/times" | cut -f 1) end=$(sed -n "${at}p" "$tmp/times" | cut -f 2)
		[ -n "$ts" ] || continue
		from=$ts to=9223372036854775807
		selects "$name: from the start of event $at" --from "$from"
		from=-9223372036854775808 to=$ts
		selects "$name: to the start of event $at" --to "$to"
		from=$end to=$((end + 1000000))
		selects "$name: a millisecond from the end of event $at" --from "$from" --to "$to"
		from=$((end - 1)) to=$end
		selects "$name: the last nanosecond of event $at" --from "$from" --to "$to"
	done
done
file=$sample from=12500000000 to=12600000000 only='osrt kernel'
for window in '12500000000 12600000000' '12500000000ns 12600000000ns' '12500000us 12600000us' '12500ms 12600ms' '12.5s 12.6s' '12.500s 12600.000000ms' \
	'12500000.000us 0012.6s'; do
	selects "from and to $window" --from "${window% *}" --to "${window#* }" --type osrt,kernel
done
from=-9223372036854775808 to=12500000001 only=
selects 'fractions' --to=12.500000001s
[ "$(wc -l <"$tmp/out")" -gt 10 ] || note 'nothing was in that window'
for window in '13s 12s' '0 0' '+13s +12s' '-1s -1s'; do
	refuses "a window without time, $window" 'the window is empty' --from "${window% *}" --to "${window#* }" "$sample"
done

# After the start of the profile and before its end, whatever types are asked for: as nst-filter has
# it of the whole dump.
for name in $chosen; do
	file=$(profile "$name")
	nst-dump "$file" 2>"$tmp/err" >"$tmp/whole"
	for window in '--from +1ms' '--to +20ms' '--from -5ms' '--to -5ms' '--from +1ms --to -1ms' '--from -20ms --to +900ms'; do
		# shellcheck disable=SC2086 # two options
		nst-filter $window "$tmp/whole" 2>"$tmp/err" >"$tmp/kept"
		# shellcheck disable=SC2046
		set -- $(jq -r 'select(.type == "stream") | "\(.from // "-9223372036854775808") \(.to // "9223372036854775807")"' "$tmp/kept")
		from=$1 to=$2
		for only in '' 'kernel osrt nvtx-mark'; do
			# shellcheck disable=SC2086
			selects "$name: $window${only:+, some types}" $window ${only:+--type "$(echo "$only" | tr ' ' ,)"}
		done
	done
done
only='' from=-9223372036854775808 to=9223372036854775807

# empty TEXT OPTION...: an empty stream, and one line that says what there is.
empty() {
	text=$1
	shift
	run nst-dump "$@" "$sample"
	is "$status $(jq -c '[.type, .events]' "$tmp/out" | paste -sd ' ') $(cat "$tmp/err")" "0 [\"stream\",null] [\"end\",0] ${text:+nst-dump: $sample: $text}" "an empty window: $*"
}
nothing='no event touches the window: the profile runs from'
last=$(nst-dump "$sample" | jq -s "map(.ts + (.dur // 0)) | max" | sed "s/......$//; s/...$/.&/")
kernels=$(nst-dump --type kernel "$sample" | jq -s "map(.ts + (.dur // 0)) | max" | sed "s/......$//; s/...$/.&/")
for jobs in 1 2; do
	empty "$nothing 12.400 s to $last s" --from 1s --to 2s -j $jobs
	empty "$nothing 12.400 s to $last s" --to 12s --type kernel,memcpy -j $jobs
	empty "$nothing 12.400 s to $last s" --from +2s --type memset -j $jobs
	empty "no event of these types touches the window: they run from 12.400 s to $kernels s" --to +1us --type kernel -j $jobs
done
empty '' --from 12.5s --to 12.6s --type opengl
for time in '' x 5m 1.5 0.5ns 1.2345us 1e9 ' 5' '5 ' 5S s 1,5s 0x10 --5 99999999999999999999 9223372037s 1..5s; do
	refuses "--from '$time'" from --from "$time" "$sample"
done
refuses 'a wrong --to' to --to 5min "$sample"

# --names
from=-9223372036854775808 to=9223372036854775807
for name in $chosen; do
	file=$(profile "$name")
	for style in short demangled mangled both; do
		selects "$name: --names $style" --names $style
	done
done
fixture names <<END
INSERT INTO StringIds VALUES (1, 'short'), (2, 'demangled'), (3, 'mangled');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start, end, shortName, demangledName, mangledName);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (0, 1, 1, 2, 3), (1, 2, NULL, 2, 3), (2, 3, 1, NULL, 3), (3, 4, 1, 2, NULL), (4, 5, NULL, NULL, 3), (5, 6, NULL, 2, NULL),
	(6, 7, 1, NULL, NULL), (7, 8, NULL, NULL, NULL);
END
for wanted in 'short s[dm]ssmds-' 'raw s[dm]ssmds-' 'template dd[sm]dmds-' 'demangled dd[sm]dmds-' 'mangled mmm[sd]mds-'; do
	names=$(nst-dump --names "${wanted% *}" "$db" | events - | jq -j '.name // "-" | .[:1]')
	like "$names" "^${wanted#* }\$" "--names ${wanted% *} where some are NULL"
done
is "$(nst-dump --names both "$db" | events - | jq -j '"\(.name // "-" | .[:1])\(.args.demangled // "-" | .[:1]) "')" 'sd dd s- sd m- dd s- -- ' '--names both where some are NULL'
refuses '--names with another style' "'long'" --names long "$sample"
refuses '--names without a style' '' --names '' "$sample"

# --tables
run nst-dump --tables
is "$status $(cat "$tmp/err")" '0 ' '--tables'
mv "$tmp/out" "$tmp/tables"
is "$(grep -Evc '^[a-z0-9-]+	(args\.)?[a-z_]+	[A-Z0-9_]+	[^	]+	(always|if-present)$' "$tmp/tables")" 0 '--tables: event, key, table, column, always or if-present'
is "$(cut -f 1 "$tmp/tables" | sort -u | grep -vx meta | paste -sd ' ')" "$(echo "$types" | tr ' ' '\n' | sort | paste -sd ' ')" '--tables: all types'
is "$(sort "$tmp/tables" | uniq -d)" '' '--tables: nothing twice'
for type in $types; do
	grep -q "^$type	ts	.*	\(start\|startedAt\|timestamp\|nst_time\)	always$" "$tmp/tables" || echo "$type"
done >"$tmp/without"
is "$(cat "$tmp/without")" '' '--tables: each type has a start'

# Every column that it names of the tables that exports mostly have is one of the table's in some
# export; expressions can be computed from them.
main='^\(NVTX_EVENTS\|OSRT_API\|SCHED_EVENTS\|CUPTI_ACTIVITY_KIND_\(RUNTIME\|SYNCHRONIZATION\|GRAPH_TRACE\|KERNEL\|MEMCPY\|MEMSET\)\)	'
cut -f 3,4 "$tmp/tables" | grep "$main" | grep -v nst_ | sort -u >"$tmp/named"
for name in $(profiles); do
	file=$(profile "$name")
	while IFS='	' read -r table column; do
		case $column in
		\(*) echo "SELECT '$table	$(echo "$column" | sed "s/'/''/g")' FROM (SELECT count($column) FROM $table);" ;;
		*) echo "SELECT '$table	$column' FROM pragma_table_info('$table') WHERE name = '$column';" ;;
		esac
	done <"$tmp/named" | sqlite3 -readonly "$file" 2>/dev/null
done | sort -u >"$tmp/columns"
if [ "$(profiles | wc -l)" -gt 1 ]; then
	same "$tmp/named" "$tmp/columns" '--tables: every column is one of some export'
else
	report 0 '--tables: every column is one of some export # SKIP no real exports here'
fi
# Every key that comes out is in it.
for name in $chosen; do
	nst-dump "$(profile "$name")" 2>"$tmp/err"
done | events - | jq -r '.type as $t | (keys[] | select(. != "args" and . != "type" and . != "open")), ((.args // {}) | keys[] | "args." + .) | $t + "\t" + .' |
	sort -u | sed 's/^\(cuda-api\|nvtx\|nvtx-mark\|mpi\|osrt\|sample\|sched\)	pid$/\1	tid/' | sort -u >"$tmp/keys"
is "$(cut -f 1,2 "$tmp/tables" | sort -u | comm -13 - "$tmp/keys" | paste -sd ,)" 'gpu-memory	args.unit,memset	name' '--tables: every key of an event is in it, but what is always the same'

# What every program has.
run nst-dump --help
is "$status $(cat "$tmp/err") $(head -c 15 "$tmp/out")" '0  usage: nst-dump' '--help'
for option in type from to name tables; do
	like "$(cat "$tmp/out")" "\\[?--$option" "--help: --$option"
done
run nst-dump --version
is "$status $(cat "$tmp/err" "$tmp/out")" "0 nst-dump $(cat VERSION)" '--version'
for arguments in --unknown -x '--unknown=5' --type; do
	run nst-dump "$arguments"
	is "$status $(wc -c <"$tmp/out")" '2 0' "$arguments: usage error"
	like "$(head -n 1 "$tmp/err")" "^nst-dump: (unknown option '${arguments%=*}'|--type needs a value)" "$arguments: what is wrong"
	is "$(sed 1d "$tmp/err")" "Try 'nst-dump --help'." "$arguments: where to look"
done
refuses 'no file' 'profile'
refuses 'two files' 'profile' "$sample" "$sample"

# Standard input.
cp "$sample" "$tmp/new.sqlite"
sqlite3 "$tmp/new.sqlite" 'CREATE TABLE NEW_EVENTS AS SELECT 1'
nst-dump "$sample" >"$tmp/plain" 2>"$tmp/err"
run nst-dump - <"$tmp/new.sqlite"
is "$status" 0 'standard input that is a file'
same "$tmp/out" "$tmp/plain" 'standard input that is a file: the same stream'
like "$(cat "$tmp/err")" '^nst-dump: stdin: not dumped: NEW_EVENTS, 1 rows$' 'standard input: its name in messages'
# shellcheck disable=SC2002
cat "$sample" | nst-dump - >"$tmp/out" 2>"$tmp/err"
is "$? $(cat "$tmp/err")" '0 ' 'standard input that is a pipe'
same "$tmp/out" "$tmp/plain" 'standard input that is a pipe: the same stream'
run nst-dump -- "$sample"
same "$tmp/out" "$tmp/plain" '-- ends the options'
finish
