#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line of nst-stats: that of "nsys stats" and "nsys analyze", as NVIDIA's user guide has
# it, in the forms that scripts use.
. tests/tap.sh

mkdir "$tmp/temp" "$tmp/work"
TMPDIR=$tmp/temp
export TMPDIR
cd "$tmp/work" || exit
cp "$BUILD/sample.sqlite" p.sqlite
nst-dump --names demangled p.sqlite 2>/dev/null >"$tmp/dump"
nst-link "$tmp/dump" 2>/dev/null >"$tmp/linked"

# want REPORT [OPTION...]: the table that nst-sum makes, in $tmp/want.
want() {
	report=$1
	shift
	nst-sum --report "$report" "$@" "$tmp/linked" >"$tmp/want" 2>/dev/null
}

# gives DESCRIPTION ARGUMENT...: nst-stats prints what is wanted, ends well, and leaves nothing.
gives() {
	what=$1
	shift
	run nst-stats "$@"
	is "$status $(ls -A "$TMPDIR")" '0 ' "$what: status"
	same "$tmp/out" "$tmp/want" "$what"
}

# writes FILE DESCRIPTION ARGUMENT...: the same in a file, the only one that is new.
writes() {
	file=$1 what=$2
	shift 2
	run nst-stats "$@"
	is "$status $(cat "$tmp/out")$(ls -A "$TMPDIR")" '0 ' "$what: status, and no output"
	is "$(find . -type f ! -name p.sqlite)" "./$file" "$what: one file"
	same "$file" "$tmp/want" "$what"
	rm -f "$file"
}

# refuses PATTERN ARGUMENT...: a usage error; nothing is made.
refuses() {
	pattern=$1
	shift
	run nst-stats "$@"
	is "$status $(cat "$tmp/out")$(find . -type f ! -name p.sqlite)" '2 ' \
		"nst-stats $*: refused"
	like "$(head -n 1 "$tmp/err")" "^nst-stats: $pattern" "nst-stats $*: why"
}

# The forms of options.
want cuda_gpu_trace --csv
gives 'as scripts call it' -r cuda_gpu_trace --format csv --output - p.sqlite
gives 'the name first' p.sqlite --report=cuda_gpu_trace --format=csv
gives 'in one word' -rcuda_gpu_trace -fcsv -o- -- p.sqlite
gives 'with the name of the command' stats -r cuda_gpu_trace -f csv p.sqlite
gives 'nsys must have made an export' --force-export=true -r cuda_gpu_trace -f csv p.sqlite
gives '... or not' --force-export false -r cuda_gpu_trace -f csv p.sqlite
gives '... or neither' -r cuda_gpu_trace -f csv --force-export p.sqlite
gives 'names of 2022' --report gputrace --format csv p.sqlite
cp "$tmp/linked" "$tmp/other"
want cuda_gpu_trace
gives 'columns are the default on the console' -r cuda_gpu_trace p.sqlite
gives '... or .' -r cuda_gpu_trace -f . -o - p.sqlite
want cuda_gpu_trace --tsv
gives 'tsv' -r cuda_gpu_trace -f tsv p.sqlite
want cuda_api_sum --csv --timeunit usec
for unit in usec us u microseconds micro; do
	gives "--timeunit $unit" -r cuda_api_sum -f csv --timeunit $unit p.sqlite
done
want um_sum:rows=2 --csv
gives 'options of reports' -r um_sum:rows=2 -f csv p.sqlite
if command -v jq >/dev/null; then
	run nst-stats -r cuda_api_sum -f json p.sqlite
	want cuda_api_sum --json
	is "$(jq -c '.[]' "$tmp/out" | cksum)" "$(jq -c . "$tmp/want" | cksum)" 'json: an array'
fi

# Names of kernels.
for case in short:base mangled:mangled; do
	nst-dump --names "${case%:*}" p.sqlite 2>/dev/null | nst-link 2>/dev/null >"$tmp/linked"
	want cuda_gpu_kern_sum --csv
	gives ":${case#*:}" -r "cuda_gpu_kern_sum:${case#*:}" -f csv p.sqlite
