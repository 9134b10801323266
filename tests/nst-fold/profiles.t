#!/bin/sh
# SPDX-License-Identifier: MIT
# Of each profile: stacks as jq makes them of the stream, weights as nst-sum and jq add them up, and
# pprof's file has the same.
. tests/tap.sh

# lines: sorted, as jq has them: stack, tab, weight.
weigh() {
	awk -F '\t' '{ sum[$1] += $2 } END { for (i in sum) if (sum[i] > 0) printf "%s %.0f\n", i, sum[i] }' | sort
}

# names: of frames, from the leaves of the lines, with the sums of their weights.
leaves() {
	sed 's/\(.*;\)*\(.*\) \([0-9]*\)$/\2\t\3/' | weigh
}

# inside: each frame with the weights of the lines that it is in, as often as it is there.
inside() {
	awk '{ weight = $NF; sub(/ [0-9]+$/, ""); n = split($0, frame, ";"); for (i = 1; i <= n; i++) printf "%s\t%.0f\n", frame[i], weight }' | weigh
}

# summed: what nst-sum has by name, in the form of these.
summed() {
	nst-sum --names raw --by name --tsv | sed 1d | cut -f 1,3 | tr ';' : | sed 's/^\t/(unnamed)\t/' | weigh
}

# decoded: the samples of pprof's file as lines again; each has two values.
decoded() {
	gzip -dc | protoc --decode=Profile -I tests/nst-fold profile.proto >"$tmp/text" || return
	awk '
		/^sample \{/ { n = v = 0 }
		/^  location_id:/ { at[++n] = $2 }
		/^  value:/ { value[++v] = $2 }
		/^}/ && v == 2 { line = ""; for (i = n; i > 0; i--) line = line at[i] (i > 1 ? ";" : ""); samples[++count] = line; weights[count] = value[2]; events += value[1]; v = 0 }
		/^location \{/ { kind = "location" }
		/^function \{/ { kind = "function" }
		/^  id:/ { id = $2 }
		/^    function_id:/ { place[id] = $2 }
		/^  name:/ { called[id] = $2 }
		/^string_table:/ { text = $0; sub(/^string_table: "/, "", text); sub(/"$/, "", text); strings[total++] = text }
		END {
			for (i = 1; i <= count; i++) {
				n = split(samples[i], at, ";")
				line = ""
				for (j = 1; j <= n; j++) line = line (j > 1 ? ";" : "") strings[called[place[at[j]]]]
				if (weights[i] > 0) printf "%s %.0f\n", line, weights[i]
			}
			print events + 0 > "'"$tmp"'/events"
		}' "$tmp/text" | sort
}

# pprof NAME WHAT EVENTS: the same stacks and weights, of so many events.
pprof() {
	command -v protoc >/dev/null || {
		report 0 "$1: pprof # SKIP protoc is not installed"
		return 0
	}
	nst-fold --names raw --pprof --what "$2" "$tmp/linked" 2>/dev/null | decoded >"$tmp/again"
	# protoc escapes quotes, backslashes and what is not ASCII
	sed 's/\\/\\\\/g; s/["'\'']/\\&/g' "$tmp/out" | sort >"$tmp/lines"
	if LC_ALL=C grep -q '[^ -~]' "$tmp/lines"; then
		report 0 "$1: $2: pprof # SKIP its names are not ASCII"
	else
		same "$tmp/again" "$tmp/lines" "$1: $2: pprof has the same stacks"
	fi
	is "$(cat "$tmp/events")" "$3" "$1: $2: pprof has the number of events"
}

gpu='.type | IN("kernel", "graph", "memcpy", "memset", "decompress")'
cpu='.tid != null and .dur != null and (.type | IN("nvtx-kernel", "call-kernel", "host-launch") | not)'
for name in $(profiles); do
	nst-dump --stacks "$(profile "$name")" 2>/dev/null | nst-link >"$tmp/linked" 2>/dev/null

	run nst-fold --names raw "$tmp/linked"
	is "$status" 0 "$name: gpu"
	jq -c "select($gpu)" "$tmp/linked" >"$tmp/events.ndjson"
	jq -r '[((.nvtx // []) + [.name] | map(gsub(";"; ":") | tojson[1:-1] | gsub("\\\\\""; "\"")) | join(";")), .dur] | @text "\(.[0])\t\(.[1])"' "$tmp/events.ndjson" |
		weigh >"$tmp/want"
	sort "$tmp/out" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: gpu: stacks and weights are those of jq"
	leaves <"$tmp/out" >"$tmp/got"
	summed <"$tmp/events.ndjson" >"$tmp/want" 2>/dev/null
	same "$tmp/got" "$tmp/want" "$name: gpu: by name they add up to the totals of nst-sum"
	pprof "$name" gpu "$(wc -l <"$tmp/events.ndjson")"

	run nst-fold --names raw --what cpu "$tmp/linked"
	is "$status" 0 "$name: cpu"
	jq -c "select($cpu)" "$tmp/linked" >"$tmp/events.ndjson"
	inside <"$tmp/out" >"$tmp/got"
	summed <"$tmp/events.ndjson" >"$tmp/want" 2>/dev/null
	same "$tmp/got" "$tmp/want" "$name: cpu: what a name is in adds up to the total of nst-sum"
	pprof "$name" cpu "$(wc -l <"$tmp/events.ndjson")"

	run nst-fold --names raw --what samples "$tmp/linked"
	is "$status" 0 "$name: samples"
	jq -c 'select(.type == "sample" and .args.cycles > 0)' "$tmp/linked" >"$tmp/events.ndjson"
	jq -r '[(.args.stack // [{symbol: .name}] | map(.symbol // "[\(.module)]" | gsub(";"; ":")) | join(";")), .args.cycles] | "\(.[0])\t\(.[1])"' "$tmp/events.ndjson" |
		weigh >"$tmp/want"
	sort "$tmp/out" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: samples: stacks and cycles are those of jq"
	pprof "$name" samples "$(wc -l <"$tmp/events.ndjson")"
done
finish
