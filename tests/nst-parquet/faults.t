#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-parquet on command lines, streams and disks that are wrong: one line says what, what was there
# stays, and no half-made file appears.
. tests/tap.sh
. tests/nst-parquet/fleet.sh

needduckdb
mkdir "$tmp/here" "$tmp/temporary"
cd "$tmp/here" || exit 1
export TMPDIR="$tmp/temporary"
nst-dump "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null >"$tmp/rank3.ndjson"
cp "$tmp/rank3.ndjson" .

# here: all files, hidden ones too.
here() {
	find . "$TMPDIR" -type f -o -name '.nst*' | sort | paste -s -d ' '
}

# refused MESSAGE WORD...: status 2, with this message, and nothing done.
refused() {
	message=$1
	shift
	run nst-parquet "$@"
	is "$status $(head -n 1 "$tmp/err")" "2 nst-parquet: $message" "refused: $*"
}

refused '--run is missing: it names the run' rank3.ndjson
refused "--run: 'a/b' is not made of letters, digits, and . _ - behind the first" --run a/b x
refused "--run: '.a' is not made of letters, digits, and . _ - behind the first" --run=.a x
refused "--run: '_a' is not made of letters, digits, and . _ - behind the first" --run _a x
for name in NULL null; do
	refused "--run: engines read '$name' as NULL" --run $name x
done
refused "--rank: '-1' is no number, or too large" --run r --rank -1 x
refused "--rank: '1234567890' is no number, or too large" --run r --rank 1234567890 x
refused '--rank: 2 files have one each' --run r --rank 1 rank1 rank2
refused 'rank2: rank 2 is there twice' --run r a/rank2 rank2
refused 'a/rank: no rank: no number behind '\''rank'\'' in its name' --run r a/rank rank1
refused 'rank1234567890: rank 1234567890 is too large' --run r rank1234567890
refused '--run needs a value' --run
refused "unknown option '--row'" --row
is "$(here)" './rank3.ndjson' 'refused: nothing was done'

# Ranks by names.
cp rank3.ndjson mine.ndjson
run nst-parquet --run one -o out mine.ndjson
is "$status $(grep -c "^nst-parquet: mine.ndjson: rank 0: no --rank, and no number behind 'rank' in its name\$" "$tmp/err") $(cd out && echo */*/*)" \
	'0 1 run=one/rank=0/events.parquet' 'the only file has rank 0'
run sh -c 'nst-parquet --run two -o out <mine.ndjson'
is "$status $(cd out && echo run=two/*/*)" '0 run=two/rank=0/events.parquet' '... standard input, too'
run nst-parquet --run three --rank 0 -o out mine.ndjson
is "$status $(grep -c 'no --rank' "$tmp/err")" '0 0' 'a rank that is given needs no message'
rm -r out mine.ndjson
cp rank3.ndjson Rank_007-x.of.gz
run nst-parquet --run r -o a/b rank3.ndjson Rank_007-x.of.gz
is "$status $(find a -type f | sort | paste -s -d ' ')" \
	'0 a/b/run=r/rank=3/events.parquet a/b/run=r/rank=7/events.parquet' \
	'ranks by the names of files'
rm -r a Rank*

# Compressed streams, standard input, and profiles.
run nst-parquet --run r rank3.ndjson
mv run=r/rank=3/events.parquet ../plain
for pack in gzip zstd xz; do
	if command -v $pack >/dev/null; then
		$pack -c rank3.ndjson >packed
		run nst-parquet --run r --rank 3 --force packed
		same run=r/rank=3/events.parquet ../plain "a stream by $pack"
	else
		skip "$pack is not installed" "a stream by $pack"
	fi
done
rm -f packed
for input in 'cat rank3.ndjson |' ''; do
	run sh -c "$input nst-parquet --run r --rank 3 --force - <rank3.ndjson"
	same run=r/rank=3/events.parquet ../plain "standard input: '$input'"
