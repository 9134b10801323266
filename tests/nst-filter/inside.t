#!/bin/sh
# SPDX-License-Identifier: MIT
# --inside: ranges, what is in their time on their threads, and what the GPU did that was launched
# from there; against SQL over the same stream, and case by case.
. tests/tap.sh

# events FILE SQL: a database of the events of a stream, and what a query says of it.
query() {
	sqlite3 :memory: ".mode ascii" ".separator \"\\001\" \"\\n\"" "CREATE TABLE raw(line TEXT)" \
		".import $1 raw" ".mode list" "$2"
}

for name in sample pytorch-2gpu-3.25.0 saxpy-mpi-2.9.1; do
	[ -e "$(profile $name)" ] || {
		note "skipped: $name is not there"
		continue
	}
	case $name in
	sample) like='Layer 3%' regex='^Layer 3' ;;
	pytorch*) like='aten::linear,%' regex='^aten::linear,' ;;
	*) like='MPI%' regex='^MPI' ;;
	esac
	nst-dump "$(profile $name)" 2>/dev/null | nst-link 2>/dev/null >"$tmp/linked"
	grep -vE '"type":"(nvtx|call)-kernel"' "$tmp/linked" >"$tmp/in"
	nst-filter --inside "$regex" "$tmp/in" | grep -vE '"type":"(stream|meta|end)"' | sort >"$tmp/got"
	query "$tmp/in" "
		CREATE TABLE e AS SELECT line, line ->> 'ts' AS ts, coalesce(line ->> 'dur', 0) AS dur, line ->> 'open' AS open, line ->> 'type' AS type,
			line ->> 'name' AS name, line ->> 'pid' AS pid, line ->> 'tid' AS tid, line ->> 'corr' AS corr,
			line ->> '\$.launch.ts' AS lts, coalesce(line ->> '\$.launch.dur', 0) AS ldur, line ->> '\$.launch.tid' AS ltid
			FROM raw WHERE type NOT IN ('stream', 'meta', 'end');
		CREATE TABLE r AS SELECT ts, CASE WHEN open THEN 9e18 ELSE ts + dur END AS last, pid, tid FROM e WHERE type = 'nvtx' AND name LIKE '$like';
		CREATE INDEX at ON r(pid, tid, ts);
		CREATE TABLE inside AS SELECT * FROM e WHERE tid NOT NULL AND EXISTS (SELECT 1 FROM r WHERE r.pid = e.pid AND r.tid = e.tid AND
			r.ts <= e.ts AND r.last >= CASE WHEN e.open THEN 9e18 ELSE e.ts + e.dur END);
		CREATE INDEX calls ON inside(pid, corr);
		SELECT line FROM inside UNION ALL SELECT line FROM e WHERE tid IS NULL AND CASE WHEN ltid NOT NULL
			THEN EXISTS (SELECT 1 FROM r WHERE r.pid = e.pid AND r.tid = e.ltid AND r.ts <= e.lts AND r.last >= e.lts + e.ldur)
			ELSE EXISTS (SELECT 1 FROM inside i WHERE i.pid = e.pid AND i.corr = e.corr AND i.corr <> 0 AND i.type = 'cuda-api') END;
		" | sort >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$name: --inside $regex is what SQL finds"
	ok "$name: that is something, and not all" test -s "$tmp/got" -a "$(wc -l <"$tmp/got")" -lt "$(wc -l <"$tmp/in")"
	nst-filter --inside "$regex" --invert "$tmp/in" | grep -vE '"type":"(stream|meta|end)"' | sort >"$tmp/rest"
	is "$(sort "$tmp/got" "$tmp/rest" | uniq -d | wc -l) $(($(wc -l <"$tmp/got") + $(wc -l <"$tmp/rest")))" \
		"0 $(grep -cvE '"type":"(stream|meta|end)"' "$tmp/in")" "$name: --invert keeps the rest"
done

cat >"$tmp/in" <<'EOT'
{"ts":10,"dur":90,"type":"nvtx","name":"R","pid":1,"tid":1}
{"ts":10,"dur":5,"type":"osrt","name":"at its start","pid":1,"tid":1}
{"ts":20,"dur":80,"type":"osrt","name":"to its end","pid":1,"tid":1}
{"ts":20,"dur":81,"type":"osrt","name":"beyond","pid":1,"tid":1}
{"ts":20,"dur":1,"type":"osrt","name":"another thread","pid":1,"tid":2}
{"ts":20,"dur":1,"type":"osrt","name":"another process","pid":2,"tid":1}
{"ts":30,"dur":5,"type":"cuda-api","name":"c","pid":1,"tid":1,"corr":7}
{"ts":31,"dur":5,"type":"cuda-api","name":"other c","pid":2,"tid":1,"corr":8}
{"ts":200,"dur":5,"type":"kernel","name":"k","pid":1,"device":0,"corr":7}
{"ts":201,"dur":5,"type":"kernel","name":"other k","pid":2,"device":0,"corr":7}
{"ts":202,"dur":5,"type":"kernel","name":"no corr","pid":1,"device":0}
{"ts":203,"dur":5,"type":"cuda-sync","name":"sync","pid":1,"corr":7}
{"ts":204,"dur":5,"type":"memcpy","name":"linked","pid":1,"device":0,"corr":99,"launch":{"ts":40,"dur":2,"tid":1}}
{"ts":205,"dur":5,"type":"memcpy","name":"linked elsewhere","pid":1,"device":0,"corr":7,"launch":{"ts":40,"dur":2,"tid":2}}
{"ts":300,"dur":9,"type":"nvtx-kernel","name":"R","pid":1,"tid":1,"device":0,"args":{"range":{"ts":10,"dur":90}}}
{"ts":300,"dur":9,"type":"nvtx-kernel","name":"R","pid":1,"tid":1,"device":0,"args":{"range":{"ts":10,"dur":91}}}
{"ts":400,"open":true,"type":"nvtx","name":"R","pid":1,"tid":2}
{"ts":900,"type":"nvtx-mark","name":"in what was never closed","pid":1,"tid":2}
EOT
is "$(nst-filter --inside '^R$' "$tmp/in" | jq -r .name | paste -sd ,)" \
	'R,at its start,to its end,c,k,sync,linked,R,R,in what was never closed' 'bounds, threads, processes, launches, projections'
is "$(nst-filter --inside '^R$' --type kernel "$tmp/in" | jq -r .name)" k 'together with another option'
# Work that another thread launched for a range, as the sample's backward thread does: its nvtx
# begins with that range.
nst-dump "$(profile sample)" 2>/dev/null | nst-link --across threads >"$tmp/across"
nst-filter --inside '^backward$' --type gpu "$tmp/across" | jq -c 'select(.type | IN("kernel", "memcpy", "memset", "graph"))' >"$tmp/got"
jq -c 'select((.type | IN("kernel", "memcpy", "memset", "graph")) and (.nvtx // [] | index("backward")))' "$tmp/across" >"$tmp/want"
same "$tmp/got" "$tmp/want" '--across threads: work inside a range of a thread that waits'
ok '... and there is some' test -s "$tmp/got"
is "$(nst-filter --inside '^backward$' --type kernel "$tmp/across" | jq -n '[inputs | select(.type == "kernel") | .dur] | add')" \
	"$(nst-sum --by type,nvtx:all --json "$tmp/across" 2>/dev/null | jq 'select(.type == "kernel" and .nvtx == "backward") | .total')" '... as much as nst-sum counts'

finish
