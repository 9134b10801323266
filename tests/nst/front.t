#!/bin/sh
# SPDX-License-Identifier: MIT
# nst runs what it says it runs, and gives its status. Stand-ins for programs lie beside a copy of
# it.
. tests/tap.sh

sample=$(profile sample)
cp "$sample" "$tmp/p.sqlite"
cp "$sample" "$tmp/it's one.sqlite"
cp "$sample" "$tmp/-odd"
nst-dump --hosts --command --names template "$sample" >"$tmp/events" 2>/dev/null
nst-link "$tmp/events" >"$tmp/linked" 2>/dev/null
nst-sum --by none --top 5 "$tmp/linked" >"$tmp/summary"
nst-step --quiet "$tmp/linked" | nst-state 2>/dev/null | nst-advise >"$tmp/states"
nst-answer --about overview --title p.sqlite "$tmp/states" >"$tmp/overview"
cd "$tmp" || exit 1

# What it prints is what it runs.
# shown WORD...: the words give a line that gives what they give.
shown() {
	run nst -n "$@"
	is "$status $(wc -l <"$tmp/out") $(cat "$tmp/err")" '0 1 ' "-n $*: a line"
	sh "$tmp/out" >"$tmp/want" 2>/dev/null
	run nst "$@"
	is "$status" 0 "$*: status"
	same "$tmp/out" "$tmp/want" "$*: gives what the line gives"
	ok "$*: there is output" test -s "$tmp/out"
}

run nst p.sqlite
is "$status" 0 'FILE: status'
same "$tmp/out" "$tmp/overview" 'FILE: what is in an export'
run nst -n p.sqlite
is "$(cat "$tmp/out")" 'nst-dump --hosts --command --names template p.sqlite | nst-link | nst-step --quiet | nst-state | nst-advise | nst-answer --about overview --title p.sqlite' 'FILE: its pipeline'
for name in "it's one.sqlite" ./-odd; do
	shown "$name"
done
shown p.sqlite --by type --tsv
for name in p.sqlite events linked; do
	shown summary "$name"
	same "$tmp/out" "$tmp/summary" "$name: the summary"
done
sed 's/p\.sqlite/FILE/' "$tmp/overview" >"$tmp/want.overview"
for name in events linked states; do
	shown "$name"
	sed "s/$name/FILE/" "$tmp/out" >"$tmp/got.overview"
	is "$(grep -c Next: "$tmp/got.overview")" 1 "$name: what to type next"
	sed '/^Next/,$d' "$tmp/want.overview" >"$tmp/want"
	sed '/^Next/,$d' "$tmp/got.overview" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: what is in a stream"
done
is "$(nst -n events | grep -c nst-link) $(nst -n linked | grep -c nst-link) $(nst -n states | grep -c nst-state)" '1 0 0' 'a stream is linked once, and gets states once'
run nst - <linked
is "$status $(head -n 3 "$tmp/out" | cksum)" "0 $(head -n 3 "$tmp/overview" | cksum)" '-: what is in standard input'
run nst -- -odd
is "$status $(head -n 3 "$tmp/out" | cksum)" "0 $(head -n 3 "$tmp/overview" | cksum)" '-- ends the options'
is "$(nst -n --json p.sqlite)" 'nst-dump --hosts --command --names template p.sqlite | nst-link | nst-step --quiet | nst-state | nst-advise | nst-answer --about overview --title p.sqlite --json' '--json: its pipeline'
is "$(nst --json p.sqlite 2>/dev/null | jq -c '[.format, .title, (.gpus | length)]')" '[1,"p.sqlite",2]' '--json: an object'
run nst --json p.sqlite --by type
is "$status $(head -n 1 "$tmp/err")" '2 nst: --json takes one FILE: --by is one argument too many' '--json: no options of nst-sum'

shown sum p.sqlite --by device --tsv
shown sum --by device --tsv p.sqlite
shown filter p.sqlite --type kernel
shown chrome p.sqlite
shown dump p.sqlite --type kernel
shown link p.sqlite --ops kernel
shown sum --by type --csv linked
is "$(nst -nv p.sqlite)" 'nst-dump -v --hosts --command --names template p.sqlite | nst-link | nst-step --quiet | nst-state | nst-advise | nst-answer --about overview --title p.sqlite' \
	'-v: the programs with such messages get it'
