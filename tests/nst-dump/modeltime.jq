# SPDX-License-Identifier: MIT
# Times as [seconds, nanoseconds], since jq has doubles. Both have the sign of the time.
def pair: (if startswith("-") then -1 else 1 end) as $sign
	| ltrimstr("-") | "000000000" + .
	| [$sign * (.[:-9] | tonumber), $sign * (.[-9:] | tonumber)];

# Decimal microseconds as text, without digits behind the nanoseconds that are not 0.
def micros: capture("^(?<s>-?)(?<i>[0-9]+)([.](?<f>[0-9]*))?([eE](?<e>[-+]?[0-9]+))?$")
	| ((.e // "0" | ltrimstr("+") | tonumber) + 3 - (.f // "" | length)) as $power
	| .s + ((.i + (.f // "")) | if $power >= 0 then . + "0" * $power
		elif .[$power:] | test("^0*$") then .[:$power] else error("below a nanosecond: " + .) end)
	| pair;

# The nanoseconds from a time to another: exact up to 2^53.
def since($from): (.[0] - $from[0]) * 1000000000 + .[1] - $from[1];
