#!/bin/sh
# SPDX-License-Identifier: MIT
# The critical paths of 2,000 random programs are the longest paths of their graphs, which model.pl
# finds by trying all.
. tests/tap.sh

perl -MJSON::PP -e 1 2>/dev/null || skipall 'perl has no JSON::PP'
export tmp
for first in $(seq 1 100 1901); do
	! chosen || ok "programs from $first on" perl tests/nst-path/model.pl "$first" $((first + 99))
done
finish
