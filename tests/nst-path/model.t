#!/bin/sh
# SPDX-License-Identifier: MIT
# The critical paths of 2,000 random programs are the longest paths of their graphs, which model.pl
# finds by trying all.
. tests/tap.sh

perl -MJSON::PP -e 1 2>/dev/null || skipall 'perl has no JSON::PP'
export tmp
ok 'programs 1 to 1000' perl tests/nst-path/model.pl 1 1000
ok 'programs 1001 to 2000' perl tests/nst-path/model.pl 1001 2000
finish
