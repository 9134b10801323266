#!/bin/sh
# SPDX-License-Identifier: MIT
# --launches: kernels by the order of their launches, compared with jq.
. tests/tap.sh

command -v jq >/dev/null || skipall 'jq is not installed'

# launches FROM TO FILE: what is kept. TO may be null.
launches() {
	jq -cs --argjson from "$1" --argjson to "$2" 'foreach .[] as $ev ({};
		if $ev.type == "kernel" then .[[$ev.pid, $ev.name] | tojson] += 1 else . end;
		.[[$ev.pid, $ev.name] | tojson] as $n |
		$ev | select(.type != "kernel" or ($n > $from and ($to == null or $n <= $to))))' "$3"
}

# check FILE DESCRIPTION: several slices.
check() {
	while read -r slice from to; do
		run nst-filter --launches "$slice" "$1"
		jq -c 'select(.type != "end") | del(.filtered)' "$tmp/out" >"$tmp/got"
		launches "$from" "$to" "$1" | jq -c 'select(.type != "end")' >"$tmp/want"
		same "$tmp/got" "$tmp/want" "$2: --launches $slice"
		is "$status" 0 "$2: --launches $slice: status"
	done <<-END
		2: 2 null
		1:2 1 2
		:1 0 1
		0:3 0 3
		10: 10 null
	END
}

awk 'BEGIN {
	srand(7)
	print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
	for (i = 0; i < 200; i++)
		printf "{\"ts\":%d,\"dur\":1,\"type\":\"%s\",\"name\":\"k%d\",\"pid\":%d,\"device\":%d}\n", i, rand() < 0.8 ? "kernel" : "memcpy", rand() * 5, 1 + rand() * 2, rand() * 2
	print "{\"ts\":200,\"type\":\"end\",\"events\":200}"
}' >"$tmp/random"
check "$tmp/random" 'random kernels'
nst-dump "$(profile sample)" 2>/dev/null >"$tmp/sample"
check "$tmp/sample" 'the sample'

# All launches count, whatever other options drop.
is "$(nst-filter --launches 1: --type kernel --from 50ns "$tmp/random" | grep -c '"type":"kernel"')" "$(launches 1 null "$tmp/random" | jq -c 'select(.type == "kernel" and .ts + .dur > 50)' | wc -l)" 'with other criteria'
is "$(nst-filter --invert --launches 3: "$tmp/random" | grep -c '"kernel"')" "$(launches 0 3 "$tmp/random" | grep -c '"kernel"')" '--invert'
run nst-filter --launches 1000: "$tmp/random"
is "$status $(cat "$tmp/err")" '0 nst-filter: --launches: no process has the launches 1000: of any kernel' 'a warning if there are none'
is "$(nst-filter --type kernel "$tmp/random" | nst-sum --by launch,name,pid --columns total --tsv | sed 1d | cut -f 1-3 | sort)" \
	"$(jq -r 'select(.type == "kernel") | [.pid, .name] | @tsv' "$tmp/random" | awk -v OFS='\t' '{ print ++n[$0], $2, $1 }' | sort)" 'nst-sum --by launch has the same numbers'
for slice in : 3 '' 2:2 3:1 :0 -1: 1:x x: 99999999999999999999: 1:2:3; do
	run nst-filter --launches "$slice" "$tmp/random"
	is "$status" 2 "refused: --launches '$slice'"
done
run nst-filter --launches 1: --launches 2: "$tmp/random"
is "$status" 2 'refused: twice'

finish
