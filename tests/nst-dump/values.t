#!/bin/sh
# SPDX-License-Identifier: MIT
# Values at and beyond their limits: times, ids, codes, texts, wrong types, and all that NVTX can
# attach to a range.
. tests/tap.sh
. tests/nst-dump/oracle.sh

# gives DESCRIPTION STATUS ERROR SQL <EVENTS: what nst-dump makes of a fixture: its status, a
# pattern for all it says, and its events.
gives() {
	cat >"$tmp/wanted"
	fixture values <<-END
		$4
	END
	run nst-dump "$db"
	is "$status" "$2" "$1: exit status"
	like "$(paste -sd '\n' "$tmp/err")" "^$3\$" "$1: messages"
	events "$tmp/out" >"$tmp/events"
	same "$tmp/events" "$tmp/wanted" "$1"
}

# hex: standard input as hexadecimal digits.
hex() {
	od -An -v -tx1 | tr -d ' \n'
}

process='((1 << 48) | (7 << 24))'
api='CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start, end, nameId, globalTid, correlationId, eventClass); INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES'
nvtx='CREATE TABLE NVTX_EVENTS(start, end, eventType, text, globalTid, domainId, category, color, uint64Value, int64Value, doubleValue, uint32Value, int32Value,
	floatValue, endGlobalTid, textId, rangeId); INSERT INTO NVTX_EVENTS'
min=-9223372036854775808 max=9223372036854775807

# Times.
gives 'the limits of time' 0 '' "$api ($min, $min + 1, 1, NULL, NULL, 0), (-72000000, -9000000, 1, NULL, NULL, 0), (0, 0, 1, NULL, NULL, 0),
	($max - 1, $max, 1, NULL, NULL, 0), ($max, $max, 1, NULL, NULL, 0);" <<END
{"ts":$min,"dur":1,"type":"cuda-api","name":"1"}
{"ts":-72000000,"dur":63000000,"type":"cuda-api","name":"1"}
{"ts":0,"dur":0,"type":"cuda-api","name":"1"}
{"ts":9223372036854775806,"dur":1,"type":"cuda-api","name":"1"}
{"ts":$max,"dur":0,"type":"cuda-api","name":"1"}
END
is "$(head -n 1 "$tmp/out")" "{\"ts\":$min,\"type\":\"stream\",\"format\":1}" 'the header has the time of the first event'
is "$(tail -n 1 "$tmp/out")" "{\"ts\":$max,\"type\":\"end\",\"events\":5}" 'the end has the time of the last event'

gives 'the longest duration' 0 '' "$api (0, $max, 1, NULL, NULL, 0), (1, $max, 1, NULL, NULL, 0), ($min, -1, 1, NULL, NULL, 0);" <<END
{"ts":$min,"dur":$max,"type":"cuda-api","name":"1"}
{"ts":0,"dur":$max,"type":"cuda-api","name":"1"}
{"ts":1,"dur":9223372036854775806,"type":"cuda-api","name":"1"}
END

fixture wide <<END
$api ($min, $max, 1, NULL, NULL, 0), (5, 6, 1, NULL, NULL, 0);
END
run nst-dump "$db"
like "$(sed -n 2p "$tmp/out")" "^\{\"ts\":$min,(\"dur\":[0-9]{19},)?\"type\":\"cuda-api\",\"name\":\"1\"\}$" 'a duration beyond 64 bits does not turn negative'

gives 'ends before it starts' 0 "nst-dump: [^ ]*: CUPTI_ACTIVITY_KIND_RUNTIME: 2 .*" \
	"$api (10, 3, 1, NULL, NULL, 0), (10, 12, 2, NULL, NULL, 0), (11, $min, 1, NULL, NULL, 0);" <<END
{"ts":10,"dur":2,"type":"cuda-api","name":"2"}
{"ts":10,"dur":0,"type":"cuda-api","name":"1"}
{"ts":11,"dur":0,"type":"cuda-api","name":"1"}
END

