#!/bin/sh
# SPDX-License-Identifier: MIT
# Series over a parameter: which runs are made, and what the table says of them.
. tests/tap.sh
page=$PWD/lib/page/web/page.css
. tests/nst-convert/convert.sh

NSYS_PROFILE=$BUILD/sample.nsys-rep
export NSYS_PROFILE

# sum PATTERN: type, count, total, kernels and kernel time of the sample, as nst-sum has them.
sum() {
	nst-sum --tsv --event "$1" <"$tmp/report.ndjson" 2>/dev/null |
		awk -F '\t' -v OFS=, 'NR > 1 { print $1, $3, $4, $17, $18 }' | sort
}

# rows VALUE PATTERN: the same of the table.
rows() {
	awk -F '\t' -v OFS=, -v value="$1" -v event="$2" \
		'$3 == value && $2 == event { print $1, $5, $6, $9, $10 }' "$table" | sort
}

# draws FILE...: the pictures are there, where they can be made.
draws() {
	command -v gnuplot >/dev/null || return 0
	for file; do
		[ -s "$file" ] || return 1
	done
}

fresh
for help in -h --help; do
	run nst-series $help
	like "$status $(cat "$tmp/out")" '^0 usage: nst-series' "$help"
done
is "$(nst-sum --tsv <"$tmp/report.ndjson" | sed 1q | cut -f 1,3,4,17,18 | tr '\t' ' ')" \
	'type count total kernels kernel_time' 'the columns of nst-sum'
for wrong in '' '-p 1' '-p 1 -o x --event e -- true' '-p 1 -o x{} -- true' '-p 1 -o x{} --event e' \
	'-p 1 -o x{} --event ( -- true' '--from f -p 1 -o x --event e' '--nope' \
	'-p 1 -o x{} --event e --iter 0 -- true' '-p 1 -o x{} --event e --gpu a -- true' \
	'-p a/b -o x{} --event e -- true' '-p 1 -o {} --event e -- true' \
	'-p 1 -o x$path --event e -- true' '-p 1 -o x{} --event e --date a/b -- true' \
	'-p 1 -o x{} --event e --host ../x -- true' '-p 1 -o x{} --event e --keep jsn -- true' \
	'-p 1 -o x{} --event e --nst-args --nope -- true' '-p 1 -o x{} --event' \
	'-p 1 -o x{} --event e --nst-args --match=( -- true' \
	'-p 1 -o x{} --event e --nst-args --labels -- true' \
	'-p 1 -o x{} --event e --iter 99999999999999999999 -- true' 'x' '--from'; do
	# shellcheck disable=SC2086 # words
	run nst-series $wrong
	is "$status $(calls) $(here)" '2 0 ' "refused: nst-series $wrong"
done

run nst-series -p '1 2 1' -o 'x{}' --event e -- true
is "$status $(head -n 1 "$tmp/err")" "2 nst-series: -p: '1' is there twice" \
	'a value that is there twice'
run nst-series -p ' ' -o 'x{}' --event e -- true
is "$status $(calls)" '2 0' 'no value'

# Four values, two runs each.
fresh
table=runs/vgg.tsv
run nst-series -p '16 32 64 128' -o 'runs/vgg_{}' --iter 2 --gpu 1 \
	--nsys-args '--trace=cuda --stats=false' --event '^Layer' --event 'nvjet|conv' \
	-- sh -c 'echo $CUDA_VISIBLE_DEVICES "$1"' sh 'batch {}'
is "$status" 0 'four values: done'
is "$(sed 1q $table | tr '\t' ' ')" \
	'type event value runs count total mean stddev kernels kernel_time gpu cpu driver nst' \
	'four values: columns'
is "$(grep -c '^profile --trace=cuda --stats=false ' "$NSYS_LOG")" 8 'four values: eight runs'
is "$(cut -f 1-4 "$table" | tr '\t' ' ' | sort -u | wc -l)" "$(wc -l <"$table")" \
	'four values: a row for each type, event and value'
