#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-dump without memory, at each of its thousands of allocations and those of SQLite: once, and
# from then on.
. tests/tap.sh
. tests/faults/faults.sh

# Few rows of many: slices are of row numbers, so that several readers have all the same to do.
sqlite3 "$tmp/many.sqlite" 'DELETE FROM OSRT_API WHERE rowid % 500'
for name in small many; do
	readers=1
	[ $name = small ] || readers=2
	nst-dump "$tmp/$name.sqlite" >"$tmp/want"
	faulty some '' "$name, -j $readers" malloc ENOMEM nst-dump -j $readers "$tmp/$name.sqlite"
	faulty all '' "$name, -j $readers" malloc+ ENOMEM nst-dump -j $readers "$tmp/$name.sqlite"
done
finish
