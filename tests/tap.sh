# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034 # status is for those who source it
# Functions of all test scripts: TAP output, a scratch folder, and runs of programs with their
# status. A script sources this file from the top of the tree. BUILD is the folder of the build;
# PROFILES is the folder of real exports, which may be absent.

: "${BUILD:=build}" "${PROFILES:=../shared/profiles}"
top=$(pwd)
case $BUILD in
/*) ;;
*) BUILD=$top/$BUILD ;;
esac
case $PROFILES in
/*) ;;
*) PROFILES=$top/$PROFILES ;;
esac
PATH=$BUILD/bin:$PATH
LC_ALL=C
export PATH LC_ALL BUILD PROFILES
tmp=$(mktemp -d "${TMPDIR:-/tmp}/nst-test.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
tests=0
failed=0
cases=0
# Of a long list of cases, tests try one of EVERY; SEED says which.
: "${EVERY:=1}"
if [ "$EVERY" -gt 1 ]; then
	: "${SEED:=$(date +%s)}"
	export EVERY SEED
fi
# The programs that accept any stream, print no message and write the stream again; and the programs
# that write a trace.
relays='nst-link nst-filter'
viewers='nst-chrome nst-perfetto'

# note TEXT: a diagnostic, each line marked.
note() {
	printf '%s\n' "$*" | sed 's/^/# /' >&2
}

# report STATUS DESCRIPTION: prints one line of TAP. It repeats a failed description on standard
# error, since prove shows only its number.
report() {
	tests=$((tests + 1))
	if [ "$1" -eq 0 ]; then
		printf 'ok %d - %s\n' "$tests" "$2"
	else
		printf 'not ok %d - %s\n' "$tests" "$2"
		note "$0: failed: $2"
		failed=$((failed + 1))
	fi
	return "$1"
}

# ok DESCRIPTION COMMAND...: the command succeeds.
ok() {
	what=$1
	shift
	if "$@" >"$tmp/ok.out" 2>&1; then
		report 0 "$what"
	else
		report 1 "$what" || note "failed: $*" "$(head -c 2000 "$tmp/ok.out")"
	fi
}

# said: the messages of the last program, without the one that nst-link prints about the sample: one
# thread launches work, and another one waits for it.
said() {
	grep -v "nst-link: .*: thread [0-9]* waits in a range 'backward' for the work that thread [0-9]* launches: " "$tmp/err"
}

# is GOT WANTED DESCRIPTION: two strings are equal.
is() {
	if [ "$1" = "$2" ]; then
		report 0 "$3"
	else
		report 1 "$3" || note "     got: $1
  wanted: $2"
	fi
}

# like GOT PATTERN DESCRIPTION: a string matches an extended regular expression.
like() {
	if printf '%s\n' "$1" | grep -Eq -- "$2"; then
		report 0 "$3"
	else
		report 1 "$3" || note "     got: $1
 pattern: $2"
	fi
}

# same FILE FILE DESCRIPTION: two files are equal to the byte.
same() {
	if cmp -s "$1" "$2"; then
		report 0 "$3"
	else
		report 1 "$3" || note "$(diff "$1" "$2" 2>&1 | head -n 12 | cut -c -1000)"
	fi
}

# run COMMAND...: leaves its status in $status, its output in $tmp/out and $tmp/err.
run() {
	status=0
	"$@" >"$tmp/out" 2>"$tmp/err" || status=$?
}

# tablerows: the rows of a JSON table of nst-sum or nst-diff, without the records of the table, the
# headline, the profile, and the GPUs.
tablerows() {
	LC_ALL=C grep -a -v -e '^{"table":' -e '^{"headline":' -e '^{"span":' -e '"busy":' || :
}

# runrows COMMAND...: as run, with only the rows of a JSON table in $tmp/out.
runrows() {
	run "$@"
	tablerows <"$tmp/out" >"$tmp/only"
	mv "$tmp/only" "$tmp/out"
}

# skipall REASON: the whole script is skipped.
skipall() {
	echo "1..0 # SKIP $*"
	exit 0
}

# skip REASON DESCRIPTION: one test is skipped; "make check" shows both.
skip() {
	report 0 "$2 # SKIP $1"
}

# chosen: succeeds if the next case of a long list is to be tried.
chosen() {
	cases=$((cases + 1))
	[ $(((cases + SEED) % EVERY)) -eq 0 ]
}

# profile NAME: prints the path of a real export, or of the sample if the name is "sample"; fails if
# there is none.
profile() {
	if [ "$1" = sample ]; then
		echo "$BUILD/sample.sqlite"
	else
		echo "$PROFILES/$1.sqlite"
	fi
}

# profiles: prints the names of all exports, the sample first. If it is the only one, finish says
# so.
profiles() {
	echo sample
	for file in "$PROFILES"/*.sqlite; do
		if [ ! -e "$file" ]; then
			: >"$tmp/noprofiles"
			continue
		fi
		file=${file##*/}
		echo "${file%.sqlite}"
	done
}

# sql NAME QUERY...: runs SQL over an export.
sql() {
	file=$(profile "$1")
	shift
	sqlite3 -readonly "$file" "$@"
}

# finish: prints the plan, and ends the script with its status.
finish() {
	[ "$cases" -eq 0 ] || [ "$EVERY" -eq 1 ] ||
		note "$0: one of $EVERY of $cases cases: SEED=$SEED"
	[ ! -e "$tmp/noprofiles" ] || skip "none in ${PROFILES#"$top/"} (PROFILES)" 'the same with real exports'
	echo "1..$tests"
	[ "$failed" -eq 0 ]
	exit
}
