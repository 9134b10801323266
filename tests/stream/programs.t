#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line, and streams of odd shape, are the same matter for every program that reads a
# stream.
. tests/tap.sh

small=$top/tests/stream/small.ndjson

# relay PROGRAM: whether it writes a stream again.
relay() {
	case $1 in
	nst-chrome | nst-perfetto) return 1 ;;
	esac
}

# chromeis PROGRAM: whether what it wrote can be taken for a trace; relays write none.
chromeis() {
	[ "$1" != nst-chrome ] || jq -e 'type == "array" and length > 0' "$tmp/out" >/dev/null
}

# empty PROGRAM: its message about a stream without events.
empty() {
	case $1 in
	nst-chrome | nst-perfetto) echo "$1: $tmp/in: no events: the trace is empty" ;;
	esac
}

for p in $relays $viewers; do
	run "$p" --help
	is "$status $(cat "$tmp/err")" '0 ' "$p --help: status and no message"
	like "$(head -n 1 "$tmp/out")" "^usage: $p( |\$)" "$p --help: the usage"
	run "$p" --version
	is "$status $(cat "$tmp/out" "$tmp/err")" "0 $p $(cat VERSION)" "$p --version"
	for option in --unknown -x --partial=1; do
		run "$p" "$option" "$small"
		is "$status $(cat "$tmp/out")" '2 ' "$p $option: status 2 and no output"
		like "$(head -n 1 "$tmp/err")" "^$p: .*${option%=1}|^$p: .*'${option#-}'" "$p $option: it is named"
		is "$(sed 1d "$tmp/err")" "Try '$p --help'." "$p $option: the next line names --help"
	done
	run "$p" "$small" "$small"
	is "$status $(cat "$tmp/out")" '2 ' "$p: two files are a usage error"

	run "$p" "$tmp/missing"
	is "$status $(cat "$tmp/out" "$tmp/err")" "1 $p: $tmp/missing: No such file or directory" "$p: missing file"
	run "$p" "$tmp"
	is "$status $(cat "$tmp/err")" "1 $p: $tmp: Is a directory" "$p: directory"
	ok "$p: directory: the output is whole" chromeis "$p"

	run "$p" "$small"
	cp "$tmp/out" "$tmp/want"
	is "$status $(cat "$tmp/err")" '0 ' "$p: a file"
	ok "$p: a file: there is output" test -s "$tmp/out"
	run "$p" <"$small"
	same "$tmp/out" "$tmp/want" "$p: standard input"
	run "$p" - <"$small"
	same "$tmp/out" "$tmp/want" "$p: - is standard input"
	run "$p" -- "$small"
	same "$tmp/out" "$tmp/want" "$p: -- ends the options"
	cp "$small" "$tmp/-odd"
	(cd "$tmp" && "$p" -- -odd) >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$p: a file whose name begins with -"
	is "$(grep -c '"type":"stream"' "$tmp/want") $(grep -c '"type":"end"' "$tmp/want")" "$(relay "$p" && echo '1 1' || echo '0 0')" \
		"$p: header and end record are a relay's business"
	! relay "$p" || is "$(sed -n '1s/,"linked":true}$/}/;1p' "$tmp/want")" "$(sed -n 1p "$small")" "$p: the header is passed on"
	! relay "$p" || is "$(tail -n 1 "$tmp/want")" "{\"ts\":9,\"type\":\"end\",\"events\":$(($(wc -l <"$tmp/want") - 2))}" \
		"$p: the end record has the latest time and the number of records"

	for empty in '' '\n' ' \n\t\r\n\n'; do
		# shellcheck disable=SC2059 # the format is the text
		printf "$empty" >"$tmp/in"
		empty="$(wc -c <"$tmp/in") blank bytes"
		run "$p" "$tmp/in"
		is "$status $(grep -c "^$p: $tmp/in: empty input" "$tmp/err") $(wc -l <"$tmp/err")" '1 1 1' "$p:  is empty"
		ok "$p: : the output is whole" chromeis "$p"
		run "$p" --partial "$tmp/in"
		is "$status $(cat "$tmp/err")" "0 $(empty "$p")" "$p --partial:  will do"
		ok "$p --partial: : the output is whole" chromeis "$p"
	done
	sed -n '1p;$p' "$small" >"$tmp/in"
	run "$p" "$tmp/in"
	is "$status $(cat "$tmp/err")" "0 $(empty "$p")" "$p: a header and an end record without events"
	ok "$p: the output is whole" chromeis "$p"

	sed 's/$/\n  \t /' "$small" >"$tmp/in"
	run "$p" "$tmp/in"
	same "$tmp/out" "$tmp/want" "$p: blank lines do not count"
	printf %s "$(cat "$small")" >"$tmp/in"
	run "$p" "$tmp/in"
	same "$tmp/out" "$tmp/want" "$p: the last line may lack its newline"
	sed '1d;$d' "$small" | tr -d '\n' | sed 's/}{"ts/}\n{"ts/g' >"$tmp/in"
	run "$p" "$tmp/in"
	if relay "$p"; then
		grep -v -e '"type":"stream"' -e '"type":"end"' "$tmp/want" >"$tmp/events"
	else # but for what only a header says: when that was
		sed '1s/,"utc":[-0-9]*//' "$small" | "$p" >"$tmp/events" 2>/dev/null
	fi
	is "$status $(cat "$tmp/err")" '0 ' "$p: a stream made by hand, without header"
	same "$tmp/out" "$tmp/events" "$p: gives the same, and no end record"
	sed 's/$/\r/' "$small" >"$tmp/in"
	run "$p" "$tmp/in"
	if relay "$p"; then
		tr -d '\r' <"$tmp/out" >"$tmp/got"
	else
		cp "$tmp/out" "$tmp/got"
	fi
	is "$status $(cat "$tmp/err")" '0 ' "$p: lines that end in CR LF"
	same "$tmp/got" "$tmp/want" "$p: give the same"
done

finish
