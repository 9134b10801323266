#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-diff --page: the changes are those of its other formats, the times those of the headline, and
# each trace is that of nst-perfetto.
. tests/tap.sh

command -v jq >/dev/null || skipall "jq is not installed"
perl -MJSON::PP -e1 2>/dev/null || skipall "perl has no JSON::PP"
reads=tests/nst-page/read

# side GEMM OWN SHIFT: a run of four steps with a finding of its own.
side() {
	awk -v gemm="$1" -v own="$2" -v shift="$3" 'BEGIN {
		print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
		for (i = 0; i < 4; i++) {
			at = shift + 10000 * i
			printf "{\"ts\":%d,\"dur\":9000,\"type\":\"nvtx\",\"name\":\"train\",\"pid\":1,\"tid\":1,\"step\":%d}\n", at, i
			printf "{\"ts\":%d,\"dur\":%d,\"type\":\"kernel\",\"name\":\"gemm\",\"pid\":1,\"device\":0,\"stream\":7,\"step\":%d}\n", at + 10, gemm + i, i
			printf "{\"ts\":%d,\"dur\":%d,\"type\":\"kernel\",\"name\":\"<b>%s</b>\",\"pid\":1,\"device\":0,\"stream\":7,\"step\":%d}\n", at + 6000, 50 + i, own, i
		}
		printf "{\"ts\":%d,\"dur\":100,\"type\":\"finding\",\"name\":\"%s\",\"args\":{\"sentence\":\"<i>%s</i>\",\"cost\":9}}\n", shift + 100, own, own
		printf "{\"ts\":%d,\"dur\":100,\"type\":\"finding\",\"name\":\"gpu-gaps\",\"args\":{\"sentence\":\"gaps of %s\",\"cost\":%d}}\n", shift + 100, own, gemm
		print "{\"ts\":99999,\"type\":\"end\",\"events\":0}"
	}'
}
side 2000 lost 1000 >"$tmp/old.ndjson"
side 3000 came 500000 >"$tmp/new.ndjson"
run nst-diff --page "$tmp/old.ndjson" "$tmp/new.ndjson"
is "$status" 0 'a page of two streams'
cp "$tmp/out" "$tmp/page"
ok 'it is valid' "$reads" texts <"$tmp/page"
"$reads" tables <"$tmp/page" >"$tmp/tables"

is "$(grep -o '<th [^>]*>' "$tmp/page" | grep -v ' title="[^"]')" '' 'each column has an explanation'

nst-diff --json "$tmp/old.ndjson" "$tmp/new.ndjson" >"$tmp/json" 2>"$tmp/err"
jq -c 'select(.change) | [.change, .type, .name, .effect]' "$tmp/json" >"$tmp/want"
jq -c 'select(.caption == "changes") | [.change, .type, .name, (.effect | tonumber)]' "$tmp/tables" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'the changes are those of --json, in their order'
is "$(jq -c 'select(.section == "summary") | [.step, .span, .busy, .idle] | map(tonumber? // .)' "$tmp/tables")" \
	"$(jq -c 'select(.headline) | ["old", .span_old, .busy_old, .idle_old], ["new", .span_new, .busy_new, .idle_new]' "$tmp/json")" \
	'the times are those of the headline'
"$reads" texts <"$tmp/page" >"$tmp/texts"
is "$(grep -c 'New has 8 of 8 kernels, 4 of 4 steps: not the same work' "$tmp/texts")" 1 'the work, too'

# Findings of one rule are the same.
"$reads" texts <"$tmp/page" | sed -n '/^In the new run only/,/^Changes/p' | grep -v '^Show it' >"$tmp/got"
printf '%s\n' 'In the new run only' '<i>came</i>' 'In the old run only' '<i>lost</i>' 'In both runs' 'gaps of came' 'Old: gaps of lost' 'Changes' >"$tmp/want"
same "$tmp/got" "$tmp/want" 'findings that came, went and stayed'

# Both traces, and where the first steps are.
for which in old new; do
	nst-perfetto --plain "$tmp/$which.ndjson" >"$tmp/trace" 2>"$tmp/err"
	contrib/page-trace "trace-$which" <"$tmp/page" >"$tmp/got"
	ok "the $which trace is that of nst-perfetto" cmp "$tmp/got" "$tmp/trace"
done
is "$("$reads" settings <"$tmp/page" | jq -c '[.sides[] | [.name, .begin, .step]]')" \
	'[["old.ndjson",1000,1000],["new.ndjson",500000,500000]]' 'the script knows the first steps'

# Equal runs; a run without findings.
nst-diff --page "$tmp/old.ndjson" "$tmp/old.ndjson" >"$tmp/page" 2>"$tmp/err"
is "$("$reads" tables <"$tmp/page" | jq -r 'select(.caption == "changes") | .change' | sort -u)" equal 'equal runs are equal'
grep -v finding "$tmp/old.ndjson" >"$tmp/bare.ndjson"
nst-diff --page "$tmp/bare.ndjson" "$tmp/new.ndjson" >"$tmp/page" 2>"$tmp/err"
is "$("$reads" texts <"$tmp/page" | grep -c 'The old stream has no findings.*so the findings are not compared')" 1 \
	'findings of one run alone are not compared'

# Profiles go through all programs.
profile=$(profile sample)
run nst-diff --page "$profile" "$profile"
is "$status" 0 'a page of two profiles'
nst-dump "$profile" 2>/dev/null | nst-link 2>/dev/null | nst-step --any 2>/dev/null | nst-state | nst-skew --quiet | nst-advise >"$tmp/in" 2>/dev/null
jq -r 'select(.type == "finding") | .args.sentence' "$tmp/in" | sort >"$tmp/want"
"$reads" texts <"$tmp/out" | grep -Fx -f "$tmp/want" | sort >"$tmp/got"
same "$tmp/got" "$tmp/want" 'it has the findings of both, each once where they are the same'

# What is no page.
side 1 a 1 | { nst-diff --page - "$tmp/new.ndjson" >"$tmp/out" 2>"$tmp/err" && status=0 || status=$?; echo "$status"; } >"$tmp/status"
is "$(cat "$tmp/status") $(cat "$tmp/out")" '2 ' 'standard input cannot be read twice'
for option in --json --markdown --all --wide --top=3; do
	run nst-diff --page "$option" "$tmp/old.ndjson" "$tmp/new.ndjson"
	is "$status" 2 "--page and $option exclude each other"
done
run nst-diff --page --old "$tmp/old.ndjson" "$tmp/old.ndjson" --new "$tmp/new.ndjson"
is "$status" 2 'several files of a side have no one timeline'
nst-sum --by type,name --json "$tmp/old.ndjson" >"$tmp/table.json"
run nst-diff --page "$tmp/table.json" "$tmp/new.ndjson"
is "$status|$(cat "$tmp/out")" '1|' 'a table has no timeline'
cp "$tmp/err" "$tmp/said"
like "$(cat "$tmp/said")" 'table.json is a table, which has no timeline' '... which a message tells'
head -n 5 "$tmp/old.ndjson" >"$tmp/cut.ndjson"
run nst-diff --page "$tmp/cut.ndjson" "$tmp/new.ndjson"
is "$status|$(cat "$tmp/out")" '1|' 'of a truncated stream there is no page'
run nst-diff --page --partial "$tmp/cut.ndjson" "$tmp/new.ndjson"
is "$status" 0 'unless --partial accepts it'
run nst-diff --page --gate 10% "$tmp/old.ndjson" "$tmp/new.ndjson"
is "$status" 3 'the gate tells a slower kernel with a page, too'
ok '... which is whole' "$reads" texts <"$tmp/out"
finish
