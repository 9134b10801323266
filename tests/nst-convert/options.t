#!/bin/sh
# SPDX-License-Identifier: MIT
# Options of the programs that nst-convert runs: each one that they have is taken and goes where it
# belongs.
. tests/tap.sh
. tests/nst-convert/convert.sh

fresh
cp "$sample" run.sqlite

# gives FORMAT WANTED ARGUMENT...: nst-convert makes with the arguments what is in the file WANTED,
# and passes on what is in $said.
said=
gives() {
	format=$1 want=$2
	shift 2
	rm -f run.json run.ndjson run.pftrace
	run nst-convert --to "$format" "$@" run.sqlite
	is "$status $(messages)" "0 $said" "$*: done"
	same "run.$(echo "$format" | sed 's/chrome/json/; s/perfetto/pftrace/')" "$want" "$*"
	if cmp -s "$want" "$tmp/sample.$format"; then
		report 1 "$*: it makes a difference"
	else
		report 0 "$*: it makes a difference"
	fi
}
cp "$tmp/sample.json" "$tmp/sample.chrome"
nst-perfetto "$tmp/sample.ndjson" >"$tmp/sample.perfetto"

# filtered ARGUMENT...: nst-convert gives what the pipeline with nst-filter gives.
filtered() {
	nst-filter "$@" "$tmp/sample.ndjson" >want
	ok "$*: something is left" grep -q '"type":"kernel"\|"type":"nvtx"' want
	ok "$*: something is gone" test "$(wc -l <want)" -lt "$(wc -l <"$tmp/sample.ndjson")"
	gives ndjson want "$@"
}
filtered --type kernel,nvtx-kernel
filtered --type=kernel --type nvtx
filtered --prefix 'Layer' --prefix=Step
filtered --match "a{2}|it's|^Layer"
filtered --from 12.5s --to 12.6s
filtered --to=12500000000
filtered --to +100ms
filtered --to -100ms
filtered --type kernel --color '{"it'\''s|.*": "good"}'
filtered --min-dur 100us
filtered --device=1
filtered --type osrt --invert
filtered --domain ''
filtered --match '$(touch pwned)|`touch pwned`|;touch pwned;|^Layer'
is "$(find . -name pwned)" '' 'no option is run'

# dumped, linked, drawn OPTION...: the same for options of the other programs.
dumped() {
	nst-dump "$@" run.sqlite 2>/dev/null | nst-link >want 2>/dev/null
	gives ndjson want "$@"
}
linked() {
	nst-dump run.sqlite 2>/dev/null | nst-link "$@" >want 2>/dev/null
	gives ndjson want "$@"
}
dumped --names demangled
run nst-convert --to chrome -o - --names demangled --chrome-names short "$(profile sample)"
is "$status" 0 '--names and --chrome-names: status'
nst-dump --names demangled "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null | nst-chrome --object --names short >"$tmp/want"
same "$tmp/out" "$tmp/want" '--names is for nst-dump, --chrome-names for nst-chrome'
dumped --stacks
linked --ops kernel,memcpy,memset
nst-chrome --labels "$tmp/sample.ndjson" >want 2>"$tmp/left"
said="nst-convert: run.sqlite: $(cat "$tmp/left")"
gives chrome want --labels
cp want want.labels
nst-chrome --object --labels "$tmp/sample.ndjson" >want 2>"$tmp/left"
gives chrome want --labels --object
# With --labels, ranges are chosen before linking; in other formats behind it.
nst-dump run.sqlite 2>/dev/null | nst-filter --prefix layer --ignore-case 2>/dev/null |
	nst-link 2>/dev/null | nst-filter --type kernel,nvtx-kernel >want.ndjson
nst-chrome --labels want.ndjson >want
said=
gives chrome want --labels --prefix layer --ignore-case --type kernel,nvtx-kernel
ok '... NVTXRegions have no other name' \
	test "$(jq -r '.[].args.NVTXRegions[]?' run.json | cut -c 1-5 | sort -u)" = Layer
rm -f run.*.json run.json
run nst-convert --to chrome,perfetto --labels --prefix Layer --type nvtx,kernel run.sqlite
nst-filter --prefix Layer --type nvtx,kernel "$tmp/sample.ndjson" | nst-perfetto >want
same run.pftrace want '--prefix with --labels, in another format'
ok '... and the trace has fewer ranges around its kernels' test \
	"$(jq '[.[].args.NVTXRegions // [] | length] | add' run.json)" -lt \
	"$(jq '[.[].args.NVTXRegions // [] | length] | add' want.labels)"
