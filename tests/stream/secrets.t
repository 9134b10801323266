#!/bin/sh
# SPDX-License-Identifier: MIT
# Exports hold process environments and captured output, here all marked NST_CANARY: no stage of the pipeline lets any of it out, nor any message.
. tests/tap.sh

found=0
for name in $(profiles); do
	file=$(profile "$name")
	if grep -aq NST_CANARY "$file"; then
		found=$((found + 1))
	fi
	{
		nst-dump "$file" | tee "$tmp/dump" | nst-link --ops kernel,memcpy,memset,graph | tee "$tmp/linked" |
			nst-filter --color '{".":"good"}' | tee "$tmp/filtered" | nst-chrome >"$tmp/trace"
		nst-chrome --labels --object "$tmp/linked" >"$tmp/labels"
		nst-perfetto "$tmp/linked" >"$tmp/pftrace"
		nst-dump --name demangled "$file" >"$tmp/demangled"
		nst-dump --name mangled "$file" >"$tmp/mangled"
		nst-dump --stacks --type cpu,gpu,graphics,counter,nvtx,nvtx-mark "$file" >"$tmp/stacks"
		nst-dump --tables "$file" >"$tmp/tables"
	} 2>"$tmp/err"
	is "$(cd "$tmp" && grep -ac NST_CANARY dump linked filtered trace labels pftrace demangled mangled stacks tables err | grep -v ':0$')" '' "$name: nothing comes out"
	ok "$name: although something does" test "$(wc -l <"$tmp/trace")" -gt 3
done
ok 'there was something to hide' test "$found" -ge 1

finish
