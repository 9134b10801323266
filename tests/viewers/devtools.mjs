// SPDX-License-Identifier: MIT
// Loads traces with the parser of Chrome DevTools' Performance panel: one line for each, "ok" or what it threw.
// usage: node devtools.mjs TRACE...     exit: 0 all loaded, 1 not
import fs from 'node:fs';
import { analyzeEvents } from '@paulirish/trace_engine/analyze-trace.mjs';

for (const file of process.argv.slice(2)) {
	try {
		const trace = JSON.parse(fs.readFileSync(file));
		await analyzeEvents(trace.traceEvents ?? trace);
		console.log(`ok ${file}`);
	} catch (error) {
		console.log(`${file}: ${error.message}`);
		process.exitCode = 1;
	}
}
