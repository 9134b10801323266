# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # variables are set in tests/tap.sh
# Compares recorded output of nsys2json with the output of nst: the same parsed events, in the same
# order of tracks. Two known defects of nsys2json are removed from both sides: it lacks registered
# names (null or nothing), and it counts the rows of event class 67, which repeat a call, as calls.

recorded=$PROFILES/../nsys2json
ls "$recorded"/*.json.gz >"$tmp/list" 2>/dev/null || skipall "outputs of nsys2json: not here"

# events NAME: prints one event on each line, with all its members. Registered names are null, and a
# duplicate range is printed once.
events() {
	jq -r --slurpfile names "$tmp/names" '
		($names[0] | map({(.): true}) | add // {}) as $registered
		| def plain: if . == "" or . == null or $registered[.] then null else . end;
		.[] | .name |= plain | if .args.NVTXRegions then .args.NVTXRegions |= (map(plain) | unique) else . end
		| "\(.cat)\t\(.pid)\t\(.tid)\t\(.ts)\t\(.dur)\t\(.ph)\t\(.name)\t\(.args)\t\(.cname)\t\(keys)"'
}

# comparerecorded COMMAND FORM...: compares what the command writes to $tmp/out for a profile and
# a form with each recorded output of one of the forms.
comparerecorded() {
	while read -r output; do
		case=${output##*/}
		case=${case%.json.gz}
		name=${case%.*}
		case " $* " in
		*" ${case##*.} "*) ;;
		*) continue ;;
		esac
		[ -e "$(profile "$name")" ] && chosen || continue
		echo '[]' >"$tmp/names"
		if [ -n "$(sql "$name" "SELECT 1 FROM sqlite_schema WHERE name = 'NVTX_EVENTS'")" ]; then
			sql "$name" "SELECT json_group_array(DISTINCT value) FROM NVTX_EVENTS JOIN StringIds ON id = textId" >"$tmp/names"
		fi
		zcat "$output" | events | sort >"$tmp/theirs"
		"$1" "$(profile "$name")" "${case##*.}"
		events <"$tmp/out" | sort >"$tmp/got"

		: >"$tmp/repeated"
		if [ -n "$(sql "$name" "SELECT 1 FROM pragma_table_info('CUPTI_ACTIVITY_KIND_RUNTIME') WHERE name = 'eventClass'")" ]; then
			sql "$name" -separator '	' "SELECT 'cuda_api', start, [end] - start FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE eventClass = 67" >"$tmp/repeated"
		fi
		awk -F '\t' -v OFMT=%.0f -v CONVFMT=%.0f 'FILENAME == ARGV[1] { repeated[$1, $2, $3] = 1; next } !($1 == "cuda_api" && (($1, $4 * 1000, $5 * 1000) in repeated))' "$tmp/repeated" "$tmp/theirs" >"$tmp/want"
		same "$tmp/got" "$tmp/want" "$case: the same events ($(grep -c . "$tmp/want"))"
		is "$(jq -c 'map([.pid, .tid]) | . == sort' "$tmp/out") $(zcat "$output" | jq -c 'map([.pid, .tid]) | . == sort')" "true true" "$case: tracks in the same order"
		is "$(jq -c '[range(1; length) as $i | select(.[$i - 1].tid == .[$i].tid and .[$i - 1].pid == .[$i].pid and .[$i - 1].ts > .[$i].ts)] | length' "$tmp/out")" 0 "$case: each in order of time"
		is "$(jq -r '.[] | keys_unsorted | map(select(. != "cname")) | join(" ")' "$tmp/out" | sort -u)" "name ph cat ts dur tid pid args" "$case: keys in the same order"
	done <"$tmp/list"
}
