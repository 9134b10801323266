#!/bin/sh
# SPDX-License-Identifier: MIT
# Counts, totals and deltas of nst-diff against jq and awk over the streams of profiles, and kernels
# against SQL over the profiles; a profile against itself is all zeros; streams, profiles, tables
# and pipes say the same.
. tests/tap.sh

# summed FILE SIDE: side, type, name, count and total of each group.
summed() {
	jq -r --arg side "$2" 'select(.dur != null and .type != "call-kernel") | [$side, .type, (.name // "" | tojson), .dur] | join("\t")' "$1" |
		awk -F '\t' '{ k = $1 "\t" $2 "\t" $3; n[k]++; sum[k] += $4 } END { for (k in n) printf "%s\t%d\t%.0f\n", k, n[k], sum[k] }'
}

# wanted OLD NEW: type, name, counts, totals, delta.
wanted() {
	{
		summed "$1" old
		summed "$2" new
	} | awk -F '\t' '
		{ k = $2 "\t" $3; groups[k]; n[$1, k] = $4; sum[$1, k] = $5 }
		END { for (k in groups) printf "%s\t%d\t%d\t%.0f\t%.0f\t%.0f\n", k, n["old", k], n["new", k], sum["old", k], sum["new", k], sum["new", k] - sum["old", k] }' |
		sort
}

# rows FILE: the same of nst-diff --json.
rows() {
	jq -r '[.type, (.name // "" | tojson), .count_old, .count_new, .total_old, .total_new, .delta] | join("\t")' "$1" | sort
}

before=
for name in $(profiles); do
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link >"$tmp/$name.ndjson" 2>/dev/null

	# itself
	runrows nst-diff --names raw --json "$tmp/$name.ndjson" "$tmp/$name.ndjson"
	is "$status $(jq -rs 'map(select(.delta != 0 or .change != "equal" or (.ratio // 1) != 1)) | length' "$tmp/out")" '0 0' "$name: against itself all is zero"
	run nst-diff --gate 0% --tsv "$tmp/$name.ndjson" "$tmp/$name.ndjson"
	is "$status" 0 "$name: against itself nothing is worse"

	# the one before
	if [ -n "$before" ]; then
		runrows nst-diff --names raw --json "$tmp/$before.ndjson" "$tmp/$name.ndjson"
		is "$status $(cat "$tmp/err")" '0 ' "$before, $name"
		rows "$tmp/out" >"$tmp/got"
		wanted "$tmp/$before.ndjson" "$tmp/$name.ndjson" >"$tmp/want"
		same "$tmp/got" "$tmp/want" "$before, $name: what jq and awk say"
		ok "$before, $name: the largest change first" jq -es 'map(.effect | fabs) | . == (sort | reverse)' "$tmp/out"
		is "$(jq -r 'select((.change == "new") != (.count_old == 0) or (.change == "gone") != (.count_new == 0)) | .name' "$tmp/out")" '' "$before, $name: new and gone"
	fi
	before=$name

	kernels=$(sql "$name" 'SELECT count(*), sum(end - start) FROM CUPTI_ACTIVITY_KIND_KERNEL' 2>/dev/null) || continue
	[ "$kernels" != '0|' ] || continue
	runrows nst-diff --names raw --json --type kernel --by type "$tmp/$name.ndjson" "$tmp/$name.ndjson"
	is "$(jq -r '"\(.count_old)|\(.total_old)"' "$tmp/out")" "$kernels" "$name: kernels are those of SQL"
done

# What kind of file it is makes no difference.
old=$(profile sample)
cp "$old" "$tmp/new.sqlite"
sqlite3 "$tmp/new.sqlite" 'UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end + (end - start) / 10 WHERE rowid % 3 = 0'
nst-dump "$old" | nst-link >"$tmp/old.ndjson" 2>/dev/null
nst-dump "$tmp/new.sqlite" | nst-link >"$tmp/new.ndjson" 2>/dev/null
nst-sum --names raw --json "$tmp/old.ndjson" >"$tmp/old.json"
nst-sum --names raw --json --by name,device,type,stream "$tmp/new.ndjson" >"$tmp/new.json"
nst-diff --names raw --json "$tmp/old.ndjson" "$tmp/new.ndjson" | tablerows >"$tmp/want"
ok 'something changed' jq -es 'any(.delta != 0)' "$tmp/want"
# A table has no single calls, so that its noise is unknown.
jq -c 'del(.low, .high, .factor, .confidence) | if .change == "equal" then . else .change = "noise unknown" end' "$tmp/want" >"$tmp/want.table"
for files in "$old $tmp/new.sqlite" "$tmp/old.json $tmp/new.json" "$tmp/old.json $tmp/new.ndjson" "$old $tmp/new.json" "--new $tmp/new.ndjson --old $old"; do
	# shellcheck disable=SC2086 # several words
	runrows nst-diff --names raw --json $files
	is "$status $(said)" '0 ' "$files"
	case $files in
	*.json*)
		jq -c . "$tmp/out" >"$tmp/got"
		same "$tmp/got" "$tmp/want.table" "$files: the same"
		;;
	*) same "$tmp/out" "$tmp/want" "$files: the same" ;;
	esac
done
if [ -e "$BUILD/sample.nsys-rep" ]; then
	runrows nst-diff --names raw --json "$BUILD/sample.nsys-rep" "$tmp/new.ndjson"
	is "$status $(said | grep -v '^nst-dump: .*: not ')" '0 ' 'a report'
	jq -c 'select(.type == "kernel")' "$tmp/want" >"$tmp/want.kernels"
	jq -c 'select(.type == "kernel")' "$tmp/out" >"$tmp/got"
	same "$tmp/got" "$tmp/want.kernels" 'a report: the same kernels'
else
	report 0 'a report # SKIP the sample report was not made'
fi
for file in "$tmp/old.ndjson" "$tmp/old.json"; do
	# shellcheck disable=SC2002 # a pipe is the point
	cat "$file" | nst-diff --names raw --json - "$tmp/new.ndjson" | tablerows | jq -c . >"$tmp/got"
	case $file in
	*.json) same "$tmp/got" "$tmp/want.table" "${file##*/} from a pipe" ;;
	*) jq -c . "$tmp/want" | diff - "$tmp/got" >"$tmp/differ"; is "$(head -n 2 "$tmp/differ")" '' "${file##*/} from a pipe" ;;
	esac
done
nst-diff --names raw --tsv "$tmp/old.ndjson" "$tmp/new.ndjson" | sed 1d | cut -f 2- | cut -f 3,8-11 >"$tmp/got"
jq -r '[.delta, .total_old, .total_new, .count_old, .count_new] | @tsv' "$tmp/want" >"$tmp/want.tsv"
same "$tmp/got" "$tmp/want.tsv" 'TSV has the same numbers'
is "$(nst-diff --names raw --all --wide "$tmp/old.ndjson" "$tmp/new.ndjson" | sed '1,/^change /d; /^$/,$d' | wc -l)" "$(wc -l <"$tmp/want")" 'people get a line for each'
is "$(nst-diff --markdown "$tmp/old.ndjson" "$tmp/new.ndjson" | grep '^|' | awk -F '|' '{ print NF }' | sort -u)" 11 'Markdown has as many cells in each line'
finish
