#!/bin/sh
# SPDX-License-Identifier: MIT
# RFC 8259 by cases, which are in json.cases with what we make of what it leaves open, and by random
# lines that jq judges too.
. tests/tap.sh

# bytes: <XX> is a byte.
bytes() {
	perl -pe 's/<([0-9A-F]{2})>/chr hex $1/ge'
}

# taken WANTED FORM: whether nst-filter takes $tmp/line, to the byte, or refuses it.
taken() {
	run nst-filter "$tmp/line"
	if [ "$1" = yes ]; then
		is "$status $(cat "$tmp/err")" '0 ' "taken$2: $line" && same "$tmp/out" "$tmp/line" "... to the byte"
	else
		refusal=$(sed -e 's/: .*bad line: .*(byte [0-9]*)$/ bad/' \
			-e 's/: .*: a Chrome trace, not a stream of events: nst-dump makes one of it$/ bad/' "$tmp/err")
		is "$status $refusal$(cat "$tmp/out")" '1 nst-filter bad' "refused$2: $line"
	fi
}

# readers TEXT: what those who decode the name of $tmp/line make of it.
readers() {
	text=$(printf '%s\n' "$1" | jq -c .)
	is "$(nst-chrome "$tmp/line" | jq -c '.[] | select(.ph == "X").name')" "$text" "nst-chrome: the name of $line"
	is "$(nst-sum --json --by name "$tmp/line" | tablerows | jq -c '.name')" "$text" "nst-sum: the name of $line"
	printf '%s' "$1" | jq -j . >"$tmp/text"
	nst-perfetto --plain "$tmp/line" >"$tmp/trace"
	ok "nst-perfetto: the name of $line" perl -e 'local $/; open F, $ARGV[0]; open G, $ARGV[1]; $t = <F>; exit(index(<G>, chr(length $t) . $t) < 0)' "$tmp/text" "$tmp/trace"
}

tab=$(printf '\t')
: >"$tmp/agreed"
while IFS=$tab read -r word line want; do
	case $word in
	'' | '#'*) continue ;;
	no | 'no*') verdict=no ;;
	*) verdict=yes ;;
	esac
	printf '%s\n' "$line" | bytes >"$tmp/line"
	case $word in
	*'*') ;;
	*) { printf '%s ' "$verdict" && cat "$tmp/line"; } >>"$tmp/agreed" ;;
	esac
	taken "$verdict"
	case $word in
	name*) readers "$want" ;;
	args) is "$(nst-chrome "$tmp/line" | grep -cF "$want")" 1 "nst-chrome: the numbers of $line" ;;
	esac
	{ printf ' ' && cat "$tmp/line"; } >"$tmp/spaced"
	mv "$tmp/spaced" "$tmp/line"
	taken "$verdict" ', behind a space'
done <tests/stream/json.cases
jq -R -r '(try (.[index(" ") + 1:] | fromjson | type) catch "none") as $type | if $type == "object" then "yes" else "no" end' "$tmp/agreed" >"$tmp/got"
sed 's/ .*//' "$tmp/agreed" >"$tmp/want"
same "$tmp/got" "$tmp/want" 'jq agrees where it is not said that it does not'

# Each key that programs read, twice, plain and escaped: all see the last one, and it matters to one
# of them which that is.
views() {
	nst-chrome "$1"
	nst-perfetto --plain "$1"
	nst-sum --json --by type,name,domain,device,stream,tid,pid "$1" | tablerows
	nst-filter --color '{"^":"good"}' --type kernel,nvtx,gpu-metric,nvtx-kernel --pid 7 "$1" | jq -S -c .
	nst-link "$1" | jq -S -c .
} >"$tmp/views" 2>&1

# twice KEY VALUE: another value for a key of one of the records.
twice() {
	record=$(grep -F "\"$1\":" "$tmp/records" | head -n 1)
	escaped=$(printf '\\u%04x%s' "'$1" "${1#?}")
	printf '%s\n' "$record" >"$tmp/line"
	views "$tmp/line"
	mv "$tmp/views" "$tmp/want"
	printf '%s\n' "{\"$1\":$2,${record#?}" "{\"$escaped\":$2,${record#?}" "{ \"$1\":$2,${record#?}" >"$tmp/each"
	while IFS= read -r line; do
		printf '%s\n' "$line" >"$tmp/line"
		views "$tmp/line"
		same "$tmp/views" "$tmp/want" "the last counts: $line"
	done <"$tmp/each"
	printf '%s\n' "${record%\}},\"$1\":$2}" >"$tmp/line"
	views "$tmp/line"
	cp "$tmp/views" "$tmp/behind"
	ok "the last counts: and it matters: $(cat "$tmp/line")" sh -c '! cmp -s "$1" "$2"' - "$tmp/views" "$tmp/want"
	printf '%s\n' "${record%\}},\"$escaped\":$2}" >"$tmp/line"
	views "$tmp/line"
	same "$tmp/views" "$tmp/behind" "the last counts: $(cat "$tmp/line")"
}

