#!/bin/sh
# SPDX-License-Identifier: MIT
# On a terminal tables fit its width: names are shortened in the middle, and columns that can be
# spared are left out and named.
. tests/tap.sh
. tests/terminal.sh
needterminal

mixed=$top/tests/nst-sum/cases/mixed.in.ndjson

# fitted COLUMNS COMMAND: runs it in a terminal of so many columns; its screen is in $tmp/tty, the
# characters of the longest line of tables in $width.
fitted() {
	terminal "stty cols $1; $2"
	width=$(grep -v -e '^Not shown' -e '^Without a' "$tmp/tty" | tr -d '\200-\277' | awk 'length($0) > n { n = length($0) } END { print n + 0 }')
}

for columns in 80 100 130; do
	fitted $columns "nst-sum --by type,name $mixed"
	is "$status $([ "$width" -le $columns ] && echo fits)" '0 fits' "$columns columns"
	like "$(grep '^Not shown' "$tmp/tty")" '^Not shown, as the line is too short: .*stddev' "$columns columns: what is left out"
	ok "$columns columns: the totals are there" grep -q '1.000 us' "$tmp/tty"
done
fitted 80 "nst-sum $mixed"
is "$status $([ "$width" -le 80 ] && echo fits) $(grep -c '^Not shown' "$tmp/tty")" '0 fits 1' 'a summary, which says once what it leaves out'
fitted 400 "nst-sum --by type,name $mixed"
is "$status $(grep -c '^Not shown' "$tmp/tty")" '0 0' '400 columns: all of it'
fitted 80 "nst-sum --wide --by type,name $mixed"
is "$status $(grep -c '^Not shown' "$tmp/tty") $([ "$width" -gt 80 ] && echo wide)" '0 0 wide' '--wide: all of it'
nst-sum --wide --by type,name "$mixed" >"$tmp/wide"
nst-sum --by type,name "$mixed" >"$tmp/out"
same "$tmp/out" "$tmp/wide" 'in a pipe: all of it'

# Names that differ in their middle only stay apart.
for i in 1 2 3 4 5 6 7 8 9; do
	printf '{"ts":%d,"dur":%d,"type":"kernel","name":"void at::native::vectorized_elementwise_kernel<4, at::native::Functor%d<float>, std::array<char*, 3ul> >(int, float)"}\n' $i $i $i
done >"$tmp/in"
fitted 80 "nst-sum --by name --columns total $tmp/in"
is "$status $([ "$width" -le 80 ] && echo fits) $(awk '{ $1 = $2 = "" } NR > 1' "$tmp/tty" | sort -u | wc -l)" '0 fits 9' 'nine names that differ in the middle'
is "$(grep -c 'Functor[1-9]' "$tmp/tty")" 9 'and show where'

finish
