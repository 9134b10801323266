#!/bin/sh
# SPDX-License-Identifier: MIT
# Inputs of nst-merge that are not whole, many, or profiles.
. tests/tap.sh

stream() {
	echo '{"ts":0,"type":"stream","format":1,"utc":1000}'
	for i in 1 2 3; do
		echo "{\"ts\":$((i * 10 + $1)),\"dur\":8,\"type\":\"nvtx\",\"name\":\"r$1\",\"pid\":$((1 + $1)),\"tid\":1}"
	done
	echo "{\"ts\":$((30 + $1)),\"type\":\"end\",\"events\":3}"
}
stream 0 >"$tmp/rank0"
stream 1 >"$tmp/rank1"

# An input that is cut, wherever: never status 0, nor an end record; what came before is there, and
# all of the others.
head -n 3 "$tmp/rank1" >"$tmp/cut1"
head -c 150 "$tmp/rank1" >"$tmp/cut2"
for cut in cut1 cut2; do
	run nst-merge --align none "$tmp/rank0" "$tmp/$cut"
	is "$status $(grep -c '"end"' "$tmp/out") $(grep -c '"r0"' "$tmp/out") $(grep -v ': [+]' "$tmp/err")" "1 0 3 nst-merge: $tmp/$cut: truncated input: it has a header and no end record" "$cut"
	run nst-link "$tmp/out"
	is "$status" 1 "$cut: the next program sees it"
	run nst-merge --align none --partial "$tmp/rank0" "$tmp/$cut"
	is "$status $(tail -n 1 "$tmp/out" | jq -c .partial)" '0 true' "$cut: --partial"
done
run nst-merge --partial "$tmp/rank0" "$tmp/rank1"
is "$(tail -n 1 "$tmp/out" | jq -c .partial)" null '--partial with whole inputs: the end is whole'

# refused MESSAGE FILE: with it, a merge fails.
refused() {
	run nst-merge --align none "$tmp/rank0" "$2"
	is "$status $(grep -v 'renumbered processes' "$tmp/err")" "1 nst-merge: $1" "${2##*/}: refused"
}
: >"$tmp/empty"
refused "$tmp/empty: empty input: not even a header" "$tmp/empty"
refused "$tmp/none: No such file or directory" "$tmp/none"
refused "$tmp: Is a directory" "$tmp"
{
	head -n 3 "$tmp/rank1"
	echo '{"ts":5,"type":"x"}'
} >"$tmp/late"
refused "$tmp/late:4: ts 5 comes after 21: put the stream in order first: sort -s -t: -k2,2n" "$tmp/late"
is "$(tail -n 1 "$tmp/out" | jq .ts)" 21 'what came before a line out of order was written'
{
	head -n 3 "$tmp/rank1"
	echo '{"ts":50,"type":x}'
} >"$tmp/bad"
refused "$tmp/bad:4: bad line: not a value (byte 17)" "$tmp/bad"
{
	head -n 3 "$tmp/rank1"
	echo '{"ts":0,"type":"failed"}'
} >"$tmp/failed"
refused "$tmp/failed:4: the program that wrote it failed here" "$tmp/failed"
nst-link "$tmp/rank1" >"$tmp/linked"
refused "$tmp/linked: it is linked, so its events are not in order: merge first, then link" "$tmp/linked"
sed 's/utc":1000/utc":2000/' "$tmp/rank1" | sort -m -s -t: -k2,2n "$tmp/rank0" - >"$tmp/sorted"
refused "$tmp/sorted:2: streams of several clocks in one: give them to this program one by one" "$tmp/sorted"
sort -m -s -t: -k2,2n "$tmp/rank0" "$tmp/rank1" >"$tmp/sorted"
run nst-merge "$tmp/sorted"
is "$status $(grep -c '"nvtx"' "$tmp/out") $(grep -c '"stream"' "$tmp/out") $(grep -c '"end"' "$tmp/out")" '0 6 1 1' 'streams of one clock that sort merged'
head -n 9 "$tmp/sorted" >"$tmp/half"
refused "$tmp/half: truncated input: it has a header and no end record" "$tmp/half"
run nst-merge
is "$status $(head -n 1 "$tmp/err")" '2 nst-merge: no streams or profiles named' 'no input'
status=0
nst-merge --align none - "$tmp/rank1" <"$tmp/rank0" >"$tmp/got" 2>/dev/null || status=$?
nst-merge --align none "$tmp/rank0" "$tmp/rank1" 2>/dev/null | sed '1s/"name":"rank0","rank":0/"name":"stdin"/; s/,"rank":[01]//' >"$tmp/want"
same "$tmp/got" "$tmp/want" 'standard input'

