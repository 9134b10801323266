#!/bin/sh
# SPDX-License-Identifier: MIT
# What the table says of the machine and of calls of libraries; the ends of Chrome traces; and the
# names in the picture.
. tests/tap.sh
. tests/nst-convert/convert.sh

NSYS_PROFILE=$BUILD/sample.nsys-rep
export NSYS_PROFILE
cat >"$tmp/bin/nvidia-smi" <<'END'
#!/bin/sh
case $* in
'--query-gpu=name --format=csv,noheader') printf 'NVIDIA %s\nNVIDIA %s\n' "$GPU" "$GPU" ;;
'--query-gpu=driver_version --format=csv,noheader') printf '575.57\n575.57\n' ;;
*) exit 1 ;;
esac
END
chmod +x "$tmp/bin/nvidia-smi"
cpu=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | sort -u | paste -s -d ,)

# column TITLE VALUE: the different cells of a column in the rows of a value, in one line.
column() {
	awk -F '\t' -v title="$1" -v value="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == title) at = i }
		NR > 1 && $3 == value { print $at }' x.tsv | sort -u | paste -s -d '|'
}

fresh
GPU=H100
export GPU
run nst-series -p 1 -o 'x{}' --date 1 --event nvjet -- true --batch '{}'
is "$status" 0 'a run' || note "$(cat "$tmp/err")"
is "$(column gpu 1)" 'NVIDIA H100' 'the GPU, once'
is "$(column driver 1) $(column nst 1)" "575.57 $(cat VERSION 2>/dev/null || cat "$top/VERSION")" \
	'the driver, and nst'
case $cpu in
'' | *,*) skip 'no name of one CPU' 'the CPU' ;;
*) is "$(column cpu 1)" "$cpu" 'the CPU' ;;
esac
is "$(cut -f 1 x.log-1-*/machine | paste -s -d ' ')" 'GPU CPU driver nst' 'the log has it, too'
GPU=H200
run nst-series -p '1 2' -o 'x{}' --date 2 --event nvjet -- true --batch '{}'
is "$(column gpu 1) $(column gpu 2)" 'NVIDIA H100 NVIDIA H200' \
	'a profile that was there keeps its machine'

# Calls of cuBLAS have the kernels that SQL finds launched inside them.
sqlite3 -readonly "$sample" "SELECT count(*), sum(k.end - k.start) FROM CUBLAS_EVENTS b
	JOIN CUPTI_ACTIVITY_KIND_RUNTIME r ON r.globalTid = b.globalTid AND r.start >= b.start AND r.end <= b.end
	JOIN CUPTI_ACTIVITY_KIND_KERNEL k ON k.correlationId = r.correlationId
	AND k.globalPid = r.globalTid & ~0xFFFFFF" >want
cp "$sample" s1.sqlite
run nst-series --from s1.sqlite -o s --event cublas
is "$(awk -F '\t' '$1 == "cublas" { print $9 "|" $10 }' s.tsv)" "$(cat want)" \
	'GPU time of library calls, without --nst-args'
if command -v gnuplot >/dev/null; then
	ok 'the picture has the name of the parameter' grep -q '>batch<' x.svg
	ok '... and no "value"' sh -c '! grep -q ">value<" x.svg'
fi

# Ends of traces that have an event on each line.
for ending in '
]' '
]}' '
],"displayTimeUnit":"ns"}' ']' ']}' '], "displayTimeUnit": "ns"}' ']} '; do
	printf '{"traceEvents":[\n{"ph":"X","cat":"c","name":"e","ts":1,"dur":2},\n%s%s\n' \
		'{"ph":"X","cat":"c","name":"e","ts":5,"dur":3,"args":{"a":[1]}}' "$ending" >t1.json
	run nst-series --from t1.json -o y --event e
	is "$status $(sed 1d y.tsv | cut -f 1-6 | tr '\t' ' ')" '0 c e t1 1 2 5000' \
		"a trace that ends in '$(echo "$ending" | tr '\n' ' ')'"
	rm -f y.*
done
for ending in '' '}' ',' '"]}'; do
	printf '[\n{"ph":"X","cat":"c","name":"e","ts":1,"dur":2},\n%s%s\n' \
		'{"ph":"X","cat":"c","name":"e","ts":5,"dur":3,"args":{"a":[1]}}' "$ending" >t1.json
	run nst-series --from t1.json -o y --event e
	is "$status $(test -e y.tsv && echo table)" '1 ' "refused: a trace that ends in '$ending'"
done
printf '[\n{"ph":"X","cat":"c","name":"e","ts":1,"dur":2},\n{"ph":"X","cat":"c","stack":[1]}\n' >t1.json
run nst-series --from t1.json -o y --event e
is "$status" 1 'refused: the end of an event is not that of the array'
finish