is "$(nst -n -v kernels linked)" 'nst-answer --about kernels --title linked --skipped linked' '-v: of a stream'
is "$(nst -n -v ranks p.sqlite p.sqlite | tr '|' '\n' | grep -c -e 'nst-merge -v' -e 'nst-skew -v' -e 'nst-answer .* --skipped')" 3 '-v: of ranks'
is "$(nst -n link p.sqlite)" 'nst-dump p.sqlite | nst-link' 'link: once'
is "$(nst -n sum linked)" 'nst-sum linked' 'sum: a stream is its own business'
is "$(nst -n chrome --names demangled p.sqlite) $(nst -n chrome p.sqlite)" \
	'nst-dump --names demangled p.sqlite | nst-link | nst-chrome --names demangled nst-dump p.sqlite | nst-link | nst-chrome' 'chrome: --names is for nst-dump, too'
is "$(nst -n convert p.sqlite)" 'nst-convert p.sqlite' 'convert: a profile is its own business'
run nst nst-sum --version
is "$status $(cat "$tmp/out")" "0 nst-sum $(cat "$top/VERSION")" 'programs have their full names, too'
is "$(nst -n nst-sum p.sqlite)" 'nst-dump --names template p.sqlite | nst-link | nst-sum' '... and read profiles under these'

# reports, as their exports
cp "$BUILD/sample.nsys-rep" report.nsys-rep
is "$(nst -n report.nsys-rep)" 'nst-dump --hosts --command --names template report.nsys-rep | nst-link | nst-step --quiet | nst-state | nst-advise | nst-answer --about overview --title report.nsys-rep' 'a report: its pipeline'
shown report.nsys-rep
shown link report.nsys-rep --ops kernel
mkdir programs
cp "$BUILD/bin/nst" programs

# What is none of ours is named.
run nst nothing.sqlite
is "$status $(cat "$tmp/out" "$tmp/err")" '1 nst: nothing.sqlite: No such file or directory' 'no such file'
nst-dump "$sample" 2>/dev/null | nst-link | nst-perfetto >t.pftrace
nst-chrome linked >t.json
: >empty
echo text >text
echo '[text' >run.ncu-rep
echo '{text' >run.nsys-rep
for case in 't.pftrace:a Perfetto trace' 'empty:empty' 'text:of an unknown type' '/:a folder: nst convert writes the traces of all reports in it' \
	'run.ncu-rep:a report of Nsight Compute, not of Nsight Systems' 'run.nsys-rep:named like a report of Nsight Systems, but not one'; do
	run nst "${case%%:*}"
	is "$status $(cat "$tmp/out" "$tmp/err")" "1 nst: ${case%%:*}: neither a profile nor a stream of events: ${case#*:}" "${case#*:} is named"
done
for file in run.ncu-rep run.nsys-rep; do
	for program in sum link merge; do
		run "nst-$program" $file
		like "$status $(cat "$tmp/err")" "^1 nst-$program: $file: .*Nsight (Compute|Systems)" "nst-$program $file is named, too"
	done
	run nst-stats $file
	is "$status $(grep -c "^nst-stats: $file: no tables: .*Nsight" "$tmp/err") $(wc -l <"$tmp/err")" '1 1 1' "nst-stats $file: one line"
done
rm run.ncu-rep run.nsys-rep

# A program that adds up or draws, with options of nst-filter.
is "$(nst -n sum p.sqlite --type kernel --top 3)" 'nst-dump --names template p.sqlite | nst-link | nst-filter --type kernel | nst-sum --top 3' 'sum --type'
is "$(nst -n chrome --device=0 p.sqlite --invert)" 'nst-dump p.sqlite | nst-link | nst-filter --device=0 --invert | nst-chrome' 'chrome --device'
is "$(nst -n sum linked --match gemm --csv)" 'nst-filter --match gemm linked | nst-sum --csv' 'sum --match of a stream'
run nst sum missing.sqlite --type kernel </dev/null
is "$status $(cat "$tmp/out" "$tmp/err")" '1 nst: missing.sqlite: No such file or directory' 'sum --type of no file'
is "$(nst -n sum --type kernel --by name)" 'nst-filter --type kernel | nst-sum --by name' 'sum --type of standard input'
is "$(nst -n state p.sqlite --device 0)" 'nst-dump p.sqlite | nst-link | nst-state --device 0' 'state takes the whole stream'
is "$(nst -n ranges p.sqlite --across threads) $(nst -n --across threads p.sqlite 2>&1 | head -n 1)" \
	"nst-dump --names template p.sqlite | nst-link --across threads | nst-answer --about ranges --title p.sqlite nst: unknown option '--across'" '--across goes to nst-link'
