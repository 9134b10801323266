#!/bin/sh
# SPDX-License-Identifier: MIT
# The rules of the script and the style of pages.
. tests/tap.sh

# Data never becomes markup or code, and nothing is asked from elsewhere.
is "$(grep -nE 'innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|parseFromString|srcdoc|eval\(|Function\(|import\(' lib/page/web/*.js)" '' \
	'no text is parsed as HTML or run'
is "$(grep -nE 'fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|new Worker|localStorage|cookie' lib/page/web/*.js)" '' 'nothing is asked or kept elsewhere'
is "$(grep -nE "'on[a-z]+'|'style':|style:" lib/page/web/*.js)" '' 'no handlers or styles as attributes, which the policy forbids'
is "$(grep -nE '@import|url\(|expression' lib/page/web/*.css)" '' 'the style brings nothing along'
is "$(awk '{ gsub(/\t/, "        "); gsub(/[\200-\277]/, "") } length > 100 { print FILENAME ":" FNR }' lib/page/web/* tests/nst-page/*.mjs)" '' 'lines have at most 100 columns'
is "$(grep -L "^'use strict';" lib/page/web/*.js)" '' 'all files are strict'
is "$(grep -L 'SPDX-License-Identifier: MIT' lib/page/web/*)" '' '... and have a licence'

