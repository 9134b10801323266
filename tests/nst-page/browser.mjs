// SPDX-License-Identifier: MIT
// The tests of browser.t and firefox.t: TAP of what pages do in a browser.
// usage: node browser.mjs BROWSER FOLDER PICTURES [PERFETTO-QUERY]
// BROWSER: chromium or firefox; FOLDER: of pages and their traces
import { execFileSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { CTRL, SHIFT, wait } from './page.mjs';

const DRIVERS = { chromium: './devtools.mjs', firefox: './bidi.mjs' };
const [which, folder, pictures, query] = process.argv.slice(2);
const { Browser } = await import(DRIVERS[which]);
const file = (name) => path.join(folder, name);
const url = (name) => `file://${file(name)}`;

let tests = 0, failed = 0;

function ok(good, what) {
	console.log(`${good ? 'ok' : 'not ok'} ${++tests} - ${what.replace(/\n.*/s, '')}`);
	if (!good) {
		console.error(`# ${process.argv[1]}: failed: ${what.replaceAll('\n', '\n# ')}`);
		failed++;
	}
	return good;
}

// Of long lists, only what differs first is told.
function is(got, wanted, what) {
	if (ok(JSON.stringify(got) === JSON.stringify(wanted), what))
		return;
	if (wanted?.length > 20) {
		const at = wanted.findIndex((item, i) => item !== got[i]);
		console.error(`# ${got.length} of ${wanted.length}; at ${at}:`);
		[got, wanted] = [got[at], wanted[at]];
	}
	console.error(`#      got: ${JSON.stringify(got)}\n#   wanted: ${JSON.stringify(wanted)}`);
}

function skip(why, what) {
	console.log(`ok ${++tests} - ${what} # SKIP ${why}`);
}

const browser = new Browser();

// A page that is loaded, and its timeline drawn.
async function load(name, size = [1280, 900]) {
	const page = await browser.page();
	await page.size(...size);
	await page.open(name.includes(':') ? name : url(name));
	ok(await page.until("document.getElementById('timeline').dataset.ready === 'true'"),
	    `${name.replace(/.*\//, '')}: its trace is read`);
	await page.settle();
	return page;
}

// What the timeline says of itself; numbers as such.
async function state(page) {
	const data = await page.ask("({ ...document.getElementById('timeline').dataset })");
	for (const key of Object.keys(data))
		if (!['selected', 'hovered'].includes(key) && data[key] !== '')
			data[key] = Number(data[key]);
	return data;
}

const span = (data) => data.to - data.from;

// Scrolls to an element. Until that is drawn, the pointer is where the page was.
async function center(page, element) {
	await page.ask(`${element}.scrollIntoView({ block: 'center', behavior: 'instant' })`);
	await page.settle();
}

// Where a time is drawn in the row of a track, whose label may end with its share; rows are 18
// pixels high.
async function where(page, track, time, row = 0) {
	await center(page, "document.querySelector('#timeline .view')");
	const data = await state(page);
	const box = await page.ask(`(() => {
		const view = document.querySelector('#timeline .view');
		const names = [...document.querySelectorAll('#timeline .names > *')];
		const label = names.find(({ textContent }) =>
		    textContent.replace(/ · (< )?\\d+ %$/, '') === ${JSON.stringify(track)});
		const canvas = view.querySelector('canvas').getBoundingClientRect();
		return { x: canvas.left, width: canvas.width,
			y: label.getBoundingClientRect().top };
	})()`);
	return [box.x + (time - data.from) / span(data) * box.width, box.y + 2 + 9 + 18 * row];
}

async function quiet(page, name) {
	is(page.complaints, [], `${name}: no error, no message, no violation of its policy`);
	// An icon of data: is in the page, and so is Firefox's font for marks of lists in Firefox.
	is(page.requests.filter((asked) => !asked.startsWith('data:')),
	    page.constructor.FILES ? [url(name)] : [], `${name}: no request`);
}

// What is heard of a page that is not quiet.
async function hearing() {
	fs.writeFileSync(file('loud.html'), `<!doctype html><title>loud</title>
		<meta http-equiv="Content-Security-Policy" content="style-src 'none'">
		<style>p { color: red }</style><img src="loud.png">
		<script>console.log('a message')</script>
		<script>throw new Error('an error')</script>`);
	const server = await serve(null);
	const page = await browser.page();
	await page.open(`http://127.0.0.1:${server.address().port}/loud.html`);
	const heard = (list, what) => () => list.some((text) => what.test(text));
	for (const what of [/a message/, /an error/, /style-src/])
		ok(await wait(heard(page.complaints, what)), `a page is heard: ${what}`);
	ok(await wait(heard(page.requests, /loud.png$/)), 'and what it asks for');
	server.close();
}

// Rows of SQL over a trace.
function sql(trace, text) {
	const out = execFileSync(query, [file(trace), text], { maxBuffer: 1 << 28 }).toString();
	return out.split('\n').slice(1, -1);
}

const sha = (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');

// What the page reads is what Perfetto reads.
async function reading(page, name) {
	const what = ['slices', 'args', 'arrows', 'counters', 'tree'];
	if (!query) {
		for (const which of what)
			skip('no trace processor', `${name}: ${which} are those of Perfetto`);
		return;
	}
	const got = await page.ask(`(async () => {
		const bytes = await unpack(document.getElementById('trace'));
		const trace = await readtrace(bytes, () => {});
		const { start, texts } = trace, slices = [], args = [], arrows = [], counters = [];
		const tree = [];
		const duration = (i) => trace.shape[i] & SHAPE_OPEN ? -1 : trace.duration[i];
		const line = (text) => text.replace(/[\\n\\t]/g, ' ');
		const slice = (i) =>
		    [start[i], duration(i), line(texts[trace.name[i]])].join('\\t');
		for (let i = 0; i < trace.count; i++) {
			slices.push([slice(i), texts[trace.category[i]],
				trace.depth[i]].join('\\t'));
			for (const [name, value] of trace.args(i))
				if (value !== 'null')
					args.push([slice(i), name.replace(/\\.(?=\\[)/g, ''),
						isNaN(value) ? line(value) : Number(value)]
						.join('\\t'));
			const launch = trace.launches[trace.flow[i]] - 1;
			if (trace.shape[i] & SHAPE_LAUNCHED && launch >= 0)
				arrows.push(slice(launch) + '\\t' + slice(i));
		}
		for (const lane of trace.lanes)
			for (let i = 0; i < lane.times.length; i++)
				counters.push([lane.times[i],
					trace.descriptors.get(lane.uuid).name.trim(),
					lane.values[i]].join('\\t'));
		new Tree(trace).visit((track, depth) => tree.push([depth, track.name,
			...(track.group ? [] : [track.counter?.times.length ??
			    track.lanes.reduce((sum, lane) => sum + lane.count, 0)])].join('\\t')));
		return { slices, args, arrows, counters, tree };
	})()`);
	const numeric = (line) => line.replace(/[^\t]*$/,
	    (value) => (value === '' || isNaN(value) ? value : Number(value)));
	const line = (text) => `replace(replace(${text}, char(10), ' '), char(9), ' ')`;
	const of = (s) => `${s}.ts, ${s}.dur, ${line(`${s}.name`)}`;
	const wanted = {
		slices: sql(`${name}.pftrace`, `select ${of('s')}, category, depth from slice s`),
		args: sql(`${name}.pftrace`, `select ${of('s')}, substr(key, 7),
		    ${line('display_value')}
		    from slice s join args using (arg_set_id) where key like 'debug.%'`)
		    .map(numeric),
		arrows: sql(`${name}.pftrace`, `select ${of('o')}, ${of('i')} from flow
		    join slice o on slice_out = o.id join slice i on slice_in = i.id`),
		counters: sql(`${name}.pftrace`, `select ts, t.name, printf('%.17g', value)
		    from counter c join counter_track t on c.track_id = t.id`).map(numeric),
	};
	const tree = fs.readFileSync(file(`${name}.tree`), 'utf8').split('\n').slice(0, -1)
	    .map((line) => line.replace(/ +/g, ' '));
	is(got.tree, tree, `${name}: the tree of tracks is that of its UI (${tree.length})`);
	for (const which of what.slice(0, -1))
		is(got[which].sort().slice(0, 1e5), wanted[which].sort().slice(0, 1e5),
		    `${name}: ${which} are those of Perfetto (${wanted[which].length})`);
}

async function zooming(page) {
	const all = await state(page);
	is([all.from, all.to, all.slices], [0, 1000000, 9], 'small: all of it is shown at first');
	const [x, y] = await where(page, 'Stream 7', 200000);
	await page.wheel(x, y, 0, -300, CTRL);
	let now = await state(page);
	ok(span(now) < span(all) * 0.7, 'Ctrl and the wheel zoom in');
	const [after] = await where(page, 'Stream 7', 200000);
	ok(Math.abs(after - x) < 1.5, 'what is under the pointer stays there');
	await page.wheel(x, y, 0, 240, SHIFT);
	let moved = await state(page);
	ok(moved.from > now.from && Math.abs(span(moved) - span(now)) < 1,
	    'Shift and the wheel move in time');
	now = moved;
	await page.drag(x, y, x + 80, y);
	moved = await state(page);
	ok(moved.from < now.from && Math.abs(span(moved) - span(now)) < 1,
	    'dragging to the right shows what was before');
	await page.key('0');
	const axis = await page.ask(
	    "document.querySelector('#timeline .view canvas').getBoundingClientRect().top + 10");
	const [left] = await where(page, 'Stream 7', 400000);
	const [right] = await where(page, 'Stream 7', 700000);
	await page.drag(right, axis, left, axis);
	now = await state(page);
	ok(Math.abs(now.from - 400000) < 2000 && Math.abs(now.to - 700000) < 2000,
	    'dragging on the axis chooses a time');
	await page.key('0');
	now = await state(page);
	is([now.from, now.to], [all.from, all.to], '0 shows all');
	await page.wheel(x, y, 0, 3000, CTRL);
	now = await state(page);
	is([now.from, now.to], [all.from, all.to], 'there is nothing around the trace');
	for (let i = 0; i < 40; i++)
		await page.wheel(x, y, 0, -1000, CTRL);
	now = await state(page);
	ok(span(now) > 0 && span(now) < 100, 'zoom ends at nanoseconds');
	await page.key('0');
	for (const [unit, deltaMode, deltaY] of [['lines', 1, -6], ['pages', 2, -1]]) {
		await page.ask(`void document.querySelector('#timeline .view canvas').dispatchEvent(
		    new WheelEvent('wheel', { deltaMode: ${deltaMode}, deltaY: ${deltaY},
			ctrlKey: true, bubbles: true, clientX: ${x} }))`);
		await page.settle();
		const share = span(await state(page)) / span(all);
		ok(share > 0.3 && share < 0.8, `a wheel that tells ${unit} zooms as others do`);
		await page.key('0');
	}
}

async function keys(page) {
	await page.ask("document.querySelector('#timeline .view').focus()");
	const all = await state(page);
	const press = async (key) => {
		await page.key(key);
		return state(page);
	};
	const near = await press('w');
	ok(span(near) < span(all), 'W zooms in');
	const right = await press('d');
	ok(right.from > near.from && span(right) === span(near), 'D moves on');
	const left = await press('a');
	ok(Math.abs(left.from - near.from) < 1, 'A moves back');
	ok((await press('ArrowRight')).from > left.from, 'so does the arrow, on');
	ok(Math.abs((await press('ArrowLeft')).from - left.from) < 1, 'and back');
	ok(Math.abs(span(await press('s')) - span(all)) < 1, 'S zooms out');
	ok(span(await press('+')) < span(all), '+ zooms in');
	await press('-');
	await press('Enter');
	const first = await state(page);
	ok(first.selected !== '', `Enter selects something (${first.selected})`);
	const said = await page.ask("document.querySelector('#timeline [aria-live]').textContent");
	ok(said.includes(first.selected), 'which is said to those who can not see it');
	is((await press('Escape')).selected, '', 'Escape selects nothing');
	const outline = await page.ask("getComputedStyle(document.activeElement).outlineWidth");
	ok(parseFloat(outline) >= 2, 'what has the focus can be seen');
}

async function pointing(page) {
	let [x, y] = await where(page, 'Stream 7', 350000);
	await page.move(x, y);
	await page.settle();
	is((await state(page)).hovered, 'gemm', 'the kernel under the pointer is known');
	const tip = await page.ask("document.querySelector('#timeline .tip').innerText");
	is(tip.split('\n'), ['gemm', '300 us', 'at 200 us',
		'launched by cudaLaunchKernel 100 us before'],
	'and told: its name, duration, start and launch');
	await page.click(x, y);
	is((await state(page)).selected, 'gemm', 'a click selects it');
	const about = await page.ask("document.querySelector('#timeline .about').innerText");
	for (const line of ['gemm', '300 us', 'registers', '32', 'label', 'first',
		'of.deep[2]', '9007199254740993', 'Ranges of the launch', 'Launched by'])
		ok(about.includes(line), `it is told of: ${line}`);
	is(await page.ask(`[...document.querySelectorAll('#timeline .about button')]
	    .map((button) => button.textContent)`),
	['cudaLaunchKernel', 'step', 'forward', 'kernels'],
	'its launch, the ranges around that and its row of a table can be gone to');
	await page.shoot(path.join(pictures, 'selected.png'));
	await page.key('l');
	is((await state(page)).selected, 'cudaLaunchKernel', 'L goes to the launch');
	is(await page.ask(`[...document.querySelectorAll('#timeline .durations tr')].map((row) =>
	    (row.classList.contains('here') ? '> ' : '') + row.innerText.trim()
	    .split('\\t').slice(0, 2).join(' '))`), ['from 10 us 1', 'from 12.5 us 0',
		'from 16 us 0', '> from 20 us 1'], 'the durations of its name are in bins');
	await page.key('l');
	is((await state(page)).selected, 'gemm', 'and from there to what was launched');
	await page.key('.');
	is((await state(page)).selected, 'softmax', '. selects what is next');
	await page.key(',');
	is((await state(page)).selected, 'gemm', ', what was before');
	await page.key('ArrowUp');
	is((await state(page)).selected, 'forward', 'the arrow up what is above');
	await page.key('ArrowDown');
	is((await state(page)).selected, 'gemm', 'the arrow down what is below');
	await arrows(page);
	await page.key('f');
	const near = await state(page);
	ok(near.from > 100000 && near.from < 200000 && near.to > 500000 && near.to < 600000,
	    'F zooms to it');
	// It tells what is shown a while later, and may tell now what was shown before.
	ok(await page.until(`location.hash.startsWith('#time=${Math.round(near.from)}-')`),
	    'the address tells it');
	const hash = await page.ask('location.hash');
	await page.key('0');
	await page.key('Escape');
	ok(await page.until("location.hash === ''"), 'and nothing when all is shown');
	await page.ask(`location.hash = ${JSON.stringify(hash)}`);
	ok(await page.until("document.getElementById('timeline').dataset.selected === 'gemm'"),
	    'and who follows the address sees the same');
	await page.settle();
	const again = await state(page);
	ok(Math.abs(again.from - near.from) <= 1 && Math.abs(again.to - near.to) <= 1,
	    'at the same time');
	await page.key('0');
	[x, y] = await where(page, 'Stream 7', 900000);
	await page.click(x, y);
	is((await state(page)).selected, '', 'a click on nothing selects nothing');
}

// The arrows select nothing that begins or ends beyond the visible time, and leave no tip.
async function arrows(page) {
	const at = await where(page, 'Stream 7', 350000);
	await page.key('l');
	await page.key('f');
	const before = await state(page);
	ok(before.to < 200000, 'a launch alone is shown');
	for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) {
		await page.key(key);
		const now = await state(page);
		ok(!/gemm|softmax/i.test(now.selected),
		    `${key}: no kernel far behind is selected, but ${now.selected}`);
	}
	is(await page.ask("document.querySelector('#timeline .said').textContent"),
	    'No row below has a slice in the visible time', 'which is said');
	await page.key('0');
	await page.move(at[0] + 9, at[1]); // Firefox tells nothing of a move to the same place
	await page.move(...at);
	await page.settle();
	is(await page.ask("document.querySelector('#timeline .tip').hidden"), false,
	    'the tip of a kernel is shown');
	await page.key('.');
	is(await page.ask("document.querySelector('#timeline .tip').hidden"), true,
	    'and hidden when another slice is gone to');
	await page.click(...at);
	is((await state(page)).selected, 'gemm', 'the kernel is selected again');
}

async function searching(page) {
	await page.key('/');
	is(await page.ask("document.activeElement.type"), 'search', '/ goes to the search');
	await page.type('GEMM');
	is((await state(page)).found, 2, 'names are found whatever their case');
	const places = [];
	for (const modifiers of [0, 0, 0, SHIFT]) {
		await page.key('Enter', modifiers);
		const now = await state(page);
		places.push(`${now.place} ${now.selected}`);
	}
	is(places, ['0 gemm', '1 Gemm', '0 gemm', '1 Gemm'],
	    'Enter goes to the next, around the end; Shift and Enter back');
	is(await page.ask("document.querySelector('#timeline .count').textContent"), '2 of 2',
	    'it is counted');
	await page.shoot(path.join(pictures, 'search.png'));
	await page.key('Escape');
	is((await state(page)).found, '', 'Escape ends the search');
	await page.ask("document.querySelector('#timeline input').focus()");
	await page.type('no such name');
	is(await page.ask("document.querySelector('#timeline .count').textContent"),
	    'nothing found', 'it is said when nothing is found');
	await page.key('Escape');
}

// Who opens a page at an address sees what it tells, also what is in closed groups.
async function linking() {
	const page = await load(`${url('threads.html')}#time=25000-30000&slice=2717`);
	const now = await state(page);
	is([now.selected, now.from, now.to, now.tracks], ['call 2718', 25000, 30000, 3002],
	    'a page opens at what its address tells');
	ok(now.scroll > 20000, 'and scrolls there');
}

// A name in a table shows its slices: those of the whole name, not of a part of it.
async function rowlinks() {
	const page = await load('small.html');
	const press = (name) => page.ask(`[...document.querySelectorAll('#kernels td.name button')]
	    .find((b) => b.textContent === '${name}').click()`);
	await press('Gemm');
	await page.settle();
	const now = await state(page);
	is([now.selected, now.found, now.place], ['Gemm', 1, 0],
	    'a name of the table of kernels selects its slice');
	is(await page.ask("document.querySelector('#timeline input').value"), '"Gemm"',
	    'which is a search for the name in quotes');
	ok(await page.until(`(() => {
		const { top } = document.getElementById('timeline').getBoundingClientRect();
		return top >= 0 && top < innerHeight / 2;
	})()`), 'and scrolls to the timeline');
	await page.key('Escape');
	is((await state(page)).selected, '', 'where the keys are those of the timeline');
	await page.ask("document.querySelector('#timeline input').select()");
	await page.type('"Gem"');
	is((await state(page)).found, 0, 'a part of a name in quotes is not found');
	await quiet(page, 'small.html');
	const merged = await load('merged.html');
	is(await merged.ask(`(async () => {
		const trace = await readtrace(await unpack(document.getElementById('trace')),
		    () => {});
		const drawn = new Set();
		for (let i = 0; i < trace.count; i++)
			drawn.add(trace.label(i)).add(groupname(trace.label(i)));
		const cells = [...document.querySelectorAll('table.data td.name')];
		const wrong = cells.filter((cell) =>
		    drawn.has(cell.textContent) !== !!cell.querySelector('button'));
		return [wrong.length, cells.some((cell) => cell.querySelector('button')),
			cells.some((cell) => !cell.querySelector('button'))];
	})()`), [0, true, true], 'names of which no slice is left show nothing');
}

// Names in tables have no version of a call and no number of an iteration; those of slices have
// both.
async function groupnames() {
	const page = await load('steps.html');
	const cells = (id) => `[...document.querySelectorAll('#${id} td.name')]`;
	is(await page.ask(`['calls', 'ranges'].map((id) => [...document.querySelectorAll(
	    '#' + id + ' td.name')].filter((cell) => !cell.querySelector('button')).map(
	    (cell) => cell.textContent))`), [[], []], 'all calls and ranges of tables are links');
	ok(await page.until(`[...document.querySelectorAll('#timeline .about tr > :nth-child(3)')]
	    .filter((cell) => getComputedStyle(cell).textAlign === 'right').length > 5`),
	'times in view are below each other');
	const found = (id, name) => page.ask(`(async () => {
		const cell = ${cells(id)}.find((each) => each.textContent === '${name}');
		const count = [...cell.closest('table').tHead.rows[0].cells].findIndex(
		    ({ dataset }) => dataset.column === 'count');
		cell.querySelector('button').click();
		await new Promise((go) => setTimeout(go, 100));
		return [cell.parentNode.cells[count].dataset.value ===
			document.getElementById('timeline').dataset.found,
			cell.parentNode.classList.contains('here')];
	})()`);
	is(await found('calls', 'cudaStreamSynchronize'), [true, true],
	    'a call finds its slices of any version, and they its row');
	const steps = JSON.parse(execFileSync('nst-sum', ['--by', 'type,name', '--json',
		file('sample.ndjson')], { stdio: ['ignore', 'pipe', 'ignore'] }).toString()
	    .split('\n').find((line) => /"nvtx","name":"Step"/.test(line)));
	await page.ask(`document.querySelector('#timeline input').select()`);
	await page.type('"Step"');
	ok((await state(page)).found >= steps.count, 'a range finds its slices of any number');
	const colour = (name) => page.ask(`colourof('cuda-api', '${name}')`);
	is(await colour('cuInit_v3020'), await colour('cuInit'),
	    'all versions of a call have one colour');
	await quiet(page, 'steps.html');
}

// The link of a finding shows its place.
async function finding() {
	const page = await load('found.html');
	await page.ask("document.querySelector('.findings a').click()");
	ok(await page.until("document.getElementById('timeline').dataset.from === '1449'"),
	    'the link of a finding goes to its time');
	is((await state(page)).to, 1951, 'and shows some time on both sides');
	ok(await page.until(`(() => {
		const { top } = document.getElementById('timeline').getBoundingClientRect();
		return top >= 0 && top < innerHeight / 2;
	})()`), 'and scrolls to the timeline');
	await quiet(page, 'found.html');
}

// A page opens on its span, and a key and buttons show the work of GPUs and all.
// The flame graph is found by words and by keys.
async function flamegraph() {
	const page = await load('sample.html');
	const said = () => page.ask("document.querySelector('#ranges .count').textContent");
	const others = () => page.ask(`[...document.querySelectorAll('svg.flame g')].filter((box) =>
	    Number(getComputedStyle(box).opacity) < 0.5).map(boxname)`);
	// The names that have not all words, the number of boxes that have, and their time, once.
	const wanted = (...words) => page.ask(`(() => {
		const boxes = [...document.querySelectorAll('svg.flame g')];
		const found = boxes.filter((box) => ${JSON.stringify(words)}.every((word) =>
		    boxname(box).toLowerCase().includes(word)));
		const ends = found.map((box) => ['x', 'width'].map((key) =>
		    Number(box.querySelector('rect').getAttribute(key))))
		    .sort((a, b) => a[0] - b[0]);
		let sum = 0, end = 0;
		for (const [x, width] of ends) {
			sum += Math.max(0, x + width - Math.max(end, x));
			end = Math.max(end, x + width);
		}
		return [boxes.filter((box) => !found.includes(box)).map(boxname), found.length,
			(sum / 10).toFixed(1)];
	})()`);
	const filter = "document.querySelector('#ranges .filter')";
	await page.ask(`${filter}.focus()`);
	for (const words of ['LAYER norm', 'layer']) {
		await page.ask(`${filter}.select()`);
		await page.type(words);
		await page.settle();
		const [names, count, share] = await wanted(...words.toLowerCase().split(' '));
		ok(count > 3 && names.length > 3, `${words}: some boxes are found (${count})`);
		is(await others(), names, `${words}: boxes without the words are pale`);
		is(await said(), `${count} boxes, ${share} % of GPU time`,
		    `${words}: the share of the others is told, of boxes inside others once`);
	}
	await page.key('Escape');
	is([await others(), await said()], [[], ''], 'Escape ends the search');
	await page.key('Tab');
	const at = () => page.ask(`(() => {
		const rect = document.activeElement.querySelector('rect');
		return [boxname(document.activeElement), ...['x', 'y', 'width'].map((key) =>
		    Number(rect.getAttribute(key)))];
	})()`);
	const first = await at();
	is([first[1], first[2]], [0, 0], 'Tab reaches the first box');
	await page.key('ArrowDown');
	const child = await at();
	ok(child[2] > 0 && child[1] >= first[1] && child[3] <= first[3],
	    'an arrow reaches a box inside it');
	ok((await said()).startsWith(`${child[0]}: `), 'which is told');
	await page.key('ArrowRight');
	const next = await at();
	ok(next[2] === child[2] && next[1] >= child[1] + child[3] - 0.001, 'another the next box');
	await page.key('ArrowLeft');
	is(await at(), child, 'and back');
	await page.key('ArrowUp');
	is(await at(), first, 'and the box around it');
	await page.key('ArrowUp');
	is(await at(), first, 'beyond the first there is none');
	await page.key('ArrowDown');
	await page.key('Enter');
	await page.settle();
	is(await page.ask(`groupname(${JSON.stringify((await state(page)).selected)})`), child[0],
	    'Enter shows its slices in the timeline');
	await quiet(page, 'sample.html');
}

async function views() {
	const page = await load('views.html');
	const shown = async () => {
		await page.settle();
		const { from, to } = await state(page);
		return [from, to];
	};
	is(await shown(), [1000, 101000], 'a page opens on its span');
	ok(await page.until("location.hash === ''"), 'which its address need not tell');
	await pressbutton(page, 'GPU work');
	is(await shown(), [50800, 61200], 'a button shows the work of GPUs');
	await pressbutton(page, 'All');
	is(await shown(), [1000, 9002000], 'another all, also records of the profiler');
	ok(await page.until("location.hash === '#time=1000-9002000'"), 'which the address tells');
	await page.ask("document.querySelector('#timeline .view').focus()");
	await page.key('g');
	is(await shown(), [50800, 61200], 'G shows the work of GPUs, too');
	await quiet(page, 'views.html');
	const margin = await load('margin.html'), { from, to } = await state(margin);
	is([from, to], [1000, 101000], 'a page opens on its span also if little is outside');
	await margin.ask(`(() => {
		const own = CanvasRenderingContext2D.prototype.fillText;
		window.marks = [];
		CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
			if (y === AXIS / 2)
				marks.push(x + this.measureText(text).width <=
				    this.canvas.clientWidth);
			own.call(this, text, x, y);
		};
	})()`);
	await margin.ask("document.querySelector('#timeline .view').focus()");
	for (const key of 'wddddddddddd')
		await margin.key(key);
	const marks = await margin.ask('marks');
	ok(marks.length > 50 && marks.every((whole) => whole), 'no time of the axis is cut');
}

// What is selected in the timeline is marked in the tables, and the other way round; its details
// are on the same screen; its row can be pinned.
async function linked() {
	const page = await load('small.html', [1280, 900]);
	await page.ask("document.documentElement.style.scrollBehavior = 'auto'");
	const marked = () => page.ask(`[...document.querySelectorAll('table.data tr.here')].map(
	    (row) => row.closest('section').id + ' ' + row.querySelector('td.name').textContent)`);
	await page.click(...await where(page, 'Stream 7', 350000));
	is([(await state(page)).selected, await marked()], ['gemm', ['kernels gemm']],
	    'the row of a selected slice is marked');
	const button = `[...document.querySelectorAll('#timeline .about button')].find(
	    (button) => button.textContent === 'kernels')`;
	await page.ask(`${button}.click()`);
	ok(await page.until(`(({ top, bottom }) => top > 0 && bottom < innerHeight)(
	    document.querySelector('tr.here').getBoundingClientRect())`),
	'a button in its details shows it');
	await page.ask(`[...document.querySelectorAll('#calls td.name button')].find((button) =>
	    button.textContent === 'cudaLaunchKernel').click()`);
	await page.settle();
	is([(await state(page)).selected, await marked()],
	    ['cudaLaunchKernel', ['calls cudaLaunchKernel']], 'and a row selects its slice');
	const edges = await page.ask(`['.view', '.about'].map((one) => (({ top, bottom }) =>
	    [top, bottom])(document.querySelector('#timeline ' + one).getBoundingClientRect()))`);
	ok(edges[0][0] > 0 && edges[1][0] >= edges[0][1] && edges[1][1] <= 900,
	    `timeline and details fit a screen of 900 pixels (${edges})`);
	await page.key('Escape');
	is(await marked(), [], 'without a selection no row is marked');
	const left = await page.ask(`['#timeline .view canvas', 'svg.usage'].map((one) =>
	    (({ left, right }) => [left, right])(document.querySelector(one)
	    .getBoundingClientRect()))`);
	ok(left[0].every((x, i) => Math.abs(x - left[1][i]) < 2),
	    'the use of GPUs is drawn above the same time');
	await quiet(page, 'small.html');
	await pinning();
	const steps = await load('steps.html');
	const href = await steps.ask(`(() => {
		const link = document.querySelector('#steps td a[href^="#time="]');
		link.click();
		return link.getAttribute('href');
	})()`);
	const [, from] = /=(\d+)-/.exec(href);
	ok(await steps.until(`document.getElementById('timeline').dataset.from === '${from}'`),
	    'the number of a step shows the step');
	await steps.settle();
	const [begin, end] = [Number(from) + 1, Number(from) + 1000];
	await steps.ask(`(() => {
		const later = window.setTimeout;
		window.setTimeout = (go) => go();
		location.hash = '#time=${begin}-${end}';
		document.querySelector('#timeline .view').dispatchEvent(
		    new KeyboardEvent('keydown', { key: '0', bubbles: true }));
		window.setTimeout = later;
	})()`);
	ok(await steps.until(`document.getElementById('timeline').dataset.from === '${begin}'`),
	    'also where a view before it is written into the address after the click');
}

// A row of a table of ranks shows its slices, and a slice marks its rows.
async function ranks() {
	const page = await load('ranks.html', [1280, 900]);
	const buttons = await page.ask(
	    "document.querySelectorAll('#ranks table.data td > button').length");
	const said = [];
	for (let i = 0; i < buttons; i++) {
		await page.ask(`document.querySelectorAll('#ranks table.data td > button')[${
			i}].click()`);
		await page.settle();
		const { found, slice } = await state(page);
		const count = await page.ask(
		    "document.querySelector('#timeline .count').textContent");
		const [, what] = /^(.*): \d+ of [\d,]+$/.exec(count) ?? [];
		said.push(`${what}: ${found}`);
		const rows = await page.ask(`[...document.querySelectorAll('#ranks tr.here')]
		    .includes(document.querySelectorAll('#ranks table.data td > button')[${
			i}].closest('tr'))`);
		ok(rows && slice >= 0,
		    `${what}: one of its slices is selected, which marks the row`);
	}
	is(said.sort(), fs.readFileSync(file('ranks.want'), 'utf8').split('\n').slice(0, -1),
	    'each row of a rank shows as many slices as the stream has');
	const drawn = () => page.ask(`document.querySelectorAll('#ranks tr.here').length`);
	await page.key('Escape');
	is([await drawn(), (await state(page)).found > 0], [0, true], 'Escape ends the selection');
	await page.key('Escape');
	is((await state(page)).found, '', 'and again the search');
	const [wrong, some] = await page.ask(`(async () => {
		const trace = await readtrace(await unpack(document.getElementById('trace')),
		    () => {});
		let wrong = 0, some = 0;
		for (let i = 0; i < trace.count; i++) {
			const args = new Map(trace.args(i));
			for (const name of ['wait_us', 'last', 'no such']) {
				const value = trace.number(i, name), text = args.get(name);
				wrong += text === undefined ? value !== null :
				    Number(text) !== value;
				some += value !== null;
			}
		}
		return [wrong, some > 40];
	})()`);
	is([wrong, some], [0, true], 'numbers of args are those of all args');
	await page.ask(toscroll);
	await page.ask("document.querySelector('#ranks table.data td > button').click()");
	await page.settle();
	await page.shoot(path.join(pictures, 'ranks.png'));
	await quiet(page, 'ranks.html');
}

async function pinning() {
	const page = await load('small.html', [1280, 260]);
	const names = (place) => page.ask(`[...document.querySelectorAll('#timeline ${place} > *')]
	    .map((label) => label.textContent)`);
	const [x, y] = await where(page, 'Stream 7', 350000);
	await page.click(x, y);
	await page.key('p');
	await page.settle();
	is([await names('.corner'), (await names('.names')).includes('Stream 7')],
	    [['GPU 0 / Stream 7'], false], 'P pins the row of the selected slice');
	await page.key('Escape');
	await page.ask("document.querySelector('#timeline .view').scrollTop = 1000");
	await page.settle();
	ok((await state(page)).scroll > 0, 'others scroll');
	const at = await page.ask(
	    "document.querySelector('#timeline .corner > *').getBoundingClientRect().top + 11");
	await page.move(x + 5, at);
	await page.settle();
	is((await state(page)).hovered, 'gemm', 'the pinned row stays');
	await page.click(x, at);
	is((await state(page)).selected, 'gemm', 'and is used as before');
	await page.shoot(path.join(pictures, 'pinned.png'));
	await page.ask("document.querySelector('#timeline .corner .pin').click()");
	await page.settle();
	is([await names('.corner'), (await names('.names')).includes('Stream 7')], [[], true],
	    'a button unpins it');
	await page.ask(`[...document.querySelectorAll('#timeline .names .pin')].find((button) =>
	    button.getAttribute('aria-label') === 'Pin Stream 7').click()`);
	is(await names('.corner'), ['GPU 0 / Stream 7'], 'another pins it');
	await quiet(page, 'small.html');
}

// Back and forward undo and redo views.
async function history() {
	const page = await load('views.html');
	const shows = (from, to) => page.until(`(({ from, to }) => from === '${from}' &&
	    to === '${to}')(document.getElementById('timeline').dataset)`);
	await pressbutton(page, 'GPU work');
	ok(await page.until("location.hash === '#time=50800-61200'"), 'a view has an address');
	await pressbutton(page, 'All');
	ok(await page.until("location.hash === '#time=1000-9002000'"), 'the next one, too');
	await page.ask('void history.back()');
	ok(await shows(50800, 61200), 'back shows the view before');
	await page.ask('void history.back()');
	ok(await shows(1000, 101000), 'and the first one');
	await page.ask('void history.forward()');
	ok(await shows(50800, 61200), 'forward shows the next one');
	await page.ask("location.hash = '#warnings'");
	await page.settle();
	ok(await shows(50800, 61200), 'a link to a section changes no view');
	await quiet(page, 'views.html');
}

// A page of two runs: both timelines show the same time, from their first steps or from their
// beginnings.
async function comparison() {
	const page = await load('compared.html');
	const shown = async () => {
		await page.settle();
		return page.ask(`Object.fromEntries(['old', 'new'].map((side) => {
			const { from, to, selected } =
			    document.getElementById('timeline-' + side).dataset;
			return [side, [Number(from), Number(to), selected]];
		}))`);
	};
	const apart = (views) => [0, 1].map((i) => Math.round(views.new[i] - views.old[i]));
	let now = await shown();
	is(apart(now), [92000, 92000], 'both timelines are aligned by the first steps');
	ok(now.old[0] <= 0 && now.old[1] >= 40000 && now.new[0] <= 90000 && now.new[1] >= 132000,
	    'and show all of both runs');
	for (const side of ['old', 'new']) {
		const before = now;
		await page.ask(`document.querySelector('#timeline-${side} .view').focus()`);
		await page.key('w');
		now = await shown();
		ok(now[side][1] - now[side][0] < before[side][1] - before[side][0],
		    `W zooms in where the focus is, in the ${side} run`);
		is(apart(now), [92000, 92000], 'and in the other one');
	}
	ok(await page.until("location.hash.startsWith('#new=')"), 'the address tells the view');
	await page.ask(`(() => {
		const select = document.querySelector('#timeline select');
		select.value = 'begin';
		select.dispatchEvent(new Event('change'));
	})()`);
	now = await shown();
	is(apart(now), [90000, 90000], 'or by their beginnings');
	is(await page.ask(`[...document.querySelectorAll('#changes tbody tr')].map((row) =>
	    [row.cells[0].textContent, row.cells[row.cells.length - 1].textContent].join(' '))
	    .filter((line) => /gemm|lost|extra/.test(line)).sort()`),
	    ['gone lost', 'new extra', 'slower gemm'], 'the table tells what changed');
	const press = (name) => page.ask(`[...document.querySelectorAll('#changes td.name button')]
	    .find((button) => button.textContent === '${name}').click()`);
	for (const [name, side] of [['lost', 'old'], ['extra', 'new'], ['gemm', 'old']]) {
		await press(name);
		is((await shown())[side][2], name, `a name selects its slice: ${name}`);
	}
	const seen = await page.ask(`(() => {
		const box = (element) => element.getBoundingClientRect();
		const label = [...document.querySelectorAll('#timeline-new .names > *')].find(
		    ({ textContent }) => /^Stream 7/.test(textContent));
		const view = box(document.querySelector('#timeline-new .view'));
		return box(label).top > view.top && box(label).top < view.bottom;
	})()`);
	ok(seen, 'and scrolls to its row in the other run');
	is(await page.ask(`[...document.querySelectorAll('#findings h3, #findings li')].map(
	    (item) => (item.querySelector('strong') ?? item).textContent)`),
	    ['In the new run only', 'extra alone', 'In the old run only', 'lost alone',
		'In both runs', 'extra is idle'], 'findings that came and went');
	await page.ask("document.querySelector('#findings li a').click()");
	ok(await page.until(`document.getElementById('timeline-new').dataset.from === '95874'`),
	    'the link of a finding goes to its time in its run');
	is(apart(await shown()), [90000, 90000], 'and in the other one');
	const height = await page.ask(`document.querySelector('#timeline-new .view')
	    .getBoundingClientRect().bottom -
	    document.querySelector('#timeline').getBoundingClientRect().top`);
	ok(height < 840, `both are on one screen (${Math.round(height)} pixels)`);
	await page.ask(toscroll);
	await page.shoot(path.join(pictures, 'compared.png'));
	await quiet(page, 'compared.html');
	await page.media({}, 'print');
	is(await page.ask(`[...document.querySelectorAll('header button, .side .bar *')].filter(
	    (each) => each.getClientRects().length > 0).map((each) => each.textContent)`),
	['Old: old.ndjson', 'New: new.ndjson'], 'paper has the names of runs, and no buttons');
	const narrow = await load('compared.html', [390, 844, true]);
	is(await narrow.ask('document.documentElement.scrollWidth <= innerWidth'), true,
	    'compared.html: 390 pixels are wide enough');
}

// A press in the overview shows as much time around that place, a drag moves it, and a double click
// shows all.
async function overview() {
	const page = await load('views.html');
	await pressbutton(page, 'All');
	await page.settle();
	const all = await state(page);
	await pressbutton(page, 'GPU work');
	await page.settle();
	const before = await state(page);
	const { left, top, width } = await page.ask(`(() => {
		const { left, top, width } =
		    document.querySelector('#timeline .overview').getBoundingClientRect();
		return { left, top, width };
	})()`);
	const place = (time) => left + (time - all.from) / span(all) * width;
	const pixel = span(all) / width;
	const near = (time, wanted) => Math.abs(time - wanted) <= 2 * pixel;
	await page.press(place(3e6), top + 10);
	await page.settle();
	const after = await state(page);
	ok(near((after.from + after.to) / 2, 3e6), 'a press in the overview shows that place');
	ok(Math.abs(span(after) - span(before)) < 1, 'as much time of it as before');
	await page.drag(place(3e6), top + 10, place(6e6), top + 10);
	await page.settle();
	const moved = await state(page);
	ok(near((moved.from + moved.to) / 2, 6e6), 'a drag moves it');
	const frame = await page.ask(`(() => {
		const canvas = document.querySelector('#timeline .overview');
		const { data } = canvas.getContext('2d').getImageData(0, 18, canvas.width, 1);
		const focus = channels(readcolours(document.documentElement).focus);
		return Array.from({ length: canvas.width }, (_, x) => x).filter((x) =>
			focus.every((value, i) => Math.abs(data[4 * x + i] - value) < 40))
			.map((x) => x / canvas.width);
	})()`);
	const shares = [moved.from, moved.to].map((time) => (time - all.from) / span(all));
	ok(frame.length > 0 && frame.every((share) => share > shares[0] - 0.01 &&
	    share < shares[1] + 0.01), 'with a frame around it');
	await quiet(page, 'views.html');
}

// All that can be used has a name and can be reached by Tab, and what is long is under a heading.
async function accessible() {
	const page = await load('sample.html');
	if (page.accessible)
		await named(page);
	else
		skip('its driver does not tell', 'what can be used has names');
	await page.ask("document.querySelector('#timeline input').focus()");
	const reached = new Set();
	for (let i = 0; i < 12; i++) {
		await page.key('Tab');
		reached.add(await page.ask(`(({ className, tagName, title }) =>
			className || title || tagName)(document.activeElement)`));
	}
	for (const what of ['view', 'group', 'Zoom in', 'Show all', 'SUMMARY'])
		ok(reached.has(what), `Tab reaches: ${what}`);
	const steps = await load('steps.html');
	await steps.ask(`document.querySelector('svg.steps a').focus({ focusVisible: true })`);
	is(await steps.ask(`(() => {
		const link = document.activeElement, { outlineStyle } = getComputedStyle(link);
		const { strokeWidth, vectorEffect } = getComputedStyle(link.querySelector('rect'));
		return [outlineStyle, strokeWidth, vectorEffect];
	})()`), ['none', '3px', 'non-scaling-stroke'],
	'a step that has the focus has a line around it, which is not stretched');
	is(await steps.ask(`[...document.querySelectorAll('section input, section button')].filter(
	    (each) => each.getClientRects().length > 0 && each.getBoundingClientRect().left - 4 <
	    each.closest('section').getBoundingClientRect().left).length`), 0,
	'and no section cuts the outline of what has it');
	is(await page.ask(`(() => {
		const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
		return ids.filter((id, i) => ids.indexOf(id) !== i);
	})()`), [], 'ids are there once');
}

async function named(page) {
	await page.until("!!document.querySelector('#timeline .about h3')");
	const nodes = await page.accessible();
	const used = nodes.filter(({ role }) => ['button', 'link', 'searchbox', 'textbox', 'region',
		'image', 'DisclosureTriangle'].includes(role));
	ok(used.length > 50, `there are things to use (${used.length})`);
	is(used.filter(({ name }) => !name).map(({ role }) => role), [],
	    'all of them have names');
	is(nodes.filter(({ role }) => role === 'columnheader').length,
	    await page.ask("document.querySelectorAll('main th').length"),
	    'headers of tables are told as such');
}

async function groups(page) {
	const before = await state(page);
	const toggle = `document.querySelector('#timeline .names button')`;
	is(await page.ask(`${toggle}.getAttribute('aria-expanded')`), 'true', 'a group is open');
	await page.ask(`${toggle}.focus()`);
	await page.key('Enter');
	await page.settle();
	is(await page.ask(`${toggle}.getAttribute('aria-expanded')`), 'false',
	    'Enter on its name closes it');
	const now = await state(page);
	is(before.tracks - now.tracks, 2, 'its tracks are hidden');
	ok(now.drawn > 0, 'they are drawn in small');
	await page.key('/');
	await page.type('softmax');
	await page.key('Enter');
	await page.settle();
	is((await state(page)).tracks, before.tracks, 'a search opens what hides something found');
	await page.key('Escape');
}

const toscroll = `scrollTo({ behavior: 'instant',
    top: document.getElementById('timeline').offsetTop })`;

async function touching() {
	const page = await load('small.html', [400, 800, true]);
	const all = await state(page);
	const [x, y] = await where(page, 'Stream 7', 500000);
	await page.touch('touchStart', [x - 20, y], [x + 20, y]);
	for (let i = 1; i <= 4; i++)
		await page.touch('touchMove', [x - 20 - 15 * i, y], [x + 20 + 15 * i, y]);
	await page.touch('touchEnd');
	const near = await state(page);
	ok(span(near) < span(all) * 0.5 && near.from < 500000 && near.to > 500000,
	    `two fingers zoom in (${Math.round(span(near))} of ${span(all)} ns)`);
	await page.touch('touchStart', [x, y]);
	for (let i = 1; i <= 6; i++)
		await page.touch('touchMove', [x - 15 * i, y]);
	await page.touch('touchEnd');
	ok((await state(page)).from > near.from, 'one finger moves in time');
	is(await page.ask('document.documentElement.scrollWidth <= innerWidth'), true,
	    'a page 400 pixels wide needs no scrolling sideways');
	await page.ask(toscroll);
	await page.shoot(path.join(pictures, 'narrow.png'));
	await quiet(page, 'small.html');
}

// A page with tables after the contract, whatever the others hold.
function withtables() {
	const row = (name, ns) => `<tr><td class="name">${name}</td>` +
	    `<td data-value="${ns}">${ns / 1e6} ms</td></tr>`;
	const head = '<thead><tr><th scope="col" data-type="text">Name</th>' +
	    '<th scope="col" data-type="time">Time</th></tr></thead>';
	const table = (caption, rows) => `<table class="data" id="${caption}"><caption>${caption}` +
	    `</caption>${head}<tbody>${rows.join('')}</tbody></table>`;
	const long = Array.from({ length: 24 }, (_, i) =>
	    row(`${i % 4 ? 'gemm' : 'softmax'} ${i}`, (i * 5 % 24) * 1000));
	const short = [row('b', 900), row('a10', 10000), row('a9', 2000)];
	short.push('<tr><td class="name">c</td><td>-</td></tr>');
	const html = fs.readFileSync(file('small.html'), 'utf8').replace('</main>', () =>
	    `<section>${table('short', short)}${table('middle', long.slice(9))}${
		table('long', long)}</section></main>`);
	fs.writeFileSync(file('tables.html'), html);
}

// Of thousands of tracks the names are there that can be seen, and what is closed opens.
async function threads() {
	const page = await load('threads.html');
	const data = await state(page);
	ok(data.tracks === 3001, `groups are closed where there are many: ${data.tracks} rows`);
	const labels = "document.querySelectorAll('#timeline .names > *').length";
	const some = await page.ask(labels);
	ok(some > 10 && some < 200, `names are there of what can be seen (${some})`);
	await page.key('/');
	await page.type('call 2718');
	await page.key('Enter');
	await page.settle();
	is((await state(page)).selected, 'call 2718', 'what is hidden is found');
	ok((await state(page)).scroll > 20000, 'and scrolled to');
	const [x, y] = await where(page, 'OS runtime', 27680);
	await page.click(x, y);
	is((await state(page)).selected, 'call 2718', 'beside its name');
	await page.ask("document.querySelector('#timeline .view').focus()");
	await page.key('ArrowDown');
	await page.settle();
	ok((await state(page)).selected.startsWith('call'), 'keys go on from there');
	await quiet(page, 'threads.html');
}

// What eight GPUs did is on the first two screens.
async function eight() {
	const page = await load('eight.html', [1440, 900]);
	const [bottom, curves, lines] = await page.ask(`(() => {
		const box = (element) => element.getBoundingClientRect();
		const names = [...document.querySelectorAll('#summary .bars li span')];
		return [box(document.getElementById('utilisation')).bottom + scrollY,
			document.querySelectorAll('svg.usage').length,
			names.map((name) => box(name).height <
			    1.6 * parseFloat(getComputedStyle(name).fontSize))];
	})()`);
	ok(bottom <= 1800, `states, tables and use of eight GPUs take two screens (${bottom})`);
	is([curves, lines], [8, Array(8).fill(true)], 'each has a curve, and a bar with one line');
	is(await page.ask(`[...document.querySelectorAll('section')].filter((section) =>
	    section.scrollWidth > section.clientWidth).map(({ id }) => id)`), [],
	    'no table of eight GPUs is wider than 1440 pixels');
	const high = await page.ask(`['steps', 'ranks'].reduce((sum, id) => sum +
	    document.getElementById(id).offsetHeight, 0)`);
	ok(high <= 2000, `steps and ranks of eight GPUs take little more than two (${high})`);
	is(await page.ask(`[...document.querySelectorAll('#steps tbody td')].filter((cell) => {
		const { dataset } = cell.closest('table').tHead.rows[0].cells[cell.cellIndex];
		return dataset.column === 'GPU_7_step' && !cell.querySelector('a');
	}).length`), 0, 'the longest steps of a GPU are links');
	const rows = await page.ask(`(async () => {
		const found = [], own = document.getElementById('timeline').dataset;
		const buttons = [...document.querySelectorAll('#ranks td > button')];
		for (const button of buttons.filter((each) => each.closest('tr').rowIndex === 4)) {
			button.click();
			await new Promise((go) => setTimeout(go, 100));
			const here = button.closest('tr').classList.contains('here');
			const { textContent } = document.querySelector('#timeline .count');
			found.push([textContent.replace(/:.*/, ''),
				here && own.found === button.textContent]);
		}
		return found;
	})()`);
	is(rows, ['kernels', 'CUDA graphs', 'copies', 'MPI calls', 'CUDA calls'].map((name) =>
		[`${name} of rank 3`, true]), 'a number of the table of ranks shows those events');
	await page.ask('scrollTo(0, 0)');
	await page.shoot(path.join(pictures, 'eight.png'));
	await quiet(page, 'eight.html');
}

// Threads that call no GPU are closed, which is said.
async function idlethreads() {
	const page = await load('idle.html');
	const groups = () => page.ask(`Object.fromEntries([...document.querySelectorAll(
	    '#timeline .names button.group')].map((label) =>
	    [label.textContent, label.getAttribute('aria-expanded')]))`);
	const note = () => page.ask("[...document.querySelectorAll('#timeline p.note')]" +
	    '.map((p) => p.textContent)');
	is([(await groups())['thread 101'], (await groups())['main 100']], ['false', 'true'],
	    'a thread without CUDA calls is closed, another open');
	is(await note(), ['1 thread without CUDA calls is closed; a click on a name opens it.'],
	    'a line says so');
	await page.ask(`[...document.querySelectorAll('#timeline .names button.group')]
	    .find((label) => label.textContent === 'thread 101').click()`);
	is((await groups())['thread 101'], 'true', 'a click opens it');
	await quiet(page, 'idle.html');
	const other = await load('other.html');
	is(await other.ask(`[...document.querySelectorAll('#timeline .names button.group')].map(
	    (label) => label.textContent + ' ' + label.getAttribute('aria-expanded'))`),
	['GPU 0 true', 'Process 100 true', 'main 100 true', 'thread 101 false',
		'Process 200 false'], 'a process without CUDA calls is closed, another open');
	is(await other.ask("document.querySelector('#timeline p.note').textContent"),
	    '1 process and 1 thread without CUDA calls are closed; a click on a name opens it.',
	    'the line tells both');
	await quiet(other, 'other.html');
	const busy = await load('small.html');
	is(await busy.ask("document.querySelectorAll('#timeline p.note').length"), 0,
	    'no line where no thread is closed');
	await quiet(busy, 'small.html');
	const host = await load('threads.html');
	ok(await host.until(`document.querySelector('#timeline .about').textContent.includes(
	    'No work of GPUs is in view. Select a slice to see its details.')`),
	'without work of GPUs in view, a sentence says so');
	is(await host.ask("document.querySelectorAll('#timeline p.note').length"), 0,
	    'nor where nothing calls a GPU');
}

async function tables() {
	withtables();
	const page = await load('tables.html');
	const names = (id) => page.ask(`[...document.querySelectorAll('#${id} tbody tr')]
	    .filter((row) => !row.hidden).map((row) => row.cells[0].textContent)`);
	const press = (id, column) =>
	    page.ask(`document.querySelectorAll('#${id} th button')[${column}].click()`);
	const sorted = (id, column) => page.ask(
	    `document.querySelectorAll('#${id} th')[${column}].getAttribute('aria-sort')`);
	const more = (id) =>
	    page.ask(`document.querySelector('#${id} + .bar > button')?.offsetHeight > 0`);
	is([await more('short'), await more('middle'), await more('long')], [false, false, true],
	    'a table of more than twenty rows has a button that shows all');
	is([(await names('short')).length, (await names('middle')).length,
		(await names('long')).length], [4, 15, 20], 'and shows twenty at first');
	await press('short', 1);
	is([await names('short'), await sorted('short', 1)],
	    [['a10', 'a9', 'b', 'c'], 'descending'], 'numbers sort by value, the largest first');
	await press('short', 1);
	is([await names('short'), await sorted('short', 1)],
	    [['b', 'a9', 'a10', 'c'], 'ascending'], 'then the smallest; no number is last');
	await press('short', 0);
	is([await names('short'), await sorted('short', 0), await sorted('short', 1)],
	    [['a9', 'a10', 'b', 'c'], 'ascending', null], 'names sort as people count');
	is(await page.ask(`['short', 'middle', 'long'].map((id) =>
	    !!document.querySelector('.bar:has(+ #' + id + ') input'))`), [false, true, true],
	'a table of more than ten rows has a filter, no other');
	await page.ask("document.querySelector('.bar:has(+ #long) input').focus()");
	await page.type('SOFT max');
	is(await names('long'), ['softmax 0', 'softmax 4', 'softmax 8', 'softmax 12',
		'softmax 16', 'softmax 20'],
	    'typing filters rows by all words of it');
	is(await page.ask("document.querySelector('.bar:has(+ #long) output').textContent"),
	    '6 of 24 rows', 'how many are left is said');
	await page.key('Escape');
	is((await names('long')).length, 20, 'Escape shows the first ones again');
	await press('long', 1);
	is((await names('long'))[0], 'gemm 19', 'the first ones when sorted');
	is((await names('long')).length, 20, 'and as many');
	await page.ask("document.querySelector('#long + .bar button').click()");
	is((await names('long')).length, 24, 'the button shows all rows');
	is(await page.ask(`(() => {
		const fill = (id, i) => getComputedStyle(document.querySelectorAll(
		    '#' + id + ' .swatch')[i]).backgroundColor;
		const own = (name) => {
			const probe = document.createElement('i');
			probe.style.color = getComputedStyle(document.documentElement)
			    .getPropertyValue(colourparts(colourof('', name))[0]).trim();
			document.body.append(probe);
			return getComputedStyle(probe).color;
		};
		const mark = [...document.querySelectorAll('#short td.name')].find((cell) =>
		    cell.textContent === 'c').querySelector('.swatch');
		return [fill('short', 2) === own('b'),
			getComputedStyle(mark).backgroundColor === own('c'),
			document.querySelectorAll('#long .swatch').length];
	})()`), [true, true, 24], 'names have a mark in their colour');
	is(await page.ask("['', 'a', 'foobar'].map((text) => namecolour(text))"),
	    [0x811c9dc5, 0xe40c292c, 0xbf9cf968].map((hash) => hash % 10),
	    'which is FNV-1a of the name, as published');
	await quiet(page, 'tables.html');
}

// The script adds to tables, and changes none of what is in them.
async function unchanged(name) {
	const page = await browser.page();
	// Those of the timeline are the script's own.
	const cells = `[...document.querySelectorAll('main section:not(#timeline) table')].map(
	    (table) => [...table.rows].map((row) => [...row.cells].map((cell) =>
	    cell.textContent)))`;
	await page.scripts(false);
	await page.open(url(name));
	const plain = await page.ask(cells);
	is(await page.ask("document.getElementById('timeline').hidden"), true,
	    `${name}: without script there is no timeline`);
	await page.scripts(true);
	const live = await load(name);
	ok(await live.until("!!document.querySelector('#timeline table')"),
	    `${name}: the timeline has a table of its own`);
	is(await live.ask(cells), plain,
	    `${name}: tables have the same cells with and without script`);
}

async function hostile() {
	const page = await load('hostile.html');
	const names = await page.ask(`(async () => {
		const trace = await readtrace(await unpack(document.getElementById('trace')),
		    () => {});
		return trace.texts;
	})()`);
	is(names.filter((name) => /^<|^__/.test(name)).map((name) => name.slice(0, 9)),
	    ['</script>', '<img src=', '<!--<scri', '__proto__'], 'hostile names are in the trace');
	const plain = await page.ask(`${JSON.stringify(names)}.map(plaintext)`);
	for (const name of ['\\u0000\\u0001\\u001b[31m', '\\u202eabc\\u2066'])
		ok(plain.includes(name), `what nobody sees is shown: ${name}`);
	const cells = await page.ask(
	    "[...document.querySelectorAll('#kernels td.name')].map((cell) => cell.textContent)");
	is(cells.filter((name) => !plain.includes(name)).map((name) => name.slice(0, 60)), [],
	    `kernels have the same name in tables (${cells.length})`);
	const highest = await page.ask(`(() => {
		const rows = [...document.querySelectorAll('#kernels tbody tr')];
		const high = ({ offsetHeight }) => offsetHeight;
		const row = rows.find(({ textContent }) => textContent.includes('xxxxx'));
		const before = high(row);
		row.querySelector('button').focus();
		return [Math.max(...rows.filter((each) => each !== row).map(high), before) < 90,
			high(row) > 10 * before,
			row.querySelector('.long').title ===
			    row.querySelector('.name').textContent];
	})()`);
	is(highest, [true, true, true], 'a long name has three lines, and all of it if in focus');
	await page.ask("document.querySelector('#timeline .view').focus()");
	const data = await state(page);
	for (let i = 1; i <= 13; i++) {
		const [x, y] = await where(page, 'Stream 7', i * 1000 + 500);
		await page.move(x, y);
		await page.click(x, y);
		const { selected } = await state(page);
		ok(selected !== '' && plain.includes(selected),
		    `hostile name ${i} is told as it is`);
		is(await page.ask("document.querySelector('#timeline h3').textContent"), selected,
		    `hostile name ${i} is text`);
	}
	is((await state(page)).slices, data.slices, 'nothing changed');
	is(await page.ask(`[typeof window.pwned, ({}).polluted === undefined,
	    document.querySelectorAll('main img, iframe, main script, svg[onload]').length]`),
	['undefined', true, 0], 'nothing of them runs or becomes an element');
	await quiet(page, 'hostile.html');
}

// The index of pages: its table sorts, its links lead to them.
async function index() {
	const page = await browser.page();
	await page.size(1280, 700);
	await page.open(url('index.html'));
	await page.shoot(path.join(pictures, 'index.png'));
	ok(await page.ask(`[...document.querySelectorAll('tbody a')].every((link) =>
	    link.getClientRects().length === 1)`), 'index.html: short names are on one line');
	const runs = () => page.ask(
	    "[...document.querySelectorAll('tbody tr a')].map(({ href }) => href)");
	const [sample, small, steps] = ['sample.html', 'small.html', 'steps.html'].map(url);
	is(await runs(), [sample, steps, small],
	    'index.html: links to its pages, that of other work behind the others');
	const sorted = async column => {
		await page.ask(`[...document.querySelectorAll('th button')]
		    .find(({ textContent }) => textContent === '${column}').click()`);
		return runs();
	};
	is([await sorted('run'), await sorted('run')],
	    [[sample, steps, small], [steps, sample, small]], 'index.html: sorts');
	is((await sorted('median step'))[0], steps, 'index.html: sorts by what one page alone has');
	await quiet(page, 'index.html');
	await page.follow('tbody a');
	ok(await page.until("document.getElementById('timeline')?.dataset.ready === 'true'"),
	    'index.html: leads to a page');
}

// Pages with a trace that is not what it was: each says so in one sentence, and tables work.
async function damaged() {
	withtables();
	const html = fs.readFileSync(file('tables.html'), 'utf8');
	const [, packed] = /id="trace"[^>]*>([^<]*)</.exec(html);
	const bytes = fs.readFileSync(file('small.pftrace'));
	// A block of packets as they are.
	const varint = (n) => n < 128 ? [n] : [n % 128 + 128, ...varint(Math.floor(n / 128))];
	const gzip = (bytes) => execFileSync('gzip', ['-c'], { input: bytes }).toString('base64');
	const block = (trace) => gzip(Buffer.from([...varint(trace.length), 0, ...trace]));
	const columns = execFileSync('gzip', ['-dc'], { input: Buffer.from(packed, 'base64') });
	const cases = {
		'no base64': '***',
		'no gzip': Buffer.from('no gzip').toString('base64'),
		'half a gzip file': Buffer.from(packed, 'base64').subarray(0, 300)
		    .toString('base64'),
		'half a packet': block(bytes.subarray(0, bytes.length - 3)),
		'no trace': block(Buffer.from('this is no trace at all')),
		'ones': block(Buffer.alloc(5000, 0xff)),
		'half the columns': gzip(columns.subarray(0, columns.length / 2)),
		'no columns': gzip(Buffer.alloc(5000, 0xff)),
	};
	for (const [what, trace] of Object.entries(cases)) {
		fs.writeFileSync(file('damaged.html'), html.replace(packed, () => trace));
		const page = await load('damaged.html');
		const said = await page.ask(
		    "document.querySelector('#timeline .note')?.textContent ?? ''");
		ok(/^The timeline can't be drawn: .*\.$/.test(said), `${what}: ${said}`);
		await page.ask("document.querySelectorAll('#short th button')[1].click()");
		is(await page.ask("document.querySelector('#short td').textContent"), 'a10',
		    `${what}: tables sort`);
		is(page.complaints, [], `${what}: no error`);
	}
	const far = await load('far.html');
	is(await far.ask("document.querySelector('#timeline .note').textContent"),
	    "The timeline can't be drawn: a browser has no numbers for times of 104 days and more.",
	    'times that are too large are said to be');
	// One byte after the other is wrong: the page says so or draws something, and ends.
	await spoiling('a byte', "await unpack(document.getElementById('trace'))", `
		const trace = await readtrace(bytes, () => {});
		new Tree(trace);
		for (let slice = 0; slice < trace.count; slice++)
			trace.args(slice);
		for (const lane of trace.lanes)
			rowsof(trace, lane);`, ['Damage', 'Unable', 'RangeError']);
	await spoiling('a byte of columns',
	    "await gunzip(frombase64(document.getElementById('trace').textContent))",
	    'new Packets(bytes).all();', ['Damage']);
}

// Reads bytes with each of them wrong in turn: all errors are of the given classes. whole and read
// are of the page's script.
async function spoiling(what, whole, read, classes) {
	const result = await (await load('small.html')).ask(`(async () => {
		const whole = ${whole};
		let refused = 0, read = 0, other = [];
		for (let i = 0; i < whole.length; i++)
			for (const value of [0, 0x7f, 0xff, whole[i] ^ 1]) {
				const bytes = whole.slice();
				bytes[i] = value;
				try {
					${read}
					read++;
				} catch (error) {
					if ([${classes}].some((each) => error instanceof each))
						refused++;
					else
						other.push(i + ': ' + error);
				}
			}
		return { refused, read, other };
	})()`);
	is(result.other, [],
	    `${what} that is wrong: read ${result.read}, refused ${result.refused}`);
}

// Limits are of CPU time, which a loaded machine leaves as it is.
async function million() {
	const page = await load('million.html');
	const cpu = () => page.cpu?.() ?? NaN;
	const within = (took, limit, what) => (Number.isNaN(took) ?
	    skip('its driver does not tell CPU time', what) :
	    ok(took < limit, `${what} in ${took.toFixed(1)} ms of CPU time`));
	within(await cpu(), 8000, 'a million slices are read');
	const data = await state(page);
	is(data.slices, 1000000, 'a million slices are there');
	const frames = [];
	await page.ask("document.querySelector('#timeline .view').focus()");
	const [x, y] = await where(page, 'Stream 7', (data.from + data.to) / 2);
	for (const key of ['w', 'w', 'd', 'w', 'w', 'w', 'a', 's', '0']) {
		const before = await cpu();
		await page.key(key);
		const now = await state(page);
		frames.push(await cpu() - before);
		ok(now.drawn < 60000, `${now.drawn} rectangles for ${Math.round(span(now))} ns`);
	}
	frames.sort((a, b) => a - b);
	within(frames[frames.length >> 1], 80, 'a frame is drawn');
	await page.wheel(x, y, 0, -300, CTRL);
	const since = await cpu();
	await page.key('/');
	await page.type('kernel_7');
	const found = await state(page);
	is(found.found, 8197, 'those of a name are found among them');
	within(await cpu() - since, 500, 'a name of eight letters is searched for');
	await page.shoot(path.join(pictures, 'million.png'));
	await quiet(page, 'million.html');
}

// Serves files of the folder, and a page that answers as Perfetto's does, which keeps what it got.
function serve(standin) {
	const server = http.createServer((request, response) => {
		server.asked.push(request.url);
		const name = request.url.replace(/^\//, '').replace(/\?.*/, '');
		const body = standin ?? (/^[a-z]+\.html$/.test(name) ? fs.readFileSync(file(name)) :
		    null);
		if (typeof body === 'function') {
			body(request, response);
			return;
		}
		response.writeHead(body ? 200 : 404, { 'content-type': 'text/html' });
		response.end(body ?? '');
	});
	server.asked = [];
	return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

// Listens late, answers a PING with a PONG to whoever asks, takes one trace.
const STANDIN = `<!doctype html><title>stand-in</title><script>
window.log = [];
setTimeout(() => addEventListener('message', (event) => {
	if (event.source !== window.opener)
		return;
	if (event.data === 'PING') {
		log.push('PING');
		event.source.postMessage('PONG', '*');
	} else {
		const { buffer, title, fileName } = event.data.perfetto;
		log.push({ title, fileName, origin: event.origin });
		crypto.subtle.digest('SHA-256', buffer).then((hash) => {
			window.sha = Array.from(new Uint8Array(hash),
			    (byte) => byte.toString(16).padStart(2, '0')).join('');
		});
	}
}), 300);
</script>`;

// A page of the stream "small" that hands its trace to an address.
function handing(name, address) {
	const html = execFileSync('nst-page', ['--partial', '--title', name, '--perfetto', address,
		file('small.ndjson')]);
	fs.writeFileSync(file(`${name}.html`), html);
}

async function pressbutton(page, label) {
	const button = `[...document.querySelectorAll('button')]
	    .find((button) => button.textContent === ${JSON.stringify(label)})`;
	await center(page, button);
	const [x, y] = await page.ask(`(() => {
		const box = ${button}.getBoundingClientRect();
		return [box.left + box.width / 2, box.top + box.height / 2];
	})()`);
	await page.press(x, y);
}

const said = (page) => page.ask("document.querySelector('#open .note').textContent");

async function handshake() {
	const standin = await serve(STANDIN), own = await serve(null);
	const address = (server, host = '127.0.0.1') => `http://${host}:${server.address().port}`;
	handing('handshake', `${address(standin)}/`);
	const page = await load(`${address(own)}/handshake.html`);
	await pressbutton(page, 'Open in Perfetto');
	const other = await browser.opened(page);
	ok(other, 'the button opens the page of Perfetto');
	ok(await page.until("/has the trace/.test(document.querySelector('#open').textContent)"),
	    'which gets the trace');
	await other.until('window.sha');
	is(await other.ask('window.sha'), sha(fs.readFileSync(file('small.pftrace'))),
	    'to the byte as nst-perfetto writes it');
	const log = await other.ask('window.log');
	ok(log[0] === 'PING' && log.filter((entry) => entry !== 'PING').length === 1,
	    'once, after it answered');
	is(log.at(-1), { title: 'handshake - nst', fileName: 'handshake.pftrace',
		origin: address(own) }, 'with a title and the name of a file');
	is(page.complaints, [], 'without a message');

	// Whoever answers from elsewhere gets nothing.
	const away = await serve((request, response) => {
		response.writeHead(302, { location: `${address(standin, 'localhost')}/` });
		response.end();
	});
	handing('elsewhere', `${address(away)}/`);
	const wary = await load(`${address(own)}/elsewhere.html`);
	await pressbutton(wary, 'Open in Perfetto');
	const impostor = await browser.opened(wary);
	await impostor.until('window.log?.length >= 3');
	const heard = await impostor.ask('window.log');
	ok(heard.length >= 3 && heard.every((entry) => entry === 'PING'),
	    'a page of another origin that answers gets no trace');
	ok(/^Waiting/.test(await said(wary)), 'the page waits on');

	handing('nowhere', 'javascript:window.pwned=1');
	const nowhere = await load(`${address(own)}/nowhere.html`);
	await pressbutton(nowhere, 'Open in Perfetto');
	is([await said(nowhere), await nowhere.ask('typeof window.pwned')],
	    ['The address of Perfetto in this page is none of the web.', 'undefined'],
	    'an address that is no page of the web is not opened');
	is(own.asked, ['/handshake.html', '/elsewhere.html', '/nowhere.html'],
	    'pages ask their server for nothing more');
	for (const server of [standin, own, away])
		server.close();
}

// From a disk the trace is saved.
async function saving() {
	const into = path.join(folder, 'saved');
	fs.mkdirSync(into);
	await browser.downloads(into);
	const page = await load('small.html');
	await pressbutton(page, 'Open in Perfetto');
	const saved = path.join(into, 'small.pftrace');
	const trace = sha(fs.readFileSync(file('small.pftrace')));
	ok(await wait(() => fs.existsSync(saved) && sha(fs.readFileSync(saved)) === trace),
	    'from a disk the button saves the trace');
	ok(await page.until("/drop it on https:..ui.perfetto.dev/.test(" +
	    "document.querySelector('#open .note').textContent)"),
	'and says where to drop it');
	is(page.complaints, [], 'without a message');
}

// The legend has the kinds that the trace has; boxes of the flame graph and marks of tables have
// the colours of their slices.
async function colouredalike(page, scheme) {
	await page.media({ 'prefers-color-scheme': scheme });
	await page.settle();
	const [legend, wanted, boxes, marks] = await page.ask(`(async () => {
		const bytes = await unpack(document.getElementById('trace'));
		const trace = await readtrace(bytes, () => {});
		const picture = new Picture(document.createElement('canvas'), trace, false);
		const slices = new Map(), found = new Set();
		picture.colours = readcolours(document.documentElement);
		for (let i = 0; i < trace.count; i++) {
			const type = trace.texts[trace.category[i]], colour = picture.colour(i);
			if (type === 'gpu-state')
				continue;
			slices.set(type + ' ' + trace.texts[trace.name[i]],
			    picture.colours.fills[colour]);
			if (colour >= KINDS)
				found.add(Math.floor((colour - KINDS) / SHADES.length));
		}
		const probe = document.createElement('i');
		document.body.append(probe);
		const rgb = (colour) => {
			probe.style.color = colour;
			return getComputedStyle(probe).color;
		};
		const same = (drawn, types, name) => types.map((type) =>
			slices.get(type + ' ' + name)).some((own) => own && rgb(own) === drawn);
		const work = ['kernel', 'memcpy', 'memset', 'graph'];
		const boxes = [...document.querySelectorAll('svg.flame g')].map((box) =>
			same(getComputedStyle(box.querySelector('rect')).fill,
			    box.classList.contains('work') ? work : ['nvtx', 'nvtx-kernel'],
			    boxname(box)) || !trace.texts.includes(boxname(box)) || boxname(box));
		const names = document.querySelectorAll('table[data-type] td.name');
		const marks = [...names].map((cell) => {
			const { background, opacity } = cell.querySelector('.swatch').style;
			const variable = getComputedStyle(document.documentElement)
			    .getPropertyValue(/--[a-z0-9-]+/.exec(background)[0]).trim();
			const type = cell.closest('table').dataset.type;
			const paper = picture.colours.paper;
			return !slices.has(type + ' ' + cell.textContent) ||
			    same(rgb(mixcolours(variable, paper, Number(opacity))), [type],
				cell.textContent);
		});
		return [[...document.querySelectorAll('#timeline .legend li')].map((item) =>
			item.textContent), kinds.filter((_, i) => found.has(i))
			.map(({ name }) => name), boxes, marks];
	})()`);
	is(legend, wanted, `${scheme}: the legend has the kinds of the trace`);
	is([boxes.length > 20, boxes.filter((same) => same !== true)], [true, []],
	    `${scheme}: boxes have the colours of their slices`);
	ok(marks.length > 20 && marks.every((same) => same),
	    `${scheme}: ${marks.length} names in tables do, too`);
}

// What stands on a colour can be read, and the colours of names differ for the colour-blind.
async function colours() {
	const page = await browser.page();
	for (const scheme of ['light', 'dark']) {
		await page.media({ 'prefers-color-scheme': scheme });
		await page.open(url('small.html'));
		const all = await page.ask(`(() => {
			const style = getComputedStyle(document.documentElement);
			const get = (name) => style.getPropertyValue(name).trim();
			return { ...Object.fromEntries(['paper', 'ink', 'faint', 'link', 'focus',
				'band', 'edge', 'compute', 'communication', 'copy', 'both', 'idle']
				.map((name) => [name, get('--' + name)])),
				names: Array.from({ length: COLOURS }, (_, i) => get('--c' + i)),
				kinds: kinds.map(({ variable }) => get(variable)),
				all: readcolours(document.documentElement) };
		})()`);
		for (const paper of ['paper', 'band'])
			for (const ink of ['ink', 'faint', 'link'])
				ok(contrast(all[ink], all[paper]) >= 4.5,
				    `${scheme}: ${ink} can be read on ${paper}`);
		for (const mark of ['focus', 'edge', 'compute', 'communication', 'copy', 'both'])
			ok(contrast(all[mark], all.paper) >= 3, `${scheme}: ${mark} can be seen`);
		const states = ['compute', 'communication', 'copy', 'both', 'idle']
		    .map((name) => all[name]);
		ok(nearest(states) > 11, `${scheme}: states differ for the colour-blind (${
			nearest(states).toFixed(1)})`);
		await colouredalike(await load('sample.html'), scheme);
		is(all.kinds.length, 9, `${scheme}: each kind of work has a colour`);
		for (const [i, kind] of all.kinds.entries())
			ok(contrast(kind, all.paper) >= 2, `${scheme}: kind ${i} can be seen`);
		ok(nearest(all.kinds) > 16, `${scheme}: kinds of work do, too (${
			nearest(all.kinds).toFixed(1)})`);
		const apart = Math.min(...all.names.map((name) =>
		    nearest([name, ...all.kinds])));
		ok(apart > 13, `${scheme}: names do from kinds (${apart.toFixed(1)})`);
		ok(nearest(all.names) > 11, `${scheme}: names do from each other (${
			nearest(all.names).toFixed(1)})`);
		ok(all.all.fills.every((fill, i) => 
		    contrast(fill, all.all.inks[i].replace(/[0f]/g, '$&$&')) >= 4.5),
		    `${scheme}: labels can be read on all colours`);
	}
}

const linear = (hex) => [1, 3, 5].map((i) => {
	const c = parseInt(hex.slice(i, i + 2), 16) / 255;
	return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});

const bright = (hex) => linear(hex).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);

function contrast(a, b) {
	const [low, high] = [bright(a), bright(b)].sort((x, y) => x - y);
	return (high + 0.05) / (low + 0.05);
}

// How eyes without one kind of cones see linear colours: Machado, Oliveira and Fernandes, 2009.
const EYES = [
	[[1, 0, 0], [0, 1, 0], [0, 0, 1]],
	[[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
		[-0.003882, -0.048116, 1.051998]],
	[[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
		[-0.01182, 0.04294, 0.968881]],
	[[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
		[0.004733, 0.691367, 0.3039]],
];

// A linear colour in CIE L*a*b*, white of D65.
function lab([r, g, b]) {
	const f = (t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
	const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
	const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
	const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
	return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

// How far apart the two nearest of some colours are, to the eyes that tell them apart worst.
function nearest(colours) {
	let least = Infinity;
	for (const eye of EYES) {
		const seen = colours.map((hex) => lab(eye.map((row) => Math.min(1, Math.max(0,
		    row.reduce((sum, weight, i) => sum + weight * linear(hex)[i], 0))))));
		for (const [i, a] of seen.entries())
			for (const b of seen.slice(0, i))
				least = Math.min(least, Math.hypot(...a.map((v, k) => v - b[k])));
	}
	return least;
}

async function photograph() {
	for (const scheme of ['light', 'dark']) {
		const page = await load('sample.html');
		await page.media({ 'prefers-color-scheme': scheme });
		await page.settle();
		await page.shoot(path.join(pictures, `${scheme}.png`), true);
		await page.ask(toscroll);
		await page.settle();
		await page.shoot(path.join(pictures, `${scheme}-timeline.png`));
		await quiet(page, 'sample.html');
	}
	const page = await load('sample.html', [400, 800, true]);
	await page.shoot(path.join(pictures, 'narrow-page.png'), true);
	is(await page.ask('document.documentElement.scrollWidth <= innerWidth'), true,
	    'sample.html: 400 pixels are wide enough');
	const high = ({ height }) => height;
	ok(high(await page.ask(`(({ height }) => ({ height }))(document.querySelector(
	    'svg.flame text').getBoundingClientRect())`)) >= 10,
	'names in the flame graph can be read on them');
	is(await page.ask(`[...document.querySelectorAll('#gpus tbody tr')].filter((row) =>
	    row.offsetHeight > 32).length`), 0, 'rows of GPUs take one line');
	is(await page.ask(`[...document.querySelectorAll('#timeline .names > *')].filter(
	    (label) => label.querySelector('.pin')?.offsetLeft < label.clientWidth -
	    parseFloat(getComputedStyle(label).paddingRight)).map((label) =>
	    label.textContent)`), [], 'no name is below its button');
	is(await page.ask(`[...document.querySelectorAll('svg.flame g')].filter((box) => {
		const text = box.querySelector('text'), label = text?.textContent ?? '';
		const right = (element) => element.getBoundingClientRect().right;
		return text && (right(text) > right(box.querySelector('rect')) + 1 ||
		    (label !== boxname(box) && !label.endsWith('…')));
	}).map(boxname)`), [], 'names in the flame graph end in their box, and with … if cut');
	const print = await load('sample.html');
	await print.media({ 'prefers-color-scheme': 'dark' });
	const pdf = await print.print();
	fs.writeFileSync(path.join(pictures, 'print.pdf'), pdf);
	ok(pdf.length > 10000, 'it prints');
	await print.media({}, 'print');
	await print.shoot(path.join(pictures, 'print.png'), true);
	is(await print.ask("getComputedStyle(document.querySelector('nav')).display"), 'none',
	    'paper has no links to click on');
}

// Pages of real profiles.
async function profiles() {
	const pages = fs.readdirSync(folder).filter((name) => /^profile-.*\.html$/.test(name));
	for (const name of pages) {
		const page = await load(name);
		const data = await state(page);
		ok(data.slices > 0 && data.drawn > 0, `${name}: ${data.slices} slices are drawn`);
		await reading(page, name.replace(/\.html$/, ''));
		await quiet(page, name);
		await page.close();
	}
}

// What was merged says so, and has one colour that is of no name.
async function merging() {
	const page = await load('merged.html');
	const data = await state(page);
	const [drawn, whole] = await page.ask(`(() => {
		const { slices, of } = JSON.parse(
		    document.getElementById('settings').textContent).merged;
		return [slices, of];
	})()`);
	const note = await page.ask("document.querySelector('#timeline > .note').textContent");
	ok(note.includes(`: ${drawn.toLocaleString('en')} are drawn of ${
		whole.toLocaleString('en')}.`), `it says what was merged: ${note}`);
	const answers = { kernel: '[1-9][0-9,]* found', 'no such': 'nothing found' };
	for (const [text, start] of Object.entries(answers)) {
		await page.ask(`(() => {
			const input = document.querySelector('#timeline input');
			input.value = ${JSON.stringify(text)};
			input.dispatchEvent(new Event('input'));
		})()`);
		const count = await page.ask(
		    "document.querySelector('#timeline .count').textContent");
		ok(new RegExp(`^${start} among ${drawn.toLocaleString('en')} slices drawn of ${
			whole.toLocaleString('en')}$`).test(count),
		`a search tells of how many slices: ${count}`);
	}
	ok(data.slices <= drawn && data.slices > 100,
	    'which is what the trace has, but for counters');
	is(await page.ask(`(async () => {
		const trace = await readtrace(await unpack(document.getElementById('trace')),
		    () => {});
		const plain = new Picture(document.createElement('canvas'), trace, false);
		const picture = new Picture(document.createElement('canvas'), trace, true);
		let merged = 0, wrong = 0;
		for (let i = 0; i < trace.count; i++) {
			const one = /^[0-9]+ (slices|instants|events)$/.test(
			    trace.texts[trace.name[i]]);
			merged += one;
			wrong += (picture.colour(i) === MERGED) !== one ||
			    plain.colour(i) === MERGED;
		}
		return [merged > 10, wrong];
	})()`), [true, 0], 'merged slices have a colour of their own');
	await quiet(page, 'merged.html');
}

async function drawing() {
	const page = await load('small.html');
	await reading(page, 'small');
	await zooming(page);
	await keys(page);
	await pointing(page);
	await searching(page);
	await groups(page);
	await quiet(page, 'small.html');
	const empty = await load('empty.html');
	is(await empty.ask("document.querySelector('#timeline .note').textContent"),
	    'The trace is empty: there is nothing to draw.', 'empty.html: it says so');
	await quiet(empty, 'empty.html');
}

// Call stacks, times of a stream that begins before 0.
async function details() {
	const stacked = await load('stacks.html');
	const stacks = await stacked.ask(`(async () => {
		const trace = await readtrace(await unpack(document.getElementById('trace')),
		    () => {});
		const tree = new Tree(trace), lines = [];
		const thread = (i) => tree.trackof[trace.lane[i]].parent.name.replace(/.* /, '');
		for (let i = 0; i < trace.count; i++)
			if (trace.texts[trace.category[i]] === 'sample')
				lines.push([trace.start[i], thread(i), trace.stack(i)
				    .map((frame) => frame.join(' ')).join('; ')].join('\\t'));
		return lines;
	})()`);
	const wanted = fs.readFileSync(file('stacks.want'), 'utf8').split('\n').slice(0, -1);
	is(stacks.sort(), wanted.sort(), `call stacks are those of the stream (${wanted.length})`);
	const early = await load('early.html');
	await early.key('/');
	await early.type('early');
	await early.key('Enter');
	ok((await early.ask("document.querySelector('#timeline .about').innerText"))
	    .includes('0 ns (ts -500 in the stream)'), 'the times of the stream are told');
}

// Sums of what is in view are those of Perfetto for that stretch.
async function summing(page) {
	if (!query) {
		skip('no trace processor', 'sums of what is in view are those of Perfetto');
		return;
	}
	const all = await state(page), from = Math.round(all.from + span(all) / 3);
	const to = Math.round(all.from + span(all) / 2);
	await page.ask(`location.hash = '#time=${from}-${to}'`);
	const time = JSON.stringify(await page.ask(`timetext(${to - from})`)).slice(1, -1);
	const rows = await wait(() => page.ask(`document.querySelector('#timeline .about h3')
	    ?.textContent === 'In view: ${time}' && [...document.querySelectorAll(
	    '#timeline .about tbody tr')].map((row) => [...row.cells].map((cell) =>
	    cell.textContent).join('|'))`));
	const names = sql('sample.pftrace', `select count(*),
	    sum(min(ts + dur, ${to}) - max(ts, ${from})), name from slice where ts < ${to} and
	    ts + dur > ${from} and category in ('kernel', 'memcpy', 'memset', 'graph')
	    group by name order by sum(min(ts + dur, ${to}) - max(ts, ${from})) desc limit 10`);
	const wanted = [];
	for (const line of names) {
		const [count, sum, name] = line.split('\t');
		wanted.push(`${name}|${count}|${await page.ask(`timetext(${sum})`)}`);
	}
	is(rows, wanted, 'sums of what is in view are those of Perfetto');
}

async function sample() {
	const page = await load('sample.html');
	await reading(page, 'sample');
	const [first] = query ? sql('sample.pftrace', `select ts, printf('%.17g', value)
	    from counter c join counter_track t on c.track_id = t.id
	    where t.name = 'SMs Active' and value > 90 order by ts`) : ['12421700000\t96'];
	const [time, value] = first.split('\t').map(Number);
	const [x, y] = await where(page, 'SMs Active', time + 1.5e6);
	await page.move(x, y);
	await page.settle();
	ok((await page.ask("document.querySelector('#timeline .tip').innerText"))
	    .startsWith(`SMs Active\n${value} %`), 'the value of a counter is told');
	is(await page.ask(`(async () => {
		const element = document.getElementById('trace');
		const bytes = await unpack(element);
		delete Uint8Array.fromBase64;
		const again = await unpack(element);
		return again.length === bytes.length && again.every((byte, i) => byte === bytes[i]);
	})()`), true, 'older browsers unpack the same');
	const states = await page.ask(`(async () => {
		const trace = await readtrace(await unpack(document.getElementById('trace')),
		    () => {});
		const found = [];
		new Tree(trace).visit(({ name, lanes, levels }) => {
			if (!name.startsWith('State'))
				return;
			const [row] = rowsof(trace, lanes[0]);
			const overlap = row.order.slice(1).some((_, i) =>
			    row.end(i) > row.start(i + 1));
			found.push([lanes.length, levels, trace.label(row.order[0]), overlap]);
		});
		return found;
	})()`);
	is(states, [[1, 1, 'before', false], [1, 1, 'before', false]],
	    'the states of a GPU have one lane, in order from before the first work on');
	await summing(page);
}

const parts = { hearing, drawing, details, sample, merging, profiles, touching, threads,
	linking, rowlinks, groupnames, finding, flamegraph, views, history, linked, ranks,
	comparison, overview, accessible, idlethreads, eight, tables, index, hostile, damaged,
	million, handshake, saving, colours, photograph,
	unchanged: () => unchanged('sample.html') };

// What is left out in a browser if it is not asked for.
const LEFT = { chromium: {}, firefox: {
	profiles: 'they take long, and the sample has what is in them',
	colours: 'they are those of the style, whatever the browser',
	unchanged: 'without script, its driver can not ask',
} };

try {
	const asked = process.env.PARTS?.split(' ');
	for (const part of asked ?? Object.keys(parts)) {
		if (!asked && LEFT[which][part]) {
			skip(LEFT[which][part], part);
			continue;
		}
		await parts[part]();
		await browser.tidy();
	}
} catch (error) {
	ok(false, `no part ends early: ${error.stack}`);
}
await browser.close();
console.log(`1..${tests}`);
process.exit(failed ? 1 : 0);
