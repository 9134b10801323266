#!/bin/sh
# SPDX-License-Identifier: MIT
# Reports are those that NVIDIA's program printed for the same runs, cell by cell as text: what
# versions call otherwise is put into their words first.
. tests/tap.sh
. tests/nst-sum/printed.sh

: "${STATS:=../shared/stats}" "${REPORTS:=../shared/reports}"
[ -d "$STATS" ] || skipall "$STATS is absent: tables that nsys stats printed"

# table RUN REPORT: our table, in the words of the run.
table() {
	version=$(printf '%s\n' "${1##*-}" | cut -d . -f 1-2)
	nst-dump --names demangled "$file" 2>/dev/null | nst-link | nst-sum --csv --report "$2" 2>/dev/null |
		printed "$version"
}

for folder in "$STATS"/*/; do
	run=${folder%/}
	run=${run##*/}
	file=$folder/profile.sqlite
	[ -e "$file" ] || file=$REPORTS/$run.sqlite
	if [ ! -e "$file" ]; then
		report 0 "$run # SKIP $file is absent: the profile of these tables"
		continue
	fi
	for csv in "$folder"/*.csv; do
		name=${csv##*/}
		name=${name%.csv}
		case $run:$name in
		*-2020.*:cuda_gpu_mem_size_sum | *-2020.*:cuda_gpu_trace)
			continue # of other units: below
			;;
		esac
		table "$run" "$name" >"$tmp/table"
		same "$tmp/table" "$csv" "$run: $name"
	done
done

finish
