#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-profile: what nsys is called with, what is printed, and the ranges around modules of a
# stand-in for PyTorch.
. tests/tap.sh
. tests/nst-convert/convert.sh

NSYS_PROFILE=$BUILD/sample.nsys-rep
export NSYS_PROFILE
usual='-t cuda,nvtx,cublas,cudnn,osrt -s cpu'

# printed: what the command printed: the summary of the report follows.
printed() {
	sed -n '/torchrun train.py/ { s/torchrun.*//; /./p; q; }; p' "$tmp/out"
}

fresh
run nst-profile -o run -- echo a 'b  c'
is "$status $(head -n 1 "$tmp/out")" '0 a b  c' 'the command runs, with its output'
nst run.nsys-rep >"$tmp/want" 2>"$tmp/said"
sed 1d "$tmp/out" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'then comes where the time went'
is "$(cat "$NSYS_LOG")" "profile $usual -o ./run.nsys-rep echo a b  c" 'what nsys is called with'
is "$(cat "$tmp/err")" "nst-profile: wrote run.nsys-rep
$(cat "$tmp/said")" 'what is printed'
same run.nsys-rep "$NSYS_PROFILE" 'the report'
is "$(here)" run.nsys-rep 'nothing else'
run nst-profile -o run.nsys-rep true
is "$status $(cat "$tmp/err") $(calls)" \
	'1 nst-profile: run.nsys-rep: exists: kept (see --force) 1' 'a report is kept'
run nst-profile --force -orun true
is "$status $(tail -n 1 "$NSYS_LOG")" "0 profile $usual --force-overwrite true -o ./run.nsys-rep true" \
	'--force'
run nst-profile true
is "$status $(tail -n 1 "$NSYS_LOG") $(test -s true.nsys-rep && echo there)" \
	"0 profile $usual -o ./true.nsys-rep true there" 'named after the command'
mkdir 'a folder'
run nst-profile -o 'a folder/' -- sh -c 'exit 0'
is "$(head -n 1 "$tmp/err")" 'nst-profile: wrote a folder/sh.nsys-rep' 'into a folder'
run nst-profile -o x --nsys-args '--trace=cuda --stats=true -s none' true
is "$(tail -n 1 "$NSYS_LOG")" 'profile --trace=cuda --stats=true -s none -o ./x.nsys-rep true' \
	'--nsys-args replace ours'
run nst-profile -o y sh -c 'exit 3'
is "$status $(cat "$tmp/err")" "1 The command gave 3
nst-profile: y.nsys-rep: no report was written: nsys gave 1" 'nsys fails'
run nst-profile -o none/y true
is "$status $(cat "$tmp/err")" '1 nst-profile: none/y.nsys-rep: no such folder' 'no folder'
run nst profile -o through true
is "$status $(test -s through.nsys-rep && echo there)" '0 there' 'nst profile'
NSYS=$tmp/none run nst-profile -o z true
like "$status $(cat "$tmp/err")" '^1 nst-profile: nsys not found at .*/none: install Nsight Systems' \
	'no nsys'
for wrong in '' '--nope true' '-o' '--nsys-args' '--'; do
	# shellcheck disable=SC2086 # words
	run nst-profile $wrong
	is "$status $(wc -c <"$tmp/out")" '2 0' "refused: nst-profile $wrong"
done
run nst-profile -o p printf '%s ' --open -o
is "$status $(printed)" '0 --open -o ' 'options of the command are its own'
printf '#!/bin/sh\necho "nst: $*" >>"$NSYS_LOG"\n' >"$tmp/bin/browser"
chmod +x "$tmp/bin/browser"
BROWSER=$tmp/bin/browser TMPDIR=$tmp/temp run nst-profile -o q --open true
like "$status $(tail -n 1 "$NSYS_LOG")" '^0 nst: .*html' '--open shows a page'
rm -rf "$tmp/temp"
mkdir "$tmp/temp"

if ! python3 -c '' 2>/dev/null; then
	skip 'no python3' '--torch-layers'
	finish
fi
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
cp -r "$top/tests/nst-profile/torch" "$top/tests/nst-profile/model.py" .
cat >want <<'END'
Model
  block Block
    block.first Linear
    block.second Linear
  head Linear
4
Model
  block Block
    block.first Linear
failed 99
Model
  block Block
    block.first Linear
    block.second Linear
  head Linear
  Linear
6
arguments ['--torch-layers']
END
run nst-profile -o layers --torch-layers -- python3 model.py --torch-layers
is "$status" 0 '--torch-layers: status'
printed >printed
same printed want 'a range for each call of a module, by path and class, also behind a failure'
is "$(find "$TMPDIR" ! -path "$TMPDIR")" '' 'no folder is left'
run nst-profile -o plain -- python3 model.py --torch-layers
grep -v '[a-z] *[BLM][a-z]*$\|^ *[BLM][a-z]*$' want >without
printed >printed
same printed without 'without it, no range'
NO_NVTX=1 run nst-profile -o bare --torch-layers -- python3 model.py --torch-layers
printed >printed
same printed without 'a PyTorch without NVTX runs as before'
is "$(grep -c 'torch-layers: NVTX functions not installed' "$tmp/err")" 1 '... and that is said once'
mkdir site
echo 'print("own")' >site/sitecustomize.py
PYTHONPATH=$PWD/site run nst-profile -o own --torch-layers -- python3 -c 'print("none")'
is "$status $(printed | paste -s -d ' ')" '0 own none' \
	'another sitecustomize runs, too, and a program without PyTorch'
finish
