#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-scrub: what may tell something is a hash, the same for the same text; all else is as it was.
. tests/tap.sh

# bare FILE: a stream without its texts, and without the keys of what users define.
bare() {
	jq -c 'walk(if type == "string" then "" else . end) | if .args then .args |= with_entries(
		if (.key == "payload" or .key == "data") then .value |= (tostring | gsub("\"[^\"]*\""; "\"\"")) else . end) else . end' "$1"
}

# texts FILE: its texts, one a line, in order.
texts() {
	jq -c '.. | strings' "$1"
}

for name in $(profiles); do
	nst-dump --stacks "$(profile "$name")" 2>"$tmp/err" >"$tmp/dump"
	nst-link "$tmp/dump" 2>"$tmp/err" >"$tmp/linked"
	run nst-scrub --salt pepper "$tmp/linked"
	is "$status $(cat "$tmp/err")" '0 ' "$name: is read"
	mv "$tmp/out" "$tmp/scrubbed"
	bare "$tmp/linked" >"$tmp/wanted"
	bare "$tmp/scrubbed" >"$tmp/made"
	same "$tmp/made" "$tmp/wanted" "$name: keys, numbers and the order stay"
	texts "$tmp/linked" >"$tmp/before"
	texts "$tmp/scrubbed" >"$tmp/after"
	paste "$tmp/before" "$tmp/after" | sort -u | grep '"x[0-9a-f]\{16\}"$' >"$tmp/pairs"
	is "$(cut -f 1 "$tmp/pairs" | uniq -d) $(cut -f 2 "$tmp/pairs" | sort | uniq -d)" ' ' "$name: equal texts have equal hashes, others have others: $(wc -l <"$tmp/pairs")"
	is "$(jq -r 'select(.type | . == "nvtx" or . == "kernel" or . == "sample" or . == "diagnostic") | (.name, .nvtx[]?) // empty' "$tmp/scrubbed" | grep -cv '^x[0-9a-f]\{16\}$')" 0 "$name: no name of a range, kernel, sample or diagnostic is left"
	nst-scrub --salt pepper "$tmp/dump" | nst-link 2>"$tmp/err" >"$tmp/other"
	same "$tmp/other" "$tmp/scrubbed" "$name: before nst-link the same comes out"
done

cat >"$tmp/in" <<'EOT'
{"ts":1,"type":"stream","format":1,"schema":"3.1","host":"SECRET","utc":5}
{"ts":1,"type":"meta","name":"process","pid":7,"args":{"name":"/home/SECRET/app"}}
{"ts":1,"type":"meta","name":"device","pid":7,"device":0,"args":{"name":"GPU","uuid":"SECRET","chip":"c"}}
{"ts":1,"type":"meta","name":"domain","pid":7,"domain":"SECRET","args":{"id":1}}
{"ts":1,"dur":9,"type":"nvtx","name":"SECRET range","pid":7,"tid":8,"domain":"SECRET","args":{"category":"SECRET","color":"#aabbcc","payload":{"SECRET":["SECRET",5,{"a":{"SECRET":"x\\\"SECRET"}}]}}}
{"ts":1,"type":"nvtx-mark","name":"SECRET \"mark\"","args":{"payload":"SECRET"}}
{"ts":2,"dur":1,"type":"cuda-api","name":"cudaLaunchKernel","pid":7,"tid":8,"corr":3,"args":{"stack":[{"symbol":"SECRET","module":"/SECRET"}]}}
{"ts":3,"dur":1,"type":"kernel","name":"SECRET","pid":7,"corr":3,"args":{"cache":"Shared"},"launch":{"ts":2,"dur":1,"tid":8,"name":"cudaLaunchKernel"},"nvtx":["SECRET range"],"captured":["SECRET range"],"cname":"good"}
{"ts":3,"type":"file-access","name":"open","args":{"file":"/SECRET"}}
{"ts":3,"type":"diagnostic","name":"SECRET","args":{"source":"SECRET"}}
{"ts":3,"type":"sample","name":"SECRET"}
{"ts":3,"type":"own","name":"SECRET","own":{"SECRET":"SECRET"},"own2":["SECRET"],"args":"SECRET"}
{"ts":3,"dur":1,"type":"call-kernel","name":"cublasGemm","args":{"type":"cublas","count":1,"range":{"ts":1,"dur":2,"open":true}}}
{"ts":3,"dur":1,"type":"call-kernel","name":"SECRET","args":{"type":"own","count":1}}
{"ts":3,"dur":1,"type":"nvtx-kernel","name":"SECRET range","args":{"count":1}}
{"ts":3,"type":"end","events":14}
EOT
run nst-scrub "$tmp/in"
is "$status $(grep -c SECRET "$tmp/out") $(wc -l <"$tmp/out")" '0 0 16' 'nothing of a text is left, wherever it stood'
is "$(jq -r 'select(.type != "stream") | .name // empty | select(startswith("x") | not)' "$tmp/out" | sort | uniq | paste -sd ' ')" 'cublasGemm cudaLaunchKernel device domain open process' 'names that are no secret stay'
is "$(jq -c 'select(.type == "kernel") | [.launch.name, .args.cache, .cname]' "$tmp/out")" '["cudaLaunchKernel","Shared","good"]' 'so do words, colours and the call'
is "$(jq -c '.args | objects | select(.range or .stack or .uuid) | [.range, (.stack // [])[0], .chip] | walk(if type == "string" then .[:1] else . end)' "$tmp/out" | paste -sd ' ')" \
	'[null,null,"c"] [null,{"symbol":"x","module":"x"},null] [{"ts":1,"dur":2,"open":true},null,null]' 'objects of ours keep their keys'
