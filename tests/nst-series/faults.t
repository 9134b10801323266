#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-series when a program that it calls fails, the disk is full or a signal comes: it fails too,
# and says so; what was there stays, and no half-made file appears.
. tests/tap.sh
. tests/nst-convert/convert.sh

mkdir "$tmp/broken"
cp "$BUILD/bin/nst-series" "$BUILD/bin/nst-convert" "$tmp/broken/"
# broken PROGRAM: does what the real one does, writes half of what it says, and fails.
broken() {
	for other in nst-dump nst-link nst-sum nst-chain gnuplot; do
		rm -f "$tmp/broken/$other"
	done
	{
		echo '#!/bin/sh'
		case $1 in
		nst-chain) echo "[ \"\$1\" = --place ] || exec '$BUILD/bin/nst-chain' \"\$@\"" ;;
		gnuplot) ;;
		*) echo "'$(command -v "$1")' \"\$@\" | head -c 10" ;;
		esac
		echo "echo '$1: No space left on device' >&2"
		echo 'exit 3'
	} >"$tmp/broken/$1"
	chmod +x "$tmp/broken/$1"
}

# fails PATTERN DESCRIPTION COMMAND...: a failure with such a message; the files are those of
# before.
fails() {
	pattern=$1 what=$2
	shift 2
	before=$(here)
	sum=$(cksum x.*)
	run "$@"
	is "$status" 1 "$what: fails"
	ok "$what: says so" grep -Eq "^nst-series: $pattern" "$tmp/err"
	is "$(here) $(cksum x.*)" "$before $sum" "$what: what was there stays, alone"
}

fresh
cp "$sample" a1.sqlite
cp "$sample" a2.sqlite
nst-dump "$sample" >a3.ndjson 2>/dev/null
run nst-series --from 'a*.*' -o x --event '^Layer'
is "$status" 0 'all is well'

# The statuses of all programs of a pipeline count.
for case in nst-dump:a1.sqlite nst-link:a1.sqlite nst-link:a3.ndjson nst-sum:a1.sqlite \
	nst-sum:a3.ndjson; do
	program=${case%:*}
	broken $program
	fails "${case#*:}: not added up: $program: No space left on device\$" "$case fails" \
		"$tmp/broken/nst-series" --from "${case#*:}" -o x --event '^Layer'
done
broken nst-chain
fails 'x.tsv: not written: No space left on device$' 'the last step fails' \
	"$tmp/broken/nst-series" --from 'a*.*' -o x --event '^Layer'
if command -v gnuplot >/dev/null; then
	broken gnuplot
	cp x.svg before.svg
	run "$tmp/broken/nst-series" --from 'a*.*' -o x --event '^Layer'
	ok 'gnuplot fails: said' grep -q '^nst-series: x.svg: not drawn: gnuplot: No sp' "$tmp/err"
	is "$status" 1 'gnuplot fails: fails'
	same x.svg before.svg 'gnuplot fails: the picture of before stays'
	ok 'gnuplot fails: the table is there' test -s x.tsv
	is "$(grep -c 'wrote x.tsv$' "$tmp/err")" 1 'gnuplot fails: what was written is said'
	rm before.svg
fi
fails 'a4.sqlite: no such file' 'a profile that is not there' \
	nst-series --from 'a1.sqlite a4.sqlite' -o x --event '^Layer'

# No room: one line in words.
for signal in --default-signal=XFSZ --ignore-signal=XFSZ; do
	fails '(a1.sqlite: not added up: nst-sum|x.tsv: not written): .*File too large' \
		"ulimit, $signal" sh -c "(ulimit -f 0; exec env $signal nst-series \\
			--from a1.sqlite -o x --event '^Layer') 2>&1 | cat >&2; exit 1"