for class in $(grep -v '^	[^:]*: .*;$' lib/page/web/page.css | grep -o '\.[a-z][a-z-]*' | cut -c 2- | sort -u); do
	grep -qE "[\"']([a-z-]+ )*$class( [a-z-]+)*\\\\?[\"']" lib/page/*.c lib/page/web/*.js || echo "$class"
done >"$tmp/unused"
is "$(cat "$tmp/unused")" '' 'the style has no rule for a class that nobody gives'

# One script of all: a file uses what others declare, but not before all are there.
if command -v node >/dev/null; then
	for file in lib/page/web/*.js; do
		ok "${file##*/}: it can be parsed" node --check "$file"
	done
	cat lib/page/web/*.js | sed 's/^main();$//' >"$tmp/all.js"
	ok 'the files make one script, in any order' node "$tmp/all.js"
	# shellcheck disable=SC2046,SC2012 # names without blanks
	cat $(ls -r lib/page/web/*.js) | sed 's/^main();$//' >"$tmp/all.js"
	ok '... also backwards' node "$tmp/all.js"
	cat >>"$tmp/all.js" <<'EOF'
const cases = {
	[timetext(0)]: '0 ns', [timetext(999)]: '999 ns', [timetext(1000)]: '1 us', [timetext(1234567)]: '1.234567 ms',
	[timetext(-1500)]: '-1.5 us', [timetext(3600e9)]: '3600 s', [timetext(1e9 + 1)]: '1.000000001 s',
	[plaintext('a\\b\n\t\r\b\u007f\u200d\u{e0041} <é>𝛑')]: 'a\\\\b\\n\\t\\r\\u0008\\u007f\\u200d\\ue0041 <é>𝛑',
	[axistext(1500, 500, 2000)]: '1.5 us', [axistext(2e8, 1e8, 1e9 - 1)]: '200 ms', [counttext(1, 'row')]: '1 row', [counttext(2000, 'row')]: '2,000 rows',
	[mergedtext({ limit: 1500, slices: 20, of: 3000 })]: 'To keep this page small, neighbours of less than 1.5 us on a track are drawn as one slice: 20 are drawn of 3,000. Tables are exact.',
	[mergedtext({ limit: null, slices: 20, of: 3000 })]: 'To keep this page small, all slices of a track are drawn as one slice, or one on each side of a range that was never closed: 20 are drawn of 3,000. Tables are exact.',
};
for (const [got, wanted] of Object.entries(cases))
	if (got !== wanted)
		throw new Error(`${got}, not ${wanted}`);
for (const [least, wanted] of [[1, 1], [2, 2], [3, 5], [6, 10], [11, 20], [0.2, 1]])
	if (axisstep(least) !== wanted)
		throw new Error(`${axisstep(least)} for ${least}`);
// Ranges of a row against a look at each slice.
const trace = { start: [], duration: [], name: [] };
let time = 0, seed = 7;
const random = (most) => (seed = seed * 16807 % 2147483647) % most;
for (let i = 0; i < 777; i++) {
	time += random(40);
	trace.start.push(time);
	trace.duration.push(random(3) * random(50));
	time += trace.duration[i];
	trace.name.push(random(5));
}
const row = new Row(trace, Uint32Array.from(trace.start.keys()));
for (let n = 0; n < 20000; n++) {
	const from = random(777), until = from + 1 + random(777 - from), when = random(time + 50) - 10;
	const some = trace.duration.slice(from, until);
	const wanted = {
		top: Math.max(...some), from: trace.start.findIndex((start, i) => i >= from && start >= when),
		at: trace.start.findIndex((start, i) => start + trace.duration[i] > when || start >= when),
		sum: some.reduce((a, b) => a + b, 0), matches: trace.name.slice(from, until).filter((name) => name === 3).length,
	};
	const place = (i) => (i === 777 ? -1 : i);
	const search = { number: 1, is: (slice) => trace.name[slice] === 3 };
	const got = {
		top: trace.duration[row.longestin(from, until)], from: place(row.from(when, from)), at: place(row.at(when)),
		sum: row.sum[until] - row.sum[from], matches: row.matches(search, from, until),
	};
	if (JSON.stringify(got) !== JSON.stringify(wanted))
		throw new Error(`${from}-${until} ${when}: ${JSON.stringify([got, wanted])}`);
}
// Bins against the edges of nst-sum --hist, which are in its manual and in tests/nst-sum/hist.t.
const edges = [0, 1, 2, 5, 10, 20, 50];
for (let power = 1; power <= 1e8; power *= 10)
	for (const edge of [100, 125, 160, 200, 250, 315, 400, 500, 630, 800])
		edges.push(edge * power);
for (const [i, edge] of edges.slice(0, -1).entries())
	for (const duration of [edge, edges[i + 1] - 1])
		if (binbegin(duration) !== edge || binend(edge) !== edges[i + 1])
			throw new Error(`${duration}: ${binbegin(duration)} to ${binend(edge)}, not ${edge} to ${edges[i + 1]}`);
const lengths = part => JSON.stringify(durationbins(part));
for (const [given, wanted] of [[[3, 7, 7, 130], [[2, 5, 1], [5, 10, 2], [10, 20, 0], [20, 50, 0], [50, 100, 0], [100, 125, 0], [125, 160, 1]]],
	[[1000, 1249], [[1000, 1250, 2]]]])
	if (lengths(given) !== JSON.stringify(wanted))
		throw new Error(`${given}: ${lengths(given)}`);
// Sums of a stretch against a look at each nanosecond.
const part = { texts: ['', 'kernel', 'gpu-state', 'nvtx', 'a', 'b'], count: 60, start: [], duration: [], category: [], name: [], lane: [] };
for (let i = 0; i < part.count; i++) {
	part.start.push(random(100));
	part.duration.push(random(20));
	part.category.push(1 + random(3));
	part.name.push(4 + random(2));
	part.lane.push(random(2));
}
for (const [from, to] of [[0, 120], [10, 40], [33, 34], [119, 120]]) {
	const wanted = {};
	for (let i = 0; i < part.count; i++)
		for (let at = from; at < to; at++)
			if (part.category[i] < 3 && part.start[i] <= at && at < part.start[i] + part.duration[i]) {
				const key = part.category[i] === 1 ? `name ${part.name[i]}` : `track ${['one', 'other'][part.lane[i]]} ${part.name[i]}`;
				wanted[key] = (wanted[key] ?? 0) + 1;
			}
	const { names, states } = stretchsums(part, ['one', 'other'], from, to), got = {};
	for (const [name, { time }] of names)
		got[`name ${name}`] = time;
	for (const [track, sums] of states)
		for (const [name, { time }] of sums)
			got[`track ${track} ${name}`] = time;
	const sorted = (object) => JSON.stringify(Object.entries(object).sort());
	if (sorted(got) !== sorted(wanted))
		throw new Error(`${from}-${to}: ${sorted(got)}, not ${sorted(wanted)}`);
}
EOF
	for profile in sample pytorch-2gpu-3.25.0 pytorch-nccl-2gpu-3.25.0 cloverleaf-3.13.2; do
		[ ! -e "$(profile "$profile")" ] || nst-dump "$(profile "$profile")" 2>/dev/null
	done | nst-filter --partial --color kinds --type kernel,memcpy,memset 2>/dev/null |
		jq -c 'select(.ts) | [.type, .name, .cname]' | sort -u >"$tmp/kinds"
	ok 'kinds of work: there are names' test "$(wc -l <"$tmp/kinds")" -gt 20
	nst-dump "$(profile sample)" 2>/dev/null | nst-page 2>/dev/null | tests/nst-page/read settings >"$tmp/settings"
	cat >>"$tmp/all.js" <<EOF
// Kinds of work by the script and by nst-filter --color kinds: one colour for each kind, and none for two.
const read = (file) => require('fs').readFileSync(file, 'utf8');
setkinds(JSON.parse(read('$tmp/settings')).kinds);
const colourofkind = new Map();
for (const line of read('$tmp/kinds').trim().split('\n')) {
	const [type, name, cname] = JSON.parse(line), kind = kindof(type, name);
	if (!colourofkind.has(kind))
		colourofkind.set(kind, cname);
	if (colourofkind.get(kind) !== cname)
		throw new Error(line + ': kind ' + kind + ' is ' + colourofkind.get(kind));
}
if (colourofkind.size < 6 || new Set(colourofkind.values()).size !== colourofkind.size)
	throw new Error('colours of kinds: ' + JSON.stringify([...colourofkind]));
EOF
	# Names of ranges and calls, and those that nst-sum has for them.
	printf '%s\n' 'step 17' 'TrainStep_3' 'footstep 4' timestep4 'step 3a' 'writer 5' cudaMalloc_v3020 cuMemAlloc_v2 'batch 1 / epoch=2' 'Layer 4' \
		'frame#12: x' iteration9 'sub_step: 7' 'microbatch 1' 'Rewriter 5' 'LOSTEP 3' 'ProfilerStep#12' 'step 1 2' '12' | jq -R . >"$tmp/names"
	jq -c '{ts: 1, dur: 1, type: (if startswith("cu") then "cuda-api" else "nvtx" end), name: ., pid: 1, tid: 1}' "$tmp/names" |
		while read -r line; do
			echo "$line" | nst-sum --partial --by name --json 2>/dev/null | jq 'select(.name).name'
		done >"$tmp/groups"
	cat >>"$tmp/all.js" <<EOF
const groups = read('$tmp/groups').trim().split('\n');
for (const [i, line] of read('$tmp/names').trim().split('\n').entries())
	if (groupname(JSON.parse(line)) !== JSON.parse(groups[i]))
		throw new Error(line + ': ' + groupname(JSON.parse(line)) + ', not ' + groups[i]);
for (const part of ['x', '_', '1', 'step_', '_v', 'step 1', '_1a']) {
	const since = Date.now();
	groupname(part.repeat(1 << 18));
	if (Date.now() - since > 2000)
		throw new Error(part + ': a long name takes ' + (Date.now() - since) + ' ms');
}
EOF
	ok 'times, marks of the axis, what a row answers, sums of a stretch, kinds of work and names, against a look at all slices' node "$tmp/all.js"
else
	skip 'node is not installed' 'the script does what it should'
fi

finish