done
nst-dump p.sqlite 2>/dev/null | nst-link 2>/dev/null >"$tmp/linked"
want cuda_gpu_kern_sum:nvtx-name --csv
gives ':nvtx-name:base' -r cuda_gpu_kern_sum:nvtx-name:base -f csv p.sqlite
writes x_cuda_gpu_kern_sum_nvtx-name_base.csv 'options in the name of a file' \
	-r cuda_gpu_kern_sum:nvtx-name:base -o x p.sqlite
cp "$tmp/other" "$tmp/linked"

# Files.
want cuda_gpu_trace --csv
writes d.nsys-rep_cuda_gpu_trace.csv 'as gputrc2graph.py calls it' \
	stats -r cuda_gpu_trace p.sqlite -o ./d.nsys-rep
writes p_cuda_gpu_trace.csv 'the default base' -r cuda_gpu_trace -o . p.sqlite
writes x_gputrace.csv 'the name that was asked for' -r gputrace -o x p.sqlite
want cuda_gpu_trace
writes x_cuda_gpu_trace.txt 'columns in a file' -r cuda_gpu_trace -f column -o x p.sqlite
echo mine >x_cuda_api_sum.csv
run nst-stats -r nvtx_sum,cuda_api_sum -o x p.sqlite
is "$status $(cat x_*) $(cat "$tmp/err")" \
	'1 mine nst-stats: x_cuda_api_sum.csv: exists: kept (see --force-overwrite)' \
	'files of the user are kept, and nothing else is made'
want cuda_api_sum --csv
for option in --force-overwrite --force-overwrite=true '--force-overwrite true'; do
	echo mine >x_cuda_api_sum.csv
	# shellcheck disable=SC2086 # two words
	writes x_cuda_api_sum.csv "$option" $option -r cuda_api_sum -o x p.sqlite
done
echo mine >x_cuda_api_sum.csv
run nst-stats -r cuda_api_sum -o x --force-overwrite false p.sqlite
is "$status $(cat x_*)" '1 mine' '--force-overwrite false'
rm x_*
echo old >x_openmp_sum.csv
run nst-stats -r openmp_sum --force-overwrite -o x p.sqlite
is "$status $(ls -A | paste -s -d ' ')" '0 p.sqlite' 'no table of another profile stays'
like "$(cat "$tmp/err")" 'removed x_openmp_sum.csv' '... which is said'
run nst-stats -r cuda_api_sum -o no/x p.sqlite
is "$status $(cat "$tmp/err")" '1 nst-stats: ./no: no such folder' 'no such folder'

# Several.
want cuda_gpu_trace --csv
cp "$tmp/want" "$tmp/trace"
want cuda_gpu_kern_sum
cp "$tmp/want" "$tmp/kernels"
want cuda_api_sum
cat "$tmp/kernels" "$tmp/want" >"$tmp/both"
mv "$tmp/both" "$tmp/want"
run nst-stats --report cuda_gpu_trace --report cuda_gpu_kern_sum --report cuda_api_sum \
	--format csv,column --output .,- p.sqlite
is "$status $(ls -A | paste -s -d ' ')" '0 p.sqlite p_cuda_gpu_trace.csv' \
	'the last format and output stand for those that lack'
same "$tmp/out" "$tmp/want" '... on the console'
same p_cuda_gpu_trace.csv "$tmp/trace" '... and in a file'
rm p_*
run nst-stats -q -r cuda_gpu_trace --format csv,column --force-overwrite=true --output=x p.sqlite
is "$status $(ls -A | paste -s -d ' ')$(grep -v 'graph launches were traced as a whole: ' "$tmp/err")" \
	'0 p.sqlite x_cuda_gpu_trace.csv x_cuda_gpu_trace.txt' 'one report in two formats, quietly'
same x_cuda_gpu_trace.csv "$tmp/trace" '... as a table of its own each'
rm x_*
run nst-stats -r cuda_gpu_kern_sum,cuda_api_sum -f csv p.sqlite
{
	printf '\n ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\n'
	nst-sum --csv --report cuda_gpu_kern_sum "$tmp/linked" 2>/dev/null
	printf '\n ** CUDA API Summary (cuda_api_sum):\n\n'
	nst-sum --csv --report cuda_api_sum "$tmp/linked"
} >"$tmp/want"
same "$tmp/out" "$tmp/want" 'several tables on the console have titles'
like "$(cat "$tmp/err")" '^nst-stats: p.sqlite: nst-sum: 6 graph launches were traced as a whole: ' \
	'what nst-sum says of the whole stream is said'
