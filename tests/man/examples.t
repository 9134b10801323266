#!/bin/sh
# SPDX-License-Identifier: MIT
# Every example of the manual runs, in a folder of its own, as it is printed: "$ " begins a command,
# "> " continues it, other lines are its output.
. tests/tap.sh
. tests/nst-parquet/fleet.sh

command -v mandoc >/dev/null || skipall "mandoc is not installed"
command -v jq >/dev/null || skipall "jq is not installed"
shell='sh -e'
! command -v bash >/dev/null || shell='bash -e -o pipefail'

# rank PID FILE: a profile of one process of the sample.
rank() {
	cp "$(profile sample)" "$2"
	for table in NVTX_EVENTS CUPTI_ACTIVITY_KIND_RUNTIME OSRT_API SCHED_EVENTS; do
		echo "DELETE FROM $table WHERE globalTid >> 24 & 0xFFFFFF <> $1;"
	done | sqlite3 "$2"
	for table in KERNEL MEMCPY MEMSET GRAPH_TRACE SYNCHRONIZATION; do
		echo "DELETE FROM CUPTI_ACTIVITY_KIND_$table WHERE globalPid >> 24 & 0xFFFFFF <> $1;"
	done | sqlite3 "$2"
}

# blocks PAGE: writes the commands of each example of the page to $tmp/blocks/N.cmd, and the output
# it shows to N.out. They are the indented blocks that begin with "$ ", in the sections of examples.
blocks() {
	rm -rf "$tmp/blocks"
	mkdir "$tmp/blocks"
	mandoc -Tascii "$1" | sed "s/.$(printf '\b')//g" | awk -v dir="$tmp/blocks" '
		/^[A-Z]/ { section = $0 }
		section !~ /^(EXAMPLES|TEN USEFUL PIPELINES)$/ { next }
		{ match($0, /^ */); indent = RLENGTH }
		/^ +\$ / && !inside { inside = 1; depth = indent; n++ }
		/^ *$/ || indent < depth { inside = 0; next }
		!inside { next }
		{ line = substr($0, depth + 1) }
		line ~ /^[$>] / { print substr(line, 3) > (dir "/" n ".cmd"); next }
		{ print line > (dir "/" n ".out") }'
}

# filled: the example left files, and each holds more than headers, names and ends.
filled() {
	set -- "$tmp"/folder/* "$tmp"/folder/traces/* "$tmp"/folder/fleet/run=*/rank=*/*
	left=
	for file; do
		[ -f "$file" ] && [ ! -h "$file" ] || continue
		left=1
		gzip -dcf "$file" | grep -aqv -e '"type":"stream"' -e '"type":"meta"' -e '"type":"end"' -e '"ph":"M"' -e '^[]}[]*$' -e '^{"displayTimeUnit"' || return 1
	done
	[ -n "$left" ]
}

# try SCRIPT OUTPUT WHAT: runs an example in a fresh folder. It must end well, without a message,
# and write something; if it shows output, then that.
try() {
	rm -rf "$tmp/folder"
	mkdir "$tmp/folder"
	ln -s "$(profile sample)" "$tmp/folder/p.sqlite"
	ln -s "$tmp/rank0.sqlite" "$tmp/rank1.sqlite" "$tmp/folder"
	mkdir "$tmp/folder/traces"
	for report in run traces/rank0 traces/rank1; do
		ln -s "$tmp/report" "$tmp/folder/$report.nsys-rep"
	done
	ln -s "$tmp/train" "$tmp/folder"
	status=0
	(cd "$tmp/folder" && $shell "$1") >"$tmp/out" 2>"$tmp/err" </dev/null || status=$?
	left=$(said | grep -v \
		-e 'nst-dump: .*: \(not dumped\|not proven to be what nsys exports\): ' \
		-e '^nst-step: .* % alike$' \
		-e 'nst-import: .*: \(not imported\|imported, but not proven\)' \
		-e '^nst: to look at it: ' \
		-e '^nst-convert: [0-9]* files, 0 failed$' \
		-e '^nst-convert: .*: wrote ' \
		-e '^nst-merge: [a-z0-9]*: [+-][0-9.]* [a-z]*, ' \
		-e '^nst-merge: renumbered processes whose pids collided' \
		-e '^nst-skew: stdin: [0-9]* collectives of [0-9]* kernels and calls$' \
		-e '^nst-parquet: .*: wrote ' \
		-e '^nst-parquet: .*: nst-[a-z]*: .*: \(not dumped\|not proven\|thread \)' \
		-e '^lscpu: .*/sys/' \
		-e '^nst-series: wrote ' \
		-e '^nst-profile: wrote ' \
		-e '^nst-series: values, ' \
		-e 'nst-sum: [0-9]* graph launches were traced as a whole: ' \
		-e '^nst-sum: --over step: left out [0-9]* events that belong to no step' \
		-e '^nst-chrome: left out, since nsys2json has no place for them: [0-9]* nvtx$' \
		-e '^nst-fold: .*: left out [0-9]* events without an end')
	is "$status$left" 0 "$3" || return 0
	[ ! -s "$tmp/out" ] || cp "$tmp/out" "$tmp/folder/out"
	ok "$3: output" filled
	[ ! -e "$2" ] || same "$tmp/out" "$2" "$3: the output shown"
}

# nst-profile runs this in place of nsys, with a program that does nothing.
printf '#!/bin/sh\n' >"$tmp/train"
chmod +x "$tmp/train"
NSYS=$PWD/tests/nst-convert/nsys NSYS_LOG=/dev/null NSYS_PROFILE=$BUILD/sample.nsys-rep
export NSYS NSYS_LOG NSYS_PROFILE
cp "$BUILD/sample.nsys-rep" "$tmp/report"
rank 4201 "$tmp/rank0.sqlite"
rank 4202 "$tmp/rank1.sqlite"
for page in man/*; do
	blocks "$page"
	n=1
	while [ -e "$tmp/blocks/$n.cmd" ]; do
		if [ "$page" = man/nst-parquet.1 ] && ! haveduckdb; then
			skip "no DuckDB: 'scripts/bootstrap fleet' installs it" "nst-parquet.1: $n"
			n=$((n + 1))
			continue
		fi
		try "$tmp/blocks/$n.cmd" "$tmp/blocks/$n.out" "${page##*/}: $n: $(head -n 1 "$tmp/blocks/$n.cmd" | tr -d '\134')"
		n=$((n + 1))
	done
	case $page in
	*.1) ok "${page##*/}: has an example" test "$n" -gt 1 ;;
	man/nst.7) is "$((n - 1))" 10 "nst.7: has ten pipelines" ;;
	esac
	is "$((n - 1))" "$(awk '/^\$ / && last ~ /^\.Bd -literal/ { n++ } { last = $0 } END { print n + 0 }' "$page")" "${page##*/}: all were found"
done

finish
