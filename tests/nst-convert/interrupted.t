#!/bin/sh
# SPDX-License-Identifier: MIT
# A signal ends nst-convert, what it started, and leaves nothing behind, whatever it is at.
. tests/tap.sh
. tests/nst-convert/convert.sh

# await COMMAND...: until it succeeds, ten seconds at most.
await() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || return 1
		sleep 0.05
	done
}

# gone FILE: the process whose number is in the file has ended, whether or not somebody has asked how.
gone() {
	! grep -s '^State:' "/proc/$(cat "$1")/status" | grep -qv Z
}

# interrupt SIGNAL DESCRIPTION READY ARGUMENT...: sends a signal to nst-convert once the file READY is there.
interrupt() {
	signal=$1 case="SIG$1: $2" ready=$3
	shift 3
	rm -f "$ready"
	before=$(here)
	env --default-signal=INT nst-convert "$@" >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	ok "$case: began" await test -s "$ready"
	ok "$case: half of it is there" test "$(find . -name '.nst*')"
	kill -s "$signal" $pid
	ok "$case: what it started ends" await gone "$ready"
	status=0
	wait $pid || status=$?
	ok "$case: status $status" test "$status" -gt 128
	is "$(here)" "$before" "$case: nothing left behind"
	is "$(cat "$tmp/err")" '' "$case: nothing to say"
}

# a stage that says where it is and stays there
printf '#!/bin/sh\necho half\necho $$ >"%s/stage.pid"\nexec sleep 60\n' "$tmp" >"$tmp/slow"
chmod +x "$tmp/slow"
mkdir "$tmp/stuck"
cp "$BUILD/bin/nst-convert" "$tmp/stuck/"
for signal in INT TERM HUP; do
	fresh
	makereport run.nsys-rep slow
	interrupt $signal 'in nsys' "$NSYS_LOG.pid" run.nsys-rep
	interrupt $signal 'in nsys, --keep-sqlite' "$NSYS_LOG.pid" --keep-sqlite run.nsys-rep
	rm run.nsys-rep
	cp "$sample" run.sqlite
	for program in nst-dump nst-link nst-chrome; do
		cp "$tmp/slow" "$tmp/stuck/$program"
		PATH=$tmp/stuck:$PATH interrupt $signal "in $program" "$tmp/stage.pid" run.sqlite
		rm "$tmp/stuck/$program"
	done
	fresh
	makereport a.nsys-rep slow
	makereport b.nsys-rep slow
	interrupt $signal 'one by one' "$NSYS_LOG.pid" .
	if parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
		interrupt $signal '-j 2' "$NSYS_LOG.pid" -j 2 .
	else
		report 0 "SIG$signal: -j 2 # SKIP GNU parallel is not installed"
	fi
done
finish
