#!/bin/sh
# SPDX-License-Identifier: MIT
# Series over a parameter: which runs are made, what the table says of them, and over profiles that exist.
. tests/tap.sh
. tests/nst-convert/convert.sh

NSYS_PROFILE=$sample
export NSYS_PROFILE

# sum PATTERN: type, count and total of the sample, as nst-sum has them.
sum() {
	nst-sum --tsv --event "$1" <"$tmp/sample.ndjson" 2>/dev/null | awk -F '\t' -v OFS=, 'NR > 1 { print $1, $3, $4 }' | sort
}

# rows VALUE PATTERN: the same of the table.
rows() {
	awk -F '\t' -v OFS=, -v value="$1" -v event="$2" '$3 == value && $2 == event { print $1, $5, $6 }' "$table" | sort
}

# draws FILE...: the pictures are there, where they can be made.
draws() {
	command -v gnuplot >/dev/null || return 0
	for file; do
		[ -s "$file" ] || return 1
	done
}

fresh
run nst-series --help
like "$status $(cat "$tmp/out")" '^0 usage: nst-series' '--help'
for wrong in '' '-p 1' '-p 1 -o x --event e -- true' '-p 1 -o x{} -- true' '-p 1 -o x{} --event e' '-p 1 -o x{} --event ( -- true' '--from f -p 1 -o x --event e' '--nope' \
	'-p 1 -o x{} --event e --iter 0 -- true' '-p 1 -o x{} --event e --gpu a -- true' '-p a/b -o x{} --event e -- true' '-p 1 -o {} --event e -- true'; do
	# shellcheck disable=SC2086 # words
	run nst-series $wrong
	is "$status $(calls)" '2 0' "refused: nst-series $wrong"
done

# Four values, two runs each.
fresh
table=runs/vgg.tsv
run nst-series -p '16 32 64 128' -o 'runs/vgg_{}' --iter 2 --gpu 1 --nsys-args '--trace=cuda --stats=false' --event '^Layer' --event 'gemm|conv' -- sh -c 'echo $CUDA_VISIBLE_DEVICES "$1"' sh 'batch {}'
is "$status" 0 'four values: done'
is "$(grep -c '^profile --trace=cuda --stats=false ' "$NSYS_LOG")" 8 'four values: eight runs'
is "$(cut -f 1-4 "$table" | tr '\t' ' ' | sort -u | wc -l)" "$(wc -l <"$table")" 'four values: a row for each type, event and value'
for value in 16 32 64 128; do
	is "$(rows "$value" '^Layer')" "$(sum '^Layer')" "four values: $value: counts and totals are those of nst-sum"
	is "$(rows "$value" 'gemm|conv')" "$(sum 'gemm|conv')" "four values: $value: of the other pattern too"
	is "$(awk -F '\t' -v v="$value" '$3 == v { print $4, $8 }' "$table" | sort -u)" '2 0' "four values: $value: two runs, alike"
	is "$(cat runs/vgg.log-*-"$(uname -n)/vgg_$value.2.nsys-rep.out")" "1 batch $value" "four values: $value: the command, and the GPU"
done
is "$(wc -l <"$(echo runs/vgg.log-*/commands)")" 8 'four values: the commands are noted'
ok 'four values: pictures' draws runs/vgg.svg runs/vgg.png

# A second call goes on.
rm runs/vgg_64.2.nsys-rep runs/vgg_64.2.sqlite
: >"$NSYS_LOG"
cp "$table" "$tmp/before.tsv"
run nst-series -p '16 32 64 128' -o 'runs/vgg_{}' --iter 2 --event '^Layer' --event 'gemm|conv' -- true
is "$status $(grep -c ^profile "$NSYS_LOG") $(grep -c ^export "$NSYS_LOG")" '0 1 1' 'again: only what is missing'
same "$table" "$tmp/before.tsv" 'again: the same table'

# Runs that differ: mean and deviation by hand.
sqlite3 runs/vgg_64.1.sqlite "DELETE FROM NVTX_EVENTS WHERE rowid % 3 = 0"
run nst-series -p 64 -o 'runs/vgg_{}' --iter 2 --event '^Layer' -- true
one=$(nst-dump runs/vgg_64.1.sqlite 2>/dev/null | jq -s 'map(select(.type == "nvtx" and (.name | test("^Layer"))).dur) | add')
two=$(nst-dump runs/vgg_64.2.sqlite 2>/dev/null | jq -s 'map(select(.type == "nvtx" and (.name | test("^Layer"))).dur) | add')
is "$(awk -F '\t' '$1 == "nvtx" { print $6, $8 }' "$table")" "$(jq -nr "[(($one + $two) / 2 | rint), (($one - $two) / (2 | sqrt) | fabs | rint)] | @tsv" | tr '\t' ' ')" 'runs that differ: mean and deviation'

# A run that fails, and values that are no numbers.
fresh
table=w/x.tsv
run nst-series -p 'small large' -o 'w/{}_x' --event '^Layer' -- test {} = small
is "$status $(cut -f 3 "$table" | sort -u | paste -s -d ' ')" '1 small value' 'a run that fails: the others are in the table'
like "$(cat "$tmp/err")" 'large: the run failed: what it said is in w/x.log-.*/large_x.nsys-rep.out' 'a run that fails is said'
is "$(ls w/large* 2>/dev/null)" '' 'a run that fails leaves no report'
ok 'values that are no numbers: pictures' draws w/x.svg w/x.png

# Profiles that exist, of each kind.
fresh
table=all.tsv
cp "$sample" 2gpu_b4.sqlite
cp "$tmp/sample.ndjson" 2gpu_b8.ndjson
nst-dump "$sample" >2gpu_b16.dump 2>/dev/null
makereport 2gpu_b32.nsys-rep
run nst-series --from '2gpu_*.sqlite 2gpu_*.n*' --from 2gpu_b16.dump -o all --event '^Layer'
is "$status $(cut -f 3 "$table" | sort -nu | paste -s -d ' ')" '0 value 4 8 16 32' 'profiles that exist: the number that differs'
for value in 4 8 16 32; do
	is "$(rows "$value" '^Layer')" "$(sum '^Layer')" "profiles that exist: $value"
done
echo '{' >2gpu_b64.n
run nst-series --from '2gpu_*.sqlite 2gpu_*.n*' -o all --event '^Layer'
is "$status $(cut -f 3 "$table" | sort -nu | paste -s -d ' ')" '1 value 4 8 32' 'a profile that is none: the others are in the table'
like "$(cat "$tmp/err")" '2gpu_b64.n: not added up: nst-link: ' 'a profile that is none is said'
NSYS=/nowhere run nst-series -p 1 -o 'x{}' --event e -- true
is "$status" 1 'no nsys'

finish
