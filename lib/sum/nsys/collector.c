/* SPDX-License-Identifier: MIT */
#include "base/err.h"
#include "collector.h"

size_t
askwrite(const struct ask *ask, const struct column *columns, size_t count, size_t rows,
    size_t usual, const void *arg)
{
	struct sheet sheet = *ask->sheet;
	size_t most = ask->rows > 0 ? ask->rows : usual;

	if (rows == 0)
		return 0;
	sheet.columns = columns;
	sheet.count = count;
	sheet.rows = most > 0 && most < rows ? most : rows;
	sheet.arg = arg;
	sheetwrite(&sheet, ask->out);
	if (sheet.rows < rows && ask->rows == 0)
		warn("the first %zu rows of %zu: all with :rows=%zu", most, rows, rows);
	return rows;
}
