#!/bin/sh
# SPDX-License-Identifier: MIT
# The trace in a page is what nst-perfetto --plain writes, byte for byte, unless the page would take
# more than its budget: then slices are merged, none is lost, and the rest of the page is the same.
. tests/tap.sh

perl -MJSON::PP -e1 2>/dev/null || skipall "perl has no JSON::PP"

# trace PAGE: what is in it.
trace() {
	contrib/page-trace <"$1"
}

for name in $(profiles); do
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link 2>/dev/null | nst-state 2>/dev/null >"$tmp/in"
	nst-perfetto --plain "$tmp/in" >"$tmp/want" 2>"$tmp/said"
	run nst-page "$tmp/in"
	trace "$tmp/out" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: the trace is that of nst-perfetto"
	ok "$name: it takes fewer bytes than through gzip" test \
		"$(tests/nst-page/read trace <"$tmp/out" | base64 -d | wc -c)" -lt "$(gzip -c "$tmp/want" | wc -c)"
	tests/nst-page/read settings <"$tmp/out" >"$tmp/settings"
	is "$(sed 's/,"views":.*/}/' "$tmp/settings")" '{"perfetto":"https://ui.perfetto.dev","merged":null}' "$name: and nothing is merged"
	is "$(jq -c .views.gpu "$tmp/settings")" "$(jq -nc '
		[inputs | select(.ts)] | ([0, (map(.ts) | min)] | min) as $origin |
		map(select(.type | IN("kernel", "graph", "memcpy", "memset", "decompress"))) |
		if . == [] then null else [(map(.ts) | min), (map(.ts + .dur) | max)] | map(. - $origin) end' "$tmp/in")" "$name: the time of GPU work, from the first drawn event or 0"
	is "$(jq '.views.span | .[1] - .[0]' "$tmp/settings")" "$(tests/nst-page/read figures <"$tmp/out" | jq .span)" "$name: the view of the span"
	nst-sum "$tmp/in" 2>>"$tmp/said" >/dev/null
	is "$(sed 's/^nst-page: //' "$tmp/err" | sort)" "$(sed 's/^nst-[a-z]*: //' "$tmp/said" | sort)" "$name: and it says what nst-perfetto and nst-sum say"
done

# A kernel has one name in the tables and in the trace, whichever names the stream has.
for style in short template demangled both; do
	nst-dump --names $style "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null >"$tmp/in"
	nst-page "$tmp/in" >"$tmp/out" 2>/dev/null
	if ! command -v protoc >/dev/null; then
		skip 'protoc is not installed' "$style names: the kernels of the tables are in the trace"
		continue
	fi
	trace "$tmp/out" | protoc --decode=Trace -I tests/nst-perfetto trace.proto >"$tmp/decoded"
	tests/nst-page/read tables <"$tmp/out" | jq -r 'select(.caption == "kernels").name' | sort -u >"$tmp/names"
	ok "$style names: there are kernels" test "$(wc -l <"$tmp/names")" -gt 5
	missing=
	while IFS= read -r name; do
		grep -qF "\"$name\"" "$tmp/decoded" || missing="$missing $name"
	done <"$tmp/names"
	is "$missing" '' "$style names: the kernels of the tables are in the trace"
done

nst-dump "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null | nst-state >"$tmp/in"
nst-page "$tmp/in" >"$tmp/whole"
mkdir "$tmp/folder"
TMPDIR=$tmp/folder
export TMPDIR

# budgetof SHARE: the budget that leaves so many percent of its trace to the page, in bytes.
length=$(tests/nst-page/read trace <"$tmp/whole" | wc -c)
bare=$(($(wc -c <"$tmp/whole") - length))
budgetof() {
	echo $((bare + length * $1 / 100))
}
budget=$(budgetof 40)

