#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-nsys: command lines of public scripts do what they do with nsys, or are refused by name.
. tests/tap.sh

: "${STATS:=../shared/stats}" "${REPORTS:=../shared/reports}"
case $REPORTS in
/*) ;;
*) REPORTS=$top/$REPORTS ;;
esac
mkdir "$tmp/bin" "$tmp/work" "$tmp/other"

# What NVIDIA printed, by nsys 2023: all of it is the same to the byte.
run=openacc-osrt-2023.3.3
if [ -e "$REPORTS/$run.nsys-rep" ] && [ -d "$STATS/$run" ]; then
	for csv in "$STATS/$run"/*.csv; do
		report=${csv##*/}
		"$BUILD/bin/nst-nsys" stats -q -r "${report%.csv}" -f csv -o - "$REPORTS/$run.nsys-rep" >"$tmp/got" 2>"$tmp/err"
		same "$tmp/got" "$csv" "$run: ${report%.csv}: as NVIDIA printed it"
	done
else
	report 0 "$run # SKIP $STATS is absent"
fi
ln -s "$BUILD/bin/nst-nsys" "$tmp/bin/nsys"
cp "$BUILD/sample.nsys-rep" "$tmp/work/run.nsys-rep"
bare=$PATH
PATH=$tmp/bin:$PATH
cd "$tmp/work" || exit
nst-import run.nsys-rep "$tmp/whole.sqlite" 2>"$tmp/err"

# dumped FILE: all rows of an export.
dumped() {
	sqlite3 "$1" .dump
}

# exports LINE: the command line writes run.sqlite as nst-import does, and nothing to standard
# output.
exports() {
	rm -f run.sqlite
	run sh -c "$1"
	is "$status $(cat "$tmp/out")" '0 ' "$1"
	dumped run.sqlite >"$tmp/got"
	same "$tmp/got" "$tmp/whole" "$1: the export"
}

dumped "$tmp/whole.sqlite" >"$tmp/whole"
ok 'the export has rows' grep -q 'INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL' "$tmp/whole"
exports 'nsys export --type sqlite --force-overwrite true -o run.sqlite run.nsys-rep'
exports 'nsys export -t sqlite run.nsys-rep'
exports 'nsys export -t sqlite -o run.sqlite run.nsys-rep'
exports 'nsys export --type=sqlite -o run.sqlite run.nsys-rep'
exports 'nsys export --type=sqlite --force-overwrite=true --output=./run.sqlite run.nsys-rep'
exports 'nsys export --type sqlite run.nsys-rep'
exports 'nsys export --type=sqlite --lazy=true --output=run.sqlite run.nsys-rep'
exports 'nsys export -f true -tsqlite -q run.nsys-rep'
is "$(cat "$tmp/err")" '' '-q: no message'
echo mine >run.sqlite
for line in 'nsys export -t sqlite run.nsys-rep' 'nsys export -q --force-overwrite=false run.nsys-rep'; do
	run sh -c "$line"
	is "$status $(cat "$tmp/err") $(cat run.sqlite)" '1 nst-nsys: run.sqlite: exists: kept (see --force-overwrite) mine' "a file is kept: $line"
done
run nsys export -q -f true none.nsys-rep
like "$status $(cat "$tmp/err")" '^1 nst-import: none.nsys-rep: No such file' '-q: an error is told'
cp "$tmp/whole.sqlite" run.sqlite

# prints LINE: the command line prints what nst-stats prints with the same words.
prints() {
	run sh -c "$1"
	got=$status
	mv "$tmp/out" "$tmp/got"
	run sh -c "nst-stats ${1#nsys }"
	is "$got" 0 "$1"
	same "$tmp/got" "$tmp/out" "$1: as nst-stats"
	ok "$1: there is output" test -s "$tmp/got"
}

