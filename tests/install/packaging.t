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
if git rev-parse --verify HEAD >/dev/null 2>&1; then
	git clone -q . "$tmp/clone" 2>/dev/null
	sed "1s/(.*)/(2026-01-02)/" NEWS >"$tmp/clone/NEWS"
	git -C "$tmp/clone" -c user.name=nst -c user.email=nst@packages.invalid commit -q --allow-empty -am release
	make -s -C "$tmp/clone" MAKEFLAGS= dist BUILD="$tmp/first"
	sleep 1 # tar and gzip could write the time
	touch "$tmp/clone"/*
	make -s -C "$tmp/clone" MAKEFLAGS= dist BUILD="$tmp/second"
	same "$tmp/first/nst-$version.tar.gz" "$tmp/second/nst-$version.tar.gz" 'make dist: the same bytes twice'
	tar -xzf "$tmp/first/nst-$version.tar.gz" -C "$tmp"
	mkdir "$tmp/nogit"
	printf '#!/bin/sh\necho git >>"%s"\nexit 1\n' "$tmp/asked" >"$tmp/nogit/git"
	chmod +x "$tmp/nogit/git"
	run env PATH="$tmp/nogit:$PATH" make -s -C "$tmp/nst-$version" MAKEFLAGS= BUILD=build build/bin/nst-sample build/pages.h
	is "$status $(cat "$tmp/asked" 2>/dev/null)" '0 ' 'the tarball is built without git'
else
	skip 'no repository' 'make dist'
fi

# The list of libraries.
grep -v '^#' packaging/libraries >"$tmp/libraries"
while IFS="$(printf '\t')" read -r library debian runtime spack conda licence use; do
	ok "the Makefile links $library" grep -q -e "-l$library\\( \\|\$\\)" Makefile
	ok "$library: Debian" grep -q "^ *$debian,\\{0,1\\}" packaging/debian/control
	ok "$library: bootstrap" grep -q " $debian\$" scripts/bootstrap
	ok "$library: Containerfile" grep -qw "$debian" packaging/Containerfile
	ok "$library: Containerfile, to run" grep -qw "$runtime" packaging/Containerfile
	ok "$library: Spack" grep -q "depends_on(\"${spack}[@\"]" packaging/spack/package.py
	ok "$library: conda" grep -qx "    - $conda" packaging/conda/meta.yaml
	is "${licence:+licence} ${use:+use}" "licence use" "$library: a licence, and a use"
done <"$tmp/libraries"
is "$(grep -o -e '-l[a-z0-9-]*' Makefile | grep -v -x -e -link -e -lm | sort -u)" "$(sed 's/^/-l/; s/\t.*//' "$tmp/libraries" | sort -u)" 'the Makefile links no other library'
if command -v readelf >/dev/null && [ "$BUILD" = "${BUILD%sanitize}" ]; then
	for program in bin/*.c; do
		readelf -d "$BUILD/bin/$(basename "$program" .c)"
	done | sed -n 's/.*NEEDED.*\[lib\(.*\)\.so.*/\1/p' | grep -v -x -e c -e m | sort -u >"$tmp/needed"
	is "$(cat "$tmp/needed")" "$(cut -f 1 "$tmp/libraries" | sort)" 'programs need these libraries, and no other'
else
	skip 'no readelf, or sanitizers are linked' 'programs need these libraries, and no other'
fi
if command -v python3 >/dev/null; then
	ok 'spack: it is Python' python3 -c 'import ast; ast.parse(open("packaging/spack/package.py").read())'
else
	skip 'python3 is not installed' 'spack: it is Python'
fi

# What make deb and make static say when something is missing; the lists of packages are those of
# scripts/bootstrap, and tests/build/calm.t tries it.
# lacking PATTERN DESCRIPTION COMMAND...: it fails with one line.
lacking() {
	pattern=$1 what=$2
	shift 2
	run "$@"
	like "$status $(cat "$tmp/err")" "^1 package: $pattern" "$what"
	is "$(wc -l <"$tmp/err")" 1 "$what: in one line"
}
mkdir "$tmp/elsewhere" "$tmp/bare" "$tmp/bin"
cp VERSION "$tmp/elsewhere"
for kind in deb static; do
	lacking 'a package is made of a commit: git: ' "$kind: no repository" \
		env GIT_CEILING_DIRECTORIES="$tmp" sh -c 'cd "$1" && exec "$2" "$3" "$4"' - \
		"$tmp/elsewhere" "$top/scripts/package" $kind "$tmp/made"
	lacking 'git: not found' "$kind: no git" \
		env PATH="$tmp/bare" "$(command -v sh)" scripts/package $kind "$tmp/made"
done
ok 'and nothing is made' test ! -e "$tmp/made"
if git rev-parse --verify HEAD >/dev/null 2>&1; then
	lacking 'false -static-pie: .*C library' 'static: no static C library' \
		env CC=false scripts/package static "$tmp/made"
	printf '#!/bin/sh\ncase " $* " in *" -lzstd "* | *" -llz4 "*) exit 1 ;; esac\n' >"$tmp/bin/cc"
	chmod +x "$tmp/bin/cc"
	lacking 'static libraries are missing: liblz4\.a libzstd\.a$' 'static: some libraries' \
		env CC="$tmp/bin/cc -O2" scripts/package static "$tmp/made"
else
	skip 'no repository' 'static: no static library'
fi

finish
