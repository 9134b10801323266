#!/bin/sh
# SPDX-License-Identifier: MIT
# doc/agents.md: its commands run on the sample, in 150 lines at most.
. tests/tap.sh

page=$PWD/doc/agents.md
is "$(awk 'END { print NR <= 150 }' "$page") $(awk 'length > 100' "$page" | wc -l)" '1 0' '150 lines of 100 columns'
cp "$(profile sample)" "$tmp/run.sqlite"
cd "$tmp" || exit 1

# Commands are indented lines, and words in backquotes in tables and sentences that begin with a
# program and name a file.
{
	sed -n 's/^    \(nst[^ ]* .*[^ ]\)$/\1/p' "$page" | sed 's/\(FILE\) \{3,\}.*/\1/'
	grep -v '^    ' "$page" | tr '\n' ' ' | grep -o '`nst[^`]*FILE[^`]*`' | tr -d '`'
} | sed 's/FILE/run.sqlite/g' | grep -v '^nst open\|^nst trace' | sort -u >commands
ok 'there are commands' test "$(wc -l <commands)" -ge 15
while IFS= read -r command; do
	sh -c "$command" >out 2>err </dev/null
	is "$?" 0 "$command"
	ok '... prints something' sh -c 'test -s out || test -s run.ndjson || test -s page.html'
done <commands

# What it says of the object: parts that add up, and findings in their order.
nst --json run.sqlite >object 2>/dev/null
is "$(jq -c '.span as $span | .gpus | map(.busy + .idle + .before + .after == $span) | unique' object)" '[true]' 'times of a GPU add up to the span'
is "$(jq -c '.findings | map(.args.cost) | . == (sort | reverse)' object)" true 'findings: the largest cost first'
is "$(jq -c '.findings | map(.args | has("sentence") and has("cost_of") and has("advice")) | unique' object)" '[true]' 'findings: what they have'
finish
