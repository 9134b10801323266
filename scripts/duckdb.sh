# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# DuckDB, as its command or as its package for Node; the build puts this into nst-parquet and
# nst-nsys.

# Where npm puts what it installs for all.
modules=/usr/local/lib/node_modules:/usr/lib/node_modules

# What Node does with the package, the statements and nothing else.
script='
	const [duckdb, statements] = process.argv.slice(1);
	const { DuckDBInstance } = require(duckdb);
	(async () => {
		const instance = await DuckDBInstance.create(":memory:");
		const connection = await instance.connect();
		let rows = [];
		for (const sql of statements.split(";\n"))
			if (sql.trim())
				rows = (await connection.runAndReadAll(sql)).getRowsJson();
		for (const row of rows)
			console.log(row.join(" "));
	})().catch(error => {
		console.error(error.message);
		process.exitCode = 1;
	});'

# findduckdb: sets $duckdb to the command, or $package to the file of the package.
findduckdb() {
	duckdb='' package=''
	if duckdb=$(command -v duckdb); then
		return
	fi
	NODE_PATH=${NODE_PATH:+$NODE_PATH:}$modules
	export NODE_PATH
	package=$(cd / && node -p 'require.resolve("@duckdb/node-api")' 2>/dev/null) ||
		die 'DuckDB not found: neither the command duckdb, nor Node with the package' \
			'@duckdb/node-api (npm install -g @duckdb/node-api, or its folder' \
			'node_modules in NODE_PATH)'
}

# rundb: becomes DuckDB, which runs the statements of $sql.
rundb() {
	if [ -n "$duckdb" ]; then
		exec "$duckdb" -init /dev/null -bail -noheader -list -c "$sql" :memory:
	fi
	exec node -e "$script" "$package" "$sql"
}
