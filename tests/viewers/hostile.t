#!/bin/sh
# SPDX-License-Identifier: MIT
# Names that break readers: each viewer's parser loads them all, and shows the same text.
. tests/tap.sh
. tests/viewers/viewers.sh

long=$(head -c 100000 /dev/zero | tr '\0' x)
{
	cat <<'EOF'
{"ts":1000,"dur":10,"type":"nvtx","name":"quote \" backslash \\ slash \/","pid":1,"tid":1}
{"ts":2000,"dur":10,"type":"nvtx","name":"control \u0001\n\t\u001f","pid":1,"tid":1}
{"ts":3000,"dur":10,"type":"nvtx","name":"NUL \u0000 inside","pid":1,"tid":1}
{"ts":4000,"dur":10,"type":"nvtx","name":"pair \ud83d\ude00 raw 😀","pid":1,"tid":1,"args":{"deep":[{"\ud83d\ude00":"\uD83D\uDE00"}]}}
{"ts":5000,"dur":10,"type":"nvtx","name":"lone \ud83d and \udc00","pid":1,"tid":1}
EOF
	printf '{"ts":6000,"dur":10,"type":"nvtx","name":"bad \377 \300\200 \355\240\200 utf-8","pid":1,"tid":1}\n'
	printf '{"ts":7000,"dur":10,"type":"nvtx","name":"%s","pid":1,"tid":1}\n' "$long"
	printf '{"ts":7500,"type":"meta","name":"process","pid":2,"args":{"name":"\\ud83d\\ude00 \\"p\\""}}\n'
	printf '{"ts":8000,"dur":10,"type":"kernel","name":"","pid":2,"device":0,"stream":0,"context":0}\n'
	printf '{"ts":9000,"dur":10,"type":"odd \\ud83d\\ude00 type","pid":2,"tid":0,"cname":"no such colour","args":"text"}\n'
} >"$tmp/in.ndjson"

for form in "" --object; do
	# shellcheck disable=SC2086 # the empty form is no argument
	ok "nst-chrome $form takes it" sh -c 'nst-chrome $1 "$2" >"$3"' - "$form" "$tmp/in.ndjson" "$tmp/out$form.json"
	ok "it is JSON" jq . "$tmp/out$form.json"
	ok "and UTF-8" iconv -f UTF-8 -t UTF-8 "$tmp/out$form.json"
	is "$(grep -c '\\u[dD][89abAB]' "$tmp/out$form.json")" 0 "without surrogate escapes"
done

# the viewers, as far as they are here
(
	neednpm "DevTools parser"
) >"$tmp/devtools"
if grep -q SKIP "$tmp/devtools"; then
	note "no DevTools parser"
else
	ok "DevTools' parser takes it" node "$BUILD/viewers/devtools.mjs" "$tmp/out.json" "$tmp/out--object.json"
fi
(
	needperfetto
) >"$tmp/perfetto"
if grep -q SKIP "$tmp/perfetto"; then
	note "no trace processor"
else
	for form in "" --object; do
		is "$(ask "$tmp/out$form.json" "select count(*) from slice")" 9 "Perfetto has every slice $form"
		is "$(ask "$tmp/out$form.json" "select name, value from stats where severity in ('error', 'data_loss') and value > 0")" "" "and complains of nothing"
	done
	nst-perfetto "$tmp/in.ndjson" >"$tmp/out.pftrace"
	ask "$tmp/out.json" "select ts, dur, name from slice where name <> '[No name]' order by ts" >"$tmp/want"
	ask "$tmp/out.pftrace" "select ts, dur, name from slice where name <> '' order by ts" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "Perfetto has the same of nst-perfetto"
	is "$(ask "$tmp/out.pftrace" "select count(*) from slice" "select name, value from stats where severity in ('error', 'data_loss') and value > 0")" 9 "and complains of nothing"
	is "$(ask "$tmp/out.json" "select substr(name, 1, 8) from slice where ts = 4000")" "pair 😀 r" "a pair is one character"
	is "$(ask "$tmp/out.json" "select length(name) from slice where ts = 7000")" 100000 "a long name is whole"
	is "$(ask "$tmp/out.json" "select name from slice where ts = 1000")" 'quote " backslash \ slash /' "escapes are undone"
fi

finish