cp p.sqlite q.sqlite
run nst-stats -r cuda_api_sum -o . p.sqlite q.sqlite
is "$status $(ls -A | paste -s -d ' ')" \
	'0 p.sqlite p_cuda_api_sum.csv q.sqlite q_cuda_api_sum.csv' 'several profiles'
rm -f q.sqlite ./*.csv

# Commands.
run nst-stats --report cuda_api_sum --format table --output '@grep -E (-|Name|cudaFree)' p.sqlite
nst-sum --report cuda_api_sum "$tmp/linked" | grep -E -e '(-|Name|cudaFree)' >"$tmp/want"
same "$tmp/out" "$tmp/want" 'a command has the table'
echo x >a
run nst-stats -r cuda_api_sum -o '@wc -l *' p.sqlite
is "$status" 1 'a command: nothing is expanded, and its status counts'
like "$(tail -n 1 "$tmp/err")" "^nst-stats: p.sqlite: cuda_api_sum: 'wc -l \*' gave 1\$" \
	'... and is said'
rm a
refuses "-o: 'nothing-such' is not found" -r cuda_api_sum -o '@nothing-such x' p.sqlite

# What is there by default, and what is not.
run nst-stats p.sqlite
wanted='nvtx_sum osrt_sum cuda_api_sum cuda_gpu_kern_sum cuda_gpu_mem_time_sum'
wanted="$wanted cuda_gpu_mem_size_sum um_sum um_total_sum"
is "$status $(sed -n 's/^ \*\* .*(\(.*\)):$/\1/p' "$tmp/out" | paste -s -d ' ')" "0 $wanted" \
	'the default reports, in their order'
wanted='openmp_sum vulkan_marker_sum vulkan_gpu_marker_sum dx11_pix_sum dx12_gpu_marker_sum'
wanted="$wanted dx12_pix_sum um_cpu_page_faults_sum openacc_sum syscall_sum"
is "$(sed -n 's/^nst-stats: SKIPPED: p.sqlite does not contain .*: no //p' "$tmp/err" |
	paste -s -d ' ')" "$wanted" '... and those without data'
missing='opengl_khr_range_sum, opengl_khr_gpu_range_sum, wddm_queue_sum'
like "$(cat "$tmp/err")" "SKIPPED: streams do not have what makes $missing\$" \
	'... and those that cannot be made'
is "$(nst-stats p.sqlite 2>&1 | awk '/^ \*\*/ { table = 1 } /^nst-stats: / && table')" '' 'messages come before the tables'
run nst-stats -q p.sqlite
is "$status $(grep -v 'graph launches were traced as a whole: ' "$tmp/err")" '0 ' '... but not with --quiet'
run nst-stats -r openmp_sum p.sqlite
is "$status $(cat "$tmp/out" "$tmp/err")" \
	'0 nst-stats: SKIPPED: p.sqlite does not contain OpenMP event data: no openmp_sum' 'no data'
echo 'DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL' | sqlite3 p.sqlite
run nst-stats -r cuda_gpu_kern_sum p.sqlite
like "$status $(grep SKIPPED "$tmp/err")" \
	'^0 nst-stats: SKIPPED: p.sqlite does not contain CUDA kernel data: ' 'no table'
cp "$BUILD/sample.sqlite" p.sqlite

# Rules.
want cuda_api_sync:rows=2 --csv
gives '--rule' --rule cuda_api_sync:rows=2 -f csv p.sqlite
gives 'nsys analyze' analyze -r cuda_api_sync:rows=2 -f csv p.sqlite
run nst-stats --rule all -o . p.sqlite
is "$status $(ls -A | paste -s -d ' ')" \
	'0 p.sqlite p_cuda_api_sync.csv p_cuda_memcpy_sync.csv p_gpu_time_util.csv' 'all rules'
is "$(sed -n 's/^nst-stats: p.sqlite: \(.*\) found nothing$/\1/p' "$tmp/err" | paste -s -d ' ')" \
	'cuda_memcpy_async cuda_memset_sync gpu_gaps' '... of which some find nothing'
