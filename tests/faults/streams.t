#!/bin/sh
# SPDX-License-Identifier: MIT
# The programs that read a stream, with input and output that fail.
. tests/tap.sh
. tests/faults/faults.sh
. tests/faults/streams.sh

# try ARGUMENT...: as faulty, if the case is chosen.
try() {
	! chosen || faulty "$@"
}

# transfers COMMAND...: input and output, of a long stream.
transfers() {
	name=$(shown "$@")
	"$@" "$tmp/many" >"$tmp/want" 2>"$tmp/err"
	is "$? $(cat "$tmp/err")" '0 ' "$name: no fault"
	FAULT_CHUNK=250000
	size=$(wc -c <"$tmp/want")
	[ "$size" -gt $FAULT_CHUNK ] || FAULT_CHUNK=$((size > 1000 ? size / 8 : 50))
	export FAULT_CHUNK
	for fault in ENOSPC EIO EPIPE; do
		try all '' "$name" write $fault "$@" "$tmp/many"
	done
	try all '' "$name" write+ ENOSPC "$@" "$tmp/many"
	try none '' "$name" write EINTR "$@" "$tmp/many"
	try none '' "$name" write short "$@" "$tmp/many"
	try some '' "$name" close EIO "$@" "$tmp/many"
	FAULT_CHUNK=250000
	try none '' "$name" read EINTR "$@" "$tmp/many"
	try none '' "$name" read short "$@" "$tmp/many"
	try all '' "$name" open EMFILE "$@" "$tmp/many"
	! chosen || {
		faulty all "$(ends "$1")" "$name" read EIO "$@" "$tmp/many"
		ok "$name: read EIO: what was written is whole" whole "$1"
	}
	unset FAULT_CHUNK
}

transfers nst-link
transfers nst-filter --color "@$tmp/scheme"
transfers nst-chrome
transfers nst-perfetto
transfers nst-perfetto --plain
transfers nst-perfetto --min-activity 1%
transfers nst-page --title t
transfers nst-sum --json --by type,name --event 'r[e]ad|write'

# With eight processors, threads read ahead and write traces.
FAULT_CORES=8
export FAULT_CORES
for program in nst-link nst-chrome nst-perfetto nst-sum; do
	transfers $program
	$program "$tmp/many" >"$tmp/want" 2>/dev/null
	try none '' "$program, no threads" thread EAGAIN $program "$tmp/many"
	try none '' "$program, no threads" thread+ EAGAIN $program "$tmp/many"
done
unset FAULT_CORES

# The temporary file of groups that exceed the memory.
NST_SORT_MEMORY=160000 FAULT_CHUNK=100000
export NST_SORT_MEMORY FAULT_CHUNK
nst-sum --json "$tmp/many" >"$tmp/want"
for fault in ENOSPC EIO; do
	try all '' 'nst-sum, spilled groups' write $fault nst-sum --json "$tmp/many"
done
try all '' 'nst-sum, spilled groups' pread EIO nst-sum --json "$tmp/many"
try all '' 'nst-sum, spilled groups' open EMFILE nst-sum --json "$tmp/many"
for call in write pread; do
	try none '' 'nst-sum, spilled groups' $call EINTR nst-sum --json "$tmp/many"
	try none '' 'nst-sum, spilled groups' $call short nst-sum --json "$tmp/many"
done
# ... and of their bins, of the counts of their durations, and of their steps.
awk '{ sub(/"dur":/, "\"step\":" NR ",&") } 1' "$tmp/many" >"$tmp/stepped"
for table in '--bins 5' --hist '--over step'; do
	# shellcheck disable=SC2086 # a list
	nst-sum --tsv $table "$tmp/stepped" >"$tmp/want"
	for fault in 'write ENOSPC' 'pread EIO' 'open EMFILE'; do
		# shellcheck disable=SC2086 # lists
		try all '' "nst-sum $table" $fault nst-sum --tsv $table "$tmp/stepped"
	done
	# shellcheck disable=SC2086 # a list
	try none '' "nst-sum $table" pread short nst-sum --tsv $table "$tmp/stepped"