for value in 16 32 64 128; do
	is "$(rows "$value" '^Layer')" "$(sum '^Layer')" \
		"four values: $value: counts, totals and kernel times are those of nst-sum"
	is "$(rows "$value" 'nvjet|conv')" "$(sum 'nvjet|conv')" \
		"four values: $value: of the other pattern too"
	is "$(awk -F '\t' -v v="$value" '$3 == v { print $4, $8 }' "$table" | sort -u)" '2 0' \
		"four values: $value: two runs, alike"
	is "$(cat runs/vgg.log-*-"$(uname -n)/vgg_$value.2.nsys-rep.out")" "1 batch $value" \
		"four values: $value: the command, and the GPU"
done
kernels=$(jq -s 'map(select(.type == "nvtx-kernel" and (.name | test("^Layer"))).args.sum) | add' \
	"$tmp/report.ndjson")
is "$(awk -F '\t' '$1 == "nvtx-kernel" && $2 == "^Layer" { print $10 }' "$table" | sort -u)" \
	"$kernels" 'four values: kernel time by jq'
is "$(wc -l <"$(echo runs/vgg.log-*/commands)")" 8 'four values: the commands are noted'
sh -c ":>'$NSYS_LOG'; . '$PWD/$(echo runs/vgg.log-*/commands)'" >/dev/null
is "$(calls) $(sort -u "$NSYS_LOG" | sed 1q | sed 's/-o [^ ]*/-o X/')" "8 profile --trace=cuda \
--stats=false -s cpu --force-overwrite true -o X sh -c echo \$CUDA_VISIBLE_DEVICES \"\$1\" sh batch 128" \
	'four values: and can be run again'
ok 'four values: pictures' draws runs/vgg.svg runs/vgg.png
! command -v gnuplot >/dev/null ||
	ok 'four values: kernel time is drawn' \
		grep -q 'nvtx-kernel ^Layer: kernel time' runs/vgg.svg
like "$(tail -n 1 "$tmp/err")" '^nst-series: wrote runs/vgg.tsv' 'four values: what was written'

# A line has the colour of its kind of work on pages, in shades; others have calm colours.
if command -v gnuplot >/dev/null; then
	# style NAME: a colour of pages in the light theme, as gnuplot writes it.
	style() {
		# shellcheck disable=SC2046,SC2183 # sed prints three numbers
		printf 'rgb(%3d, %3d, %3d)' $(sed -n "/^@media/q; s/^\t--$1: #\(..\)\(..\)\(..\);/0x\1 0x\2 0x\3/p" "$page")
	}
	is "$(grep -c "stroke='$(style convolution)'" runs/vgg.svg)" 1 'nvjet|conv is a convolution'
	is "$(grep -c "stroke='$(style c0)'" runs/vgg.svg)" 1 'a range has a calm colour'
	nst-series --from 'runs/*.nsys-rep' -o kinds --event nvjet --event 'gemm|nvjet' --event 'flash' 2>"$tmp/err"
	is "$(for kind in matrix-product attention convolution; do grep -c "stroke='$(style $kind)'" kinds.svg; done | paste -sd ' ')" '1 1 0' \
		'the first of two products has its colour, and attention'
fi

# A second call goes on.
rm runs/vgg_64.2.nsys-rep
: >"$NSYS_LOG"
cp "$table" "$tmp/before.tsv"
run nst-series -p '16 32 64 128' -o 'runs/vgg_{}' --iter 2 --event '^Layer' \
	--event 'nvjet|conv' -- true
is "$status $(calls) $(grep -c ^profile "$NSYS_LOG")" '0 1 1' \
	'again: only what is missing'
same "$table" "$tmp/before.tsv" 'again: the same table'

# Runs that differ: mean and deviation by hand.
nst-import runs/vgg_64.1.nsys-rep runs/vgg_64.1.sqlite 2>"$tmp/err"
cp runs/vgg_64.1.sqlite runs/vgg_64.2.sqlite
sqlite3 runs/vgg_64.1.sqlite "DELETE FROM NVTX_EVENTS WHERE rowid % 3 = 0"
run nst-series -p 64 -o 'runs/vgg_{}' --iter 2 --event '^Layer' -- true
# layers FILE: the time of the layers.
layers() {
	nst-dump "$1" 2>/dev/null |
		jq -s 'map(select(.type == "nvtx" and (.name | test("^Layer"))).dur) | add'
}
one=$(layers runs/vgg_64.1.sqlite)
two=$(layers runs/vgg_64.2.sqlite)
want="[(($one + $two) / 2 | rint), (($one - $two) / (2 | sqrt) | fabs | rint)]"
is "$(awk -F '\t' '$1 == "nvtx" { print $6, $8 }' "$table")" \
	"$(jq -nr "$want | @tsv" | tr '\t' ' ')" 'runs that differ: mean and deviation'
