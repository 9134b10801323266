#!/bin/sh
# SPDX-License-Identifier: MIT
# Totals of one step against jq over the stream that nst-step wrote; what is left out is said; runs
# as samples where there are enough of them; the gate.
. tests/tap.sh

old=$(profile sample)
cp "$old" "$tmp/new.sqlite"
# kernels of one name a fifth longer
sqlite3 "$tmp/new.sqlite" "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end + (end - start) / 5 WHERE shortName IN (SELECT id FROM StringIds WHERE value = 'flash_fwd_kernel')"
for side in old new; do
	eval "file=\$$side"
	[ $side = old ] || file=$tmp/new.sqlite
	nst-dump "$file" 2>/dev/null | nst-link 2>/dev/null | nst-step >"$tmp/$side"
done
steps=$(jq -r '.step // empty' "$tmp/old" | sort -u | wc -l)

# wanted SKIP SAMPLES: kernels: name, count and total of one step on each side.
wanted() {
	for side in old new; do
		jq -r --argjson skip "$1" --arg side $side 'select(.type == "kernel" and .step != null and .step >= $skip) | [$side, .name, .dur] | @tsv' "$tmp/$side"
	done | awk -F '\t' -v steps="$2" '
		{ names[$2]; n[$1, $2]++; sum[$1, $2] += $3 }
		END { for (k in names) printf "%s %.3f %.3f %.3f %.3f\n", k, n["old", k] / steps, n["new", k] / steps, sum["old", k] / steps, sum["new", k] / steps }' | sort
}

# rows FILE
rows() {
	jq -r '"\(.name) \(.count_old) \(.count_new) \(.total_old) \(.total_new)"' "$1" | awk '{ printf "%s %.3f %.3f %.3f %.3f\n", $1, $2, $3, $4, $5 }' | sort
}

runrows nst-diff --json --type kernel "$tmp/old" "$tmp/new"
rows "$tmp/out" >"$tmp/got"
wanted 0 "$steps" >"$tmp/want"
same "$tmp/got" "$tmp/want" 'counts and totals of one step'
is "$(jq -r 'select(.unit != "step") | .name' "$tmp/out")" '' 'that is said'
is "$(jq -r 'select(.change != "equal") | "\(.name) \(.change)"' "$tmp/out")" 'flash_fwd_kernel slower' 'what changed is seen, and no more'
is "$(jq -r 'select(.name == "flash_fwd_kernel") | [.low <= 1.2, .high >= 1.2] | @text' "$tmp/out")" '[true,true]' '... by how much'
stepless=$(jq -c 'select(.type == "kernel" and .step == null)' "$tmp/old" "$tmp/new" | wc -l)
is "$(cat "$tmp/err")" "$([ "$stepless" -eq 0 ] || echo "nst-diff: left out $stepless events that belong to no step; --over run counts them")" 'what is in no step is said'
runrows nst-diff --json --type kernel --skip 2 "$tmp/old" "$tmp/new"
rows "$tmp/out" >"$tmp/got"
wanted 2 $((steps - 2)) >"$tmp/want"
same "$tmp/got" "$tmp/want" '--skip 2'
runrows nst-diff --json --skip 100 "$tmp/old" "$tmp/new"
is "$status $(cat "$tmp/out" "$tmp/err")" '1 nst-diff: --skip 100 leaves no step of a run' '--skip of all'
runrows nst-diff --json --type kernel --over run "$tmp/old" "$tmp/new"
is "$(jq -s 'map(.total_old) | add' "$tmp/out") $(jq -r .unit "$tmp/out" | sort -u) $(cat "$tmp/err")" "$(jq -n 'reduce (inputs | select(.type == "kernel")) as $e (0; . + $e.dur)' "$tmp/old") run " '--over run'
runrows nst-diff --json --type kernel "$tmp/old" "$tmp/new" "$tmp/new.sqlite"
is "$status" 2 'three files are of no side'
runrows nst-diff --json --type kernel "$tmp/old" "$tmp/new.sqlite"
is "$status $(jq -r .unit "$tmp/out" | sort -u)" '0 run' 'steps on one side only are none'
nst-diff --type kernel "$tmp/old" "$tmp/new" >"$tmp/out" 2>/dev/null
like "$(cat "$tmp/out")" "^New has [0-9,]* of [0-9,]* kernels, $steps of $steps steps: the same work\$" 'people are told'
like "$(cat "$tmp/out")" '^Times are per step\.' '... that times are of a step'
like "$(tail -n 2 "$tmp/out")" '^one run on a side does not tell how much runs differ by themselves$' '... and that steps are no runs'

