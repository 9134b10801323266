#!/bin/sh
# SPDX-License-Identifier: MIT
# Steps: groups by the key "step", and statistics over the totals of steps, as SQL over the same
# stream has them.
. tests/tap.sh

command -v jq >/dev/null || skipall "jq is not installed"

# A stream with steps 3, 4 ... of 50 ms; what begins in an odd millisecond belongs to none.
nst-dump "$(profile sample)" 2>/dev/null | nst-link >"$tmp/linked"
jq -c 'if .dur and (.ts / 1000000 | floor) % 2 == 0 then .step = 3 + ((.ts - 12400000000) / 50000000 | floor) else . end' "$tmp/linked" >"$tmp/steps"

# sql QUERY: asks the stream: table ev(type, name, dur, step); step is NULL where there is none.
sql() {
	sqlite3 -batch -bail :memory: <<-END
		CREATE TABLE line(text);
		.mode ascii
		.separator "\037" "\n"
		.import $tmp/steps line
		CREATE TABLE ev AS SELECT text ->> 'type' AS type, text ->> 'name' AS name, text ->> 'dur' AS dur, text ->> 'step' AS step FROM line
			WHERE text ->> 'dur' NOT NULL AND text ->> 'type' <> 'call-kernel'; -- nst-sum adds these to their calls
		CREATE VIEW kept AS SELECT * FROM ev WHERE step NOT NULL AND step NOT IN (SELECT DISTINCT step FROM ev WHERE step NOT NULL ORDER BY step LIMIT ${skip:-0});
		CREATE VIEW total AS SELECT type, name, step, sum(dur) AS total FROM kept GROUP BY 1, 2, 3;
		CREATE TABLE ranked AS SELECT *, row_number() OVER (PARTITION BY type, name ORDER BY total) - 1 AS i, count(*) OVER (PARTITION BY type, name) - 1 AS last FROM total;
		.mode list
		.separator "\t" "\n"
		$1
	END
}

for skip in 0 2; do
	set -- --json
	[ $skip = 0 ] || set -- --json --skip $skip
	nst-sum --names raw "$@" --by step,type,name "$tmp/steps" | jq -r 'select(.step) | [.step, .type, .name // "", .count, .total] | @tsv' | sort >"$tmp/got"
	sql 'SELECT step, type, ifnull(name, ""), count(*), sum(dur) FROM kept GROUP BY 1, 2, 3' | sort >"$tmp/wanted"
	same "$tmp/got" "$tmp/wanted" "--by step, without the first $skip"
	nst-sum --names raw "$@" --by type,name --over step --columns count,total,min,max,p50,p95,slowest "$tmp/steps" 2>"$tmp/err" | tablerows |
		jq -r '[.type, .name // "", .count, .total, .min, .max, .p50, .p95, .slowest] | @tsv' | sort >"$tmp/got"
	sql 'SELECT type, ifnull(name, ""), count(*), sum(total), min(total), max(total),
		round(sum(CASE i - last / 2 WHEN 0 THEN total * (1 - (last % 2) * 0.5) WHEN 1 THEN total * (last % 2) * 0.5 END), 3),
		round(sum(CASE i - last * 95 / 100 WHEN 0 THEN total * (1 - (last * 95 % 100) / 100.0) WHEN 1 THEN total * (last * 95 % 100) / 100.0 END), 3),
		min(CASE WHEN total = (SELECT max(total) FROM ranked m WHERE m.type = r.type AND m.name IS r.name) THEN step END) FROM ranked r GROUP BY 1, 2' |
		sed 's/\.0\(\t\|$\)/\1/g' | sort >"$tmp/wanted"
	same "$tmp/got" "$tmp/wanted" "--over step, without the first $skip"
done
is "$(cat "$tmp/err")" "nst-sum: --over step: left out $(skip=0 sql 'SELECT count(*) FROM ev WHERE step IS NULL') events that belong to no step" 'events without a step are counted'
is "$(nst-sum --json --by step,type,name "$tmp/steps" | jq -s 'map(select(.step == null).count) | add')" "$(skip=0 sql 'SELECT count(*) FROM ev WHERE step IS NULL')" '--by step: they are in rows without one'
for share in 'step,type' 'step,type --skip 3' 'type --over step' 'type --over step --skip 3'; do
	# shellcheck disable=SC2086 # options
	is "$(nst-sum --json --by $share "$tmp/steps" 2>/dev/null | jq -s 'map(select(.type == "kernel").share) | add | . * 100 | round')" 10000 "--by $share: shares add up to 100 %"
done
# flash is a part of flash|nccl, which has a share of 100 % of what counts, as steps do that are
# left.
nst-sum --json --by step,type,name --event flash --event 'flash|nccl' --skip 2 "$tmp/steps" | tablerows >"$tmp/out"
is "$(jq -s 'map(select(.step and .type == "kernel" and .name == "flash|nccl").share) | add | . + '"$(jq -s 'map(select(.step == null and .type == "kernel" and .name == "flash|nccl").share) | add' "$tmp/out")"' | . * 100 | round' "$tmp/out")" 10000 \
	'shares of events with two names'
is "$(jq -s 'map(select(.type == "kernel" and .name == "flash")) | length > 3' "$tmp/out")" true 'and both names are there'
run nst-sum --by type --skip 2 "$tmp/steps"
is "$status $(head -n 1 "$tmp/err")" '2 nst-sum: --skip needs --by step or --over step' '--skip without steps'
run nst-sum --by step --over step "$tmp/steps"
is "$status" 2 'over steps, and by them'
run nst-sum --over month "$tmp/steps"
is "$status $(head -n 1 "$tmp/err")" "2 nst-sum: --over: 'month' is not step" 'over something else'
run nst-sum --tsv --by type --over step --skip 1000 "$tmp/steps"
is "$status $(wc -l <"$tmp/out")" '0 1' 'all steps left out'

finish