cat >"$tmp/records" <<'LINES'
{"ts":1,"type":"nvtx","name":"R","pid":7,"tid":8,"endtid":9,"domain":"D","open":true}
{"ts":1,"dur":5,"type":"kernel","name":"k","pid":7,"device":0,"context":1,"stream":5,"corr":3,"cname":"bad","args":{"x":1},"launch":{"ts":0,"tid":8,"name":"c"},"nvtx":["R"]}
{"ts":1,"type":"gpu-metric","name":"m","gpu":1,"value":2.5}
LINES
while read -r key value; do
	twice "$key" "$value"
done <<'KEYS'
ts 2
dur 6
type "nvtx-kernel"
name "l"
pid 8
device 1
context 2
stream 6
corr 4
cname "good"
args {"x":2}
launch {"ts":-1,"tid":9,"name":"d"}
nvtx ["S"]
tid 9
endtid 10
domain "E"
open null
gpu 2
value 3.5
KEYS

# Random lines: what the library makes of each, and jq. By its rules jq says which object is a
# record, too, but for how an integer was written.
"$BUILD/stream/lines" 100000 >"$tmp/lines"
"$BUILD/stream/judge" <"$tmp/lines" >"$tmp/judged"
jq -c . "$tmp/judged" >"$tmp/ours"
jq -R -c '
def integer: type == "number" and . == floor and . < 9223372036854775807 and . > -9223372036854775808;
def text: . == null or type == "string";
(try fromjson catch null)
| if type != "object" then "none"
  elif (.ts | integer) and (.dur == null or (.dur | integer and . >= 0)) and (.type | text) and (.name | text)
  then [.ts + 0, (.dur | if . then . + 0 else . end), .type, .name, .args]
  else "object" end' "$tmp/lines" >"$tmp/theirs"
mark=$(printf '\002')
paste -d "$mark" "$tmp/ours" "$tmp/theirs" "$tmp/lines" >"$tmp/both"

# Where jq differs, by the reason: each says by itself that we are right.
awk -F "$mark" '
$1 == $2 { next }
{
	paired = $3
	gsub(/\\u[dD][89abAB][0-9a-fA-F][0-9a-fA-F]\\u[dD][c-fC-F][0-9a-fA-F][0-9a-fA-F]/, "", paired)
	utf8 = $3
	gsub(/\303[\200-\277]|\360\237\232[\200-\277]/, "", utf8)
	bare = $3
	gsub(/"([^"\\]|\\.)*"/, "S", bare)
}
utf8 ~ /[\200-\377]/ && $1 != "\"none\"" { print "invalid UTF-8: one U+FFFD for several bytes, or the quote behind them taken for one"; next }
$2 == "\"none\"" && paired ~ /\\u[dD][89abAB]/ { print "half a pair: refused"; next }
$1 == "\"none\"" && $3 ~ /\037/ { print "the last control character in a string: accepted"; next }
$1 == "\"none\"" && bare ~ /[[,: \t\r][-+]?0[0-9]|[[,: \t\r][-+]?\.[0-9]|[0-9]\.([]},eE \t\r]|$)|[[,: \t\r]\+[0-9]|\f[-+]?[.0-9]|[nN][aA][nN]/ {
	print "numbers: accepted as strtod does"
	next
}
$1 == "\"object\"" && bare ~ /[0-9][.eE]/ { print "an integer with a fraction or exponent: the same as without"; next }
{ print "unexplained: " $0 }' "$tmp/both" | sort | uniq -c | sort -rn >"$tmp/why"
is "$(grep unexplained "$tmp/why" | head -n 5)" '' '100,000 random lines: jq takes and refuses the same, and sees the same in those that it takes'
note "jq differs in:" "$(cat "$tmp/why")"
for kind in '"none"' '"object"' '\['; do
	ok "... of which many are $kind" test "$(grep -c "^$kind" "$tmp/judged")" -ge 5000
done

# The same through a program: all records at once, and some of the others each alone.
sed -n "s/^\\[.*$mark//p" "$tmp/both" >"$tmp/in"
run nst-filter "$tmp/in"
is "$status $(cat "$tmp/err")" '0 ' 'nst-filter takes all that are records'
same "$tmp/out" "$tmp/in" '... to the byte'
grep -v '^\[' "$tmp/both" | sed "s/.*$mark//" | grep '[^[:space:]]' | awk 'NR % 200 == 1' >"$tmp/others"
taken=
while IFS= read -r line; do
	printf '%s\n' "$line" | nst-filter >/dev/null 2>&1 && taken="$taken $line"
done <"$tmp/others"
is "$taken" '' 'nst-filter refuses the others'
ok '... of which more than 100 were tried' test "$(wc -l <"$tmp/others")" -gt 100

finish
