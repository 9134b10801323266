#!/bin/sh
# SPDX-License-Identifier: MIT
# The tables of nst-stats: those that NVIDIA's program printed, and, report by report, those that
# the programs make of the whole stream, which knows nothing of the types that a report needs.
. tests/tap.sh
. tests/nst-sum/printed.sh

: "${STATS:=../shared/stats}" "${REPORTS:=../shared/reports}"

# What NVIDIA printed; all tables of a run in one call.
for folder in "$STATS"/*/; do
	run=${folder%/}
	run=${run##*/}
	file=$folder/profile.sqlite
	[ -e "$file" ] || file=$REPORTS/$run.sqlite
	if [ ! -e "$file" ]; then
		report 0 "$run # SKIP $file is absent: the profile of these tables"
		continue
	fi
	version=$(printf '%s\n' "${run##*-}" | cut -d . -f 1-2)
	names=
	for csv in "$folder"/*.csv; do
		name=${csv##*/}
		name=${name%.csv}
		case $run:$name in
		*-2020.*:cuda_gpu_mem_size_sum | *-2020.*:cuda_gpu_trace)
			continue # of other units
			;;
		esac
		names=$names,$name
	done
	nst-stats -q -r "${names#,}" -f csv -o "$tmp/$run" "$file" 2>"$tmp/err"
	is $? 0 "$run: status"
	for name in $(echo "$names" | tr , ' '); do
		printed "$version" <"$tmp/${run}_$name.csv" >"$tmp/table"
		same "$tmp/table" "$folder/$name.csv" "$run: $name"
	done
done

# Every report and rule, of every profile.
made=$(nst-sum --report help --tsv | awk -F '\t' 'NR > 1 && $6 == "" { print $1 }')
all=$(echo "$made" | paste -s -d ,)
for profile in $(profiles); do
	chosen || continue
	file=$(profile "$profile")
	nst-dump --names demangled "$file" 2>/dev/null |
		nst-link --ops kernel,graph,memcpy,memset >"$tmp/linked" 2>/dev/null
	rm -f "$tmp"/all_*
	run nst-stats -r "$all" -f csv -o "$tmp/all" "$file"
	is "$status" 0 "$profile: all reports"
	other='' unsaid='' tables=0
	for name in $made; do
		nst-sum --csv --report "$name" "$tmp/linked" >"$tmp/table" 2>/dev/null
		if [ -s "$tmp/table" ]; then
			tables=$((tables + 1))
			cmp -s "$tmp/table" "$tmp/all_$name.csv" || other="$other $name"
		else
			[ ! -e "$tmp/all_$name.csv" ] || other="$other $name"
			grep -Eq -e "SKIPPED: .* does not contain .* data.*: no $name\$" \
				-e ": $name found nothing\$" "$tmp/err" || unsaid="$unsaid $name"
		fi
	done
	is "$other" '' "$profile: $tables tables are those of the whole stream"
	is "$unsaid" '' "$profile: reports without rows are said"
done

finish
