#!/bin/sh
# SPDX-License-Identifier: MIT
# Windows of time: what lasts beyond one counts with the part inside, as SQL over the stream has it
# (window.sql); bins are windows side by side.
. tests/tap.sh

# window NAME FROM TO: what nst-sum says of a window of $tmp/linked, and what SQL does. nst-sum is
# told how long after $first, the start of the profile, they are.
window() {
	set -- "$1" "$2" "$3" "+$(($2 - first))ns" "+$(($3 - first))ns"
	nst-sum --names raw --json --by type,name --from "$4" --to "$5" "$tmp/linked" 2>/dev/null | tablerows | sed 's/^/name\x1f/' >"$tmp/got"
	nst-sum --names raw --json --by none --from "$4" --to "$5" "$tmp/linked" 2>/dev/null | grep -v '^{"table":' | sed 's/^/none\x1f/' >>"$tmp/got"
	sqlite3 -batch -bail :memory: <<-END >"$tmp/differ" 2>&1
		CREATE TABLE line(text);
		CREATE TABLE got(kind, line);
		CREATE TABLE win AS SELECT $2 AS f, $3 AS t;
		.mode ascii
		.separator "\037" "\n"
		.import $tmp/linked line
		.import $tmp/got got
		.read tests/nst-sum/window.sql
	END
	like "$(cat "$tmp/differ")" '^rows ([1-9][0-9]*) \1$' "$1: from $2 to $3"
}

# rest FILE: tables with the time that GPUs did nothing in one number, since the work before a
# window is not known, but the work before a bin is.
rest() {
	jq -c 'if has("busy") then .rest = .idle + .before + .after | del(.idle, .before, .after) else . end' "$1" | sort
}