# How the input comes makes no difference.
nst-page --title t --budget $budget "$tmp/in" >"$tmp/want" 2>"$tmp/said"
cat "$tmp/in" | nst-page --title t --budget $budget >"$tmp/got" 2>/dev/null
same "$tmp/got" "$tmp/want" 'a pipe'
nst-page --title t --budget $budget - <"$tmp/in" >"$tmp/got" 2>/dev/null
same "$tmp/got" "$tmp/want" 'a file as standard input'
(
	read -r _
	nst-page --title t --budget $budget
) <"$tmp/in" >"$tmp/got" 2>/dev/null
sed 1d "$tmp/in" | nst-page --title t --budget $budget >"$tmp/headless" 2>/dev/null
same "$tmp/got" "$tmp/headless" 'a file of which a line was read'
gzip -c "$tmp/in" >"$tmp/in.gz"
nst-page --title t --budget $budget "$tmp/in.gz" >"$tmp/got" 2>/dev/null
same "$tmp/got" "$tmp/want" 'a compressed file'
is "$(ls "$TMPDIR")" '' 'no file is left'
is "$(wc -l <"$tmp/said")" 1 'one line says what was merged'
status=0
(TMPDIR=$tmp/missing && cat "$tmp/in" | nst-page >"$tmp/out" 2>"$tmp/err") || status=$?
is "$status $(cat "$tmp/out")" '1 ' 'no place for a copy'
run env TMPDIR="$tmp/missing" sh -c "cat '$tmp/in' | nst-page --budget 0"
is "$status $(cat "$tmp/err")" '0 ' '... none is needed where there is no budget'

# shape: what stands outside of what depends on the trace.
shape() {
	sed -e '/<section id="warnings">/,/<\/section>/d' -e '/id="trace"/d' -e '/id="settings"/d' "$1"
}

# drawn: how many slices, instants and values of counters a trace has, those counted that a merged
# one stands for.
drawn() {
	protoc --decode=Trace -I tests/nst-perfetto trace.proto | awk '
		/^packet/ { type = name = number = id = ""; names = 0 }
		/^  trusted_packet_sequence_id:/ { sequence = $2 }
		/^    type: / { type = $2 }
		/^    name: / { name = $0; sub(/^ *name: "/, "", name); sub(/"$/, "", name) }
		/^    name_iid: / { number = $2 }
		/^    event_names / { names = 1 }
		/^    }/ { names = 0 }
		names && /^      iid: / { id = $2 }
		names && /^      text: / { text = $0; sub(/^ *text: "/, "", text); sub(/"$/, "", text); known[sequence, id] = text }
		/^}/ && (type == "BEGIN" || type == "INSTANT" || type == "COUNTER") {
			if (number != "") name = known[sequence, number]
			n += name ~ /^[0-9]+ (slices|instants|events)$/ ? name + 0 : 1
		}
		END { print n + 0 }'
}

# slices: how many slices and instants a trace has.
slices() {
	protoc --decode=Trace -I tests/nst-perfetto trace.proto | grep -c '^    type: \(BEGIN\|INSTANT\)$'
}

for share in 80 40 15; do
	budget=$(budgetof $share)
	run nst-page --budget $budget "$tmp/in"
	is "$status" 0 "$share %: a page"
	ok "$share %: it is no larger" test "$(wc -c <"$tmp/out")" -le "$budget"
	# what is beside the tables and the script
	room=$((budget - $(wc -c <"$tmp/out")))
	used=$(tests/nst-page/read trace <"$tmp/out" | wc -c)
	ok "$share %: most of it is used" test $((used * 100 / (used + room))) -ge 85
	shape "$tmp/out" >"$tmp/got"
	shape "$tmp/whole" >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$share %: tables and figures are the same"
	tests/nst-page/read settings <"$tmp/out" >"$tmp/settings"
	like "$(cat "$tmp/settings")" '"merged":\{"limit":[0-9]+,"slices":[0-9]+,"of":[0-9]+\},"views":' "$share %: the page knows what was merged"
	ok "$share %: and says it" grep -qF "$(sed 's/^nst-page: //' "$tmp/err")" "$tmp/out"
	if command -v protoc >/dev/null; then
		left=$(sed 's/.*, and \([0-9]*\) values of counters.*/\1/' "$tmp/err")
		numbers=$(sed 's/.*"slices":\([0-9]*\),"of":\([0-9]*\).*/\1 of \2/' "$tmp/settings")
		is "$numbers" "$(trace "$tmp/out" | slices) of $(trace "$tmp/whole" | slices)" "$share %: how many slices are left of how many"
		is "$(($(trace "$tmp/out" | drawn) + left))" "$(trace "$tmp/whole" | drawn)" "$share %: what is drawn stands for all, but for values of counters"
	else
		skip 'protoc is not installed' "$share %: how many slices are left of how many"
		skip 'protoc is not installed' "$share %: what is drawn stands for all, but for values of counters"
	fi
