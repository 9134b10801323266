#!/bin/sh
# SPDX-License-Identifier: MIT
# Colour schemes: the first pattern in the order written gives the colour; nothing else about a line
# changes; wrong schemes are refused.
. tests/tap.sh

nst-dump "$(profile sample)" 2>/dev/null | nst-link >"$tmp/in"

# painted FILE SCHEME: what must come out, put together from jq's choice of colour and the line as
# it was.
painted() {
	jq -r --argjson scheme "$2" '
		[if .type | IN("meta", "stream", "end") then empty else .name // empty | . as $name
			| $scheme | to_entries[] | select(.key as $re | $name | test($re)).value end][0] // "-"' "$1" |
		paste -d ' ' - "$1" | awk '{ color = $1; sub(/^[^ ]* /, "") } color != "-" { sub(/}$/, ",\"cname\":\"" color "\"}") } { print }'
}

# Patterns that overlap, so that turning them round matters.
forth='{"^Layer 0":"good","backward":"bad","^(Layer|nccl)":"terrible","^$":"black","a.*e|o":"grey"}'
back='{"a.*e|o":"grey","^$":"black","^(Layer|nccl)":"terrible","backward":"bad","^Layer 0":"good"}'
painted "$tmp/in" "$forth" >"$tmp/forth"
painted "$tmp/in" "$back" >"$tmp/back"
ok 'the two orders differ' sh -c "! cmp -s '$tmp/forth' '$tmp/back'"
for color in good bad terrible grey; do
	ok "the scheme uses $color" grep -q "\"cname\":\"$color\"}\$" "$tmp/forth"
done

run nst-filter --color help
is "$status" 0 'help: done'
sed -n '/^\.It Sy kind Ta Sy colour/,/^\.El/s/^\.It \([a-z ]*\) Ta \([a-z_]*\) Ta .*/\1\t\2/p' man/nst-filter.1 >"$tmp/want"
same "$tmp/out" "$tmp/want" 'help lists the kinds of the manual'

run nst-filter --color "$forth" "$tmp/in"
same "$tmp/out" "$tmp/forth" 'inline'
run nst-filter --color "$back" "$tmp/in"
same "$tmp/out" "$tmp/back" 'inline, the order turned round'
echo "$forth" | sed 's/[,{}]/\n&\n\t /g' >"$tmp/scheme.json"
run nst-filter --color "@$tmp/scheme.json" "$tmp/in"
same "$tmp/out" "$tmp/forth" 'from a file with line breaks and tabs'
run nst-filter --color '{}' "$tmp/in"
same "$tmp/out" "$tmp/in" 'an empty scheme'
run nst-filter --color '{"\u0042ackward|\\(":"yellow", "[\/\"]" : "olive"}' "$tmp/in"
painted "$tmp/in" '{"\u0042ackward|\\(":"yellow", "[\/\"]" : "olive"}' >"$tmp/want"
same "$tmp/out" "$tmp/want" 'escapes in a pattern'

# Painting is not choosing, and goes along with it.
run nst-filter --prefix Layer --type nvtx,nvtx-kernel --color "$forth" "$tmp/in"
nst-filter --prefix Layer --type nvtx,nvtx-kernel "$tmp/in" >"$tmp/layers"
painted "$tmp/layers" "$forth" >"$tmp/want"
same "$tmp/out" "$tmp/want" 'with --prefix and --type'
nst-filter --prefix Layer --invert "$tmp/in" >"$tmp/others"
run nst-filter --prefix Layer --invert --color "$forth" "$tmp/in"
painted "$tmp/others" "$forth" >"$tmp/want"
same "$tmp/out" "$tmp/want" 'with --invert: what is kept'
run nst-filter --match '[nN]' --color "$forth" "$tmp/in"
nst-filter --match '[nN]' "$tmp/in" >"$tmp/matched"
painted "$tmp/matched" "$forth" >"$tmp/want"
same "$tmp/out" "$tmp/want" 'with --match'

# A second coat covers the first where it matches, and only there.
second='{"^Layer":"olive","^Step":"white"}'
run nst-filter --color "$second" "$tmp/forth"
paste -d '\n' "$tmp/in" "$tmp/forth" | awk '
	NR % 2 { plain = $0; next }
	/"type":"(meta|stream|end)"/ { print; next }
	match(plain, /"name":"Layer/) { sub(/}$/, ",\"cname\":\"olive\"}", plain); print plain; next }
	match(plain, /"name":"Step/) { sub(/}$/, ",\"cname\":\"white\"}", plain); print plain; next }
	{ print }' >"$tmp/want"
same "$tmp/out" "$tmp/want" 'an older colour is replaced, others stay'

