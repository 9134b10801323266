# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Tables of nst-sum in the form of the versions of "nsys stats" that printed those of
# ../shared/stats.

# words VERSION: a table of ours in the words of a version: names are cut as it cuts them, copies
# have short names before 2023.3.
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

# old: a table of ours in the way of 2020, under a locale with decimal commas: other titles, no
# median, no deviation, whole numbers.
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

# printed VERSION: a table of ours as that version printed it.
printed() {
	words "$1" |
		case $1 in
		2020.*) old ;;
		*) cat ;;
		esac
}
