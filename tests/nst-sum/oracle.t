#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-sum says what SQL over the export itself says (oracle.sql): kernels, calls, copies, ranges on
# the CPU and on the GPU, GPUs; in the sample and in every real export.
. tests/tap.sh
. tests/nst-dump/oracle.sh

# compare NAME: what nst-sum and what SQL say of an export.
compare() {
	file=$(profile "$1")
	nst-dump "$file" 2>/dev/null | nst-link >"$tmp/linked"
	: >"$tmp/got"
	for by in type,name type,nvtx type,nvtx:all none; do
		run nst-sum --names raw --json --by "$by" "$tmp/linked"
		is "$status" 0 "$1: --by $by"
		grep -v '^{"table":' "$tmp/out" >"$tmp/said"
		sed "s/^/${by#type,}$(printf '\037')/" "$tmp/said" >>"$tmp/got"
	done
	nst-dump "$file" 2>/dev/null | nst-link --ops kernel,memcpy,memset,graph | nst-sum --json --report nvtx_gpu_proj_sum |
		sed "s/^/report$(printf '\037')/" >>"$tmp/got"
	sqlite3 -batch -bail :memory: <<-END 2>&1 | grep -v '^{' >"$tmp/differ" # the oracle of nst-dump prints the stream
		CREATE TABLE got(kind, line);
		.mode ascii
		.separator "\037" "\n"
		.import $tmp/got got
		ATTACH '$file' AS p;
		CREATE TEMP TABLE ask AS SELECT 'short' AS style, -9223372036854775808 AS since, 9223372036854775807 AS until, '' AS types, NULL AS host;
		.once $tmp/views.sql
		.read tests/nst-dump/views.sql
		.read $tmp/views.sql
		.read tests/nst-dump/oracle.sql
		.read tests/nst-sum/oracle.sql
	END
	like "$(cat "$tmp/differ")" '^rows ([1-9][0-9]*) \1 [1-9][0-9]*$' "$1: all of it"
	is "$(wc -l <"$tmp/differ")" 1 "$1: and nothing else"
}

# types NAME: how many events of each type there are with a duration; they are all in some row, but
# for the projections of calls, which count for the row of the call.
types() {
	is "$(jq -r 'select(.dur and .type != "call-kernel") | .type' "$tmp/linked" | sort | uniq -c)" \
		"$(nst-sum --names raw --json --by type,pid,tid,device,stream,domain,name "$tmp/linked" | jq -rs 'map(select(.type)) | group_by(.type)[] | "\(map(.count) | add) \(.[0].type)"' |
			awk '{ printf "%7d %s\n", $1, $2 }')" "$1: every event is in one row"
}

for name in $(profiles); do
	compare "$name"
	types "$name"
done

finish