# bins NAME N: the table of each of N bins is that of a window.
bins() {
	nst-sum --names raw --json --by type,name --bins "$2" "$tmp/linked" 2>/dev/null | tablerows >"$tmp/bins"
	nst-sum --names raw --json --by none --bins "$2" "$tmp/linked" 2>/dev/null | grep '"busy"' >"$tmp/gpus"
	jq -r .bin "$tmp/gpus" | uniq >"$tmp/edges"
	is "$(wc -l <"$tmp/edges")" "$2" "$1: $2 bins"
	sed 1d "$tmp/edges" | paste "$tmp/edges" - >"$tmp/pairs"
	first= # the first and the last bin have what is not of the span, too
	while read -r from to; do
		set -- "$1" "$2" ${first:+--from "$from"} ${to:+--to "$to"}
		name=$1 count=$2 first=no
		shift 2
		nst-sum --names raw --json --by type,name "$@" "$tmp/linked" 2>/dev/null | tablerows
		nst-sum --names raw --json --by none "$@" "$tmp/linked" 2>/dev/null | grep '"busy"'
		set -- "$name" "$count"
	done <"$tmp/pairs" >"$tmp/windows"
	rest "$tmp/windows" >"$tmp/wanted"
	cat "$tmp/bins" "$tmp/gpus" | grep -v '"count":0,' | sed 's/"bin":[0-9-]*,//' >"$tmp/binned" # 0: calls before the bin whose kernels are in it
	rest "$tmp/binned" >"$tmp/got"
	same "$tmp/got" "$tmp/wanted" "$1: $2 bins are windows"
	jq -sc 'group_by(.device)[] | [.[0].device, (map(.busy) | add), (map(.idle) | add), (map(.before) | add), (map(.after) | add)]' "$tmp/gpus" >"$tmp/got"
	nst-sum --json --by none "$tmp/linked" 2>/dev/null | jq -c 'select(.busy) | [.device, .busy, .idle, .before, .after]' | sort >"$tmp/wanted"
	same "$tmp/got" "$tmp/wanted" "$1: the times of GPUs in $2 bins add up"
	is "$(jq -s 'map(select(.type)) | group_by([.type, .name]) | map({key: (.[0].type + " " + (.[0].name // "")), value: [(map(.total) | add), (map(.bytes // 0) | add),
		(map(.self // 0) | add), (map(.kernel_time // 0) | add)]}) | from_entries | tojson' "$tmp/bins")" \
		"$(nst-sum --names raw --json --by type,name "$tmp/linked" | jq -s 'map(select(.type)) | group_by([.type, .name]) | map({key: (.[0].type + " " + (.[0].name // "")), value: [.[0].total,
		(.[0].bytes // 0), (.[0].self // 0), (.[0].kernel_time // 0)]}) | from_entries | tojson')" "$1: times of $2 bins add up"
}

# filtered NAME FROM TO: a header that says what was kept is as good as the options, but for the
# order of rows with equal totals.
filtered() {
	nst-filter --from "$2" --to "$3" "$tmp/linked" 2>/dev/null >"$tmp/filtered"
	grep -qv -e '"type":"stream"' -e '"type":"meta"' -e '"type":"end"' "$tmp/filtered" || return 0
	for by in type,name none; do
		nst-sum --names raw --json --top 1000000 --by $by "$tmp/filtered" 2>"$tmp/err" | grep -v '^{"table":' | sort >"$tmp/got"
		nst-sum --names raw --json --top 1000000 --by $by --from "$2" --to "$3" "$tmp/linked" 2>"$tmp/warned" | grep -v '^{"table":' | sort >"$tmp/wanted"
		same "$tmp/got" "$tmp/wanted" "$1: --by $by: the window of a header"
		same "$tmp/err" "$tmp/warned" "$1: --by $by: and what is said of it"
	done
}

for name in $(profiles); do
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link --ops kernel,memcpy,memset,graph >"$tmp/linked"
	first=$(head -n 1 "$tmp/linked" | jq .ts)
	last=$(jq -s 'map(.ts + (.dur // 0)) | max' "$tmp/linked")
	length=$((last - first))
	[ "$length" -gt 1000 ] || continue
	window "$name" "$first" "$last"
	window "$name" $((first + length / 3)) $((first + length / 2))
	window "$name" $((first + length / 2)) $((first + length / 2 + length / 50))
	filtered "$name" $((first + length / 3)) $((first + length / 2))
	case $name in
	sample | saxpy* | two*) bins "$name" 7 ;;
	esac
done

# A GPU that works throughout is busy throughout, however long the work is.
cat >"$tmp/linked" <<'END'
{"ts":0,"type":"stream","format":1}
{"ts":0,"dur":1000,"type":"nvtx","name":"r","pid":1,"tid":1}
{"ts":10,"dur":900,"type":"kernel","name":"k","pid":1,"device":0}
{"ts":910,"type":"end","events":2}
END
is "$(nst-sum --by none --json --from 100 --to 200 "$tmp/linked" | jq -c 'select(.busy) | [.busy, .use, .idle]')" '[100,100,0]' 'a kernel that lasts beyond the window: 100 %'
is "$(nst-sum --by none --json --from 100 "$tmp/linked" | jq -c 'select(.span) | [.from, .to, .span]')" '[100,1000,900]' 'a window without an end ends with what is latest'
is "$(nst-sum --by none --json --from +0s --to 20s "$tmp/linked" | jq -c 'select(.span) | [.from, .to]')" '[0,1000]' 'a window is no longer than the profile'
sed 's/"ts":910,"type":"end"/"ts":2000,"type":"end"/' "$tmp/linked" >"$tmp/longer"
is "$(nst-sum --by none --json "$tmp/longer" 2>/dev/null | jq -c 'select(.span) | [.from, .to]')" '[0,1000]' 'the span ends with the last event, not with the end record'
is "$(sed '1s/}/,"to":1500}/' "$tmp/longer" | nst-sum --by none --json | jq -c 'select(.span) | [.from, .to]')" '[0,1500]' 'in a window, the end record tells that the profile went on'
is "$(nst-sum --by none --json --from -900ns --to -100ns "$tmp/linked" | jq -c 'select(.span) | [.from, .to]')" '[100,900]' 'a window from times before the end'
is "$(nst-sum --by none --json --from -1ms "$tmp/linked" | jq -c 'select(.span) | [.from, .to]')" '[0,1000]' 'a window from before the start'
is "$(nst-sum --by none --json --from -100ns <"$tmp/linked" | jq -c 'select(.span) | [.from, .to]')" '[900,1000]' 'of a file as standard input, which is read twice'
is "$(cat "$tmp/linked" | nst-sum --by none --json --from -100ns | jq -c 'select(.span) | [.from, .to]')" '[900,1000]' 'of a pipe, which is kept'
sed 's/"ts":0,"type":"stream"/"ts":50,"type":"stream"/' "$tmp/linked" >"$tmp/later"
is "$(nst-sum --by none --json --from +50ns --to +150ns "$tmp/later" | jq -c 'select(.span) | [.from, .to]')" '[100,200]' 'a window from times behind the start, which the header tells'
run nst-sum --by type --from 2s --to 3s "$tmp/linked"
is "$status $(cat "$tmp/err")" "0 nst-sum: $tmp/linked: no event touches the window: the profile runs from 0.000 s to 0.000 s" 'a window behind the end says what there is'
run nst-sum --by type --from 500ns --to -800ns "$tmp/linked"
is "$status $(wc -l <"$tmp/out") $(cat "$tmp/err")" "0 1 nst-sum: $tmp/linked: no event touches the window: the profile runs from 0.000 s to 0.000 s" 'a window that ends before it begins, as the profile shows'
run nst-sum --from 2s --to 1s "$tmp/linked"
is "$status $(head -n 1 "$tmp/err")" '2 nst-sum: --from, --to: the window is empty' 'a window that ends before it begins'

# Several streams in one have the time that any of them kept.
two() {
	printf '{"ts":10,"type":"stream","format":1%s}\n{"ts":10,"dur":100,"type":"osrt","name":"a"}\n' "$1"
	printf '{"ts":50,"type":"stream","format":1%s}\n{"ts":50,"dur":100,"type":"osrt","name":"b"}\n' "$2"
	printf '{"ts":50,"type":"end","events":1}\n{"ts":50,"type":"end","events":1}\n'
}
is "$(two ',"from":20,"to":60' ',"from":40,"to":80' | nst-sum --by name --json | tablerows | jq -c '[.name, .total]' | paste -sd ' ')" '["a",60] ["b",30]' 'the window of two headers'
is "$(two ',"from":20,"to":60' '' | nst-sum --by name --json | tablerows | jq -c '[.name, .total]' | paste -sd ' ')" '["a",100] ["b",100]' 'one of them kept all'
is "$(two ',"from":20,"to":60' ',"from":40,"to":60' | nst-sum --by name --from 80 --json 2>/dev/null | tablerows)" '' 'nothing is left of it behind --from'
is "$(two ',"from":20,"to":60' ',"from":40' | nst-sum --by name --to 70 --json | tablerows | jq -c '[.name, .total]' | paste -sd ' ')" '["a",50] ["b",20]' 'and --to narrows it'

finish
