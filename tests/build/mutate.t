#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/mutate on a library of one function, whose mutants are known: it prints those that the
# test does not notice, counts the others, and leaves the source tree alone.
. tests/tap.sh

mkdir -p "$tmp/small/lib/a" "$tmp/small/tests/x"
cp tests/choose tests/mutate "$tmp/small/tests"
cd "$tmp/small" || exit
cat >Makefile <<'EOF'
programs: build/bin/clamp
testers build/sample.sqlite build/sample.nsys-rep:
build/bin/clamp: build/obj/clamp.o
	mkdir -p build/bin
	$(CC) -o $@ $<
build/obj/clamp.o: lib/a/clamp.c
	mkdir -p build/obj
	$(CC) -O1 -g -c -o $@ $<
EOF
cat >lib/a/clamp.c <<'EOF'
/* Numbers from 10 to 20: 1 + 1 in a comment, && "a string" are left alone. */
#include <stdio.h>
#include <stdlib.h>

static int
clamp(int n)
{
	if (n < 10)
		return 10;
	return n > 20 ? 20 : n;
}

int
main(int argc, char **argv)
{
	/* == */ printf("%d == + 7\n", clamp(argc > 1 ? atoi(argv[1]) : 0));
}
EOF
echo 'lib/ tests/x/*.t ~tests/x/slow.t' >tests/map
cat >tests/x/fast.t <<'EOF'
[ "$($PWD/build/bin/clamp 30)" = '20 == + 7' ] && echo 'ok 1 - 30' || echo 'not ok 1 - 30'
echo 1..1
EOF
cat >tests/x/slow.t <<'EOF'
[ "$($PWD/build/bin/clamp 15)" = '15 == + 7' ] && echo 'ok 1 - 15' || echo 'not ok 1 - 15'
echo 1..1
EOF
find . -type f | sort | xargs cksum >"$tmp/before"

# mutate NUMBER: changes lines of the function and of main.
mutate() {
	run env BUILD=build perl tests/mutate "$1" 1 lib/a/clamp.c
}

mutate 12
is "$status $(cat "$tmp/err")" '0 ' 'status'
like "$(tail -n 1 "$tmp/out")" \
	'^12 mutants, [0-9]+ killed, [1-9][0-9]* survived, [0-9]+ equivalent$' 'the last line counts'
like "$(cat "$tmp/out")" '^lib/a/clamp\.c:[0-9]*: survived: 2 tests$' 'a survivor: file and line'
find . -path ./build -prune -o -type f -print | sort | xargs cksum >"$tmp/after"
same "$tmp/after" "$tmp/before" 'the source tree is as it was'

# With more mutants than there are, all are tried.
rm build/mutate/log
mutate 1000
is "$(cat "$tmp/err")" "mutate: too few lines that can be changed" 'all mutants: no more'
ok 'all mutants: that is an error' test "$status" -ne 0

# The line as it is changed, and the verdict: by which test, or that the code is the same.
while IFS='|' read -r changed verdict; do
	grep -B 2 -F -x "+	$changed" build/mutate/log | sed 1q >"$tmp/verdict"
	like "$(cat "$tmp/verdict")" "$verdict" "$changed$verdict"
done <<'EOF'
return n > 20 ? 21 : n;|: killed: tests/x/fast.t: 30
	return 9;|: survived: 2 tests$
return n >= 20 ? 20 : n;|: equivalent$
if (n < 11)|: equivalent$
if (n <= 10)|: equivalent$
if (n < 9)|: survived: 2 tests$
if (!(n < 10))|: killed: tests/x/
if (n >= 10)|: killed: tests/x/
return 0; if (n < 10)|: killed: tests/x/
	;|: survived: 2 tests$
EOF
is "$(grep '^+' build/mutate/log | grep -c -e '2 + 1' -e '1 + 2' -e '== - 7' -e '||')" 0 \
	'texts and comments are left alone'
is "$(grep -c '^lib/a/clamp.c:1:' build/mutate/log)" 0 'a line of comment is left alone'

# A test that fails anyway says nothing of a mutant.
echo "echo 'not ok 1 - never'" >tests/x/broken.t
mutate 1
is "$(sed -n 2p "$tmp/out")" \
	'left out, since it fails without a change: tests/x/broken.t: never' 'a test that fails anyway'

# A mutant that never ends is killed by the limit of time.
cat >lib/a/clamp.c <<'EOF'
int
main(void)
{
	for (volatile unsigned long i = 0; i != 3; i++)
		continue;
}
EOF
rm tests/x/*.t
printf 'build/bin/clamp\necho ok 1 - it ends\necho 1..1\n' >tests/x/ends.t
sed -i 's/(5, 20, 300)/(5, 1, 1)/' tests/mutate
mutate 1000
grep -B 2 -F -x '+	for (volatile unsigned long i = 0; i != 3; i--)' build/mutate/log | sed 1q >"$tmp/verdict"
like "$(cat "$tmp/verdict")" ': killed: tests/x/ends.t: still running after 1 s' 'it does not end'
finish
