# SPDX-License-Identifier: MIT
# tmp and status are those of tests/tap.sh.
# shellcheck shell=sh disable=SC2154
# Programs that spill data beyond a limit on memory to a temporary file. Sourced after tests/tap.sh.

# answered PROGRAM OPTION... FILE...: runs it; its output, status and messages become $tmp/out.
answered() {
	run "$@" </dev/null
	{
		echo "status $status"
		cat "$tmp/err"
	} >>"$tmp/out"
}

# spilled PROGRAM DESCRIPTION MEMORIES FILE...: with the options in each chosen line of the file
# $tmp/options, the program answers the same with little memory, each of these in bytes, as with
# enough.
spilled() {
	program=$1 what=$2 memories=$3
	shift 3
	while read -r options; do
		chosen || continue
		# shellcheck disable=SC2086 # a list
		NST_SORT_MEMORY=1000000000 answered "$program" $options "$@"
		mv "$tmp/out" "$tmp/wanted"
		for memory in $memories; do
			# shellcheck disable=SC2086 # a list
			NST_SORT_MEMORY=$memory answered "$program" $options "$@"
			cmp -s "$tmp/out" "$tmp/wanted" || echo "$memory: $options" >>"$tmp/differ"
		done
	done <"$tmp/options"
	is "$(cat "$tmp/differ" 2>/dev/null)" '' "$what: $program with little memory"
	rm -f "$tmp/differ"
}

# terminated LINES STREAM COMMAND...: SIGTERM, once the command, which reads the first lines of the
# stream from $tmp/fifo, has a temporary file in the folder $tmp/temp.
terminated() {
	lines=$1 stream=$2
	shift 2
	mkfifo "$tmp/fifo"
	TMPDIR=$tmp/temp "$@" >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	exec 9>"$tmp/fifo"
	head -n "$lines" "$stream" >&9
	opened=''
	for _ in $(seq 600); do
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
