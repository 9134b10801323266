#!/bin/sh
# SPDX-License-Identifier: MIT
# The unit tests of lib/: each program of tests/unit prints TAP of its own. Slow programs have
# tests of their own, so that others need not wait for them.
. tests/tap.sh
. tests/unit/units.sh

for source in tests/unit/*.c; do
	name=${source##*/}
	name=${name%.c}
	[ -e "tests/unit/$name.t" ] || unit "$name"
done
finish
