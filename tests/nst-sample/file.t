#!/bin/sh
# SPDX-License-Identifier: MIT
# Where nst-sample writes: a whole file or none, and nothing beside it.
. tests/tap.sh

cd "$tmp" || exit
mkdir work
nst-sample whole.sqlite

# beside: what is in the folder.
beside() {
	ls -A work | paste -s -d ' '
}

run nst-sample --help
like "$status $(cat out)" '^0 usage: nst-sample' '--help'
run nst-sample --version
like "$status $(cat out)" '^0 nst-sample [0-9]+\.[0-9]+\.[0-9]+$' '--version'

# refused STATUS PATTERN ARGUMENT...: nothing is written but a message.
refused() {
	want=$1 pattern=$2
	shift 2
	run nst-sample "$@"
	like "$status $(cat out err)" "^$want $pattern" "refused: nst-sample $*"
	is "$(beside)" '' "refused: nst-sample $*: nothing left behind"
}
refused 2 'nst-sample: no file named'
refused 2 "nst-sample: 'work/b' is one argument too many" work/a work/b
refused 2 'nst-sample: no file named' ''
refused 2 "nst-sample: unknown option '--size'" --size work/a
refused 2 "nst-sample: unknown option '-o'" -o work/a
refused 1 'nst-sample: .*no such folder' work/none/a.sqlite
refused 1 'nst-sample: work: ' work
refused 1 'nst-sample: ' /proc/a.sqlite
if [ "$(id -u)" -ne 0 ]; then
	chmod a-w work
	refused 1 'nst-sample: .*writable' work/a.sqlite
	chmod u+w work
fi

for name in 'a b.sqlite' 'file:a?mode=ro' "it's;.sqlite" 'é.sqlite'; do
	run nst-sample "work/$name"
	same "work/$name" whole.sqlite "a file called $name"
	is "$status $(beside)" "0 $name" "a file called $name: alone"
	rm -f work/*
done
(cd work && nst-sample -- -a.sqlite)
same work/-a.sqlite whole.sqlite 'a file called -a.sqlite, behind --'
rm -f work/*

# there DESCRIPTION: a.sqlite stays as it is.
there() {
	run nst-sample work/a.sqlite
	is "$status $(cat err)" "1 nst-sample: work/a.sqlite: it is there already; --force replaces it" "$1: refused"
	is "$(beside)" a.sqlite "$1: nothing left behind"
}
echo 'something else' >other
cp other work/a.sqlite
there 'a file that is there'
same work/a.sqlite other 'a file that is there stays'
run nst-sample --force work/a.sqlite
is "$status $(beside)" '0 a.sqlite' '--force'
same work/a.sqlite whole.sqlite '--force: a file that is there is replaced'
ln -sf nowhere work/a.sqlite
there 'a link to nothing'

# Another program makes the file meanwhile.
mkdir slow
printf '#!/bin/sh\necho other >"%s/work/a.sqlite"\nexec "%s" "$@"\n' "$tmp" "$(command -v sqlite3)" >slow/sqlite3
chmod +x slow/sqlite3
rm work/a.sqlite
run env PATH="$tmp/slow:$PATH" nst-sample work/a.sqlite
is "$status $(cat work/a.sqlite)" '1 other' 'a file that was made meanwhile stays'

# A disk that is full, an sqlite3 that fails halfway, none at all: the file of before stays.
echo 'from before' >before
cp before work/a.sqlite
mkdir empty fails
printf '#!/bin/sh\nhead -c 1000 >/dev/null\nfor file; do :; done\necho half >"$file"\necho "Error: no" >&2\nexit 1\n' >fails/sqlite3
chmod +x fails/sqlite3
# fails DESCRIPTION COMMAND...: it does, says so, and leaves all as it was.
fails() {
	what=$1
	shift
	run "$@"
	like "$status $(grep "^nst-sample: " err)" "^1 nst-sample: ." "$what: said"
	is "$(beside)" a.sqlite "$what: nothing left behind"
	same work/a.sqlite before "$what: the file of before is there"
}
sample=$(command -v nst-sample) shell=$(command -v sh)
fails 'no more room' sh -c 'ulimit -f 100; exec nst-sample --force work/a.sqlite'
is "$(grep 'sqlite3: off$' err)" '' 'no more room: the reason is not the answer to a PRAGMA'
fails 'sqlite3 fails' env PATH="$tmp/fails:$PATH" nst-sample --force work/a.sqlite
for tool in rm mv cat; do
	ln -s "$(command -v $tool)" empty/
done
fails 'no sqlite3' env PATH="$tmp/empty" "$shell" "$sample" --force work/a.sqlite
rm -f work/*

# Stopped halfway by a signal.
printf '#!/bin/sh\ncat >/dev/null\nfor file; do :; done\necho half >"$file"\n: >"%s/halfway"\nsleep 0.3\necho done\n' "$tmp" >fails/sqlite3
for signal in TERM HUP; do
	rm -f halfway
	PATH="$tmp/fails:$PATH" nst-sample work/a.sqlite &
	until [ -e halfway ]; do
		sleep 0.05
	done
	kill -s $signal $!
	status=0
	wait $! || status=$?
	ok "stopped by SIG$signal: fails" test "$status" -gt 128
	is "$(beside)" '' "stopped by SIG$signal: nothing left behind"
done
finish
