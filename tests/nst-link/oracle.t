#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-link finds what joins over the export itself find (oracle.sql), in the sample and in every
# real export.
. tests/tap.sh

oracle=$top/tests/nst-link/oracle.sql

# prepare: gives a copy of an export the tables and columns that the joins name and that it has not.
prepare() {
	for columns in KERNEL'(start)' MEMCPY'(start)' MEMSET'(start)' GRAPH_TRACE'(start)' RUNTIME'(start)'; do
		echo "CREATE TABLE IF NOT EXISTS CUPTI_ACTIVITY_KIND_$columns;"
	done
	echo 'CREATE TABLE IF NOT EXISTS NVTX_EVENTS(start);'
	for table in KERNEL MEMCPY MEMSET GRAPH_TRACE; do
		for column in end deviceId streamId correlationId 'globalPid DEFAULT 0'; do
			echo "ALTER TABLE CUPTI_ACTIVITY_KIND_$table ADD COLUMN $column;"
		done
	done
	for column in end globalTid correlationId nameId 'eventClass DEFAULT 0'; do
		echo "ALTER TABLE CUPTI_ACTIVITY_KIND_RUNTIME ADD COLUMN $column;"
	done
	for column in end eventType text globalTid endGlobalTid textId domainId; do
		echo "ALTER TABLE NVTX_EVENTS ADD COLUMN $column;"
	done
}

# compare NAME: what nst-link and what the joins find in an export.
compare() {
	rm -f "$tmp"/db* "$tmp"/*.got "$tmp"/*.wanted
	cp "$(profile "$1")" "$tmp/db"
	chmod u+w "$tmp/db"
	nst-dump "$tmp/db" >"$tmp/dump" 2>/dev/null
	is $? 0 "$1: dumped"
	nst-link "$tmp/dump" >"$tmp/got" 2>"$tmp/err"
	is $? 0 "$1: linked"
	nst-link --ops kernel,memcpy,memset,graph "$tmp/dump" >"$tmp/wide" 2>"$tmp/err"
	is $? 0 "$1: linked with all that runs on GPUs"
	(
		cd "$tmp" || exit
		prepare | sqlite3 db 2>/dev/null
		sqlite3 -bail -cmd 'PRAGMA synchronous = OFF; CREATE TABLE got(line); CREATE TABLE wide(line);' \
			-cmd '.mode ascii' -cmd '.separator "\037" "\n"' -cmd '.import got got' -cmd '.import wide wide' db <"$oracle" >log 2>&1
	)
	is "$(cat "$tmp/log"; wc -l <"$tmp/events.wanted")" "$(grep -cE '"type":"(kernel|memcpy|memset|graph)"' "$tmp/dump")" "$1: the joins ran, over as many GPU events"
	same "$tmp/events.got" "$tmp/events.wanted" "$1: every GPU event with its call and the ranges around that"
	same "$tmp/ranges.got" "$tmp/ranges.wanted" "$1: every projected range"
}

# totals NAME KERNELS LAUNCHED RANGES WIDE: what is known of an export: kernels, those with a call,
# ranges with kernels, ranges with GPU events.
totals() {
	is "$(grep -c '"type":"kernel"' "$tmp/got") $(grep '"type":"kernel"' "$tmp/got" | grep -c '"launch":{')" "$2 $3" "$1: kernels, and those with a call"
	is "$(grep -c '"type":"nvtx-kernel"' "$tmp/got") $(grep -c '"type":"nvtx-kernel"' "$tmp/wide")" "$4 $5" "$1: projected ranges, of kernels and of all"
}

for name in $(profiles); do
	compare "$name"
	case $name in
	cloverleaf-*) totals "$name" 1312 1312 0 0 ;;
	no-metadata-*) totals "$name" 12 12 0 0 ;;
	opengl-uvm-*) totals "$name" 5 5 1 1 ;;
	pytorch-2gpu-*) totals "$name" 3442 1632 2302 3242 ;;
	pytorch-nccl-*) totals "$name" 3587 3577 7573 8623 ;;
	saxpy-mpi-*) totals "$name" 5 5 5 5 ;;
	esac
done

finish