# Tables by step have the same.
for side in old new; do
	nst-sum --json --by type,name,step "$tmp/$side" >"$tmp/$side.json" 2>/dev/null
done
nst-diff --json --type kernel "$tmp/old" "$tmp/new" 2>/dev/null | tablerows >"$tmp/want"
nst-diff --json --type kernel "$tmp/old.json" "$tmp/new.json" 2>/dev/null | tablerows >"$tmp/got"
same "$tmp/got" "$tmp/want" 'tables by step'

# Runs are samples from four a side on; with fewer, all steps of all runs are.
runs() {
	for _ in $(seq "$2"); do
		printf ' --%s %s' "$1" "$tmp/$1"
	done
}
# shellcheck disable=SC2046 # several options
nst-diff --type kernel $(runs old 3) $(runs new 4) >"$tmp/out" 2>/dev/null
like "$(cat "$tmp/out")" "; samples are steps: $((3 * steps)) old, $((4 * steps)) new\$" '3 and 4 runs: steps'
# shellcheck disable=SC2046
nst-diff --type kernel $(runs old 4) $(runs new 5) >"$tmp/out" 2>/dev/null
like "$(cat "$tmp/out")" '; samples are runs: 4 old, 5 new$' '4 and 5 runs: runs'
# shellcheck disable=SC2046
nst-diff --json --type kernel $(runs old 4) $(runs new 4) 2>/dev/null | tablerows >"$tmp/got"
is "$(jq -r 'select(.change != "equal") | "\(.name) \(.change) \((.low * 1000 | round)) \((.high * 1000 | round))"' "$tmp/got")" 'flash_fwd_kernel slower 1200 1200' 'runs that are the same: the factor, and nothing beside it'
cp "$tmp/got" "$tmp/runs"
rows "$tmp/runs" >"$tmp/got"
wanted 0 "$steps" >"$tmp/want"
same "$tmp/got" "$tmp/want" 'the totals stay those of one step'

# The gate: worse is what is slower by more than that, all of the interval.
gate() {
	run nst-diff --tsv --type kernel --gate "$1" "$tmp/old" "$tmp/new"
	is "$status $(grep -c 'worse by more' "$tmp/err")" "$2" "--gate $1"
}
gate 3% '3 1'
like "$(cat "$tmp/err")" '--gate: 1 groups are worse by more than 3% per step; the worst is "flash_fwd_kernel"$' 'which is said'
gate 30% '0 0'
run nst-diff --tsv --type kernel --gate 3% "$tmp/new" "$tmp/old"
is "$status" 0 'faster passes'
run nst-diff --tsv --type kernel --gate 0% "$tmp/old" "$tmp/old"
is "$status" 0 'equal passes'
low=$(nst-diff --json --type kernel "$tmp/old" "$tmp/new" 2>/dev/null | tablerows | jq -r 'select(.name == "flash_fwd_kernel") | .low')
gate "$(awk -v low="$low" 'BEGIN { printf "%.4f%%", (low - 1) * 100 - 0.001 }')" '3 1'
gate "$(awk -v low="$low" 'BEGIN { printf "%.4f%%", (low - 1) * 100 + 0.001 }')" '0 0'
finish
