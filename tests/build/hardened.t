#!/bin/sh
# SPDX-License-Identifier: MIT
# The programs are built so that faults are harder to use: position-independent, nothing to
# overwrite among the relocations, a guard on the stack.
. tests/tap.sh

command -v readelf >/dev/null || skipall 'readelf is not installed'

for program in bin/*.c; do
	name=${program##*/}
	name=${name%.c}
	readelf -W -hlds "$BUILD/bin/$name" >"$tmp/elf"
	like "$(cat "$tmp/elf")" 'FLAGS_1\).* PIE' "$name: position-independent"
	like "$(cat "$tmp/elf")" 'GNU_RELRO' "$name: relocations read-only"
	like "$(cat "$tmp/elf")" 'FLAGS_1\).* NOW' "$name: ... all of them, since all are done at the start"
	like "$(cat "$tmp/elf")" 'GNU_STACK .* RW ' "$name: no code on the stack"
	like "$(cat "$tmp/elf")" '__stack_chk_fail' "$name: a guard on the stack"
done

# What the user asks for has the last word, and another level of fortified calls is no conflict.
what() {
	make -B -n "$BUILD/bin/nst-sum" "BUILD=$BUILD" SANITIZE= CFLAGS=-O2 CPPFLAGS= LDFLAGS= "$@"
}
like "$(what)" ' -D_FORTIFY_SOURCE=2 ' 'calls are fortified'
is "$(what CFLAGS=-O0 | grep -c FORTIFY)" 0 '... but not where nothing is optimized'
is "$(what CFLAGS=-g | grep -c FORTIFY)" 0 '... or no level is named'
is "$(what CPPFLAGS=-D_FORTIFY_SOURCE=3 | grep -c 'FORTIFY_SOURCE=2')" 0 '... or the user says how'
like "$(what CFLAGS='-O2 -fno-stack-protector')" 'stack-protector-strong .* -fno-stack-protector' "the user's CFLAGS come after"
like "$(what LDFLAGS=-no-pie)" ' -pie .* -no-pie' "the user's LDFLAGS come after"

finish
