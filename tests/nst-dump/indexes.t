#!/bin/sh
# SPDX-License-Identifier: MIT
# What others add to a profile changes nothing: indexes that hold all that a pass asks for, and links to the file.
. tests/tap.sh

nst-dump "$(profile sample)" >"$tmp/plain" 2>/dev/null
while read -r index; do
	cp "$(profile sample)" "$tmp/p.sqlite"
	sqlite3 "$tmp/p.sqlite" "CREATE INDEX added ON $index"
	run nst-dump "$tmp/p.sqlite"
	is "$status" 0 "an index on $index: status"
	same "$tmp/out" "$tmp/plain" "an index on $index: the same bytes"
done <<'EOF'
OSRT_API(start, "end")
OSRT_API("end", start)
NVTX_EVENTS(eventType, start, "end")
CUPTI_ACTIVITY_KIND_RUNTIME(start, "end", eventClass)
CUPTI_ACTIVITY_KIND_KERNEL(start DESC)
EOF

# a link leads to the file, and so to what lies beside it
mkdir "$tmp/real"
cp "$(profile sample)" "$tmp/real/p.sqlite"
ln -s real/p.sqlite "$tmp/link.sqlite"
run nst-dump "$tmp/link.sqlite"
same "$tmp/out" "$tmp/plain" "a link: the same bytes"
run nst-dump "$tmp//real//p.sqlite"
same "$tmp/out" "$tmp/plain" "doubled slashes"
for tail in wal journal; do
	echo "not nothing" >"$tmp/real/p.sqlite-$tail"
	run nst-dump "$tmp/link.sqlite"
	is "$status $(wc -c <"$tmp/out")" "1 0" "a -$tail beside the file that a link leads to"
	like "$(cat "$tmp/err")" "^nst-dump: $tmp/link.sqlite: .*lies? beside it" "a -$tail: says so"
	run sh -c 'nst-dump - <"$1"' - "$tmp/real/p.sqlite"
	is "$status $(wc -c <"$tmp/out")" "1 0" "a -$tail beside the file on standard input"
	rm "$tmp/real/p.sqlite-$tail"
done

# a column may have a name that SQLite gives to row numbers, in any case
sqlite3 "$tmp/rowid.sqlite" 'CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
	CREATE TABLE OSRT_API(start INTEGER, "end" INTEGER, nameId INTEGER, globalTid INTEGER, ROWID TEXT);
	INSERT INTO OSRT_API VALUES (5, 6, 0, 1, NULL), (3, 4, 0, 1, NULL)'
run nst-dump "$tmp/rowid.sqlite"
is "$(jq -c 'select(.type == "osrt").ts' "$tmp/out" | tr '\n' ' ')" "3 5 " "a column ROWID hides no rows"

finish