like "$(cat "$tmp/err")" 'without dx12_mem_ops' '... and one cannot be made'
rm ./*.csv

# Help.
run nst-stats --help-reports
nst-sum --report help | awk '
	/^[^ ]/ { entry = $0; next }
	/^    rule: / { entry = "" }
	entry != "" { print entry; entry = "" }' >"$tmp/want"
grep '^[^ ]' "$tmp/out" >"$tmp/got"
same "$tmp/got" "$tmp/want" '--help-reports'
run nst-stats --help-reports cuda_gpu_trace
is "$status $(grep -c '^[^ ]' "$tmp/out") $(head -n 1 "$tmp/out")" \
	'0 1 cuda_gpu_trace[:nvtx-name]' '--help-reports of one'
run nst-stats --help-rules ALL
is "$status $(grep -c '^[^ ]' "$tmp/out")" '0 6' '--help-rules'

# What is refused.
rm -f q.sqlite
refuses "nothing is called 'nix'" --help-reports nix
refuses 'no profile named'
refuses 'no profile named' -r cuda_api_sum
refuses '-r needs a value' p.sqlite -r
for input in '--input p.sqlite' --input=p.sqlite '-i p.sqlite'; do
	# shellcheck disable=SC2086 # words
	refuses '(--input|-i) is an option of recipes: name the profile alone' -r cuda_api_sum $input
done
refuses "nst-sum: --report: nothing is called 'cuda_api_sun'" -r cuda_api_sum,cuda_api_sun p.sqlite
refuses 'nst-sum: --report: wddm_queue_sum cannot be made' -r wddm_queue_sum p.sqlite
refuses "nst-sum: --report: cuda_api_sum has no option 'base'" -r cuda_api_sum:base p.sqlite
refuses '-f: htable is not made' -r cuda_api_sum -f htable p.sqlite
refuses "-f: 'xml' is none of" -r cuda_api_sum -f xml p.sqlite
refuses "-f: 'csv:nohdr': formats have no options" -r cuda_api_sum -f csv:nohdr p.sqlite
refuses "--timeunit: 'm' is no unit" --timeunit m p.sqlite
refuses "--timeunit: '' is no unit" --timeunit= p.sqlite
refuses "--force-overwrite: 'yes' is neither" --force-overwrite=yes p.sqlite
refuses '-o: x_cuda_api_sum.csv would be written twice' -r cuda_api_sum,cuda_api_sum -o x p.sqlite
refuses '-o: x_cuda_api_sum.csv would be written twice' -r cuda_api_sum -o x p.sqlite q.sqlite
refuses '--sqlite: goes with one report' --sqlite q.sqlite p.sqlite
refuses '--sqlite: goes with one report' --sqlite q.sqlite p.nsys-rep q.nsys-rep
refuses "unknown option '--filter-gpu'" --filter-gpu x p.sqlite
refuses "-r: '' is no list" -r '' p.sqlite
refuses "-r: 'a,,b' has nothing between" -r a,,b p.sqlite

# Reports.
cp "$BUILD/sample.nsys-rep" r.nsys-rep
cp p.sqlite r.sqlite
touch -d '1 hour ago' r.sqlite
echo 'DELETE FROM CUPTI_ACTIVITY_KIND_MEMSET' | sqlite3 r.sqlite
nst-sum --csv --report cuda_gpu_mem_size_sum "$tmp/linked" >"$tmp/whole"
grep -v memset "$tmp/whole" >"$tmp/want"
gives 'the export beside a report' -r cuda_gpu_mem_size_sum -f csv r.nsys-rep
mv r.sqlite s.sqlite
gives '... or the one that is named' -r cuda_gpu_mem_size_sum -f csv --sqlite s.sqlite r.nsys-rep
mv s.sqlite r.sqlite
if nst-dump r.nsys-rep >/dev/null 2>&1; then
	cp "$tmp/whole" "$tmp/want"
	gives 'a report itself' --force-export -r cuda_gpu_mem_size_sum -f csv r.nsys-rep
	sqlite3 r.sqlite 'UPDATE TARGET_INFO_SESSION_START_TIME SET utcEpochNs = utcEpochNs + 1'
	gives 'the export of another capture is not read' -r cuda_gpu_mem_size_sum -f csv r.nsys-rep
	like "$(cat "$tmp/err")" 'r.nsys-rep: r.sqlite is not used: it is of another capture, by its start time$' \
		'... which is said'
	gives '... even if it is named' -r cuda_gpu_mem_size_sum -f csv --sqlite r.sqlite r.nsys-rep
else
	report 0 '--force-export # SKIP nst-dump does not read reports'
fi

finish
