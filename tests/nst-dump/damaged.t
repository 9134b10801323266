#!/bin/sh
# SPDX-License-Identifier: MIT
# Reports that are cut, or in which bytes have changed: the dump fails with a line that says why, or
# writes a stream that is whole, and nothing is left of it.
. tests/tap.sh
. tests/nst-dump/box.sh

report=$BUILD/sample.nsys-rep
size=$(wc -c <"$report")
mkdir "$tmp/temporary"
TMPDIR=$tmp/temporary
export TMPDIR

# dumped: how the dump of the box's report ended, in a word; what is odd of it.
dumped() {
	run timeout 20 nst-dump --stacks "$@" "$box/d.nsys-rep"
	if grep -v '^nst-dump: ' "$tmp/err"; then
		echo odd lines
	elif [ "$status" -eq 1 ] && [ ! -s "$tmp/out" ] && [ "$(wc -l <"$tmp/err")" -eq 1 ]; then
		echo failed
	elif [ "$status" -le 1 ] && tail -n 1 "$tmp/out" | grep -q '"type":"end","events":'; then
		echo whole
	else
		echo "odd: status $status, $(wc -c <"$tmp/out") bytes, $(head -c 200 "$tmp/err")"
	fi
}

# Cut: always a failure.
n=0
while [ $n -lt 60 ]; do
	head -c $((size * n / 60)) "$report" >"$box/d.nsys-rep"
	dumped -j $((n % 2 + 1))
	n=$((n + 1))
done >"$tmp/ends"
is "$(sort "$tmp/ends" | uniq -c | sed 's/^ *//')" '60 failed' 'the first bytes of a report'

# Two bytes changed, in places and by values that a sequence of numbers gives.
n=0 seed=1
while [ $n -lt 150 ]; do
	cp "$report" "$box/d.nsys-rep"
	for _ in 1 2; do
		seed=$(((seed * 1103515245 + 12345) % 2147483648))
		# shellcheck disable=SC2059 # a byte, in octal
		printf "\\$(printf %03o $((seed / 65536 % 256)))" |
			dd of="$box/d.nsys-rep" bs=1 seek=$((seed % size)) conv=notrunc 2>"$tmp/dd"
	done
	dumped -j $((n % 2 + 1))
	n=$((n + 1))
done >"$tmp/ends"
is "$(grep -vxc -e failed -e whole "$tmp/ends")" 0 'bytes of a report that have changed'
is "$(grep -vx -e failed -e whole "$tmp/ends")" '' '... nothing odd'
ok '... some are seen' grep -qx failed "$tmp/ends"
is "$(find "$TMPDIR" "$box" -type f ! -name d.nsys-rep)" '' 'nothing is left'
finish