# 200 inputs, more than there may be open files, in a tree as well.
i=0
set --
while [ $i -lt 200 ]; do
	sed "s/^{\"ts\":\([1-9][0-9]*\)/{\"ts\":\1$((i % 7))/; s/\"pid\":[0-9]*/\"pid\":$((i % 3 + 1))/" "$tmp/rank0" | sed "\$s/30[0-9]/300/" >"$tmp/many-rank$i"
	set -- "$@" "$tmp/many-rank$i"
	i=$((i + 1))
done
# shellcheck disable=SC3045 # dash and bash have it
(ulimit -S -n 100 && nst-merge "$@") 2>"$tmp/err" >"$tmp/want"
is "$(grep -c '"nvtx"' "$tmp/want") $(jq -r 'select(.type == "nvtx").pid' "$tmp/want" | sort -u | wc -l) $(tail -n 1 "$tmp/want" | jq .events)" '600 200 800' '200 inputs of three processes are 200 processes'
i=0
set --
while [ $i -lt 10 ]; do
	part=
	j=0
	while [ $j -lt 20 ]; do
		part="$part $tmp/many-rank$((i * 20 + j))"
		j=$((j + 1))
	done
	# shellcheck disable=SC2086 # a list
	nst-merge $part >"$tmp/part$i" 2>/dev/null
	set -- "$@" "$tmp/part$i"
	i=$((i + 1))
done
nst-merge "$@" >"$tmp/got" 2>/dev/null
same "$tmp/got" "$tmp/want" 'merged in a tree they are the same, to the byte'
# by GNU parallel, as the manual has it
(
	cd "$tmp" || exit
	i=0
	while [ $i -lt 200 ]; do
		echo "many-rank$i"
		i=$((i + 1))
	done | parallel --will-cite -j 2 -N 20 'nst-merge {} > merged{#}' 2>err || exit
	# shellcheck disable=SC2046 # a list
	nst-merge $(seq -f 'merged%g' 10) 2>err
) >"$tmp/got"
same "$tmp/got" "$tmp/want" 'so they are by GNU parallel'

# Profiles: what nst-dump writes of them.
sample=$(profile sample)
ln -s "$sample" "$tmp/rank0.sqlite"
ln -s "$sample" "$tmp/rank1.sqlite"
nst-dump "$sample" >"$tmp/rank0.ndjson" 2>/dev/null
cp "$tmp/rank0.ndjson" "$tmp/rank1.ndjson"
nst-merge "$tmp/rank0.ndjson" "$tmp/rank1.ndjson" 2>/dev/null >"$tmp/want"
run nst-merge "$tmp/rank0.sqlite" "$tmp/rank1.ndjson"
same "$tmp/out" "$tmp/want" 'a profile and a stream'
is "$status" 0 'status'
run env PATH=/nowhere "$BUILD/bin/nst-merge" "$tmp/rank0.sqlite" "$tmp/rank1.sqlite"
same "$tmp/out" "$tmp/want" 'profiles, with the nst-dump beside the program'
mkdir "$tmp/packed"
gzip -c "$sample" >"$tmp/packed/rank0.sqlite.gz"
xz -c "$sample" >"$tmp/packed/rank1.sqlite.xz"
run nst-merge "$tmp/packed/rank0.sqlite.gz" "$tmp/packed/rank1.sqlite.xz"
same "$tmp/out" "$tmp/want" 'profiles that are compressed: no difference'
head -c 100000 "$sample" >"$tmp/broken.sqlite"
run nst-merge "$tmp/rank0.sqlite" "$tmp/broken.sqlite"
is "$status $(wc -c <"$tmp/out") $(grep -c '^nst-dump: ' "$tmp/err") $(grep -c '^nst-merge: ' "$tmp/err")" '1 0 1 0' 'a profile that nst-dump refuses: it says why, and nothing is written'
is "$(nst-merge "$tmp/rank0" "$tmp/broken.sqlite" 2>/dev/null)" '{"ts":0,"type":"failed"}' 'the next program is told'
finish