prints 'nsys stats run.nsys-rep --report cuda_gpu_kern_sum'
prints 'nsys stats --report cuda_gpu_kern_sum --format csv --force-export=true --output - run.nsys-rep'
prints 'nsys stats --format csv --force-export=true --output - --report cuda_gpu_kern_sum --report cuda_gpu_mem_time_sum run.nsys-rep'
prints 'nsys stats --report nvtxsum run.sqlite'
prints 'nsys stats --report nvtx_gpu_proj_trace --force-export=true -q -f json run.nsys-rep'
prints 'nsys stats --force-export true -q -r nvtx_sum,cuda_gpu_kern_sum,cuda_api_sum --format csv run.nsys-rep'
prints 'nsys stats -r cuda_gpu_kern_sum --format json --timeunit usec run.nsys-rep'
prints 'nsys analyze -r cuda_api_sync,cuda_memcpy_sync,cuda_memcpy_async run.nsys-rep'
prints 'nsys stats --report=cuda_gpu_kern_sum --force-export=true --filter-nvtx=forward run.nsys-rep'
prints 'nsys analyze run.sqlite'

# writes LINE FILE...: the command line writes the files, each with the table that it names.
writes() {
	run sh -c "$1"
	is "$status" 0 "$1"
	shift
	for file; do
		nst-stats -q -r "$(echo "${file##*run_}" | sed 's/\..*//')" -f csv -o - run.nsys-rep >"$tmp/want" 2>"$tmp/err"
		same "$file" "$tmp/want" "$file"
	done
}

run nsys recipe cuda_gpu_kern_sum --input run.nsys-rep --output kernels
nst-stats -q -r cuda_gpu_kern_sum -f csv -o - run.nsys-rep >"$tmp/want" 2>"$tmp/err"
same kernels/all_stats.csv "$tmp/want" 'nsys recipe cuda_gpu_kern_sum: as nsys stats'
writes 'nsys stats -r cuda_gpu_trace --format csv --output . run.nsys-rep' run_cuda_gpu_trace.csv
writes 'nsys stats --report gputrace --report gpukernsum --report cudaapisum --format csv,column --output .,- --force-overwrite true run.nsys-rep' run_cuda_gpu_trace.csv
writes 'nsys stats --format csv --report cuda_gpu_kern_sum,cuda_gpu_mem_time_sum --force-export --sqlite new.sqlite --force-overwrite --output run run.nsys-rep' \
	run_cuda_gpu_kern_sum.csv run_cuda_gpu_mem_time_sum.csv

# refuses TEXT WORD...: status 2, the name, and nothing else.
refuses() {
	text=$1
	shift
	ls -la >"$tmp/before"
	run nsys "$@"
	is "$status $(cat "$tmp/out") $(head -n 1 "$tmp/err" | grep -c -e "$text")" '2  1' "refused: $*"
	ls -la >"$tmp/after"
	same "$tmp/after" "$tmp/before" "refused: $*: no file"
}

refuses '--filter-nvtx' stats --filter-nvtx=@Train run.nsys-rep
refuses '--filter-time' stats --filter-time 2/1 run.nsys-rep
refuses '--type json' export -t json run.nsys-rep
refuses '--type jsonlines is not supported, .*: nst-dump writes events as lines of JSON' export --type jsonlines run.nsys-rep
refuses '--type hdf' export --type=hdf run.nsys-rep
refuses '--separate-strings' export --separate-strings true run.nsys-rep
refuses '--lazy' export --lazy false run.nsys-rep
refuses 'neither' export --force-overwrite yes run.nsys-rep
refuses 'standard output' export -o - run.nsys-rep
refuses 'one REPORT' export run.nsys-rep run.nsys-rep
refuses 'no REPORT' export -t sqlite
refuses 'gpu_metric_util_map is not supported$' recipe gpu_metric_util_map --input run.nsys-rep

# Other commands are for nsys.
run nsys profile -o x true
like "$status $(cat "$tmp/err")" '^1 nst-nsys: profile: needs nsys, which is not in PATH' 'profile without nsys'
printf '#!/bin/sh\necho "real: $*"\n' >"$tmp/other/nsys"
chmod +x "$tmp/other/nsys"
PATH=$tmp/bin:$tmp/other:$bare
run nsys profile -o 'a b' true
is "$status $(cat "$tmp/out")" '0 real: profile -o a b true' 'profile with nsys'
run nsys --version
like "$status $(cat "$tmp/out")" '^0 nst-nsys ' '--version says that it is nst'
finish
