#!/bin/sh
# SPDX-License-Identifier: MIT
# When something goes wrong in nst-chain: the command line, the profile, a tool, the output.
. tests/tap.sh

sample=$BUILD/sample.sqlite

# The command line.
for words in '' '|' 'nst-dump a.sqlite |' '| nst-link' 'nst-dump a.sqlite | | nst-link'; do
	# shellcheck disable=SC2086 # words
	run nst-chain $words
	is "$status $(cat "$tmp/out")" '2 ' "no pipeline: '$words'"
	like "$(head -n 1 "$tmp/err")" '^nst-chain: no program (before|behind|named)' '... a message'
done
run nst-chain nst-dump "$sample" '|' nst-link --nosuch '|' nst-chrome
is "$status $(cat "$tmp/out")" '2 ' 'a wrong option of a program'
like "$(cat "$tmp/err")" '^nst-link: .*--nosuch' '... is said in its name'
run nst-chain nst-dump --type nosuch "$sample" '|' nst-link
like "$status $(cat "$tmp/err")" "^2 nst-dump: --type: no event has the type 'nosuch'" 'a wrong value'
run nst-chain nst-dump "$sample" '|' nst-nosuch
is "$status $(cat "$tmp/err")" '1 nst-chain: nst-nosuch: not found beside nst, nor in PATH' \
	'a program that is not there'

# The profile.
run nst-chain nst-dump "$tmp/nosuch" '|' nst-link '|' nst-perfetto
is "$status $(cat "$tmp/err")" "1 nst-dump: $tmp/nosuch: No such file or directory" 'no profile'
is "$(wc -c <"$tmp/out")" 0 '... and no trace'
# A page in the middle of a table of events: what comes before is linked, and the stream says that
# it is not whole.
big=$PROFILES/pytorch-2gpu-3.25.0.sqlite
if [ -e "$big" ]; then
	cp "$big" "$tmp/bad.sqlite"
	chmod u+w "$tmp/bad.sqlite"
	failures=0
	for page in 100 250 400 550 700; do
		cp "$big" "$tmp/bad.sqlite"
		head -c 4096 /dev/zero | tr '\0' '\377' |
			dd of="$tmp/bad.sqlite" bs=4096 seek=$page conv=notrunc 2>/dev/null
		run nst-dump "$tmp/bad.sqlite"
		cp "$tmp/err" "$tmp/dumperr"
		dumped=$status failures=$((failures + status))
		nst-dump "$tmp/bad.sqlite" 2>/dev/null | nst-link 2>/dev/null |
			nst-chrome >"$tmp/want" 2>/dev/null
		run nst-chain nst-dump "$tmp/bad.sqlite" '|' nst-link '|' nst-chrome
		same "$tmp/out" "$tmp/want" "page $page overwritten: as much as in a pipe"
		is "$status $(said)" "$dumped $(cat "$tmp/dumperr")" '... and the message of nst-dump'
	done
	ok 'some of these failed' [ $failures -gt 1 ]
else
	skip "$big is absent" 'a profile that is damaged'
fi

# A tool: what it got before goes on to the end.
run nst-chain nst-dump "$sample" '|' nst-link '|' nst-link '|' nst-chrome
is "$status $(cat "$tmp/err")" '1 nst-link: stdin:1: the stream is already linked' 'a tool that dies'
run nst-chain nst-dump "$sample" '|' nst-link '|' nst-link
is "$status $(cat "$tmp/out")" '1 ' '... the last one'

# The output.
if [ -e /dev/full ]; then
	for last in nst-link nst-chrome nst-perfetto; do
		nst-chain nst-dump "$sample" '|' $last >/dev/full 2>"$tmp/err"
		is "$? $(cat "$tmp/err")" "1 $last: standard output: No space left on device" "$last: a full disk"
	done
