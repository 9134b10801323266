# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154 # used by those who source it; others of tests/tap.sh
# Functions of the tests of nst-convert: reports, some of them for a stand-in for nsys, which is in
# PATH. A script sources this file in the top of the tree, and is in a folder of its own afterwards.

mkdir "$tmp/bin" "$tmp/work" "$tmp/temp"
cp "$top/tests/nst-convert/nsys" "$tmp/bin/nsys"
PATH=$tmp/bin:$PATH
NSYS_LOG=$tmp/nsys.log
TMPDIR=$tmp/temp
export NSYS_LOG TMPDIR
unset NSYS
sample=$BUILD/sample.sqlite
nst-dump "$sample" 2>/dev/null | nst-link >"$tmp/sample.ndjson" 2>/dev/null
nst-chrome --object "$tmp/sample.ndjson" >"$tmp/sample.json"
nst-import "$BUILD/sample.nsys-rep" "$tmp/import.sqlite" 2>/dev/null
nst-dump "$BUILD/sample.nsys-rep" 2>/dev/null | nst-link >"$tmp/report.ndjson" 2>/dev/null
nst-chrome --object "$tmp/report.ndjson" >"$tmp/report.json"
cd "$tmp/work" || exit

# await COMMAND...: until it succeeds, ten seconds at most.
await() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || return 1
		sleep 0.05
	done
}

# fresh: an empty folder, and no call of nsys so far.
fresh() {
	cd "$tmp" && rm -rf work && mkdir work && cd work || exit
	: >"$NSYS_LOG"
}

# makereport FILE: makes a report.
makereport() {
	rm -f "$1"
	cp "$BUILD/sample.nsys-rep" "$1"
}

# standin FILE [WHAT]: makes one for the stand-in, which serves the sample.
standin() {
	echo "${2-serve} $sample" >"$1"
}

# another FILE: makes an export of another capture: on another host, at another time.
another() {
	cp -f "$sample" "$1"
	sqlite3 "$1" "UPDATE TARGET_INFO_SYSTEM_ENV SET value = 'other' WHERE name = 'Hostname';
		UPDATE TARGET_INFO_SESSION_START_TIME SET utcEpochNs = utcEpochNs + 1"
}

# said: as in all tests, without the message about every report here.
said() {
	sed "/nst-link: .*: thread [0-9]* waits in a range 'backward' for the work /d
		/nst-dump: .*: not dumped: properties of the system 1\$/d
		/nst-import: .*: not imported: .*properties of the system 2/d
		/: not proven to be what nsys exports: /d
		/nst-import: .*: imported, but not proven /d" "$tmp/err"
}

# here: prints the files in and below the folder, and those left in the folder of temporary files,
# in one line; without the notes of nst-convert.
here() {
	find . "$TMPDIR" -name .nst-convert -prune -o ! -name . ! -path "$TMPDIR" -print |
		sed 's|^\./||' | sort | paste -s -d ' '
}

# calls: how often nsys was called.
calls() {
	wc -l <"$NSYS_LOG"
}

# messages: prints the messages that do not name a written file.
messages() {
	said | grep -v '^nst-convert: .*: wrote '
}

# wrote: prints the names of written files, by the messages, in one line.
wrote() {
	sed -n 's/^nst-convert: .*: wrote //p' "$tmp/err" | paste -s -d ' '
}
