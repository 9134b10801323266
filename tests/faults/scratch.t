#!/bin/sh
# SPDX-License-Identifier: MIT
# A program or script that SIGKILL ends leaves an unfinished file or folder. The next program that
# writes into the same folder removes it, and never that of a run that is still alive.
. tests/tap.sh
. tests/nst-parquet/fleet.sh

fault=$BUILD/faults/fault.so
[ -e "$fault" ] || skipall "no $fault: 'make testers' builds it"
# A sanitizer has to be loaded before all else.
! grep -q __asan_init "$BUILD/bin/nst-dump" || skipall 'calls cannot be made to stop under a sanitizer'
duckdb=''
! haveduckdb || duckdb=1
mkdir "$tmp/work" "$tmp/temp"
TMPDIR=$tmp/temp
export TMPDIR
cp "$BUILD/sample.sqlite" "$BUILD/sample.nsys-rep" "$tmp"
nst-dump "$tmp/sample.sqlite" >"$tmp/rank0.ndjson" 2>"$tmp/said"
cp "$tmp/rank0.ndjson" "$tmp/rank1.ndjson"
cd "$tmp/work" || exit

# left: the unfinished files and folders, a line each.
left() {
	find "$tmp/work" "$TMPDIR" -name '.nst-*-*' -prune | sort
}

# sweep: a run that writes into both folders.
sweep() {
	nst-sample "$tmp/work/sweep.sqlite" && rm "$tmp/work/sweep.sqlite" || return
	BROWSER=true nst open "$tmp/rank0.ndjson" 2>"$tmp/said" && rm -r "$TMPDIR"/nst-open-*
}

# killed COMMAND...: a run that SIGKILL ends, with all that it started, before the first file of it
# gets its final name.
killed() {
	: >"$tmp/fault"
	LD_PRELOAD=$fault FAULT=rename:1:stop FAULT_FD=9 setsid "$@" >"$tmp/out" 2>"$tmp/err" \
		9>"$tmp/fault" &
	pid=$!
	for _ in $(seq 400); do
		[ ! -s "$tmp/fault" ] || break
		sleep 0.05
	done
	before=$(left)
	ok "$1: a run with unfinished files" test -n "$before"
	sweep
	is "$(left)" "$before" "$1: another run does not remove them"
	kill -s KILL -- "-$pid"
	wait "$pid" 2>/dev/null
	is "$(left)" "$before" "$1: SIGKILL leaves them"
	sweep
	is "$(left)" '' "$1: the next run removes them"
	rm -rf "$tmp/work"/* "$tmp/work/.nst-convert" "${TMPDIR:?}"/*
}
killed nst-import "$tmp/sample.nsys-rep" out.sqlite
killed nst-mkreport --quiet "$tmp/sample.sqlite" out.nsys-rep
killed nst-merge --offset out.offset "$tmp/rank0.ndjson" "$tmp/rank1.ndjson"
killed nst-sample out.sqlite
killed nst-sample --report out.nsys-rep
killed nst-convert -o out "$tmp/sample.sqlite"
killed nst-stats -r cuda_gpu_kern_sum -o out "$tmp/sample.sqlite"
killed nst-series --from "$tmp/sample.sqlite" -o out --event .
BROWSER=true killed nst open "$tmp/rank0.ndjson"
if [ -n "$duckdb" ]; then
	killed nst-parquet --run r -o . "$tmp/rank0.ndjson"
else
	skip "no DuckDB: 'scripts/bootstrap fleet' installs it" 'nst-parquet'
fi

# Names. A folder of process 1, which lives; of a process that ended; of another start than that of
# a process that lives; of another host; and files of the user with similar names.
mine=$(nst-chain --scratch 1 "$tmp/work")
like "${mine##*/}" '^\.nst-[0-9a-f]{8}-1-[0-9]+-0$' 'the name tells host, process and start'
FAULT=write:1:term FAULT_FD=9 LD_PRELOAD=$fault nst-chain --scratch $$ "$TMPDIR" >"$tmp/out" 9>"$tmp/fault"
is "$(wc -c <"$tmp/fault") $(cat "$tmp/out")" "1 $(find "$TMPDIR" -name '.nst*')" \
	'a signal does not hide the name of a new folder'
rmdir "$(cat "$tmp/out")"
host=${mine##*/.nst-} host=${host%%-*}
sh -c 'exit 0' &
ended=$!
wait $ended
mkdir ".nst-$host-$$-1-0" ".nst-$host-$ended-5-0" ".nst-00000000-$ended-5-0" .nst-convert
mkdir -p ".nst-$host-$ended-5-1/a/b"
echo text >".nst-$host-$ended-5-1/a/b/c"
echo text >outside
ln -s "$tmp/work/outside" ".nst-$host-$ended-5-1/a/link"
ln -s "$tmp/work/outside" ".nst-$host-$ended-5-2"
for name in ".nst-$host-$ended-5" ".nst-$host-$ended-5-0.bak" ".nst-$host-x-5-0" ".nst-$host--1-5-0"; do
	echo text >"$name"
done
sweep
is "$(find . -name '.nst*' | sort)" "$(printf './%s\n' ".nst-00000000-$ended-5-0" \
	".nst-$host--1-5-0" "${mine##*/}" ".nst-$host-$ended-5" ".nst-$host-$ended-5-0.bak" \
	".nst-$host-x-5-0" .nst-convert | sort)" \
	'only folders of ended processes of this host are removed'
is "$(cat outside)" text 'links are not followed'
finish
