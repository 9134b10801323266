#!/bin/sh
# SPDX-License-Identifier: MIT
# The walls of the house, which HACKING.md draws: what a room of lib/ may include, which room may
# use which library, and how long a line may be.
. tests/tap.sh

# What a room uses besides itself and lib/.
others() {
	case $1 in
	chrome | perfetto) echo draw ;;
	diff) echo sum ;;
	import | mkreport) echo report ;;
	dump) echo report import ;;
	page) echo sum perfetto draw ;;
	esac
}

# foreign FOLDER ROOM...: the includes of its files that lead out of it and of the rooms named.
foreign() {
	folder=$1
	shift
	grep -Hn '^#include "' "$folder"/*.[ch] | while IFS= read -r line; do
		file=${line##*#include \"}
		room=${file%/*}
		[ "$room" != "${file%\"*}" ] || continue
		[ "$room" != "$file" ] || continue
		for allowed; do
			[ "$room" != "$allowed" ] || continue 2
		done
		echo "$line"
	done
}

is "$(foreign lib)" "" "lib/ includes no room"
for folder in lib/*/; do
	room=${folder#lib/}
	room=${room%/}
	# shellcheck disable=SC2046 # a list of rooms
	is "$(foreign "lib/$room" "$room" $(others "$room"))" "" "lib/$room includes itself and lib/"
	for file in "lib/$room"/*.[ch]; do
		name=${file##*/}
		[ ! -e "lib/$name" ] || echo "$file"
	done >"$tmp/names"
	is "$(cat "$tmp/names")" "" "lib/$room has no file that is called as one of lib/"
done
# users HEADER: the folders whose files include it.
users() {
	grep -l "^#include <$1>" lib/*.[ch] lib/*/*.[ch] bin/*.c | sed 's,/[^/]*$,,' | sort -u | paste -sd ' '
}

is "$(users sqlite3.h)" "lib/dump lib/mkreport" "SQLite is used by the rooms that read exports"
is "$(users lz4.h)" "lib/mkreport lib/report" "LZ4 is used by the rooms of reports"
is "$(users zlib.h)|$(users zstd.h)|$(users lzma.h)" "lib|lib|lib" "what compresses is used by lib/ alone"
is "$(grep -l -e '^#include <zlib.h>' -e '^#include <zstd.h>' -e '^#include <lzma.h>' lib/*.c)" lib/unpack.c "... what is read by one module"
is "$(users libdeflate.h)" "lib" "... and what is written quickly"
is "$(users pthread.h)" "lib lib/dump" "threads are used by the dump room and lib/ alone"
is "$(grep -l '^#include <pthread.h>' lib/*.[ch])" lib/belt.h "... and there by one module"
is "$(sed -n 's/^#ifndef \(NST_[A-Z0-9_]*_H\)$/\1/p' lib/*.h lib/*/*.h | sort | uniq -d)" "" \
	"no two headers have one guard: in one unit the second would not be read"
is "$(users sys/socket.h)" "lib/front" "sockets are used by the front room alone"

# wide FILE...: the lines of more than 100 columns.
wide() {
	for file; do
		expand "$file" | awk -v file="$file" 'length($0) > 100 { print file ":" NR }'
	done
}

# nst-sample is mostly tables of data.
is "$(wide bin/*.c lib/*.[ch] lib/*/*.[ch] scripts/* Makefile | grep -v '^scripts/nst-sample:')" "" \
	"lines have at most 100 columns"

mkdir -p "$tmp/house/a"
printf '#include "b/x.h"\n#include "y.h"\n#include "a/z.h"\n' >"$tmp/house/a/x.c"
like "$(cd "$tmp/house" && foreign a a)" '^a/x.c:1:#include "b/x.h"$' "an include of another room is found"
printf '%100s\n%101s\n\t%92s\n\t%93s\n' a b c d >"$tmp/lines"
is "$(wide "$tmp/lines" | sed 's/.*://' | paste -sd ' ')" "2 4" "a line of 101 columns is found"

finish