done
# A long stream, whose slices of one length are the same in number at many limits: a trace that a
# tenth of the stream shows to be too large or too small is not made.
awk 'BEGIN {
	print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
	for (i = 0; i < 600000; i++)
		printf "{\"ts\":%d,\"dur\":%d,\"type\":\"nvtx\",\"name\":\"layers.%d.%d\",\"pid\":1,\"tid\":%d}\n",
			i * 1000, (5 - i % 5) * 2000 + i % 5 * 1000, i % 5, i / 5, i / 5 % 2
	printf "{\"ts\":%d,\"type\":\"end\",\"events\":%d}\n", i * 1000, i
}' >"$tmp/long"
nst-page --budget 0 "$tmp/long" >"$tmp/longpage"
long=$(tests/nst-page/read trace <"$tmp/longpage" | wc -c)
for share in 80 60; do
	budget=$(($(wc -c <"$tmp/longpage") - long + long * share / 100))
	run nst-page --budget $budget "$tmp/long"
	ok "a long stream, $share %: it is no larger" test "$(wc -c <"$tmp/out")" -le "$budget"
	ok "a long stream, $share %: a good part is used" \
		test "$(tests/nst-page/read trace <"$tmp/out" | wc -c)" -gt $((long * share / 200))
	if command -v strace >/dev/null; then
		strace -f -qq -e trace=openat,read -o "$tmp/calls" -P "$tmp/long" \
			nst-page --budget $budget "$tmp/long" >/dev/null 2>&1
		read=$(awk '/read\(/ && $NF ~ /^[0-9]+$/ { n += $NF } END { printf "%d", n }' "$tmp/calls")
		readings=$(grep -c 'openat(' "$tmp/calls")
		ok "a long stream, $share %: $readings readings do not go to the end: $read bytes" \
			test "$readings" -gt 3 -a "$read" -lt $((readings * $(wc -c <"$tmp/long") * 3 / 4))
	else
		skip 'strace is not installed' "a long stream, $share %: readings do not go to the end"
	fi
done

# What was cut, or goes wrong, is merged as far as it goes.
budget=$(budgetof 30)
sed '$d' "$tmp/in" >"$tmp/cut"
nst-page --partial --budget $budget "$tmp/cut" >"$tmp/want" 2>"$tmp/said"
{
	cat "$tmp/cut"
	echo bad
} >"$tmp/bad"
for name in cut bad; do
	run nst-page --title cut --budget $budget "$tmp/$name"
	is "$status $(tail -n 1 "$tmp/err")" "1 $(cat "$tmp/said")" "$name: what was merged is said"
	trace "$tmp/out" >"$tmp/got"
	trace "$tmp/want" >"$tmp/wanted"
	same "$tmp/got" "$tmp/wanted" "$name: the trace is that of what was read"
done
run nst-page --budget 1k "$tmp/in"
is "$status" 0 'a budget too small for the tables'
is "$(tail -n 1 "$tmp/err")" 'nst-page: the page is larger than its budget even so' '... is said'

# onetrack BEGIN...: a stream of slices of 20 ns on one track. An o before a begin makes it a range
# that was never closed.
onetrack() {
	echo '{"ts":0,"type":"stream","format":1}'
	for begin; do
		length='"dur":20'
		[ "$begin" = "${begin#o}" ] || length='"open":true'
		echo "{\"ts\":${begin#o},$length,\"type\":\"nvtx\",\"name\":\"n\",\"pid\":1,\"tid\":1}"
	done
	echo "{\"ts\":1000,\"type\":\"end\",\"events\":$#}"
}

# merges DRAWN CLAUSE BEGIN...: without room for the trace, all slices are merged into so many. The
# message has no limit, but the clause.
merges() {
	drawn=$1 clause=$2
	shift 2
	onetrack "$@" >"$tmp/one"
	run nst-page --budget 1k "$tmp/one"
	is "$(head -n 1 "$tmp/err")" "nst-page: beyond the budget of 1000 bytes: all slices of a track became one slice$clause: $drawn of $# are drawn, and 0 values of counters are left out; tables are exact" "$*: the message says that all slices are merged"
	like "$(tests/nst-page/read settings <"$tmp/out")" "\"merged\":\\{\"limit\":null,\"slices\":$drawn,\"of\":$#\\}" "$*: ... the page knows it"
	if command -v protoc >/dev/null; then
		is "$(trace "$tmp/out" | slices)" "$drawn" "$*: they are"
	else
		skip 'protoc is not installed' "$*: they are"
	fi
}
sides=', or one on each side of a range that was never closed'
merges 1 '' 10 40 500
merges 2 "$sides" o5 10 40
merges 3 "$sides" 10 40 o100 110 140
for budget in '' x 20X 20Mx -1 ' 1' 99999999999G 1.5M 20MB; do
	run nst-page --budget "$budget" "$tmp/in"
	is "$status $(cat "$tmp/out")" '2 ' "--budget '$budget' is a usage error"
done

finish
