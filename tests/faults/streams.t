#!/bin/sh
# SPDX-License-Identifier: MIT
# The programs that read a stream, with calls that fail: input, output and memory. Relays write the beginning of what they would have written, without an end record;
# traces are whole as far as they go.
. tests/tap.sh
. tests/faults/faults.sh

nst-dump "$tmp/many.sqlite" >"$tmp/many"
nst-dump "$tmp/small.sqlite" | nst-link >"$tmp/small"
nst-dump "$tmp/small.sqlite" >"$tmp/unlinked"
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
		nst-perfetto) ! command -v protoc || protoc --decode=Trace -I tests/nst-perfetto trace.proto <"$file" >"$tmp/decoded" || return ;;
		nst-sum) ;;
		*) ! grep '"type":"end"' "$file" || return ;;
		esac
	done >"$tmp/found"
	! grep 'no such line' "$tmp/found"
}

# faults INPUT COMMAND...: all there are. INPUT is what is read where memory ends; for the others there is a long one.
faults() {
	input=$1
	shift
	name=$(echo "$*" | sed "s|@$tmp/|@|")
	program=$1
	"$@" "$tmp/many" >"$tmp/want" 2>"$tmp/err"
	is "$? $(cat "$tmp/err")" '0 ' "$name: no fault"
	FAULT_CHUNK=250000
	[ "$(wc -c <"$tmp/want")" -gt $FAULT_CHUNK ] || FAULT_CHUNK=700
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
	other=
	case $program in
	nst-chrome | nst-perfetto | nst-sum) other=-o ;; # they end what they wrote
	esac
	faulty all "$other" "$name" read EIO "$@" "$tmp/many"
	ok "$name: read EIO: what was written is whole" whole "$program"
	unset FAULT_CHUNK

	"$@" "$tmp/$input" >"$tmp/want"
	[ "$program" = nst-chrome ] || other=
	faulty some "$other" "$name" malloc ENOMEM "$@" "$tmp/$input"
	ok "$name: malloc ENOMEM: what was written is whole" whole "$program"
	faulty all "$other" "$name" malloc+ ENOMEM "$@" "$tmp/$input"
	ok "$name: malloc+ ENOMEM: what was written is whole" whole "$program"
}

faults unlinked nst-link
faults small nst-filter --type kernel,osrt,nvtx
faults small nst-filter --match 'gemm|r[e]ad'
faults small nst-filter --color "@$tmp/scheme"
faults small nst-chrome
faults small nst-chrome --object --labels
faults small nst-perfetto
faults small nst-perfetto --min-activity 1%
faults small nst-sum
faults small nst-sum --json --by type,name --event 'gemm|r[e]ad'
faults small nst-sum --by none --json
faults small nst-sum --csv --report cuda_gpu_kern_sum

# A colour file is read byte by byte, if need be.
nst-filter --color "@$tmp/scheme" "$tmp/small" >"$tmp/want"
export FAULT_CHUNK=7
for fault in EINTR short; do
	faulty none '' 'nst-filter --color, in small pieces' read $fault nst-filter --color "@$tmp/scheme" "$tmp/small"
done
finish
