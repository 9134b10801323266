#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-chain leaves out rows that change nothing in the window of the nst-filter behind nst-link. It
# writes what nst-filter writes of the whole linked stream, for random windows: of random profiles,
# in which everything overlaps, and of real ones.
. tests/tap.sh
. tests/nst-dump/oracle.sh

: "${REPORTS:=../shared/reports}"
SEEDS=${SEEDS:-12} WINDOWS=${WINDOWS:-10}

# random SEED: SQL of a small profile: threads of two processes, ranges that nest, cross and stay
# open, calls with equal correlation ids, work that begins before its call or long after it.
random() {
	awk -v seed="$1" '
	function below(n) { return int(rand() * n) }
	function length_() { return int(exp(rand() * log(span / 8))) * (below(9) > 0) }
	function tid(i) { return "281474976710656 + (" 7 + int(i / 3) " << 24) + " 20 + i }
	function insert(table, values) { print "INSERT INTO " table " VALUES (" values ");" }
	BEGIN {
		srand(seed)
		unit = below(2) ? 1 : 40000
		span = 400 * unit
		calls = below(3) ? 60 : 15
		times = "(start INT, [end] INT, "
		gpu = times "deviceId INT, contextId INT, streamId INT, correlationId INT, globalPid INT, "
		print "CREATE TABLE NVTX_EVENTS" times "eventType INT, text TEXT, globalTid INT,"
		print "endGlobalTid INT, domainId INT);"
		print "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME" times "eventClass INT, globalTid INT,"
		print "correlationId INT, nameId INT);"
		print "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL" gpu "shortName INT);"
		print "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY" gpu "copyKind INT, bytes INT);"
		print "CREATE TABLE OSRT_API(start INT, [end] INT, globalTid INT, nameId INT);"
		print "CREATE TABLE CUBLAS_EVENTS(start INT, [end] INT, globalTid INT, nameId INT);"
		print "CREATE TABLE PROCESSES(globalPid INT, pid INT, name TEXT);"
		print "CREATE TABLE ThreadNames(nameId INT, priority INT, globalTid INT);"
		insert("StringIds", "1, \"one\"); INSERT INTO StringIds VALUES (2, \"two\"")
		for (i = 0; i < 6; i++) {
			insert("ThreadNames", "1, 0, " tid(i))
			insert("PROCESSES", "281474976710656 + (" 7 + i " << 24), " 7 + i ", \"p" i "\"")
		}
		for (i = 0; i < 5; i++) {
			insert("NVTX_EVENTS", "0, NULL, 75, \"domain " i "\", " tid(0) ", NULL, " i)
			insert("NVTX_EVENTS", "0, NULL, 75, \"domain " i "\", " tid(3) ", NULL, " i)
		}
		for (i = 0; i < 80; i++) {
			start = below(span / unit) * unit; thread = tid(below(6))
			end = below(40) ? start + length_() : below(3) ? "NULL" : start + span
			type = below(8) ? below(3) ? 59 : 60 : 34
			insert("NVTX_EVENTS", start ", " (type == 34 ? "NULL" : end) ", " type ", \"r" i "\", " thread \
				", " (below(9) ? "NULL" : tid(below(6))) ", " below(5))
			if (below(6) == 0)
				insert("CUBLAS_EVENTS", start ", " start + length_() ", " thread ", " 1 + below(2))
			if (below(6) == 0)
				insert("OSRT_API", start ", " start + length_() ", " thread ", " 1 + below(2))
		}
		twice = below(3) == 0
		for (i = 0; i < calls; i++) {
			start = below(span / unit) * unit; at = below(6)
			corr = twice ? 1 + below(calls) : i + 1
			values = start ", " start + int(length_() / 8) ", " below(2) ", " tid(at)
			insert("CUPTI_ACTIVITY_KIND_RUNTIME", values ", " corr ", " 1 + below(2))
			for (work = below(3); work > 0; work--) {
				begin = start + length_() * (below(8) ? 1 : -1) / (below(3) ? 20 : 1)
				begin = begin < 0 ? 0 : int(begin)
				values = begin ", " begin + int(length_() / 4) ", " below(2) ", 1, " below(3) ", " \
					(below(20) ? corr : 0) ", 281474976710656 + (" 7 + int(at / 3) " << 24), 1"
				if (below(4))
					insert("CUPTI_ACTIVITY_KIND_KERNEL", values)
				else
					insert("CUPTI_ACTIVITY_KIND_MEMCPY", values ", 100")
			}
		}
	}' </dev/null
}

