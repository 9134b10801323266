#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-dump with calls that fail: files, locks, threads and output, by one reader and by two.
. tests/tap.sh
. tests/faults/faults.sh

FAULT_CHUNK=300000
export FAULT_CHUNK
for name in small many; do
	nst-dump "$tmp/$name.sqlite" >"$tmp/want" 2>"$tmp/err"
	is "$? $(cat "$tmp/err") $(grep -c '"type":"end"' "$tmp/want")" '0  1' "$name: no fault"
	for readers in 1 2; do
		try() {
			faulty "$1" '' "$name, -j $readers" "$2" "$3" nst-dump -j $readers "$tmp/$name.sqlite"
		}
		for call in read pread; do
			try all $call EIO
			try none $call EINTR
			try none $call short
		done
		for fault in ENOSPC EIO EPIPE; do
			try all write $fault
		done
		try all write+ ENOSPC
		try none write EINTR
		try none write short
		try some close EIO
		try all open EMFILE
		try some stat EIO
		try some fcntl ENOLCK
		[ $readers -eq 1 ] || try all thread EAGAIN
	done
done

# A report is imported first, into a file that is then read.
sqlite3 -batch -bail "$tmp/few.sqlite" <tests/faults/few.sql
nst-mkreport --quiet "$tmp/few.sqlite" "$tmp/few.nsys-rep"
nst-dump "$tmp/few.nsys-rep" >"$tmp/want" 2>"$tmp/err"
is "$? $(cat "$tmp/err") $(grep -c '"type":"end"' "$tmp/want")" '0  1' 'report: no fault'
FAULT_CHUNK=2000
for readers in 1 2; do
	try() {
		faulty "$1" '' "report, -j $readers" "$2" "$3" nst-dump -j $readers \
			"$tmp/few.nsys-rep"
	}
	for call in read pread write pwrite; do
		try all $call EIO
		try none $call EINTR
		try none $call short
	done
	try all write+ ENOSPC
	try all pwrite ENOSPC
	try all open EMFILE
	try some close EIO
	try some stat EIO
done
FAULT_CHUNK=300000

# What lies beside the profile makes it unreadable, also when it cannot be looked at.
: >"$tmp/want"
for tail in journal wal; do
	echo 'not nothing' >"$tmp/small.sqlite-$tail"
	faulty all '' "a -$tail" stat EIO nst-dump "$tmp/small.sqlite"
	rm "$tmp/small.sqlite-$tail"
done
finish
