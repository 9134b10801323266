#!/bin/sh
# SPDX-License-Identifier: MIT
# Help helps: what the program does, a line for each option, an example that runs, the page to read;
# all in 80 columns.
. tests/tap.sh
. tests/nst-parquet/fleet.sh

shell='sh -e'
! command -v bash >/dev/null || shell='bash -e -o pipefail'

# options: the options that the usage in $tmp/out names.
options() {
	sed '/^$/,$d' "$tmp/out" | grep -o -e '--[a-z][a-z-]*' | sort -u
}

for program in $(sed -n 's/^\.Nm \(nst-[a-z]*\)$/\1/p' man/*.1 | sort -u); do
	if [ -e "bin/$program.c" ] && ! grep -q -e clibegin -e toolmain "bin/$program.c"; then
		skip 'it has only a usage so far' "$program --help"
		continue
	fi
	run "$program" --help
	cp "$tmp/out" "$tmp/help"
	is "$status $(cat "$tmp/err")" '0 ' "$program --help: status"
	is "$(awk 'length > 80' "$tmp/help")" '' "$program: 80 columns"
	is "$(tr -d '[:print:]\n' <"$tmp/help")" '' "$program: plain text"
	missing=
	for option in $(options) --help --version; do
		grep -Eq "^  (-[a-zA-Z], |    )$option( |\$)" "$tmp/help" || missing="$missing $option"
	done
	is "$missing" '' "$program: a line for each option"
	is "$(sed -n 's/^  \(-[a-zA-Z], \|    \)\(--[a-z-]*\).*/\2/p' "$tmp/help" | sort | uniq -d)" '' "$program: one line for each"
	like "$(sed -n '/^$/{n;p;q;}' "$tmp/help")" '^[A-Z].{10,}' "$program: what it does, below the usage"
	like "$(tail -n 1 "$tmp/help")" "^Manual: $program\\(1\\)(, [a-z-]+\\([157]\\))*, nst\\(7\\)\$" "$program: the page, last"
	run "$program" -h
	same "$tmp/out" "$tmp/help" "$program -h: the same"
	run "$program" -V
	is "$status $(cat "$tmp/out" "$tmp/err")" "0 $program $(cat VERSION)" "$program -V: the version"

	# the same for scripts
	run "$program" --describe
	is "$status $(cat "$tmp/err")" '0 ' "$program --describe: status"
	is "$(awk -F '\t' 'NF != 5 || $1 == "" || $2 == "" || $3 == "" || $4 == "" || $5 == ""' "$tmp/out")" '' "$program --describe: five fields"
	"$program" --options >"$tmp/options" 2>/dev/null && {
		is "$(awk -F '\t' '$2 != "operand" { print "--" $2 ($3 == "-" ? "" : "=") }' "$tmp/out" | sort)" \
			"$(grep -vx -e --options "$tmp/options" | sort)" "$program --describe: the options that it takes"
	}

	# the example
	rm -rf "$tmp/folder"
	mkdir "$tmp/folder"
	cp "$(profile sample)" "$tmp/folder/run.sqlite"
	cp "$(profile sample)" "$tmp/folder/old.sqlite"
	cp "$(profile sample)" "$tmp/folder/new.sqlite"
	cp "$BUILD/sample.nsys-rep" "$tmp/folder/run.nsys-rep"
	nst-dump "$(profile sample)" 2>/dev/null | nst-link >"$tmp/folder/run.ndjson" 2>/dev/null
	case $program in
	nst-merge | nst-skew)
		cp "$(profile sample)" "$tmp/folder/rank0.sqlite"
		cp "$(profile sample)" "$tmp/folder/rank1.sqlite"
		;;
	nst-mkreport) rm "$tmp/folder/run.nsys-rep" ;;
	nst-import | nst-sample) rm "$tmp/folder/run.sqlite" ;;
	esac
	sed -n '/^Example:$/,/^$/s/^  //p' "$tmp/help" >"$tmp/example"
	ok "$program: has an example" test -s "$tmp/example"
	case $program in
	nst-series | nst-profile) skip 'it runs a program under nsys' "$program: the example" ;;
	nst-parquet)
		if haveduckdb; then
			ok "$program: the example" sh -c "cd '$tmp/folder' && $shell '$tmp/example'"
		else
			skip "no DuckDB: 'scripts/bootstrap fleet' installs it" "$program: the example"
		fi
		;;
	*) ok "$program: $(head -n 1 "$tmp/example")" sh -c "cd '$tmp/folder' && $shell '$tmp/example'" ;;
	esac
done

# The words of --describe are those that a program lists for a name that it does not know.
for case in nst-sum:by nst-dump:type nst-filter:rename; do
	program=${case%:*} option=${case#*:}
	run "$program" "--$option" qqqqqqqqqq "$(profile sample)"
	"$program" --describe | awk -F '\t' -v name="$option" '$2 == name { print $4 }' | tr -d , | tr '|' '\n' | sort >"$tmp/described"
	sed -n 's/.*; there is //p' "$tmp/err" | sed 's/, /\n/g' | sort >"$tmp/listed"
	# nst-dump lists those that are in tables
	[ "$option" != type ] || comm -12 "$tmp/described" "$tmp/listed" >"$tmp/described.new"
	[ "$option" != type ] || mv "$tmp/described.new" "$tmp/described"
	same "$tmp/described" "$tmp/listed" "$program --$option: the words that there are"
	ok "$program --$option: there are some" test -s "$tmp/listed"
done

finish
