#!/bin/sh
# SPDX-License-Identifier: MIT
# musl has all that nst calls, and systems on which nst is not tested are refused by the build.
. tests/tap.sh

# compiles FILE OPTION...: checks a source file as another system would read it.
compiles() {
	file=$1
	shift
	"${CC:-cc}" -std=c11 -D_GNU_SOURCE -DNST_VERSION='""' -Ilib -I"$BUILD" -fsyntax-only "$@" "$file"
}
run compiles lib/base/mem.c
is "$status $(cat "$tmp/err")" '0 ' 'this system is one of them'
run compiles lib/base/mem.c -U__SIZEOF_POINTER__ -D__SIZEOF_POINTER__=4
like "$(cat "$tmp/err")" 'nst needs a 64-bit system' '32 bits'
run compiles lib/base/mem.c -U__BYTE_ORDER__ -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__
like "$(cat "$tmp/err")" 'nst needs a little-endian system' 'big endian'

command -v musl-gcc >/dev/null || {
	skip "musl-gcc is not installed: 'scripts/bootstrap lint' brings it" 'musl compiles every file'
	finish
}
# The headers of libraries, without those of the C library beside them.
mkdir "$tmp/include"
while read -r header; do
	[ ! -e "/usr/include/$header" ] || ln -s "/usr/include/$header" "$tmp/include/"
done <<'END'
libdeflate.h
lz4.h
lzma
lzma.h
pcre2.h
sqlite3.h
zconf.h
zlib.h
zstd.h
zstd_errors.h
END
ln -s /usr/include/*/zconf.h "$tmp/include/" 2>/dev/null
for file in bin/*.c lib/*/*.c lib/*/*/*.c; do
	CC=musl-gcc compiles "$file" -isystem "$tmp/include" -Werror=implicit-function-declaration 2>>"$tmp/musl" || echo "$file" >>"$tmp/failed"
done
[ -e "$tmp/failed" ] && sed 's/^/# /; 20q' "$tmp/musl"
is "$(cat "$tmp/failed" 2>/dev/null)" '' 'musl compiles every file'
finish
