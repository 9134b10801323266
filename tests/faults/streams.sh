# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # tmp is that of tests/tap.sh
# Streams, and checks of the output before a failed call. Relays write the beginning of their
# output, without an end record; a trace has whole events, and can be opened. Sourced after
# tests/faults/faults.sh.

nst-dump "$tmp/many.sqlite" >"$tmp/many"
nst-dump "$tmp/small.sqlite" | nst-link >"$tmp/small"
nst-dump "$tmp/small.sqlite" >"$tmp/unlinked"
nst-filter --type kernel,nvtx,nvtx-kernel,cuda-api "$tmp/small" >"$tmp/four"
# glibc frees twice what ^ stands for when memory ends: no pattern here has one
echo '{"Layer [0-9]|gemm": "good", "cuda.*": "bad"}' >"$tmp/scheme"

# whole: the traces of failed runs, in $tmp/kept, are beginnings of the trace that the program in $1
# writes. A run that failed before it began wrote nothing.
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

# begins: the output of failed runs, in $tmp/kept, is a beginning of $tmp/want, once decompressed.
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

# blocks: makes $tmp/blocks, a stream that is long enough for a thread that compresses: 30,000 calls
# come again later.
blocks() {
	awk '
		/"type":"end"/ { next }
		{ print }
		/"type":"osrt"/ && n < 30000 { sub(/^{"ts":/, "&99"); later[n++] = $0 }
		END { for (i = 0; i < n; i++) print later[i] }' "$tmp/many" >"$tmp/blocks"
}