done
run nst-parquet --run r --rank 3 --force "$(profile sample)"
same run=r/rank=3/events.parquet ../plain 'an export, through nst-dump and nst-link'
cp "$BUILD/sample.nsys-rep" ./-rank4.nsys-rep
run nst-parquet --run r -- -rank4.nsys-rep
is "$status $(tail -n 1 "$tmp/err" | cut -d , -f 1)" \
	'0 nst-parquet: -rank4.nsys-rep: wrote run=r/rank=4/events.parquet' 'a report'
rm -rf ./-rank4.nsys-rep run=r/rank=4

# fails PATTERN DESCRIPTION COMMAND...: status 1 and such a message, in one line; the files are
# those of before.
fails() {
	pattern=$1 what=$2
	shift 2
	before=$(here)
	sum=$(cksum run=*/*/*)
	run "$@"
	is "$status" 1 "$what: fails"
	grep -v 'nst-link: stdin: thread' "$tmp/err" >"$tmp/said"
	like "$(cat "$tmp/said")" "^nst-parquet: $pattern" "$what: says so"
	is "$(wc -l <"$tmp/said")" 1 "$what: in a line"
	is "$(here) $(cksum run=*/*/*)" "$before $sum" "$what: what was there stays, alone"
}

fails 'run=r/rank=3/events.parquet: exists: kept \(see --force\)$' 'a file that is there' \
	nst-parquet --run r rank3.ndjson
fails 'x: no such file$' 'no such file' nst-parquet --run r --rank 5 x
mkdir -p run=r/rank=9/events.parquet
fails 'run=r/rank=9/events.parquet: is a folder$' 'a folder' \
	nst-parquet --run r --rank 9 --force rank3.ndjson
rm -r run=r/rank=9
: >blocked
fails '.*blocked' 'a file where the folder should be' nst-parquet --run r -o blocked rank3.ndjson
rm blocked

# stream TEXT: nst-parquet on such lines, over a file that is there.
stream() {
	printf '%s\n' "$@" | nst-parquet --run r --rank 3 --force
}

head -n 2000 rank3.ndjson >cut.out
fails 'stdin: not written: nst-filter: stdin: truncated input: it has a header and no end record' \
	'a stream that was cut' sh -c 'nst-parquet --run r --rank 3 --force - <cut.out'
gzip -c rank3.ndjson | head -c 20000 >cut.out
fails 'cut.out: not written: nst-filter: stdin: compressed by gzip, and truncated$' 'cut gzip' \
	nst-parquet --run r --rank 3 --force cut.out
head -c 100000 "$(profile sample)" >cut.sqlite
fails 'cut.sqlite: not written: nst-dump: ./cut.sqlite: truncated' 'a profile that was cut' \
	nst-parquet --run r --rank 3 --force cut.sqlite
rm cut.out cut.sqlite
fails 'stdin: not written: nst-filter: stdin: empty input' 'nothing' \
	sh -c ': | nst-parquet --run r --rank 3 --force'
fails 'stdin: not written: nst-filter: stdin:1: bad line: ' 'no stream' stream 'x'
fails 'stdin: not written: nst-filter: stdin:1: bad line: "ts" is not' 'a time' \
	stream '{"ts":1.5}'

# A key of a type that its column has not is no value and no NULL.
for line in '"pid":"0"' '"pid":1.5' '"pid":1e3' '"pid":true' '"pid":9223372036854775808' \
	'"pid":[1]' '"domain":1' '"cname":{}' '"open":1' '"open":"true"' '"value":"1"' '"value":true' \
	'"nvtx":"a"' '"nvtx":["a",1]' '"nvtx":["a",null]' '"captured":[["a"]]' '"args":[1]' \
	'"args":"x"' '"launch":5' '"p\u0069d":"0"' '"pid" :	"0"' '"pid":-1.5'; do
	! chosen || fails 'stdin: not written: duckdb: .*a key of a wrong type: {"ts":1,' "$line" \
		stream "{\"ts\":1,$line}"
done
for line in '"pid":1,"pid":2' '"args":{"bytes":1,"bytes":2}' '"launch":{"tid":1,"tid":1}'; do
	fails 'stdin: not written: duckdb: .*a key is there twice: {"ts":1,' "$line" \
		stream "{\"ts\":1,$line}"
done
fails 'stdin: not written: duckdb: .*not utf-8' 'a byte that is no text' \
	sh -c 'printf "{\"ts\":1,\"name\":\"\377\"}\n" | nst-parquet --run r --rank 3 --force'
fails 'stdin: not written: duckdb: .*line size of 16777216 bytes exceeded' 'a line of 20 MB' \
	sh -c '(printf "{\"ts\":1,\"name\":\""
			head -c 20000000 /dev/zero | tr "\\0" x
			echo "\"}") | nst-parquet --run r --rank 3 --force'

# What is right at the edges: null is absent, and all integers of 64 bits are.
line='"dur":null,"open":null,"nvtx":null,"args":null,"launch":null,"name":"a\u0000\"\u00e9"'
run stream "{\"ts\":-9223372036854775808,\"pid\":9223372036854775807,\"value\":-1.5e300,$line}"
is "$status $(cat "$tmp/err" | cut -d , -f 2)" '0  1 records' 'a record at the edges'
is "$(ask <<-END
	SELECT ts, dur, "open", pid, nvtx, args, launch, value = -1.5e300,
	    name = 'a' || chr(0) || '"é', more
	FROM 'run=r/rank=3/events.parquet';
END
)" '-9223372036854775808			9223372036854775807				true	true	' '... as it is'

# A number too large for its column is there as it was written, and said; the largest one is none.
# large VALUE MORE: such a value.
large() {
	run stream "{\"ts\":1,\"type\":\"counter\",\"value\":$1,\"args\":{\"count\":7,\"x\":1}}"
	is "$status $(head -n 1 "$tmp/err")" \
		"0 nst-parquet: stdin: a value too large for its column: 1 records, there in\
 'more'" \
		"$1: said"
	is "$(ask <<-END
		SELECT value, args.count, more FROM 'run=r/rank=3/events.parquet';
	END
	)" "	7	{\"value\":$1,\"args\":{\"x\":1}}" "$1: kept"
}
large 1e400
large -1E999
large 1797693134862315800000e288
run stream '{"ts":1,"value":1.7976931348623157e308}' '{"ts":2,"value":5e-324}' \
	'{"ts":3,"name":"1e400","more":1e400}'
is "$status $(sed 's/.*, //' "$tmp/err")" '0 3 records' 'the largest number: nothing is said'
is "$(ask <<-END
	SELECT value, coalesce(more, '{}') FROM 'run=r/rank=3/events.parquet';
END
)" '1.7976931348623157e+308	{}
5e-324	{}
	{"more":1e400}' 'the largest number: as it is'
run stream '{"ts":1,"value":1e400,"args":{"bytes":"x"}}'
is "$(ask <<-END
	SELECT value, more FROM 'run=r/rank=3/events.parquet';
END
)" '	{"ts":1,"value":1e400,"args":{"bytes":"x"}}' 'in a record that is kept whole: once'

# Numbers without a column: integers are exact, others are doubles.
run stream '{"ts":1,"args":{"a":123456789012345678901234567890,"b":-9223372036854775809,"c":9007199254740993.0,"d":1e400,"e":0.10}}'
is "$(ask <<-END
	SELECT more FROM 'run=r/rank=3/events.parquet';
END
)" '{"args":{"a":123456789012345678901234567890,"b":-9223372036854775809,"c":9007199254740992.0,"d":1e400,"e":0.1}}' \
	'numbers without a column'

# Half a surrogate pair has no UTF-8, and Node writes U+FFFD for it, too. What looks like one and is
# none stays.
halves='{"ts":1,"name":"\ud800\uDFFF\udbff","nvtx":["a\uDC00"],"args":{"kind":"\uD83Dx"}}
{"ts":2,"name":"\\ud800\ud83D\uDe00\\\udead\u00e9","x\ud800":"\ud800\ud800\udc00"}
{"ts":3,"name":"\\ud800","nvtx":["\uD83D\uDE00"],"args":{"kind":"\uD7FF\uE000"}}'
run stream "$halves"
is "$status $(sed 's/ wrote .*, / /' "$tmp/err")" \
	'0 nst-parquet: stdin: half a surrogate pair in a string: 2 records, U+FFFD for it
nst-parquet: stdin: 3 records' 'half a surrogate pair: said'
is "$(ask <<-END | jq -c
	SELECT json_array(ts, name, nvtx[1], args.kind, more) FROM 'run=r/rank=3/events.parquet';
END
)" "$(printf '%s\n' "$halves" | node -e '
	const text = value => typeof value === "string" ? Buffer.from(value).toString() :
		Array.isArray(value) ? value.map(text) :
		typeof value === "object" ? Object.fromEntries(Object.entries(value).map(
			([key, member]) => [text(key), text(member)])) : value;
	for (const line of require("fs").readFileSync(0, "utf8").trim().split("\n")) {
		const { ts, name, nvtx, args, ...more } = text(JSON.parse(line));
		console.log(JSON.stringify([ts, name, nvtx?.[0] ?? null, args?.kind ?? null,
			Object.keys(more).length ? more : null]));
	}')" 'half a surrogate pair: U+FFFD for it'

# Members of another type than their field are not lost, and said.
# odd ARGS WANTED: such args.
odd() {
	chosen || return 0
	run stream "{\"ts\":1,\"type\":\"kernel\",\"pid\":5,\"args\":$1}"
	is "$status $(head -n 1 "$tmp/err")" "0 nst-parquet: stdin: args, or launch, of other types than\
 their columns: 1 records, whole in 'more'" "$1: said"
	is "$(ask <<-END
		SELECT pid, args, more ->> '\$.args' FROM 'run=r/rank=3/events.parquet';
	END
	)" "5		$1" "$1: kept"
}
odd '{"bytes":"x","kind":"y"}'
odd '{"bytes":1.5}'
odd '{"bytes":18446744073709551615}'
odd '{"kind":7}'
odd '{"tid":"0"}'
odd '{"bytes":{"x":1}}'
odd '{"grid":[1,9223372036854775808,1]}'
odd '{"grid":[1,2.5]}'
odd '{"grid":"1"}'
odd '{"block":[1,null]}'

# All forms of lines that readers take.
run sh -c 'printf "{\"ts\":1}\r\n\r\n \t{\"ts\" :\r2 , \"name\":\"#,;\"}\t\n\n{\"ts\":3}" |
	nst-parquet --run r --rank 3 --force'
is "$status $(ask <<-END
	SELECT ts, name, more FROM 'run=r/rank=3/events.parquet';
END
)" '0 1		
2	#,;	
3		' 'white space and ends of lines'

# What has no column is in "more".
args='"payload":{"a":null,"args":{}}' new='"new":[1,{"z":null}]'
run stream "{\"ts\":1,$new,\"args\":{\"bytes\":1,$args},\"launch\":{\"tid\":1,\"x\":2}}"
is "$(ask <<-END
	SELECT args.bytes, launch.tid, more::VARCHAR FROM 'run=r/rank=3/events.parquet';
END
)" "1	1	{$new,\"launch\":{\"x\":2},\"args\":{$args}}" 'more'

# A stream that is not linked is written, and that is said.
nst-dump "$(profile sample)" 2>/dev/null >dumped
run nst-parquet --run r --rank 3 --force dumped
is "$status $(head -n 1 "$tmp/err")" \
	'0 nst-parquet: dumped: not linked: no launch, no nvtx-kernel: nst-link adds them' 'not linked'
nst-merge dumped dumped 2>/dev/null | nst-link >merged 2>/dev/null
run nst-parquet --run r --rank 3 --force merged
is "$status $(head -n 1 "$tmp/err")" \
	'0 nst-parquet: merged: 2 streams merged: all of it is rank 3 here' 'merged'
rm dumped merged
cp rank3.ndjson rank5.ndjson
run nst-parquet --run r rank4.ndjson rank5.ndjson
is "$status $(head -n 1 "$tmp/err") $(ls run=r)" "1 nst-parquet: rank4.ndjson: no such file rank=3
rank=5" 'one that fails stops no other'
rm -r rank5.ndjson run=r/rank=5

# Without DuckDB.
fails 'DuckDB not found: neither the command duckdb, nor Node with the package @duckdb/node-api ' \
	'no DuckDB' env NODE_PATH=/nowhere nst-parquet --run r --rank 3 --force rank3.ndjson

# The command duckdb, where it is: here one that does the same through Node.
mkdir "$tmp/cli"
cat >"$tmp/cli/duckdb" <<END
#!/bin/sh
printf '%s\n' "\$1 \$2 \$3 \$4 \$5 \$6 \$8" >'$tmp/words'
[ ! -e '$tmp/broken' ] || { echo 'IO Error: no room' >&2; exit 1; }
[ ! -e '$tmp/stuck' ] || { echo \$\$ >'$tmp/stuck'; exec sleep 60; }
printf '%s\n' "\$7" >'$tmp/sql'
exec 3<&0
exec node -e '
	const { DuckDBInstance } = require("@duckdb/node-api");
	(async () => {
		const c = await (await DuckDBInstance.create(":memory:")).connect();
		let rows;
		for (const sql of require("fs").readFileSync("$tmp/sql", "utf8").split(";\\n"))
			if (sql.trim())
				rows = (await c.runAndReadAll(sql)).getRowsJson();
		console.log(123);
		console.log(rows[0][0]);
	})();'
END
chmod +x "$tmp/cli/duckdb"
run env PATH="$tmp/cli:$PATH" nst-parquet --run r --rank 3 --force rank3.ndjson
is "$status $(cat "$tmp/words")" '0 -init /dev/null -bail -noheader -list -c :memory:' \
	'the command duckdb: its words'
same run=r/rank=3/events.parquet ../plain 'the command duckdb: the same'
touch "$tmp/broken"
fails 'rank3.ndjson: not written: duckdb: IO Error: no room$' 'the command duckdb fails' \
	env PATH="$tmp/cli:$PATH" nst-parquet --run r --rank 3 --force rank3.ndjson
rm "$tmp/broken"

# No room.
fails '.*(File too large|no room|Error)' 'ulimit' \
	sh -c 'ulimit -f 20; nst-parquet --run r --rank 3 --force rank3.ndjson'
fails '/nowhere: no such folder$' 'no folder for temporary files' \
	env TMPDIR=/nowhere nst-parquet --run r --rank 3 --force rank3.ndjson
mkdir "$tmp/mv"
cp "$BUILD/bin/nst-parquet" "$tmp/mv"
# shellcheck disable=SC2016 # in the stand-in
printf '#!/bin/sh\n[ "$1" != --place ] || { echo "nst-chain: broken" >&2; exit 1; }\nexec "%s" "$@"\n' \
	"$BUILD/bin/nst-chain" >"$tmp/mv/nst-chain"
chmod +x "$tmp/mv/nst-chain"
fails 'rank3.ndjson: run=r/rank=3/events.parquet: not written: broken$' 'the last step fails' \
	"$tmp/mv/nst-parquet" --run r --rank 3 --force rank3.ndjson

# Signals.
for signal in HUP INT QUIT PIPE TERM; do
	: >"$tmp/stuck"
	before=$(here) sum=$(cksum run=*/*/*)
	env --default-signal=INT,QUIT,PIPE PATH="$tmp/cli:$PATH" \
		nst-parquet --run r --rank 3 --force rank3.ndjson >"$tmp/out" 2>"$tmp/err" &
	pid=$!
	tries=0
	until [ -s "$tmp/stuck" ] || [ $tries -ge 200 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
	kill -s $signal $pid
	status=0
	wait $pid || status=$?
	ok "SIG$signal: status $status" test $status -gt 128
	ok "SIG$signal: what it started has ended" \
		sh -c "! grep -s '^State:' /proc/$(cat "$tmp/stuck")/status | grep -qv Z"
	is "$(here) $(cksum run=*/*/*)" "$before $sum" "SIG$signal: what was there stays, alone"
done

finish