# What the header says: the wall-clock time of 0, where nsys has not moved all times nor where it
# has.
for header in "'0'/1757498400123456789" "'-1000'/1757498400123457789" "'1757498400123456789'/0" 'NULL/1757498400123456789'; do
	fixture header <<-END
		CREATE TABLE META_DATA_EXPORT(name, value);
		INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_SCHEMA_VERSION', '3.99."9'), ('EXPORT_PRODUCT_VERSION', 'p'), ('EXPORT_CONFIG_TIME_SHIFT', ${header%/*});
		CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs); INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1757498400123456789);
		$api (5, 6, 1, NULL, NULL, 0);
	END
	run nst-dump "$db"
	is "$(head -n 1 "$tmp/out")" "{\"ts\":5,\"type\":\"stream\",\"format\":1,\"schema\":\"3.99.\\\"9\",\"product\":\"p\",\"utc\":${header#*/}}" \
		"the header: times moved by ${header%/*}"
done

# Rows of the GPU for which CUPTI could collect no time.
for table in KERNEL MEMCPY MEMSET GRAPH_TRACE SYNCHRONIZATION; do
	fixture untimed <<-END
		CREATE TABLE CUPTI_ACTIVITY_KIND_$table(start, end, streamId, eventId);
		INSERT INTO CUPTI_ACTIVITY_KIND_$table VALUES (0, 0, 1, 1), (0, 5, 2, 1), (-1, 0, 3, 1), (0, 0, 4, 1), (7, 7, 5, 1);
	END
	run nst-dump "$db"
	is "$status $(events "$tmp/out" | jq -c '[.ts, .dur, .stream]' | paste -sd ' ')" '0 [-1,1,3] [0,5,2] [7,0,5]' "$table: rows without a time are left out"
	like "$(cat "$tmp/err")" "^nst-dump: $db: CUPTI_ACTIVITY_KIND_$table: left out 2 " "$table: and reported"
done

# Packed ids: hardware and VM bits, which may make them negative, and the largest pid and tid.
gives 'packed ids' 0 '' "$api (1, 2, 1, (254 << 56) | (1 << 48) | (16777215 << 24) | 16777215, 0, 0), (2, 3, 1, 0, -1, 0), (3, 4, 1, 1, 4294967296, NULL),
	(4, 5, 1, (255 << 56) | (9 << 24), $max, 1), (5, 6, 67, 0, 5, 67);" <<END
{"ts":1,"dur":1,"type":"cuda-api","name":"1","pid":16777215,"tid":16777215}
{"ts":2,"dur":1,"type":"cuda-api","name":"1","pid":0,"tid":0,"corr":-1}
{"ts":3,"dur":1,"type":"cuda-api","name":"1","pid":0,"tid":1,"corr":4294967296}
{"ts":4,"dur":1,"type":"cuda-api","name":"1","pid":9,"tid":0,"corr":$max}
END