is "$(nst -n p.sqlite --across=threads | tr '|' '\n' | sed -n 2p)" ' nst-link --across threads ' '... of FILE'
is "$(nst -n sum --across threads p.sqlite | tr '|' '\n' | sed -n 2p)" ' nst-link --across threads ' '... of a program'
is "$(nst -n link --across threads p.sqlite)" 'nst-dump p.sqlite | nst-link --across threads' '... of nst-link'
run nst ranges linked --across threads
is "$status $(head -n 1 "$tmp/err")" '2 nst: --across: the stream is linked already' '... of a linked stream'
is "$(nst sum linked --type kernel --by name --json | jq -s 'map(.total // 0) | add')" \
	"$(jq -n '[inputs | select(.type == "kernel") | .dur] | add' linked)" 'sum --type kernel: only kernels count'

is "$(nst help | grep -n -e '^  sum ' -e '^  mkreport ' -e '^  chain ' | sed 's/.*:  \([a-z]*\) .*/\1/' | paste -s -d ' ')" 'sum chain mkreport' 'nst help: programs that others start come last'

# Each command has help.
for command in kernels ranges calls memory idle gaps path steps ranks what-if summary trace open; do
	run nst "$command" --help
	is "$status $(cat "$tmp/err")" '0 ' "nst $command --help"
	like "$(head -n 1 "$tmp/out")" "^usage: nst \\[-n\\] \\[-v\\] $command .*(FILE|REGEX)" "nst $command --help: its usage"
	like "$(sed -n '/^$/{n;p;q;}' "$tmp/out")" "^nst $command: " "nst $command --help: what it does"
	is "$(nst "$command" p.sqlite --help)" "$(cat "$tmp/out")" "nst $command FILE --help: the same"
	is "$(awk 'length > 80' "$tmp/out")" '' "nst $command --help: 80 columns"
	lister=$(sed -n "s/.*'\\(nst-.*\\) --help' lists them\\.$/\\1/p" "$tmp/out")
	ok "nst $command --help: $lister lists its options" "$lister" --help
	is "$(tail -n 1 "$tmp/out")" "Manual: nst(1), $lister(1), nst(7)" "nst $command --help: the pages, last"
	sed -n '/^Example:$/,/^$/s/^  nst/nst -n/p' "$tmp/out" >example
	[ "$command" != open ] || sed -i 's/open/open --serve/' example
	cp "$BUILD/sample.nsys-rep" run.nsys-rep
	cp run.nsys-rep rank0.nsys-rep
	cp run.nsys-rep rank1.nsys-rep
	ok "nst $command --help: the example" sh -e example
	rm run.nsys-rep rank0.nsys-rep rank1.nsys-rep
done
run nst filtr
is "$status $(head -n 1 "$tmp/err")" "2 nst: 'filtr' is neither a file nor a command; is it 'filter'?" 'a word that is near another'
run nst qqqqqqqq
like "$status $(head -n 1 "$tmp/err")" "^2 nst: 'qqqqqqqq' is neither a file nor a command: 'nst help' lists them$" \
	'a word that is near none: where to look'
run nst p.sqlite linked
is "$status $(cat "$tmp/out") $(head -n 1 "$tmp/err")" "2  nst: 'linked' is one file too many: nst merge merges several, nst diff compares two" 'two files'

# trace
run nst trace p.sqlite
is "$status $(cat "$tmp/out")" '0 ' 'trace: status'
like "$(said | tail -n 1)" '^nst: .*https://ui.perfetto.dev' 'trace: how to open it, last'
like "$(said)" '^nst-convert: p.sqlite: wrote p.pftrace$' 'trace: where it is'
same p.pftrace t.pftrace 'trace: the trace'
echo mine >p.json
run nst trace --to chrome p.sqlite
is "$status $(grep -c ui.perfetto "$tmp/err") $(cat p.json)" '1 0 mine' "trace: a file that is not its own is kept"
run nst trace -o - p.sqlite
is "$status $(grep -c ui.perfetto "$tmp/err")" '0 0' 'trace: to standard output'
same "$tmp/out" t.pftrace 'trace: ... as it is'
is "$(nst -n trace p.sqlite --to=chrome -j 2)" 'nst-convert p.sqlite --to=chrome -j 2' 'trace: options of nst-convert'

