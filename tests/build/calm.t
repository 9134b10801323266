#!/bin/sh
# SPDX-License-Identifier: MIT
# make says what it does in a line each, bootstrap once what it installs, and make check what is
# skipped.
. tests/tap.sh

object=$tmp/built/obj/lib/io/in.o
make_() {
	run env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make BUILD="$tmp/built" SANITIZE= "$@"
}
make_ "$object"
is "$status $(cat "$tmp/out" "$tmp/err")" '0 CC lib/io/in.c' 'a line for a file'
rm -f "$object"
make_ V=1 "$object"
like "$(cat "$tmp/out")" '^[^ ]+ .* -c -o .* lib/io/in\.c$' 'V=1: the command'
make_ "$tmp/built/bin/nst-sample"
is "$(cat "$tmp/out")" "SH $tmp/built/bin/nst-sample" 'a line for a script'

# A script of tests, on a machine without real exports.
cat >"$tmp/some.t" <<'END'
#!/bin/sh
. tests/tap.sh
for name in $(profiles); do
	ok "$name" true
done
skip 'no such thing here' 'another'
finish
END
PROFILES=$tmp/none run prove --directives "$tmp/some.t"
like "$(cat "$tmp/out")" '^ok 2 - another # SKIP no such thing here$' 'what is skipped is shown, and why'
like "$(cat "$tmp/out")" '^ok 3 - the same with real exports # SKIP none in .*/none \(PROFILES\)$' 'real exports that are not there are skipped'
is "$(grep -c '^ok 1 ' "$tmp/out")" 0 'what passes is not shown'

