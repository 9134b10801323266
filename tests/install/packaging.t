#!/bin/sh
# SPDX-License-Identifier: MIT
# Recipes of packages name the version, and every library that the Makefile links.
. tests/tap.sh

version=$(cat VERSION)
like "$(cat packaging/spack/package.py)" "version\\(\"$version\"" 'spack: the version'
like "$(cat packaging/conda/meta.yaml)" "version: \"$version\"" 'conda: the version'
like "$(head -n 1 NEWS)" "^nst $version \\((not yet released|[0-9]{4}-[0-9]{2}-[0-9]{2})\\)\$" 'NEWS tells of the version first, and of its day'
is "$(sed -n 's/^nst [0-9.]* (\(.*\))$/\1/p' NEWS | sort -r)" "$(sed -n 's/^nst [0-9.]* (\(.*\))$/\1/p' NEWS)" 'NEWS: the newest comes first'
run make -s dist BUILD="$tmp/build" # of a version without a day nothing is made
is "$status $([ -e "$tmp/build/nst-$version.tar.gz" ] && echo made)" "$(grep -q "^nst $version (not yet" NEWS && echo '2 ' || echo '0 made')" 'make dist: only of a version that has its day'
# library, and what it is called by Debian, Spack and conda
while read -r library debian spack conda; do
	ok "the Makefile links $library" grep -q -e "-l$library\\( \\|\$\\)" Makefile
	ok "$library: Debian" grep -q "^ *$debian,\\{0,1\\}" packaging/debian/control
	ok "$library: bootstrap" grep -q " $debian\$" scripts/bootstrap
	ok "$library: Containerfile" grep -qw "$debian" packaging/Containerfile
	ok "$library: Spack" grep -q "depends_on(\"${spack}[@\"]" packaging/spack/package.py
	ok "$library: conda" grep -qx "    - $conda" packaging/conda/meta.yaml
done <<'END'
sqlite3 libsqlite3-dev sqlite sqlite
pcre2-8 libpcre2-dev pcre2 pcre2
lz4 liblz4-dev lz4 lz4-c
z zlib1g-dev zlib-api zlib
deflate libdeflate-dev libdeflate libdeflate
zstd libzstd-dev zstd zstd
lzma liblzma-dev xz xz
END
known='lm lsqlite3 lpcre2-8 llz4 lz ldeflate lzstd llzma'
unknown=
for library in $(grep -o -e '-l[a-z0-9-]*' Makefile | sort -u | grep -v -e '^-link$'); do
	case " $known " in
	*" ${library#-} "*) ;;
	*) unknown="$unknown $library" ;;
	esac
done
is "$unknown" '' 'no other library'
if command -v python3 >/dev/null; then
	ok 'spack: it is Python' python3 -c 'import ast; ast.parse(open("packaging/spack/package.py").read())'
else
	skip 'python3 is not installed' 'spack: it is Python'
fi

finish
