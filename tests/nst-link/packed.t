#!/bin/sh
# SPDX-License-Identifier: MIT
# Calls and ranges are kept in few bytes: none is mixed up where only upper halves of numbers
# differ.
. tests/tap.sh

# Ranges 0.7 s apart, from before 0 on, which last up to 9 s, nest or cross; in each 20 launches in
# two processes whose ids are the same in the lower half, in the upper half, or follow each other;
# some calls last for 4 s and more, the largest 32-bit numbers among them.
awk -v late="$tmp/kernels" 'BEGIN {
	split("0 1 4294967293 4294967294 4294967295 4294967296 9000000000", lasts, " ")
	for (r = 0; r < 60; r++) {
		t = -9000000000 + r * 700000000
		printf "{\"ts\":%.0f,%s,\"type\":\"nvtx\",\"name\":\"r%d\",\"pid\":1,\"tid\":1}\n", t, r % 11 ? sprintf("\"dur\":%.0f", lasts[r % 7 + 1] + 30000000) : "\"open\":true", r
		for (l = 0; l < 20; l++) {
			corr = r % 3 * 4294967296 + (l % 2 ? 1 : 77) * 16777216 + int(r / 3) * 20 + l + 1
			dur = l == 7 ? sprintf("\"dur\":%.0f,", lasts[r % 7 + 1]) : l == 8 ? "" : "\"dur\":5,"
			for (pid = 1; pid <= 2; pid++) {
				printf "{\"ts\":%.0f,%s\"type\":\"cuda-api\",\"name\":\"c%d\",\"pid\":%d,\"tid\":%d,\"corr\":%.0f}\n", t + l * 1000 + pid, dur, l % 3, pid, pid, corr
				printf "{\"ts\":%.0f,\"dur\":3,\"type\":\"kernel\",\"name\":\"k\",\"pid\":%d,\"device\":0,\"corr\":%.0f}\n", 40000000000 + l, pid, corr >>late
			}
		}
	}
}' >"$tmp/in"
sort -s -t: -k2,2n "$tmp/kernels" >>"$tmp/in"
run nst-link --partial "$tmp/in"
is "$status $(cat "$tmp/err")" '0 ' 'status'
jq -c 'select(.type == "kernel") | [.pid, .corr, .launch]' "$tmp/out" | sort >"$tmp/got"
jq -c 'select(.type == "cuda-api") | [.pid, .corr, ({ts} + if .dur then {dur} else {} end + {tid, name})]' "$tmp/in" | sort >"$tmp/want"
same "$tmp/got" "$tmp/want" 'each kernel has the call of its process and id, as it was'
is "$(wc -l <"$tmp/got")" 2400 '... all of them'
jq -sc 'map(select(.type == "nvtx")) as $ranges | map(select(.type == "cuda-api" and .pid == 1))[] | . as $c |
	[.corr, [$ranges[] | select(.ts <= $c.ts and (.open or .ts + .dur >= $c.ts + ($c.dur // 0))) | .name]]' "$tmp/in" | sort >"$tmp/want"
jq -c 'select(.type == "kernel" and .pid == 1) | [.corr, .nvtx // []]' "$tmp/out" | sort >"$tmp/got"
same "$tmp/got" "$tmp/want" 'and the ranges around it'
jq -sc '(map(.ts + (.dur // 0)) | max) as $last | .[] | select(.type == "nvtx") | [.name, {ts, dur: (.dur // $last - .ts)} + if .open then {open} else {} end]' "$tmp/in" | sort >"$tmp/want"
jq -c 'select(.type == "nvtx-kernel") | [.name, .args.range]' "$tmp/out" | sort >"$tmp/got"
same "$tmp/got" "$tmp/want" 'ranges are projected as they were'

# Of several calls with one id the latest counts, wherever they come and however many there are.
awk 'BEGIN {
	for (i = 1; i <= 50000; i++) {
		printf "{\"ts\":%.0f,\"dur\":1,\"type\":\"cuda-api\",\"name\":\"c\",\"pid\":1,\"tid\":1,\"corr\":%d}\n", i * 2000000, i * i % 1009 + 1
		if (i % 100 == 0) printf "{\"ts\":%.0f,\"dur\":1,\"type\":\"kernel\",\"name\":\"k\",\"pid\":1,\"device\":0,\"corr\":%d}\n", i * 2000000 + 5, i % 1009 + 1
	}
}' >"$tmp/in"
run nst-link --partial "$tmp/in"
jq -r 'select(.type == "kernel") | "\(.corr) \(.ts) \(.launch.ts)"' "$tmp/out" >"$tmp/got"
awk -F '[:,}]' '/cuda-api/ { latest[$(NF - 1)] = $2 } /kernel/ { print $(NF - 1), $2, $(NF - 1) in latest ? latest[$(NF - 1)] : "null" }' "$tmp/in" >"$tmp/want"
same "$tmp/got" "$tmp/want" 'ids that come again'
finish
