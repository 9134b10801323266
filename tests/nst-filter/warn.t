#!/bin/sh
# SPDX-License-Identifier: MIT
# What is asked for and matches nothing is said, each by itself; what matches is not, even where
# other options drop it.
. tests/tap.sh

cat >"$tmp/in" <<'EOT'
{"ts":0,"type":"meta","name":"process","pid":5,"args":{"name":"a","rank":3}}
{"ts":1,"dur":9,"type":"nvtx","name":"Layer 1","pid":5,"tid":6,"domain":"D"}
{"ts":2,"dur":1,"type":"kernel","name":"gemm","pid":5,"device":0,"stream":7}
{"ts":3,"type":"own","name":"mine"}
EOT

# warns OPTION... TEXT: the one line that is said, or none; the status is 0.
warns() {
	text=$1
	shift
	run nst-filter "$@" "$tmp/in"
	is "$status $(cat "$tmp/err")" "0 $text" "${text:-nothing to say}: $*"
}
warns "nst-filter: --prefix: no range begins with 'Layr'" --prefix Layr
warns "nst-filter: --prefix: no range begins with 'gemm'" --prefix gemm --prefix Layer
warns '' --prefix Layer --type kernel
warns "nst-filter: --prefix: no range begins with 'layer'" --prefix layer
warns '' --prefix lAYER --ignore-case
warns "nst-filter: --domain: no range is of the domain 'E'" --domain D --domain E
warns "nst-filter: --match: no name matches '^emm'" --match '^emm'
warns '' --match '^gemm' --type nvtx
warns "nst-filter: --inside: no range matches 'gemm'" --inside gemm
warns "nst-filter: --pid: no event has pid 6" --pid 5,6

# GPU work before its call: without the launch of nst-link, it cannot be known to be inside.
cp "$tmp/in" "$tmp/other"
cat >"$tmp/in" <<'EOT'
{"ts":10,"dur":90,"type":"nvtx","name":"R","pid":1,"tid":1}
{"ts":20,"dur":5,"type":"kernel","name":"k","pid":1,"device":0,"corr":7}
{"ts":30,"dur":5,"type":"cuda-api","name":"c","pid":1,"tid":1,"corr":7}
{"ts":40,"dur":5,"type":"kernel","name":"k","pid":1,"device":0,"corr":7}
{"ts":120,"dur":5,"type":"kernel","name":"k","pid":1,"device":0,"corr":8}
{"ts":130,"dur":5,"type":"cuda-api","name":"outside","pid":1,"tid":1,"corr":8}
EOT
warns 'nst-filter: --inside: GPU work that begins before its call is missing, 1 times: put nst-link before nst-filter' --inside R
sed -i 's/"corr":7}/"corr":7,"launch":{"ts":30,"dur":5,"tid":1}}/' "$tmp/in"
warns '' --inside R
mv "$tmp/other" "$tmp/in"
warns "nst-filter: --tid: no event has tid 5" --tid 5
warns "nst-filter: --device: no event has device 1" --device 1
warns "nst-filter: --stream: no event has stream 8" --stream 8 --type kernel
warns "nst-filter: --rank: no event has rank 5" --rank 3,5
warns '' --pid 5 --tid 6 --device 0 --stream 7 --rank 3
warns '' --type own,nvtx --min-dur 1s
warns "nst-filter: --type: no event has the type 'owm'" --type owm,own
warns "nst-filter: --type: no event has the type 'kernl'; is it 'kernel'?" --type kernl
run nst-filter --match x --prefix y --pid 1 "$tmp/in"
is "$(wc -l <"$tmp/err")" 3 'several are said, a line each'
run nst-filter --match x </dev/null
is "$status $(cat "$tmp/err")" '1 nst-filter: stdin: empty input: not even a header' 'of an empty input nothing more is said'
finish
