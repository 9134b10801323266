#!/bin/sh
# SPDX-License-Identifier: MIT
# A signal ends nst-convert, what it started, and leaves nothing behind, whatever it is at.
. tests/tap.sh
. tests/nst-convert/convert.sh

# gone FILE: the process whose number is in the file has ended, whether or not somebody has asked
# how.
gone() {
	! grep -s '^State:' "/proc/$(cat "$1")/status" | grep -qv Z
}

# interrupt SIGNAL DESCRIPTION READY ARGUMENT...: sends a signal to nst-convert once the file READY
# is there.
interrupt() {
	signal=$1 case="SIG$1: $2" ready=$3
	shift 3
	rm -f "$ready"
	before=$(here)
	env --default-signal=INT,QUIT,PIPE nst-convert "$@" >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	ok "$case: began" await test -s "$ready"
	ok "$case: half of it is there" test "$(find . -name '.nst*')"
	kill -s "$signal" $pid
	ok "$case: what it started ends" await gone "$ready"
	status=0
	wait $pid || status=$?
	ok "$case: status $status" test "$status" -gt 128
	is "$(here)" "$before" "$case: nothing left behind"
	is "$(said)" '' "$case: nothing to say"
}

# a stage that says where it is and stays there
printf '#!/bin/sh\necho half\necho $$ >"%s/stage.pid"\nexec sleep 60\n' "$tmp" >"$tmp/slow"
chmod +x "$tmp/slow"
mkdir "$tmp/stuck"
cp "$BUILD/bin/nst-convert" "$tmp/stuck/"
for signal in INT TERM HUP QUIT PIPE; do
	fresh
	standin run.nsys-rep slow
	interrupt $signal 'in nsys' "$NSYS_LOG.pid" --export nsys run.nsys-rep
	interrupt $signal 'in nsys, --keep-sqlite' "$NSYS_LOG.pid" --export nsys \
		--keep-sqlite run.nsys-rep
	cp "$tmp/slow" "$tmp/stuck/nst-import"
	PATH=$tmp/stuck:$PATH interrupt $signal 'in nst-import' "$tmp/stage.pid" --keep-sqlite \
		run.nsys-rep
	rm run.nsys-rep "$tmp/stuck/nst-import"
	cp "$sample" run.sqlite
	for program in nst-dump nst-link nst-chrome gzip; do
		cp "$tmp/slow" "$tmp/stuck/$program"
		PATH=$tmp/stuck:$PATH interrupt $signal "in $program" "$tmp/stage.pid" \
			--gzip run.sqlite
		rm "$tmp/stuck/$program"
	done
	fresh
	standin a.nsys-rep slow
	standin b.nsys-rep slow
	interrupt $signal 'one by one' "$NSYS_LOG.pid" --export nsys .
	if parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
		interrupt $signal '-j 2' "$NSYS_LOG.pid" -j 2 --export nsys .
	else
		report 0 "SIG$signal: -j 2 # SKIP GNU parallel is not installed"
	fi
done

# Messages that nobody reads: what they are about goes on or not, but nothing is left.
# unread DESCRIPTION COMMAND...: the command's messages go to a pipe that is closed.
unread() {
	what=$1
	shift
	for signal in --default-signal=PIPE --ignore-signal=PIPE; do
		for wait in 0 0.1; do
			{
				sleep $wait
				env $signal "$@" 2>&1
				echo $? >"$tmp/status"
			} | true
			await test -s "$tmp/status"
			is "$(find . "$TMPDIR" -name '.nst*.*')" '' \
				"unread, $signal after $wait s: $what: nothing left behind"
			: >"$tmp/status"
		done
	done
}
fresh
head -c 50000 "$sample" >bad.sqlite
cp "$sample" good.sqlite
standin fails.nsys-rep fail
makereport serves.nsys-rep
unread 'a bad file' nst-convert bad.sqlite
unread 'a good file' nst-convert --force good.sqlite
unread 'nsys fails' nst-convert --export nsys fails.nsys-rep
unread 'an export is kept' nst-convert --force --keep-sqlite serves.nsys-rep
unread 'a folder' nst-convert --force .
unread 'a folder, -j 2' nst-convert -j 2 --force .

# A signal to all of a terminal, while what is not needed any more is taken away.
mkdir "$tmp/rm"
cat >"$tmp/rm/rm" <<'END'
#!/bin/sh
kill -s "$RM_SIGNAL" 0
PATH=${PATH#*:}
exec rm "$@"
END
chmod +x "$tmp/rm/rm"
for signal in HUP INT TERM; do
	fresh
	cp "$sample" good.sqlite
	PATH=$tmp/rm:$PATH RM_SIGNAL=$signal setsid -w env --default-signal=INT,QUIT nst-convert --to perfetto good.sqlite >"$tmp/out" 2>"$tmp/err"
	is "$? $(here)" "0 good.pftrace good.sqlite" "SIG$signal to all, at the end: nothing left behind"
	is "$(find "$TMPDIR" -name '*nst-convert*')" '' '... nor among temporary files'
done
finish
