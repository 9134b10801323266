#!/bin/sh
# SPDX-License-Identifier: MIT
# What Go's pprof reads from nst-fold --pprof, and what flamegraph.pl draws of its lines.
. tests/tap.sh

flock "$BUILD/viewers.lock" tests/viewers/flame-tools pprof -help >"$tmp/help" 2>&1 || # its status is 2
	grep -q '^usage:' "$tmp/help" || skipall "no pprof: $(tail -n 1 "$tmp/help")"
PPROF_TMPDIR=$tmp
export PPROF_TMPDIR

# raw: the samples that pprof read, as lines.
raw() {
	tests/viewers/flame-tools pprof -raw "$tmp/pb.gz" 2>/dev/null | awk '
		/^Samples:/ { part = 1; next }
		/^Locations/ { part = 2; next }
		/^Mappings/ { part = 3; next }
		part == 1 && $1 ~ /^[0-9]+$/ { sub(/:$/, "", $2); weight[++count] = $2; n = ""; for (i = NF; i > 2; i--) n = n " " $i; stack[count] = n }
		part == 2 { id = $1; sub(/:$/, "", id); line = $0; sub(/^ *[0-9]+: 0x0 (M=1 )?/, "", line); sub(/ :0 s=0(\(\))?$/, "", line); name[id] = line }
		END {
			for (i = 1; i <= count; i++) {
				n = split(stack[i], at, " ")
				line = ""
				for (j = 1; j <= n; j++) line = line (j > 1 ? ";" : "") name[at[j]]
				if (weight[i] > 0) print line, weight[i]
			}
		}' | sort
}

for name in sample pytorch-nccl-2gpu-3.25.0 saxpy-mpi-2.9.1; do
	[ -e "$(profile "$name")" ] || {
		report 0 "$name # SKIP it is not there"
		continue
	}
	nst-dump --stacks "$(profile "$name")" 2>/dev/null | nst-link 2>/dev/null >"$tmp/linked"
	for what in gpu cpu samples; do
		nst-fold --what $what "$tmp/linked" 2>/dev/null | sort >"$tmp/lines"
		nst-fold --what $what --pprof "$tmp/linked" >"$tmp/pb.gz" 2>/dev/null
		[ -s "$tmp/lines" ] || continue
		raw >"$tmp/got"
		same "$tmp/got" "$tmp/lines" "$name: $what: pprof has the stacks and weights of the lines"

		run tests/viewers/flame-tools flamegraph --countname ns --minwidth 0 "$tmp/lines"
		is "$status $(cat "$tmp/err")" '0 ' "$name: $what: flamegraph.pl draws it without a word"
		is "$(sed -n 's/.*<title>all (\([0-9,]*\) ns, 100%).*/\1/p' "$tmp/out" | tr -d ,)" "$(awk '{ sum += $NF } END { printf "%.0f", sum }' "$tmp/lines")" \
			"$name: $what: all of the time is in it"
	done
done
finish