done
if unshare -rm sh -c 'mount -t tmpfs none /mnt' 2>/dev/null; then
	printf '%s\n' '#!/bin/sh' 'mount -t tmpfs -o size=64k none "$1"' \
		'head -c 100000 /dev/zero >"$1/full" 2>/dev/null' 'shift' '"$@"' >"$tmp/bin/full"
	chmod +x "$tmp/bin/full"
	run unshare -rm full "$TMPDIR" nst-series --from a1.sqlite -o full --event '^Layer'
	is "$status $(tail -n +2 full.tsv | wc -l)" '0 2' 'a full TMPDIR is no hindrance'
	mkdir disk
	run unshare -rm full disk nst-series --from a1.sqlite -o disk/x --event '^Layer'
	like "$status $(grep -c 'No space left on device$' "$tmp/err")" '^1 1' 'a full disk'
	rm -r disk full.*
else
	report 0 'full disks # SKIP no file system can be mounted here'
fi
fails '/nowhere: no such folder' 'no folder for temporary files' \
	env TMPDIR=/nowhere nst-series --from a1.sqlite -o x --event '^Layer'

# One of several that cannot be added up: the others are in the table, and it fails.
head -c 100000 "$sample" >a4.sqlite
run nst-series --from 'a1.sqlite a2.sqlite a4.sqlite' -o x --event '^Layer'
is "$status $(cut -f 3 x.tsv | sort -u | paste -s -d ' ')" '1 1 2 value' \
	'a profile that was cut: the others are in the table'
ok 'a profile that was cut: said' \
	grep -q '^nst-series: a4.sqlite: not added up: nst-dump: ./a4.sqlite: truncated' "$tmp/err"

# Half of the times of a table became text: what is left is not taken for the whole.
cp "$sample" a4.sqlite
sqlite3 a4.sqlite "UPDATE NVTX_EVENTS SET start = 'x' || start WHERE rowid % 2"
run nst-series --from 'a1.sqlite a2.sqlite a4.sqlite' -o x --event '^Layer'
is "$status $(cut -f 3 x.tsv | sort -u | paste -s -d ' ')" '1 1 2 value' \
	'values of a wrong type: not in the table'
ok 'values of a wrong type: said' \
	grep -q '^nst-series: a4.sqlite: not added up: nst-dump: .* wrong type' "$tmp/err"

# await FILE: waits for it, two seconds at most.
await() {
	tries=0
	until [ -s "$1" ] || [ $tries -ge 20 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
}

# Signals.
mkdir "$tmp/stuck"
cp "$BUILD/bin/nst-series" "$BUILD/bin/nst-convert" "$tmp/stuck/"
printf '%s\n' '#!/bin/sh' 'echo half' "echo \$\$ >'$tmp/stage.pid'" 'exec sleep 60' \
	>"$tmp/stuck/nst-link"
chmod +x "$tmp/stuck/nst-link"
for signal in HUP INT QUIT PIPE TERM; do
	rm -f "$tmp/stage.pid"
	before=$(here) sum=$(cksum x.*)
	env --default-signal=INT,QUIT,PIPE "$tmp/stuck/nst-series" --from a1.sqlite -o x --event L \
		>"$tmp/out" 2>"$tmp/err" &
	pid=$!
	await "$tmp/stage.pid"
	kill -s $signal $pid
	status=0
	wait $pid || status=$?
	ok "SIG$signal: status $status" test $status -gt 128
	ok "SIG$signal: what it started has ended" \
		sh -c "! grep -s '^State:' /proc/$(cat "$tmp/stage.pid")/status | grep -qv Z"
	is "$(here) $(cksum x.*)" "$before $sum" "SIG$signal: what was there stays, alone"
done
for signal in --default-signal=PIPE --ignore-signal=PIPE; do
	env $signal sh -c 'nst-series --from a1.sqlite -o x --event L 2>&1; echo $? >status' | true
	await status
	rm -f status
	is "$(find . "$TMPDIR" -name '.nst*.*')" '' "messages unread, $signal: nothing left behind"
done
finish
