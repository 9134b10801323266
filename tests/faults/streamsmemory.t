#!/bin/sh
# SPDX-License-Identifier: MIT
# The programs that read a stream, with allocations that fail.
. tests/tap.sh
. tests/faults/faults.sh
. tests/faults/streams.sh

# memory INPUT COMMAND...: each allocation, of a short stream.
memory() {
	input=$tmp/$1
	shift
	name=$(shown "$@") options=
	[ "$1" != nst-chrome ] || options=-o
	# what was ready is written as it is, not compressed
	[ "$1" != nst-perfetto ] || options=-o
	"$@" "$input" >"$tmp/want"
	faulty some "$options" "$name" malloc ENOMEM "$@" "$input"
	ok "$name: malloc ENOMEM: what was written is whole" whole "$1"
	[ "$1" != nst-perfetto ] || ok "$name: malloc ENOMEM: it is the beginning of the packets" begins
	faulty all "$options" "$name" malloc+ ENOMEM "$@" "$input"
	ok "$name: malloc+ ENOMEM: what was written is whole" whole "$1"
	[ "$1" != nst-perfetto ] || ok "$name: malloc+ ENOMEM: it is the beginning of the packets" begins
}

memory small nst-fold --pprof
memory small nst-fold --what cpu
memory small nst-diff --tsv "$tmp/small"
memory small nst-diff --markdown --type kernel "$tmp/many"
memory unlinked nst-link --across threads
memory small nst-filter --type kernel,osrt,nvtx
memory small nst-filter --match 'gemm|r[e]ad'
memory small nst-filter --color "@$tmp/scheme"
memory small nst-state --queue
memory small nst-chrome
memory four nst-chrome --object --labels
memory small nst-perfetto
memory small nst-perfetto --plain
memory small nst-perfetto --min-activity 1%
memory small nst-sum
memory small nst-sum --json --by type,name --event 'gemm|r[e]ad'
memory small nst-sum --by none --json
NST_SORT_MEMORY=2000
export NST_SORT_MEMORY
memory small nst-sum --tsv
memory small nst-sum --tsv --hist
memory small nst-sum --tsv --by step,type --skip 1
memory unlinked nst-link --quiet
unset NST_SORT_MEMORY
memory small nst-sum --csv --report cuda_gpu_kern_sum

# A stream that is long enough for a thread that compresses.
blocks
nst-perfetto --partial "$tmp/blocks" >"$tmp/want"
faulty some -o 'nst-perfetto, a long stream' malloc ENOMEM nst-perfetto --partial "$tmp/blocks"
ok 'nst-perfetto, a long stream: malloc ENOMEM: what was written is whole' whole nst-perfetto
ok '... and the beginning of the packets' begins

# With eight processors, threads read it ahead and write the trace.
FAULT_CORES=8
export FAULT_CORES
faulty some -o 'nst-perfetto, eight processors' malloc ENOMEM nst-perfetto --partial "$tmp/blocks"
ok '... what was written is whole' whole nst-perfetto
ok '... and the beginning of the packets' begins
for program in nst-chrome nst-link nst-sum; do
	options=
	[ $program != nst-chrome ] || options=-o
	$program --partial "$tmp/blocks" >"$tmp/want" 2>/dev/null
	faulty some "$options" "$program, eight processors" malloc ENOMEM \
		$program --partial "$tmp/blocks"
	ok '... what was written is whole' whole $program
done
unset FAULT_CORES
finish
