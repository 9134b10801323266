# SPDX-License-Identifier: MIT
# Its variables are used by those who source it; tmp and status are those of tests/tap.sh.
# shellcheck shell=sh disable=SC2034,SC2154
# Functions of the tests with failing calls: inputs, and one run for each fault. Sourced after
# tap.sh.

# A sanitizer has to be loaded before all else, and takes malloc for itself.
! grep -q __asan_init "$BUILD/bin/nst-dump" || skipall 'calls cannot be made to fail under a sanitizer'

[ "$EVERY" -eq 1 ] || note "$0: one of $EVERY calls fails: SEED=$SEED"
FAULT_LIBRARY=$BUILD/faults/fault.so
export FAULT_LIBRARY
for name in small many; do
	sqlite3 -batch -bail "$tmp/$name.sqlite" <"tests/faults/$name.sql" >"$tmp/fixture.out" || note "fixture $name: $(cat "$tmp/fixture.out")"
done

# faulty EXPECTED OPTIONS DESCRIPTION CALL FAULT COMMAND...: makes each CALL fail in turn; the
# command then writes $tmp/want or fails properly. EXPECTED says how many runs fail: none, some or
# all. The options are those of "every"; the output of failed runs is left in $tmp/kept.
faulty() {
	expected=$1 options=$2 tried="$3: $4 $5" call=$4 fault=$5
	shift 5
	rm -rf "$tmp/kept"
	mkdir "$tmp/kept"
	# shellcheck disable=SC2086 # options are words
	if counts=$("$BUILD/faults/every" $options -k "$tmp/kept" "$call" "$fault" "$tmp/want" "$@" 2>"$tmp/err"); then
		case "$expected $counts" in
		*' of 0') false ;;
		'none 0 of '*) ;;
		'some 0 of '*) false ;;
		some*) ;;
		all*) [ "${counts% of*}" = "${counts#*of }" ] ;;
		*) false ;;
		esac
	else
		false
	fi
	report $? "$tried: $expected must fail, ${counts:-?} do" || note "$(cat "$tmp/err")"
}
