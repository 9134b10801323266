#!/bin/sh
# SPDX-License-Identifier: MIT
# The tables of nst-event(5) say what "nst-dump --tables" says, and describe every type and every
# key.
. tests/tap.sh

page=man/nst-event.5

# The rows of SOURCE TABLES, one line for each column: event, key, table, column, presence.
documented() {
	awk '
		# commas inside of parentheses belong to an expression
		function columns(text, i, c, depth, n) {
			column[n = 1] = ""
			for (i = 1; i <= length(text); i++) {
				c = substr(text, i, 1)
				depth += (c == "(") - (c == ")")
				if (c == "," && depth == 0) {
					column[++n] = ""
					i++
				} else {
					column[n] = column[n] c
				}
			}
			return n
		}
		/^\.Sh / { sources = $0 == ".Sh SOURCE TABLES" }
		!sources { next }
		/^\.Ss / { event = $2; sub(/,$/, "", event); table = $4 }
		/^\.It / {
			split(substr($0, 5), cell, / Ta /)
			count = columns(cell[3])
			for (i = 1; i <= count; i++)
				print event "\t" cell[1] "\t" table "\t" column[i] "\t" cell[2]
		}' "$page"
}

# described SECTION SUBSECTION: the keys that the tables of a subsection describe, or those of a
# section without any.
described() {
	awk -v section=".Sh $1" -v subsection=".Ss $2" '
		/^\.Sh / { inside = $0 == section; there = subsection == ".Ss " }
		/^\.Ss / { there = $0 == subsection }
		inside && there && /^\.It [a-z]/ { print $2 }' "$page"
}

documented | sort >"$tmp/documented"
run nst-dump --tables
is "$status" 0 "nst-dump --tables"
sort "$tmp/out" >"$tmp/tables"
ok "--tables has rows" test -s "$tmp/tables"
is "$(comm -13 "$tmp/documented" "$tmp/tables")" "" "every row of --tables is documented"
is "$(comm -23 "$tmp/documented" "$tmp/tables")" "" "every documented row is in --tables"

sed -n 's/^	T([^"]*"\([^"]*\)".*/\1/p' lib/stream/event.h >"$tmp/types"
ok "lib/stream/event.h has types" test -s "$tmp/types"
while read -r type; do
	ok "nst-event.5 describes $type" grep -qx "\.Ss $type" "$page"
done <"$tmp/types"

described KEYS "" >"$tmp/keys"
for type in $(cut -f 1 "$tmp/tables" | sort -u); do
	[ "$type" != meta ] || continue
	described RECORDS "$type" | cat - "$tmp/keys" >"$tmp/described"
	missing=
	for key in $(awk -F '\t' -v type="$type" '$1 == type { print $2 }' "$tmp/tables" | sort -u); do
		grep -qxF -e "$key" "$tmp/described" || missing="$missing $key"
	done
	is "$missing" "" "the keys of $type are described"
	unknown=
	for key in $(described RECORDS "$type"); do
		awk -F '\t' -v type="$type" -v key="$key" '$1 == type && $2 == key { found = 1 } END { exit !found }' "$tmp/tables" || unknown="$unknown $key"
	done
	is "$unknown" "" "the keys described for $type are real"
done

# told TYPE: the keys that the text about a type names, such as one whose value is always the same.
told() {
	awk -v subsection=".Ss $1" '
		/^\.Sh / { inside = $0 == ".Sh RECORDS" }
		/^\.Ss / { there = $0 == subsection }
		inside && there && /^\.Ql args/ { print $2 }' "$page"
}

# What the programs write on the sample has no key that the page does not describe.
nst-dump "$(profile sample)" 2>/dev/null | nst-link | nst-filter --color '{"":"good"}' |
	jq -r 'select(.type | IN("stream", "end", "meta") | not) | .type as $t | (del(.args) | keys_unsorted[] | "\($t) \(.)"), (.args // {} | keys_unsorted[] | "\($t) args.\(.)")' |
	sort -u >"$tmp/written"
ok "the sample has events" test -s "$tmp/written"
missing=
while read -r type key; do
	{ described RECORDS "$type"; told "$type"; cat "$tmp/keys"; } | grep -qxF -e "$key" || missing="$missing $type:$key"
done <"$tmp/written"
is "$missing" "" "every key in the sample's events is described"
missing=
for key in $(nst-dump "$(profile sample)" 2>/dev/null | jq -r 'select(.type == "stream") | keys_unsorted[]'); do
	{ described RECORDS stream; cat "$tmp/keys"; } | grep -qxF -e "$key" || missing="$missing $key"
done
is "$missing" "" "every key of the header is described"

finish
