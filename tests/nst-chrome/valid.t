#!/bin/sh
# SPDX-License-Identifier: MIT
# What the golden cases promise is a trace that the viewers load: JSON, valid UTF-8, no surrogate
# escapes, the keys they need.
. tests/tap.sh

# The cases whose output is a whole trace.
set --
for out in tests/nst-chrome/cases/*.out; do
	case $(head -n 1 "$out") in
	'[' | '{'*traceEvents*) set -- "$@" "$out" ;;
	esac
done
ok 'there are cases' test $# -gt 50
ok 'UTF-8' iconv -f UTF-8 -t UTF-8 "$@"
is "$(grep -El '(^|[^\\])(\\\\)*\\u[dD][89a-fA-F]' "$@")" '' 'no surrogate escapes'
is "$(for out; do tr -d ' \n' <"$out" | head -c 3 && echo; done | sort -u | paste -s -d ' ')" '[{" {"d' 'known as a trace by their first bytes'
is "$(jq -n '[inputs] | length' "$@")" $# 'each one JSON value'
is "$(jq -r '(.traceEvents? // .) | select(length == 0 or any(.[];
	((.ph | IN("X", "i", "C", "M")) and (.cat | type) == "string" and (.name | type) == "string" and (.args | type) == "object"
	and ((.pid | type) == "string" or (.pid != .tid and all(.pid, .tid; . >= 1 and . <= 2147483647 and . == floor)))
	and (.ph == "M" or (.ts | type) == "number") and (.ph != "X" or .dur >= 0)) | not)) | input_filename' "$@")" '' 'what viewers ask of each event'
finish