# cname elsewhere than at the end, white space, other keys that look like it.
cat >"$tmp/hand" <<'EOT'
{"ts":1,"cname":"bad","name":"x","dur":4}
{ "name" : "x" , "cname" : "bad" , "ts" : 2 }
{"cname":"bad","ts":3,"name":"x","args":{"cname":"inner"},"note":"\"cname\":\"bad\""}
{"ts":4,"name":"x","cname":null}
{ "ts" : 5 , "name" : "y" , "cname" : "bad" }  
{"ts":6}
EOT
run nst-filter --color '{"x":"good"}' "$tmp/hand"
is "$status" 0 'hand-made input'
is "$(sed -n 5,6p "$tmp/out")" "$(sed -n 5,6p "$tmp/hand")" 'a line that is not painted keeps its white space and colour'
is "$(jq -c . "$tmp/out")" "$(jq -c 'if .name == "x" then del(.cname) + {cname: "good"} else . end' "$tmp/hand")" 'the new colour is the last key, the rest as it was'
is "$(grep -c '"cname".*"cname":"good"}$' "$tmp/out")" "$(grep -c inner "$tmp/hand")" 'the old colour is gone'

# The colours that Chrome's viewer has.
colors='thread_state_uninterruptible thread_state_iowait thread_state_running thread_state_runnable thread_state_sleeping
	thread_state_unknown background_memory_dump light_memory_dump detailed_memory_dump vsync_highlight_color generic_work good bad
	terrible black grey white yellow olive rail_response rail_animation rail_idle rail_load startup heap_dump_stack_frame
	heap_dump_object_type heap_dump_child_node_arrow cq_build_running cq_build_passed cq_build_failed cq_build_abandoned
	cq_build_attempt_runnig cq_build_attempt_passed cq_build_attempt_failed'
scheme='{' comma=
for color in $colors; do
	echo "{\"ts\":1,\"name\":\"$color\"}" >>"$tmp/each"
	scheme="$scheme$comma\"^$color\$\":\"$color\"" comma=,
done
run nst-filter --color "$scheme}" "$tmp/each"
is "$status $(jq -r 'select(.name == .cname).name' "$tmp/out" | paste -s -d ' ')" "0 $(echo $colors)" 'all 34 are accepted and given'

