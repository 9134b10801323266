#!/bin/sh
# SPDX-License-Identifier: MIT
# A signal that a script gets between starting a process and its next command ends that process,
# too, and leaves nothing behind. Each fork of the script is tried in turn.
. tests/tap.sh
. tests/faults/faults.sh
. tests/nst-convert/convert.sh

# slow NAME: a program that notes its process and stays there, in place of another one.
slow() {
	printf '#!/bin/sh\necho $$ >>"%s/pids"\nexec sleep 60\n' "$tmp" >"$tmp/bin/$1"
	chmod +x "$tmp/bin/$1"
}

# runs PID: whether the process runs.
runs() {
	grep -s '^State:' "/proc/$1/status" | grep -qv Z
}

# settled: the script has ended, or waits for all that it starts, and got no signal.
settled() {
	! runs "$pid" || { [ ! -s "$tmp/fault" ] && [ "$(wc -l <"$tmp/pids")" -eq "$slow" ]; }
}

# gone: of what was started nothing runs.
gone() {
	for started in $(cat "$tmp/pids"); do
		! runs "$started" || return 1
	done
}

# interrupted DESCRIPTION N COMMAND...: tries each fork of a command that starts N slow processes.
interrupted() {
	case=$1 slow=$2
	shift 2
	fork=0 odd='' last=''
	before=$(here)
	while [ -z "$last" ] && [ $fork -lt 200 ]; do
		fork=$((fork + 1))
		: >"$tmp/pids"
		env --default-signal=TERM FAULT=fork:$fork:term FAULT_FD=9 \
			LD_PRELOAD="$FAULT_LIBRARY" "$@" >"$tmp/out" 2>"$tmp/err" 9>"$tmp/fault" &
		pid=$!
		await settled || odd="$odd $fork: it goes on;"
		[ -s "$tmp/fault" ] || last=$fork
		kill -s TERM $pid 2>/dev/null
		status=0
		wait $pid || status=$?
		[ $status -ne 0 ] || odd="$odd $fork: status 0;"
		if ! await gone; then
			odd="$odd $fork: a process goes on;"
			xargs kill <"$tmp/pids" 2>/dev/null
		fi
		[ "$(here)" = "$before" ] || odd="$odd $fork: left behind: $(here);"
	done
	is "$odd" '' "$case: a signal at each of $fork forks"
	ok "$case: the last run got none, and waited" test "$last"
}

fresh
makereport run.nsys-rep
slow nsys
interrupted 'in nsys' 1 nst-convert --export nsys run.nsys-rep
cp run.nsys-rep two.nsys-rep
interrupted 'one by one' 1 nst-convert --export nsys .
rm "$tmp/bin/nsys"
fresh
cp "$sample" run.sqlite
slow gzip
interrupted 'in the last program of a pipeline' 1 nst-convert --gzip run.sqlite
rm "$tmp/bin/gzip"
finish