# totals of hours that differ by microseconds: the squares have more digits than a number holds
fresh
table=x.tsv
for n in 1 2 3; do
	echo '{"ts":0,"dur":90000000000'$n'000,"type":"nvtx","name":"long","pid":1,"tid":1}' >1.$n.n
done
run nst-series --from '1.*.n' -o x --event long
is "$status $(cut -f 3 "$table" | paste -s -d ' ')" '0 value 1.1 1.2 1.3' 'a number with a point'
for n in 1 2 3; do
	mv 1.$n.n 1_$n.n
	cp 1_$n.n 2_$n.n
done
run nst-series --from '?_*.n' -o x --event long
is "$status $(cut -f 3-8 "$table" | tail -n 1 | tr '\t' ' ')" \
	'0 2 3 1 900000000002000 900000000002000 1000' 'runs that differ by little'

# A run that fails, and values that are no numbers.
fresh
table=w/x.tsv
run nst-series -p 'small large' -o 'w/{}_x' --date 2026 --host h --event '^Layer' \
	-- test {} = small
is "$status $(cut -f 3 "$table" | sort -u | paste -s -d ' ')" '1 small value' \
	'a run that fails: the others are in the table'
said=w/x.log-2026-h/large_x.nsys-rep.out
ok 'a run that fails is said' \
	grep -q "^nst-series: large: the run failed: what it said is in $said" "$tmp/err"
is "$(cat $said)" 'The command gave 1' 'a run that fails: where --date and --host say'
is "$(ls w/large* 2>/dev/null)" '' 'a run that fails leaves no report'
ok 'values that are no numbers: pictures' draws w/x.svg w/x.png

# Values, words and names are never run, nor taken for patterns.
fresh
evil="x';touch\${IFS}pwned;'.cfg"
: >"$evil"
: >other.cfg
table=r.tsv
run nst-series -p "*.cfg $evil "'$(touch${IFS}pwned) `id` " \ ~ [a-z]' -o 'r_{}' --event '^Layer' \
	--nsys-args '--trace=* --x="q"' -- echo '{}' '* $(touch pwned)' "'"
is "$status $(cut -f 3 "$table" | sed 1d | sort -u | paste -s -d ' ')" \
	"0 $(printf '%s\n' '*.cfg' "$evil" '$(touch${IFS}pwned)' '`id`' '"' '\' '~' '[a-z]' |
		sort | paste -s -d ' ')" 'values are taken as they are'
is "$(grep -c '^profile --trace=\* --x="q" .* \* \$(touch pwned) '"'\$" "$NSYS_LOG")" 8 \
	'options of nsys and the command as well'
ok 'the command of each value' grep -qF " echo $evil * " "$NSYS_LOG"
is "$(find . -name 'pwned*')" '' 'nothing was run'
ok 'a report of each' test -s "r_$evil.nsys-rep" -a -s 'r_*.cfg.nsys-rep'
fresh
: >"x';touch pwned;'.cfg"
run nst-series -p '*.cfg' -o 'r_{}' --event '^Layer' -- echo '{}'
is "$status $(ls pwned 2>/dev/null) $(ls ./*.nsys-rep)" '0  ./r_*.cfg.nsys-rep' \
	'a pattern is a value, and no file that it would match is run'

# $p stands for the value too, but not in $path.
fresh
table=t.tsv
run nst-series -p '8 16' -o 't_$p' --event '^Layer' -- sh -c 'echo $p-$path-$p_{}-${p}.$p' -b='$p'
is "$status $(cut -f 3 "$table" | sort -nu | paste -s -d ' ')" '0 value 8 16' '$p in the name'
ok '$p in the command' \
	grep -qF 'sh -c echo 16-$path-$p_16-${p}.16 -b=16' "$NSYS_LOG"
