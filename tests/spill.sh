# SPDX-License-Identifier: MIT
# tmp is that of tests/tap.sh.
# shellcheck shell=sh disable=SC2154
# Programs that spill groups to a temporary file in the folder $tmp/temp. Sourced after
# tests/tap.sh.

# terminated LINES STREAM COMMAND...: SIGTERM, once the command, which reads the first lines of the
# stream from $tmp/fifo, has a temporary file.
terminated() {
	lines=$1 stream=$2
	shift 2
	mkfifo "$tmp/fifo"
	TMPDIR=$tmp/temp "$@" >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	exec 9>"$tmp/fifo"
	head -n "$lines" "$stream" >&9
	opened=''
	for _ in $(seq 200); do
		opened=$(find "/proc/$pid/fd" -lname "$tmp/temp/*" 2>/dev/null)
		[ -z "$opened" ] || break
		sleep 0.05
	done
	ok 'a temporary file is open' test -n "$opened"
	kill -s TERM $pid
	wait $pid 2>/dev/null
	is "$? $(ls -A "$tmp/temp")" '143 ' 'SIGTERM leaves no file'
	exec 9>&-
}