# windows SEED: random options for a window in the stream $tmp/stream.
windows() {
	sed -n '1s/^{"ts":\(-*[0-9]*\).*/\1/p; $s/^{"ts":\(-*[0-9]*\).*/\1/p' "$tmp/stream" |
		awk -v seed="$1" -v n="$WINDOWS" '
		{ time[NR] = $1 }
		END {
			srand(seed)
			span = time[2] - time[1] + 1
			for (i = 0; i < n; i++) {
				at = int(rand() * span); wide = int(exp(rand() * log(span / 3 + 2)))
				from = i % 3 ? sprintf("+%.0fns", at) : sprintf("%.0fns", time[1] + at)
				to = i % 4 ? sprintf("+%.0fns", at + wide) : sprintf("%.0fns", time[1] + at + wide)
				print (i % 9 == 5 ? "" : "--from " from), (i % 9 == 7 ? "" : "--to " to)
			}
		}'
}

# link FILE [OPTION...]: the whole linked stream.
link() {
	file=$1
	shift
	nst-dump "$file" >"$tmp/stream" 2>/dev/null
	nst-link "$@" "$tmp/stream" >"$tmp/linked" 2>/dev/null
}

# window WINDOW [OPTION...]: whether nst-chain writes the same of that file, with options of
# nst-link.
window() {
	words=$1
	shift
	# shellcheck disable=SC2086 # options
	nst-filter $words <"$tmp/linked" >"$tmp/want" 2>"$tmp/wanterr"
	# shellcheck disable=SC2086 # options
	run nst-chain nst-dump "$file" '|' nst-link "$@" '|' nst-filter $words
	grep '^nst-filter: ' "$tmp/err" >"$tmp/goterr"
	[ "$status" -eq 0 ] && cmp -s "$tmp/out" "$tmp/want" && cmp -s "$tmp/goterr" "$tmp/wanterr" &&
		return
	note "nst-chain nst-dump $file | nst-link $* | nst-filter $words: $status" \
		"$(diff "$tmp/out" "$tmp/want" | head -n 4 | cut -c -300)"
	return 1
}

# alike FILE NAME SEED [OPTION...]: random windows, with options of nst-link.
alike() {
	file=$1 name=$2 seed=$3 differ=0
	shift 3
	link "$file" "$@"
	windows "$seed" >"$tmp/windows"
	tried=0
	while read -r words; do
		chosen || continue
		tried=$((tried + 1))
		window "$words" "$@" || differ=$((differ + 1))
	done <"$tmp/windows"
	is "$differ of $tried windows" "0 of $tried windows" "$name: windows${*:+, nst-link $*}"
}

# linked DESCRIPTION FROM TO EVENTS <SQL: a window of an export with kernels, which has these
# events. The first rows of all tables are others: they are never left out.
linked() {
	{
		random 0 | sed '/^INSERT/,$d'
		echo "INSERT INTO NVTX_EVENTS VALUES (1, 2, 59, 'first', 281474976710656, NULL, 0);
			INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 2, 0, 281474976710656, 9, 1);
			INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (3, 4, 0, 1, 1, 9, 281474976710656, 1);"
		cat
	} >"$tmp/sql"
	fixture case <"$tmp/sql"
	link "$db"
	ok "$1" window "--from $2ns --to $3ns"
	is "$(jq -r 'select(.type != "stream" and .type != "end") |
		"\(.type)/\(.nvtx // [] | join(","))"' "$tmp/out" | paste -s -d' ' -)" \
		"$4" '... and it has these events'
}

linked 'a range before the window, with work before and behind it' 200 300 nvtx-kernel/ <<'END'
INSERT INTO NVTX_EVENTS VALUES (5, 100, 59, 'range', 281474976710656, NULL, 0);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (10, 20, 0, 281474976710656, 1, 1),
	(90, 95, 0, 281474976710656, 2, 1);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (30, 40, 0, 1, 1, 1, 281474976710656, 1),
	(500, 600, 0, 1, 1, 2, 281474976710656, 1);
END
linked 'a range behind the window, with work before the window' 200 300 nvtx-kernel/ <<'END'
INSERT INTO NVTX_EVENTS VALUES (400, 700, 59, 'range', 281474976710656, NULL, 0);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (410, 420, 0, 281474976710656, 1, 1),
	(610, 620, 0, 281474976710656, 2, 1);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (130, 140, 0, 1, 1, 1, 281474976710656, 1),
	(630, 640, 0, 1, 1, 2, 281474976710656, 1);
END
linked 'a range that ends with its call, which takes no time' 55 56 'kernel/range nvtx-kernel/' <<'END'
INSERT INTO NVTX_EVENTS VALUES (5, 10, 59, 'range', 281474976710656, NULL, 0);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (10, 10, 0, 281474976710656, 1, 1);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (50, 60, 0, 1, 1, 1, 281474976710656, 1);
END