# refused SCHEME STATUS PATTERN
refused() {
	run nst-filter --color "$1" "$tmp/hand"
	like "$status $(wc -c <"$tmp/out") $(head -n 1 "$tmp/err")" "^$2 0 nst-filter: --color: .*$3" "refused: $1"
}
refused '{"a":"goood"}' 2 "goood.*'good'"
refused '{"a":"good","b":"Olive"}' 2 "Olive.*'olive'"
refused '{"a":"thread_state_runing"}' 2 "'thread_state_running'"
refused '{"a":"cq_build_attempt_running"}' 2 "'cq_build_attempt_runnig'"
printf '{"a\\u001b31m\\n(":"good"}' >"$tmp/escapes"
refused "@$tmp/escapes" 2 "bad pattern 'a\\\\u001b31m\\\\u000a\\('"
is "$(sed -n 2p "$tmp/err")" "$(printf '%51s^' '')" '... with a caret below the place, and nothing that a terminal would obey'
refused '{"a":"gray"}' 2 "'grey'"
refused '{"a":""}' 2 colour
refused '{"a":"#ff0000"}' 2 '#ff0000'
refused '{"a":3}' 2 "'a'.*string"
refused '{"a":"good","b":null}' 2 "'b'.*string"
refused '{"a":["good"]}' 2 "'a'.*string"
refused '[]' 2 'JSON object'
refused '"good"' 2 'JSON object'
refused '' 2 'JSON object'
refused good 2 'JSON object'
refused '{"a":"good"' 2 JSON
refused '{"a":"good",}' 2 JSON
refused "{'a':'good'}" 2 JSON
refused '{"a":"good"} {"b":"bad"}' 2 'after'
refused '{"(":"good"}' 2 "'\('"
refused '{"a":"good","[z-a]":"bad"}' 2 "'\[z-a\]'"
refused "@$tmp/none.json" 1 'none.json: No such file'
refused "@$tmp" 1 'Is a directory'
: >"$tmp/empty.json"
refused "@$tmp/empty.json" 2 'JSON object'
# Kinds of work: the words and the colours that the manual has, each in a kernel, in any case;
# copies, fills, collectives and states by their type.
manual=man/nst-filter.1
sed -n '/^\.It Sy kind/,/^\.El/s/^\.It \(.*\) Ta \(.*\) Ta \(.*\)/\2\t\3/p' "$manual" | grep -v '^Sy' >"$tmp/kinds"
{
	while IFS="$(printf '\t')" read -r color words; do
		case $words in
		see*) words=ncclDevKernel_AllReduce ;;
		none*) continue ;;
		esac
		for word in $(echo "$words" | tr -d ,); do
			printf '{"ts":1,"dur":1,"type":"kernel","name":"x%sy","want":"%s"}\n' "$word" "$color"
			printf '{"ts":1,"dur":1,"type":"kernel","name":"%s","want":"%s"}\n' "$(echo "$word" | tr a-z A-Z)" "$color"
			printf '{"ts":1,"dur":1,"type":"nvtx","name":"x%sy"}\n' "$word"
		done
	done <"$tmp/kinds"
	printf '{"ts":1,"dur":1,"type":"memcpy","name":"gemm","want":"%s"}\n' "$(sed -n 's/\tnone: copies//p' "$tmp/kinds")"
	printf '{"ts":1,"dur":1,"type":"memcpy","name":"Memcpy Peer-to-Peer","want":"%s"}\n' "$(sed -n 's/\tsee.*//p' "$tmp/kinds")"
	printf '{"ts":1,"dur":1,"type":"memset","name":"gemm","want":"%s"}\n' "$(sed -n 's/\tnone: fills//p' "$tmp/kinds")"
	printf '{"ts":1,"dur":1,"type":"collective","name":"gemm","want":"%s"}\n' "$(sed -n 's/\tsee.*//p' "$tmp/kinds")"
	echo '{"ts":1,"dur":1,"type":"gpu-state","name":"compute","want":"rail_response"}'
	echo '{"ts":1,"dur":1,"type":"gpu-state","name":"communication","want":"rail_idle"}'
	echo '{"ts":1,"dur":1,"type":"gpu-state","name":"idle","want":"grey"}'
	echo '{"ts":1,"dur":1,"type":"gpu-state","name":"before","want":"grey"}'
	echo '{"ts":1,"dur":1,"type":"gpu-state","name":"compute+copy","want":"detailed_memory_dump"}'
	echo '{"ts":1,"dur":1,"type":"kernel","name":"convert_to_half"}'
	echo '{"ts":1,"dur":1,"type":"kernel","name":"flash_gemm_softmax","want":"detailed_memory_dump"}'
	echo '{"ts":1,"dur":1,"type":"kernel","name":"gemm_bias_gelu","want":"light_memory_dump"}'
	echo '{"ts":1,"dur":1,"type":"kernel"}'
} >"$tmp/work"
ok 'kinds: the manual has nine' test "$(wc -l <"$tmp/kinds")" -eq 9
run nst-filter --partial --color kinds "$tmp/work"
is "$status $(jq -c 'select(.want != .cname)' "$tmp/out")" '0 ' 'kinds: all have the colours of the manual'
ok 'kinds: ... all that have one' test "$(grep -c '"cname"' "$tmp/out")" -gt 50
run nst-filter --partial --color kinds --color '{"gemm":"black"}' "$tmp/work"
is "$(jq -r 'select((.name // "") | test("gemm")) | .cname' "$tmp/out" | sort -u)" black 'kinds: another scheme goes before'
# Names that need as many steps of a pattern as any of their length.
for text in x _ nccl conv layer_ reduction_ MPI SendRecv 'a b ' norm_ batch_; do
	name=$(awk -v text="$text" 'BEGIN { while (length(s) + length(text) <= 4090) s = s text; printf "%s", s }')
	echo "{\"ts\":1,\"dur\":1,\"type\":\"kernel\",\"name\":\"$name\"}"
	echo "{\"ts\":1,\"dur\":1,\"type\":\"memcpy\",\"name\":\"$name\"}"
done >"$tmp/long"
run nst-filter --partial --color kinds "$tmp/long"
is "$status $(cat "$tmp/err") $(jq -c 'select(.type == "memcpy" and .cname == null)' "$tmp/out")" '0  ' 'kinds: the longest names are matched'
for length in 4092 4093; do
	awk -v length_of="$length" 'BEGIN { printf "{\"ts\":1,\"dur\":1,\"type\":\"kernel\",\"name\":\"gemm%0*d\"}\n", length_of, 0 }'
done >"$tmp/long"
run nst-filter --partial --color kinds "$tmp/long"
is "$(jq -c '[(.name | length), .cname]' "$tmp/out" | paste -sd ' ')" '[4096,"light_memory_dump"] [4097,null]' 'kinds: longer ones are not'

run nst-filter --partial --color kinds --color-type memset "$tmp/work"
is "$(jq -r '.cname // empty' "$tmp/out")" olive 'kinds: --color-type'

finish