# make check without TESTS runs each script once, with a part of long lists; check-all with all.
ls tests/*/*.t >"$tmp/want"
for target in check:5 check-all:1; do
	run env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u TESTS -u SANITIZE -u BUILD -u EVERY \
		make -n -o bootstrap "${target%:*}"
	tr ' ' '\n' <"$tmp/out" | grep '^tests/.*\.t$' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "make ${target%:*}: all scripts, once"
	is "$(grep -o 'EVERY=[0-9]*' "$tmp/out")" "EVERY=${target#*:}" '... and how many cases'
done

# Scripts that hang: in a child that ignores SIGTERM, and in one that has a session of its own; and
# a script that ends, but leaves a child that has prove's pipe.
cat >"$tmp/hangs.t" <<'END'
#!/bin/sh
echo 1..1
sh -c 'trap "" TERM; echo $$ >"$PIDS/deaf"; sleep 100; sleep 100' &
setsid sh -c 'echo $$ >"$PIDS/session"; exec sleep 100' &
sleep 100
END
cat >"$tmp/leaves.t" <<'END'
#!/bin/sh
echo 1..1
echo ok 1
sleep 100 &
echo $! >"$PIDS/left"
END
printf '#!/bin/sh\necho 1..1\necho ok 1\nexit 3\n' >"$tmp/fails.t"
mkdir "$tmp/pids"
# limited SECONDS SCRIPT: runs it as make check does.
limited() {
	PIDS=$tmp/pids TEST_SECONDS=$1 run timeout 50 prove -e tests/limit "$tmp/$2.t"
}
limited 2 hangs
like "$status $(tail -n 1 "$tmp/err")" "^1 # $tmp/hangs.t: failed: it did not end within 2 s" \
	'a test that hangs fails, and is named'
limited 50 leaves
is "$status" 0 'a test that leaves a child passes, and nobody waits for the child'
# gone PID: it is no process, or a zombie that nobody has waited for; within 5 s of its SIGKILL.
gone() {
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		grep -s '^State:' "/proc/$1/status" | grep -qv Z || return 0
		sleep 0.5
	done
	return 1
}
for child in deaf session left; do
	read -r pid <"$tmp/pids/$child"
	ok "its child is gone: $child" gone "$pid"
done
limited 50 fails
like "$status $(cat "$tmp/out")" 'test returned 3 ' 'a test that fails keeps its status'
limited 1m fails
like "$(cat "$tmp/err")" '^limit: TEST_SECONDS: not a number of seconds: 1m$' 'a limit that is no number'

# bootstrap, where nothing is there but a package manager.
mkdir "$tmp/bare"
for name in sh id mktemp sed cat rm env; do
	ln -s "$(command -v $name)" "$tmp/bare"
done
cat >"$tmp/bare/apt-get" <<'END'
#!/bin/sh
echo "apt-get $*" >>"$LOG"
case " $* " in
*' --assume-no '*) echo 'Need to get 1,234 kB/12.3 MB of archives.' && exit 1 ;;
*' install '*) [ -z "${BROKEN-}" ] || { echo 'E: no such package' && exit 100; } ;;
esac
echo 'Reading package lists...'
END
chmod +x "$tmp/bare/apt-get"
printf '#!/bin/sh\nexec "$@"\n' >"$tmp/bare/sudo"
chmod +x "$tmp/bare/sudo"
LOG=$tmp/log
export LOG
run env PATH="$tmp/bare" "$(command -v sh)" scripts/bootstrap build
is "$status $(cat "$tmp/out") $(wc -l <"$tmp/err")" '0  1' 'bootstrap: one line'
like "$(cat "$tmp/err")" '^bootstrap: installing gcc .*sqlite3, 12\.3 MB$' 'bootstrap: what, and how much'
is "$(grep -c -w jq "$tmp/err")" 0 'bootstrap: no more than building needs'
like "$(tail -n 1 "$tmp/log")" '^apt-get install -y --no-install-recommends gcc ' 'bootstrap: it is installed'
run env PATH="$tmp/bare" "$(command -v sh)" scripts/bootstrap package
like "$(cat "$tmp/err")" '^bootstrap: installing gcc .* debhelper dpkg-dev .*lintian ' 'bootstrap: for packages'
is "$(grep -c -w clang "$tmp/err")" 0 'bootstrap: ... but nothing that only tests need'
run env PATH="$tmp/bare" BROKEN=1 "$(command -v sh)" scripts/bootstrap build
like "$status $(tr '\n' '|' <"$tmp/err")" '^100 .*\|E: no such package\|bootstrap: not installed: gcc .*\|$' 'bootstrap: why not'
rm "$tmp/bare/apt-get"
ln -s "$(command -v awk)" "$tmp/bare"
sed "s,/usr/,$tmp/bare/,g" scripts/bootstrap >"$tmp/bootstrap" # where no header is
for manager in dnf apk; do
	printf '#!/bin/sh\necho "%s $*" >>"$LOG"\n' "$manager" >"$tmp/bare/$manager"
	chmod +x "$tmp/bare/$manager"
	: >"$tmp/log"
	run env PATH="$tmp/bare" "$(command -v sh)" "$tmp/bootstrap" build
	rm "$tmp/bare/$manager"
	is "$status $(cat "$tmp/out" "$tmp/log")" '1 ' "bootstrap: it installs nothing with $manager"
	cp "$tmp/err" "$tmp/$manager"
done
like "$(cat "$tmp/dnf")" '^bootstrap: please run: dnf install gcc binutils sqlite-devel pcre2-devel .*sqlite \(nobody has tried nst here\)$' 'bootstrap: names of Fedora'
like "$(cat "$tmp/apk")" '^bootstrap: please run: apk add gcc binutils sqlite-dev pcre2-dev .*sqlite \(nobody has tried nst here\)$' 'bootstrap: names of Alpine'
is "$(cat "$tmp/dnf" "$tmp/apk" | tr ' ' '\n' | grep '^\(lib.*-dev\|zlib1g.*\|sqlite3\)$')" libdeflate-dev \
	'bootstrap: no name of Debian, but for one that Alpine has, too'
run env PATH="$tmp/bare" "$(command -v sh)" scripts/bootstrap build
like "$status $(cat "$tmp/err")" '^1 bootstrap: please install what these Debian packages bring: gcc ' 'bootstrap: on other systems'

# The demo ends with a screen that says where the time of GPUs went.
run scripts/demo "$BUILD/sample.sqlite" "$tmp/demo"
is "$status $(cat "$tmp/err")" '0 ' 'demo: status, and no message'
sed "s,$tmp/,build/,g; s,$BUILD/,build/,g" "$tmp/out" >"$tmp/demo.out"
is "$(sed 's/…/./g' "$tmp/demo.out" | awk 'length > 80')" '' 'demo: 80 columns'
sed '1,/^\$ nst events/d' "$tmp/demo.out" >"$tmp/screen"
ok 'demo: the end fits a screen' test "$(wc -l <"$tmp/screen")" -le 24
like "$(sed -n 3p "$tmp/screen")" '^GPU 0 was busy ' 'demo: what the GPUs did comes first'
is "$(tail -n 1 "$tmp/screen")" 'build/demo.pftrace is for https://ui.perfetto.dev: drop it there.' 'demo: what to open, at its end'

finish