run nst-series -p '{} $p' -o 'u_{}' --event '^Layer' -- true
is "$status $(ls u_*.nsys-rep | paste -s -d ' ')" '0 u_$p.nsys-rep u_{}.nsys-rep' \
	'a value that looks like what stands for it'

# --keep
fresh
table=x.tsv
run nst-series -p '8 16' -o 'k/x_{}' --keep json,ndjson --event '^Layer' -- true
is "$status $(find k -maxdepth 1 -type f -name 'x_*' | sed 's|^k/x_||' | sort | paste -s -d ' ')" \
	'0 16.json 16.ndjson 16.nsys-rep 8.json 8.ndjson 8.nsys-rep' '--keep'
same k/x_16.json "$tmp/report.json" '--keep json'
: >"$NSYS_LOG"
run nst-series -p '8 16' -o 'k/x_{}' --keep json --event '^Layer' -- true
is "$status $(calls) $(grep -c 'json is up to date' "$tmp/err")" '0 0 2' '--keep, again'

# Options of the programs.
# kernels OPTION...: how many GPU events nst-link projects the steps from.
kernels() {
	nst-dump "$BUILD/sample.nsys-rep" 2>/dev/null | nst-link "$@" | nst-sum --tsv --event '^Step' |
		awk -F '\t' '$1 == "nvtx-kernel" { print $17 }'
}
run nst-series --from k/x_8.nsys-rep -o k --event '^Step' --nst-args '--ops kernel,memcpy,memset'
is "$status $(awk -F '\t' '$1 == "nvtx-kernel" { print $9 }' k.tsv)" \
	"0 $(kernels --ops kernel,memcpy,memset)" '--nst-args'
ok '--nst-args: they make a difference' test "$(kernels --ops kernel,memcpy,memset)" != "$(kernels)"

# What exists.
fresh
table=t.tsv
cp "$tmp/report.ndjson" 1.n
kept='exists, and is not of a table of nst-series: kept (see --force)'
for made in t.tsv t.svg t.png; do
	echo mine >$made
	run nst-series --from 1.n -o t --event '^Layer'
	is "$status $(said) $(cat $made)" "1 nst-series: $made: $kept mine" \
		"$made is kept"
	run nst-series -p 2 -o 't_{}' --event '^Layer' -- true
	is "$status $(cat $made) $(calls)" '1 mine 0' "$made is kept: said before a run"
	rm $made
done
echo mine >t.tsv
run nst-series --from 1.n -o t --event '^Layer' --force
is "$status $(rows 1 '^Layer')" "0 $(sum '^Layer')" '--force'
cp t.tsv before.tsv
run nst-series --from 1.n -o t --event '^Layer'
same t.tsv before.tsv 'its own is replaced'
for link in t.tsv t.tsv.part; do
	rm -f t.*
	echo mine >victim
	ln -s victim $link
	run nst-series --from 1.n -o t --event '^Layer' --force
	is "$status $(cat victim) $(rows 1 '^Layer')" "0 mine $(sum '^Layer')" "a link $link"
done
rm -f t.*
mkdir elsewhere
ln -s elsewhere t.log-1-h
run nst-series -p 2 -o 't_{}' --event '^Layer' --date 1 --host h -- true
is "$status $(ls elsewhere)" '1 ' 'a link where the log belongs'

NSYS=/nowhere run nst-series -p 1 -o 'x{}' --event e -- true
is "$status" 1 'no nsys'

# What is traced unless the options say otherwise.
traced() {
	: >"$NSYS_LOG"
	rm -rf traced*
	run nst-series -p 1 -o 'traced{}' --nsys-args "$1" --event '^Layer' -- true
	is "$(sed 's/ --force-overwrite.*//; s/  */ /g' "$NSYS_LOG")" "profile $2" "traced with '$1'"
}
fresh
traced '' '-t cuda,nvtx,cublas,cudnn,osrt -s cpu'
traced '--stats=false' '--stats=false -t cuda,nvtx,cublas,cudnn,osrt -s cpu'
traced '-t cuda' '-t cuda -s cpu'
traced '--sample none --trace nvtx' '--sample none --trace nvtx'
traced '-s none' '-s none -t cuda,nvtx,cublas,cudnn,osrt'
finish
