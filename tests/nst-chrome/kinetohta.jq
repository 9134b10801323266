# SPDX-License-Identifier: MIT
# The figures that HTA computes of a trace, by its definitions in ../shared/kineto/README.md: a line
# of compute, non-compute and idle time and the span of all work, in us, and one of the share of
# communication that runs beside computation, in per cent.
def ns: . * 1000 | round;
def intervals: map([(.ts | ns), (.ts | ns) + (.dur | ns)]) | sort;
def union: reduce intervals[] as [$from, $to] ({sum: 0, until: null};
	if .until == null or $from > .until then .sum += $to - $from | .until = $to
	elif $to > .until then .sum += $to - .until | .until = $to else . end) | .sum;
def us: . / 1000;

[.traceEvents[] | select(.ph == "X" and .cat != "Trace" and (.args.stream // -1) >= 0)
	| {ts, dur, kind: (if .name | test("^nccl"; "i") then "comm"
		elif .name | test("^(hip)?Mem(cpy|set)|^dma") then "memory" else "compute" end)}] as $work
| ($work | intervals) as $all
| (($all | map(.[1]) | max) - $all[0][0]) as $span
| ($work | union) as $busy
| ($work | map(select(.kind == "compute"))) as $compute
| ($work | map(select(.kind == "comm"))) as $comm
| ($compute | union) as $computing
| ($comm | union) as $communicating
| "\($computing | us) \($busy - $computing | us) \($span - $busy | us) \($span | us)",
	(if $communicating == 0 then "none" else
		(($computing + $communicating - ($compute + $comm | union)) * 10000 / $communicating
			| round / 100) end)
