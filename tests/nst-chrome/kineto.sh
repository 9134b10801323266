# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # tests/tap.sh sets $tmp
# Functions of the tests of --kineto.

# trace FILE [OPTION]...: the trace of a stream, in $tmp/trace.json; its messages in $tmp/err.
trace() {
	stream=$1
	shift
	run nst-chrome --kineto "$@" "$stream"
	mv "$tmp/out" "$tmp/trace.json"
}
