#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-import with calls that fail: the database is as without a fault, or not there, and what was
# there before stays.
. tests/tap.sh
. tests/faults/faults.sh

mkdir "$tmp/work"
out=$tmp/work/out.sqlite

# A report of some blocks: one of few events, whose allocations can be tried one by one, and one of
# many pages.
sqlite3 -batch -bail "$tmp/few.sqlite" <tests/faults/few.sql
nst-mkreport --quiet "$tmp/few.sqlite" "$tmp/few.nsys-rep"
cp "$BUILD/sample.nsys-rep" "$tmp/sample.nsys-rep"

# once CALL N FAULT: imports with the Nth call failing, of CALL+ all from there on; false when there
# is none.
once() {
	case $1 in
	*+) set -- "${1%+}" "$2+" "$3" ;;
	esac
	: >"$tmp/fault"
	cp "$tmp/before" "$out"
	status=0
	LD_PRELOAD=$FAULT_LIBRARY FAULT=$1:$2:$3 FAULT_FD=9 nst-import --force "$report" "$out" \
		>"$tmp/out" 2>"$tmp/err" 9>"$tmp/fault" || status=$?
	[ -s "$tmp/fault" ]
}

# proper: a run went as without a fault, or failed and left all as it was.
proper() {
	case $status in
	0) cmp -s "$out" "$tmp/want" && cmp -s "$tmp/err" "$tmp/said" ;;
	1)
		failing=$((failing + 1))
		cmp -s "$out" "$tmp/before" && [ "$(wc -l <"$tmp/err")" -eq 1 ] ;;
	*) false ;;
	esac && [ "$(ls "$tmp/work")" = out.sqlite ] && [ ! -s "$tmp/out" ]
}

# try EXPECTED CALL FAULT [STEP]: with each call failing in turn, or each so many, of a sample
# behind the first 20, none, some or all of the runs fail.
try() {
	n=1 failing=0 runs=0 odd=''
	while once "$2" $n "$3"; do
		proper || odd="$odd $n: $status $(head -n 1 "$tmp/err") $(ls "$tmp/work")"
		[ $n -ge 20 ] && step=$EVERY || step=1
		[ $n -ne 20 ] || step=$((1 + SEED % EVERY))
		n=$((n + step * ${4:-1}))
		runs=$((runs + 1))
	done
	proper || odd="$odd none: $status $(head -n 1 "$tmp/err")"
	case $1 in
	none) [ $failing -eq 0 ] ;;
	some) [ $failing -gt 0 ] && { [ $failing -lt $runs ] || [ "$EVERY" -gt 1 ]; } ;;
	all) [ $failing -eq $runs ] ;;
	esac && [ $runs -gt 0 ]
	report $? "$name: $2 $3: $1 must fail, $failing of $runs do"
	is "$odd" '' "$name: $2 $3: the database is whole, or the one before"
}

echo 'from before' >"$tmp/before"
for name in few sample; do
	report=$tmp/$name.nsys-rep
	nst-import --force "$report" "$tmp/want" 2>"$tmp/said"
	export FAULT_CHUNK=20000
	for fault in EIO EINTR short; do
		case $fault in
		EIO) expected=all ;;
		*) expected=none ;;
		esac
		try $expected pread $fault
		try $expected write $fault
		try $expected pwrite $fault
	done
	try all write+ ENOSPC
	try all pwrite ENOSPC
	try all rename EIO
	try all open EMFILE
	try some close EIO
	try all stat EIO
	unset FAULT_CHUNK
done
name=few report=$tmp/few.nsys-rep
nst-import --force "$report" "$tmp/want" 2>"$tmp/said"
try some malloc ENOMEM # the sweep of old temporary files can be left out
try all malloc+ ENOMEM 7
finish