nst-chrome --array "$tmp/sample.ndjson" >want
gives chrome want --array
nst-perfetto --min-activity 1% "$tmp/sample.ndjson" >want
gives perfetto want --min-activity 1%
gives perfetto want --min-activity=1%
nst-perfetto --no-flows "$tmp/sample.ndjson" >want
gives perfetto want --no-flows

# The program can be named, where several know an option.
nst-dump --type kernel,cuda-api,nvtx --from 12.5s run.sqlite 2>/dev/null | nst-link 2>/dev/null |
	nst-filter --type kernel >want
gives ndjson want --dump-type=kernel,cuda-api,nvtx --dump-from 12.5s --filter-type kernel
gives ndjson want --dump-type kernel,cuda-api,nvtx --dump-from=12.5s --type=kernel

# Together, and with several formats: each gets its own.
run nst-convert --to chrome,perfetto,ndjson --labels --no-flows --stacks --type kernel --force \
	run.sqlite
nst-dump --stacks run.sqlite 2>/dev/null | nst-link 2>/dev/null |
	nst-filter --type kernel >want.ndjson
nst-chrome --labels want.ndjson >want.json
nst-perfetto --no-flows want.ndjson >want.pftrace
for format in json ndjson pftrace; do
	same run.$format want.$format "several formats: $format"
done

# Every option that a program says it has is taken: there is no list that could lack one.
for program in nst-dump nst-link nst-filter nst-chrome nst-perfetto; do
	for option in $($program --options); do
		case $option in
		--help | --version | --options | --to= | --jobs=) continue ;;
		esac
		short=${program#nst-}
		for given in "${option%=}" "--$short-${option#--}"; do
			case $option in
			*=) run nst-convert --to chrome,perfetto "${given%=}" 1,1 none.sqlite ;;
			*) run nst-convert --to chrome,perfetto "$given" none.sqlite ;;
			esac
			like "$(head -n 1 "$tmp/err")" \
				'^nst-convert: (none.sqlite: no such|nst-[a-z]+: )' \
				"$program ${given%=} is taken"
		done
	done
done

# refused PATTERN ARGUMENT...: a usage error, before anything is done.
refused() {
	pattern=$1
	shift
	rm -f run.json
	run nst-convert "$@" run.sqlite
	like "$status $(head -n 1 "$tmp/err")" "^2 nst-convert: $pattern" "refused: $*"
	ok "refused: $*: nothing written" test ! -e run.json
}
refused 'nst-filter: --match: bad pattern' --match '('
refused 'nst-dump: --names:' --names long
refused 'nst-dump: --type:' --dump-type none
refused "nst-dump: --stacks takes no value" --stacks=1
refused 'nst-link: --ops:' --ops all
refused 'nst-perfetto: --min-activity:' --to perfetto --min-activity 1
refused '--min-activity: for nst-perfetto, which does not run for --to chrome' --min-activity=1%
refused '--labels: for nst-chrome, which does not run for --to ndjson' --labels --to ndjson
refused '--type: for nst-filter, which does not run for --to sqlite' --type kernel --to sqlite
refused "unknown option '--dump-match'" --dump-match x
refused "unknown option '--filter-help'" --filter-help
refused "unknown option '--dump-version'" --dump-version
refused "unknown option '--options'" --options
refused "unknown option '--filter-options'" --filter-options
refused "unknown option '--sum-by'" --sum-by name
run nst-convert run.sqlite --match
is "$status $(head -n 1 "$tmp/err")" '2 nst-convert: --match needs a value' 'no value'

# A scheme of colours is a file of the folder where nst-convert runs, not of the profile's.
mkdir sub
cp run.sqlite sub/far.sqlite
printf '{"":"good"}' >scheme
printf '{"":"bad"}' >sub/scheme
run nst-convert -o - --color @scheme sub/far.sqlite
is "$status $(grep -c '"cname":"bad"' "$tmp/out")" '0 0' 'a scheme beside the profile is not the one'
ok '... that of the folder is' grep -q '"cname":"good"' "$tmp/out"

finish