done
unset NST_SORT_MEMORY FAULT_CHUNK

# The temporary file of calls and ranges that exceed the memory.
awk 'BEGIN {
	print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
	for (i = 1; i <= 5000; i++) {
		printf "{\"ts\":%d,\"dur\":8,\"type\":\"nvtx\",\"name\":\"r%d\",\"pid\":1,\"tid\":1}\n", i * 10, i
		printf "{\"ts\":%d,\"dur\":1,\"type\":\"cuda-api\",\"name\":\"c\",\"pid\":1,\"tid\":1,\"corr\":%d}\n", i * 10 + 1, i
		printf "{\"ts\":%d,\"dur\":1,\"type\":\"kernel\",\"name\":\"k\",\"pid\":1,\"device\":0,\"corr\":%d}\n", i * 10 + 2, i
	}
	print "{\"ts\":50002,\"type\":\"end\",\"events\":15000}"
}' >"$tmp/launches"
NST_SORT_MEMORY=5000000
export NST_SORT_MEMORY
nst-link "$tmp/launches" >"$tmp/want"
for fault in ENOSPC EIO; do
	try all '' 'nst-link, pages' pwrite $fault nst-link "$tmp/launches"
done
try all '' 'nst-link, pages' pread EIO nst-link "$tmp/launches"
for call in pwrite pread; do
	try none '' 'nst-link, pages' $call EINTR nst-link "$tmp/launches"
	try none '' 'nst-link, pages' $call short nst-link "$tmp/launches"
done
unset NST_SORT_MEMORY

transfers nst-fold --what cpu
transfers nst-fold --what cpu --pprof
transfers nst-diff --tsv "$tmp/small"

# A trace is compressed by another thread where one can be had, unless it is short.
blocks
nst-perfetto --partial "$tmp/blocks" >"$tmp/want"
try none '' 'nst-perfetto' thread EAGAIN nst-perfetto --partial "$tmp/blocks"
nst-page --partial "$tmp/blocks" >"$tmp/page" 2>/dev/null
cp "$tmp/want" "$tmp/trace"
cp "$tmp/page" "$tmp/want"
try none '' 'nst-page' thread EAGAIN nst-page --partial "$tmp/blocks"
cp "$tmp/trace" "$tmp/want"
FAULT_CHUNK=$(($(wc -c <"$tmp/want") / 8))
export FAULT_CHUNK
try all '' 'nst-perfetto, a long stream' write ENOSPC nst-perfetto --partial "$tmp/blocks"
try all '' 'nst-perfetto, a long stream' write+ ENOSPC nst-perfetto --partial "$tmp/blocks"
try none '' 'nst-perfetto, a long stream' write EINTR nst-perfetto --partial "$tmp/blocks"
try none '' 'nst-perfetto, a long stream' write short nst-perfetto --partial "$tmp/blocks"
unset FAULT_CHUNK
nst-perfetto "$tmp/small" >"$tmp/want"
LD_PRELOAD=$FAULT_LIBRARY FAULT=thread:1+:EAGAIN FAULT_FD=9 nst-perfetto "$tmp/small" 9>"$tmp/fault" >"$tmp/out"
is "$? $(wc -c <"$tmp/fault")" '0 0' 'nst-perfetto, a short stream: no thread'

# A colour file is read byte by byte, if need be.
nst-filter --type nvtx-mark "$tmp/small" >"$tmp/mark"
nst-filter --color "@$tmp/scheme" "$tmp/mark" >"$tmp/want"
export FAULT_CHUNK=7
for fault in EINTR short; do
	try none '' 'nst-filter --color, in small pieces' read $fault nst-filter --color "@$tmp/scheme" "$tmp/mark"
done
finish
