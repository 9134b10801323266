#!/bin/sh
# SPDX-License-Identifier: MIT
# --by counter: by hand, and compared with the definitions of nst-sum(1) in jq.
. tests/tap.sh

command -v jq >/dev/null || skipall 'jq is not installed'

cat >"$tmp/model.jq" <<'END'
def round3: . * 1000 | (if . < 0 then -(-. + 0.5 | floor) else . + 0.5 | floor end) | . / 1000;
def percentile($p): sort | ((length - 1) * $p) as $at | ($at / 100 | floor) as $low |
	.[$low] + (if $low + 1 < length then (.[$low + 1] - .[$low]) * ($at % 100) / 100 else 0 end);
map(select((.value | type) == "number" and .dur == null and
	($from == null or .ts >= $from) and ($to == null or .ts < $to))) |
group_by([.type, .name, .gpu, .device, .pid, .context, .args.nic])[] | map(.value) as $values |
(.[-1].ts - .[0].ts) as $time |
{
	type: .[0].type, name: .[0].name, gpu: .[0].gpu, device: .[0].device, pid: .[0].pid,
	context: .[0].context, unit: .[0].args.unit, count: length,
	source: (.[0].args.nic | if . then "nic \(.)" else null end),
	mean: (if $time > 0 then
		([. , .[1:]] | transpose | map(select(.[1]) | .[0].value * (.[1].ts - .[0].ts)) | add) / $time
		else ($values | add / length) end | round3),
	min: ($values | min | round3), max: ($values | max | round3),
	p50: ($values | percentile(50) | round3), p95: ($values | percentile(95) | round3),
	p99: ($values | percentile(99) | round3),
} | del(.[] | nulls)
END

# agree DESCRIPTION FILE FROM TO
agree() {
	jq -cS -s --argjson from "$3" --argjson to "$4" -f "$tmp/model.jq" "$2" | sort >"$tmp/want"
	what=$1 file=$2
	if [ "$3" = null ]; then set --; else set -- --from "${3}ns" --to "${4}ns"; fi
	nst-sum --by counter --json "$@" "$file" 2>"$tmp/err" | jq -cS 'select(.table | not)' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$what"
}

nst-dump "$(profile sample)" 2>/dev/null >"$tmp/sample"
agree 'the sample' "$tmp/sample" null null
ok 'it has counters' test -s "$tmp/want"
like "$(jq -r .name "$tmp/want" | paste -sd ' ')" 'SMs Active.*Tensor Active' 'metrics of the GPU are among them'
agree 'the sample in a window' "$tmp/sample" 12500000000 12800000000
for seed in 1 2 3 4 5 6; do
	awk -v seed="$seed" 'BEGIN {
		srand(seed)
		print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
		for (i = 0; i < 60; i++) {
			ts += rand() < 0.3 ? 0 : int(rand() * 50)
			value = rand() < 0.5 ? int(rand() * 200) - 50 : (int(rand() * 200) - 50) / 2
			printf "{\"ts\":%d,\"type\":\"%s\",\"name\":\"c%d\",", ts, rand() < 0.5 ? "gpu-metric" : rand() < 0.5 ? "nic-metric" : "mine", rand() * 2
			if (rand() < 0.7) printf "\"gpu\":%d,", rand() * 2
			if (rand() < 0.3) printf "\"pid\":7,"
			if (rand() < 0.1) printf "\"dur\":5,"
			printf "\"value\":%s}\n", rand() < 0.05 ? "\"text\"" : value
		}
		print "{\"ts\":9999,\"type\":\"end\",\"events\":60}"
	}' >"$tmp/random"
	sed -i 's/"type":"nic-metric"\(.*\)"value":\([^}]*\)}/"type":"nic-metric"\1"value":\2,"args":{"nic":"m0"}}/' "$tmp/random"
	agree "random counters $seed" "$tmp/random" null null
	agree "random counters $seed in a window" "$tmp/random" 200 700
done

cat >"$tmp/hand" <<'END'
{"ts":0,"type":"stream","format":1}
{"ts":10,"type":"gpu-metric","name":"SMs","gpu":0,"value":50}
{"ts":20,"type":"gpu-metric","name":"SMs","gpu":0,"value":100}
{"ts":50,"type":"gpu-metric","name":"SMs","gpu":0,"value":0}
{"ts":50,"type":"end","events":3}
END
is "$(nst-sum --by counter --tsv "$tmp/hand" | paste -sd / | tr '\t' ' ')" 'type name source gpu device pid context unit count mean min max p50 p95 p99/gpu-metric SMs  0     3 87.5 0 100 50 95 99' 'a value counts until the next one'
is "$(nst-sum --by name "$tmp/hand")" 'Without a duration, and not added up: counters 3; --by counter has the counters' 'a stream of counters gives no empty table'
run nst-sum --by name --tsv "$tmp/hand"
is "$status $(cat "$tmp/err")" "0 nst-sum: $tmp/hand: no event has a duration: --by counter has the counters" 'nor without a word in TSV'
is "$(nst-sum "$tmp/hand" | grep -c count)" 1 'the summary counts them'
grep -v gpu-metric "$tmp/hand" | sed 's/"events":3/"events":1/; 1a {"ts":5,"dur":3,"type":"osrt","name":"a"}' >"$tmp/none"
run nst-sum --by counter "$tmp/none"
is "$status $(cat "$tmp/out" "$tmp/err")" "0 nst-sum: $tmp/none: it has no counters" 'a stream without counters'
run nst-sum --by counter --from 11ns --to 12ns "$tmp/hand"
is "$status $(cat "$tmp/out" "$tmp/err")" "0 nst-sum: $tmp/hand: it has no counters in the window" 'a window without counters'
sed '2{h;d;};3G' "$tmp/hand" >"$tmp/unsorted"
run nst-sum --by counter "$tmp/unsorted"
is "$status" 1 'counters out of order are refused'
for options in '--top 3' '--columns mean' '--sort mean' '--over step' '--event x' '--by name' '--by none' '--report osrt_sum'; do
	# shellcheck disable=SC2086 # options are several words
	run nst-sum --by counter $options "$tmp/hand"
	is "$status" 2 "refused: $options"
done

finish