is "$(jq -r 'select(.type == "nvtx").name, (select(.type == "kernel") | .nvtx[0], .captured[0]), select(.type == "nvtx-kernel").name' "$tmp/out" | uniq | wc -l)" 1 'a range is called the same everywhere'

nst-scrub "$tmp/in" >"$tmp/again"
is "$(cmp -s "$tmp/out" "$tmp/again" && echo same)" '' 'without a salt no two are alike'
nst-scrub --salt a "$tmp/in" >"$tmp/a"
nst-scrub --salt=a <"$tmp/in" >"$tmp/again"
same "$tmp/again" "$tmp/a" 'with the same salt they are'
nst-scrub --salt b "$tmp/in" >"$tmp/b"
is "$(cat "$tmp/a" "$tmp/b" | grep -o '"x[0-9a-f]\{16\}"' | sort | uniq -c | awk '{ print $1 }' | sort -u | wc -l) $(texts "$tmp/a" | grep '"x' | sort -u >"$tmp/ha"; texts "$tmp/b" | grep '"x' | sort -u | comm -12 - "$tmp/ha")" "$(grep -o '"x[0-9a-f]\{16\}"' "$tmp/a" | sort | uniq -c | awk '{ print $1 }' | sort -u | wc -l) " 'with another salt none is'
printf '{"ts":1,"type":"kernel","name":"A\\u0042"}\n{"ts":1,"type":"kernel","name":"\\u0041B"}\n{"ts":1,"type":"kernel","name":""}\n' | nst-scrub | jq -r .name | uniq -c | awk '{ print $1, length($2) }' >"$tmp/names"
is "$(paste -sd , "$tmp/names")" '2 17,1 0' 'how a text is escaped does not count; an empty one stays'
is "$(nst-scrub --keep kernel,nvtx "$tmp/in" | jq -c 'select(.type | . == "kernel" or . == "nvtx" or . == "nvtx-kernel") | [.name, .nvtx, .domain != "SECRET"]' | paste -sd ' ')" \
	'["SECRET range",null,true] ["SECRET",["SECRET range"],true] ["SECRET range",null,true]' '--keep'
awk 'BEGIN { for (i = 0; i < 200000; i++) s = s "["; print "{\"ts\":1,\"type\":\"nvtx\",\"args\":{\"payload\":" s "\"SECRET\"" gensub(/\[/, "]", "g", s) "}}" }' >"$tmp/deep" 2>"$tmp/err" ||
	jq -nr '"{\"ts\":1,\"type\":\"nvtx\",\"args\":{\"payload\":" + ("[" * 200000) + "\"SECRET\"" + ("]" * 200000) + "}}"' >"$tmp/deep"
run nst-scrub "$tmp/deep"
is "$status $(grep -c SECRET "$tmp/out") $(grep -o '\]' "$tmp/out" | wc -l)" '0 0 200000' 'a payload of any depth'
head -n 9 "$tmp/in" >"$tmp/cut"
run nst-scrub "$tmp/cut"
is "$status $(wc -l <"$tmp/out") $(wc -l <"$tmp/err")" '1 9 1' 'a cut stream is cut'
run nst-scrub --partial "$tmp/cut"
is "$status $(tail -n 1 "$tmp/out" | jq .partial)" '0 true' '--partial'
for wrong in '--keep kernal' '--salt='; do
	# shellcheck disable=SC2086
	run nst-scrub $wrong "$tmp/in"
	is "$status $(wc -c <"$tmp/out")" '2 0' "refused: $wrong"
done
finish
