// SPDX-License-Identifier: MIT
// Runs the statements of standard input through DuckDB, and prints the rows of the last one: their
// values with tabs between, nothing for NULL.
const { readFileSync } = require('fs');
const { DuckDBInstance } = require('@duckdb/node-api');

const text = value =>
	value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

async function main() {
	const connection = await (await DuckDBInstance.create(':memory:')).connect();
	let rows = [];
	for (const sql of readFileSync(0, 'utf8').split(';\n'))
		if (sql.trim())
			rows = (await connection.runAndReadAll(sql)).getRowsJson();
	process.stdout.write(rows.map(row => row.map(text).join('\t') + '\n').join(''));
}

main().catch(error => {
	console.error(error.message);
	process.exitCode = 1;
});