# The same pid on two machines: two processes, each with its own names.
gives 'one pid on two machines' 0 'nst-dump: .*7.*' "$nvtx(start, end, eventType, text, globalTid, domainId) VALUES (0, NULL, 75, 'one', $process, 1), (0, NULL, 75, 'two', $process | (2 << 48), 1),
	(1, 2, 59, 'a', $process | 1, 1), (3, 4, 59, 'b', $process | (2 << 48) | 1, 1);
	CREATE TABLE PROCESSES(globalPid, pid, name); INSERT INTO PROCESSES VALUES ($process | (2 << 48), 7, 'second'), ($process, 7, 'first');
	CREATE TABLE ThreadNames(nameId, globalTid); INSERT INTO StringIds VALUES (1, 'thread one'), (2, 'thread two');
	INSERT INTO ThreadNames VALUES (2, $process | (2 << 48) | 1), (1, $process | 1), (7, $process | 5);" <<END
{"ts":1,"dur":1,"type":"nvtx","name":"a","pid":7,"tid":1,"domain":"one"}
{"ts":3,"dur":1,"type":"nvtx","name":"b","pid":7,"tid":1,"domain":"two"}
END
is "$(jq -r 'select(.type == "meta") | "\(.ts) \(.name) \(.args.name // .domain)"' "$tmp/out" | paste -sd ,)" \
	'1 process first,1 thread thread one,1 domain one,3 process second,3 thread thread two,3 domain two' 'one pid on two machines: names'

# Names that nothing stands behind, codes that nobody knows.
memcpy="CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start, end, copyKind, srcKind, dstKind, virtualAddress); INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES
	(1, 2, 1, 0, 99, -1), (2, 3, 99, -1, NULL, $max);"
gives 'ids without a string' 0 '' "$api (1, 2, 999, NULL, NULL, 0), (2, 3, -1, NULL, NULL, 0), (3, 4, 5, NULL, NULL, 0); INSERT INTO StringIds VALUES (5, '');" <<END
{"ts":1,"dur":1,"type":"cuda-api","name":"999"}
{"ts":2,"dur":1,"type":"cuda-api","name":"-1"}
{"ts":3,"dur":1,"type":"cuda-api","name":""}
END
gives 'codes without enumerations' 0 '' "$memcpy" <<END
{"ts":1,"dur":1,"type":"memcpy","name":"Memcpy Host-to-Device","args":{"kind":"Host-to-Device","src_kind":"Pageable","dst_kind":"99","address":18446744073709551615}}
{"ts":2,"dur":1,"type":"memcpy","name":"Memcpy 99","args":{"kind":"99","src_kind":"-1","address":$max}}
END
gives 'codes with the file'\''s own labels' 0 '' "$memcpy CREATE TABLE ENUM_CUDA_MEMCPY_OPER(id, name, label); INSERT INTO ENUM_CUDA_MEMCPY_OPER VALUES (1, 'ONE', 'Up \"and\" away');
	CREATE TABLE ENUM_CUDA_MEM_KIND(number, word); INSERT INTO ENUM_CUDA_MEM_KIND VALUES (0, 'none');" <<END
{"ts":1,"dur":1,"type":"memcpy","name":"Memcpy Up \"and\" away","args":{"kind":"Up \"and\" away","src_kind":"Pageable","dst_kind":"99","address":18446744073709551615}}
{"ts":2,"dur":1,"type":"memcpy","name":"Memcpy 99","args":{"kind":"99","src_kind":"-1","address":$max}}
END

# Texts come through to the byte, from both places; what is no UTF-8 does not make the stream
# something else.
printf 'a\0b' >"$tmp/text.1"
printf '\001\037\b\t\n\f\r"\\/\177' >"$tmp/text.2"
printf '\303\251 \342\202\254 \360\237\230\200 \364\217\277\277 \342\200\250' >"$tmp/text.3"
: >"$tmp/text.4"
printf '%100000s"' x >"$tmp/text.5"
printf '\0\0' >"$tmp/text.6"
printf '","type":"meta"}\n{"ts":1' >"$tmp/text.7"
for i in 1 2 3 4 5 6 7; do
	text="CAST(X'$(hex <"$tmp/text.$i")' AS TEXT)"
	echo "INSERT INTO StringIds VALUES ($i, $text); INSERT INTO NVTX_EVENTS(start, end, eventType, text) VALUES ($i, 9, 59, $text);"
	echo "INSERT INTO NVTX_EVENTS(start, end, eventType, textId) VALUES ($i, 9, 60, $i);"
done >"$tmp/texts.sql"
fixture texts <<END
${nvtx%INSERT*}
$(cat "$tmp/texts.sql")
END
run nst-dump "$db"
is "$status $(cat "$tmp/err") $(wc -l <"$tmp/out")" '0  16' 'texts: read, a line each'
for i in 1 2 3 4 5 6 7; do
	is "$(jq -j "select(.ts == $i and .type == \"nvtx\") | .name" "$tmp/out" | hex)" "$(cat "$tmp/text.$i" "$tmp/text.$i" | hex)" "text $i, in the row and as a string"
done
is "$(tr -d '\n' <"$tmp/out" | tr -d ' -~' | LC_ALL=C tr -d '\200-\377' | wc -c)" 2 'no control character is written as it is, save DEL'

fixture broken <<END
${nvtx%INSERT*}
INSERT INTO NVTX_EVENTS(start, end, eventType, text) SELECT row_number() OVER (), 99, 59, CAST(X'61' || column1 || X'7A' AS TEXT) FROM (VALUES
	(X'FF'), (X'80'), (X'C3'), (X'C080'), (X'EDA080'), (X'F09F98'), (X'F4908080'), (X'E282'), (X'FE00'));
END
run nst-dump "$db"
is "$status $(grep -c '"type":"nvtx"' "$tmp/out")" '0 9' 'invalid UTF-8 is dumped'
ok 'invalid UTF-8: the stream is UTF-8 all the same' iconv -f UTF-8 -t UTF-8 "$tmp/out"
is "$(jq -r 'select(.type == "nvtx") | .name | .[:1] + .[-1:]' "$tmp/out" | sort | uniq -c | tr -d ' ')" 9az 'invalid UTF-8: what is valid around it stays'

# NVTX.
gives 'payloads' 0 '' "$nvtx(start, end, eventType, uint64Value, int64Value, doubleValue, uint32Value, int32Value, floatValue) VALUES
	(1, 2, 59, -1, NULL, NULL, NULL, NULL, NULL), (2, 3, 59, NULL, $min, NULL, NULL, NULL, NULL), (3, 4, 59, NULL, NULL, 0.1, NULL, NULL, NULL),
	(4, NULL, 34, NULL, NULL, NULL, 4294967295, NULL, NULL), (5, 6, 60, NULL, NULL, NULL, NULL, -2147483648, NULL), (6, 7, 59, NULL, NULL, NULL, NULL, NULL, -0.5),
	(7, 8, 59, 0, NULL, NULL, NULL, NULL, NULL), (8, 9, 59, NULL, NULL, 1.5e300, NULL, NULL, NULL);" <<END
{"ts":1,"dur":1,"type":"nvtx","args":{"payload":18446744073709551615}}
{"ts":2,"dur":1,"type":"nvtx","args":{"payload":$min}}
{"ts":3,"dur":1,"type":"nvtx","args":{"payload":0.1}}
{"ts":4,"type":"nvtx-mark","args":{"payload":4294967295}}
{"ts":5,"dur":1,"type":"nvtx","args":{"payload":-2147483648}}
{"ts":6,"dur":1,"type":"nvtx","args":{"payload":-0.5}}
{"ts":7,"dur":1,"type":"nvtx","args":{"payload":0}}
{"ts":8,"dur":1,"type":"nvtx","args":{"payload":1.5e+300}}
END

fixture reals <<END
$nvtx(start, end, eventType, doubleValue) VALUES (1, 2, 59, 9e999), (2, 3, 59, -9e999), (3, 4, 59, 3.0), (4, 5, 59, 1.7976931348623157e308), (5, 6, 59, 0.30000000000000004), (6, 7, 59, 5e-324);
END
run nst-dump "$db"
is "$(jq -c 'select(.type == "nvtx" and .ts > 2) | .args.payload' "$tmp/out" | paste -sd ' ')" '3 1.7976931348623157e+308 0.30000000000000004 5e-324' 'doubles keep every digit'
is "$(grep -Ec 'inf|nan' "$tmp/out")" 0 'what is no number in JSON is not written'

gives 'colours, open ranges, ends on other threads' 0 '' "$nvtx(start, end, eventType, color, globalTid, endGlobalTid, rangeId) VALUES
	(1, 2, 59, 0xFF0aB1c2, NULL, NULL, NULL), (2, 3, 59, -1, NULL, NULL, NULL), (3, NULL, 34, 4278190335, NULL, NULL, 8), (4, NULL, 59, NULL, $process | 1, NULL, NULL),
	(5, NULL, 60, NULL, $process | 1, NULL, 3), (6, 9, 60, NULL, $process | 1, $process | 2, 4), (7, 9, 60, NULL, $process | 1, $process | 1, 5);" <<END
{"ts":1,"dur":1,"type":"nvtx","args":{"color":"#0ab1c2"}}
{"ts":2,"dur":1,"type":"nvtx","args":{"color":"#ffffff"}}
{"ts":3,"type":"nvtx-mark","args":{"color":"#0000ff"}}
{"ts":4,"open":true,"type":"nvtx","pid":7,"tid":1}
{"ts":5,"open":true,"type":"nvtx","pid":7,"tid":1,"args":{"range_id":3}}
{"ts":6,"dur":3,"type":"nvtx","pid":7,"tid":1,"endtid":2,"args":{"range_id":4}}
{"ts":7,"dur":2,"type":"nvtx","pid":7,"tid":1,"args":{"range_id":5}}
END

# Domains and categories belong to a process, and categories to a domain; definitions may stand
# anywhere.
two='((1 << 48) | (8 << 24))'
gives 'domains and categories' 0 '' "INSERT INTO StringIds VALUES (3, 'registered'), (4, 'cat\"egory');
	$nvtx(start, end, eventType, globalTid, domainId, category, text, textId) VALUES
	(1, 2, 59, $process | 1, 1, 5, 'a', NULL), (2, 3, 59, $two | 1, 1, 5, 'b', NULL), (3, 4, 59, $process | 1, 2, 5, 'c', NULL), (4, 5, 59, $process | 1, 0, 5, 'd', NULL),
	(5, 6, 59, $process | 1, 9, 6, 'e', NULL), (6, NULL, 34, $two | 1, 1, 0, NULL, 3), (7, 8, 59, $process | 1, 0, NULL, NULL, NULL),
	(99, NULL, 75, $process, 1, NULL, 'one', NULL), (99, NULL, 75, $two | 3, 1, NULL, NULL, 3), (99, NULL, 75, $process, 3, NULL, 'unused', NULL),
	(99, NULL, 33, $process, 1, 5, NULL, 4), (99, NULL, 33, $process, 2, 5, 'other', NULL), (99, NULL, 39, $process | 1, NULL, NULL, 'worker', NULL), (99, NULL, 39, $process | 2, NULL, NULL, 'unused', NULL), (99, NULL, 76, $process, 1, NULL, NULL, NULL);" <<END
{"ts":1,"dur":1,"type":"nvtx","name":"a","pid":7,"tid":1,"domain":"one","args":{"category":"cat\"egory"}}
{"ts":2,"dur":1,"type":"nvtx","name":"b","pid":8,"tid":1,"domain":"registered","args":{"category":"5"}}
{"ts":3,"dur":1,"type":"nvtx","name":"c","pid":7,"tid":1,"domain":"domain#2","args":{"category":"other"}}
{"ts":4,"dur":1,"type":"nvtx","name":"d","pid":7,"tid":1,"args":{"category":"5"}}
{"ts":5,"dur":1,"type":"nvtx","name":"e","pid":7,"tid":1,"domain":"domain#9","args":{"category":"6"}}
{"ts":6,"type":"nvtx-mark","name":"registered","pid":8,"tid":1,"domain":"registered"}
{"ts":7,"dur":1,"type":"nvtx","pid":7,"tid":1}
END
is "$(grep '"meta"' "$tmp/out")" '{"ts":1,"type":"meta","name":"thread","pid":7,"tid":1,"args":{"name":"worker"}}
{"ts":1,"type":"meta","name":"domain","pid":7,"domain":"one","args":{"id":1}}
{"ts":2,"type":"meta","name":"domain","pid":8,"domain":"registered","args":{"id":1}}' 'domains and threads that are used and have a name are named'

# Values that no export has: left out, said, and a failure. A row with a wrong value, and a row
# without.
for column in text globalTid domainId category color uint64Value int64Value doubleValue uint32Value int32Value floatValue endGlobalTid textId rangeId; do
	fixture wrong <<-END
		$nvtx(start, end, eventType, $column) VALUES (1, 2, 59, X'31'), (3, 4, 59, NULL);
	END
	run nst-dump "$db"
	is "$status $(events "$tmp/out" | paste -sd ' ')" '1 {"ts":1,"dur":1,"type":"nvtx"} {"ts":3,"dur":1,"type":"nvtx"}' "a blob as $column: left out, the rest is there"
	like "$(cat "$tmp/err")" "^nst-dump: $db: NVTX_EVENTS: left out 1 " "a blob as $column: said"
	is "$(tail -n 1 "$tmp/out" | jq -r .type)" end "a blob as $column: the stream is whole"
done
for value in NULL "'12'" 1.5 "X'31'"; do
	gives "$value as a start" 1 'nst-dump: .*NVTX_EVENTS: left out 1 .*' "$nvtx(start, end, eventType, text) VALUES ($value, 20, 59, 'wrong'), (3, 4, 59, 'right');" <<-END
		{"ts":3,"dur":1,"type":"nvtx","name":"right"}
	END
done
gives 'a text as an end' 1 'nst-dump: .*NVTX_EVENTS: left out 1 .*' "$nvtx(start, end, eventType, text) VALUES (1, '9', 59, 'wrong'), (3, 4, 59, 'right');" <<END
{"ts":1,"type":"nvtx","name":"wrong"}
{"ts":3,"dur":1,"type":"nvtx","name":"right"}
END
gives 'a text in an array' 1 'nst-dump: .*KERNEL: left out 1 .*' "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start, end, gridX, gridY, gridZ, gridId);
	INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1, 2, 8, 'many', 1, 5), (3, 4, 8, 2, 1, 6);" <<END
{"ts":1,"dur":1,"type":"kernel","args":{"grid_id":5}}
{"ts":3,"dur":1,"type":"kernel","args":{"grid":[8,2,1],"grid_id":6}}
END
gives 'numbers as names' 1 'nst-dump: .*RUNTIME: left out 2 .*' "$api (1, 2, 'cudaMalloc', NULL, 7.5, 0), (3, 4, NULL, NULL, 8, 'nought');" <<END
{"ts":1,"dur":1,"type":"cuda-api"}
{"ts":3,"dur":1,"type":"cuda-api","corr":8}
END
# Texts of all lengths, codes in the cache of labels and others, and more threads than a template
# caches.
numbers='WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)'
name="printf('%.*c', i % 83 + 1, char(97 + i % 26))"
thread='(i * 7 % 50 + i / 300)'
gives 'names of all lengths, of 50 threads by turns' 0 '' "INSERT INTO StringIds $numbers SELECT 1000 + i, $name FROM n;
	$api (0, 1, 1000, NULL, 9, 0);
	INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME $numbers SELECT 2 + i, 3 + 2 * i, 1000 + i, $process | $thread, i * i * i, 0 FROM n;" <<END
{"ts":0,"dur":1,"type":"cuda-api","name":"a","corr":9}
$(sqlite3 :memory: "$numbers SELECT '{\"ts\":' || (2 + i) || ',\"dur\":' || (1 + i) || ',\"type\":\"cuda-api\",\"name\":\"' || $name || '\",\"pid\":7,\"tid\":' || $thread
	|| iif(i > 0, ',\"corr\":' || (i * i * i), '') || '}' FROM n")
END
gives 'rows of one run that start together: the longest first' 0 '' "$api (0, 1, 1, NULL, NULL, 0);
	INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME $numbers SELECT 10 + i / 3, 20 + i / 3 + i % 4, 1, NULL, i + 1, 0 FROM n;" <<END
{"ts":0,"dur":1,"type":"cuda-api","name":"1"}
$(sqlite3 :memory: "$numbers SELECT '{\"ts\":' || (10 + i / 3) || ',\"dur\":' || (10 + i % 4) || ',\"type\":\"cuda-api\",\"name\":\"1\",\"corr\":' || (i + 1) || '}'
	FROM n ORDER BY i / 3, i % 4 DESC")
END
gives 'texts of all lengths between other values' 0 '' "CREATE TABLE NVTX_EVENTS(start, end, eventType, rangeId, text, globalTid, domainId, jsonText);
	INSERT INTO NVTX_EVENTS $numbers SELECT 2 + i, 3 + 2 * i, 59, NULL, $name, $process | $thread, NULL, nullif(printf('%.*d', i / 7 % 70, i), '0') FROM n;" <<END
$(sqlite3 :memory: "$numbers SELECT '{\"ts\":' || (2 + i) || ',\"dur\":' || (1 + i) || ',\"type\":\"nvtx\",\"name\":\"' || $name || '\",\"pid\":7,\"tid\":' || $thread
	|| iif(i > 0, ',\"args\":{\"payload\":' || iif(printf('%.*d', i / 7 % 70, i) LIKE '0_%', '\"' || printf('%.*d', i / 7 % 70, i) || '\"', printf('%.*d', i / 7 % 70, i)) || '}', '') || '}' FROM n")
END
gives 'labels of all lengths' 0 '' "CREATE TABLE ENUM_CUDA_MEMCPY_OPER(id, name, label); INSERT INTO ENUM_CUDA_MEMCPY_OPER $numbers SELECT i, NULL, $name FROM n WHERE i < 100;
	CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start, end, bytes, copyKind);
	INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY $numbers SELECT 2 + i, 3 + 2 * i, i, i % 100 FROM n;" <<END
$(sqlite3 :memory: "$numbers, m AS (SELECT i, i % 100 AS code FROM n), o AS (SELECT i AS j, $name AS label FROM n WHERE i < 100)
	SELECT '{\"ts\":' || (2 + i) || ',\"dur\":' || (1 + i) || ',\"type\":\"memcpy\",\"name\":\"Memcpy ' || label || '\",\"args\":{\"bytes\":' || i || ',\"kind\":\"' || label || '\"}}'
	FROM m JOIN o ON j = code ORDER BY i")
END
finish