linked 'a wrong value far behind the window' 55 56 'kernel/range nvtx-kernel/' <<'END'
INSERT INTO NVTX_EVENTS VALUES (5, 20, 59, 'range', 281474976710656, NULL, 0);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (10, 12, 0, 281474976710656, 1, 1),
	(900, 910, 0, 281474976710656, 3, 'no number'), (990, 999, 0, 281474976710656, 4, 1);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (50, 60, 0, 1, 1, 1, 281474976710656, 1);
END
is "$(cat "$tmp/err")" '' '... and nothing of it is said: the row is left out'

# damaged DESCRIPTION VALUES: a kernel before the window has a time or id of a wrong type.
damaged() {
	{
		random 0 | sed '/^INSERT/,$d'
		echo "INSERT INTO NVTX_EVENTS VALUES (1, 2, 59, 'first', 281474976710656, NULL, 0);
			INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 2, 0, 281474976710656, 9, 1),
				(10, 12, 0, 281474976710656, 1, 1);
			INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES
				(3, 4, 0, 1, 1, 9, 281474976710656, 1),
				($2),
				(500, 600, 0, 1, 1, 1, 281474976710656, 1);"
	} >"$tmp/sql"
	fixture case <"$tmp/sql"
	link "$db"
	nst-filter --from 400ns --to 700ns <"$tmp/linked" >"$tmp/want"
	run nst-chain nst-dump "$db" '|' nst-link '|' nst-filter --from 400ns --to 700ns
	is "$status" 1 "a window fails where $1 before it has a wrong type"
	is "$(cat "$tmp/out")" "$(cat "$tmp/want")" '... and its events are the same'
	like "$(cat "$tmp/err")" 'CUPTI_ACTIVITY_KIND_KERNEL: left out 1 values of a wrong type' \
		'... and it says so'
}

damaged 'the end of a kernel' "50, 'text', 0, 1, 1, 2, 281474976710656, 1"
damaged 'the call of a kernel' "50, 60, 0, 1, 1, 'text', 281474976710656, 1"
damaged 'the stream of a kernel' "50, 60, 0, 1, 'text', 2, 281474976710656, 1"

seed=0
while [ $seed -lt "$SEEDS" ]; do
	seed=$((seed + 1))
	random $seed >"$tmp/sql"
	fixture random <"$tmp/sql"
	case $((seed % 4)) in
	0) alike "$db" "random profile $seed" $seed --project nvtx,osrt --nvtx cuda-api,osrt ;;
	1) alike "$db" "random profile $seed" $seed --ops kernel,memcpy ;;
	*) alike "$db" "random profile $seed" $seed ;;
	esac
done

# large FILE: makes it so large that two threads scan its tables.
large() {
	sqlite3 -batch -bail "$1" "CREATE TABLE padding(bytes BLOB);
		INSERT INTO padding VALUES (zeroblob(17 << 20))"
}

random 100 >"$tmp/sql"
fixture large <"$tmp/sql"
large "$db"
alike "$db" 'large random profile' 100
cp "$BUILD/sample.sqlite" "$tmp/large-sample.sqlite"
chmod u+w "$tmp/large-sample.sqlite"
large "$tmp/large-sample.sqlite"
alike "$tmp/large-sample.sqlite" 'large sample' 101
if command -v strace >/dev/null && [ "$(nproc)" -gt 1 ]; then
	# the tools of the pipeline have one thread too
	for size in sample large-sample; do
		[ $size = sample ] && file=$BUILD/sample.sqlite || file=$tmp/$size.sqlite
		run strace -f -qq -e trace=clone,clone3 -o "$tmp/$size.trace" nst-chain \
			nst-dump "$file" '|' nst-link '|' nst-filter --from +1ms --to +2ms
	done
	is "$(grep -c CLONE_THREAD "$tmp/large-sample.trace")" \
		$(($(grep -c CLONE_THREAD "$tmp/sample.trace") + 1)) 'a large profile is scanned by one thread more'
else
	skip 'strace is not installed, or there is one core' 'the threads of a scan'
fi

alike "$BUILD/sample.sqlite" sample 1
alike "$BUILD/sample.nsys-rep" 'sample report' 2
any=''
for file in "$PROFILES"/*.sqlite "$REPORTS"/*.sqlite; do
	[ -e "$file" ] || continue
	any=1 seed=$((seed + 1))
	alike "$file" "${file##*/}" $seed
done
[ -n "$any" ] || skip "no real exports in $PROFILES" 'windows of real exports'

finish