fi
mkfifo "$tmp/fifo"
head -c 100 "$tmp/fifo" >"$tmp/head" &
nst-chain nst-dump "$sample" '|' nst-link >"$tmp/fifo" 2>"$tmp/err"
is "$? $(said)" "141 " 'a reader that has enough'
wait
is "$(wc -c <"$tmp/head")" 100 '... has it'
# A trace of many blocks, which another thread compresses, of a profile that is whole or ends on the
# way, in the pages behind one of a long text; and where it cannot be written.
sqlite3 "$tmp/long.sqlite" 'CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value); INSERT INTO StringIds VALUES (0, "read"), (1, "write");
	CREATE TABLE OSRT_API(start, end, nameId, globalTid);
	CREATE TABLE NVTX_EVENTS(start, end, eventType, text, globalTid);
	INSERT INTO OSRT_API WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 199999)
		SELECT i * 100, i * 100 + i * 7919 % 97, i % 2, 281474976710656 + i * 31 % 7 FROM n;
	INSERT INTO NVTX_EVENTS VALUES (16000000, 16000050, 59, replace(hex(zeroblob(20000)), "00", "x"), 281474976710656);'
cp "$tmp/long.sqlite" "$tmp/damaged.sqlite"
head -c 4096 /dev/zero | tr '\0' '\377' |
	dd of="$tmp/damaged.sqlite" bs=4096 seek=$(($(wc -c <"$tmp/long.sqlite") / 4096 - 2)) conv=notrunc 2>/dev/null
for name in long damaged; do
	run nst-dump "$tmp/$name.sqlite"
	cp "$tmp/err" "$tmp/dumperr"
	dumped=$status
	like "$status $(wc -l <"$tmp/out")" "^$([ $name = long ] && echo 0 200003 || echo 1 160001)\$" "a $name profile: how much there is"
	nst-link "$tmp/out" 2>/dev/null | nst-perfetto >"$tmp/want" 2>/dev/null
	for jobs in 1 3; do
		run timeout 60 nst-chain nst-dump -j $jobs "$tmp/$name.sqlite" '|' nst-link '|' nst-perfetto
		same "$tmp/out" "$tmp/want" "... -j $jobs: the trace is that of a pipe"
		is "$status $(said)" "$dumped $(cat "$tmp/dumperr")" '... and so are status and messages'
		if [ -e /dev/full ]; then
			timeout 60 nst-chain nst-dump -j $jobs "$tmp/$name.sqlite" '|' nst-perfetto \
				>/dev/full 2>"$tmp/err"
			is "$? $(grep -v '^nst-dump:' "$tmp/err")" '1 nst-perfetto: standard output: No space left on device' '... a full disk'
		fi
		{
			timeout 60 env --default-signal=PIPE nst-chain nst-dump -j $jobs "$tmp/$name.sqlite" '|' \
				nst-perfetto 2>"$tmp/err"
			echo $? >"$tmp/status"
		} | head -c 100 >"$tmp/head"
		is "$(cat "$tmp/status" "$tmp/err")" 141 '... a reader that has enough'
		run timeout 60 nst-chain nst-dump -j $jobs "$tmp/$name.sqlite" '|' nst-link '|' nst-link '|' nst-chrome
		is "$status $(grep -v '^nst-dump:' "$tmp/err")" '1 nst-link: stdin:1: the stream is already linked' \
			'... a tool that dies'
	done
done

# Asked whether one process would do, it only says so.
for options in 'nst-link:one process' 'nst-link --across threads:several processes' 'nst-link | nst-perfetto --min-activity 1%:several processes' \
	'nst-link | nst-filter --from +1ms:one process' 'cat:several processes'; do
	set -f
	# shellcheck disable=SC2086 # words
	run nst-chain --ask nst-dump "$(profile sample)" '|' ${options%:*}
	set +f
	is "$status $(cat "$tmp/out") $(cat "$tmp/err")" "0 ${options#*:} " "${options%:*}: ${options#*:}"
done
finish
