# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# The expected output of nst-dump for an export. SQLite computes it from the same file in another
# way: by whole tables, joins and ORDER BY. Sourced after tap.sh.

# Uninitialized memory is then not 0 by luck.
MALLOC_PERTURB_=85
export MALLOC_PERTURB_

# hostof FILE: prints the hash of the name of the host, FNV-1a of 64 bits; nothing if the export has
# no name.
hostof() {
	bytes=$(sqlite3 "$1" "SELECT hex(value) FROM TARGET_INFO_SYSTEM_ENV WHERE name = 'Hostname' AND typeof(value) = 'text' LIMIT 1" 2>/dev/null | sed 's/../0x& /g')
	hash=-3750763034362895579
	for byte in $bytes; do
		hash=$(((hash ^ byte) * 1099511628211))
	done
	[ -z "$bytes" ] || printf '%016x' $hash
}

# filteredby TYPE...: the key "filtered" of a header, if not all types are asked for that are usual.
filteredby() {
	sed -n 's/^	T([^"]*"\([^"]*\)".*/\1/p' lib/stream/event.h |
		grep -Evx 'stream|end|failed|meta|nvtx-kernel|call-kernel|gpu-state|gpu-queue|collective|path|finding' |
		awk -v asked="$*" 'BEGIN { n = split(asked, words, " "); for (i in words) wanted[words[i]] = 1 }
			wanted[$0] { kept = kept sep "\"" $0 "\""; sep = "," }
			!wanted[$0] && !/^(generic|etw|block)$/ { lacks = 1 }
			END { if (n && lacks) printf ",\"filtered\":{\"by\":[\"type\"],\"types\":[%s]}", kept }'
}

# oraclerows FILE [STYLE [FROM TO [TYPE...]]]: the stream, and $filtered.
oraclerows() {
	export_file=$1 style=${2:-short} from=${3:--9223372036854775808} to=${4:-9223372036854775807}
	shift $(($# < 4 ? $# : 4))
	filtered=$(filteredby "$@")
	sqlite3 -batch -bail :memory: <<-END
		ATTACH '$export_file' AS p;
		CREATE TEMP TABLE ask AS SELECT '$style' AS style, $from AS since, $to AS until, '$*' AS types, nullif('$(hostof "$export_file")', '') AS host;
		.once $tmp/views.sql
		.read tests/nst-dump/views.sql
		.read $tmp/views.sql
		.read tests/nst-dump/oracle.sql
	END
}

# oracle FILE [STYLE [FROM TO [TYPE...]]]: the whole stream on standard output.
oracle() {
	oraclerows "$@" >"$tmp/oracle.rows" || return
	sed "1s/\(,\"from\":.*\|,\"to\":.*\|}\)\$/$filtered\1/" "$tmp/oracle.rows"
}

# agrees FILE DESCRIPTION [TYPE...]: nst-dump prints, in $tmp/out, what the oracle prints. $naming
# is the style of kernel names, by default short.
agrees() {
	what=$2 file=$1
	shift 2
	oracle "$file" "${naming:-short}" -9223372036854775808 9223372036854775807 "$@" >"$tmp/oracle.ndjson" 2>"$tmp/oracle.err" || note "oracle: $(cat "$tmp/oracle.err")"
	same "$tmp/out" "$tmp/oracle.ndjson" "$what"
}

# fixture NAME <SQL: makes the export $tmp/NAME.sqlite, with a table StringIds. The file's name is
# in $db.
fixture() {
	db=$tmp/$1.sqlite
	rm -f "$db"
	{
		echo 'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;'
		echo 'CREATE TABLE StringIds(id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);'
		cat
		echo 'COMMIT;'
	} | sqlite3 -batch -bail "$db" >"$tmp/fixture.out" || note "fixture $1: $(cat "$tmp/fixture.out")"
}

# ask FILE.ndjson QUERY: SQL over a stream: table line(n, text), n counted from 1.
ask() {
	sqlite3 -batch -bail :memory: <<-END
		CREATE TABLE line(text);
		.mode ascii
		.separator "\037" "\n"
		.import $1 line
		.mode list
		ALTER TABLE line RENAME TO lines;
		CREATE VIEW line AS SELECT rowid AS n, text, text ->> 'type' AS type, text ->> 'name' AS name FROM lines;
		$2
	END
}

# events FILE: the lines that are neither header, end nor meta.
events() {
	grep -Ev '^\{"ts":-?[0-9]+,"type":"(stream|end|meta)"' "$1"
}

# made FILTER DESCRIPTION SQL: makes a fixture with $strings. The output of nst-dump $options for
# it, through the filter, equals $tmp/wanted, without a message; and unless $only, the types, is
# "-", it also equals the output of the oracle.
made() {
	fixture made <<-END
		$strings
		$3
	END
	# shellcheck disable=SC2086 # options
	run nst-dump $options "$db"
	is "$status $(cat "$tmp/err")" '0 ' "$2: read"
	"$1" "$tmp/out" >"$tmp/made"
	same "$tmp/made" "$tmp/wanted" "$2"
	# shellcheck disable=SC2086 # types
	[ "$only" = - ] || agrees "$db" "$2: as SQL has it" $only
}
