#!/bin/sh
# SPDX-License-Identifier: MIT
# No character that a terminal obeys, or that changes the order of others, comes out of text,
# messages or pages; perl knows which these are.
. tests/tap.sh

# One kernel and its call for each control character and each mark of direction, which it has in its
# name; the process has them in its name, too.
perl -CO -e '
	print qq({"ts":0,"type":"stream","format":1}\n);
	$ts = 10;
	for $code (0 .. 0xD7FF, 0xE000 .. 0xFFFF, 0x1D173 .. 0x1D17A, 0xE0000 .. 0xE007F) {
		$c = chr $code;
		next unless $c =~ /[\p{Cc}\p{Bidi_Control}]/;
		$e = sprintf "\\u%04x", $code;
		$ts += 10;
		printf qq({"ts":%d,"type":"meta","name":"process","pid":%d,"args":{"name":"p %s"}}\n), $ts, $code + 1, $e;
		printf qq({"ts":%d,"dur":2,"type":"cuda-api","name":"c %s","pid":%d,"tid":1,"corr":1}\n), $ts, $e, $code + 1;
		printf qq({"ts":%d,"dur":2,"type":"kernel","name":"k %s","pid":%d,"device":0,"context":1,"stream":7,"corr":1}\n), $ts + 3, $e, $code + 1;
		printf qq({"ts":%d,"dur":2,"type":"t %s","name":"n %s","pid":%d,"tid":1}\n), $ts + 4, $e, $e, $code + 1;
	}
	printf qq({"ts":%d,"type":"end","events":%d}\n), $ts + 5, 4 * ($ts / 10 - 1)' >"$tmp/in"
ok 'there are such characters' test "$(wc -l <"$tmp/in")" -gt 250

# clean DESCRIPTION COMMAND...: its output and messages have only printable characters.
clean() {
	what=$1
	shift
	run "$@"
	[ "$status" -eq 0 ] || echo "status $status: $(printf '\033')" >>"$tmp/err"
	cat "$tmp/out" "$tmp/err" >"$tmp/all"
	is "$(perl -CI -ne 'print "$.: ", join(" ", map { sprintf "%04X", ord } /[^\P{Cc}\n\t]|\p{Bidi_Control}/g), "\n" if /[^\P{Cc}\n\t]|\p{Bidi_Control}/' <"$tmp/all")" '' "$what"
}

nst-link "$tmp/in" >"$tmp/linked"
clean nst-sum nst-sum "$tmp/linked"
ok 'nst-sum writes their codes' grep -qF '\u202e' "$tmp/out"
ok 'nst-sum: those of C1, too' grep -qF '\u009b' "$tmp/out"
clean 'nst-sum --by type,name' nst-sum --by type,name "$tmp/linked"
clean 'nst-sum --tsv' nst-sum --tsv "$tmp/linked"
clean 'nst-sum --by pid' nst-sum --by pid "$tmp/linked"
clean nst-diff nst-diff "$tmp/linked" "$tmp/in"
clean nst-fold nst-fold "$tmp/linked"
ok 'nst-fold writes their codes' grep -qF '\u202e' "$tmp/out"
clean nst-page nst-page "$tmp/linked"
clean nst-state sh -c 'nst-state "$1" | nst-sum' - "$tmp/linked"
name=$(printf 'x\302\233\342\200\256y\342\201\246z')
clean 'messages' nst-filter --match "$name" "$tmp/in"
is "$(cat "$tmp/err")" "nst-filter: --match: no name matches 'x\\u009b\\u202ey\\u2066z'" 'messages have their codes'
run nst-filter --match "$(printf 'x\233y\351')" "$tmp/in"
is "$(LC_ALL=C grep -c "$(printf '\233')" "$tmp/err")" 0 'messages: no bytes that are not UTF-8, which other terminals obey'
is "$(printf '{"ts":1,"dur":1,"type":"osrt","name":"größe 日本 ✓ é 😀"}' | nst-sum --partial --by name --tsv | tail -n 1 | cut -f1)" 'größe 日本 ✓ é 😀' 'other characters stay'
nst-filter "$tmp/in" >"$tmp/out"
same "$tmp/out" "$tmp/in" 'a stream keeps its escapes'

# The script of pages has the same table; besides, it escapes the backslash.
sed -n 's/.*{ 0x\([0-9A-F]*\), 0x\([0-9A-F]*\) }.*/\1 \2/p' lib/base/printable.c | tr A-F a-f | while read -r first last; do
	printf '%d %d\n' "0x$first" "0x$last"
done >"$tmp/want"
sed -n '/^const UNSEEN/,/;$/p' lib/page/web/text.js | grep -o "'[^']*'" | grep 'u' | grep -v "^'gu'" | tr -d "'{}" | sed 's/\\\\u//g' | while IFS=- read -r first last; do
	printf '%d %d\n' "0x$first" "0x${last:-$first}"
done >"$tmp/got"
ok 'the table has rows' test "$(wc -l <"$tmp/want")" -gt 8
same "$tmp/got" "$tmp/want" 'the script of pages has the same table'
finish
