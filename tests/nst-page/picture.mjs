// SPDX-License-Identifier: MIT
// Makes the pictures of README by Chromium: the top of a page, and its timeline of some time.
// usage: node picture.mjs PAGE TOP.png TIMELINE.png FROM TO      FROM and TO in ns of the trace
import path from 'node:path';
import { Browser } from './devtools.mjs';

const WIDTH = 1200;
const [file, top, timeline, from, to] = process.argv.slice(2);
const browser = new Browser();
try {
	const page = await browser.page();
	await page.size(WIDTH, 900);
	await page.media({ 'prefers-color-scheme': 'light' });
	await page.open(`file://${path.resolve(file)}#time=${from}-${to}`);
	if (!await page.until("document.getElementById('timeline').dataset.ready === 'true'"))
		throw new Error('its trace is not read');
	const box = (id) => page.ask(`(() => {
		const { top, bottom } = document.getElementById('${id}').getBoundingClientRect();
		return { top: top + scrollY, bottom: bottom + scrollY };
	})()`);
	// The part of the page from a section to the end of another, at most high pixels.
	const shoot = async (out, first, last, high) => {
		const begin = first ? (await box(first)).top : 0;
		const end = Math.min((await box(last)).bottom, begin + high);
		await page.ask(`scrollTo(0, ${begin})`);
		await page.size(WIDTH, Math.ceil(end - begin));
		await page.ask(`scrollTo(0, ${begin})`);
		await page.settle();
		await page.shoot(out);
	};
	await shoot(top, null, 'summary', 900);
	await shoot(timeline, 'timeline', 'timeline', 858);
} finally {
	await browser.close();
}
