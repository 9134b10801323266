#!/bin/sh
# SPDX-License-Identifier: MIT
# The programs that read a stream, with calls that fail: input, output and memory. Relays write the beginning of what they would have written, without an end record;
# traces are whole as far as they go.
. tests/tap.sh
. tests/faults/faults.sh

nst-dump "$tmp/many.sqlite" >"$tmp/many"
nst-dump "$tmp/small.sqlite" | nst-link >"$tmp/small"
nst-dump "$tmp/small.sqlite" >"$tmp/unlinked"
nst-filter --type kernel,nvtx,nvtx-kernel,cuda-api "$tmp/small" >"$tmp/four"
# glibc frees twice what ^ stands for when memory ends: no pattern here has one
echo '{"Layer [0-9]|gemm": "good", "cuda.*": "bad"}' >"$tmp/scheme"

# whole: what failing runs wrote, in $tmp/kept, is as far as it goes what the program in $1 writes. A run that fails before it began writes nothing.
whole() {
	find "$tmp/kept" -size 0 -exec rm {} +
	for file in "$tmp/kept"/*; do
		[ -e "$file" ] || continue
		case $1 in
		nst-chrome)
			jq -e 'if type == "array" then . else .traceEvents end | length >= 0' "$file" || return
			grep -v '"ph":"M"' "$file" | sed 's/,$//' | sort >"$tmp/lines"
			sed 's/,$//' "$tmp/want" | sort | comm -23 "$tmp/lines" - | grep -vxF -e '' -e '[' -e ']' -e ']}' | sed 's/^/no such line: /'
			;;
		nst-perfetto)
			tests/nst-perfetto/expand <"$file" >"$tmp/packets" || return
			! command -v protoc || protoc --decode=Trace -I tests/nst-perfetto trace.proto <"$tmp/packets" >"$tmp/decoded" || return
			;;
		nst-sum | nst-fold | nst-diff) ;;
		nst-page) tests/nst-page/read tables <"$file" >"$tmp/decoded" || return ;;
		*) ! grep '"type":"end"' "$file" || return ;;
		esac
	done >"$tmp/found"
	! grep 'no such line' "$tmp/found"
}

# begins: what failing runs wrote, in $tmp/kept, begins as $tmp/want does, once it is expanded.
begins() {
	tests/nst-perfetto/expand <"$tmp/want" >"$tmp/packets"
	for file in "$tmp/kept"/*; do
		[ -e "$file" ] || continue
		tests/nst-perfetto/expand <"$file" >"$tmp/part" || return
		cmp -n "$(wc -c <"$tmp/part")" "$tmp/part" "$tmp/packets" || return
	done
}

# shown COMMAND...: how lines name it.
shown() {
	echo "$*" | sed "s|@$tmp/|@|"
}

# ends PROGRAM: the option for every, where the program ends what it wrote before an error.
ends() {
	case $1 in
	nst-chrome | nst-perfetto | nst-sum | nst-fold | nst-page) echo -o ;;
	esac
}

# transfers COMMAND...: input and output, of a long stream.
transfers() {
	name=$(shown "$@")
	"$@" "$tmp/many" >"$tmp/want" 2>"$tmp/err"
	is "$? $(cat "$tmp/err")" '0 ' "$name: no fault"
	FAULT_CHUNK=250000
	size=$(wc -c <"$tmp/want")
	[ "$size" -gt $FAULT_CHUNK ] || FAULT_CHUNK=$((size > 10000 ? size / 40 : 50))
	export FAULT_CHUNK
	for fault in ENOSPC EIO EPIPE; do
		faulty all '' "$name" write $fault "$@" "$tmp/many"
	done
	faulty all '' "$name" write+ ENOSPC "$@" "$tmp/many"
	faulty none '' "$name" write EINTR "$@" "$tmp/many"
	faulty none '' "$name" write short "$@" "$tmp/many"
	faulty some '' "$name" close EIO "$@" "$tmp/many"
	FAULT_CHUNK=250000
	faulty none '' "$name" read EINTR "$@" "$tmp/many"
	faulty none '' "$name" read short "$@" "$tmp/many"
	faulty all '' "$name" open EMFILE "$@" "$tmp/many"
	faulty all "$(ends "$1")" "$name" read EIO "$@" "$tmp/many"
	ok "$name: read EIO: what was written is whole" whole "$1"
	unset FAULT_CHUNK
}

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

transfers nst-link
transfers nst-filter --color "@$tmp/scheme"
transfers nst-chrome
transfers nst-perfetto
transfers nst-perfetto --plain
transfers nst-perfetto --min-activity 1%
transfers nst-page --title t
transfers nst-sum --json --by type,name --event 'r[e]ad|write'
transfers nst-fold --what cpu
transfers nst-fold --what cpu --pprof
memory small nst-fold --pprof
memory small nst-fold --what cpu
transfers nst-diff --tsv "$tmp/small"
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
memory small nst-sum --csv --report cuda_gpu_kern_sum

# A trace is compressed by another thread where one can be had, unless it is short.
awk '/"type":"end"/ { next } { print } /"type":"osrt"/ && n++ < 3e4 { sub(/^{"ts":/, "&99"); rest = rest $0 "\n" } END { printf "%s", rest }' "$tmp/many" >"$tmp/blocks"
nst-perfetto --partial "$tmp/blocks" >"$tmp/want"
faulty none '' 'nst-perfetto' thread EAGAIN nst-perfetto --partial "$tmp/blocks"
FAULT_CHUNK=$(($(wc -c <"$tmp/want") / 8))
export FAULT_CHUNK
faulty all '' 'nst-perfetto, a long stream' write ENOSPC nst-perfetto --partial "$tmp/blocks"
faulty all '' 'nst-perfetto, a long stream' write+ ENOSPC nst-perfetto --partial "$tmp/blocks"
faulty none '' 'nst-perfetto, a long stream' write EINTR nst-perfetto --partial "$tmp/blocks"
faulty none '' 'nst-perfetto, a long stream' write short nst-perfetto --partial "$tmp/blocks"
unset FAULT_CHUNK
faulty some -o 'nst-perfetto, a long stream' malloc ENOMEM nst-perfetto --partial "$tmp/blocks"
ok 'nst-perfetto, a long stream: malloc ENOMEM: what was written is whole' whole nst-perfetto
ok '... and the beginning of the packets' begins
nst-perfetto "$tmp/small" >"$tmp/want"
LD_PRELOAD=$FAULT_LIBRARY FAULT=thread:1+:EAGAIN FAULT_FD=9 nst-perfetto "$tmp/small" 9>"$tmp/fault" >"$tmp/out"
is "$? $(wc -c <"$tmp/fault")" '0 0' 'nst-perfetto, a short stream: no thread'

# A colour file is read byte by byte, if need be.
nst-filter --color "@$tmp/scheme" "$tmp/small" >"$tmp/want"
export FAULT_CHUNK=7
for fault in EINTR short; do
	faulty none '' 'nst-filter --color, in small pieces' read $fault nst-filter --color "@$tmp/scheme" "$tmp/small"
done
finish
