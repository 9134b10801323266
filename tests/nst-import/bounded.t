#!/bin/sh
# SPDX-License-Identifier: MIT
# Memory of an import, and of a dump that makes one: a block and the strings, however many events
# there are. Too little memory is a message, status 1 and no file. tests/unit/repfile.c has reports
# that are made to need much memory.
# shellcheck disable=SC3045 # ulimit -v, which the shells of all systems that this runs on have
. tests/tap.sh
. tests/nst-import/reports.sh

case $BUILD in
*/sanitize) skipall 'the sanitizer has its own memory' ;;
esac

# scheduling N: a report of so many events.
scheduling() {
	rm -f "$tmp/export.sqlite"
	sqlite3 -batch -bail "$tmp/export.sqlite" <<-END
		CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
		INSERT INTO StringIds VALUES (0, 'a');
		CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);
		INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2025.3.2.1');
		CREATE TABLE SCHED_EVENTS(start, cpu, isSchedIn, globalTid);
		WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < $1)
			INSERT INTO SCHED_EVENTS
			SELECT i * 1000, i % 8, i % 2, 1 << 24 | i % 100 FROM n;
	END
	nst-mkreport --quiet "$tmp/export.sqlite" "$tmp/$1.nsys-rep"
}

# resident N: how much memory the import of such a report takes, KiB.
resident() {
	cd "$tmp" && rm -f import.sqlite || exit
	"$BUILD/bench/measure" "nst-import $1.nsys-rep import.sqlite" | cut -d ' ' -f 3
}

# 50,000 events fill all buffers.
scheduling 50000
scheduling 500000
ok 'the second report is larger' test \
	"$(wc -c <"$tmp/500000.nsys-rep")" -gt $((5 * $(wc -c <"$tmp/50000.nsys-rep")))
few=$(resident 50000)
many=$(resident 500000)
is "$(query "$tmp/import.sqlite" 'SELECT count(*) FROM SCHED_EVENTS')" 500000 \
	'all of it is imported'
ok "50,000 events need $few KiB, 500,000 need $many" test "$many" -lt $((few + 1024))

# dumping N: how much the dump of such a report takes, KiB.
dumping() {
	cd "$tmp" || exit
	"$BUILD/bench/measure" "nst-dump -j 1 $1.nsys-rep >/dev/null" | cut -d ' ' -f 3
}
few=$(dumping 50000)
many=$(dumping 500000)
is "$(nst-dump --type sched "$tmp/500000.nsys-rep" 2>"$tmp/err" | tail -n 1 | sed 's/.*events"://')" \
	'500000}' 'all of it is dumped'
ok "50,000 events need $few KiB to be dumped, 500,000 need $many" \
	test "$many" -lt $((few + 4096))

# With each amount of memory, KiB, it is all or a message. Below that the system cannot even load
# it.
rm "$tmp/import.sqlite"
kib=2000 odd='' all=0 none=0
nst-import "$BUILD/sample.nsys-rep" "$tmp/want.sqlite" 2>"$tmp/said"
while [ $kib -le 12000 ]; do
	status=0
	(
		ulimit -v $kib
		exec nst-import "$BUILD/sample.nsys-rep" "$tmp/import.sqlite" 2>"$tmp/err"
	) 2>"$tmp/shell" || status=$?
	if [ $status -eq 0 ] && cmp -s "$tmp/import.sqlite" "$tmp/want.sqlite"; then
		all=$((all + 1))
		rm "$tmp/import.sqlite"
	elif [ $status -eq 1 ] && grep -Eqx 'nst-import: out of memory' "$tmp/err"; then
		none=$((none + 1))
	elif [ $status -ne 127 ]; then
		odd="$odd $kib KiB: $status $(head -c 200 "$tmp/err")"
	fi
	[ -z "$(find "$tmp" -name 'import.sqlite*')" ] || odd="$odd $kib KiB: a file is left"
	kib=$((kib + 100))
done
is "$odd" '' 'all or a message'
[ $all -gt 0 ] && [ $none -gt 0 ]
report $? "with $none amounts a message, with $all all of it"

# So with a dump, of one reader or two.
nst-dump "$BUILD/sample.nsys-rep" >"$tmp/want.ndjson" 2>"$tmp/said"
for readers in 1 2; do
	kib=6000 odd='' all=0 none=0
	while [ $kib -le 60000 ]; do
		status=0
		(
			ulimit -v $kib
			exec nst-dump -j $readers "$BUILD/sample.nsys-rep" >"$tmp/out.ndjson" 2>"$tmp/err"
		) 2>"$tmp/shell" || status=$?
		if [ $status -eq 0 ] && cmp -s "$tmp/out.ndjson" "$tmp/want.ndjson"; then
			all=$((all + 1))
		elif [ $status -eq 1 ] && grep -Eqx 'nst-dump: .*(out of memory|start a thread: .*)' "$tmp/err"; then
			none=$((none + 1))
		elif [ $status -ne 127 ]; then
			odd="$odd $kib KiB: $status $(head -c 200 "$tmp/err")"
		fi
		kib=$((kib + 1000))
	done
	is "$odd" '' "$readers readers: all or a message"
	[ $all -gt 0 ] && [ $none -gt 0 ]
	report $? "$readers readers: with $none amounts a message, with $all all of it"
done

finish
