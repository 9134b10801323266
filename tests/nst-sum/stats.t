#!/bin/sh
# SPDX-License-Identifier: MIT
# Reports are those that NVIDIA's program printed for the same runs, cell by cell as text: what versions call otherwise is put into their words first.
. tests/tap.sh

: "${STATS:=../shared/stats}" "${REPORTS:=../shared/reports}"
[ -d "$STATS" ] || skipall "$STATS is absent: tables that nsys stats printed"

# words VERSION: a table of ours in the words of a version: names are cut as it cuts them, copies have short names before 2023.3.
words() {
	awk -v version="$1" '
		function cut(cell) { # a cell of more than 100 characters, with its quotes
			return length(cell) > 100 ? substr(cell, 1, 99) "\342\200\246" : cell
		}
		{
			name = $0
			if (match(name, /,("[^"]*(""[^"]*)*"|[^,"]*)$/)) {
				before = substr(name, 1, RSTART)
				name = substr(name, RSTART + 1)
				quoted = name ~ /^"/
				gsub(/^"|"$/, "", name)
				gsub(/""/, "\"", name)
				name = cut(name)
				if (version < 2023.3) {
					sub(/Host-to-Device/, "HtoD", name)
					sub(/Device-to-Host/, "DtoH", name)
					sub(/Device-to-Device/, "DtoD", name)
				}
				gsub(/"/, "\"\"", name)
				if (name ~ /[,"]/)
					name = "\"" name "\""
				name = before name
			}
			print name
		}'
}

# old: a table of ours in the way of 2020, under a locale with decimal commas: other titles, no median, no deviation, whole numbers.
old() {
	awk -F , -v OFS=, '
		NR == 1 {
			for (i = 1; i <= NF; i++)
				if ($i !~ /^(Med|StdDev)/)
					keep[++n] = i
			gsub(/Time \(%\)/, "Time(%)")
			gsub(/Avg \(ns\)/, "Average")
			gsub(/Min \(ns\)/, "Minimum")
			gsub(/Max \(ns\)/, "Maximum")
			gsub(/,Count,/, ",Operations,")
		}
		{
			line = ""
			for (i = 1; i <= n; i++) {
				cell = $keep[i]
				if (NR > 1 && cell ~ /^[0-9]+\.[0-9]$/)
					sub(/\.[0-9]$/, ".0", cell)
				line = line (i > 1 ? OFS : "") cell
			}
			print line
		}'
}

# table RUN REPORT: our table, in the words of the run.
table() {
	version=$(printf '%s\n' "${1##*-}" | cut -d . -f 1-2)
	nst-dump --name demangled "$file" 2>/dev/null | nst-link | nst-sum --csv --report "$2" 2>/dev/null | words "$version" |
		case $version in
		2020.*) old ;;
		*) cat ;;
		esac
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