# help
run nst help
is "$status $(cat "$tmp/err")" '0 ' 'help: status'
cp "$tmp/out" help
for program in "$top"/bin/nst-*.c "$top"/scripts/nst-*; do
	name=${program##*/nst-}
	name=${name%.c}
	like "$(cat help)" "^  $name +[a-zA-Z]" "help: lists $name"
done
is "$(awk 'length > 80' help)" '' 'help: 80 columns'
run nst --help
same "$tmp/out" help '--help: the same'
for word in --help -h; do
	run nst help "$word"
	same "$tmp/out" help "help $word: the same"
done
run nst help dump link
is "$status $(cat "$tmp/out") $(head -n 1 "$tmp/err")" "2  nst: help: 'link' is one TOPIC too many" 'help: two topics'
for command in kernels trace open; do
	like "$(nst -n help $command)" '^(man -l|mandoc -a) .*/nst\.1$' "help $command: the page of nst"
done
run nst
is "$status $(cat "$tmp/out")" '2 ' 'nothing: status'
same "$tmp/err" help 'nothing: the same, on standard error'
like "$(nst -n help event)" '^(man -l|mandoc -a) .*/nst-event\.5$' 'help TOPIC: its page'
mkdir bare
for name in sh cat; do
	ln -s "$(command -v $name)" bare
done
run env PATH="$tmp/bare" "$BUILD/bin/nst" help sum
is "$status $(head -n 1 "$tmp/out")" "0 $(nst-sum --help | head -n 1)" 'help TOPIC: no man'
run env PATH="$tmp/bare" "$BUILD/bin/nst" help event
is "$status $(cat "$tmp/err")" '1 nst: nst-event(5): man is not installed, which shows it' 'help TOPIC: no man and no program'
run nst help dumpp
is "$status $(head -n 1 "$tmp/err")" "2 nst: help: no command or program is called 'dumpp'; is it 'dump'?" 'help: no such topic'

# Statuses, of stand-ins: what each program does.
# standin DUMP LINK SUM: makes three scripts.
standin() {
	for program in dump link sum; do
		printf '#!/bin/sh\n%s\n' "$1" >"programs/nst-$program"
		chmod +x "programs/nst-$program"
		shift
	done
}

# staged DUMP LINK SUM: runs a pipeline of three scripts.
staged() {
	standin "$@"
	run programs/nst summary p.sqlite
}
staged 'echo a' 'cat; echo b' 'cat; echo c'
is "$status $(tr '\n' ' ' <"$tmp/out")" '0 a b c ' 'three programs in pipes'
staged 'exit 1' 'cat' 'cat; exit 2'
is "$status" 2 'the status of the last'
staged 'exit 1' 'cat' 'cat'
is "$status" 1 'else of the first that failed'
staged 'exit 3' 'cat; exit 4' 'cat'
is "$status" 3 '... not of the second'
# shellcheck disable=SC2016 # in the scripts
{
	staged 'echo a' 'kill -KILL $$' 'cat'
	is "$status $(cat "$tmp/err")" '137 nst: nst-link: killed by Killed' 'killed in the middle'
	staged 'echo a' 'cat' 'kill -KILL $$'
	is "$status $(cat "$tmp/err")" '137 nst: nst-sum: killed by Killed' 'killed at the end'
	staged 'while echo a; do :; done' 'exec cat' 'read -r line; exit 0'
	is "$status $(cat "$tmp/err")" '0 ' 'a reader that had enough is no failure'
}
status=0
{ env --default-signal=PIPE nst dump p.sqlite || echo $? >piped; } 2>/dev/null | head -n 1 >/dev/null
{ env --default-signal=PIPE nst filter p.sqlite || echo $? >piped2; } 2>/dev/null | head -n 1 >/dev/null
is "$(cat piped piped2 | paste -sd ' ')" '141 141' 'a closed pipe ends it as any program'
rm programs/nst-*
run env PATH="$tmp/bare" programs/nst summary p.sqlite
is "$status $(cat "$tmp/err")" '1 nst: nst-dump: not found beside nst, nor in PATH' 'no such program'
run env PATH="$tmp/bare" programs/nst dump p.sqlite
is "$status $(cat "$tmp/err")" '1 nst: nst-dump: not found beside nst, nor in PATH' 'no such program, alone'

# A signal ends the programs, too, and then nst as it would have.
# shellcheck disable=SC2016 # in the script
standin 'echo $$ >first; exec sleep 100' 'exec cat' 'exec cat'
for signal in TERM HUP INT; do
	rm -f first
	env --default-signal=INT programs/nst summary p.sqlite >/dev/null 2>"$tmp/err" &
	front=$!
	while [ ! -s first ]; do sleep 0.05; done
	kill -s $signal $front
	status=0
	wait $front 2>/dev/null || status=$?
	is "$(kill -l $status) $(cat "$tmp/err")" "$signal " "SIG$signal: status, and no message"
	ok "SIG$signal: the programs have ended" sh -c "! kill -0 $(cat first) 2>/dev/null"
done

nst -n p.sqlite >/dev/full 2>"$tmp/err"
is "$? $(cat "$tmp/err")" '1 nst: standard output: No space left on device' '-n: full disk'

cd "$top" || exit 1
finish
