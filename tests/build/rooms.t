#!/bin/sh
# SPDX-License-Identifier: MIT
# The walls of the house, which HACKING.md draws: which room of lib/ may include which, which room
# may use which library, that no object files need each other in a circle, how many files a room
# has, and how long a line may be.
. tests/tap.sh

# The floors, from the lowest to the highest: each may include those below it, and rooms all.
FLOORS='base io stream gpu program'

# rooms: all folders of lib/ that have C files.
rooms() {
	for folder in lib/*/ lib/*/*/; do
		set -- "$folder"*.[ch]
		[ ! -e "$1" ] || echo "$folder" | sed 's,^lib/,,; s,/$,,'
	done
}

# floors ROOM: the floors that it may include.
floors() {
	for floor in $FLOORS; do
		[ "$floor" != "$1" ] || return 0
		echo "$floor"
	done
}

# others ROOM: what it includes besides itself and floors.
others() {
	case $1 in
	chrome | perfetto) echo draw ;;
	advise) echo table ;;
	replay) echo path table ;;
	answer) echo sum sum/tally sum/columns table ;;
	diff) echo sum/tally table ;;
	sum) echo sum/tally sum/columns sum/nsys table ;;
	sum/columns) echo sum/tally table ;;
	sum/nsys) echo sum/columns sum/tally table ;;
	import | mkreport) echo report ;;
	dump)
		echo dump/tables dump/facts dump/order dump/write source source/sqlite source/report \
			source/trace
		;;
	dump/tables) echo source ;;
	dump/facts | dump/order) echo dump/tables source ;;
	dump/write) echo dump/facts dump/tables source ;;
	source/sqlite) echo dump/tables source ;;
	source/report) echo dump/tables source source/sqlite report import ;;
	source/trace) echo source ;;
	page) echo sum sum/tally table perfetto draw fold ;;
	esac
}

# foreign FOLDER ROOM...: the includes of its files that lead out of it and of the rooms named.
foreign() {
	folder=$1
	shift
	grep -Hn '^#include "' "$folder"/*.[ch] | while IFS= read -r line; do
		file=${line##*#include \"}
		room=${file%/*}
		[ "$room" != "$file" ] || continue
		for allowed; do
			[ "$room" != "$allowed" ] || continue 2
		done
		echo "$line"
	done
}

for room in $(rooms); do
	# shellcheck disable=SC2046 # a list of rooms
	is "$(foreign "lib/$room" "$room" $(floors "$room") $(others "$room"))" "" \
		"lib/$room includes itself, floors below it and the rooms it may"
done
is "$(for folder in lib lib/*/ lib/*/*/; do
	[ "$(ls "$folder" | wc -l)" -le 40 ] || echo "$folder"
done)" "" "no room has more than 40 entries"
is "$(tests/build/circles "$BUILD/obj/lib" lib)" "" "no object files need each other in a circle"

# users HEADER: the rooms whose files include it.
users() {
	grep -l "^#include <$1>" lib/*/*.[ch] lib/*/*/*.[ch] bin/*.c 2>/dev/null |
		sed 's,^lib/,,; s,/[^/]*$,,' | sort -u | paste -sd ' '
}

# files HEADER: the files that include it.
files() {
	grep -l "^#include <$1>" lib/*/*.[ch] lib/*/*/*.[ch] 2>/dev/null | paste -sd ' '
}

is "$(users sqlite3.h)" "mkreport source/sqlite" "SQLite is used by the rooms that read exports"
is "$(grep -l '^#include "source/.*/' lib/dump/*.[ch] lib/dump/*/*.[ch])" "lib/dump/open.c" \
	"one file of nst-dump knows which formats of profiles there are"
is "$(for source in lib/dump/*.c lib/dump/*/*.c; do
	nm -P "$BUILD/obj/${source%.c}.o" | grep '^sqlite3_'
done)" "" \
	"... and none of its object files needs SQLite"
is "$(users lz4.h)" "mkreport report" "LZ4 is used by the rooms of reports"
is "$(files zstd.h)|$(files lzma.h)" "lib/io/decompress.c|lib/io/decompress.c" \
	"what is compressed is read by one module"
is "$(files zlib.h)" "lib/io/decompress.c lib/io/gzip.h" "... and gzip written by another"
is "$(files pthread.h)" "lib/base/thread.h" "threads are used through one module"
is "$(sed -n 's/^#ifndef \(NST_[A-Z0-9_]*_H\)$/\1/p' lib/*/*.h lib/*/*/*.h 2>/dev/null | sort | uniq -d)" "" \
	"no two headers have one guard: in one unit the second would not be read"
is "$(users sys/socket.h)" "front" "sockets are used by the front room alone"

# statics FILE...: the names of their static functions.
statics() {
	for file; do
		awk '/^static / { static = 1; next }
			static && /^[a-z][a-z0-9_]*\(/ { sub(/\(.*/, ""); print }
			{ static = 0 }' "$file" | sort -u
	done
}

# A stack trace, perf and grep show nothing but the name.
is "$(statics lib/*/*.c lib/*/*/*.c bin/*.c 2>/dev/null | sort | uniq -c | awk '$1 > 2 { print $2 }')" "" \
	"no three files have a static function of one name"

# wide FILE...: the lines of more than 100 columns.
wide() {
	for file; do
		expand "$file" | awk -v file="$file" 'length($0) > 100 { print file ":" NR }'
	done
}

# nst-sample is mostly tables of data.
# shellcheck disable=SC2046 # a list of files
is "$(wide bin/*.c $(find lib -name '*.[ch]') scripts/* Makefile | grep -v '^scripts/nst-sample:')" "" \
	"lines have at most 100 columns"
# Commands of tests may be longer, with what they must print.
for file in tests/*/*.t tests/*.sh tests/*/*.sh; do
	grep '^[[:space:]]*#' "$file" >"$tmp/comments"
	[ -z "$(wide "$tmp/comments")" ] || echo "$file"
done >"$tmp/got"
is "$(cat "$tmp/got")" "" "comments of tests have at most 100 columns"

mkdir -p "$tmp/house/a"
printf '#include "b/x.h"\n#include "y.h"\n#include "a/z.h"\n' >"$tmp/house/a/x.c"
like "$(cd "$tmp/house" && foreign a a)" '^a/x.c:1:#include "b/x.h"$' "an include of another room is found"
printf '%100s\n%101s\n\t%92s\n\t%93s\n' a b c d >"$tmp/lines"
is "$(wide "$tmp/lines" | sed 's/.*://' | paste -sd ' ')" "2 4" "a line of 101 columns is found"

# Three files, of which two need each other.
printf 'void b(void); void a(void) { b(); }\n' >"$tmp/house/a.c"
printf 'void a(void); void b(void) { a(); }\n' >"$tmp/house/b.c"
printf 'void a(void); void c(void) { a(); }\n' >"$tmp/house/c.c"
for name in a b c; do
	cc -c -o "$tmp/house/$name.o" "$tmp/house/$name.c"
done
is "$(tests/build/circles "$tmp/house" "$tmp/house")" "a b" "a circle of two object files is found"

finish
